# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Gives Blender's own simulation the physics of a scene: rigid bodies and rigid body constraints."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

import bpy
from bpy.props import BoolProperty

from ..core.geometry.place import Placed, Unplaceable
from ..core.physics.scene import ColliderSettings, ObjectPhysics
from ..core.takeover.body import RigidBody, body_of, is_same_body, shape_of
from ..core.takeover.layers import collections_of
from ..core.takeover.rigid_shape import is_alike, wire_of
from ..properties import running
from ..properties.access import physics
from ..properties.read import Present, read_object
from .common import UNDO, OperatorResult, Skip, selected_objects, why_locked
from .measure import Measure
from .rigid_build import set_body
from .rigid_read import rigid_body_of, vertices
from .rigid_stand_in import StandIns
from .rigid_ties import Ties
from .takeover import SAME, Report, body_at_or_above

_NOTHING = ObjectPhysics()
_NO_COLLECTION: frozenset[int] = frozenset()


class OMI_OT_to_rigid_bodies(bpy.types.Operator):
    """Turn OMI physics into Blender's rigid bodies and rigid body constraints"""

    bl_idname = "omi_physics.to_rigid_bodies"
    bl_label = "Make Rigid Bodies"
    bl_options = UNDO

    if TYPE_CHECKING:
        use_selection: bool
    else:
        use_selection: BoolProperty(
            name="Selected Only", description="Turn the selected objects; off turns all of the scene", default=True
        )

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        if context.scene is None or not any(_has_physics(obj) for obj in context.scene.objects):
            cls.poll_message_set("No object of this scene has physics yet")
            return False
        if context.mode != "OBJECT":
            cls.poll_message_set("Works in Object Mode only")
            return False
        return True

    def execute(self, context: bpy.types.Context) -> OperatorResult:
        objects = selected_objects(context) if self.use_selection else list(context.scene.objects)
        running.end_all()
        giving = _Giving(context)
        giving.give([obj for obj in objects if _has_physics(obj)])
        return giving.report.finish(self, "There is no physics on the selected objects")


def _has_physics(obj: bpy.types.Object) -> bool:
    group = physics(obj)
    return group.motion.type != "NONE" or group.use_collider or group.use_trigger or group.use_joint


