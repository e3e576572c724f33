# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Primitives that enclose a cloud of points.

Points are arrays of shape (n, 3), n > 0, in any frame; lengths are in the unit of the points. Round shapes lie along
the given axis, 0, 1 or 2. Each function gives the dimensions and the centre of the shape in the frame of the points.
"""

from __future__ import annotations

import numpy as np

from ..ground.linear import Vec3
from ..physics.scene import FloatArray

_SLACK = 1e-9


def _vector(v: FloatArray) -> Vec3:
    return (float(v[0]), float(v[1]), float(v[2]))


def transformed(points: FloatArray, rows: FloatArray) -> FloatArray:
    """Points (n, 3) taken through a linear map given by its rows (3, 3).

    Without a matrix product: for many points that wakes threads, which then spin for a tenth of a second.
    """
    return np.einsum("nj,ij->ni", points, rows)


def box(points: FloatArray) -> tuple[Vec3, Vec3]:
    """Full size and centre of the axis-aligned box."""
    low, high = points.min(axis=0), points.max(axis=0)
    return _vector(high - low), _vector((low + high) * 0.5)


def sphere(points: FloatArray) -> tuple[float, Vec3]:
    """Radius and centre of a small enclosing sphere: the better of the box's centre and Ritter's method."""
    middle = (points.min(axis=0) + points.max(axis=0)) * 0.5
    radius = float(np.sqrt(((points - middle) ** 2).sum(axis=1).max()))
    ritter_radius, ritter_centre = _ritter(points)
    if ritter_radius < radius * (1.0 - 1e-6):
        return ritter_radius, _vector(ritter_centre)
    return radius, _vector(middle)


def _ritter(points: FloatArray) -> tuple[float, FloatArray]:
    a = points[((points - points[0]) ** 2).sum(axis=1).argmax()]
    b = points[((points - a) ** 2).sum(axis=1).argmax()]
    centre = (a + b) * 0.5
    radius = float(np.linalg.norm(b - a)) * 0.5
    for _ in range(len(points)):
        distances = np.sqrt(((points - centre) ** 2).sum(axis=1))
        far = int(distances.argmax())
        distance = float(distances[far])
        if distance <= radius * (1.0 + _SLACK):
            break
        radius = (radius + distance) * 0.5
        centre = centre + (points[far] - centre) * ((distance - radius) / distance)
    return radius * (1.0 + _SLACK), centre


def _along(points: FloatArray, axis: int) -> tuple[FloatArray, FloatArray, Vec3, float]:
    """Positions along the axis, distances from it, the box's centre, and the largest distance."""
    centre = (points.min(axis=0) + points.max(axis=0)) * 0.5
    others = [i for i in range(3) if i != axis]
    radial = np.sqrt(((points[:, others] - centre[others]) ** 2).sum(axis=1))
    return points[:, axis], radial, _vector(centre), float(radial.max())


def cylinder(points: FloatArray, axis: int) -> tuple[float, float, Vec3]:
    """Radius, whole height and centre of a cylinder about the middle of the points' box."""
    along, _, centre, radius = _along(points, axis)
    return radius, float(along.max() - along.min()), centre


def capsule(points: FloatArray, axis: int) -> tuple[float, float, Vec3]:
    """Radius, height between the hemispheres' centres, and centre; height 0 is a sphere.

    The radius is the largest distance from the axis through the middle of the box. Points that are no longer than
    wide get the enclosing sphere.
    """
    along, radial, centre, radius = _along(points, axis)
    extent = float(along.max() - along.min())
    if extent <= 2.0 * radius * (1.0 + 1e-6):
        ball, middle = sphere(points)
        return ball, 0.0, middle
    # A point is inside when it is no further along than a hemisphere of that radius reaches at its distance.
    cap = np.sqrt(np.maximum(radius * radius - radial * radial, 0.0))
    top, bottom = float((along - cap).max()), float((along + cap).min())
    moved = list(centre)
    moved[axis] = (top + bottom) * 0.5
    return radius, top - bottom, (moved[0], moved[1], moved[2])
