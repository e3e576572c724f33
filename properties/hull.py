# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Convex hulls of point clouds: Blender's own, of the few points that can be on it."""

from __future__ import annotations

from functools import cache
from math import isqrt

import bmesh
import numpy as np
from numpy.typing import NDArray

from ..core.geometry.fit import transformed
from ..core.physics.scene import FloatArray, IntArray

_NO_POINTS: FloatArray = np.empty((0, 3), dtype=np.float64)
_NO_TRIANGLES: IntArray = np.empty((0, 3), dtype=np.int32)
_FEW = 2000
"""Fewer points are handed to Blender as they are."""
_CELLS = 24
"""Cells along the sides of an octant of directions where the hull is looked up."""
_BEYOND = 2
"""So many rows of the cells' corners lie beyond the octant, where cells do."""
_MOST_BINS = 16
"""Cells where the farthest points are looked for."""
_ROUNDS = 2
_SLACK = 1e-6
"""Points that are nearer to the hull than this part of its size are kept."""
_FEW_PLANES = 512
"""So many planes are compared with every point that is left, and with all where that is not much."""
_MUCH = 1_000_000


def convex_hull(points: FloatArray) -> tuple[FloatArray, IntArray]:
    """Points (n, 3) and outward triangles (m, 3) of the hull, in an order that depends on the geometry alone."""
    return _hull_of_sorted(_distinct(_outermost(points)))


def _hull_of_sorted(cloud: FloatArray) -> tuple[FloatArray, IntArray]:
    """The hull of points (n, 3) as `_distinct` gives them."""
    if len(cloud) < 4:
        return _NO_POINTS, _NO_TRIANGLES
    center, axes = _frame(cloud)
    mesh = bmesh.new()
    try:
        add = mesh.verts.new
        for point in transformed(cloud - center, axes).tolist():
            add(point)
        bmesh.ops.convex_hull(mesh, input=list(mesh.verts))
        mesh.verts.index_update()
        corners = [(a.index, b.index, c.index) for a, b, c in (face.verts for face in mesh.faces)]
    finally:
        mesh.free()
    return _canonical(cloud, np.array(corners, dtype=np.int32).reshape(-1, 3))


