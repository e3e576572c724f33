# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Where a shape stands in the world, and how big it is there.

The scale of the object and its parents goes into the dimensions, so that what remains is a rigid place. All in
Blender's axes; round shapes lie along the local `up` axis of their place, which is Z, or Y for a file without Y-up.
"""

from __future__ import annotations

import math
from collections.abc import Hashable
from dataclasses import dataclass

import numpy as np

from ..ground.linear import IDENTITY, Mat3, Mat4, Vec3, column, dot, euler_matrix, multiply, shortest, translation
from ..physics.model import Box, Capsule, Cylinder, Sphere
from ..physics.scene import FloatArray, MeshData, MeshSource, SceneNode, ShapeSettings
from . import fit
from .split import UNIT3, Split, at, split_scale

FLAT_THICKNESS = 0.001
"""Thickness in metres of the box that stands for a flat mesh: a size of 0 is not allowed."""

_QUARTER = math.pi / 2.0
_TURN_FROM_Z = {"X": (0.0, _QUARTER, 0.0), "Y": (-_QUARTER, 0.0, 0.0)}
_TURN_FROM_Y = {"X": (0.0, 0.0, -_QUARTER), "Z": (_QUARTER, 0.0, 0.0)}
_AXIS_INDEX = {"X": 0, "Y": 1, "Z": 2}
_ROUND = ("CAPSULE", "CYLINDER")
_OF_MESH = ("CONVEX", "TRIMESH")


def _exact(m: Mat4) -> Mat4:
    """A rotation by quarter turns with its float noise removed."""
    return tuple(tuple(float(round(v)) for v in row) for row in m)  # type: ignore[return-value]


_TURNS = {
    up: {axis: _exact(euler_matrix(angles)) for axis, angles in table.items()} | {up: IDENTITY}
    for up, table in (("Z", _TURN_FROM_Z), ("Y", _TURN_FROM_Y))
}


@dataclass(frozen=True, slots=True)
class MeshShape:
    """A convex hull or triangle mesh; its vertices are those of `data` taken through `linear` (rows)."""

    kind: str
    data: MeshData
    linear: Mat3

    @property
    def key(self) -> Hashable:
        """Equal keys mean equal shapes in the file."""
        return (self.kind, self.data.key, self.linear)

    def arrays(self) -> tuple[FloatArray, np.ndarray]:
        """Vertices (n, 3) in the shape's own frame and triangles (m, 3) with outward winding."""
        points, triangles = self.data.hull() if self.kind == "CONVEX" else (self.data.points(), self.data.triangles())
        if self.linear == UNIT3:
            return points, triangles
        matrix = np.asarray(self.linear, dtype=np.float64)
        if np.linalg.det(matrix) < 0.0:
            triangles = triangles[:, ::-1]
        return fit.transformed(points, matrix), triangles


@dataclass(frozen=True, slots=True)
class Placed:
    """A shape in the world: rigid `world` matrix (Blender space) and a geometry in Blender's axes.

    `notes` are codes of what could not be kept: shape-shear, shape-nonuniform-round, shape-flat,
    capsule-becomes-sphere, shape-fit-no-geometry.
    """

    geometry: Box | Sphere | Capsule | Cylinder | MeshShape
    world: Mat4
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Unplaceable:
    """Why a shape cannot be written: a code and the rest of a sentence."""

    code: str
    reason: str


@dataclass(frozen=True, slots=True)
class _Fitted:
    """A shape about a mesh, for every object that is turned and scaled in the same way.

    `turn` holds the rows of its rotation in the world, `centre` its offset from the object's origin along the world's
    axes. `is_own_frame`: it stands where the object does.
    """

    geometry: Box | Sphere | Capsule | Cylinder
    turn: Mat3
    centre: Vec3
    is_own_frame: bool
    notes: tuple[str, ...]


def local_matrix(shape: ShapeSettings) -> Mat4:
    """A MANUAL shape's frame in its object: offset, then rotation, without the turn to its axis."""
    if shape.rotation == (0.0, 0.0, 0.0):
        return translation(shape.offset) if shape.offset != (0.0, 0.0, 0.0) else IDENTITY
    return multiply(translation(shape.offset), euler_matrix(shape.rotation))


def turn(axis: str, up: str) -> Mat4:
    """The rotation that takes a round shape from the file's up axis to the axis the author chose."""
    return _TURNS[up][axis]


