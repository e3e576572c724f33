# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The box that a mesh is, also where its sides stand askew to its object's axes."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from ..ground.linear import Vec3, shortest
from ..physics.scene import FloatArray, IntArray, ShapeSettings

_WORTH = 0.99
_MOST_SIDES = 64


def box_of(points: FloatArray, triangles: IntArray) -> ShapeSettings:
    """The box around points (n, 3): AUTO along the object's axes, MANUAL and turned where that has less volume.

    Only the directions of the triangles (m, 3) are tried, which is exact for a mesh that is a box.
    """
    size: FloatArray = points.max(axis=0) - points.min(axis=0)
    least = _WORTH * float(np.prod(size))
    found: ShapeSettings | None = None
    for axes in _frames(points, triangles):
        seen: FloatArray = points @ axes
        low: FloatArray = seen.min(axis=0)
        high: FloatArray = seen.max(axis=0)
        volume = float(np.prod(high - low))
        if volume < least:
            least = volume
            centre: FloatArray = axes @ ((low + high) / 2.0)
            found = ShapeSettings(
                "BOX", "MANUAL", size=_numbers(high - low), offset=_numbers(centre), rotation=_euler(axes)
            )
    return found or ShapeSettings("BOX")


def _frames(points: FloatArray, triangles: IntArray) -> Iterator[FloatArray]:
    """Right-handed frames (columns) along a side of the mesh and an edge in it."""
    for a, b, c in points[triangles[:_MOST_SIDES]]:
        normal = np.cross(b - a, c - a)
        for edge in (b - a, c - b, a - c):
            if np.linalg.norm(normal) > 0.0 and np.linalg.norm(edge) > 0.0:
                x, z = edge / np.linalg.norm(edge), normal / np.linalg.norm(normal)
                frame: FloatArray = np.stack((x, np.cross(z, x), z), axis=1).astype(np.float64)
                yield _nearest(frame)


def _nearest(axes: FloatArray) -> FloatArray:
    """The same box frame with its axes named and signed so that they are nearest to the object's."""
    order: list[int] = []
    for row in range(3):
        left = [i for i in range(3) if i not in order]
        order.append(max(left, key=lambda i: abs(axes[row, i])))
    named: FloatArray = axes[:, order]
    named = named * np.where(np.diagonal(named) < 0.0, -1.0, 1.0)
    return named if np.linalg.det(named) > 0.0 else named * np.array([1.0, 1.0, -1.0])


def _numbers(values: FloatArray) -> Vec3:
    x, y, z = (shortest(round(float(v), 7)) for v in values)
    return (x, y, z)


def _euler(axes: FloatArray) -> Vec3:
    """The XYZ Euler of a rotation."""
    y = math.asin(max(-1.0, min(1.0, -float(axes[2, 0]))))
    if abs(math.cos(y)) < 1e-6:
        return (math.atan2(-float(axes[1, 2]), float(axes[1, 1])), y, 0.0)
    return (math.atan2(float(axes[2, 1]), float(axes[2, 2])), y, math.atan2(float(axes[1, 0]), float(axes[0, 0])))
