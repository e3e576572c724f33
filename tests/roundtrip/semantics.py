# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the physics of a file means: indices resolved, defaults filled in, shapes as they stand in the world.

Two files mean the same when these pictures are equal within 1e-5, though their nodes may be laid out differently.
"""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Any

import numpy as np

from omi_physics.core.formats.omi.decode import decode
from omi_physics.core.physics.model import Box, Capsule, Convex, Cylinder, Limit, PhysicsFile, Sphere, Trimesh
from tests.support.gltf import Gltf, apply

TOLERANCE = 1e-5
_SUFFIXES = ("_Collider", "_Trigger", "_Joint", "_Attachment")
_DIRECTIONS = np.random.default_rng(1).normal(size=(200, 3))
_DIRECTIONS /= np.linalg.norm(_DIRECTIONS, axis=1)[:, None]


class Meaning:
    """The meaning of one file. `bodies`, `colliders`, `triggers`, `joints` are keyed by the names of the objects."""

    def __init__(self, gltf: Gltf) -> None:
        self._gltf = gltf
        self._file: PhysicsFile = decode(gltf.json)
        names = gltf.names()
        assert len(set(names)) == len(names), "the comparison needs names that occur once"
        self.bodies = {
            names[i]: {"world": gltf.world(i), **dataclasses.asdict(body.motion)}
            for i, body in self._file.bodies.items()
            if body.motion
        }
        self.colliders = {self._object(i): self._collider(i) for i, body in self._file.bodies.items() if body.collider}
        self.triggers = {self._object(i): self._trigger(i) for i, body in self._file.bodies.items() if body.trigger}
        self.joints = {self._object(i): self._joint(i) for i in self._file.joints}

    def _object(self, index: int) -> str:
        name = self._gltf.nodes[index].get("name") or f"Node {index}"
        return next((name.removesuffix(s) for s in _SUFFIXES if name.endswith(s)), name)

    def _body(self, index: int | None) -> str | None:
        while index is not None:
            body = self._file.bodies.get(index)
            if body and body.motion:
                return self._gltf.nodes[index]["name"]
            index = self._gltf.parent(index)
        return None

    def _collider(self, index: int) -> dict[str, Any]:
        collider = self._file.bodies[index].collider
        tables = self._file.document
        material, collision_filter = collider.physics_material, collider.collision_filter
        return {
            "body": self._body(index),
            "shape": self._shape(index, collider.shape),
            "material": None if material is None else dataclasses.asdict(tables.physics_materials[material]),
            "filter": self._filter(collision_filter),
        }

    def _filter(self, index: int | None) -> Any:
        return None if index is None else dataclasses.asdict(self._file.document.collision_filters[index])

    def _trigger(self, index: int) -> dict[str, Any]:
        trigger = self._file.bodies[index].trigger
        parts = [self._object(i) for i in trigger.nodes]
        if trigger.shape is None and not trigger.nodes:
            below = [i for i, b in self._file.bodies.items() if b.trigger and self._is_below(i, index)]
            parts = [self._object(i) for i in below]
        return {
            "body": self._body(index),
            "shape": self._shape(index, trigger.shape),
            "parts": sorted(parts),
            "filter": self._filter(trigger.collision_filter),
        }

    def _is_below(self, index: int, ancestor: int) -> bool:
        parent = self._gltf.parent(index)
        while parent is not None and parent != ancestor:
            parent = self._gltf.parent(parent)
        return parent == ancestor

    def _shape(self, index: int, number: int | None) -> Any:
        """A shape in the world."""
        if number is None:
            return None
        geometry = self._file.document.shapes[number].geometry
        world = self._gltf.world(index)
        lengths = np.linalg.norm(world[:3, :3], axis=0)
        place = world[:3, 3]
        match geometry:
            case Box(size):
                return ("box", place, world[:3, :3] * np.array(size))
            case Sphere(radius):
                return ("sphere", place, radius * lengths.max())
            case Capsule(height, bottom, top) | Cylinder(height, bottom, top):
                kind = type(geometry).__name__
                return (kind, place, world[:3, 1] * height, bottom * lengths[0], top * lengths[0])
            case Convex(mesh):
                points = apply(world, self._points(mesh))
                return ("convex", (points @ _DIRECTIONS.T).max(axis=0))
            case Trimesh(mesh):
                return ("trimesh", self._triangles(world, mesh))

    def _points(self, mesh: int) -> np.ndarray:
        primitives = self._gltf.json["meshes"][mesh]["primitives"]
        return np.concatenate([self._gltf.accessor(p["attributes"]["POSITION"]) for p in primitives]).astype(float)

    def _triangles(self, world: np.ndarray, mesh: int) -> np.ndarray:
        """Corners (m, 9) of the triangles in the world, each from its smallest corner on, sorted."""
        found = []
        for primitive in self._gltf.json["meshes"][mesh]["primitives"]:
            points = apply(world, self._gltf.accessor(primitive["attributes"]["POSITION"]).astype(float))
            order = np.arange(len(points))
            if "indices" in primitive:
                order = self._gltf.accessor(primitive["indices"]).reshape(-1).astype(int)
            for corners in points[order.reshape(-1, 3)].round(4) + 0.0:
                first = min(range(3), key=lambda i: tuple(corners[i]))
                found.append(np.roll(corners, -first, axis=0).ravel())
        return np.array(sorted(map(tuple, found)))

    def _joint(self, index: int) -> dict[str, Any]:
        joint = self._file.joints[index]
        settings = self._file.document.physics_joints[joint.joint]
        own = self._file.joint_parents.get(index, index)
        is_old = index in self._file.joint_parents
        other = joint.connected_node
        return {
            "body": self._body(own),
            "place": _rigid(self._gltf.world(index)),
            "connected": None if other is None else self._body(other),
            "connected place": _rigid(self._gltf.world(index if is_old else other)),
            "collides": joint.enable_collision,
            "limits": sorted((part for limit in settings.limits for part in _split(limit)), key=lambda part: part[:2]),
            "drives": list(map(dataclasses.asdict, settings.drives)),
        }


def _rigid(world: np.ndarray) -> np.ndarray:
    result = world.copy()
    result[:3, :3] /= np.linalg.norm(world[:3, :3], axis=0)
    return result


def _split(limit: Limit) -> list[tuple[Any, ...]]:
    """A limit axis by axis, but for a radial one."""
    kind, axes = ("linear", limit.linear_axes) if limit.linear_axes else ("angular", limit.angular_axes)
    found = []
    if limit.linear_axes and limit.angular_axes:
        found = _split(dataclasses.replace(limit, linear_axes=()))
    rest = (
        -1e9 if limit.min is None else limit.min,
        1e9 if limit.max is None else limit.max,
        -1.0 if limit.stiffness is None else limit.stiffness,
        limit.damping,
    )
    is_radial = len(axes) > 1 and limit.min is not None and limit.min >= 0 and (limit.max is None or limit.max > 0)
    if is_radial:
        return [(kind, axes, *rest), *found]
    return [(kind, (axis,), *rest) for axis in axes] + found


def differences(a: Any, b: Any, path: str = "") -> list[str]:
    """Where two pictures differ, as lines."""
    if isinstance(a, dict) and isinstance(b, dict):
        found = [f"{path}/{key}: only in one" for key in sorted(map(str, a.keys() ^ b.keys()))]
        for key in a.keys() & b.keys():
            found += differences(a[key], b[key], f"{path}/{key}")
        return found
    if isinstance(a, np.ndarray) or isinstance(b, np.ndarray):
        a, b = np.asarray(a, dtype=float), np.asarray(b, dtype=float)
        if a.shape != b.shape or not np.allclose(a, b, rtol=TOLERANCE, atol=TOLERANCE * 10):
            return [f"{path}: {a.tolist()} is not {b.tolist()}"]
        return []
    if isinstance(a, list | tuple) and isinstance(b, list | tuple):
        if len(a) != len(b):
            return [f"{path}: {a} is not {b}"]
        return [line for i, (x, y) in enumerate(zip(a, b)) for line in differences(x, y, f"{path}/{i}")]
    if isinstance(a, float) or isinstance(b, float):
        is_equal = a is not None and b is not None and abs(a - b) <= TOLERANCE * max(1.0, abs(a))
        return [] if is_equal else [f"{path}: {a} is not {b}"]
    return [] if a == b else [f"{path}: {a} is not {b}"]


def meaning(gltf: Gltf) -> dict[str, Any]:
    """The picture of one file."""
    found = Meaning(gltf)
    return {"bodies": found.bodies, "colliders": found.colliders, "triggers": found.triggers, "joints": found.joints}


def layout(gltf: Gltf) -> dict[str, Any]:
    """Every node by its name, as it is in the file, with all that indices refer to put in their place."""
    found = {}
    for index, node in enumerate(gltf.nodes):
        parent = gltf.parent(index)
        found[node["name"]] = {
            "parent": None if parent is None else gltf.nodes[parent]["name"],
            "local": gltf.local(index),
            "shows": sorted(node.keys() & {"mesh", "camera", "skin"}),
            "extensions": _resolved(gltf, node.get("extensions", {}), ""),
        }
    return found


def _resolved(gltf: Gltf, value: Any, key: str) -> Any:
    if isinstance(value, dict):
        return {k: _resolved(gltf, v, k) for k, v in value.items()}
    if key == "nodes":
        return sorted(gltf.nodes[i]["name"] for i in value)
    if key == "connectedNode":
        return gltf.nodes[value]["name"]
    if key == "mesh":
        return [gltf.accessor(p["attributes"]["POSITION"]) for p in gltf.json["meshes"][value]["primitives"]]
    table = _TABLES.get(key)
    if table is None or isinstance(value, str):
        return value
    return _resolved(gltf, gltf.root(table[0])[table[1]][value], "")


_TABLES = {
    "shape": ("OMI_physics_shape", "shapes"),
    "physicsMaterial": ("OMI_physics_body", "physicsMaterials"),
    "collisionFilter": ("OMI_physics_body", "collisionFilters"),
    "joint": ("OMI_physics_joint", "physicsJoints"),
}


def has_physics(path: Path) -> bool:
    """Whether a file names one of the extensions."""
    data = path.read_bytes()
    return b"OMI_physics" in data or b"OMI_collider" in data