class Placer:
    """Places shapes; measures each mesh once. One serves for any number of objects of a scene."""

    def __init__(self, meshes: MeshSource | None, y_up: bool = True) -> None:
        self._meshes = meshes
        self._up = "Z" if y_up else "Y"
        self._fits: dict[Hashable, tuple[object, Vec3]] = {}
        self._splits: dict[Hashable, Split | None] = {}
        self._fitted: dict[Hashable, tuple[ShapeSettings, _Fitted | Unplaceable]] = {}

    def place(self, node: SceneNode, shape: ShapeSettings) -> Placed | Unplaceable:
        """The shape of a node in the world, or why there is none. `shape.type` must not be NONE."""
        world = node.object_world
        if shape.type in _OF_MESH:
            return self._place_mesh(node, shape, world)
        if shape.fit == "AUTO":
            data = self._meshes.get(node, shape) if self._meshes else None
            if data is not None:
                return self._place_fitted(shape, data, world)
            placed = self._place_manual(shape, world)
            if isinstance(placed, Unplaceable):
                return placed
            return Placed(placed.geometry, placed.world, (*placed.notes, "shape-fit-no-geometry"))
        return self._place_manual(shape, world)

    def _place_mesh(self, node: SceneNode, shape: ShapeSettings, world: Mat4) -> Placed | Unplaceable:
        data = self._meshes.get(node, shape) if self._meshes else None
        if data is None:
            return Unplaceable("shape-no-geometry", "has no faces to make a mesh shape of")
        if shape.type == "CONVEX" and len(data.hull()[1]) == 0:
            return Unplaceable("shape-no-geometry", "has no hull: its vertices are too few or lie in one point or line")
        frame = multiply(world, local_matrix(shape)) if shape.fit == "MANUAL" else world
        split = split_scale(frame)
        if split is None:
            return _flattened()
        (x, y, z) = split.scale
        linear = split.stretch or ((x, 0.0, 0.0), (0.0, y, 0.0), (0.0, 0.0, z))
        notes = ("shape-shear",) if split.stretch else ()
        return Placed(MeshShape(shape.type, data, linear), at(split.rotation, column(frame, 3)), notes)

    def _place_manual(self, shape: ShapeSettings, world: Mat4) -> Placed | Unplaceable:
        frame = multiply(world, local_matrix(shape))
        if shape.type in _ROUND:
            frame = multiply(frame, turn(shape.axis, self._up))
        split = split_scale(frame)
        if split is None:
            return _flattened()
        geometry = _scaled(_manual_geometry(shape), split.scale, self._up)
        problem = _size_problem(geometry)
        if problem:
            return problem
        notes = ("shape-shear",) if split.stretch else ()
        sx, sy, sz = (abs(s) for s in split.scale)
        if not isinstance(geometry, Box) and not (sx == sy == sz):
            lateral = (sx, sy) if self._up == "Z" else (sx, sz)
            if isinstance(geometry, Sphere) or lateral[0] != lateral[1]:
                notes = (*notes, "shape-nonuniform-round")
        whole, became = _without_straight_part(geometry)
        return Placed(whole, at(split.rotation, column(frame, 3)), (*notes, became) if became else notes)

    def _place_fitted(self, shape: ShapeSettings, data: MeshData, world: Mat4) -> Placed | Unplaceable:
        a, b, c, _ = world
        # The settings are kept with the outcome, so that their id stays theirs.
        key = (id(shape), data.key, a[:3], b[:3], c[:3])
        known = self._fitted.get(key)
        if known is None:
            known = self._fitted[key] = (shape, self._fit(shape, data, world))
        fitted = known[1]
        if isinstance(fitted, Unplaceable):
            return fitted
        if fitted.is_own_frame:
            return Placed(fitted.geometry, world, fitted.notes)
        (p, q, r), (x, y, z) = fitted.turn, fitted.centre
        frame = ((*p, a[3] + x), (*q, b[3] + y), (*r, c[3] + z), IDENTITY[3])
        return Placed(fitted.geometry, frame, fitted.notes)

    def _fit(self, shape: ShapeSettings, data: MeshData, world: Mat4) -> _Fitted | Unplaceable:
        split = self._split(world)
        if split is None:
            return _flattened()
        geometry, centre = self._measured_scaled(shape, data, split)
        notes: tuple[str, ...] = ("shape-shear",) if split.stretch else ()
        if isinstance(geometry, Box) and min(geometry.size) < FLAT_THICKNESS * 1e-3:
            x, y, z = (max(s, FLAT_THICKNESS) if s < FLAT_THICKNESS * 1e-3 else s for s in geometry.size)
            geometry, notes = Box((x, y, z)), (*notes, "shape-flat")
        problem = _size_problem(geometry)
        if problem:
            return problem
        whole, became = _without_straight_part(geometry)
        to_axis = IDENTITY if isinstance(whole, (Box, Sphere)) else turn(shape.axis, self._up)
        # Without scale the object's own matrix is rigid: no copy that differs in the last digit.
        turned = world if split.is_rigid else split.rotation
        x, y, z = (dot(row[:3], centre) for row in turned[:3])
        is_own_frame = split.is_rigid and centre == (0.0, 0.0, 0.0) and to_axis is IDENTITY
        if to_axis is not IDENTITY:
            turned = multiply(turned, to_axis)
        rows = (turned[0][:3], turned[1][:3], turned[2][:3])
        return _Fitted(whole, rows, (x, y, z), is_own_frame, (*notes, became) if became else notes)

    def _split(self, world: Mat4) -> Split | None:
        a, b, c, _ = world
        key = (a[:3], b[:3], c[:3])
        if key not in self._splits:
            self._splits[key] = split_scale(world)
        return self._splits[key]

    def _measured_scaled(
        self, shape: ShapeSettings, data: MeshData, split: Split
    ) -> tuple[Box | Sphere | Capsule | Cylinder, Vec3]:
        """Geometry and centre in the object's scaled frame; measured once per mesh, kind, axis and stretch."""
        x, y, z = (abs(s) for s in split.scale)
        if split.stretch is None and (x == y == z or shape.type == "BOX"):
            geometry, centre = self._measured(shape, data, UNIT3)
            if split.is_rigid:
                return geometry, centre
            sx, sy, sz = split.scale
            return _scaled(geometry, split.scale, "Z"), (centre[0] * sx, centre[1] * sy, centre[2] * sz)
        stretch = split.stretch or ((split.scale[0], 0.0, 0.0), (0.0, y, 0.0), (0.0, 0.0, z))
        return self._measured(shape, data, stretch)

    def _measured(
        self, shape: ShapeSettings, data: MeshData, stretch: Mat3
    ) -> tuple[Box | Sphere | Capsule | Cylinder, Vec3]:
        axis = shape.axis if shape.type in _ROUND else ""
        key = (data.key, shape.type, axis, stretch)
        found = self._fits.get(key)
        if found is None:
            points = data.points()
            if stretch != UNIT3:
                points = fit.transformed(points, np.asarray(stretch, dtype=np.float64))
            found = self._fits[key] = _measure(shape.type, axis, points)
        return found  # type: ignore[return-value]


