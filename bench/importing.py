# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Import with physics against the file of the same scene without physics."""

from __future__ import annotations

import statistics
from pathlib import Path

from common import FOLDER, addon_module, empty_scene, export, finish, grid, header, make_bodies, silence, timed

# isort: split
# After the harness, which sets Blender's folders.
import bpy

SIZES = (1000, 5000, 10000)
assert addon_module


def _import(file: Path) -> float:
    empty_scene()

    def run() -> None:
        with silence():
            bpy.ops.import_scene.gltf(filepath=str(file))

    return timed(run)


def _files(size: int) -> tuple[Path, Path]:
    """One without physics, and one with a body and a collider on every object."""
    with_physics, without = FOLDER / "bench.glb", FOLDER / "without.glb"
    objects = grid(size)
    export()
    with_physics.rename(without)
    make_bodies(objects)
    bpy.context.scene.omi_physics.node_layout = "COMPACT"
    export()
    return without, with_physics


def main() -> None:
    """One row a size."""
    header("Import", f"{'objects':>8}{'without s':>11}{'with s':>9}{'ratio':>7}{'us/object':>11}")
    for size in SIZES:
        without, with_physics = _files(size)
        _import(with_physics)
        pairs = [(_import(without), _import(with_physics)) for _ in range(15 if size == SIZES[0] else 5)]
        base, other = (statistics.median(p[i] for p in pairs) for i in (0, 1))
        quotient = statistics.median(b / a for a, b in pairs)
        each = (quotient - 1.0) * base / size * 1e6
        print(f"{size:>8}{base:>11.3f}{other:>9.3f}{quotient:>7.2f}{each:>11.1f}", flush=True)
    finish()


if __name__ == "__main__":
    main()
