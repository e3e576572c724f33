# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The role buttons on top of the panels: each adds or removes one role."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import bpy
from bpy.props import EnumProperty

from ..core.physics.joint_presets import PresetOptions
from ..properties.access import physics
from .common import UNDO, OperatorResult, act_on_each, poll_active, selected_objects
from .joint_presets import write_preset
from .measure import Measure
from .modes import undoable
from .shape_choice import fit_new_shape, is_untouched, refuse_shapeless


@undoable
class OMI_OT_toggle_role(bpy.types.Operator):
    """Add or remove this role on all selected objects, as on the active one"""

    bl_idname = "omi_physics.toggle_role"
    bl_label = "Toggle Role"
    bl_options = UNDO

    if TYPE_CHECKING:
        role: str
    else:
        role: EnumProperty(
            name="Role",
            description="What the objects become or stop being",
            items=(
                ("BODY", "Body", "Moves on its own, or is moved"),
                ("COLLIDER", "Collider", "Is solid"),
                ("TRIGGER", "Trigger", "Reports what enters it"),
                ("JOINT", "Joint", "Connects the body of the object to another"),
            ),
            default="COLLIDER",
        )

    @classmethod
    def description(cls, context: bpy.types.Context, properties: Any) -> str:
        return _TOGGLE_TIPS[properties.role]

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        return poll_active(cls, context)

    def execute(self, context: bpy.types.Context) -> OperatorResult:
        measure = Measure(context)
        objects = selected_objects(context, use_active=True)
        is_on = not is_in_role(objects[0], self.role)
        others = [obj for obj in objects if is_in_role(obj, self.role) != is_on]
        return act_on_each(self, others, lambda obj: _set_role(obj, self.role, is_on, measure))


_TOGGLE_TIPS = {
    "BODY": "Make the selected objects dynamic bodies, which physics moves, or stop them from being bodies",
    "COLLIDER": "Make the selected objects solid, with a shape that fits their mesh, or take their collider away",
    "TRIGGER": "Make the selected objects zones that report what enters them, or stop that",
    "JOINT": "Connect the body that each selected object belongs to to another, or remove that joint",
}


def is_in_role(obj: bpy.types.Object, role: str) -> bool:
    """Whether an object has the role BODY, COLLIDER, TRIGGER or JOINT."""
    group = physics(obj)
    if role == "BODY":
        return group.motion.type != "NONE"
    return {"COLLIDER": group.use_collider, "TRIGGER": group.use_trigger, "JOINT": group.use_joint}[role]


def _set_role(obj: bpy.types.Object, role: str, is_on: bool, measure: Measure) -> None:
    group = physics(obj)
    if role == "BODY":
        group.motion.type = "DYNAMIC" if is_on else "NONE"
    elif role == "JOINT":
        if is_on and not group.joint.limits and not group.joint.drives:
            write_preset(group.joint, "FIXED", PresetOptions())
        group.use_joint = is_on
    elif not is_on:
        group.property_unset("use_collider" if role == "COLLIDER" else "use_trigger")
    elif role == "COLLIDER":
        refuse_shapeless(obj)
        if is_untouched(group.collider.shape):
            fit_new_shape(obj, group.collider.shape, measure, "GUESS", group.motion.type in ("NONE", "STATIC"))
        group.use_collider = True
    else:
        refuse_shapeless(obj)
        if is_untouched(group.trigger.shape):
            fit_new_shape(obj, group.trigger.shape, measure, "GUESS", is_still=False)
        group.use_trigger = True


CLASSES = (OMI_OT_toggle_role,)
