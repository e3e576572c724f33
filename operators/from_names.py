# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Takes collision over that is told by the names of objects."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import replace
from typing import TYPE_CHECKING

import bpy
from bpy.props import BoolProperty, EnumProperty

from ..core.physics.model import Motion
from ..core.physics.scene import ColliderSettings, ObjectPhysics, ShapeSettings
from ..core.takeover.box import box_of
from ..core.takeover.names import UNREAL, Meaning, meaning_of, owner_of
from ..properties import running
from ..properties.access import physics
from ..properties.read import read_object
from ..properties.write import write_collider
from .common import UNDO, OperatorResult, Skip, selected_objects, why_locked
from .measure import GEOMETRY_TYPES, Measure
from .takeover import SAME, Report

_NOTHING = ObjectPhysics()


def tells_of_collision(obj: bpy.types.Object, names: Container[str]) -> bool:
    """Whether an object's name can be taken over, where these are the names of objects that there are."""
    meaning = meaning_of(obj.name)
    if meaning is None or (obj.type not in GEOMETRY_TYPES and not (obj.type == "EMPTY" and meaning.is_hidden)):
        return False
    return meaning.convention != UNREAL or owner_of(meaning.name, names) is not None


class OMI_OT_from_names(bpy.types.Operator):
    """Turn names such as Wall-col, Zone-colonly or UCX_Lamp_01 into colliders and bodies"""

    bl_idname = "omi_physics.from_names"
    bl_label = "Take Over Collision Names"
    bl_options = UNDO

    if TYPE_CHECKING:
        convention: str
        use_selection: bool
        use_rename: bool
    else:
        convention: EnumProperty(
            name="Convention",
            description="Whose names count",
            items=(
                ("AUTO", "Both", "Godot's endings and Unreal's beginnings"),
                ("GODOT", "Godot", "Endings such as -col, -convcol, -colonly, -convcolonly, -rigid"),
                ("UNREAL", "Unreal", "Beginnings UBX_, USP_, UCP_ and UCX_, followed by the name of a mesh object"),
            ),
            default="AUTO",
        )
        use_selection: BoolProperty(
            name="Selected Only", description="Look at the selected objects; off looks at all of the scene",
            default=False,
        )  # fmt: skip
        use_rename: BoolProperty(
            name="Remove Endings", description="Take the endings off the names, which stay unique", default=True
        )

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        if context.scene is None or not context.scene.objects:
            cls.poll_message_set("The scene has no objects")
            return False
        if context.mode != "OBJECT":
            cls.poll_message_set("Works in Object Mode only")
            return False
        return True

    def execute(self, context: bpy.types.Context) -> OperatorResult:
        objects = selected_objects(context) if self.use_selection else list(context.scene.objects)
        running.end_all()
        measure, report = Measure(context), Report()
        found = [(obj, meaning_of(obj.name, self.convention)) for obj in objects]
        # Before anything gets another name.
        owners = {obj.name: obj for obj in context.scene.objects if obj.type == "MESH"}
        for obj, meaning in found:
            if meaning is None:
                continue
            name = obj.name
            try:
                reason = why_locked(obj)
                if reason:
                    raise Skip(reason)
                self._take(obj, meaning, owners, measure, report)
            except Skip as skip:
                report.skip(name, str(skip))
        return report.finish(self, "No name of an object tells of collision")

    def _take(
        self,
        obj: bpy.types.Object,
        meaning: Meaning,
        owners: dict[str, bpy.types.Object],
        measure: Measure,
        report: Report,
    ) -> None:
        owner = None
        if meaning.convention == UNREAL:
            name = owner_of(meaning.name, owners)
            owner = None if name is None else owners[name]
            if owner is None:
                raise Skip("the object that its name speaks of is missing")
            if obj.type not in GEOMETRY_TYPES:
                raise Skip("has no mesh")
            if _is_below(owner, obj):
                raise Skip("the object that its name speaks of is below it")
        shape = _shape_of(obj, meaning, measure)
        before = read_object(obj) or _NOTHING
        known = before.collider or ColliderSettings()
        collider = replace(known, shape=shape)
        is_new = before.collider != collider or (meaning.is_body and before.motion != _moving(before.motion))
        is_new = is_new or (owner is not None and obj.parent != owner)
        renamed = self.use_rename and meaning.convention != UNREAL
        if not is_new and not renamed:
            raise Skip(SAME)
        group = physics(obj)
        group.use_collider = True
        write_collider(group.collider, collider, lambda _: None)
        if meaning.is_body:
            group.motion.type = "DYNAMIC"
            report.bodies += 1
        else:
            report.colliders += 1
        if owner is not None and obj.parent != owner:
            _put_below(obj, owner)
        if renamed:
            obj.name = _free_name(meaning)


def _free_name(meaning: Meaning) -> str:
    """The name without its ending; with the number that stood behind it where the plain name is taken."""
    return meaning.name if meaning.name not in bpy.data.objects else meaning.name + meaning.number


def _moving(motion: Motion | None) -> Motion:
    return Motion("dynamic") if motion is None else replace(motion, type="dynamic")


def _shape_of(obj: bpy.types.Object, meaning: Meaning, measure: Measure) -> ShapeSettings:
    if obj.type == "EMPTY":
        return _shape_of_empty(obj, meaning)
    if obj.type not in GEOMETRY_TYPES:
        kind = obj.bl_rna.properties["type"].enum_items[obj.type].name  # type: ignore[attr-defined]
        raise Skip(f"is of type {kind}, which has no mesh")
    data = measure.geometry(obj)
    if data is None:
        raise Skip("has no faces")
    if meaning.shape == "BOX":
        shape = box_of(data.points(), data.triangles())
    elif meaning.shape == "CAPSULE":
        shape = ShapeSettings("CAPSULE", axis=measure.longest_axis(obj))
    else:
        shape = ShapeSettings(meaning.shape)
    return replace(shape, use_collision_only=meaning.is_hidden)


def _shape_of_empty(obj: bpy.types.Object, meaning: Meaning) -> ShapeSettings:
    """An Empty is the sphere or the cube that it is shown as; its size is half that of the cube."""
    size = obj.empty_display_size
    if not meaning.is_hidden:
        raise Skip("is an Empty, which has no mesh")
    if obj.empty_display_type == "SPHERE":
        return ShapeSettings("SPHERE", "MANUAL", radius=size)
    if obj.empty_display_type == "CUBE":
        return ShapeSettings("BOX", "MANUAL", size=(2.0 * size,) * 3)
    raise Skip("is an Empty that is shown neither as a sphere nor as a cube")


def _is_below(obj: bpy.types.Object, above: bpy.types.Object) -> bool:
    """Whether one object is another, or below it."""
    found: bpy.types.Object | None = obj
    while found is not None and found != above:
        found = found.parent
    return found is not None


def _put_below(obj: bpy.types.Object, owner: bpy.types.Object) -> None:
    """Parents an object where it stands."""
    world = obj.matrix_world.copy()
    obj.parent, obj.parent_type = owner, "OBJECT"
    obj.matrix_parent_inverse = owner.matrix_world.inverted_safe()
    obj.matrix_world = world


CLASSES = (OMI_OT_from_names,)
