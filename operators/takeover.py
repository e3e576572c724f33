# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What taking over from and to rigid bodies and names has in common."""

from __future__ import annotations

import bpy
from bpy.app.translations import pgettext_rpt as rpt_
from mathutils import Matrix

from ..properties.access import physics
from .common import OperatorResult

_NAMES_SHOWN = 12
SAME = "has that physics already"
"""Why an object is left alone that was taken over before."""


class Report:
    """Counts what was taken over, and names what was left alone or lost, by reason."""

    def __init__(self) -> None:
        self.bodies = 0
        self.colliders = 0
        self.joints = 0
        self.removed = 0
        self.skipped: dict[str, list[str]] = {}
        self.notes: dict[str, list[str]] = {}

    def skip(self, name: str, reason: str) -> None:
        """An object that stays as it was; the reason follows its name."""
        self.skipped.setdefault(reason, []).append(name)

    def note(self, name: str, words: str) -> None:
        """What of an object had no counterpart."""
        self.notes.setdefault(words, []).append(name)

    @property
    def is_done(self) -> bool:
        """Whether anything was taken over."""
        return bool(self.bodies or self.colliders or self.joints)

    def words(self) -> str:
        """The line, such as "Taken over: 2 bodies, 1 joint. Rope: its breaking threshold is lost"."""
        counts = (
            (self.bodies, rpt_("1 body"), rpt_("%d bodies")),
            (self.colliders, rpt_("1 collider"), rpt_("%d colliders")),
            (self.joints, rpt_("1 joint"), rpt_("%d joints")),
        )
        told = [one if count == 1 else many % count for count, one, many in counts if count]
        parts = [rpt_("Taken over: %s") % ", ".join(told) if told else rpt_("Nothing taken over")]
        if self.removed:
            parts.append(rpt_("Rigid bodies and constraints removed: %d") % self.removed)
        for found in (self.skipped, self.notes):
            parts += [f"{_listed(names)}: {reason}" for reason, names in found.items()]
        return ". ".join(parts)

    def finish(self, operator: bpy.types.Operator, nothing: str) -> OperatorResult:
        """Reports, and gives the operator's result; `nothing` is said where there was nothing to look at."""
        if not self.is_done and not self.skipped:
            operator.report({"WARNING"}, rpt_(nothing))
            return {"CANCELLED"}
        for reason, names in (*self.skipped.items(), *self.notes.items()):
            if len(names) > _NAMES_SHOWN and reason != SAME:
                # The line has not got room for all; the log has.
                operator.report({"INFO"}, f"{', '.join(names)}: {reason}")
        is_clean = self.is_done and not self.skipped and not self.notes
        operator.report({"INFO"} if is_clean else {"WARNING"}, self.words())
        return {"FINISHED"} if self.is_done or self.removed else {"CANCELLED"}


def _listed(names: list[str]) -> str:
    more = f" (+{len(names) - _NAMES_SHOWN})" if len(names) > _NAMES_SHOWN else ""
    return ", ".join(names[:_NAMES_SHOWN]) + more


def link_apart(made: bpy.types.Object, obj: bpy.types.Object, context: bpy.types.Context) -> None:
    """Puts a new object into the collections of another, but for those of the rigid body world: they would make it
    a body or a constraint."""
    world = context.scene.rigidbody_world
    apart = () if world is None else (world.collection, world.constraints)
    own = [c for c in obj.users_collection if c.library is None and c not in apart]
    for collection in own or [context.scene.collection]:
        collection.objects.link(made)


def unscaled(world: Matrix) -> Matrix:
    """A place without its scale."""
    place = world.to_quaternion().to_matrix().to_4x4()
    place.translation = world.translation
    return place


def body_at_or_above(obj: bpy.types.Object | None) -> bpy.types.Object | None:
    """The nearest object with a motion type at or above an object."""
    while obj is not None and physics(obj).motion.type == "NONE":
        obj = obj.parent
    return obj


class Joints:
    """The joints of a scene as they were before: each with both bodies and its place."""

    def __init__(self, scene: bpy.types.Scene) -> None:
        self.all: list[tuple[bpy.types.Object, set[bpy.types.Object | None], Matrix]] = []
        for obj in scene.objects:
            group = physics(obj)
            if group.use_joint:
                target = group.joint.connected
                ends = {body_at_or_above(obj), body_at_or_above(target) or target}
                self.all.append((obj, ends, unscaled(obj.matrix_world)))


def is_same_place(a: Matrix, b: Matrix) -> bool:
    """Whether two rigid places are the same, but for float noise."""
    return all(
        abs(p - q) < 1e-4 * max(1.0, abs(q))
        for row, other in zip(a, b, strict=True)
        for p, q in zip(row, other, strict=True)
    )
