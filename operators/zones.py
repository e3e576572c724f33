# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""New trigger zones, collider empties and compounds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

import bpy
from bpy.app.translations import pgettext_data as data_
from bpy.app.translations import pgettext_rpt as rpt_
from bpy.props import EnumProperty, FloatProperty
from mathutils import Vector

from ..properties.access import physics
from .add_joint import new_joint
from .common import UNDO, OperatorResult, Outcome, poll_active, select_only, selected_objects, why_locked
from .joint_presets import PresetProperties, write_preset
from .measure import GEOMETRY_TYPES, Measure
from .modes import undoable
from .shape_choice import fit_new_shape, is_untouched
from .shapes import ROLES

if TYPE_CHECKING:
    from ..properties.groups_shape import OMI_PG_shape


def _poll_object_mode(cls: Any, context: bpy.types.Context) -> bool:
    if context.mode != "OBJECT":
        cls.poll_message_set("Works in Object Mode only")
        return False
    return True


def _add_to_scene(obj: bpy.types.Object, context: bpy.types.Context) -> None:
    """Links a new object to the active collection, or to the scene's own where that may not be changed."""
    collection = context.collection or context.scene.collection
    (collection if collection.library is None else context.scene.collection).objects.link(obj)
    select_only([obj], context)


def _zone(name: str, size: Iterable[float], where: Iterable[float]) -> bpy.types.Object:
    """An Empty drawn as a box, with a box shape of the same size."""
    zone = bpy.data.objects.new(data_(name), None)
    zone.empty_display_type = "CUBE"
    zone.location = Vector(tuple(where))
    zone.empty_display_size = min(size) / 2.0
    return zone


def _box(shape: OMI_PG_shape, size: Iterable[float]) -> None:
    x, y, z = size
    shape.type, shape.fit, shape.size = "BOX", "MANUAL", (x, y, z)


@undoable
class OMI_OT_trigger_from_selection(bpy.types.Operator):
    """Add a trigger zone around all selected objects, as an object of its own"""

    bl_idname = "omi_physics.trigger_from_selection"
    bl_label = "Trigger Zone Around Selection"
    bl_options = UNDO

    if TYPE_CHECKING:
        margin: float
    else:
        margin: FloatProperty(
            name="Margin", description="Room between the objects and the zone", subtype="DISTANCE", default=0.1, min=0.0
        )

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        if not selected_objects(context):
            cls.poll_message_set("Select the objects to surround")
            return False
        return _poll_object_mode(cls, context)

    def execute(self, context: bpy.types.Context) -> OperatorResult:
        depsgraph = context.evaluated_depsgraph_get()
        corners: list[Vector] = []
        for obj in selected_objects(context):
            seen = obj.evaluated_get(depsgraph)
            bounds = seen.bound_box if obj.type in GEOMETRY_TYPES else [(0.0, 0.0, 0.0)]
            corners += [seen.matrix_world @ Vector(corner) for corner in bounds]
        low = Vector([min(c[i] for c in corners) - self.margin for i in range(3)])
        high = Vector([max(c[i] for c in corners) + self.margin for i in range(3)])
        size = [max(v, 0.001) for v in high - low]
        zone = _zone("Trigger Zone", size, (low + high) / 2.0)
        group = physics(zone)
        _box(group.trigger.shape, size)
        group.use_trigger = True
        _add_to_scene(zone, context)
        self.report({"INFO"}, rpt_("%s added") % zone.name)
        return {"FINISHED"}


@undoable
class OMI_OT_compound_from_children(bpy.types.Operator):
    """Make one compound of everything below the selected objects; the parts get shapes, the parents none"""

    bl_idname = "omi_physics.compound_from_children"
    bl_label = "Compound from Children"
    bl_options = UNDO

    if TYPE_CHECKING:
        role: str
    else:
        role: EnumProperty(name="Role", description="What the compound is", items=ROLES, default="COLLIDER")

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        return poll_active(cls, context)

    def execute(self, context: bpy.types.Context) -> OperatorResult:
        outcome, measure = Outcome(), Measure(context)
        for obj in selected_objects(context, use_active=True):
            self._compound(obj, measure, outcome)
        return outcome.finish(self)

    def _compound(self, obj: bpy.types.Object, measure: Measure, outcome: Outcome) -> None:
        reason = why_locked(obj)
        parts = [part for part in _moving_along(obj) if part.type in GEOMETRY_TYPES]
        if reason or not parts:
            outcome.skip(obj.name, reason or rpt_("has nothing with a mesh below it"))
            return
        for part in parts:
            locked = why_locked(part)
            if locked:
                outcome.skip(part.name, locked)
                continue
            group = physics(part)
            shape = group.trigger.shape if self.role == "TRIGGER" else group.collider.shape
            if is_untouched(shape) or shape.type == "NONE":
                fit_new_shape(part, shape, measure, "GUESS", is_still=False)
            if self.role == "TRIGGER":
                group.use_trigger = True
            else:
                group.use_collider = True
            outcome.changed.append(part.name)
        _make_parent(obj, self.role)
        outcome.changed.append(obj.name)


