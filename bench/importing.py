# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Import with physics against the same file with our import switched off."""

from __future__ import annotations

import statistics

from common import FOLDER, _silence, addon_module, empty_scene, export, finish, grid, header, make_bodies, timed

# isort: split
# After the harness, which sets Blender's folders.
import bpy

SIZES = (1000, 5000, 10000)
assert addon_module


def _import(is_on: bool) -> float:
    empty_scene()
    bpy.context.scene.omi_physics.use_import = is_on

    def run() -> None:
        with _silence():
            bpy.ops.import_scene.gltf(filepath=str(FOLDER / "bench.glb"))

    return timed(run)


def main() -> None:
    """One row a size."""
    header("Import", f"{'objects':>8}{'without s':>11}{'with s':>9}{'ratio':>7}{'us/object':>11}")
    for size in SIZES:
        make_bodies(grid(size))
        bpy.context.scene.omi_physics.node_layout = "COMPACT"
        export()
        _import(True)
        pairs = [(_import(False), _import(True)) for _ in range(3)]
        base, other = (statistics.median(p[i] for p in pairs) for i in (0, 1))
        each = (other - base) / size * 1e6
        print(f"{size:>8}{base:>11.3f}{other:>9.3f}{other / base:>7.2f}{each:>11.1f}", flush=True)
    finish()


main()
