# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Draws what an object is, and how it moves."""

from __future__ import annotations

import bpy
from bpy.app.translations import pgettext_iface as iface_

from ..operators.common import why_locked
from ..operators.roles import has_role
from ..properties.access import physics
from .parts import body_of, fits, note, split_layout

_ROLES = (("BODY", "Body"), ("COLLIDER", "Collider"), ("TRIGGER", "Trigger"), ("JOINT", "Joint"))
# What an object without physics becomes by one click, in the order of how often that is wanted.
_ONE_CLICK = (
    ("omi_physics.dynamic_body", "Dynamic"),
    ("omi_physics.static_collider", "Static"),
    ("omi_physics.kinematic_body", "Kinematic"),
    ("omi_physics.trigger_zone", "Trigger"),
    ("omi_physics.add_joint", "Joint"),
)
# Pixels that a button with only an icon takes.
_CROSS = 20.0
# How much narrower a panel below another is.
_NESTED = 20.0


def draw_roles(layout: bpy.types.UILayout, context: bpy.types.Context) -> None:
    """What the active object may become by one click, or the roles that it has; for the whole selection."""
    obj = context.object
    if obj is None:
        note(layout, context, "Select an object to give it physics.", icon="INFO")
        return
    others = [other for other in getattr(context, "selected_objects", ()) if other != obj]
    more = iface_(" (+%d selected)") % len(others) if others else ""
    row = layout.row(align=True)
    row.label(text=obj.name + more, icon_value=layout.icon(obj), translate=False)
    row.menu("OMI_MT_object", text="", icon="DOWNARROW_HLT")
    reason = why_locked(obj)
    if reason:
        note(
            layout, context, iface_("%s %s; make a library override to change it.") % (obj.name, reason), icon="LINKED"
        )
    if has_role(obj):
        _draw_roles_of(layout, context, obj)
    else:
        _draw_one_click(layout, context)


def _draw_roles_of(layout: bpy.types.UILayout, context: bpy.types.Context, obj: bpy.types.Object) -> None:
    group = physics(obj)
    is_on = {
        "BODY": group.motion.type != "NONE",
        "COLLIDER": group.use_collider,
        "TRIGGER": group.use_trigger,
        "JOINT": group.use_joint,
    }
    row = layout.row(align=True)
    buttons = _side_by_side(row, context, [name for _, name in _ROLES], _CROSS)
    for role, name in _ROLES:
        buttons.operator("omi_physics.toggle_role", text=name, depress=is_on[role]).role = role
    row.operator("omi_physics.remove_physics", text="", icon="X")


def _draw_one_click(layout: bpy.types.UILayout, context: bpy.types.Context) -> None:
    buttons = _side_by_side(layout, context, [name for _, name in _ONE_CLICK], 0.0)
    for operator, name in _ONE_CLICK:
        buttons.operator(operator, text=name)


def _side_by_side(
    layout: bpy.types.UILayout, context: bpy.types.Context, names: list[str], indent: float
) -> bpy.types.UILayout:
    """One row where the names fit, else two columns."""
    if fits(context, names, indent):
        return layout.row(align=True)
    return layout.grid_flow(row_major=True, columns=2, even_columns=True, align=True)


def draw_motion(layout: bpy.types.UILayout, context: bpy.types.Context, obj: bpy.types.Object) -> None:
    """Type and mass."""
    motion = physics(obj).motion
    is_nested = context.area is not None and context.area.type == "PROPERTIES"
    names = [item.name for item in motion.bl_rna.properties["type"].enum_items]  # type: ignore[attr-defined]
    if fits(context, names, _NESTED if is_nested else 0.0):
        layout.row(align=True).prop(motion, "type", expand=True)
    else:
        layout.prop(motion, "type", text="")
    if motion.type == "NONE":
        _draw_bodiless(layout, context, obj)
    if uses(motion.type, "mass") or motion.is_property_set("mass"):
        split_layout(layout)
        row = layout.row(align=True)
        row.active = uses(motion.type, "mass")
        row.prop(motion, "mass")
        row.operator_menu_enum("omi_physics.mass_from_density", "material", text="", icon="PRESET")


def _draw_bodiless(layout: bpy.types.UILayout, context: bpy.types.Context, obj: bpy.types.Object) -> None:
    group = physics(obj)
    if not (group.use_collider or group.use_trigger or group.use_joint):
        return
    body = body_of(obj)
    if body is not None:
        note(layout, context, iface_("Moves with %s.") % body.name, icon="RIGID_BODY")
    elif group.use_collider:
        note(layout, context, "Stands still: neither it nor a parent is a body.", icon="INFO")


_USED = {
    "STATIC": (),
    "KINEMATIC": ("linear_velocity", "angular_velocity"),
    "DYNAMIC": (
        "mass",
        "center_of_mass",
        "inertia_diagonal",
        "inertia_orientation",
        "linear_velocity",
        "angular_velocity",
        "gravity_factor",
    ),
}


def uses(motion_type: str, name: str) -> bool:
    """Whether engines use a property of a motion of this type."""
    return name in _USED.get(motion_type, ())


def shows(obj: bpy.types.Object, *names: str) -> bool:
    """Whether properties of the motion are worth showing: they are used, or were set all the same."""
    motion = physics(obj).motion
    return motion.type != "NONE" and any(uses(motion.type, n) or motion.is_property_set(n) for n in names)


def _column(layout: bpy.types.UILayout, obj: bpy.types.Object, name: str) -> bpy.types.UILayout:
    split_layout(layout)
    column = layout.column()
    column.active = uses(physics(obj).motion.type, name)
    return column


def draw_center(layout: bpy.types.UILayout, context: bpy.types.Context, obj: bpy.types.Object) -> None:
    """Center of mass."""
    _column(layout, obj, "center_of_mass").prop(physics(obj).motion, "center_of_mass", text="Center")


def draw_inertia(layout: bpy.types.UILayout, context: bpy.types.Context, obj: bpy.types.Object) -> None:
    """Inertia and the turn of its axes."""
    motion = physics(obj).motion
    column = _column(layout, obj, "inertia_diagonal")
    column.prop(motion, "inertia_diagonal")
    if any(motion.inertia_diagonal):
        column.prop(motion, "inertia_rotation")
    else:
        note(column, context, "At 0 the engine computes it from the shape.", icon="INFO")
    column.operator("omi_physics.inertia_from_shape", icon="MESH_CUBE")


def draw_velocity(layout: bpy.types.UILayout, context: bpy.types.Context, obj: bpy.types.Object) -> None:
    """Velocities at the start."""
    column = _column(layout, obj, "linear_velocity")
    column.prop(physics(obj).motion, "linear_velocity", text="Linear")
    # Blender names the axes of angles only for Euler angles.
    turning = column.column(align=True)
    for index, name in enumerate(("Angular X", "Y", "Z")):
        turning.prop(physics(obj).motion, "angular_velocity", index=index, text=name)


def draw_gravity(layout: bpy.types.UILayout, context: bpy.types.Context, obj: bpy.types.Object) -> None:
    """Gravity factor."""
    _column(layout, obj, "gravity_factor").prop(physics(obj).motion, "gravity_factor", text="Factor")
