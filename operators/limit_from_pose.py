# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Takes a bound of a limit from how the connected object stands now."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import bpy
from bpy.app.translations import pgettext_rpt as rpt_
from bpy.props import EnumProperty
from mathutils import Matrix, Quaternion, Vector

from ..core.geometry.split import rigid_part
from ..core.physics import words
from ..properties.access import physics
from ..properties.capture import as_rows
from .common import UNDO, OperatorResult, poll_active
from .lists import Limits
from .modes import undoable

_BOUNDS = (
    ("MIN", "Minimum", "Set the lowest position or angle"),
    ("MAX", "Maximum", "Set the highest position or angle"),
)


@undoable
class OMI_OT_limit_from_pose(Limits, bpy.types.Operator):
    """Set this bound of the active limit to where the connected object stands now, seen in the joint's axes"""

    bl_idname = "omi_physics.limit_from_pose"
    bl_label = "Set From Pose"
    bl_options = UNDO

    if TYPE_CHECKING:
        bound: str
    else:
        bound: EnumProperty(name="Bound", description="Which bound is set", items=_BOUNDS, default="MAX")

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        if not poll_active(cls, context):
            return False
        group = physics(context.object)
        if not group.use_joint:
            cls.poll_message_set("The active object has no joint")
        elif group.joint.connected is None:
            cls.poll_message_set("The joint is not connected to an object")
        elif not group.joint.limits:
            cls.poll_message_set("The joint has no limit")
        else:
            return True
        return False

    def execute(self, context: bpy.types.Context) -> OperatorResult:
        rows = self.rows(context)
        limit = rows.items[rows.index]
        if not limit.axes:
            self.report({"WARNING"}, rpt_("The limit has no axis"))
            return {"CANCELLED"}
        joint, target = context.object, rows.owner.connected
        # The same parting of scale and place as in an export, where a mirrored joint is concerned.
        here, there = rigid_part(as_rows(joint.matrix_world)), rigid_part(as_rows(target.matrix_world))
        if here is None or there is None:
            self.report({"WARNING"}, rpt_("The joint or its target is scaled to nothing"))
            return {"CANCELLED"}
        pose = Matrix(here).inverted() @ Matrix(there)
        axes = "".join(sorted(limit.axes))
        value = pose_value(pose, limit.kind, axes, limit.is_radial, self.bound)
        name = "distance" if limit.kind == "LINEAR" else "angle"
        if self.bound == "MIN":
            limit.use_min = True
            setattr(limit, f"min_{name}", value)
        else:
            limit.use_max = True
            setattr(limit, f"max_{name}", value)
        self.report({"INFO"}, rpt_("Set to %s") % words.METERS.amount(value, limit.kind))
        return {"FINISHED"}


def pose_value(pose: Matrix, kind: str, axes: str, is_radial: bool, bound: str) -> float:
    """A distance in m or an angle in rad about the axes; of several axes the lowest or highest value.

    A radial limit gets the length of the way, or the whole angle between the axes.
    """
    if kind == "LINEAR":
        values = [pose.translation["XYZ".index(axis)] for axis in axes]
        if is_radial and len(axes) > 1:
            return math.hypot(*values)
    else:
        turn = pose.to_quaternion()
        if is_radial and len(axes) > 1:
            return _swing(turn, axes)
        values = [_wrapped(2.0 * math.atan2(turn["WXYZ".index(axis)], turn.w)) for axis in axes]
    return min(values) if bound == "MIN" else max(values)


def _swing(turn: Quaternion, axes: str) -> float:
    """The whole angle of a turn, or with two axes that by which the third is tilted."""
    if len(axes) == 3:
        return abs(_wrapped(turn.angle))
    third = Vector([float(axis not in axes) for axis in "XYZ"])
    return third.angle(turn @ third)


def _wrapped(angle: float) -> float:
    return (angle + math.pi) % math.tau - math.pi


CLASSES = (OMI_OT_limit_from_pose,)
