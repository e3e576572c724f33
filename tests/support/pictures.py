# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Pictures of scenes built by hand, for tests of the core without Blender."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from omi_physics.core.ground.linear import Mat4, euler_matrix, from_columns, multiply, translation
from omi_physics.core.issues.issue import Issue
from omi_physics.core.physics.model import Motion
from omi_physics.core.physics.scene import (
    ColliderSettings,
    JointSettings,
    ObjectPhysics,
    ObjectRef,
    Options,
    Picture,
    SceneNode,
    ShapeSettings,
    TriggerSettings,
)
from omi_physics.core.rules.validate import check

DYNAMIC = Motion("dynamic")
STATIC = Motion("static")
KINEMATIC = Motion("kinematic")
BOX = ColliderSettings(ShapeSettings("BOX", "MANUAL"))
ZONE = TriggerSettings("SHAPE", ShapeSettings("BOX", "MANUAL"))
PARENT = ColliderSettings(ShapeSettings("NONE"))

CUBE = np.array([[x, y, z] for x in (-1.0, 1.0) for y in (-1.0, 1.0) for z in (-1.0, 1.0)])
FLAT = CUBE * (1.0, 1.0, 0.0)


class FakeMesh:
    """Points that are their own hull; what its triangles are does not matter here."""

    def __init__(self, points: Any, has_hull: bool = True) -> None:
        self.key = id(self)
        self.name = "mesh"
        self._points = np.asarray(points, dtype=np.float64)
        self._has_hull = has_hull
        self.hulls_made = 0

    def points(self) -> np.ndarray:
        return self._points

    def triangles(self) -> np.ndarray:
        return np.array([[0, 1, 2]], dtype=np.int32)

    def hull(self) -> tuple[np.ndarray, np.ndarray]:
        self.hulls_made += 1
        return (self._points, self.triangles()) if self._has_hull else (np.empty((0, 3)), np.empty((0, 3), np.int32))


class FakeMeshes:
    """Geometry by object name."""

    def __init__(self) -> None:
        self.by_name: dict[str, FakeMesh] = {}
        self.changed: set[str] = set()

    def get(self, node: SceneNode, shape: ShapeSettings) -> FakeMesh | None:
        return self.by_name.get(node.name)

    def differs_from_base(self, node: SceneNode) -> bool:
        return node.name in self.changed


class Builder:
    """Adds nodes by name; the world matrix of each is the parent's times its own place."""

    def __init__(self, **options: Any) -> None:
        self.meshes = FakeMeshes()
        self.picture = Picture(meshes=self.meshes, options=Options(**options), scene_name="Scene")
        self._by_name: dict[str, SceneNode] = {}

    def add(
        self,
        name: str,
        parent: str = "",
        at: Sequence[float] = (0, 0, 0),
        turned: Sequence[float] = (0, 0, 0),
        scale: Sequence[float] = (1, 1, 1),
        mesh: FakeMesh | None = None,
        shown: bool = False,
        animated: bool = False,
        exported: bool = True,
        **roles: Any,
    ) -> SceneNode:
        """A node with roles given as `motion`, `collider`, `trigger` or `joint`; degrees for `turned`."""
        above = self._by_name[parent] if parent else None
        local = place(at, turned, scale)
        node = SceneNode(len(self.picture.nodes), name, key=("OBJECT", name))
        node.parent = node.file_parent = None if above is None else above.index
        node.world = local if above is None else multiply(above.world, local)
        node.physics = ObjectPhysics(**roles) if roles else None
        node.is_exported, node.is_animated, node.has_mesh = exported, animated, shown
        if mesh is not None:
            self.meshes.by_name[name] = mesh
        self.picture.nodes.append(node)
        self._by_name[name] = node
        return node


def place(at: Sequence[float], turned: Sequence[float], scale: Sequence[float]) -> Mat4:
    """Translation, XYZ rotation in degrees and scale as one matrix."""
    x, y, z = (math.radians(angle) for angle in turned)
    stretch = from_columns((scale[0], 0, 0), (0, scale[1], 0), (0, 0, scale[2]), (0, 0, 0))
    return multiply(multiply(translation((at[0], at[1], at[2])), euler_matrix((x, y, z))), stretch)


def ref(name: str, is_deleted: bool = False) -> ObjectRef:
    """A pointer to the object of that name."""
    return ObjectRef(("OBJECT", name), name, is_deleted)


def shape(kind: str, fit: str = "MANUAL", **values: Any) -> ColliderSettings:
    """A collider of one shape."""
    return ColliderSettings(ShapeSettings(kind, fit, **values))


def zone(kind: str, fit: str = "MANUAL", **values: Any) -> TriggerSettings:
    """A trigger of one shape."""
    return TriggerSettings("SHAPE", ShapeSettings(kind, fit, **values))


def door(joint: JointSettings, **options: Any) -> Picture:
    """A dynamic Door with a joint below it, connected to a static Frame unless the joint says otherwise."""
    built = Builder(**options)
    built.add("Frame", motion=STATIC, collider=BOX)
    built.add("Door", motion=DYNAMIC, collider=BOX)
    built.add("Hinge", "Door", joint=joint if joint.connected else replace(joint, connected=ref("Frame")))
    return built.picture


def codes(picture: Picture, *, info: bool = True) -> list[str]:
    """The codes of what the checks find, without infos where they do not matter."""
    return [found.code for found in check(picture) if info or found.severity != "info"]


def only(picture: Picture) -> Issue:
    """The one thing the checks find."""
    found = check(picture)
    assert len(found) == 1, found
    return found[0]
