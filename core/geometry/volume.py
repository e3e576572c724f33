# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Volume, centre and inertia of solid shapes of density 1.

Lengths in metres; inertia in m5, which times a density in kg/m3 is kg m2. Round shapes lie along Z, their bottom is at
-Z. A body of several shapes adds up by `combined`.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from ..ground.linear import Mat4, Vec3
from ..physics.model import Box, Capsule, Cylinder, Sphere
from ..physics.scene import FloatArray, IntArray
from .place import MeshShape

_EYE = np.eye(3)


@dataclass(frozen=True, slots=True)
class Solid:
    """Volume, centre (3,), and inertia tensor (3, 3) about the centre."""

    volume: float
    center: FloatArray
    inertia: FloatArray

    def at(self, matrix: Mat4) -> Solid:
        """The solid taken through a rigid matrix."""
        m = np.asarray(matrix, dtype=np.float64)
        turn = m[:3, :3]
        return Solid(self.volume, turn @ self.center + m[:3, 3], turn @ self.inertia @ turn.T)

    def inertia_about(self, point: Vec3) -> FloatArray:
        """The inertia tensor (3, 3) about another point."""
        return self.inertia + _steiner(self.volume, self.center - np.asarray(point))


def _steiner(volume: float, arm: FloatArray) -> FloatArray:
    return volume * (float(arm @ arm) * _EYE - np.outer(arm, arm))


def _nothing() -> Solid:
    return Solid(0.0, np.zeros(3), np.zeros((3, 3)))


def combined(solids: Iterable[Solid]) -> Solid:
    """All solids as one; where they overlap, they count twice."""
    parts = [solid for solid in solids if solid.volume > 0.0]
    volume = sum(part.volume for part in parts)
    if not parts:
        return _nothing()
    center = sum((part.volume * part.center for part in parts), np.zeros(3)) / volume
    inertia = sum((part.inertia + _steiner(part.volume, part.center - center) for part in parts), np.zeros((3, 3)))
    return Solid(volume, center, inertia)


def of_geometry(geometry: Box | Sphere | Capsule | Cylinder | MeshShape) -> Solid:
    """The solid of a placed shape, in the shape's own frame."""
    if isinstance(geometry, MeshShape):
        return of_mesh(*geometry.arrays())
    if isinstance(geometry, Box):
        return of_box(geometry.size)
    if isinstance(geometry, Sphere):
        return of_capsule(0.0, geometry.radius, geometry.radius)
    make = of_capsule if isinstance(geometry, Capsule) else of_cylinder
    return make(geometry.height, geometry.radius_bottom, geometry.radius_top)


def of_box(size: Vec3) -> Solid:
    """A box of the given full size."""
    x, y, z = size
    volume = x * y * z
    return Solid(volume, np.zeros(3), np.diag([y * y + z * z, x * x + z * z, x * x + y * y]) * (volume / 12.0))


def of_cylinder(height: float, radius_bottom: float, radius_top: float) -> Solid:
    """A cylinder or, with different radii, a frustum; `height` is the whole height."""
    return _revolved([_cone_piece(-height / 2.0, radius_bottom, height / 2.0, radius_top)])


def of_capsule(height: float, radius_bottom: float, radius_top: float) -> Solid:
    """The hull of two spheres whose centres are `height` apart; height 0 is the larger sphere."""
    low, high = -height / 2.0, height / 2.0
    if abs(radius_bottom - radius_top) >= height:
        radius, center = max((radius_bottom, low), (radius_top, high)) if height > 0.0 else (radius_bottom, 0.0)
        return _revolved([_ball_piece(center - radius, center + radius, center, radius)])
    # The cone that touches both spheres does so at this latitude.
    sine = (radius_bottom - radius_top) / height
    cosine = math.sqrt(1.0 - sine * sine)
    z_low, z_high = low + radius_bottom * sine, high + radius_top * sine
    return _revolved(
        [
            _ball_piece(low - radius_bottom, z_low, low, radius_bottom),
            _cone_piece(z_low, radius_bottom * cosine, z_high, radius_top * cosine),
            _ball_piece(z_high, high + radius_top, high, radius_top),
        ]
    )


@dataclass(frozen=True, slots=True)
class _Piece:
    """A stretch of a solid of revolution: the squared radius is a z2 + b z + c from z = low to high."""

    low: float
    high: float
    a: float
    b: float
    c: float


def _ball_piece(low: float, high: float, center: float, radius: float) -> _Piece:
    return _Piece(low, high, -1.0, 2.0 * center, radius * radius - center * center)


def _cone_piece(low: float, radius_low: float, high: float, radius_high: float) -> _Piece:
    slope = (radius_high - radius_low) / (high - low) if high > low else 0.0
    base = radius_low - slope * low
    return _Piece(low, high, slope * slope, 2.0 * slope * base, base * base)


# Exact for polynomials up to the fifth degree; the integrands have at most the fourth.
_GAUSS = ((-math.sqrt(0.6), 5.0 / 9.0), (0.0, 8.0 / 9.0), (math.sqrt(0.6), 5.0 / 9.0))


def _revolved(pieces: Iterable[_Piece]) -> Solid:
    volume = moment = axial = lateral = 0.0
    for piece in pieces:
        middle, half = (piece.low + piece.high) / 2.0, (piece.high - piece.low) / 2.0
        for node, weight in _GAUSS:
            z = middle + half * node
            square = max(piece.a * z * z + piece.b * z + piece.c, 0.0)
            slice_ = math.pi * square * weight * half
            volume += slice_
            moment += slice_ * z
            axial += slice_ * square / 2.0
            lateral += slice_ * (square / 4.0 + z * z)
    if volume <= 0.0:
        return _nothing()
    height = moment / volume
    lateral -= volume * height * height
    return Solid(volume, np.array([0.0, 0.0, height]), np.diag([lateral, lateral, axial]))


def of_mesh(points: FloatArray, triangles: IntArray) -> Solid:
    """A closed mesh of points (n, 3) and triangles (m, 3), by signed tetrahedra; winding may be inward throughout.

    A mesh with holes gives a volume that is only as good as its surface is closed. Volume 0 where it encloses none.
    """
    if not len(triangles):
        return _nothing()
    origin = points.mean(axis=0)
    a, b, c = (points[triangles[:, i]] - origin for i in range(3))
    six = np.einsum("ij,ij->i", a, np.cross(b, c))
    total = float(six.sum())
    extent = float(np.ptp(points, axis=0).max())
    if abs(total) <= 1e-12 * extent**3:
        return _nothing()
    sums = a + b + c
    center = (six[:, None] * sums).sum(axis=0) / (4.0 * total)
    # Second moments of a tetrahedron with a corner at the origin.
    products = np.einsum("i,ij,ik->jk", six, sums, sums) + sum(np.einsum("i,ij,ik->jk", six, p, p) for p in (a, b, c))
    covariance = products / 120.0 * math.copysign(1.0, total)
    volume = abs(total) / 6.0
    covariance = covariance - volume * np.outer(center, center)
    return Solid(volume, center + origin, np.trace(covariance) * _EYE - covariance)
