# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Takes Blender's rigid bodies and rigid body constraints over."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import bpy
from bpy.props import BoolProperty
from mathutils import Matrix

from ..core.physics.scene import ColliderSettings, JointSettings, ObjectPhysics, ObjectRef
from ..core.takeover.body import RigidBody, filter_of, material_of, motion_of, needs_filters, shape_of
from ..core.takeover.constraint import does_the_same, joint_of
from ..properties import keys, running
from ..properties.access import physics
from ..properties.read import read_object
from ..properties.write import write_collider, write_joint, write_motion
from .add_joint import new_joint
from .common import UNDO, OperatorResult, Skip, selected_objects, why_locked
from .measure import Measure
from .rigid_build import read_constraint, remove_bodies, remove_constraints
from .rigid_read import (
    body_behind,
    is_part,
    is_rigid,
    lost_words,
    mesh_of_shape,
    moves,
    rigid_body_of,
    root_of,
    vertices,
)
from .rigid_stand_in import is_shape_stand_in, is_world, stands_in_for
from .takeover import SAME, Joints, Report, body_at_or_above, is_same_place, link_apart, unscaled

_NOTHING = ObjectPhysics()


class OMI_OT_from_rigid_bodies(bpy.types.Operator):
    """Turn Blender's rigid bodies and rigid body constraints into OMI physics"""

    bl_idname = "omi_physics.from_rigid_bodies"
    bl_label = "Take Over Rigid Bodies"
    bl_options = UNDO

    if TYPE_CHECKING:
        use_selection: bool
        use_remove: bool
    else:
        use_selection: BoolProperty(
            name="Selected Only", description="Take over the selected objects; off takes all of the scene", default=True
        )
        use_remove: BoolProperty(
            name="Remove Rigid Bodies",
            description="Take the rigid bodies and constraints away that were taken over",
            default=False,
        )

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        if context.scene is None or not any(is_rigid(obj) for obj in context.scene.objects):
            cls.poll_message_set("The scene has no rigid bodies of Blender's")
            return False
        if context.mode != "OBJECT":
            cls.poll_message_set("Works in Object Mode only")
            return False
        return True

    def execute(self, context: bpy.types.Context) -> OperatorResult:
        objects = selected_objects(context) if self.use_selection else list(context.scene.objects)
        running.end_all()
        with _at_start(context.scene):
            taking = _Taking(context, self.use_remove)
            taking.take([obj for obj in objects if is_rigid(obj)])
        return taking.report.finish(self, "There are no rigid bodies among the selected objects")


@contextmanager
def _at_start(scene: bpy.types.Scene) -> Iterator[None]:
    """At the frame in which the simulation starts: later, bodies stand where it took them, and joints would too."""
    world: Any = scene.rigidbody_world
    frame, subframe = scene.frame_current, scene.frame_subframe
    start = frame if world is None or world.point_cache is None else world.point_cache.frame_start
    if start == frame:
        yield
        return
    scene.frame_set(start)
    try:
        yield
    finally:
        scene.frame_set(frame, subframe=subframe)


