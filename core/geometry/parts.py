# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Loose parts of a mesh: the solids and sheets that its author put into one object.

Lengths are in the unit of the points. All is done array by array, so that half a million triangles take a second.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from ..physics.scene import FloatArray, IntArray

_Index = TypeVar("_Index", np.int32, np.intp)
_WELD = 1e-6
"""Points nearer than this part of the mesh's size are one, where a seam is closed."""


@dataclass(frozen=True, slots=True)
class Part:
    """Points (n, 3), all used, and triangles (m, 3) of a loose part; `is_closed`: it has no border."""

    points: FloatArray
    triangles: IntArray
    is_closed: bool

    @property
    def size(self) -> float:
        """The longest side of its box."""
        return float(np.ptp(self.points, axis=0).max())


def loose_parts(points: FloatArray, triangles: IntArray) -> list[Part]:
    """The parts of a mesh of points (n, 3) and triangles (m, 3), in the order of their first triangles.

    Triangles belong together where they share an edge. Solids that only touch stay apart, at a corner, an edge or a
    side, also where they share its vertices. A surface that is cut open along seams, with vertices of its own on either
    side, is closed again: so files hold what is shaded flat or has seams in its UV map.
    """
    if not len(triangles):
        return []
    labels = _connected(len(triangles), *_joined(_edges(triangles)))
    welded = _welded(points)
    is_open = _open_labels(triangles, labels)
    if is_open.any():
        among = np.flatnonzero(is_open[labels])
        pairs = _joined_seams(triangles[among], welded[triangles[among]])
        first, second = labels[among[pairs[0]]], labels[among[pairs[1]]]
        labels = _connected(len(triangles), first, second)[labels]
    return [_part(points, triangles[chosen], welded, is_open) for chosen, is_open in _groups(labels, is_open)]


def _groups(labels: NDArray[np.intp], is_open: NDArray[np.bool_]) -> list[tuple[NDArray[np.intp], bool]]:
    """The triangles of each label, in order, and whether the part had a border before seams were closed."""
    order = np.argsort(labels, kind="stable")
    starts = np.flatnonzero(np.append(True, np.diff(labels[order]) != 0))
    return [(chosen, bool(is_open[labels[chosen[0]]])) for chosen in np.split(order, starts[1:])]


def _part(points: FloatArray, triangles: IntArray, welded: NDArray[np.intp], is_open: bool) -> Part:
    if is_open:
        triangles = welded[triangles].astype(np.int32)
        a, b, c = triangles.T
        triangles = triangles[(a != b) & (b != c) & (c != a)]
    used, corners = np.unique(triangles, return_inverse=True)
    corners = corners.reshape(-1, 3).astype(np.int32)
    return Part(points[used], corners, not len(border(corners)))


def border(triangles: IntArray) -> IntArray:
    """The edges (k, 2) that only one triangle has."""
    keys = np.sort(_corner_pairs(triangles), axis=1)
    codes = _codes(keys)
    _, first, counts = np.unique(codes, return_index=True, return_counts=True)
    return keys[first[counts == 1]]


def _corner_pairs(triangles: NDArray[_Index]) -> NDArray[_Index]:
    """The three edges of each triangle, (3 m, 2)."""
    return triangles[:, [0, 1, 1, 2, 2, 0]].reshape(-1, 2)


def _codes(pairs: NDArray[_Index]) -> NDArray[np.int64]:
    """A number for each pair (k, 2) of indices."""
    return (pairs[:, 0].astype(np.int64) << 32) | pairs[:, 1]


def _edges(corners: IntArray) -> NDArray[np.int64]:
    """A number for each edge of triangles (m, 3), three a triangle; the same for the same edge."""
    return _codes(np.sort(_corner_pairs(corners), axis=1))


