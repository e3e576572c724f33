# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Fitted shapes as the numbers an author sees: in the object's own space, before its scale.

What is written from these numbers is what an automatic fit would write: round shapes are measured where they are
round, in the scaled space, and the result divided by the scale that will be put on it again.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ..ground.linear import Vec3, apply, shortest
from ..physics.scene import FloatArray, IntArray, ShapeSettings
from . import fit
from .place import FLAT_THICKNESS, local_matrix

_INDEX = {"X": 0, "Y": 1, "Z": 2}
_ROUND = ("CAPSULE", "CYLINDER")


def _short(v: Vec3) -> Vec3:
    return (shortest(v[0]), shortest(v[1]), shortest(v[2]))


def fitted(shape: ShapeSettings, points: FloatArray, scale: Vec3 = (1.0, 1.0, 1.0)) -> ShapeSettings:
    """The shape, of its type and axis, with MANUAL numbers that enclose points (n, 3) in the object's own space.

    `scale` is the object's scale in the world, without zeros. Types of mesh and NONE only become MANUAL.
    """
    factors = np.abs(np.asarray(scale, dtype=np.float64))
    scaled = points * factors
    base = replace(shape, fit="MANUAL", offset=(0.0, 0.0, 0.0), rotation=(0.0, 0.0, 0.0))
    if shape.type == "BOX":
        size, center = fit.box(points)
        thick = FLAT_THICKNESS / factors
        x, y, z = (s if s * f > FLAT_THICKNESS * 1e-3 else float(t) for s, f, t in zip(size, factors, thick))
        return replace(base, size=_short((x, y, z)), offset=_short(center))
    if shape.type == "SPHERE":
        radius, center = fit.sphere(scaled)
        return replace(base, radius=shortest(radius / float(factors.max())), offset=_unscaled(center, factors))
    if shape.type not in _ROUND:
        return base
    axis = _INDEX[shape.axis]
    radius, height, center = (fit.capsule if shape.type == "CAPSULE" else fit.cylinder)(scaled, axis)
    radius = shortest(radius / float(np.delete(factors, axis).max()))
    height = shortest(height / float(factors[axis]))
    return replace(base, radius_bottom=radius, radius_top=radius, height=height, offset=_unscaled(center, factors))


PLATE_THICKNESS = 0.1
"""Thickness in metres of the box for a flat mesh that things stand on: a thinner one lets fast things through."""
_FLAT = 1e-5


def plate(
    shape: ShapeSettings, points: FloatArray, triangles: IntArray, scale: Vec3 = (1.0, 1.0, 1.0)
) -> ShapeSettings | None:
    """A MANUAL box for a mesh of points (n, 3) and triangles (m, 3) that is flat along an axis; None where none is.

    The box begins at the mesh and lies behind it, as seen from the side to which its faces point: below a floor. Where
    they point to both sides alike, it lies on the axis's negative side. `scale` as for `fitted`.
    """
    factors = np.abs(np.asarray(scale, dtype=np.float64))
    size, center = map(list, fit.box(points))
    flat = [i for i in range(3) if size[i] * float(factors[i]) < _FLAT]
    if not flat:
        return None
    a, b, c = (points[triangles[:, i]] for i in range(3))
    facing = np.cross(b - a, c - a).sum(axis=0)
    for i in flat:
        size[i] = PLATE_THICKNESS / float(factors[i])
        center[i] -= size[i] * (0.5 if facing[i] >= 0.0 else -0.5)
    return replace(
        shape, type="BOX", fit="MANUAL", size=_short((size[0], size[1], size[2])),
        offset=_short((center[0], center[1], center[2])), rotation=(0.0, 0.0, 0.0),
    )  # fmt: skip


def _unscaled(center: Vec3, factors: FloatArray) -> Vec3:
    x, y, z = (float(c) / float(f) for c, f in zip(center, factors))
    return _short((x, y, z))


def switched(shape: ShapeSettings, kind: str, points: FloatArray | None = None) -> ShapeSettings:
    """The shape as another type that fills the same room; `points` are those of its mesh, where it was one of a mesh.

    AUTO stays AUTO, since it is measured anew; a shape of another type than a primitive keeps its numbers.
    """
    if kind == shape.type:
        return shape
    if shape.fit == "AUTO" or kind not in ("BOX", "SPHERE", *_ROUND):
        return replace(shape, type=kind)
    if shape.type in ("CONVEX", "TRIMESH", "NONE"):
        return replace(shape, type=kind) if points is None else _of_points(shape, kind, points)
    room, shift = _room(shape)
    moved = apply(local_matrix(shape), shift)
    return _filling(replace(shape, type=kind, offset=_short(moved)), room)


def _of_points(shape: ShapeSettings, kind: str, points: FloatArray) -> ShapeSettings:
    found = fitted(replace(shape, type=kind), points)
    return replace(found, offset=_short(apply(local_matrix(shape), found.offset)), rotation=shape.rotation)


def _room(shape: ShapeSettings) -> tuple[Vec3, Vec3]:
    """The size of the box around a primitive in its own frame, and where its middle is."""
    if shape.type == "BOX":
        return shape.size, (0.0, 0.0, 0.0)
    if shape.type == "SPHERE":
        wide = shape.radius * 2.0
        return (wide, wide, wide), (0.0, 0.0, 0.0)
    axis, bottom, top = _INDEX[shape.axis], shape.radius_bottom, shape.radius_top
    wide = 2.0 * max(bottom, top)
    long, middle = shape.height, 0.0
    if shape.type == "CAPSULE":
        long, middle = shape.height + bottom + top, (top - bottom) / 2.0
    room, shift = [wide, wide, wide], [0.0, 0.0, 0.0]
    room[axis], shift[axis] = long, middle
    return (room[0], room[1], room[2]), (shift[0], shift[1], shift[2])


def _filling(shape: ShapeSettings, room: Vec3) -> ShapeSettings:
    """A primitive that is as large as the room; round ones take its larger side and lie along its longest."""
    if shape.type == "BOX":
        return replace(shape, size=_short(room))
    if shape.type == "SPHERE":
        return replace(shape, radius=shortest(max(room) / 2.0))
    longest = max(room)
    axis = next(i for i in (_INDEX[shape.axis], 2, 0, 1) if room[i] >= longest * (1.0 - 1e-6))
    radius = max(room[i] for i in range(3) if i != axis) / 2.0
    height = room[axis] - 2.0 * radius if shape.type == "CAPSULE" else room[axis]
    radius, height = shortest(radius), shortest(max(height, 0.0))
    return replace(shape, axis="XYZ"[axis], radius_bottom=radius, radius_top=radius, height=height)
