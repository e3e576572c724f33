# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Joints as they were before September 2024: constraints, on a node of its own that names both bodies."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from ...physics.model import JointNode, Limit, PhysicsJoint
from ..common.reader import Faults, JsonObject, Place, as_object, describe, whole
from . import names
from .read_joint import read_axes
from .reading import Reading, Table

_CONSTRAINTS: Table = (names.JOINT, "constraints")
_NODE_KEYS = frozenset(("constraints", "nodeA", "nodeB", "enableCollision", "extras"))
_KEYS = frozenset((
    "linearAxes", "angularAxes", "lowerLimit", "upperLimit", "stiffness", "damping", "name", "extras",
))  # fmt: skip
_ALL_AXES = 6
_WORLD = -1


def is_old_joint(data: JsonObject) -> bool:
    """Whether OMI_physics_joint of a node is of the form before `connectedNode`."""
    return "nodeA" in data or "nodeB" in data or "constraints" in data


def _bound(place: Place, key: str) -> float | None:
    """A bound: 0 where it is absent or wrong, none where it is infinite."""
    value = place.data.get(key)
    if isinstance(value, float) and math.isinf(value):
        return place.open_number(key, "no bound")
    return place.number(key, 0.0)


def _read_constraint(place: Place) -> tuple[Limit, ...]:
    """A constraint as one limit per kind. Absent bounds are 0, absent damping is 1."""
    place.unread(_KEYS)
    linear, angular = read_axes(place, "linearAxes"), read_axes(place, "angularAxes")
    low, high = _bound(place, "lowerLimit"), _bound(place, "upperLimit")
    if low is not None and high is not None and low > high:
        place.note(None, f"has a lower limit of {low:g} above its upper limit of {high:g}; kept")
    limit = Limit(
        min=low,
        max=high,
        stiffness=place.open_number("stiffness", "infinite", is_negative_open=True),
        damping=place.number("damping", 1.0, 0.0),
    )
    found: list[Limit] = []
    if linear:
        found.append(replace(limit, linear_axes=linear))
    if angular:
        found.append(replace(limit, angular_axes=angular))
    if not found:
        place.note(None, "limits no axis; left out")
    return tuple(found)


def _last_wins(groups: Iterable[tuple[Limit, ...]]) -> tuple[Limit, ...]:
    """Takes from each limit the axes that a later constraint limits as well. `groups` come last first."""
    linear: set[int] = set()
    angular: set[int] = set()
    found: list[Limit] = []
    for group in groups:
        for limit in reversed(group):
            left = replace(
                limit,
                linear_axes=tuple(a for a in limit.linear_axes if a not in linear),
                angular_axes=tuple(a for a in limit.angular_axes if a not in angular),
            )
            if left.linear_axes or left.angular_axes:
                found.append(left)
        for limit in group:
            linear.update(limit.linear_axes)
            angular.update(limit.angular_axes)
        if len(linear) + len(angular) == _ALL_AXES:
            break
    return tuple(reversed(found))


def _seen_from_the_other_end(limit: Limit) -> Limit:
    """The limit when joint and connected node change places; a distance from a line or point stays what it is."""
    axes = limit.linear_axes or limit.angular_axes
    if len(axes) > 1 and limit.min is not None and limit.min >= 0.0:
        return limit
    low, high = limit.min, limit.max
    return replace(limit, min=None if high is None else 0.0 - high, max=None if low is None else 0.0 - low)


@dataclass(slots=True)
class _Ends:
    """The nodes of the two bodies, _WORLD for none, and the limits of B relative to A."""

    a: int
    b: int
    limits: tuple[Limit, ...]
    is_colliding: bool


class OldJoints:
    """Takes the nodes of one file that have an older joint, and sorts them out when all bodies are known."""

    def __init__(self, reading: Reading) -> None:
        self._reading = reading
        self._ends: dict[int, _Ends] = {}
        self._table: list[Place | None] | None = None
        self._read: dict[int, tuple[Limit, ...]] = {}
        self._settings: dict[PhysicsJoint, int] = {}

    def read_node(self, index: int, place: Place) -> None:
        """OMI_physics_joint of a node; without any body, or with a wrong one, the joint is left out."""
        place.unread(_NODE_KEYS)
        place.note(None, "is the form before September 2024; read all the same")
        a, b = self._end(place, "nodeA"), self._end(place, "nodeB")
        if a is None or b is None or (a == _WORLD and b == _WORLD):
            place.note(None, "does not name the bodies it joins; the joint is left out")
            return
        limits = self._limits(index, place)
        self._ends[index] = _Ends(a, b, limits, place.flag("enableCollision"))

    def _end(self, place: Place, key: str) -> int | None:
        """The node of one body; _WORLD where the file says so, None where what it says is wrong."""
        value = place.data.get(key, _WORLD)
        if not isinstance(value, bool) and value == _WORLD:
            return _WORLD
        return place.index(key, len(self._reading.nodes), "node")

    def _limits(self, index: int, place: Place) -> tuple[Limit, ...]:
        groups: list[tuple[Limit, ...]] = []
        faults = Faults(place, "constraints")
        for i, item in enumerate(place.items("constraints")):
            inline = as_object(item)
            if inline is not None:
                groups.append(_read_constraint(Place(inline, place.notes, (*place.path, "constraints", i))))
                continue
            limits = self._entry(index, item)
            if limits is None:
                faults.add(i, f"is {describe(item)}, but there is no such constraint; left out")
            else:
                groups.append(limits)
        faults.close()
        return _last_wins(reversed(groups))

    def _entry(self, index: int, item: Any) -> tuple[Limit, ...] | None:
        """An entry of the root table; each is read once."""
        if self._table is None:
            root = self._reading.root(names.JOINT)
            self._table = root.objects("constraints") if root and "constraints" in root.data else []
        entry = whole(item)
        if entry is None or not 0 <= entry < len(self._table):
            return None
        self._reading.notes.used_by(("extensions", *_CONSTRAINTS), entry, index)
        if entry not in self._read:
            place = self._table[entry]
            self._read[entry] = _read_constraint(place) if place else ()
        return self._read[entry]

    def finish(self) -> None:
        """Makes current joints of them: below the dynamic body, connected to the other one."""
        for index, ends in self._ends.items():
            a, b, limits = ends.a, ends.b, ends.limits
            if a == _WORLD or (not self._is_dynamic(a) and self._is_dynamic(b)):
                a, b = b, a
                limits = tuple(_seen_from_the_other_end(limit) for limit in limits)
            joint = self._joint(PhysicsJoint(limits))
            self._reading.file.joints[index] = JointNode(joint, None if b == _WORLD else b, ends.is_colliding)
            self._reading.file.joint_parents[index] = a

    def _joint(self, settings: PhysicsJoint) -> int:
        joints = self._reading.file.document.physics_joints
        if settings not in self._settings:
            self._settings[settings] = len(joints)
            joints.append(settings)
        return self._settings[settings]

    def _is_dynamic(self, index: int) -> bool:
        body = self._reading.body_of(index) if index >= 0 else None
        motion = None if body is None else self._reading.motion(body)
        return motion is not None and motion.type == "dynamic"
