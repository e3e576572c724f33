# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Khronos physics of a glTF file, said in the terms of OMI: the present names, and those before them.

Velocities are turned from the node's space into the scene's. A mesh named through a node comes with that node's
transform and all below it, though no scene may show it. Everything that has no counterpart leaves a notice.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from ...ground.linear import IDENTITY, Mat4, Vec3, coincide, multiply
from ..common.node_places import local_matrix, without_scale, world_matrices
from ..common.reader import Notes, as_list, as_object, is_number, whole
from ..omi import names as omi
from . import names
from .read_tables import Json, ShapeTable, joints_turned, root

MergedMesh = tuple[tuple[int, Mat4], ...]
"""Meshes of the file with the matrices that take them into one shape, in the file's axes."""


@dataclass(slots=True)
class Translation:
    """A file's Khronos physics as OMI JSON, and what OMI has no words for.

    `merged` are meshes put together of several, which count on behind the file's own. `offsets` moves shapes within
    their node. `massless` are the bodies whose mass the file leaves to the engine, `geometry_nodes` the nodes that only
    show the mesh of a shape, in no scene.
    """

    data: Json
    notes: Notes
    merged: list[MergedMesh] = field(default_factory=list[MergedMesh])
    offsets: dict[int, Vec3] = field(default_factory=dict[int, Vec3])
    massless: set[int] = field(default_factory=set[int])
    geometry_nodes: set[int] = field(default_factory=set[int])


def has_khr(data: Json) -> bool:
    """Whether anything in a file bears one of the Khronos names."""
    known = frozenset(names.ALL)
    nodes = as_list(data.get("nodes")) or []
    found = (as_object((as_object(node) or {}).get("extensions")) or {} for node in nodes)
    return bool(known & (as_object(data.get("extensions")) or {}).keys()) or any(known & each.keys() for each in found)


def translate(data: Json) -> Translation:
    """All Khronos physics of a parsed file as OMI JSON, node by node."""
    return _Translator(data).run()


