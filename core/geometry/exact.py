# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The primitive that a convex hull is exactly: a box, also a turned one, or what is as round as a mesh can be."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from ..physics.scene import FloatArray, IntArray
from . import fit, volume
from .classify import classify

_BOX_MORE = 1e-3
"""A box may hold so much more than the hull, in parts of it: rounding."""
_ROUND_MORE = 1e-2
"""The same for round shapes: a cylinder of 26 sides, or a sphere of some thousand faces."""


@dataclass(frozen=True, slots=True)
class Primitive:
    """A shape type, the axis it lies along and its own axes, in rows (3, 3), in the space of the hull."""

    type: str
    axis: str
    rows: FloatArray


def exact_primitive(points: FloatArray, triangles: IntArray) -> Primitive | None:
    """The primitive that a hull of points (n, 3) and outward triangles (m, 3) fills; None where there is none."""
    solid = volume.of_mesh(points, triangles)
    if solid.volume <= 0.0:
        return None
    for rows in _frames(points, triangles, solid):
        local = fit.transformed(points, rows)
        kind = classify(local, triangles)
        held, more = _held(local, kind.type, "XYZ".index(kind.axis))
        if held <= solid.volume * (1.0 + more):
            return Primitive(kind.type, kind.axis, rows)
    return None


def _frames(points: FloatArray, triangles: IntArray, solid: volume.Solid) -> Iterator[FloatArray]:
    """Axes that a primitive may have: those of the space, of the largest sides, of the inertia."""
    yield np.eye(3)
    a, b, c = (points[triangles[:, i]] for i in range(3))
    normals = np.cross(b - a, c - a)
    areas = np.linalg.norm(normals, axis=1)
    first: FloatArray = normals[areas.argmax()] / areas.max()
    across = areas * (np.abs(normals @ first) < 1e-4 * np.maximum(areas, 1e-300))
    if across.max() > 0.0:
        aside: FloatArray = normals[across.argmax()] / across.max()
        aside = aside - first * float(first @ aside)
        second: FloatArray = aside / float(np.linalg.norm(aside))
        yield np.stack([first, second, np.cross(first, second)])
    _, turn = np.linalg.eigh(solid.inertia)
    rows = turn.T
    yield rows * np.array([[1.0], [1.0], [float(np.sign(np.linalg.det(rows)))]])


def _held(points: FloatArray, kind: str, axis: int) -> tuple[float, float]:
    """The volume of the primitive about the points, and how much more than theirs it may be."""
    if kind == "BOX":
        (x, y, z), _ = fit.box(points)
        return x * y * z, _BOX_MORE
    if kind == "SPHERE":
        radius, _ = fit.sphere(points)
        return 4.0 / 3.0 * math.pi * radius**3, _ROUND_MORE
    if kind == "CYLINDER":
        radius, height, _ = fit.cylinder(points, axis)
        return math.pi * radius * radius * height, _ROUND_MORE
    if kind == "CAPSULE":
        radius, height, _ = fit.capsule(points, axis)
        return math.pi * radius * radius * (height + 4.0 / 3.0 * radius), _ROUND_MORE
    return math.inf, 0.0
