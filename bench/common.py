# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the bench scripts share. Processor time, not the clock: other programs on the machine count less."""

from __future__ import annotations

import contextlib
import datetime
import gc
import logging
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.support.blender import addon_module, clean_up, empty_scene, load_addon

load_addon()

import bpy

from tests.blender.scenes import cube_mesh

RUNS = 5
FOLDER = Path(tempfile.mkdtemp(prefix="omi-physics-bench-"))

__all__ = [
    "FOLDER",
    "RUNS",
    "addon_module",
    "empty_scene",
    "export",
    "finish",
    "grid",
    "header",
    "make_bodies",
    "ratio",
    "silence",
    "timed",
]


def grid(count: int, is_shared: bool = True) -> list[bpy.types.Object]:
    """An empty file with boxes in a grid, of one mesh or each of its own size."""
    empty_scene()
    mesh = cube_mesh("Box")
    objects = []
    for number in range(count):
        own = mesh if is_shared else cube_mesh(f"Box {number}", (1 + number * 1e-3, 1, 1))
        obj = bpy.data.objects.new(f"Box {number}", own)
        obj.location = (number % 100 * 2, number // 100 * 2, 0)
        bpy.context.scene.collection.objects.link(obj)
        objects.append(obj)
    bpy.context.view_layer.update()
    return objects


def make_bodies(objects: list[bpy.types.Object], kind: str = "BOX") -> None:
    """A dynamic body with a fitted collider each."""
    for obj in objects:
        physics = obj.omi_physics
        physics.motion.type = "DYNAMIC"
        physics.use_collider = True
        physics.collider.shape.type = kind


def export(**options: object) -> None:
    """One export to .glb without its words."""
    with silence():
        bpy.ops.export_scene.gltf(filepath=str(FOLDER / "bench.glb"), **options)


def timed(work: Callable[[], object]) -> float:
    """Processor seconds of one run."""
    gc.collect()
    start = time.process_time()
    work()
    return time.process_time() - start


def ratio(
    base: Callable[[], object],
    other: Callable[[], object],
    runs: int = RUNS,
    measure: Callable[[Callable[[], object]], float] = timed,
) -> tuple[float, float, float]:
    """Median seconds of two pieces of work, and the median of what one takes of the other.

    They run by turns and are compared pair by pair, since a machine has slower and faster minutes.
    """
    base(), other()
    pairs = [(measure(base), measure(other)) for _ in range(runs)]
    seconds = [statistics.median(pair[i] for pair in pairs) for i in (0, 1)]
    return seconds[0], seconds[1], statistics.median(b / a for a, b in pairs)


@contextlib.contextmanager
def silence() -> Iterator[None]:
    """Keeps what Blender prints off the table."""
    logging.disable(logging.CRITICAL)
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


def header(title: str, columns: str) -> None:
    """The head of a table."""
    day = datetime.date.today().isoformat()
    print(f"\n{title}: Blender {bpy.app.version_string}, {day}, {os.cpu_count()} cores\n{columns}", flush=True)


def finish() -> None:
    """Ends the process; bpy 4.2 crashes in Python's teardown after an export."""
    for file in FOLDER.iterdir():
        file.unlink()
    FOLDER.rmdir()
    clean_up()
    sys.stdout.flush()
    os._exit(0)
