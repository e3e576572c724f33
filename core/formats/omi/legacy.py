# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Bodies and shapes as they were before August 2023: OMI_collider, OMI_physics_shape on nodes, flat OMI_physics_body.

What a shape belongs to does not show on its node, so shapes are sorted out when all bodies are known.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from ...geometry.inertia import principal
from ...ground.linear import NO_ROTATION
from ...physics.model import Body, Collider, Motion, Trigger
from ..common.reader import JsonObject, Path, Place
from . import names
from .read_body import read_body as read_current_body
from .read_body import read_motion
from .read_shape import read_collider_shape
from .reading import SHAPES, Reading, Table

_FLAT_KEYS = frozenset(("type", "mass", "centerOfMass", "inertiaTensor", "linearVelocity", "angularVelocity"))
_ALL_FLAT_KEYS = _FLAT_KEYS | {"inertiaDiagonal", "inertiaOrientation", "gravityFactor", "extras"}
_FLAT_ONLY_KEYS = _ALL_FLAT_KEYS - {"extras"}
_CURRENT_KEYS = frozenset(("motion", "collider", "trigger"))
_SHAPE_NODE_KEYS = frozenset(("shape", "extras"))
_COLLIDER_NODE_KEYS = frozenset(("collider", "extras"))
_COLLIDERS: Table = (names.COLLIDER, "colliders")
_TYPES = {
    "static": "static",
    "kinematic": "kinematic",
    "character": "kinematic",
    "rigid": "dynamic",
    "dynamic": "dynamic",
    "vehicle": "dynamic",
    "trigger": "trigger",
}
_NO_TENSOR = (0.0,) * 9


def is_flat_body(data: JsonObject) -> bool:
    """Whether OMI_physics_body of a node is of the form before motion, collider and trigger."""
    return not data.keys() & _CURRENT_KEYS and bool(data.keys() & _FLAT_KEYS)


def is_mixed_body(data: JsonObject) -> bool:
    """Whether the older `type` of a body stands beside what collides in the current form."""
    return isinstance(data.get("type"), str) and "motion" not in data and bool(data.keys() & _CURRENT_KEYS)


def _with_tensor(place: Place, motion: Motion) -> Motion:
    tensor = place.numbers("inertiaTensor", _NO_TENSOR)
    if tensor == _NO_TENSOR:
        return motion
    diagonal, orientation = principal(tensor)
    if min(diagonal) < -1e-6 * max(map(abs, tensor)):
        place.note("inertiaTensor", "has a negative principal moment; the default is used")
        return motion
    x, y, z = (max(v, 0.0) for v in diagonal)
    if max(map(abs, orientation[:3])) < 1e-6:
        orientation = NO_ROTATION
    return replace(motion, inertia_diagonal=(x, y, z), inertia_orientation=orientation)


@dataclass(slots=True)
class _ShapeNode:
    """A node with a shape of an older form. `is_trigger` None: the body above it decides."""

    shape: int | None
    is_trigger: bool | None
    path: Path


