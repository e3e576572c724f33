# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Joints as Blender's rigid body constraints, on Empties of their own."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import bpy
from mathutils import Matrix

from ..core.geometry.split import is_mirrored, rigid_part
from ..core.physics.mirror import unmirrored
from ..core.physics.scene import JointSettings
from ..core.takeover.constraint import AXES, Constraint, constraints_of
from ..properties.access import physics
from ..properties.capture import as_rows
from ..properties.read import Present
from .common import Skip
from .rigid_build import read_constraint, set_constraint, turned_place
from .rigid_read import body_behind
from .rigid_stand_in import WORLD, is_world, world_stand_in
from .takeover import Report, body_at_or_above, is_same_place, link_apart

_SUFFIX = "_Constraint"


class Ties:
    """Gives joints their constraints; those that were made before are kept where they still say the same."""

    def __init__(self, context: bpy.types.Context, report: Report, present: Present) -> None:
        self._context = context
        self._report = report
        self._present = present
        self._made = [obj for obj in context.scene.objects if obj.rigid_body_constraint is not None]

    def give(self, owner: bpy.types.Object, joint: JointSettings) -> bool:
        """Whether anything changed."""
        body = body_at_or_above(owner)
        if body is None:
            raise Skip("belongs to no body")
        if body.rigid_body is None:
            raise Skip(f"its body {body.name} is no rigid body")
        rows = rigid_part(as_rows(owner.matrix_world))
        if rows is None:
            raise Skip("is scaled to nothing")
        place = Matrix(rows)
        end, is_new = self._other_end(owner, joint, body, place)
        joint = self._from_start(owner, unmirrored(joint) if is_mirrored(as_rows(owner.matrix_world)) else joint, place)
        given = constraints_of(joint)
        if not given.constraints:
            raise Skip("its joint limits and drives nothing")
        before = [obj for obj in self._made if obj.name.startswith(owner.name + _SUFFIX)]
        for made in given.constraints:
            where = turned_place(place, made.axes)
            known = next((obj for obj in before if _does(obj, made.constraint, where, body, end)), None)
            if known is None:
                self._make(owner, made.constraint, where, body, end)
                is_new = True
            else:
                before.remove(known)
        for obj in before:
            self._made.remove(obj)
            bpy.data.objects.remove(obj)
        if not is_new and not before:
            return False
        for words in given.notes:
            self._report.note(owner.name, words)
        self._report.joints += 1
        return True

    def _other_end(
        self, owner: bpy.types.Object, joint: JointSettings, body: bpy.types.Object, place: Matrix
    ) -> tuple[bpy.types.Object, bool]:
        """The rigid body at the other end, and whether it is new: the world has to have one."""
        target = physics(owner).joint.connected
        if joint.connected is None or target is None:
            return self._world(owner, place)
        if joint.connected.is_deleted:
            raise Skip(f"its target {target.name} was deleted")
        end: bpy.types.Object | None = body_at_or_above(target)
        if end is None:
            end = body_behind(target)
            return self._world(owner, place) if end is None else (end, False)
        if end == body:
            raise Skip(f"both ends of its joint are on {body.name}")
        if end.rigid_body is None:
            raise Skip(f"its other end {end.name} is no rigid body")
        return end, False

    def _world(self, owner: bpy.types.Object, place: Matrix) -> tuple[bpy.types.Object, bool]:
        for obj in self._context.scene.objects:
            if obj.name.startswith(owner.name + WORLD) and is_world(obj):
                return obj, False
        return world_stand_in(owner.name, owner, place, self._context), True

    def _from_start(self, owner: bpy.types.Object, joint: JointSettings, place: Matrix) -> JointSettings:
        """The joint with distances from the pose it starts in, since Blender's constraint has one place."""
        target = physics(owner).joint.connected
        rows = None if target is None else rigid_part(as_rows(target.matrix_world))
        if rows is None or joint.attach != "TARGET":
            return joint
        seen = place.inverted() @ Matrix(rows)
        if is_same_place(seen, Matrix()):
            return joint
        offset = seen.translation
        if not is_same_place(seen, Matrix.Translation(offset)) or any(limit.is_radial for limit in joint.limits):
            self._report.note(owner.name, "its two ends are apart; Blender's constraint has one place")
            return joint
        shift = dict(zip(AXES, offset, strict=True))
        limits = tuple(
            replace(
                limit,
                axes=axis,
                min=None if limit.min is None else limit.min - shift[axis],
                max=None if limit.max is None else limit.max - shift[axis],
            )
            if limit.kind == "LINEAR"
            else replace(limit, axes=axis)
            for limit in joint.limits
            for axis in limit.axes
        )
        return replace(joint, limits=limits)

    def _make(
        self,
        owner: bpy.types.Object,
        constraint: Constraint,
        where: Matrix,
        body: bpy.types.Object,
        end: bpy.types.Object,
    ) -> None:
        empty = bpy.data.objects.new(owner.name + _SUFFIX, None)
        empty.empty_display_type, empty.empty_display_size = "ARROWS", 0.5
        link_apart(empty, owner, self._context)
        empty.matrix_world = where
        set_constraint(self._context.scene, empty, constraint, body, end)
        self._made.append(empty)


def _does(obj: bpy.types.Object, constraint: Constraint, where: Matrix, body: Any, end: Any) -> bool:
    """Whether an object carries just this constraint between just these bodies."""
    made: Any = obj.rigid_body_constraint
    if (made.object1, made.object2) != (body, end) or not is_same_place(obj.matrix_world, where):
        return False
    known = read_constraint(made)
    return (known.type, known.use_collision) == (constraint.type, constraint.use_collision) and all(
        _near(a, b)
        for a, b in (
            (known.limits, constraint.limits),
            (known.springs, constraint.springs),
            (known.motors, constraint.motors),
        )
    )


def _near(a: dict[Any, tuple[float, float]], b: dict[Any, tuple[float, float]]) -> bool:
    return a.keys() == b.keys() and all(
        abs(p - q) <= 1e-5 * max(1.0, abs(q)) for key in a for p, q in zip(a[key], b[key], strict=True)
    )
