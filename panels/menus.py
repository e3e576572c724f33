# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Menus: Add > OMI Physics, Object > OMI Physics, and fitting in Edit Mode. What stands in menus is found by F3."""

from __future__ import annotations

from contextlib import ExitStack
from typing import Any

import bpy

from ..operators.shapes import SHAPE_TYPES


class OMI_MT_add(bpy.types.Menu):
    """Objects that carry physics only"""

    bl_label = "OMI Physics"

    def draw(self, context: bpy.types.Context) -> None:
        layout = self.layout
        layout.operator("omi_physics.add_trigger", icon="CUBE")
        layout.operator_menu_enum("omi_physics.add_collider", "shape", icon="MESH_CUBE")
        layout.operator_menu_enum("omi_physics.add_joint_empty", "preset", icon="EMPTY_ARROWS")
        layout.separator()
        layout.operator("omi_physics.add_playground", icon="SCENE_DATA")


class OMI_MT_object(bpy.types.Menu):
    """Physics of the selected objects"""

    bl_label = "OMI Physics"

    def draw(self, context: bpy.types.Context) -> None:
        layout = self.layout
        layout.operator("omi_physics.dynamic_body")
        layout.operator("omi_physics.static_collider")
        layout.operator("omi_physics.kinematic_body")
        layout.operator("omi_physics.trigger_zone")
        layout.separator()
        layout.operator_menu_enum("omi_physics.add_joint", "preset")
        layout.operator_menu_enum("omi_physics.joint_preset", "preset")
        layout.separator()
        layout.menu("OMI_MT_shape")
        layout.operator("omi_physics.decompose")
        layout.operator_menu_enum("omi_physics.mass_from_density", "material")
        layout.operator("omi_physics.inertia_from_shape")
        layout.separator()
        layout.operator("omi_physics.trigger_from_selection")
        layout.operator_menu_enum("omi_physics.compound_from_children", "role")
        layout.separator()
        layout.operator("omi_physics.copy_physics")
        layout.operator("omi_physics.remove_physics")
        layout.separator()
        layout.menu("OMI_MT_take_over")
        layout.separator()
        layout.operator("omi_physics.preview_start", icon="PLAY")
        layout.operator("omi_physics.preview_stop")
        layout.separator()
        layout.operator("omi_physics.check")
        layout.operator("omi_physics.fix_all")
        if getattr(context, "is_menu_search", False):
            _draw_other_words(layout)


# What people call things, as they type it into the search (F3): only that shows these.
_OTHER_WORDS: tuple[tuple[str, str, dict[str, str]], ...] = (
    ("omi_physics.static_collider", "Add Collision", {}),
    ("omi_physics.static_collider", "Add Collider", {}),
    ("omi_physics.dynamic_body", "Add Rigid Body", {}),
    ("omi_physics.kinematic_body", "Add Animated Body", {}),
    ("omi_physics.trigger_zone", "Add Sensor (Trigger Zone)", {}),
    ("omi_physics.static_collider", "Triangle Mesh Collision (Trimesh)", {"shape": "TRIMESH"}),
    ("omi_physics.set_shape_type", "Convex Hull Collider", {"type": "CONVEX"}),
    ("omi_physics.add_joint", "Add Hinge Joint", {"preset": "HINGE"}),
    ("omi_physics.add_joint", "Add Constraint (Joint)", {}),
    ("omi_physics.add_joint", "Add Motor Joint", {"preset": "MOTOR"}),
    ("omi_physics.add_joint", "Add Spring Joint", {"preset": "SPRING"}),
    ("omi_physics.preview_start", "Simulate Physics", {}),
    ("omi_physics.preview_start", "Preview Physics", {}),
    ("omi_physics.preview_stop", "Stop Simulating Physics", {}),
    ("omi_physics.from_rigid_bodies", "Convert Rigid Bodies", {}),
    ("omi_physics.check", "Validate Physics", {}),
)


def _draw_other_words(layout: bpy.types.UILayout) -> None:
    for operator, words, values in _OTHER_WORDS:
        button: Any = layout.operator(operator, text=words)
        for name, value in values.items():
            setattr(button, name, value)


class OMI_MT_take_over(bpy.types.Menu):
    """Physics that is set up in another way"""

    bl_label = "Take Over"

    def draw(self, context: bpy.types.Context) -> None:
        layout = self.layout
        layout.operator("omi_physics.from_rigid_bodies", icon="PHYSICS")
        layout.operator("omi_physics.from_names", icon="SORTALPHA")
        layout.separator()
        layout.operator("omi_physics.to_rigid_bodies", icon="RIGID_BODY")


class OMI_MT_shape(bpy.types.Menu):
    """Shapes of the selected objects"""

    bl_label = "Collider Shape"

    def draw(self, context: bpy.types.Context) -> None:
        draw_shape_menu(self.layout, "COLLIDER")


class OMI_MT_trigger_shape(bpy.types.Menu):
    """Trigger shapes of the selected objects"""

    bl_label = "Trigger Shape"

    def draw(self, context: bpy.types.Context) -> None:
        draw_shape_menu(self.layout, "TRIGGER")


def draw_shape_menu(layout: bpy.types.UILayout, role: str) -> None:
    """What can be done to the shape of a collider or trigger."""
    for name in ("fit_shape", "fit_to_selection", "shape_to_mesh"):
        button: Any = layout.operator(f"omi_physics.{name}")
        button.role = role
    layout.separator()
    layout.label(text="Switch To, Keeping the Fit")
    for kind, name, _, icon, _ in SHAPE_TYPES:
        button = layout.operator("omi_physics.set_shape_type", text=name, icon=icon)
        button.role, button.type = role, kind


def _draw_add(menu: bpy.types.Menu, context: bpy.types.Context) -> None:
    menu.layout.menu("OMI_MT_add", icon="PHYSICS")


def _draw_object(menu: bpy.types.Menu, context: bpy.types.Context) -> None:
    menu.layout.separator()
    menu.layout.menu("OMI_MT_object")


def _draw_edit_mesh(menu: bpy.types.Menu, context: bpy.types.Context) -> None:
    menu.layout.separator()
    menu.layout.operator("omi_physics.fit_to_selection")


CLASSES = (OMI_MT_add, OMI_MT_shape, OMI_MT_trigger_shape, OMI_MT_take_over, OMI_MT_object)


def register_extra(undo: ExitStack) -> None:
    """Appends the entries to Blender's menus."""
    for menu, draw in (
        (bpy.types.VIEW3D_MT_add, _draw_add),
        (bpy.types.VIEW3D_MT_object, _draw_object),
        (bpy.types.VIEW3D_MT_edit_mesh, _draw_edit_mesh),
    ):
        menu.append(draw)
        undo.callback(menu.remove, draw)
