# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Export with physics on every object against the same scene without; also what no hook could save."""

from __future__ import annotations

from common import addon_module, export, finish, grid, header, make_bodies, ratio

# isort: split
# After the harness, which sets Blender's folders.
import bpy

SIZES = (1000, 5000, 10000)


class _Least:
    """A hook that writes one shared, finished object on every node: what the exporter alone takes for the JSON."""

    def gather_gltf_extensions_hook(self, gltf, export_settings):
        payload = {"motion": {"type": "dynamic"}, "collider": {"shape": 0}}
        for node in gltf.nodes:
            node.extensions = {"OMI_physics_body": payload}
        gltf.extensions_used.append("OMI_physics_body")


def _without_physics() -> None:
    bpy.context.scene.omi_physics.use_export = False
    export()


def _with_physics() -> None:
    bpy.context.scene.omi_physics.use_export = True
    export()


def _with_least() -> None:
    hooks = addon_module("io_hooks.export")
    ours = hooks.glTF2ExportUserExtension
    hooks.glTF2ExportUserExtension = _Least
    try:
        export()
    finally:
        hooks.glTF2ExportUserExtension = ours


def main() -> None:
    """One row a scene."""
    header("Export", f"{'scene':34}{'objects':>8}{'without s':>11}{'with s':>9}{'ratio':>7}{'us/object':>11}")
    for size in SIZES:
        objects = grid(size)
        if size == SIZES[-1]:
            _row("enabled, no physics", size, *_enabled_or_not())
        _row("least a hook can add", size, *ratio(_without_physics, _with_least))
        make_bodies(objects)
        for layout in ("COMPACT", "SEPARATE"):
            bpy.context.scene.omi_physics.node_layout = layout
            _row(layout, size, *ratio(_without_physics, _with_physics))
    for size in SIZES[:2]:
        make_bodies(grid(size, is_shared=False))
        bpy.context.scene.omi_physics.node_layout = "COMPACT"
        _row("COMPACT, each mesh its own size", size, *ratio(_without_physics, _with_physics, 5))
    finish()


def _enabled_or_not() -> tuple[float, float, float]:
    """Against an export for which the add-on is not there at all."""
    hooks = addon_module("")._LOOKED_UP

    def absent() -> None:
        kept = dict(hooks)
        hooks.clear()
        try:
            export()
        finally:
            hooks.update(kept)

    return ratio(absent, export, 11)


def _row(name: str, size: int, base: float, other: float, quotient: float) -> None:
    each = (quotient - 1.0) * base / size * 1e6
    print(f"{name:34}{size:>8}{base:>11.3f}{other:>9.3f}{quotient:>7.2f}{each:>11.1f}", flush=True)


if __name__ == "__main__":
    main()
