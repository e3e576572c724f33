# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""How far a part of a mesh is from being convex: how deep its surface lies in its hull, and how wide it is open.

Both are lengths in the unit of the points. CoACD measures alike; its threshold is a part of half the longest side.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from ..physics.scene import FloatArray, IntArray
from .parts import Part, border, winding

Hull = tuple[FloatArray, IntArray]
"""Points (n, 3) and outward triangles (m, 3) of a convex hull."""
HullOf = Callable[[FloatArray], Hull]

_MOST_SAMPLES = 30_000
_MOST_PLANES = 1200
_DIRECTIONS = 500
_BLOCK = 4_000_000
_MOST_OPENINGS = 64


def is_convex(part: Part, hull: Hull, others: Sequence[Part], threshold: float, hull_of: HullOf) -> bool:
    """Whether a part is its own hull within `threshold`, a part of half its longest side.

    `others` are the other parts of the mesh: where one of them fills an opening, as a head does behind an eyeball, it
    is none.
    """
    allowed = threshold * part.size / 2.0
    return depth(part, hull, hull_of) <= allowed and opening(part, others, allowed) <= allowed


def depth(part: Part, hull: Hull, hull_of: HullOf) -> float:
    """How deep below the sides of its hull the surface lies, at its corners, edges' middles and triangles' centers.

    Large parts are measured at some thousand places.
    """
    points, triangles = hull
    if len(triangles) > _MOST_PLANES:
        points, triangles = hull_of(_outermost(points))
    a, b, c = (points[triangles[:, i]] for i in range(3))
    normals = np.cross(b - a, c - a)
    lengths = np.linalg.norm(normals, axis=1)
    real = lengths > 1e-12 * max(float(lengths.max(initial=0.0)), 1e-300)
    normals = normals[real] / lengths[real, None]
    heights = np.einsum("ij,ij->i", normals, a[real])
    places = samples(part)
    deepest = 0.0
    step = max(1, _BLOCK // max(1, len(normals)))
    for start in range(0, len(places), step):
        gaps = heights - places[start : start + step] @ normals.T
        deepest = max(deepest, float(gaps.min(axis=1).max(initial=0.0)))
    return deepest


def _outermost(points: FloatArray) -> FloatArray:
    """Of many points those that are outermost in some directions, evenly spread."""
    number = np.arange(_DIRECTIONS) + 0.5
    z, angle = 1.0 - 2.0 * number / _DIRECTIONS, np.pi * (1.0 + 5.0**0.5) * number
    flat = np.sqrt(1.0 - z * z)
    directions = np.stack([flat * np.cos(angle), flat * np.sin(angle), z], axis=1)
    # In the box's own proportions, else long parts would get points at their ends only.
    local = (points - points.min(axis=0)) / np.maximum(np.ptp(points, axis=0), 1e-300)
    return points[np.unique((local @ directions.T).argmax(axis=0))]


def samples(part: Part) -> FloatArray:
    """Places (k, 3) on the surface: corners, middles of edges, centers of triangles; of large parts some of each."""
    a, b, c = (part.points[part.triangles[:, i]] for i in range(3))
    places = np.concatenate([part.points, (a + b) / 2.0, (b + c) / 2.0, (c + a) / 2.0, (a + b + c) / 3.0])
    return places[:: max(1, len(places) // _MOST_SAMPLES)]


def opening(part: Part, others: Sequence[Part], allowed: float) -> float:
    """How far the middle of the widest opening is from the surface; 0 where there is none of more than `allowed`."""
    if part.is_closed:
        return 0.0
    places = samples(part)
    widest = 0.0
    for loop in _loops(part):
        middle = loop.mean(axis=0)
        gap = float(np.sqrt(((places - middle) ** 2).sum(axis=1).min()))
        if gap > max(widest, allowed) and not _is_filled(middle, others):
            widest = gap
    return widest


def _loops(part: Part) -> list[FloatArray]:
    """The points of the largest openings' rims."""
    edges = border(part.triangles)
    labels = np.arange(len(part.points))
    while True:
        least = labels[edges].min(axis=1)
        before = labels.copy()
        np.minimum.at(labels, edges.ravel(), np.repeat(least, 2))
        labels = labels[labels]
        if np.array_equal(before, labels):
            break
    rim = np.unique(edges)
    groups = [rim[labels[rim] == label] for label in np.unique(labels[rim])]
    loops = [part.points[group] for group in groups]
    return sorted(loops, key=lambda loop: -float(np.ptp(loop, axis=0).max()))[:_MOST_OPENINGS]


def _is_filled(place: FloatArray, others: Sequence[Part]) -> bool:
    """Whether a place lies within another part that is there."""
    for other in others:
        low, high = other.points.min(axis=0), other.points.max(axis=0)
        if (place >= low).all() and (place <= high).all() and winding(other.points, other.triangles, place) > 0.5:
            return True
    return False
