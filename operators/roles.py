# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""One click makes an object a body, a collider or a trigger, with a shape that fits its mesh; or takes that away."""

from __future__ import annotations

from typing import TYPE_CHECKING

import bpy
from bpy.props import EnumProperty

from ..properties.access import physics
from .common import UNDO, OperatorResult, Skip, act_on_each, poll_objects, selected_objects
from .measure import Measure
from .modes import undoable
from .rows import reset
from .shape_choice import SHAPES, can_have_shape, fit_new_shape, needs_shape, refuse_shapeless


class _Role:
    """A role for every selected object, with the shape chosen."""

    bl_options = UNDO

    if TYPE_CHECKING:
        shape: str
    else:
        shape: EnumProperty(name="Shape", description="Which shape the objects get", items=SHAPES, default="GUESS")

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        return poll_objects(cls, context)  # type: ignore[arg-type]

    def execute(self, context: bpy.types.Context) -> OperatorResult:
        measure = Measure(context)
        return act_on_each(self, selected_objects(context), lambda obj: self.act(obj, measure))  # type: ignore[arg-type]

    def act(self, obj: bpy.types.Object, measure: Measure) -> None:
        raise NotImplementedError

    def _make_body(self, obj: bpy.types.Object, measure: Measure, motion: str) -> None:
        _refuse_shapeless_body(obj)
        group = physics(obj)
        group.motion.type = motion
        if needs_shape(obj):
            fit_new_shape(obj, group.collider.shape, measure, self.shape, motion == "STATIC")
            group.use_collider = True


def _refuse_shapeless_body(obj: bpy.types.Object) -> None:
    if not can_have_shape(obj) and not obj.children and obj.instance_type != "COLLECTION":
        refuse_shapeless(obj)


@undoable
class OMI_OT_dynamic_body(_Role, bpy.types.Operator):
    """Let physics move the selected objects: they fall, collide and are pushed. Each gets a fitting collider"""

    bl_idname = "omi_physics.dynamic_body"
    bl_label = "Dynamic Body"

    def act(self, obj: bpy.types.Object, measure: Measure) -> None:
        self._make_body(obj, measure, "DYNAMIC")


@undoable
class OMI_OT_kinematic_body(_Role, bpy.types.Operator):
    """Let animation or scripts move the selected objects: they push others and are pushed by none"""

    bl_idname = "omi_physics.kinematic_body"
    bl_label = "Kinematic Body"

    def act(self, obj: bpy.types.Object, measure: Measure) -> None:
        self._make_body(obj, measure, "KINEMATIC")


@undoable
class OMI_OT_static_collider(_Role, bpy.types.Operator):
    """Make the selected objects solid and unmoving, such as floors and walls"""

    bl_idname = "omi_physics.static_collider"
    bl_label = "Static Collider"

    def act(self, obj: bpy.types.Object, measure: Measure) -> None:
        self._make_body(obj, measure, "STATIC")


@undoable
class OMI_OT_trigger_zone(_Role, bpy.types.Operator):
    """Make the selected objects zones that report what enters them, without stopping it; they are not solid any more"""

    bl_idname = "omi_physics.trigger_zone"
    bl_label = "Trigger Zone"

    def act(self, obj: bpy.types.Object, measure: Measure) -> None:
        refuse_shapeless(obj)
        group = physics(obj)
        fit_new_shape(obj, group.trigger.shape, measure, self.shape, is_still=False)
        group.trigger.kind = "SHAPE"
        group.use_trigger = True
        group.use_collider = False


@undoable
class OMI_OT_remove_physics(bpy.types.Operator):
    """Take all physics away from the selected objects, its values too"""

    bl_idname = "omi_physics.remove_physics"
    bl_label = "Remove Physics"
    bl_options = UNDO

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        return poll_objects(cls, context)

    def execute(self, context: bpy.types.Context) -> OperatorResult:
        return act_on_each(self, selected_objects(context), _remove)


def _remove(obj: bpy.types.Object) -> None:
    if not has_role(obj):
        raise Skip("has no physics")
    reset(physics(obj))


def has_role(obj: bpy.types.Object) -> bool:
    """Whether an object is a body, collider, trigger or joint."""
    group = physics(obj)
    return group.motion.type != "NONE" or group.use_collider or group.use_trigger or group.use_joint


CLASSES = (
    OMI_OT_dynamic_body,
    OMI_OT_kinematic_body,
    OMI_OT_static_collider,
    OMI_OT_trigger_zone,
    OMI_OT_remove_physics,
)