def _joined(edges: NDArray[np.int64]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Pairs of triangles that an edge joins, by the number of each of three edges a triangle.

    An edge of two triangles joins them, and so does one of three or five, where an inner wall begins. Of four it is
    the place where two solids touch: which of them belong together, their other edges tell.
    """
    order = np.argsort(edges, kind="stable")
    edges = edges[order]
    starts = np.flatnonzero(np.append(True, edges[1:] != edges[:-1]))
    counts = np.diff(np.append(starts, len(edges)))
    joins = np.repeat((counts == 2) | (counts % 2 == 1), counts)
    is_next = np.append(False, edges[1:] == edges[:-1]) & joins
    later = np.flatnonzero(is_next)
    return order[later - 1] // 3, order[later] // 3


def _joined_seams(triangles: IntArray, welded: NDArray[np.intp]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Pairs of triangles whose borders lie on each other; `welded` (m, 3) are their corners with seams closed."""
    edges = _edges(triangles)
    _, place, counts = np.unique(edges, return_inverse=True, return_counts=True)
    on_border = np.flatnonzero(counts[place.reshape(-1)] == 1)
    keys = np.sort(_corner_pairs(welded), axis=1)[on_border]
    real = keys[:, 0] != keys[:, 1]
    on_border, codes = on_border[real], _codes(keys[real])
    order = np.argsort(codes, kind="stable")
    codes = codes[order]
    starts = np.flatnonzero(np.append(True, codes[1:] != codes[:-1])) if len(codes) else np.zeros(0, dtype=np.intp)
    counts = np.diff(np.append(starts, len(codes)))
    twice = starts[counts == 2]
    return on_border[order[twice]] // 3, on_border[order[twice + 1]] // 3


def _connected(count: int, first: NDArray[np.intp], second: NDArray[np.intp]) -> NDArray[np.intp]:
    """The lowest number (count,) of those that each is connected with by pairs."""
    labels = np.arange(count)
    while len(first):
        a, b = labels[first], labels[second]
        differs = a != b
        if not differs.any():
            break
        first, second, a, b = first[differs], second[differs], a[differs], b[differs]
        np.minimum.at(labels, np.maximum(a, b), np.minimum(a, b))
        while True:
            shorter = labels[labels]
            if np.array_equal(shorter, labels):
                break
            labels = shorter
    return labels


def _open_labels(triangles: IntArray, labels: NDArray[np.intp]) -> NDArray[np.bool_]:
    """Whether the triangles of a label have a border, by label."""
    edges = _edges(triangles)
    _, place, counts = np.unique(edges, return_inverse=True, return_counts=True)
    on_border = counts[place.reshape(-1)] == 1
    found = np.zeros(len(triangles), dtype=bool)
    found[labels[np.flatnonzero(on_border) // 3]] = True
    return found


def _welded(points: FloatArray) -> NDArray[np.intp]:
    """For each point the first one at the same place."""
    extent = max(float(np.ptp(points, axis=0).max()), 1e-30)
    x, y, z = np.rint((points - points.min(axis=0)) / (extent * _WELD)).astype(np.int64).T
    _, first, place = np.unique((x << 42) | (y << 21) | z, return_index=True, return_inverse=True)
    return first[place.reshape(-1)]


def winding(points: FloatArray, triangles: IntArray, at: FloatArray) -> float:
    """How often a surface goes round a place: about 1 inside of a solid, 0 outside, between where it is open.

    By the solid angle of each triangle (van Oosterom and Strackee 1983).
    """
    a, b, c = (points[triangles[:, i]] - at for i in range(3))
    la, lb, lc = (np.sqrt(np.einsum("ij,ij->i", v, v)) for v in (a, b, c))
    above = np.einsum("ij,ij->i", a, np.cross(b, c))
    ab, bc, ca = (np.einsum("ij,ij->i", p, q) for p, q in ((a, b), (b, c), (c, a)))
    below = la * lb * lc + ab * lc + bc * la + ca * lb
    return abs(float(np.arctan2(above, below).sum())) / (2.0 * math.pi)