class OldBodies:
    """Takes the nodes of one file that have an older form, and sorts them out at the end."""

    def __init__(self, reading: Reading) -> None:
        self._reading = reading
        self._shapes: dict[int, _ShapeNode] = {}
        self._triggers: set[int] = set()
        self._colliders: list[Place | None] | None = None
        self._collider_shapes: dict[int, int | None] = {}

    def read_body(self, index: int, place: Place) -> None:
        """OMI_physics_body with its values beside the type."""
        place.unread(_ALL_FLAT_KEYS)
        word = place.word("type", _TYPES, "dynamic")
        kind = _TYPES[word]
        other = f', its type "{word}" as "{kind}"' if kind != word else ""
        place.note(None, f"is the form before August 2023; read all the same{other}")
        if "type" not in place.data:
            place.note("type", 'is missing; "dynamic" is used')
        if kind == "trigger":
            self._triggers.add(index)
        else:
            motion = _with_tensor(place, read_motion(place, kind))
            self._reading.file.bodies[index] = Body(motion=motion)

    def read_mixed_body(self, index: int, place: Place) -> None:
        """The older values beside a current collider or trigger: each is read as if it stood alone."""
        current = {key: value for key, value in place.data.items() if key not in _FLAT_ONLY_KEYS}
        flat = {key: value for key, value in place.data.items() if key in _FLAT_ONLY_KEYS}
        bodies = self._reading.file.bodies
        self.read_body(index, Place(flat, place.notes, place.path))
        old = bodies.pop(index, Body())
        read_current_body(self._reading, index, Place(current, place.notes, place.path))
        body = bodies.get(index, Body())
        if old.motion or body.collider or body.trigger:
            bodies[index] = replace(body, motion=old.motion)

    def read_shape_node(self, index: int, place: Place | None) -> None:
        """OMI_physics_shape on a node: the shape of the body above it."""
        if place is None:
            return
        place.note(None, "on a node is the form before August 2023; read all the same")
        place.unread(_SHAPE_NODE_KEYS)
        shape = self._reading.entry(place, "shape", SHAPES, index)
        self._shapes[index] = _ShapeNode(shape, None, place.path)

    def has_current_shape(self, index: int) -> bool:
        """Whether a node says in the current form what collides: then OMI_collider beside it repeats that for Godot."""
        body = self._reading.file.bodies.get(index)
        return body is not None and (body.collider is not None or body.trigger is not None)

    def read_collider_node(self, index: int, place: Place | None) -> None:
        """OMI_collider on a node, by index or in place."""
        if place is None:
            return
        place.note(None, "is an archived form; read all the same")
        shape: int | None = None
        source: Place | None = place
        if "collider" in place.data:
            place.unread(_COLLIDER_NODE_KEYS)
            shape, source = self._collider_entry(index, place)
        else:
            shape = self._added(place)
        is_trigger = source.flag("isTrigger") if source and "isTrigger" in source.data else None
        self._shapes[index] = _ShapeNode(shape, is_trigger, place.path)

    def _collider_entry(self, index: int, place: Place) -> tuple[int | None, Place | None]:
        """The index of the shape of an entry of `colliders`, and the entry."""
        if self._colliders is None:
            root = self._reading.root(names.COLLIDER)
            self._colliders = root.objects("colliders") if root else []
        entry = place.index("collider", len(self._colliders), "collider")
        if entry is None:
            return None, None
        self._reading.notes.used_by(("extensions", *_COLLIDERS), entry, index)
        source = self._colliders[entry]
        if source is None:
            place.note("collider", f"is {entry}, but that collider could not be read; left out")
            return None, None
        if entry not in self._collider_shapes:
            self._collider_shapes[entry] = self._added(source)
        return self._collider_shapes[entry], source

    def _added(self, place: Place) -> int | None:
        shape = read_collider_shape(place, self._reading)
        return None if shape is None else self._reading.add_shape(shape)

    def finish(self) -> None:
        """Gives the shapes to their nodes, and parts to the triggers of the old type."""
        reading = self._reading
        bodies = reading.file.bodies
        parts: dict[int, list[int]] = {index: [] for index in sorted(self._triggers)}
        known: dict[int, int | None] = {}
        for index, node in self._shapes.items():
            body = bodies.get(index, Body())
            if body.collider or body.trigger:
                reading.notes.add(node.path, "stands beside the current form; left out")
                continue
            owner = reading.nearest(index, known, self._is_body)
            is_trigger = owner in self._triggers if node.is_trigger is None else node.is_trigger
            if not is_trigger:
                bodies[index] = replace(body, collider=Collider(node.shape))
                continue
            bodies[index] = replace(body, trigger=Trigger(node.shape))
            if owner is not None and owner in parts and owner != index:
                parts[owner].append(index)
        for index, nodes in parts.items():
            body = bodies.get(index, Body())
            if body.trigger is None:
                bodies[index] = replace(body, trigger=Trigger(nodes=tuple(nodes)))

    def _is_body(self, index: int) -> bool:
        return index in self._triggers or self._reading.motion(index) is not None