class _Taking:
    """One press of the button."""

    def __init__(self, context: bpy.types.Context, use_remove: bool) -> None:
        self.context = context
        self.use_remove = use_remove
        self.report = Report()
        self.measure = Measure(context)
        self.depsgraph = context.evaluated_depsgraph_get()
        bodies = [obj for obj in context.scene.objects if obj.rigid_body is not None and not is_part(obj)]
        self.use_filter = needs_filters(rigid_body_of(obj.rigid_body).collections for obj in bodies)
        self.joints = Joints(context.scene)

    def take(self, objects: list[bpy.types.Object]) -> None:
        """Bodies first, since joints need them; what is removed goes last, since joints look at bodies."""
        bodies = [obj for obj in objects if obj.rigid_body is not None and self._try(obj, self._take_body)]
        self.context.view_layer.update()
        ties = [obj for obj in objects if obj.rigid_body_constraint is not None and self._try(obj, self._take_joint)]
        if self.report.is_done:
            for words in lost_words(self.context.scene):
                self.report.note(self.context.scene.name, words)
        if self.use_remove:
            remove_constraints(self.context.scene, ties)
            remove_bodies(self.context.scene, bodies)
            self.report.removed += len(ties) + len(bodies)

    def _try(self, obj: bpy.types.Object, take: Callable[[bpy.types.Object], bool]) -> bool:
        """Whether an object has its physics now; `take` tells whether anything changed."""
        reason = why_locked(obj)
        try:
            if reason:
                raise Skip(reason)
            if not take(obj):
                self.report.skip(obj.name, SAME)
        except Skip as skip:
            self.report.skip(obj.name, str(skip))
            return False
        return True

    def _take_body(self, obj: bpy.types.Object) -> bool:
        if is_world(obj) or _has_its_shape(obj):
            return True
        body = rigid_body_of(obj.rigid_body)
        before = read_object(obj) or _NOTHING
        motion = None if is_part(obj) else motion_of(body, before.motion)
        collider, notes = self._collider_of(obj, body, before)
        if (before.motion, before.collider) == (motion, collider):
            return False
        group = physics(obj)
        if motion is None:
            group.motion.type = "NONE"
        else:
            write_motion(group.motion, motion)
        group.use_collider = True
        write_collider(group.collider, collider, lambda _: obj.data)  # type: ignore[arg-type,return-value]
        for words in dict.fromkeys((*notes, *lost_words(obj))):
            self.report.note(obj.name, words)
        self.report.bodies += motion is not None
        self.report.colliders += motion is None
        return True

    def _collider_of(
        self, obj: bpy.types.Object, body: RigidBody, before: ObjectPhysics
    ) -> tuple[ColliderSettings, tuple[str, ...]]:
        faces = self.measure.geometry(obj)
        shape, notes = shape_of(
            body,
            vertices(obj, self.depsgraph),
            None if faces is None else faces.points(),
            tuple(obj.matrix_world.to_scale()),
        )
        mesh, more = mesh_of_shape(obj)
        known = before.collider or ColliderSettings()
        is_hidden = known.shape.use_collision_only
        shape = replace(shape, use_collision_only=is_hidden, mesh=None if mesh is None else keys.mesh_key(mesh))
        # A compound has one friction and meets the same others, whatever its parts say.
        whole = rigid_body_of(root_of(obj).rigid_body)
        material = material_of(whole, "" if known.material is None else known.material.name)
        return ColliderSettings(
            shape, material, filter_of(whole.collections) if self.use_filter else None
        ), notes + more

    def _take_joint(self, owner: bpy.types.Object) -> bool:
        made: Any = owner.rigid_body_constraint
        first, second = _ends_of(made)
        is_swapped = not moves(first) and moves(second)
        body, target = (second, first) if is_swapped else (first, second)
        if physics(body).motion.type == "NONE":
            raise Skip(f"its body {body.name} was not taken over")
        taken = joint_of(read_constraint(made), is_swapped)
        if not taken.limits and not taken.drives:
            raise Skip("its constraint limits and drives nothing")
        end = None if is_world(target) else target
        ref = None if end is None else ObjectRef(keys.object_key(end), end.name)
        settings = JointSettings(ref, "JOINT", not made.disable_collisions, taken.limits, taken.drives)
        place = unscaled(owner.matrix_world)
        known = self._joint_before(owner, settings, {body, end}, place)
        if known is not None and does_the_same(_joint(known), settings):
            return False
        joint = known or self._joint_object(owner, body)
        physics(joint).use_joint = True
        write_joint(physics(joint).joint, settings, lambda _: end)
        for words in (*taken.notes, *lost_words(owner, made)):
            self.report.note(owner.name, words)
        self.report.joints += 1
        return True

    def _joint_before(
        self, owner: bpy.types.Object, settings: JointSettings, ends: set[Any], place: Matrix
    ) -> bpy.types.Object | None:
        """The joint that was made of a constraint before: on its own object, named after it, or doing the same."""
        here = [obj for obj, known, where in self.joints.all if known == ends and is_same_place(where, place)]
        same = [obj for obj in here if does_the_same(_joint(obj), settings)]
        named = [obj for obj in here if obj == owner or obj.name.startswith(_joint_name(owner))]
        return next(iter((*same, *named)), None)

    def _joint_object(self, owner: bpy.types.Object, body: bpy.types.Object) -> bpy.types.Object:
        """The object that carries the joint, at or below its body.

        An Empty is not put below the body while the constraint is on it: Blender would see a circle.
        """
        is_free = not physics(owner).use_joint
        # Blender's constraint is never mirrored, as a joint on a mirrored object is.
        if is_free and body_at_or_above(owner) == body and owner.matrix_world.determinant() > 0.0:
            return owner
        world = unscaled(owner.matrix_world)
        made = owner
        if not (self.use_remove and is_free and owner.type == "EMPTY" and not owner.children and owner.parent is None):
            made = new_joint(_joint_name(owner))
            link_apart(made, owner, self.context)
        made.parent, made.parent_type = body, "OBJECT"
        made.matrix_parent_inverse = body.matrix_world.inverted_safe()
        made.matrix_world = world
        return made


def _has_its_shape(obj: bpy.types.Object) -> bool:
    """Whether a part was made to stand in for another part of ours, which is there."""
    known = bpy.data.objects.get(stands_in_for(obj)) if is_shape_stand_in(obj) else None
    return known is not None and known.rigid_body is None and physics(known).use_collider


def _joint_name(owner: bpy.types.Object) -> str:
    return f"{owner.name}_Joint"


def _joint(obj: bpy.types.Object) -> JointSettings:
    settings = read_object(obj)
    return JointSettings() if settings is None or settings.joint is None else settings.joint


def _ends_of(made: Any) -> tuple[bpy.types.Object, bpy.types.Object]:
    """The two bodies of a constraint."""
    if made.object1 is None or made.object2 is None:
        raise Skip("its constraint has one object only, which does nothing in Blender")
    ends: list[bpy.types.Object] = []
    for obj in (made.object1, made.object2):
        end = body_behind(obj)
        if end is None:
            raise Skip(f"its constraint's object {obj.name} has no rigid body")
        ends.append(end)
    if ends[0] == ends[1]:
        raise Skip(f"both ends of its constraint are {ends[0].name}")
    if not made.enabled:
        raise Skip("its constraint is switched off")
    return ends[0], ends[1]


CLASSES = (OMI_OT_from_rigid_bodies,)