class _Translator:
    def __init__(self, data: Json) -> None:
        self._data = data
        self._nodes = [as_object(node) or {} for node in as_list(data.get("nodes")) or []]
        self._notes = Notes(self._nodes)
        self._mesh_count = len(as_list(data.get("meshes")) or [])
        self._shapes = ShapeTable(data, self._notes)
        body = root(data, names.BODY, *names.OLDER_BODIES)
        self._joints = list(as_list(body.get("physicsJoints")) or [])
        self._tables = {key: as_list(body.get(key)) or [] for key in ("physicsMaterials", "collisionFilters")}
        self._found = Translation({}, self._notes)
        self._merged: dict[MergedMesh, int] = {}
        self._parents = [-1] * len(self._nodes)
        for index in range(len(self._nodes)):
            for child in self._children(index):
                if self._parents[child] < 0 and child != index:
                    self._parents[child] = index
        self._local = [self._matrix(node) for node in self._nodes]
        self._carried: dict[int, Json] = {}
        self._in_scene = self._reached()

    def run(self) -> Translation:
        """Node by node, then the joints, which need to know all bodies."""
        payloads: dict[int, Json] = {}
        for index, node in enumerate(self._nodes):
            extensions = as_object(node.get("extensions")) or {}
            for name in (names.BODY, *names.OLDER_BODIES):
                payload = as_object(extensions.get(name))
                if payload is not None:
                    payloads[index] = payload
                    if name != names.BODY:
                        self._notes.add(("nodes", index, "extensions", name), f"is an older {names.BODY}; read as that")
                    break
        self._moving = {i for i, payload in payloads.items() if as_object(payload.get("motion")) is not None}
        for index, payload in payloads.items():
            self._body(index, payload)
        for index, payload in payloads.items():
            joint = as_object(payload.get("joint"))
            if joint is not None:
                self._joint(index, joint)
        self._found.offsets = self._shapes.offsets
        self._found.data = self._as_omi()
        return self._found

    def _as_omi(self) -> Json:
        tables: Json = {}
        if self._shapes.entries:
            tables[omi.SHAPE] = {"shapes": self._shapes.entries}
        bodies = {key: entries for key, entries in self._tables.items() if entries}
        if bodies:
            tables[omi.BODY] = bodies
        if self._joints:
            tables[omi.JOINT] = {"physicsJoints": self._joints}
        return {
            "nodes": [
                {"name": node.get("name"), "children": node.get("children"), "extensions": self._carried.get(i, {})}
                for i, node in enumerate(self._nodes)
            ],
            "meshes": [None] * (self._mesh_count + len(self._found.merged)),
            "extensions": tables,
            "extensionsUsed": list(omi.EXTENSIONS),
        }

    # Bodies ----------------------------------------------------------------------------------------------------------

    def _body(self, index: int, payload: Json) -> None:
        path = ("nodes", index, "extensions", names.BODY)
        data: Json = {}
        motion = as_object(payload.get("motion"))
        if motion is not None:
            data["motion"] = self._motion(index, motion)
        collider = as_object(payload.get("collider"))
        if collider is not None:
            shape = self._geometry(index, collider)
            if shape is None:
                self._notes.add((*path, "collider"), "has no geometry that could be read; left out")
            else:
                data["collider"] = {**_references(collider), "shape": shape}
        trigger = as_object(payload.get("trigger"))
        if trigger is not None:
            shape = self._geometry(index, trigger)
            if shape is not None:
                data["trigger"] = {**_references(trigger), "shape": shape}
            elif as_list(trigger.get("nodes")):
                data["trigger"] = {"nodes": trigger["nodes"]}
            else:
                self._notes.add((*path, "trigger"), "has no geometry that could be read; left out")
        if data:
            self._carried.setdefault(index, {})[omi.BODY] = data

    def _motion(self, index: int, motion: Json) -> Json:
        path = ("nodes", index, "extensions", names.BODY, "motion")
        is_kinematic = motion.get("isKinematic") is True
        found = {key: value for key, value in motion.items() if key != "isKinematic"}
        found["type"] = "kinematic" if is_kinematic else "dynamic"
        mass = motion.get("mass")
        if mass == 0 and is_number(mass):
            del found["mass"]
            self._notes.add((*path, "mass"), "is 0, which means infinite; 1 kg is used")
        elif "mass" not in motion and not is_kinematic:
            self._found.massless.add(index)
        inertia = as_list(motion.get("inertiaDiagonal"))
        if inertia is not None and any(is_number(v) and v == 0 for v in inertia):
            del found["inertiaDiagonal"]
            found.pop("inertiaOrientation", None)
            self._notes.add((*path, "inertiaDiagonal"), "has a 0, which means infinite; left to the engine")
        for key in ("linearVelocity", "angularVelocity"):
            value = as_list(motion.get(key))
            if value is not None and len(value) == 3 and all(is_number(v) for v in value):
                found[key] = _turned(without_scale(self._world(index)), value)
        return found

    # Geometry --------------------------------------------------------------------------------------------------------

    def _geometry(self, index: int, role: Json) -> int | None:
        """The index of the shape of a collider or trigger; None where it has none that can be read."""
        geometry = as_object(role.get("geometry"))
        if geometry is None:
            # Before there was `geometry`, the shape stood on the collider itself.
            geometry = role
        is_hull = geometry.get("convexHull") is True or role.get("convexHull") is True
        shape = whole(geometry.get("shape"))
        if shape is not None:
            return shape
        mesh, node = whole(geometry.get("mesh")), whole(geometry.get("node"))
        if node is not None and 0 <= node < len(self._nodes) and node not in self._in_scene:
            self._found.geometry_nodes.update(self._below(node))
        if mesh is not None:
            return self._shapes.add_mesh(mesh, is_hull)
        if node is None or not 0 <= node < len(self._nodes):
            return None
        parts = tuple(self._parts(node, self._seen_from(index, node)))
        if not parts:
            return None
        if len(parts) == 1 and coincide(parts[0][1], IDENTITY):
            return self._shapes.add_mesh(parts[0][0], is_hull)
        return self._shapes.add_mesh(self._merge(parts), is_hull)

    def _seen_from(self, index: int, node: int) -> Mat4:
        """Where a node's mesh lies for a collider at node `index`.

        Its own mesh lies as it does; one below it, as seen from it; any other has the transform of its node alone.
        """
        if node == index:
            return IDENTITY
        found, above = self._local[node], self._parents[node]
        passed = {node}
        while above >= 0 and above not in passed:
            if above == index:
                return found
            passed.add(above)
            found, above = multiply(self._local[above], found), self._parents[above]
        return self._local[node]

    def _parts(self, node: int, place: Mat4) -> Iterator[tuple[int, Mat4]]:
        """The meshes of a node and of all below it."""
        stack, passed = [(node, place)], set[int]()
        while stack:
            current, matrix = stack.pop()
            if current in passed:
                continue
            passed.add(current)
            mesh = whole(self._nodes[current].get("mesh"))
            if mesh is not None and 0 <= mesh < self._mesh_count:
                yield mesh, matrix
            stack.extend((child, multiply(matrix, self._local[child])) for child in self._children(current))

    def _merge(self, parts: MergedMesh) -> int:
        if parts not in self._merged:
            self._merged[parts] = self._mesh_count + len(self._found.merged)
            self._found.merged.append(parts)
        return self._merged[parts]

    # Joints ----------------------------------------------------------------------------------------------------------

    def _joint(self, index: int, joint: Json) -> None:
        """The joint belongs to the end that moves: where only the other end does, it is seen from there."""
        path = ("nodes", index, "extensions", names.BODY, "joint")
        other, number = whole(joint.get("connectedNode")), whole(joint.get("joint"))
        host, data = index, {key: joint[key] for key in ("connectedNode", "joint", "enableCollision") if key in joint}
        if other is not None and 0 <= other < len(self._nodes) and self._body_of(index) is None:
            if self._body_of(other) is None:
                self._notes.add(path, "connects nothing that moves; left out")
                return
            if number is not None and 0 <= number < len(self._joints):
                self._joints.append(joints_turned(self._joints[number]))
                data["joint"] = len(self._joints) - 1
            host, data["connectedNode"] = other, index
        if omi.JOINT in self._carried.get(host, {}):
            self._notes.add(path, "is a second joint of one node; left out")
            return
        self._carried.setdefault(host, {})[omi.JOINT] = data

    def _body_of(self, index: int) -> int | None:
        passed: set[int] = set()
        while index >= 0 and index not in passed:
            if index in self._moving:
                return index
            passed.add(index)
            index = self._parents[index]
        return None

    # The tree --------------------------------------------------------------------------------------------------------

    def _children(self, index: int) -> list[int]:
        items = as_list(self._nodes[index].get("children")) or []
        return [child for child in items if type(child) is int and 0 <= child < len(self._nodes)]

    def _below(self, node: int) -> Iterator[int]:
        stack, passed = [node], set[int]()
        while stack:
            current = stack.pop()
            if current not in passed:
                passed.add(current)
                stack.extend(self._children(current))
                yield current

    def _reached(self) -> set[int]:
        """The nodes that scenes show; all where the file has no scenes."""
        scenes = [as_object(scene) or {} for scene in as_list(self._data.get("scenes")) or []]
        if not scenes:
            return set(range(len(self._nodes)))
        roots = [n for scene in scenes for n in as_list(scene.get("nodes")) or [] if type(n) is int]
        return {found for n in roots if 0 <= n < len(self._nodes) for found in self._below(n)}

    def _matrix(self, node: Json) -> Mat4:
        return local_matrix(
            *(_finite(node.get(key), count) for key, count in _TRANSFORM),  # type: ignore[arg-type]
        )

    def _world(self, index: int) -> Mat4:
        return world_matrices(self._parents, self._local, [index])[index]


_TRANSFORM = (("translation", 3), ("rotation", 4), ("scale", 3), ("matrix", 16))


def _finite(value: object, count: int) -> list[float] | None:
    values = as_list(value)
    if values is None or len(values) != count or not all(is_number(v) and abs(v) < 1e30 for v in values):
        return None
    return [float(v) for v in values]


def _turned(turn: Mat4, v: list[float]) -> list[float]:
    return [sum(row[i] * float(v[i]) for i in range(3)) for row in turn[:3]]


def _references(role: Json) -> Json:
    return {key: role[key] for key in ("physicsMaterial", "collisionFilter") if key in role}
