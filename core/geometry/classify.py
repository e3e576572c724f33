# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Which kind of shape a mesh is: a box, a sphere, a capsule, a cylinder, or else its convex hull.

A mesh counts as a primitive when its surface lies on the surface of the primitive that encloses it, by area, so that
neither the number of faces nor a doubled vertex matters. Time is linear in the size of the mesh.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from ..physics.scene import FloatArray, IntArray
from . import fit

_AXES = "XYZ"
# How much of a surface has to lie on the primitive, and how far off the rest may be, in parts of its size.
_ON_SURFACE = 0.9
_COVERED = 0.8
_NEAR = 0.02
# A regular prism counts as round from about seven sides on.
_ROUND = 0.88


@dataclass(frozen=True, slots=True)
class Kind:
    """A shape type of `ShapeSettings`, and the axis along which it lies."""

    type: str
    axis: str = "Z"


@dataclass(frozen=True, slots=True)
class _Surface:
    """Triangles with an area: their centroids (n, 3), unit normals (n, 3) and areas (n,); and all vertices used."""

    points: FloatArray
    centers: FloatArray
    normals: FloatArray
    areas: FloatArray

    def share(self, mask: np.ndarray) -> float:
        """The part of the whole area on triangles of a mask."""
        return float(self.areas[mask].sum() / self.areas.sum())


def classify(points: FloatArray, triangles: IntArray) -> Kind:
    """The kind of a mesh of points (n, 3) and triangles (m, 3), in the space in which it is to be simulated.

    A flat mesh is a box (its hull has no volume); one without faces too.
    """
    surface = _surface(points, triangles)
    if surface is None:
        return Kind("BOX")
    low, high = surface.points.min(axis=0), surface.points.max(axis=0)
    extent = high - low
    if extent.min() <= 1e-4 * extent.max() or _is_box(surface, low, high):
        return Kind("BOX", _longest(extent))
    if _is_sphere(surface):
        return Kind("SPHERE")
    for axis in _round_axes(extent):
        if _is_cylinder(surface, axis):
            return Kind("CYLINDER", _AXES[axis])
        if _is_capsule(surface, axis):
            return Kind("CAPSULE", _AXES[axis])
    return Kind("CONVEX", _longest(extent))


def longest_axis(points: FloatArray) -> str:
    """The axis, X, Y or Z, along which points (n, 3) reach furthest; Z of equals."""
    return _longest(np.ptp(points, axis=0))


def _longest(extent: FloatArray) -> str:
    longest = float(extent.max())
    return next(_AXES[i] for i in (2, 1, 0) if extent[i] >= longest * (1.0 - 1e-4))


def _surface(points: FloatArray, triangles: IntArray) -> _Surface | None:
    if not len(triangles):
        return None
    a, b, c = (points[triangles[:, i]] for i in range(3))
    cross = np.cross(b - a, c - a)
    doubled = np.sqrt((cross * cross).sum(axis=1))
    real = doubled > 1e-9 * max(float(doubled.max()), 1e-30)
    if not real.any():
        return None
    normals = cross[real] / doubled[real, None]
    return _Surface(points[np.unique(triangles)], ((a + b + c) / 3.0)[real], normals, doubled[real] / 2.0)


def _is_box(surface: _Surface, low: FloatArray, high: FloatArray) -> bool:
    """Whether nearly all of the surface lies on the six faces of the bounding box, and covers each."""
    extent = high - low
    on_any = np.zeros(len(surface.areas), dtype=bool)
    for axis in range(3):
        face_area = float(np.prod(np.delete(extent, axis)))
        across = np.abs(surface.normals[:, axis]) > 0.99
        for end in (low[axis], high[axis]):
            on_face = across & (np.abs(surface.centers[:, axis] - end) < _NEAR * extent[axis])
            if surface.areas[on_face].sum() < _COVERED * face_area:
                return False
            on_any |= on_face
    return surface.share(on_any) >= _COVERED


def _is_sphere(surface: _Surface) -> bool:
    """Whether all vertices are equally far from the centre, and the faces between them not much nearer."""
    _, center = fit.box(surface.points)
    distances = np.linalg.norm(surface.points - center, axis=1)
    radius = float(distances.max())
    if distances.min() < 0.95 * radius:
        return False
    face_distances = np.linalg.norm(surface.centers - center, axis=1)
    return bool(face_distances.min() > 0.75 * radius)


def _round_axes(extent: FloatArray) -> list[int]:
    """The axes about which a mesh of this extent may be round: across them it is about as wide as deep."""
    found: list[int] = []
    for axis in (2, 0, 1):
        across = np.delete(extent, axis)
        if across.max() <= 1.15 * across.min():
            found.append(axis)
    return found


def _about(surface: _Surface, axis: int) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Of the faces: place along the axis from the middle, distance from it, and how much they face along it."""
    _, center = fit.box(surface.points)
    offset = surface.centers - center
    return offset[:, axis], np.linalg.norm(np.delete(offset, axis, axis=1), axis=1), np.abs(surface.normals[:, axis])


def _is_cylinder(surface: _Surface, axis: int) -> bool:
    """Whether the surface consists of two round caps and a wall between them."""
    radius, height, _ = fit.cylinder(surface.points, axis)
    along, radial, facing = _about(surface, axis)
    wall = (facing < 0.1) & (radial > _ROUND * radius)
    caps = (facing > 0.99) & (np.abs(along) > (0.5 - _NEAR) * height)
    if surface.share(wall | caps) < _ON_SURFACE or surface.areas[wall].sum() < _COVERED * math.tau * radius * height:
        return False
    disc = math.pi * radius * radius
    return all(surface.areas[caps & (along * sign > 0.0)].sum() > _COVERED * disc for sign in (-1.0, 1.0))


def _is_capsule(surface: _Surface, axis: int) -> bool:
    """Whether the surface is stretched, round about the axis, and not far from the capsule that encloses it."""
    extent = np.ptp(surface.points, axis=0)
    if extent[axis] < 1.2 * np.delete(extent, axis).max():
        return False
    radius, height, center = fit.capsule(surface.points, axis)
    along, radial, _ = _about(surface, axis)
    along = along + (fit.box(surface.points)[1][axis] - center[axis])
    beyond = np.maximum(np.abs(along) - height / 2.0, 0.0)
    gap = radius - np.hypot(radial, beyond)
    middle = np.abs(along) < extent[axis] / 4.0
    if middle.any() and np.average(radial[middle], weights=surface.areas[middle]) < _ROUND * radius:
        return False
    mean = float(np.average(gap, weights=surface.areas))
    return mean < 0.2 * radius and float(gap.max()) < 0.6 * radius