class _Giving:
    """One press of the button."""

    def __init__(self, context: bpy.types.Context) -> None:
        self.context = context
        self.report = Report()
        self.measure = Measure(context)
        self.depsgraph = context.evaluated_depsgraph_get()
        self.stand_ins = StandIns(context)
        self.present = Present()
        self.settings = {obj: read_object(obj, self.present) or _NOTHING for obj in context.scene.objects}
        self.parts = self._parts_of_bodies()
        self.layers = self._collections()

    def _parts_of_bodies(self) -> dict[bpy.types.Object, list[bpy.types.Object]]:
        """The objects with shapes that each body has; a collider without a body is one by itself."""
        found: dict[bpy.types.Object, list[bpy.types.Object]] = {}
        for obj, settings in self.settings.items():
            if settings.motion is not None:
                found.setdefault(obj, [])
            if settings.collider is not None and settings.collider.shape.type != "NONE":
                found.setdefault(body_at_or_above(obj) or obj, []).append(obj)
        return found

    def _collections(self) -> dict[bpy.types.Object, frozenset[int]]:
        shaped = [obj for obj, parts in self.parts.items() if parts]
        filters = [self._collider(self.parts[obj][0]).filter for obj in shaped]
        numbers, is_exact = collections_of(filters)
        if not is_exact:
            self.report.note(self.context.scene.name, "what its collision filters say is kept in part")
        elif any(found is not None for found in filters):
            self.report.note(self.context.scene.name, "the names of its collision systems are lost")
        return dict(zip(shaped, numbers, strict=True))

    def _collider(self, obj: bpy.types.Object) -> ColliderSettings:
        return self.settings[obj].collider or ColliderSettings()

    def give(self, objects: list[bpy.types.Object]) -> None:
        """Bodies first, since constraints need them."""
        roots = dict.fromkeys(body_at_or_above(obj) or obj for obj in objects)
        for root in roots:
            if root in self.parts:
                self._try(root, self._give_body)
        for obj in objects:
            if self.settings[obj].trigger is not None:
                self.report.note(obj.name, "its trigger is lost")
        self.context.view_layer.update()
        ties = Ties(self.context, self.report, self.present)
        for obj in objects:
            joint = self.settings[obj].joint
            if joint is not None:
                self._try(obj, lambda owner, joint=joint: ties.give(owner, joint))

    def _try(self, obj: bpy.types.Object, give: Callable[[bpy.types.Object], bool]) -> None:
        try:
            reason = why_locked(obj)
            if reason:
                raise Skip(reason)
            if not give(obj):
                self.report.skip(obj.name, SAME)
        except Skip as skip:
            self.report.skip(obj.name, str(skip))

    def _give_body(self, root: bpy.types.Object) -> bool:
        if root.type != "MESH":
            raise Skip("is no mesh object, and only those can be rigid bodies")
        parts = self.parts[root]
        colliders = [self._collider(part) for part in parts] or [ColliderSettings()]
        body, notes = body_of(self.settings[root].motion, colliders[0].material)
        if any((one.material, one.filter) != (colliders[0].material, colliders[0].filter) for one in colliders):
            notes = (*notes, "all its shapes get the material and the filter of the first")
        if not parts:
            body = replace(body, shape="BOX", collections=_NO_COLLECTION)
            notes = (*notes, "it has no shape; its rigid body collides with nothing")
            is_changed = self.stand_ins.put(root, [])
        else:
            body = replace(body, collections=self.layers[root])
            body, is_changed = self._give_shapes(root, parts, body)
        if root.rigid_body is not None and is_same_body(rigid_body_of(root.rigid_body), body) and not is_changed:
            return False
        set_body(self.context.scene, root, body)
        for words in notes:
            self.report.note(root.name, words)
        self.report.bodies += 1
        return True

    def _give_shapes(
        self, root: bpy.types.Object, parts: list[bpy.types.Object], body: RigidBody
    ) -> tuple[RigidBody, bool]:
        """The rigid body with its shape, and whether anything was changed on others to make it up."""
        placed = {part: self._placed(part) for part in parts}
        shapes = {part: self._own_shape(part, placed[part]) for part in parts}
        if parts == [root] and shapes[root]:
            return replace(body, shape=shapes[root]), self.stand_ins.put(root, [])
        is_changed = False
        others: list[tuple[str, Placed]] = []
        for part in parts:
            if part != root and part.parent == root and shapes[part] and not why_locked(part):
                wanted = RigidBody(shape=shapes[part], collections=body.collections)
                if part.rigid_body is None or not is_same_body(rigid_body_of(part.rigid_body), wanted):
                    set_body(self.context.scene, part, wanted)
                    is_changed = True
            else:
                others.append((part.name, placed[part]))
        for name, found in others:
            if wire_of(found).shape == "MESH":
                self.report.note(name, "its triangle mesh is an object of its own, which exported files show")
        is_changed = self.stand_ins.put(root, others) or is_changed
        return replace(body, shape="COMPOUND"), is_changed

    def _placed(self, part: bpy.types.Object) -> Placed:
        placed = self.measure.place(part, self._collider(part).shape)
        if isinstance(placed, Unplaceable):
            raise Skip(placed.reason if placed.reason else "has no shape")
        return placed

    def _own_shape(self, part: bpy.types.Object, placed: Placed) -> str:
        """Blender's collision shape that makes of the object's mesh just what its collider is; empty: none does."""
        if part.type != "MESH":
            return ""
        shape = wire_of(placed).shape
        data = self.measure.geometry(part)
        settings, _ = shape_of(
            RigidBody(shape=shape),
            vertices(part, self.depsgraph),
            None if data is None else data.points(),
            tuple(part.matrix_world.to_scale()),
        )
        there = self.measure.place(part, settings)
        return shape if isinstance(there, Placed) and is_alike(there, placed) else ""


CLASSES = (OMI_OT_to_rigid_bodies,)
