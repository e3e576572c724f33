# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Common kinds of joints, in place of the limits and drives that a joint has."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import bpy
from bpy.props import BoolProperty, EnumProperty, FloatProperty

from ..core.physics.joint_presets import BY_ID, PRESETS, PresetOptions, make
from ..properties.access import physics
from ..properties.write import write_drive, write_limit
from .common import UNDO, OperatorResult, Skip, act_on_each, poll_active, selected_objects
from .modes import undoable
from .rows import take_rows

if TYPE_CHECKING:
    from ..properties.groups_joint import OMI_PG_joint

AXES = (
    ("X", "X", "The joint object's local X axis"),
    ("Y", "Y", "The joint object's local Y axis"),
    ("Z", "Z", "The joint object's local Z axis; the safest choice for hinges"),
)
PRESET_ITEMS = tuple((preset.id, preset.name, preset.description) for preset in PRESETS)


def write_preset(joint: OMI_PG_joint, preset: str, options: PresetOptions) -> None:
    """Replaces a joint's limits and drives by those of a preset."""
    limits, drives = make(preset, options)
    for limit, row in zip(limits, take_rows(joint.limits, len(limits)), strict=True):
        write_limit(row, limit)
    for drive, row in zip(drives, take_rows(joint.drives, len(drives)), strict=True):
        write_drive(row, drive)
    joint.active_limit = len(limits) - 1 if limits else 0
    joint.active_drive = 0


class PresetProperties:
    """What a joint preset may be told, as properties of an operator."""

    if TYPE_CHECKING:
        preset: str
        axis: str
        use_range: bool
        min_angle: float
        max_angle: float
        min_distance: float
        max_distance: float
        speed: float
        stiffness: float
        damping: float
    else:
        preset: EnumProperty(name="Preset", description="Kind of joint", items=PRESET_ITEMS, default="HINGE")
        axis: EnumProperty(
            name="Axis", description="About or along which axis the joint moves", items=AXES, default="Z"
        )
        use_range: BoolProperty(name="Range", description="Stop at both ends of a range", default=False)
        min_angle: FloatProperty(name="Minimum", description="Lowest angle", subtype="ANGLE", default=-math.pi / 2)
        max_angle: FloatProperty(name="Maximum", description="Highest angle", subtype="ANGLE", default=math.pi / 2)
        min_distance: FloatProperty(name="Minimum", description="Lowest position", subtype="DISTANCE", default=-1.0)
        max_distance: FloatProperty(name="Maximum", description="Highest position", subtype="DISTANCE", default=1.0)
        speed: FloatProperty(
            name="Speed", description="Turning speed of the motor, per second", subtype="ANGLE", default=math.pi
        )
        stiffness: FloatProperty(
            name="Stiffness", description="How hard the spring pulls, in newtons per meter", default=100.0, min=0.0
        )
        damping: FloatProperty(
            name="Damping", description="How strongly a spring is braked, or a motor turns", default=10.0, min=0.0
        )

    def preset_options(self) -> PresetOptions:
        """The properties as the presets take them."""
        turns = BY_ID[self.preset].ranged == "ANGULAR"
        return PresetOptions(
            axis=self.axis,
            use_range=self.use_range,
            low=self.min_angle if turns else self.min_distance,
            high=self.max_angle if turns else self.max_distance,
            speed=self.speed,
            stiffness=self.stiffness,
            damping=self.damping,
        )

    def draw_preset(self, layout: bpy.types.UILayout) -> None:
        """Only what the chosen preset uses."""
        preset = BY_ID[self.preset]
        layout.prop(self, "preset")
        if preset.has_axis:
            layout.row().prop(self, "axis", expand=True)
        if preset.ranged:
            layout.prop(self, "use_range")
            column = layout.column(align=True)
            column.active = self.use_range
            unit = "angle" if preset.ranged == "ANGULAR" else "distance"
            column.prop(self, f"min_{unit}")
            column.prop(self, f"max_{unit}")
        if self.preset == "MOTOR":
            layout.prop(self, "speed")
        if self.preset == "SPRING":
            layout.prop(self, "stiffness")
        if self.preset in ("SPRING", "MOTOR"):
            layout.prop(self, "damping")


@undoable
class OMI_OT_joint_preset(PresetProperties, bpy.types.Operator):
    """Set up the joints of the selected objects as a common kind; replaces their limits and drives"""

    bl_idname = "omi_physics.joint_preset"
    bl_label = "Joint Preset"
    bl_options = UNDO

    @classmethod
    def description(cls, context: bpy.types.Context, properties: Any) -> str:
        if not properties.is_property_set("preset"):
            return ""
        text = bpy.app.translations.pgettext_tip(BY_ID[properties.preset].description)
        return f"{text}. Replaces the limits and drives of the selected joints"

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        return poll_active(cls, context)

    def execute(self, context: bpy.types.Context) -> OperatorResult:
        objects = selected_objects(context, use_active=True)
        joints = [obj for obj in objects if physics(obj).use_joint] or objects[:1]
        return act_on_each(self, joints, self._apply)

    def _apply(self, obj: bpy.types.Object) -> None:
        group = physics(obj)
        if not group.use_joint:
            raise Skip("has no joint; switch Joint on first")
        write_preset(group.joint, self.preset, self.preset_options())

    def draw(self, context: bpy.types.Context) -> None:
        self.layout.use_property_split = True
        self.draw_preset(self.layout)


CLASSES = (OMI_OT_joint_preset,)
