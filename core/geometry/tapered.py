# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tapered capsules and cylinders as convex meshes, for engines that know only one radius."""

from __future__ import annotations

import itertools
import math
from collections.abc import Hashable
from dataclasses import dataclass

import numpy as np

from ..physics.model import Capsule, Cylinder
from ..physics.scene import FloatArray, IntArray

_SEGMENTS = 24
_RINGS = 6


@dataclass(frozen=True, slots=True)
class TaperedHull:
    """The surface of a capsule or cylinder about Z (Blender's axes), as `scene.MeshData`."""

    geometry: Capsule | Cylinder

    @property
    def key(self) -> Hashable:
        """Equal shapes have equal hulls."""
        return self.geometry

    @property
    def name(self) -> str:
        """What the mesh is called in the file."""
        return f"Tapered{type(self.geometry).__name__}"

    def points(self) -> FloatArray:
        """Vertices (n, 3)."""
        return self.hull()[0]

    def triangles(self) -> IntArray:
        """Triangles (m, 3), wound outward."""
        return self.hull()[1]

    def hull(self) -> tuple[FloatArray, IntArray]:
        """Vertices and triangles of the surface of revolution."""
        return _revolve(_profile(self.geometry))


def _profile(geometry: Capsule | Cylinder) -> list[tuple[float, float]]:
    """The outline as (radius, z) from bottom to top; the first and last points may lie on the axis."""
    half, bottom, top = geometry.height * 0.5, geometry.radius_bottom, geometry.radius_top
    if isinstance(geometry, Cylinder):
        return [(bottom, -half), (top, half)]
    if abs(bottom - top) >= geometry.height:
        # The larger sphere holds the smaller one.
        radius, centre = (bottom, -half) if bottom > top else (top, half)
        return _arc(radius, centre, -math.pi / 2.0, math.pi / 2.0)
    # The common tangent touches both spheres at this latitude.
    latitude = math.asin((bottom - top) / geometry.height)
    lower = _arc(bottom, -half, -math.pi / 2.0, latitude) if bottom > 0.0 else [(0.0, -half)]
    upper = _arc(top, half, latitude, math.pi / 2.0) if top > 0.0 else [(0.0, half)]
    return lower + upper


def _arc(radius: float, centre: float, start: float, end: float) -> list[tuple[float, float]]:
    steps = [start + (end - start) * i / _RINGS for i in range(_RINGS + 1)]
    return [(radius * math.cos(a) if abs(a) < math.pi / 2.0 else 0.0, centre + radius * math.sin(a)) for a in steps]


def _revolve(profile: list[tuple[float, float]]) -> tuple[FloatArray, IntArray]:
    points: list[tuple[float, float, float]] = []
    rings: list[list[int]] = []
    for radius, z in profile:
        count = _SEGMENTS if radius > 0.0 else 1
        angles = (2.0 * math.pi * i / _SEGMENTS for i in range(count))
        rings.append(list(range(len(points), len(points) + count)))
        points.extend((radius * math.cos(a), radius * math.sin(a), z) for a in angles)
    triangles: list[tuple[int, int, int]] = []
    for lower, upper in itertools.pairwise(rings):
        triangles.extend(_band(lower, upper))
    triangles.extend((rings[0][0], rings[0][i + 1], rings[0][i]) for i in range(1, len(rings[0]) - 1))
    triangles.extend((rings[-1][0], rings[-1][i], rings[-1][i + 1]) for i in range(1, len(rings[-1]) - 1))
    return np.array(points, dtype=np.float64), np.array(triangles, dtype=np.int32).reshape(-1, 3)


def _band(lower: list[int], upper: list[int]) -> list[tuple[int, int, int]]:
    found: list[tuple[int, int, int]] = []
    for i in range(_SEGMENTS):
        j = (i + 1) % _SEGMENTS
        if len(lower) > 1:
            found.append((lower[i], lower[j], upper[i % len(upper)]))
        if len(upper) > 1:
            found.append((lower[j % len(lower)], upper[j], upper[i]))
    return found
