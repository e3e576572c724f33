# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Draws the shape, material and filter of colliders and triggers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import bpy
from bpy.app.translations import pgettext_iface as iface_

from ..core.geometry.place import Placed, Unplaceable
from ..operators.told import lengths
from ..properties.access import physics
from ..properties.capture import as_rows
from ..properties.read import read_shape
from . import measured
from .parts import note, split_layout

if TYPE_CHECKING:
    from ..properties.groups_shape import OMI_PG_filter, OMI_PG_shape

_ROUND = ("CAPSULE", "CYLINDER")
_OF_MESH = ("CONVEX", "TRIMESH")
_FIELDS = {
    "BOX": ("size",),
    "SPHERE": ("radius",),
    "CAPSULE": ("radius_bottom", "radius_top", "height"),
    "CYLINDER": ("radius_bottom", "radius_top", "height"),
}
_NOTES = {
    "shape-flat": "The mesh is flat: the box gets a thickness of 1 mm.",
    "shape-shear": "The object is sheared: the shape only comes near it.",
    "shape-nonuniform-round": "The scale is not even: the shape takes the larger one.",
    "capsule-becomes-sphere": "No longer than wide: a sphere is written.",
}


def draw_shape(
    layout: bpy.types.UILayout, context: bpy.types.Context, obj: bpy.types.Object, shape: OMI_PG_shape, role: str
) -> None:
    """Type, fit and dimensions."""
    split_layout(layout)
    _draw_type(layout, shape, role)
    if shape.type == "NONE":
        note(layout, context, "A compound parent: the colliders below belong to it.", icon="INFO")
        return
    layout.row().prop(shape, "fit", expand=True)
    if shape.type in _ROUND:
        layout.row().prop(shape, "axis", expand=True)
    if shape.type in _OF_MESH:
        _draw_mesh(layout, context, obj, shape)
    elif shape.fit == "MANUAL":
        _draw_fields(layout, shape)
        _draw_scaled(layout, context, obj, shape, role)
    else:
        _draw_measured(layout, context, obj, shape, role)
    if obj.type in ("MESH", "CURVE", "SURFACE", "FONT", "META"):
        layout.prop(shape, "use_collision_only")
    _draw_tools(layout, context, obj, shape, role)


def _draw_type(layout: bpy.types.UILayout, shape: OMI_PG_shape, role: str) -> None:
    if shape.fit == "AUTO" or shape.type == "NONE":
        layout.prop(shape, "type")
        return
    # With dimensions set by hand, another type takes over how far they reach.
    items = shape.bl_rna.properties["type"].enum_items  # type: ignore[attr-defined]
    current = items.get(shape.type)
    split = layout.split(factor=0.4)
    label = split.row()
    label.alignment = "RIGHT"
    label.label(text="Shape")
    row = split.row(align=True)
    menu = row.operator_menu_enum(
        "omi_physics.set_shape_type",
        "type",
        text=current.name if current is not None else "",
        icon=current.icon if current is not None else "NONE",
    )
    menu.role = role


def _draw_fields(layout: bpy.types.UILayout, shape: OMI_PG_shape) -> None:
    column = layout.column()
    for name in _FIELDS.get(shape.type, ()):
        column.prop(shape, name)


def _draw_scaled(
    layout: bpy.types.UILayout, context: bpy.types.Context, obj: bpy.types.Object, shape: OMI_PG_shape, role: str
) -> None:
    """What the numbers come to in the scene, where a scale makes that differ."""
    if measured.is_scaled(as_rows(obj.matrix_world)):
        found = measured.written(context, obj, read_shape(shape), role)
        if found is not None and isinstance(found.result, Placed):
            words = measured.dimensions_words(found.result, lengths(context))
            note(layout, context, iface_("In the scene, scaled: %s") % words)


def _draw_mesh(
    layout: bpy.types.UILayout, context: bpy.types.Context, obj: bpy.types.Object, shape: OMI_PG_shape
) -> None:
    layout.prop(shape, "mesh")
    mesh = shape.mesh
    if mesh is None and obj.type == "MESH":
        mesh = obj.evaluated_get(context.view_layer.depsgraph).data
    if mesh is None:
        if obj.type not in ("CURVE", "SURFACE", "FONT", "META"):
            note(layout, context, "The object has no faces: choose a mesh.", icon="ERROR", is_alert=True)
    elif shape.type == "CONVEX":
        _draw_rows(layout, [("Hull of", f"{len(mesh.vertices):,} vertices")])
    else:
        # A polygon of n corners is n - 2 triangles.
        count = len(mesh.loops) - 2 * len(mesh.polygons)
        _draw_rows(layout, [("Mesh of", f"{max(count, 0):,} triangles")])


