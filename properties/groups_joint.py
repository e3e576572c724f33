# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Property groups of joints, their limits and drives."""

from __future__ import annotations

from typing import TYPE_CHECKING

import bpy
from bpy.props import BoolProperty, CollectionProperty, EnumProperty, FloatProperty, IntProperty, PointerProperty

from .groups_shape import AXES
from .options import ANGLE, LENGTH, LIST, OVERRIDE, PLAIN, ROW

if TYPE_CHECKING:
    from .items import Items

_KINDS = (
    ("LINEAR", "Linear", "Along an axis, in meters"),
    ("ANGULAR", "Angular", "About an axis, as an angle"),
)


class OMI_PG_limit(bpy.types.PropertyGroup):
    """Limit of a joint, in the joint object's own axes"""

    if TYPE_CHECKING:
        kind: str
        axes: set[str]
        use_min: bool
        use_max: bool
        min_distance: float
        max_distance: float
        min_angle: float
        max_angle: float
        use_stiffness: bool
        stiffness: float
        damping: float
        is_radial: bool
    else:
        kind: EnumProperty(name="Kind", description="What is limited", items=_KINDS, default="LINEAR", **PLAIN)
        axes: EnumProperty(
            name="Axes",
            description="The joint object's axes that this limit is about",
            items=AXES,
            default={"X", "Y", "Z"},
            options={"ENUM_FLAG"},
            **OVERRIDE,
        )
        use_min: BoolProperty(
            name="Use Minimum", description="Stop at a lower bound; off is unbounded", default=True, **PLAIN
        )
        use_max: BoolProperty(
            name="Use Maximum", description="Stop at an upper bound; off is unbounded", default=True, **PLAIN
        )
        min_distance: FloatProperty(
            name="Minimum",
            description="Lowest position of the connected object along the axis",
            **LENGTH,
        )
        max_distance: FloatProperty(
            name="Maximum",
            description="Highest position of the connected object along the axis",
            **LENGTH,
        )
        min_angle: FloatProperty(
            name="Minimum", description="Lowest angle of the connected object about the axis", **ANGLE
        )
        max_angle: FloatProperty(
            name="Maximum", description="Highest angle of the connected object about the axis", **ANGLE
        )
        use_stiffness: BoolProperty(
            name="Soft", description="Let the limit give way like a spring; off is hard", default=False, **PLAIN
        )
        stiffness: FloatProperty(
            name="Stiffness",
            description="Force that pushes back for each meter, or torque for each radian, beyond the limit",
            default=1.0,
            min=0.0,
            **PLAIN,
        )
        damping: FloatProperty(
            name="Damping", description="How much a soft limit brakes what runs into it", default=0.0, min=0.0, **PLAIN
        )
        is_radial: BoolProperty(
            name="Radial",
            description="The axes share one distance or angle, as a ball or a cone, instead of having one each",
            default=False,
            **PLAIN,
        )


class OMI_PG_drive(bpy.types.PropertyGroup):
    """Drive of a joint along or about one of the joint object's own axes"""

    if TYPE_CHECKING:
        kind: str
        axis: str
        mode: str
        use_max_force: bool
        max_force: float
        use_position_target: bool
        position_distance: float
        position_angle: float
        use_velocity_target: bool
        velocity_linear: float
        velocity_angular: float
        stiffness: float
        damping: float
    else:
        kind: EnumProperty(name="Kind", description="What is driven", items=_KINDS, default="LINEAR", **PLAIN)
        axis: EnumProperty(
            name="Axis", description="The joint object's axis that is driven", items=AXES, default="X", **PLAIN
        )
        mode: EnumProperty(
            name="Mode",
            description="How the drive pushes",
            items=(
                ("FORCE", "Force", "Heavy things move slower"),
                ("ACCELERATION", "Acceleration", "The same for any mass; Godot takes it for a force"),
            ),
            default="FORCE",
            **PLAIN,
        )
        use_max_force: BoolProperty(
            name="Limit Force",
            description="Let the drive push no harder than this; off is unlimited",
            default=False,
            **PLAIN,
        )
        max_force: FloatProperty(
            name="Maximum Force",
            description="Largest force in newtons, or torque in newton meters, of the drive",
            default=1.0,
            min=0.0,
            **PLAIN,
        )
        use_position_target: BoolProperty(
            name="Position", description="Pull toward a position; needs stiffness", default=False, **PLAIN
        )
        position_distance: FloatProperty(
            name="Position",
            description="Position of the connected object that the drive pulls toward",
            **LENGTH,
        )
        position_angle: FloatProperty(
            name="Angle", description="Angle of the connected object that the drive pulls toward", **ANGLE
        )
        use_velocity_target: BoolProperty(
            name="Velocity", description="Drive at a speed, like a motor; needs damping", default=False, **PLAIN
        )
        velocity_linear: FloatProperty(
            name="Velocity",
            description="Speed of the connected object along the axis",
            unit="VELOCITY",
            precision=3,
            **PLAIN,
        )
        velocity_angular: FloatProperty(
            name="Velocity", description="Speed of the connected object about the axis, per second", **ANGLE
        )
        stiffness: FloatProperty(
            name="Stiffness",
            description="Force for each meter, or torque for each radian, that is missing to the position",
            default=0.0,
            min=0.0,
            **PLAIN,
        )
        damping: FloatProperty(
            name="Damping",
            description="Force or torque for each unit of speed that is missing to the velocity",
            default=0.0,
            min=0.0,
            **PLAIN,
        )


class OMI_PG_joint(bpy.types.PropertyGroup):
    """Joint between the body of this object and the body of another"""

    if TYPE_CHECKING:
        connected: bpy.types.Object | None
        attach: str
        use_collision: bool
        limits: Items[OMI_PG_limit]
        drives: Items[OMI_PG_drive]
        active_limit: int
        active_drive: int
    else:
        connected: PointerProperty(
            name="Connected To",
            description="Object at the other end; empty connects to the world",
            type=bpy.types.Object,
            **PLAIN,
        )
        attach: EnumProperty(
            name="Attach At",
            description="Where the connected end is",
            items=(
                ("JOINT", "Joint", "At this object's place; the right choice for hinges, pins and most else"),
                ("TARGET", "Target", "At the connected object's own origin and axes; engines with one pivot ignore it"),
            ),
            default="JOINT",
            **PLAIN,
        )
        use_collision: BoolProperty(
            name="Collide", description="Let the two connected bodies collide with each other", default=False, **PLAIN
        )
        limits: CollectionProperty(
            name="Limits", description="What the joint does not allow", type=OMI_PG_limit, **LIST
        )
        drives: CollectionProperty(
            name="Drives", description="Springs and motors of the joint", type=OMI_PG_drive, **LIST
        )
        active_limit: IntProperty(**ROW)
        active_drive: IntProperty(**ROW)


CLASSES = (OMI_PG_limit, OMI_PG_drive, OMI_PG_joint)
