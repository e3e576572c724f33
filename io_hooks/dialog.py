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

_POINTER = "omi_physics"


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
        body.prop(settings, "node_layout")
        body.prop(settings, "use_godot_compat")
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


def _add_to_dialogs() -> None:
    gltf = compat.gltf_addon()
    if gltf is not None:
        gltf.exporter_extension_layout_draw[registration.addon_id()] = draw_export
        names = compat.extras_black_list()
        if _POINTER not in names:
            names.append(_POINTER)


def _remove_from_dialogs() -> None:
    gltf = compat.gltf_addon()
    if gltf is not None:
        gltf.exporter_extension_layout_draw.pop(registration.addon_id(), None)
        gltf.importer_extension_layout_draw.pop(registration.addon_id(), None)
        names = compat.extras_black_list()
        if _POINTER in names:
            names.remove(_POINTER)


@bpy.app.handlers.persistent
def _after_load(*_: Any) -> None:
    # Enabling the glTF add-on after ours reloads it, and our entries are gone.
    _add_to_dialogs()


def register_extra(undo: ExitStack) -> None:
    """Adds our section; Blender 4.2 finds it by itself, under the same key."""
    _add_to_dialogs()
    undo.callback(_remove_from_dialogs)
    bpy.app.handlers.load_post.append(_after_load)
    undo.callback(bpy.app.handlers.load_post.remove, _after_load)