def _moving_along(obj: bpy.types.Object) -> Iterator[bpy.types.Object]:
    """All below an object but bodies of their own and what is below those, in the order of the Outliner."""
    for child in obj.children:
        if physics(child).motion.type == "NONE":
            yield child
            yield from _moving_along(child)


def _make_parent(obj: bpy.types.Object, role: str) -> None:
    group = physics(obj)
    if role == "TRIGGER":
        group.trigger.kind = "COMPOUND"
        group.trigger.use_all_parts = True
        group.use_trigger = True
    elif group.motion.type != "NONE":
        # A body gathers the colliders below it by itself; an engine would take a group below it for a new body.
        group.use_collider = False
    else:
        group.collider.shape.type = "NONE"
        group.use_collider = True


class _AddEmpty:
    """Adds an Empty at the 3D cursor."""

    bl_options = UNDO

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        return _poll_object_mode(cls, context)


@undoable
class OMI_OT_add_trigger(_AddEmpty, bpy.types.Operator):
    """Add a trigger zone at the 3D cursor: a box that reports what enters it"""

    bl_idname = "omi_physics.add_trigger"
    bl_label = "Trigger Zone"

    if TYPE_CHECKING:
        size: float
    else:
        size: FloatProperty(name="Size", description="Edge of the box", subtype="DISTANCE", default=2.0, min=0.001)

    def execute(self, context: bpy.types.Context) -> OperatorResult:
        zone = _zone("Trigger Zone", (self.size,) * 3, context.scene.cursor.location)
        _box(physics(zone).trigger.shape, (self.size,) * 3)
        physics(zone).use_trigger = True
        _add_to_scene(zone, context)
        return {"FINISHED"}


@undoable
class OMI_OT_add_collider(_AddEmpty, bpy.types.Operator):
    """Add an invisible collider at the 3D cursor; below a body it becomes part of it, elsewhere it stands still"""

    bl_idname = "omi_physics.add_collider"
    bl_label = "Invisible Collider"

    if TYPE_CHECKING:
        shape: str
        size: float
    else:
        shape: EnumProperty(
            name="Shape",
            description="Shape of the collider",
            items=(
                ("BOX", "Box", "A box"),
                ("SPHERE", "Sphere", "A sphere"),
                ("CAPSULE", "Capsule", "A cylinder with round ends, upright"),
                ("CYLINDER", "Cylinder", "An upright cylinder"),
            ),
            default="BOX",
        )
        size: FloatProperty(name="Size", description="Height of the shape", subtype="DISTANCE", default=1.0, min=0.001)

    def execute(self, context: bpy.types.Context) -> OperatorResult:
        empty = _zone("Collider", (self.size,) * 3, context.scene.cursor.location)
        shape = physics(empty).collider.shape
        _box(shape, (self.size,) * 3)
        shape.type = self.shape
        half = self.size / 2.0
        shape.radius = half
        radius = half / 2.0 if self.shape == "CAPSULE" else half
        shape.radius_bottom = shape.radius_top = radius
        shape.height = self.size - 2.0 * radius if self.shape == "CAPSULE" else self.size
        if self.shape != "BOX":
            empty.empty_display_type = "PLAIN_AXES"
        physics(empty).use_collider = True
        _add_to_scene(empty, context)
        return {"FINISHED"}


@undoable
class OMI_OT_add_joint_empty(_AddEmpty, PresetProperties, bpy.types.Operator):
    """Add a joint at the 3D cursor; make it a child of the body that it holds, and choose what it is connected to"""

    bl_idname = "omi_physics.add_joint_empty"
    bl_label = "Joint"

    def execute(self, context: bpy.types.Context) -> OperatorResult:
        joint = new_joint(data_("Joint"))
        joint.location = context.scene.cursor.location
        write_preset(physics(joint).joint, self.preset, self.preset_options())
        physics(joint).use_joint = True
        _add_to_scene(joint, context)
        return {"FINISHED"}

    def draw(self, context: bpy.types.Context) -> None:
        layout: Any = self.layout
        layout.use_property_split = True
        self.draw_preset(layout)


CLASSES = (
    OMI_OT_trigger_from_selection,
    OMI_OT_compound_from_children,
    OMI_OT_add_trigger,
    OMI_OT_add_collider,
    OMI_OT_add_joint_empty,
)
