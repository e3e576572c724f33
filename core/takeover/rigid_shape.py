# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Placed shapes as Blender's collision shapes, each with the mesh whose bounds give it its size."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..geometry.place import MeshShape, Placed
from ..geometry.tapered import TaperedHull
from ..ground.linear import Mat4
from ..physics.model import Box, Capsule, Cylinder, Sphere
from ..physics.scene import FloatArray, IntArray

_CORNERS = np.array([(x, y, z) for x in (-0.5, 0.5) for y in (-0.5, 0.5) for z in (-0.5, 0.5)])
_EDGES = tuple((a, b) for a in range(8) for b in range(a + 1, 8) if bin(a ^ b).count("1") == 1)


@dataclass(frozen=True, slots=True)
class Wire:
    """A mesh of points (n, 3) and edges, for one of Blender's collision shapes; `triangles` (m, 3) with MESH only.

    Without faces it shows in no render and in no exported file.
    """

    shape: str
    points: FloatArray
    edges: tuple[tuple[int, int], ...]
    triangles: IntArray | None = None


def wire_of(placed: Placed) -> Wire:
    """The mesh that gives Blender a placed shape, in the shape's own frame, where round shapes lie along Z."""
    geometry = placed.geometry
    if isinstance(geometry, MeshShape):
        points, triangles = geometry.arrays()
        if geometry.kind == "TRIMESH":
            return Wire("MESH", points, (), triangles)
        return Wire("CONVEX_HULL", points, _edges_of(triangles))
    if isinstance(geometry, Box):
        return _bounds("BOX", *geometry.size)
    if isinstance(geometry, Sphere):
        return _bounds("SPHERE", *(2.0 * geometry.radius,) * 3)
    low, high = geometry.radius_bottom, geometry.radius_top
    if isinstance(geometry, Cylinder) and high in (0.0, low):
        return _bounds("CYLINDER" if high else "CONE", 2.0 * low, 2.0 * low, geometry.height)
    if isinstance(geometry, Capsule) and low == high:
        return _bounds("CAPSULE", 2.0 * low, 2.0 * low, geometry.height + 2.0 * low)
    # Blender has nothing tapered with two radii.
    points, triangles = TaperedHull(geometry).hull()
    return Wire("CONVEX_HULL", points, _edges_of(triangles))


def is_alike(a: Placed, b: Placed) -> bool:
    """Whether two shapes in the world are the same but for float noise."""
    if isinstance(a.geometry, MeshShape) or isinstance(b.geometry, MeshShape):
        same = a.geometry == b.geometry
    else:
        same = type(a.geometry) is type(b.geometry) and np.allclose(_sizes(a), _sizes(b), rtol=1e-4, atol=1e-6)
    where_a, where_b = _where(a), _where(b)
    return same and bool(np.allclose(where_a, where_b, atol=1e-5))


def _where(placed: Placed) -> FloatArray:
    world: Mat4 = placed.world
    rows = np.asarray(world, dtype=np.float64)
    # However a ball is turned, it is the same.
    return rows[:3, 3] if isinstance(placed.geometry, Sphere) else rows


def _sizes(placed: Placed) -> list[float]:
    geometry = placed.geometry
    if isinstance(geometry, Box):
        return list(geometry.size)
    if isinstance(geometry, Sphere):
        return [geometry.radius]
    assert not isinstance(geometry, MeshShape)
    return [geometry.height, geometry.radius_bottom, geometry.radius_top]


def _bounds(shape: str, x: float, y: float, z: float) -> Wire:
    return Wire(shape, _CORNERS * np.array((x, y, z)), _EDGES)


def _edges_of(triangles: IntArray) -> tuple[tuple[int, int], ...]:
    pairs = {tuple(sorted((int(t[i]), int(t[i - 1])))) for t in triangles for i in range(3)}
    return tuple((a, b) for a, b in sorted(pairs))
