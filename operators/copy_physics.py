# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Copies physics from the active object to the other selected ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

import bpy
from bpy.props import EnumProperty

from ..properties.access import physics
from .common import UNDO, OperatorResult, act_on_each, selected_objects
from .modes import undoable
from .rows import copy_group

_WHAT = (
    ("MOTION", "Motion", "Motion type, mass, velocities"),
    ("SHAPE", "Collider", "Whether there is a collider, and its shape"),
    ("MATERIAL", "Material", "Material of the collider"),
    ("FILTER", "Collider Filter", "Filter of the collider"),
    ("TRIGGER", "Trigger", "The trigger with its shape, parts and filter"),
    ("JOINT", "Joint", "The joint with its target, limits and drives"),
)


@undoable
class OMI_OT_copy_physics(bpy.types.Operator):
    """Copy physics of the active object to all other selected objects"""

    bl_idname = "omi_physics.copy_physics"
    bl_label = "Copy Physics to Selected"
    bl_options = UNDO

    if TYPE_CHECKING:
        what: set[str]
    else:
        what: EnumProperty(
            name="What",
            description="What is copied",
            items=_WHAT,
            default={"MOTION", "SHAPE", "MATERIAL", "FILTER", "TRIGGER"},
            options={"ENUM_FLAG"},
        )

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        if context.object is None:
            cls.poll_message_set("Select an object")
            return False
        if not [obj for obj in selected_objects(context) if obj != context.object]:
            cls.poll_message_set("Select the objects to copy to, then the one to copy from")
            return False
        return True

    def execute(self, context: bpy.types.Context) -> OperatorResult:
        source = context.object
        others = [obj for obj in selected_objects(context) if obj != source]
        if not self.what:
            self.report({"WARNING"}, "Choose what to copy")
            return {"CANCELLED"}
        return act_on_each(self, others, lambda obj: self._copy(source, obj))

    def _copy(self, source: bpy.types.Object, obj: bpy.types.Object) -> None:
        old, new = physics(source), physics(obj)
        if "MOTION" in self.what:
            copy_group(old.motion, new.motion)
        if "SHAPE" in self.what:
            new.use_collider = old.use_collider
            copy_group(old.collider.shape, new.collider.shape)
        if "MATERIAL" in self.what:
            new.collider.use_material = old.collider.use_material
            copy_group(old.collider.material, new.collider.material)
        if "FILTER" in self.what:
            new.collider.use_filter = old.collider.use_filter
            copy_group(old.collider.filter, new.collider.filter)
        if "TRIGGER" in self.what:
            new.use_trigger = old.use_trigger
            copy_group(old.trigger, new.trigger)
        if "JOINT" in self.what:
            new.use_joint = old.use_joint
            copy_group(old.joint, new.joint)

    def draw(self, context: bpy.types.Context) -> None:
        self.layout.column().prop(self, "what")


CLASSES = (OMI_OT_copy_physics,)
