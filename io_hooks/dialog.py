# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Our section in the export and import dialogs, and what keeps our data out of glTF `extras`."""

from __future__ import annotations

from contextlib import ExitStack
from typing import Any

import bpy

from .. import registration
from ..properties.access import scene_settings
from . import compat

# Under these names Blender stores what our properties hold; they shall not become `extras` of the file.
POINTERS = ("omi_physics", "omi_physics_overlay")


def draw_export(context: bpy.types.Context, layout: bpy.types.UILayout) -> None:
    """Options of the export, below those of Blender's exporter."""
    settings = scene_settings(context.scene)
    header, body = layout.panel("OMI_physics_export", default_closed=False)
    header.use_property_split = False
    header.prop(settings, "use_export", text="OMI Physics")
    if body is not None:
        body.use_property_split = True
        body.use_property_decorate = False
        body.active = settings.use_export
        body.row(heading="Formats").prop(settings, "formats", expand=True)
        body.prop(settings, "node_layout")
        body.column(heading="Compatible").prop(settings, "use_godot_compat", text="Godot 4.6")
        body.prop(settings, "on_issues")


def draw_import(context: bpy.types.Context, layout: bpy.types.UILayout) -> None:
    """Options of the import, below those of Blender's importer."""
    settings = scene_settings(context.scene)
    header, body = layout.panel("OMI_physics_import", default_closed=False)
    header.use_property_split = False
    header.prop(settings, "use_import", text="OMI Physics")
    if body is not None:
        body.use_property_split = True
        body.use_property_decorate = False
        body.active = settings.use_import
        body.prop(settings, "use_import_shape_nodes")


def attach() -> None:
    """Adds our entries to Blender's glTF add-on where they are missing.

    They go missing when the glTF add-on is enabled after ours, which loads it anew and tells nobody. So this is called
    when a file is loaded, when the File > Export menu is drawn, and when the exporter looks for our hooks.
    """
    gltf = compat.gltf_addon()
    if gltf is None or not registration.addon_id():
        return
    # Blender 4.2 adds an entry of the same key by itself.
    gltf.exporter_extension_layout_draw[registration.addon_id()] = draw_export
    names = compat.extras_black_list()
    names.extend(name for name in POINTERS if name not in names)


def _detach() -> None:
    gltf = compat.gltf_addon()
    if gltf is not None:
        gltf.exporter_extension_layout_draw.pop(registration.addon_id(), None)
        gltf.importer_extension_layout_draw.pop(registration.addon_id(), None)
        names = compat.extras_black_list()
        names[:] = [name for name in names if name not in POINTERS]


@bpy.app.handlers.persistent
def _after_load(*_: Any) -> None:
    attach()


def _on_export_menu(_menu: bpy.types.Menu, _context: bpy.types.Context) -> None:
    attach()


def register_extra(undo: ExitStack) -> None:
    """Attaches now and later."""
    attach()
    undo.callback(_detach)
    watched: list[tuple[Any, Any]] = [
        (bpy.app.handlers.load_post, _after_load),
        (bpy.types.TOPBAR_MT_file_export, _on_export_menu),
    ]
    for listeners, listener in watched:
        listeners.append(listener)
        undo.callback(listeners.remove, listener)
