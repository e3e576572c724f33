# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Our section of the Overlays popover."""

from __future__ import annotations

from typing import Any

import bpy

from ..properties.access import overlay_settings


class OMI_PT_overlay(bpy.types.Panel):
    """Switches of the physics overlay"""

    bl_label = "OMI Physics"
    bl_space_type = "VIEW_3D"
    bl_region_type = "HEADER"
    bl_parent_id = "VIEW3D_PT_overlay"

    def draw_header(self, context: bpy.types.Context) -> None:
        """The switch of the whole overlay."""
        self.layout.prop(overlay_settings(context.window_manager), "show_overlay", text="")

    def draw(self, context: bpy.types.Context) -> None:
        """The switches of its parts."""
        settings = overlay_settings(context.window_manager)
        layout = self.layout
        view: Any = context.space_data
        layout.active = settings.show_overlay and view.overlay.show_overlays
        grid = layout.grid_flow(columns=2, even_columns=True)
        for name in ("show_colliders", "show_triggers", "show_joints", "show_centers", "show_velocities"):
            grid.prop(settings, name)
        grid.prop(settings, "use_selected_only")


CLASSES = (OMI_PT_overlay,)
