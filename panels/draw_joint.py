# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Draws joints, their limits and drives."""

from __future__ import annotations

from typing import TYPE_CHECKING

import bpy

from ..core.physics.words import joint_words
from ..operators.told import lengths
from ..properties.access import physics
from ..properties.read import is_deleted, read_joint
from .parts import body_of, note, split_layout

if TYPE_CHECKING:
    from ..properties.groups_joint import OMI_PG_drive, OMI_PG_joint, OMI_PG_limit


def draw_joint(layout: bpy.types.UILayout, context: bpy.types.Context, obj: bpy.types.Object) -> None:
    """What the joint does in words, its kind, and its two ends."""
    joint = physics(obj).joint
    note(layout, context, joint_words(read_joint(joint), lengths(context)) + ".", icon="CONSTRAINT")
    layout.operator_menu_enum("omi_physics.joint_preset", "preset", text="Choose a Kind")
    _draw_ends(layout, context, obj, joint)
    split_layout(layout)
    layout.prop(joint, "use_collision")


def _draw_ends(
    layout: bpy.types.UILayout, context: bpy.types.Context, obj: bpy.types.Object, joint: OMI_PG_joint
) -> None:
    body = body_of(obj)
    column = layout.column()
    split_layout(column)
    split = column.split(factor=0.4)
    label = split.row()
    label.alignment = "RIGHT"
    label.label(text="Body")
    if body is not None:
        split.label(text=body.name, icon_value=layout.icon(body), translate=False)
    else:
        split.alert = True
        split.label(text="None", icon="ERROR")
        note(column, context, "Parent this object to a dynamic body, or make it one.", icon="INFO")
    row = column.row()
    gone = joint.connected is not None and is_deleted(joint.connected)
    row.alert = gone
    row.prop(joint, "connected")
    if gone:
        note(column, context, "The object was deleted: choose another.", icon="ERROR", is_alert=True)
    column.row().prop(joint, "attach", expand=True)


def _draw_list(layout: bpy.types.UILayout, joint: OMI_PG_joint, kind: str) -> None:
    row = layout.row()
    row.template_list(f"OMI_UL_{kind}s", "", joint, f"{kind}s", joint, f"active_{kind}", rows=4, maxrows=6)
    side = row.column(align=True)
    side.operator(f"omi_physics.{kind}_add", text="", icon="ADD")
    side.operator(f"omi_physics.{kind}_remove", text="", icon="REMOVE")
    side.operator(f"omi_physics.{kind}_duplicate", text="", icon="DUPLICATE")
    side.separator()
    for direction in ("UP", "DOWN"):
        side.operator(f"omi_physics.{kind}_move", text="", icon=f"TRIA_{direction}").direction = direction


def draw_limits(layout: bpy.types.UILayout, context: bpy.types.Context, obj: bpy.types.Object) -> None:
    """The list of limits and the fields of the active one."""
    joint = physics(obj).joint
    _draw_list(layout, joint, "limit")
    if 0 <= joint.active_limit < len(joint.limits):
        _draw_limit(layout, joint.limits[joint.active_limit])
    elif not joint.limits:
        note(layout, context, "No limits: the two bodies move freely.", icon="INFO")


def _draw_limit(layout: bpy.types.UILayout, limit: OMI_PG_limit) -> None:
    split_layout(layout)
    layout.row().prop(limit, "kind", expand=True)
    layout.row().prop(limit, "axes", expand=True)
    unit = "distance" if limit.kind == "LINEAR" else "angle"
    column = layout.column(align=True)
    for name, heading in (("min", "Minimum"), ("max", "Maximum")):
        row = column.row(heading=heading, align=True)
        _draw_switched(row, limit, f"use_{name}", f"{name}_{unit}")
        row.operator("omi_physics.limit_from_pose", text="", icon="EYEDROPPER").bound = name.upper()
    if len(limit.axes) > 1:
        layout.prop(limit, "is_radial")
    column = layout.column(align=True)
    _draw_switched(column.row(heading="Soft", align=True), limit, "use_stiffness", "stiffness")
    if limit.use_stiffness or limit.damping:
        column.prop(limit, "damping")


def _draw_switched(row: bpy.types.UILayout, group: OMI_PG_limit | OMI_PG_drive, switch: str, name: str) -> None:
    """A value with the checkbox that makes it count, in one row."""
    row.prop(group, switch, text="")
    field = row.row(align=True)
    field.active = getattr(group, switch)
    field.prop(group, name, text="")


def draw_drives(layout: bpy.types.UILayout, context: bpy.types.Context, obj: bpy.types.Object) -> None:
    """The list of drives and the fields of the active one."""
    joint = physics(obj).joint
    _draw_list(layout, joint, "drive")
    if 0 <= joint.active_drive < len(joint.drives):
        _draw_drive(layout, context, joint.drives[joint.active_drive])


def _draw_drive(layout: bpy.types.UILayout, context: bpy.types.Context, drive: OMI_PG_drive) -> None:
    split_layout(layout)
    layout.row().prop(drive, "kind", expand=True)
    layout.row().prop(drive, "axis", expand=True)
    is_linear = drive.kind == "LINEAR"
    column = layout.column(align=True)
    row = column.row(heading="Position", align=True)
    _draw_switched(row, drive, "use_position_target", "position_distance" if is_linear else "position_angle")
    field = column.row(align=True)
    field.active = drive.use_position_target
    field.prop(drive, "stiffness")
    column = layout.column(align=True)
    row = column.row(heading="Velocity", align=True)
    _draw_switched(row, drive, "use_velocity_target", "velocity_linear" if is_linear else "velocity_angular")
    field = column.row(align=True)
    field.active = drive.use_velocity_target or drive.use_position_target
    field.prop(drive, "damping")
    _draw_effect(layout, context, drive)
    column = layout.column(align=True)
    _draw_switched(column.row(heading="Force Up To", align=True), drive, "use_max_force", "max_force")
    column.prop(drive, "mode")


def _draw_effect(layout: bpy.types.UILayout, context: bpy.types.Context, drive: OMI_PG_drive) -> None:
    """Says what is missing for the drive to push at all."""
    if not (drive.use_position_target or drive.use_velocity_target):
        note(layout, context, "Without a target the drive does nothing.", icon="INFO")
    elif drive.use_position_target and not drive.stiffness:
        note(layout, context, "A position needs stiffness to be pulled toward.", icon="INFO")
    elif drive.use_velocity_target and not drive.damping:
        note(layout, context, "A velocity needs damping to be driven at.", icon="INFO")
