# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The state of reading one file: its nodes and their tree, the root tables, what was found so far."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...issues.faults import fault_words
from ...physics.model import Body, Motion, PhysicsFile, PhysicsJoint, Shape
from ..common.reader import JsonObject, Notes, Path, Place, as_list, as_object, describe
from . import names

Table = tuple[str, str]
SHAPES: Table = (names.SHAPE, "shapes")
MATERIALS: Table = (names.BODY, "physicsMaterials")
FILTERS: Table = (names.BODY, "collisionFilters")
JOINTS: Table = (names.JOINT, "physicsJoints")

_WORDS: dict[Table, str] = {
    SHAPES: "shape",
    MATERIALS: "physics material",
    FILTERS: "collision filter",
    JOINTS: "physics joint",
}


class Reading:
    """One file while it is read; `nodes` may hold anything."""

    def __init__(self, gltf_json: object) -> None:
        self.data: JsonObject = as_object(gltf_json) or {}
        self.nodes: list[Any] = as_list(self.data.get("nodes")) or []
        self.mesh_count = len(as_list(self.data.get("meshes")) or [])
        self.notes = Notes(self.nodes)
        self.file = PhysicsFile()
        self.seen: set[str] = set()
        self.known_bodies: dict[bytes, Body] = {}
        self._roots: dict[str, Place | None] = {}
        self._parents: list[int] | None = None
        self._spans: list[tuple[int, int]] | None = None
        self._moving: dict[int, int | None] = {}
        self._empty_joint: int | None = None

    def attempt(self, path: Path, step: Callable[..., Any], *values: Any) -> Any:
        """What a step of reading gives; an error in our own code costs what stands at the path, and is named."""
        try:
            return step(*values)
        # Whatever it is: it is named, and the rest of the file is read.
        except Exception as error:  # noqa: BLE001
            self.notes.add_fault(path, f"left out, {fault_words(error)}")
            if path[:1] == ("nodes",):
                for table in (self.file.bodies, self.file.joints, self.file.joint_parents):
                    table.pop(path[1], None)  # type: ignore[call-overload]
            return None

    def place(self, extensions: JsonObject, name: str, path: Path) -> Place | None:
        """The object of one extension."""
        self.seen.add(name)
        value = as_object(extensions[name])
        if value is None:
            self.notes.add((*path, name), f"is {describe(extensions[name])}, not an object; left out")
            return None
        return Place(value, self.notes, (*path, name))

    def root(self, name: str) -> Place | None:
        """The root object of one extension."""
        if name not in self._roots:
            extensions = as_object(self.data.get("extensions")) or {}
            self._roots[name] = self.place(extensions, name, ("extensions",)) if name in extensions else None
        return self._roots[name]

    def table(self, table: Table) -> list[Any]:
        """The entries of a root table read so far."""
        document = self.file.document
        if table == SHAPES:
            return document.shapes
        if table == MATERIALS:
            return document.physics_materials
        return document.collision_filters if table == FILTERS else document.physics_joints

    def entry(self, place: Place, key: str, table: Table, node: int, loss: str = "") -> int | None:
        """The index of an entry of a root table that could be read. For `loss` see `Place.index`."""
        entries = self.table(table)
        index = place.index(key, len(entries), _WORDS[table], loss)
        if index is None:
            return None
        is_first = self.notes.used_by(("extensions", *table), index, node)
        if entries[index] is not None:
            return index
        if not is_first:  # what is wrong with the entry is put down to the first
            place.note(key, f"is {index}, but that {_WORDS[table]} could not be read; {loss or 'left out'}")
        return None

    def add_shape(self, shape: Shape) -> int:
        """Appends a shape that the table of the file does not have."""
        self.file.document.shapes.append(shape)
        return len(self.file.document.shapes) - 1

    def empty_joint(self) -> int:
        """The index of joint settings without limits and drives, appended once."""
        if self._empty_joint is None:
            self._empty_joint = len(self.file.document.physics_joints)
            self.file.document.physics_joints.append(PhysicsJoint())
        return self._empty_joint

    # The tree. Files may hold anything, cycles too: each node has the first parent that names it.

    @property
    def parents(self) -> list[int]:
        """The parent of each node; -1 for none."""
        if self._parents is None:
            self._parents = parents = [-1] * len(self.nodes)
            for index, children in enumerate(map(self.children, range(len(self.nodes)))):
                for child in children:
                    if parents[child] < 0 and child != index:
                        parents[child] = index
        return self._parents

    def children(self, index: int) -> list[int]:
        """The children that a node names and that exist."""
        node = as_object(self.nodes[index])
        items = (as_list(node.get("children")) or []) if node else []
        return [c for c in items if type(c) is int and 0 <= c < len(self.nodes)]

    def is_below(self, node: int, ancestor: int) -> bool:
        """Whether a node is a descendant of another."""
        if self._spans is None:
            self._spans = self._walk()
        first, last = self._spans[ancestor]
        return first < self._spans[node][0] <= last

    def _walk(self) -> list[tuple[int, int]]:
        """For each node its number in tree order, and the last number below it; (-1, -2) in cycles."""
        parents = self.parents
        first, last = [-1] * len(parents), [-2] * len(parents)
        below: list[list[int]] = [[] for _ in parents]
        for index, parent in enumerate(parents):
            if parent >= 0:
                below[parent].append(index)
        count = 0
        stack = [index for index, parent in enumerate(parents) if parent < 0]
        while stack:
            index = stack.pop()
            if index < 0:
                last[~index] = count - 1
                continue
            first[index] = count
            count += 1
            stack.append(~index)
            stack.extend(below[index])
        return list(zip(first, last, strict=True))

    def nearest(self, index: int, known: dict[int, int | None], is_wanted: Callable[[int], bool]) -> int | None:
        """The nearest node at or above a node that is wanted; `known` keeps answers, so that each is passed once."""
        passed: list[int] = []
        found: int | None = None
        while index >= 0:
            if index in known:
                found = known[index]
                break
            known[index] = None  # ends a walk in a cycle
            passed.append(index)
            if is_wanted(index):
                found = index
                break
            index = self.parents[index]
        for node in passed:
            known[node] = found
        return found

    def motion(self, index: int) -> Motion | None:
        """The motion of a node."""
        body = self.file.bodies.get(index)
        return body.motion if body else None

    def body_of(self, index: int) -> int | None:
        """The nearest node at or above a node that has a motion. For use when all bodies are known."""
        return self.nearest(index, self._moving, lambda i: self.motion(i) is not None)