def _frame(points: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Mean (3,) and axes (3, 3), a coordinate's factors in a row, in which the points are about as long as wide.

    Blender's hull keeps single precision and rounds to a ten-thousandth of the box along the axes: little for what is
    far from the origin, or thin and aslant. Boxes keep their axes, as all points of a side then stay in one plane.
    """
    center, axes = _box(points)
    # Whole numbers add up to the same in any order, so the order of the points does not count.
    local = np.rint((np.ascontiguousarray(points.T) - center[:, None]) * (axes.diagonal() * 2.0**16)[:, None])
    middle = local.mean(axis=1)
    spread = np.array([[np.einsum("n,n->", a, b) for b in local] for a in local]) / len(points)
    sizes, turn = np.linalg.eigh((spread - np.outer(middle, middle)) / 2.0**32)
    center = center + middle / (axes.diagonal() * 2.0**16)
    if sizes[0] >= sizes[2] * 0.02:
        return center, axes
    turn[:, 0] *= np.sign(np.linalg.det(turn))  # Not mirrored, so that triangles stay wound as they are.
    return center, (turn.T / np.sqrt(np.maximum(sizes, sizes[2] * 1e-8))[:, None]) @ axes


def _box(points: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Center (3,) and axes (3, 3) in which the points' box is from -1 to 1."""
    # Coordinate by coordinate, which is several times faster.
    columns = np.ascontiguousarray(points.T)
    low, high = columns.min(axis=1), columns.max(axis=1)
    size = high - low
    return (low + high) / 2, np.diag(2.0 / np.maximum(size, max(float(size.max()) * 1e-9, 1e-300)))


def _distinct(points: FloatArray) -> FloatArray:
    """The points without repetitions, sorted; nearer than a millionth of the extent counts as the same."""
    if not len(points):
        return points
    low = points.min(axis=0)
    extent = float((points.max(axis=0) - low).max())
    if extent <= 0.0:
        return points[:1]
    # Each coordinate becomes at most 10**6, so three of them fit into one number of 63 bits.
    x, y, z = np.rint((points - low) / (extent * 1e-6)).astype(np.int64).T
    keys = (x << 42) | (y << 21) | z
    order = np.argsort(keys)
    keys = keys[order]
    is_first = np.append(True, keys[1:] != keys[:-1])
    if not is_first.all():
        # Of points that count as the same the least one stands for all, whatever their order was.
        order = order[np.lexsort((*points[order].T[::-1], keys))]
    return points[order[is_first]]


def _outermost(points: FloatArray) -> FloatArray:
    """The points (n, 3) without most of those that lie inside the hull of some outermost ones."""
    if len(points) < _FEW:
        return points
    left, hull_points = points, _NO_POINTS
    for _ in range(_ROUNDS):
        before = len(left)
        farthest = left[_Directions(left, *_frame(left)).farthest()]
        corners = _distinct(np.concatenate([hull_points, farthest]))
        hull_points, triangles = _hull_of_sorted(corners)
        if not len(triangles):
            break
        _, axes = _frame(corners)
        center = _centroid(hull_points, triangles)
        left = left[_Directions(left, center, axes).outside(transformed(hull_points - center, axes), triangles)]
        if len(left) == before or len(left) < max(len(points) / 4, _FEW):
            break
    return left


def _centroid(points: FloatArray, triangles: IntArray) -> FloatArray:
    """The center (3,) of mass of a hull; no side is nearer to it than a quarter of the hull's width that way."""
    middle = points.mean(axis=0)
    a, b, c = (points[triangles[:, i]] - middle for i in range(3))
    volumes = np.einsum("ij,ij->i", np.cross(a, b), c)
    return middle + np.einsum("i,ij->j", volumes, a + b + c) / (4.0 * volumes.sum())


class _Directions:
    """Points as seen from a center: the eight octants of directions, each a grid of cells.

    A point of an octant is its `reach`, the sum of its coordinates without signs, times a place (a, b, 1 - a - b).
    All is computed point by point, so that the order of the points does not count.
    """

    def __init__(self, points: FloatArray, center: FloatArray, axes: FloatArray) -> None:
        """`points` (n, 3); `axes` (3, 3) has a coordinate's factors in a row."""
        columns = np.ascontiguousarray(points.T) - center[:, None]
        self._columns = np.stack([sum(f * c for f, c in zip(row, columns, strict=True) if f) for row in axes])
        x, y, z = self._columns
        self._squares = x * x + y * y + z * z
        self._octant = (x < 0) * 4 + (y < 0) * 2 + (z < 0)
        x, y = np.abs(x), np.abs(y)
        self._reach = np.maximum(x + y + np.abs(z), 1e-30)
        self._a, self._b = x / self._reach, y / self._reach

    def farthest(self) -> NDArray[np.intp]:
        """Indices of the points that are farthest from the center among those of about their direction."""
        side = min(_MOST_BINS, isqrt(len(self._reach)) // 8)
        row, column = (np.minimum((part * side).astype(np.intp), side - 1) for part in (self._a, self._b))
        bins = (self._octant * side + row) * side + column
        best = np.zeros(8 * side * side)
        np.maximum.at(best, bins, self._squares)
        return np.flatnonzero(self._squares == best[bins])

    def outside(self, corners: FloatArray, triangles: IntArray) -> NDArray[np.bool_]:
        """Whether (n,) a point may be outside the hull of `corners` (k, 3), seen from the center along the axes."""
        is_left = np.ones(len(self._reach), dtype=bool)
        planes = _planes(corners, triangles)
        if planes is None:
            return is_left
        if len(planes) * len(is_left) > _MUCH:
            is_left = self._interpolated(planes, corners[triangles]) > 1.0 - _SLACK
        if len(planes) <= _FEW_PLANES:
            is_left[is_left] = _largest(planes, self._columns[:, is_left]) > 1.0 - _SLACK
        return is_left

    def _interpolated(self, planes: FloatArray, sides: FloatArray) -> FloatArray:
        """At most how far out (n,) the points are, where the hull is at 1.

        `sides` (m, 3, 3) are its triangles, `planes` (m, 3) theirs. That is a convex function, so within a cell it is
        nowhere above what is interpolated from the cell's four nodes.
        """
        values = np.zeros(8 * (_CELLS + 1) ** 2)
        # A ray meets the hull in one triangle, so those that reach into an octant are enough for its nodes; some of
        # them are a little below it.
        low, high = sides.min(axis=1), sides.max(axis=1)
        below = np.array([0.0, 0.0, _BEYOND / _CELLS * np.abs(sides).sum(axis=2).max()])
        for used, signs, nodes in _nodes():
            reaches = (np.where(signs > 0, high, -low) >= -below - 1e-12).all(axis=1)
            values[used] = _largest(planes[reaches], nodes)
        row, column = (np.minimum((part * _CELLS).astype(np.intp), _CELLS - 1) for part in (self._a, self._b))
        u, v = self._a * _CELLS - row, self._b * _CELLS - column
        node = (self._octant * (_CELLS + 1) + row) * (_CELLS + 1) + column
        near = values[node] * (1.0 - v) + values[node + 1] * v
        node += _CELLS + 1
        far = values[node] * (1.0 - v) + values[node + 1] * v
        return (near * (1.0 - u) + far * u) * self._reach


def _planes(corners: FloatArray, triangles: IntArray) -> FloatArray | None:
    """Planes (m, 3), by what is 1 on them in a product, that no ray from the origin meets after its triangle.

    That is each triangle's own plane; of slivers, whose plane may be chance and cut the hull, the one across their
    direction through their nearest corner. None where the origin is not well inside.
    """
    a, b, c = (corners[triangles[:, i]] for i in range(3))
    normals = np.cross(b - a, c - a)
    sizes = np.linalg.norm(normals, axis=1)
    heights = np.einsum("ij,ij->i", normals, a)
    longest = np.max([np.einsum("ij,ij->i", side, side) for side in (b - a, c - b, a - c)], axis=0)
    poor = heights <= sizes * 0.02
    thin = np.flatnonzero((sizes <= longest * 0.01) & ~poor)
    poor[thin] = _largest(corners, normals[thin].T) > heights[thin] * 1.001
    normals[poor] = (a + b + c)[poor] / 3.0
    heights[poor] = np.min([np.einsum("ij,ij->i", normals, corner) for corner in (a, b, c)], axis=0)[poor]
    if (heights <= np.linalg.norm(normals, axis=1) * 0.01).any():
        return None
    return normals / heights[:, None]


@cache
def _nodes() -> list[tuple[NDArray[np.intp], NDArray[np.intp], FloatArray]]:
    """For each octant the numbers (k,), the signs (3,) and the directions (3, k) of the corners of its cells."""
    row, column = np.indices((_CELLS + 1, _CELLS + 1)).reshape(2, -1)
    used = np.flatnonzero(row + column <= _CELLS + _BEYOND)
    a, b = row[used] / _CELLS, column[used] / _CELLS
    places = np.stack([a, b, 1.0 - a - b])
    signs = 1 - 2 * ((np.arange(8)[:, None] >> np.array([2, 1, 0])) & 1)
    return [(used + octant * len(row), signs[octant], signs[octant][:, None] * places) for octant in range(8)]


def _largest(planes: FloatArray, columns: FloatArray) -> FloatArray:
    """The largest product (n,) of each of `columns` (3, n) with one of `planes` (m, 3)."""
    x, y, z = columns
    largest = np.full(len(x), -np.inf)
    # In parts that stay in the processor's cache, and without its matrix product, whose threads cost more than it.
    step = max(1, 50_000 // max(1, len(x)))
    for start in range(0, len(planes), step):
        a, b, c = planes[start : start + step, :, None].transpose(1, 0, 2)
        products = a * x
        products += b * y
        products += c * z
        np.maximum(largest, products.max(axis=0), out=largest)
    return largest


def _canonical(cloud: FloatArray, triangles: IntArray) -> tuple[FloatArray, IntArray]:
    """Only the points used, and triangles wound outward, each from its lowest index on, in order."""
    if not len(triangles):
        return _NO_POINTS, _NO_TRIANGLES
    used = np.zeros(len(cloud), dtype=bool)
    used[triangles] = True
    points, corners = cloud[used], (np.cumsum(used, dtype=np.int32) - 1)[triangles]
    middle = points.mean(axis=0)
    a, b, c = (points[corners[:, i]] - middle for i in range(3))
    normals = np.cross(b - a, c - a)
    heights = np.einsum("ij,ij->i", normals, a)
    if abs(heights.sum()) < 1e-9 * float(np.ptp(points, axis=0).max()) ** 3:
        return _NO_POINTS, _NO_TRIANGLES
    inward = heights < 0.0
    corners[inward] = corners[inward][:, ::-1]
    first = corners.argmin(axis=1)
    turned = np.stack([corners[np.arange(len(corners)), (first + i) % 3] for i in range(3)], axis=1)
    return points, turned[np.lexsort((turned[:, 2], turned[:, 1], turned[:, 0]))].astype(np.int32)
