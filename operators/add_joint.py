# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Adds joints: between selected objects, or one at the cursor."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import bpy
from bpy.app.translations import pgettext_data as data_
from bpy.app.translations import pgettext_rpt as rpt_
from bpy.props import BoolProperty, EnumProperty
from mathutils import Matrix, Vector

from ..core.physics.joint_presets import BY_ID
from ..properties.access import physics
from .common import UNDO, OperatorResult, Outcome, link_beside, select_only, selected_objects, why_locked
from .joint_presets import PresetProperties, write_preset
from .measure import Measure
from .modes import undoable
from .shape_choice import fit_new_shape, needs_shape

_PLACES = (
    ("MIDDLE", "Middle", "Halfway between the origins of both objects"),
    ("ACTIVE", "Active Origin", "At the origin of the active object"),
    ("CURSOR", "3D Cursor", "At the 3D cursor"),
)
_ALIGNMENTS = (
    ("WORLD", "World", "The joint's axes are those of the scene"),
    ("ACTIVE", "Active Object", "The joint's axes are those of the active object"),
    ("CURSOR", "3D Cursor", "The joint's axes are those of the 3D cursor"),
)

# A third of a turn about the diagonal: Z goes to X, or to Y, and no axis is mirrored.
_Z_ALONG = {
    "X": Matrix(((0, 0, 1, 0), (1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 0, 1))),
    "Y": Matrix(((0, 1, 0, 0), (0, 0, 1, 0), (1, 0, 0, 0), (0, 0, 0, 1))),
}


@undoable
class OMI_OT_add_joint(PresetProperties, bpy.types.Operator):
    """Connect the selected objects to the active one by a joint, or a single object to the world"""

    bl_idname = "omi_physics.add_joint"
    bl_label = "Add Joint"
    bl_options = UNDO

    if TYPE_CHECKING:
        place: str
        align: str
        use_make_dynamic: bool
    else:
        place: EnumProperty(name="Place", description="Where the joint is put", items=_PLACES, default="MIDDLE")
        align: EnumProperty(name="Align To", description="How the joint is turned", items=_ALIGNMENTS, default="WORLD")
        use_make_dynamic: BoolProperty(
            name="Make Dynamic",
            description="Where neither object is moved by physics, make the selected one a dynamic body",
            default=True,
        )

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        if context.mode != "OBJECT":
            cls.poll_message_set("Works in Object Mode only")
            return False
        if not selected_objects(context):
            cls.poll_message_set("Select the object that is held, then the one that holds it")
            return False
        return True

    def execute(self, context: bpy.types.Context) -> OperatorResult:
        outcome, measure = Outcome(), Measure(context)
        made: list[bpy.types.Object] = []
        for first, second in _pairs(context):
            own, other = _own_and_other(first, second)
            reason = why_locked(own)
            if reason:
                outcome.skip(own.name, reason)
                continue
            if self.use_make_dynamic and _body(own) is None:
                _make_dynamic(own, measure)
            made.append(self._add(context, own, other, first, second))
            outcome.changed.append(made[-1].name)
        if made:
            select_only(made, context)
        return outcome.finish(self, rpt_("%d joints added"), rpt_("%s added"))

    def _add(
        self,
        context: bpy.types.Context,
        own: bpy.types.Object,
        other: bpy.types.Object | None,
        first: bpy.types.Object,
        active: bpy.types.Object | None,
    ) -> bpy.types.Object:
        place = self._matrix(context, first, active)
        joint = new_joint(f"{own.name} {data_(BY_ID[self.preset].name)}", _size(own))
        link_beside(joint, own, context)
        joint.parent = own
        # Keeps the joint's own values those of the scene, and the body's scale out of it.
        joint.matrix_parent_inverse = own.matrix_world.inverted_safe()
        joint.matrix_basis = place
        group = physics(joint)
        group.use_joint = True
        group.joint.connected = other
        # The joint is turned instead: an engine that knows hinges about one axis takes Z.
        write_preset(group.joint, self.preset, replace(self.preset_options(), axis="Z"))
        return joint

    def _matrix(self, context: bpy.types.Context, first: bpy.types.Object, active: bpy.types.Object | None) -> Matrix:
        target = active or first
        if self.place == "CURSOR":
            where = context.scene.cursor.location.copy()
        elif self.place == "ACTIVE":
            where = target.matrix_world.translation.copy()
        else:
            where = (first.matrix_world.translation + target.matrix_world.translation) / 2.0
        turn = Matrix()
        if self.align == "CURSOR":
            turn = context.scene.cursor.matrix.to_quaternion().to_matrix().to_4x4()
        elif self.align == "ACTIVE":
            turn = target.matrix_world.to_quaternion().to_matrix().to_4x4()
        if BY_ID[self.preset].has_axis and self.axis != "Z":
            turn = turn @ _Z_ALONG[self.axis]
        return Matrix.Translation(where) @ turn

    def draw(self, context: bpy.types.Context) -> None:
        layout: Any = self.layout
        layout.use_property_split = True
        self.draw_preset(layout)
        layout.prop(self, "place")
        layout.prop(self, "align")
        layout.prop(self, "use_make_dynamic")


def _pairs(context: bpy.types.Context) -> list[tuple[bpy.types.Object, bpy.types.Object | None]]:
    """Each selected object with the active one; an object alone with the world."""
    selected = selected_objects(context)
    active = context.object if context.object in selected else None
    others = [obj for obj in selected if obj != active]
    if active is None:
        return [(others[0], others[1])] if len(others) == 2 else [(obj, None) for obj in others]
    return [(obj, active) for obj in others] or [(active, None)]


def _body(obj: bpy.types.Object) -> bpy.types.Object | None:
    """The nearest body at or above an object."""
    above: bpy.types.Object | None = obj
    while above is not None and physics(above).motion.type == "NONE":
        above = above.parent
    return above


def _is_dynamic(obj: bpy.types.Object) -> bool:
    body = _body(obj)
    return body is not None and physics(body).motion.type == "DYNAMIC"


def _own_and_other(
    first: bpy.types.Object, second: bpy.types.Object | None
) -> tuple[bpy.types.Object, bpy.types.Object | None]:
    """Which of two objects gets the joint: the one that physics moves; the first where both or neither is."""
    if second is not None and _is_dynamic(second) and not _is_dynamic(first):
        return second, first
    return first, second


def _make_dynamic(obj: bpy.types.Object, measure: Measure) -> None:
    group = physics(obj)
    group.motion.type = "DYNAMIC"
    if needs_shape(obj) and not group.use_collider:
        fit_new_shape(obj, group.collider.shape, measure, "GUESS", is_still=False)
        group.use_collider = True


def _size(obj: bpy.types.Object) -> float:
    """How large the joint is drawn: a quarter of its object."""
    corners = [obj.matrix_world @ Vector(corner) for corner in obj.bound_box]
    extent = max(max(c[i] for c in corners) - min(c[i] for c in corners) for i in range(3))
    return extent / 4.0 if extent > 1e-3 else 0.5


def new_joint(name: str, size: float = 0.5) -> bpy.types.Object:
    """An Empty for a joint, in no collection yet."""
    joint = bpy.data.objects.new(name, None)
    joint.empty_display_type = "ARROWS"
    joint.empty_display_size = size
    return joint


CLASSES = (OMI_OT_add_joint,)
