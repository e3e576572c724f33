# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Export times over scenes of growing size, without physics and with it; needs the bpy package.

The times per object should stay level: a column that grows with the scene is work that is more than linear.
"""

from __future__ import annotations

import contextlib
import os
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.support.blender import clean_up, empty_scene, load_addon

load_addon()

import bpy

SIZES = (1000, 3000, 10000)


def populate(count: int) -> None:
    """Boxes in a grid that share one mesh."""
    bpy.ops.mesh.primitive_cube_add(size=1)
    mesh = bpy.context.object.data
    bpy.data.objects.remove(bpy.context.object)
    for number in range(count):
        obj = bpy.data.objects.new(f"Box {number}", mesh)
        obj.location = (number % 100 * 2, number // 100 * 2, 0)
        bpy.context.scene.collection.objects.link(obj)


def add_bodies(objects: list[bpy.types.Object], fit: str) -> None:
    """A dynamic body with a box collider each; by hand, every size is another."""
    for number, obj in enumerate(objects):
        physics = obj.omi_physics
        physics.motion.type = "DYNAMIC"
        physics.motion.mass = 1 + number % 50
        physics.use_collider = True
        physics.collider.shape.fit = fit
        physics.collider.shape.size = (1 + number / 1000, 1, 1)


def add_joints(objects: list[bpy.types.Object]) -> None:
    """Chains of ten bodies."""
    for number, obj in enumerate(objects):
        if number % 10:
            physics = obj.omi_physics
            physics.use_joint = True
            physics.joint.connected = objects[number - 1]
            physics.joint.limits.add()


def export_time() -> float:
    """Seconds of one export to .glb."""
    with tempfile.TemporaryDirectory() as folder, _silence():
        begin = time.perf_counter()
        bpy.ops.export_scene.gltf(filepath=str(Path(folder) / "bench.glb"), export_format="GLB")
        return time.perf_counter() - begin


@contextlib.contextmanager
def _silence():
    """Keep the exporter's line per mesh out of the table."""
    sys.stdout.flush()
    kept, quiet = os.dup(1), os.open(os.devnull, os.O_WRONLY)
    os.dup2(quiet, 1)
    try:
        yield
    finally:
        sys.stdout.flush()
        os.dup2(kept, 1)
        os.close(kept)
        os.close(quiet)


def main() -> None:
    """Print the table: seconds of an export, and in brackets milliseconds per object."""
    columns = ("no physics", "fitted bodies", "own sizes", "and joints")
    populate(1)
    export_time()  # the first one loads the exporter
    print(f"Blender {bpy.app.version_string}: seconds of an export (ms per object)")
    print(f"{'objects':>8}" + "".join(f"{column:>20}" for column in columns), flush=True)
    for size in SIZES:
        empty_scene()
        populate(size)
        objects = list(bpy.context.scene.objects)
        times = [export_time()]
        for fit in ("AUTO", "MANUAL"):
            add_bodies(objects, fit)
            times.append(export_time())
        add_joints(objects)
        times.append(export_time())
        cells = (f"{seconds:.2f} ({seconds / size * 1000:.2f})" for seconds in times)
        print(f"{size:>8}" + "".join(f"{cell:>20}" for cell in cells), flush=True)


if __name__ == "__main__":
    main()
    clean_up()
    sys.stdout.flush()
    os._exit(0)
