# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Draws what physics a scene has, and how it is exported."""

from __future__ import annotations

import bpy

from ..properties.access import scene_settings
from . import inventory
from .draw_checks import draw_stopped
from .parts import note, split_layout


def draw_inventory(layout: bpy.types.UILayout, context: bpy.types.Context) -> None:
    """Counts, and the list of objects that have physics."""
    lines = inventory.words(inventory.inventory(context.scene))
    if not lines:
        note(layout, context, "No object of this scene has physics yet.", icon="INFO")
        return
    for line in lines:
        note(layout, context, line)
    state = context.window_manager
    layout.template_list(
        "OMI_UL_objects", "", context.scene, "objects", state, "omi_physics_active_object", rows=4, maxrows=12
    )


def draw_export(layout: bpy.types.UILayout, context: bpy.types.Context) -> None:
    """How physics is written, and the export itself."""
    settings = scene_settings(context.scene)
    split_layout(layout)
    layout.prop(settings, "use_export")
    column = layout.column()
    column.active = settings.use_export
    column.row(heading="Formats").prop(settings, "formats", expand=True)
    column.prop(settings, "node_layout")
    column.column(heading="Compatible").prop(settings, "use_godot_compat", text="Godot 4.6")
    column.prop(settings, "on_issues")
    if hasattr(bpy.types, "EXPORT_SCENE_OT_gltf"):
        layout.operator("export_scene.gltf", text="Export glTF", icon="EXPORT")
    else:
        note(layout, context, 'Enable the add-on "glTF 2.0 format" in the preferences to export.', icon="ERROR")
    draw_stopped(layout, context)