def _draw_measured(
    layout: bpy.types.UILayout, context: bpy.types.Context, obj: bpy.types.Object, shape: OMI_PG_shape, role: str
) -> None:
    if obj.mode == "EDIT" and not obj.modifiers:
        note(layout, context, "Measured again when you leave Edit Mode.", icon="INFO")
        return
    found = measured.written(context, obj, read_shape(shape), role)
    if found is None:
        _draw_rows(layout, [("", "Measuring...")])
    elif isinstance(found.result, Unplaceable):
        text = iface_("Nothing is written: %s %s.") % (obj.name, found.result.reason)
        note(layout, context, text, icon="ERROR", is_alert=True)
    elif "shape-fit-no-geometry" in found.result.notes:
        note(layout, context, "There is no mesh to measure, so these values count.", icon="INFO")
        _draw_fields(layout, shape)
    else:
        _draw_rows(layout, measured.rows(found, lengths(context)))
        unscaled = measured.unscaled_words(found, lengths(context))
        if unscaled:
            note(layout, context, iface_("Without the object's scale: %s") % unscaled)
        _draw_notes(layout, context, found.result)


def _draw_rows(layout: bpy.types.UILayout, rows: list[tuple[str, str]]) -> None:
    """Values that are not entered but found, where fields would be."""
    column = layout.column(align=True)
    column.active = False
    column.scale_y = 0.85
    for name, value in rows:
        split = column.split(factor=0.4)
        label = split.row()
        label.alignment = "RIGHT"
        label.label(text=name)
        split.label(text=value, translate=False)


def _draw_notes(layout: bpy.types.UILayout, context: bpy.types.Context, placed: Placed) -> None:
    for code in placed.notes:
        if code in _NOTES:
            note(layout, context, _NOTES[code], icon="INFO")


def _draw_tools(
    layout: bpy.types.UILayout, context: bpy.types.Context, obj: bpy.types.Object, shape: OMI_PG_shape, role: str
) -> None:
    row = layout.row(align=True)
    if context.mode == "EDIT_MESH":
        row.operator("omi_physics.fit_to_selection", text="Fit to Selection").role = role
        return
    if shape.type not in _OF_MESH and obj.type != "EMPTY":
        name = "Fit to Mesh" if shape.fit == "MANUAL" else "Edit by Hand"
        row.operator("omi_physics.fit_shape", text=name).role = role
    row.operator("omi_physics.shape_to_mesh", text="Make Mesh").role = role


def has_offset(shape: OMI_PG_shape, obj: bpy.types.Object) -> bool:
    """Whether offset and rotation count: for values set by hand, and where nothing can be measured."""
    if shape.type == "NONE":
        return False
    return shape.fit == "MANUAL" or (obj.type == "EMPTY" and shape.type not in _OF_MESH)


def draw_offset(layout: bpy.types.UILayout, shape: OMI_PG_shape) -> None:
    """Where the shape sits in the object's space."""
    split_layout(layout)
    layout.column().prop(shape, "offset")
    layout.column().prop(shape, "rotation")


def draw_material(layout: bpy.types.UILayout, obj: bpy.types.Object) -> None:
    """Friction and bounciness."""
    collider = physics(obj).collider
    material = collider.material
    split_layout(layout)
    layout.active = collider.use_material
    layout.prop(material, "name")
    column = layout.column(align=True)
    column.prop(material, "static_friction", text="Friction Static")
    column.prop(material, "dynamic_friction", text="Dynamic")
    column.prop(material, "friction_combine", text="Combine")
    column = layout.column(align=True)
    column.prop(material, "restitution")
    column.prop(material, "restitution_combine", text="Combine")


def draw_filter(layout: bpy.types.UILayout, group: OMI_PG_filter, is_used: bool, role: str) -> None:
    """The systems the object belongs to, and those it collides with."""
    layout.active = is_used
    layout.label(text="Member Of")
    _draw_systems(layout, group, role, "MEMBER", "collision_systems", "active_collision_system")
    layout.label(text="Collides With" if role == "COLLIDER" else "Detects")
    layout.row().prop(group, "target_mode", text="")
    if group.target_mode != "ALL":
        _draw_systems(layout, group, role, "TARGET", "target_systems", "active_target_system")
    column = layout.column()
    split_layout(column)
    column.prop(group, "name")


def _draw_systems(
    layout: bpy.types.UILayout, group: OMI_PG_filter, role: str, which: str, name: str, active: str
) -> None:
    row = layout.row()
    row.template_list("OMI_UL_systems", f"{role}_{which}", group, name, group, active, rows=2, maxrows=5)
    side = row.column(align=True)
    for operator, icon in (("add", "ADD"), ("remove", "REMOVE")):
        button = side.operator(f"omi_physics.filter_system_{operator}", text="", icon=icon)
        button.role = role
        button.which = which


def draw_trigger(layout: bpy.types.UILayout, context: bpy.types.Context, obj: bpy.types.Object) -> None:
    """A shape, or the parts of a compound zone."""
    trigger = physics(obj).trigger
    layout.row().prop(trigger, "kind", expand=True)
    if trigger.kind == "SHAPE":
        draw_shape(layout, context, obj, trigger.shape, "TRIGGER")
        return
    layout.prop(trigger, "use_all_parts")
    if trigger.use_all_parts:
        note(layout, context, "Every trigger below this object is a part of the zone.", icon="INFO")
    else:
        row = layout.row()
        row.template_list("OMI_UL_parts", "", trigger, "parts", trigger, "active_part", rows=3)
        side = row.column(align=True)
        side.operator("omi_physics.part_add", text="", icon="ADD")
        side.operator("omi_physics.part_remove", text="", icon="REMOVE")
    layout.operator("omi_physics.compound_from_children", text="Triggers from Children").role = "TRIGGER"