def _measure(kind: str, axis: str, points: FloatArray) -> tuple[Box | Sphere | Capsule | Cylinder, Vec3]:
    geometry: Box | Sphere | Capsule | Cylinder
    if kind == "BOX":
        size, centre = fit.box(points)
        geometry = Box((shortest(size[0]), shortest(size[1]), shortest(size[2])))
    elif kind == "SPHERE":
        radius, centre = fit.sphere(points)
        geometry = Sphere(shortest(radius))
    elif kind == "CYLINDER":
        radius, height, centre = fit.cylinder(points, _AXIS_INDEX[axis])
        geometry = Cylinder(shortest(height), shortest(radius), shortest(radius))
    else:
        radius, height, centre = fit.capsule(points, _AXIS_INDEX[axis])
        geometry = Capsule(shortest(height), shortest(radius), shortest(radius))
    return geometry, (shortest(centre[0]), shortest(centre[1]), shortest(centre[2]))


def _flattened() -> Unplaceable:
    return Unplaceable("shape-size-not-positive", "is scaled to nothing, so its shape has no size")


def _manual_geometry(shape: ShapeSettings) -> Box | Sphere | Capsule | Cylinder:
    if shape.type == "BOX":
        return Box(shape.size)
    if shape.type == "SPHERE":
        return Sphere(shape.radius)
    kind = Capsule if shape.type == "CAPSULE" else Cylinder
    return kind(shape.height, shape.radius_bottom, shape.radius_top)


def _scaled(geometry: Box | Sphere | Capsule | Cylinder, scale: Vec3, up: str) -> Box | Sphere | Capsule | Cylinder:
    """Dimensions times a scale along the geometry's own axes; a round thing grows by its larger lateral scale."""
    x, y, z = (abs(s) for s in scale)
    if x == y == z == 1.0:
        return geometry
    if isinstance(geometry, Box):
        sx, sy, sz = geometry.size
        return Box((shortest(sx * x), shortest(sy * y), shortest(sz * z)))
    if isinstance(geometry, Sphere):
        return Sphere(shortest(geometry.radius * max(x, y, z)))
    along, lateral = (z, max(x, y)) if up == "Z" else (y, max(x, z))
    return type(geometry)(
        shortest(geometry.height * along),
        shortest(geometry.radius_bottom * lateral),
        shortest(geometry.radius_top * lateral),
    )


def _size_problem(geometry: Box | Sphere | Capsule | Cylinder) -> Unplaceable | None:
    code = "shape-size-not-positive"
    if isinstance(geometry, Box):
        bad = min(geometry.size) <= 0.0
        return Unplaceable(code, "has a box with a size of 0 or less") if bad else None
    if isinstance(geometry, Sphere):
        return Unplaceable(code, "has a sphere with a radius of 0 or less") if geometry.radius <= 0.0 else None
    what = type(geometry).__name__.lower()
    radii = (geometry.radius_bottom, geometry.radius_top)
    if min(radii) < 0.0 or max(radii) <= 0.0:
        return Unplaceable(code, f"has a {what} with a radius of 0 or less")
    lowest = 0.0 if isinstance(geometry, Capsule) else math.ulp(0.0)
    if geometry.height < lowest:
        return Unplaceable(code, f"has a {what} with a height of 0 or less")
    return None


def _without_straight_part(
    geometry: Box | Sphere | Capsule | Cylinder,
) -> tuple[Box | Sphere | Capsule | Cylinder, str]:
    """A capsule of height 0 as the sphere it is: the schema allows no such capsule."""
    if isinstance(geometry, Capsule) and geometry.height == 0.0:
        return Sphere(max(geometry.radius_bottom, geometry.radius_top)), "capsule-becomes-sphere"
    return geometry, ""
