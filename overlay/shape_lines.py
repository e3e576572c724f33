# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Outlines of shapes as line segments, in the shape's own frame with Z as the long axis (Blender's axes).

Arrays have the shape (2 n, 3): two points a segment, in metres.
"""

from __future__ import annotations

from collections.abc import Hashable

import numpy as np

from ..core.geometry.place import MeshShape
from ..core.physics.model import Box, Capsule, Cylinder, Sphere
from ..core.physics.scene import FloatArray

SEGMENTS = 32

_BOX_EDGES = [
    (a, b) for a in range(8) for b in range(a + 1, 8) if (a ^ b).bit_count() == 1
]  # corner i lies at the signs that its three bits give
_BOX_CORNERS = np.array([[0.5 if i >> axis & 1 else -0.5 for axis in range(3)] for i in range(8)])


def outline(geometry: Box | Sphere | Capsule | Cylinder | MeshShape, cache: dict[Hashable, FloatArray]) -> FloatArray:
    """The outline of a shape; `cache` keeps those of equal shapes."""
    key = geometry.key if isinstance(geometry, MeshShape) else geometry
    found = cache.get(key)
    if found is None:
        found = cache[key] = _outline(geometry)
    return found


def _outline(geometry: Box | Sphere | Capsule | Cylinder | MeshShape) -> FloatArray:
    if isinstance(geometry, Box):
        return (_BOX_CORNERS * np.array(geometry.size))[np.array(_BOX_EDGES).reshape(-1)]
    if isinstance(geometry, Sphere):
        return np.concatenate([circle(geometry.radius, 0.0, axis) for axis in range(3)])
    if isinstance(geometry, Cylinder):
        return _sides(geometry)
    if isinstance(geometry, Capsule):
        return np.concatenate([_sides(geometry), _caps(geometry)])
    return _edges(geometry)


def chain(points: FloatArray) -> FloatArray:
    """A line through points (n, 3) as n - 1 segments."""
    return np.stack([points[:-1], points[1:]], axis=1).reshape(-1, 3)


def circle(radius: float, height: float, axis: int = 2) -> FloatArray:
    """A circle about an axis, at a height along it."""
    angles = np.linspace(0.0, 2.0 * np.pi, SEGMENTS + 1)
    points = np.empty((SEGMENTS + 1, 3))
    points[:, axis] = height
    points[:, (axis + 1) % 3] = radius * np.cos(angles)
    points[:, (axis + 2) % 3] = radius * np.sin(angles)
    return chain(points)


def _sides(geometry: Capsule | Cylinder) -> FloatArray:
    half, bottom, top = geometry.height * 0.5, geometry.radius_bottom, geometry.radius_top
    sides = [
        point
        for x, y in ((1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0))
        for point in ((x * bottom, y * bottom, -half), (x * top, y * top, half))
    ]
    return np.concatenate([circle(bottom, -half), circle(top, half), np.array(sides)])


def _caps(geometry: Capsule) -> FloatArray:
    """The half circles at both ends, in two planes."""
    half = geometry.height * 0.5
    angles = np.linspace(0.0, np.pi, SEGMENTS // 2 + 1)
    arcs: list[FloatArray] = []
    for radius, height, sign in ((geometry.radius_top, half, 1.0), (geometry.radius_bottom, -half, -1.0)):
        for axis in (0, 1):
            points = np.zeros((len(angles), 3))
            points[:, axis] = radius * np.cos(angles)
            points[:, 2] = height + sign * radius * np.sin(angles)
            arcs.append(chain(points))
    return np.concatenate(arcs)


def _edges(geometry: MeshShape) -> FloatArray:
    points, triangles = geometry.arrays()
    edges = np.concatenate([triangles[:, [0, 1]], triangles[:, [1, 2]], triangles[:, [2, 0]]])
    edges = np.unique(np.sort(edges, axis=1), axis=0)
    return points[edges.reshape(-1)]
