# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The lists of the panels: limits, drives, trigger parts, collision systems, objects with physics."""

from __future__ import annotations

from typing import Any

import bpy

from ..core.physics.words import drive_title, limit_words
from ..operators.told import lengths
from ..properties.read import read_drive, read_limit
from . import inventory

ROLE_ICONS = (
    (inventory.DYNAMIC, "RIGID_BODY"),
    (inventory.KINEMATIC, "ANIM"),
    (inventory.STATIC, "PINNED"),
    (inventory.COLLIDER, "MESH_CUBE"),
    (inventory.TRIGGER, "MOD_WIREFRAME"),
    (inventory.JOINT, "CONSTRAINT"),
)


class _Row:
    """A list that needs only the item of a row to draw it."""

    def draw_item(
        self,
        context: bpy.types.Context,
        layout: bpy.types.UILayout,
        data: Any,
        item: Any,
        icon: int,
        active_data: Any,
        active_property: str,
    ) -> None:
        """Called by Blender for each row."""
        self.draw_row(context, layout, item)

    def draw_row(self, context: bpy.types.Context, layout: bpy.types.UILayout, item: Any) -> None:
        """Draws one row."""
        raise NotImplementedError


class OMI_UL_limits(_Row, bpy.types.UIList):
    """Limits of a joint, each in words"""

    def draw_row(self, context: bpy.types.Context, layout: bpy.types.UILayout, item: Any) -> None:
        """What the limit allows."""
        layout.label(text=limit_words(read_limit(item), lengths(context)), translate=False)


class OMI_UL_drives(_Row, bpy.types.UIList):
    """Drives of a joint, each in words"""

    def draw_row(self, context: bpy.types.Context, layout: bpy.types.UILayout, item: Any) -> None:
        """What the drive wants."""
        layout.label(text=drive_title(read_drive(item), lengths(context)), translate=False)


class OMI_UL_parts(_Row, bpy.types.UIList):
    """Parts of a compound trigger"""

    def draw_row(self, context: bpy.types.Context, layout: bpy.types.UILayout, item: Any) -> None:
        """The part, which can be chosen in place."""
        layout.prop(item, "object", text="", emboss=item.object is None)


class OMI_UL_systems(_Row, bpy.types.UIList):
    """Collision systems of a filter"""

    def draw_row(self, context: bpy.types.Context, layout: bpy.types.UILayout, item: Any) -> None:
        """The name, with the names used elsewhere to choose from."""
        layout.prop(item, "name", text="", emboss=not item.name)


class OMI_UL_objects(_Row, bpy.types.UIList):
    """Objects of a scene that have physics"""

    use_filter_show = True

    def draw_row(self, context: bpy.types.Context, layout: bpy.types.UILayout, item: Any) -> None:
        """The object with the signs of its roles."""
        row = layout.row(align=True)
        left = row.row()
        left.alignment = "LEFT"
        left.operator(
            "omi_physics.select_object", text=item.name, icon_value=left.icon(item), emboss=False, translate=False
        ).name = item.name
        signs = row.row(align=True)
        signs.alignment = "RIGHT"
        roles = inventory.roles_of(item)
        for role, icon in ROLE_ICONS:
            if roles & role:
                signs.label(text="", icon=icon)

    def filter_items(self, context: bpy.types.Context, data: Any, name: str) -> tuple[list[int], list[int]]:
        """Only objects with physics, and of these what the search field asks for."""
        shown = self.bitflag_filter_item
        roles = inventory.inventory(data).roles
        flags = [shown if bits else 0 for bits in roles]
        if self.filter_name:
            named = bpy.types.UI_UL_list.filter_items_by_name(self.filter_name, shown, getattr(data, name), "name")
            flags = [a & b for a, b in zip(flags, named, strict=False)]
        return flags, []


CLASSES = (OMI_UL_limits, OMI_UL_drives, OMI_UL_parts, OMI_UL_systems, OMI_UL_objects)
