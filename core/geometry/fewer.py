# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""A convex hull of fewer points, which holds as much."""

from __future__ import annotations

import numpy as np

from ..physics.scene import FloatArray, IntArray
from . import volume
from .convexity import Hull, HullOf, outermost

_MANY = 2000
_EXACT = 1e-5


def with_fewer_points(hull: Hull, most: int, hull_of: HullOf) -> Hull:
    """A hull of at most so many points, at least 4, near the given one and of its volume.

    Always the point that is farthest outside comes next, so corners come first and what is left out lies as near as it
    can. What the chosen points hold too little, they make up for by moving apart.
    """
    points, triangles = hull
    if len(points) <= most:
        return hull
    solid = volume.of_mesh(points, triangles)
    cloud = points if len(points) <= _MANY else outermost(points)
    chosen = _tetrahedron(cloud)
    found = hull_of(cloud[chosen])
    while len(chosen) < most and len(found[1]):
        heights = _heights(cloud, found)
        farthest = int(heights.argmax())
        if heights[farthest] <= _EXACT * float(np.ptp(points, axis=0).max()):
            break
        chosen.append(farthest)
        found = hull_of(cloud[chosen])
    held = volume.of_mesh(*found).volume
    if held <= 0.0:
        return hull
    moved = solid.center + (found[0] - solid.center) * (solid.volume / held) ** (1.0 / 3.0)
    return moved, found[1]


def _tetrahedron(points: FloatArray) -> list[int]:
    """Four points that span much."""
    first = int(points[:, int(np.ptp(points, axis=0).argmax())].argmin())
    arms = points - points[first]
    second = int((arms**2).sum(axis=1).argmax())
    across = np.cross(arms, arms[second])
    third = int((across**2).sum(axis=1).argmax())
    return [first, second, third, int(np.abs(arms @ across[third]).argmax())]


def _heights(points: FloatArray, hull: tuple[FloatArray, IntArray]) -> FloatArray:
    """How far (n,) each point lies outside of a hull, seen from its nearest side."""
    corners, triangles = hull
    a, b, c = (corners[triangles[:, i]] for i in range(3))
    normals = np.cross(b - a, c - a)
    normals = normals / np.maximum(np.linalg.norm(normals, axis=1), 1e-300)[:, None]
    return (points @ normals.T - np.einsum("ij,ij->i", normals, a)).max(axis=1)
