# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""How far a part of a mesh is from being convex: how deep its surface lies in its hull, how far its hull is from it.

Both are lengths in the unit of the points. The second is what tells of holes through thin things, and of openings.
CoACD measures alike; its threshold is a part of half the longest side.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from ..physics.scene import FloatArray, IntArray
from . import volume
from .parts import Part, winding

Hull = tuple[FloatArray, IntArray]
"""Points (n, 3) and outward triangles (m, 3) of a convex hull."""
HullOf = Callable[[FloatArray], Hull]

_MOST_SAMPLES = 30_000
_DIRECTIONS = 500
_AT_ONCE = 8
_BLOCK = 1_000_000
_FIRST_LOOK = 20
_HULL_SAMPLES = 1000
_MOST_FILLED = 30
"""Farther places than these are taken to be as they are."""
_SAME = 1e-4
"""A closed part that holds as much as its hull but for this part of it is convex."""


def is_convex(part: Part, hull: Hull, others: Sequence[Part], threshold: float) -> bool:
    """Whether a part is its own hull within `threshold`, a part of half its longest side.

    `others` are the other parts of the mesh: where one of them fills an opening, as a head does behind an eyeball, it
    is none.
    """
    allowed = threshold * part.size / 2.0
    places = samples(part)
    if depth(places[::_FIRST_LOOK], hull) > allowed or depth(places, hull) > allowed:
        return False
    if part.is_closed and volume.of_mesh(part.points, part.triangles).volume >= (1.0 - _SAME) * _volume(hull):
        return True
    return not _has_gap(part, hull, others, allowed)


def _volume(hull: Hull) -> float:
    return volume.of_mesh(*hull).volume


def depth(places: FloatArray, hull: Hull) -> float:
    """How deep below the sides of a hull the deepest of some places (k, 3) lies."""
    points, triangles = hull
    a, b, c = (points[triangles[:, i]] for i in range(3))
    normals = np.cross(b - a, c - a)
    lengths = np.linalg.norm(normals, axis=1)
    real = lengths > 1e-12 * max(float(lengths.max(initial=0.0)), 1e-300)
    normals = normals[real] / lengths[real, None]
    heights = np.einsum("ij,ij->i", normals, a[real])
    deepest = 0.0
    step = max(1, _BLOCK // max(1, len(normals)))
    for start in range(0, len(places), step):
        gaps = heights - places[start : start + step] @ normals.T
        deepest = max(deepest, float(gaps.min(axis=1).max(initial=0.0)))
    return deepest


def outermost(points: FloatArray) -> FloatArray:
    """Of many points those that are outermost in some directions, evenly spread.

    Their hull is less than 0.2 % of the size within that of all, and is found in no time.
    """
    number = np.arange(_DIRECTIONS) + 0.5
    z, angle = 1.0 - 2.0 * number / _DIRECTIONS, np.pi * (1.0 + 5.0**0.5) * number
    flat = np.sqrt(1.0 - z * z)
    directions = np.stack([flat * np.cos(angle), flat * np.sin(angle), z], axis=1)
    # In the box's own proportions, else long parts would get points at their ends only.
    local = ((points - points.min(axis=0)) / np.maximum(np.ptp(points, axis=0), 1e-300)).astype(np.float32).T
    blocks = np.split(directions.astype(np.float32), range(_AT_ONCE, _DIRECTIONS, _AT_ONCE))
    found = np.concatenate([(block @ local).argmax(axis=1) for block in blocks])
    return points[np.unique(found)]


def samples(part: Part) -> FloatArray:
    """Places (k, 3) on the surface: corners, middles of edges, centers of triangles; of large parts some of each."""
    triangles = part.triangles[:: max(1, 7 * len(part.triangles) // _MOST_SAMPLES)]
    a, b, c = (part.points[triangles[:, i]] for i in range(3))
    return np.concatenate([a, b, c, (a + b) / 2.0, (b + c) / 2.0, (c + a) / 2.0, (a + b + c) / 3.0])


def _has_gap(part: Part, hull: Hull, others: Sequence[Part], allowed: float) -> bool:
    """Whether a place on the hull is farther than `allowed` from the surface, and no other part is there."""
    places = _on_hull(hull)
    distances = distances_to(part, places, allowed / 2.0)
    order = np.argsort(-distances)[:_MOST_FILLED]
    return any(distances[i] > allowed and not _is_filled(places[i], others) for i in order)


def _on_hull(hull: Hull) -> FloatArray:
    """A thousand places (k, 3), evenly strewn over a hull, always the same."""
    points, triangles = hull
    a, b, c = (points[triangles[:, i]] for i in range(3))
    normals = np.cross(b - a, c - a)
    areas = np.sqrt(np.einsum("ij,ij->i", normals, normals))
    ends = np.rint(areas.cumsum() / areas.sum() * _HULL_SAMPLES).astype(np.int32)
    chosen = np.repeat(np.arange(len(triangles)), np.diff(ends, prepend=0))
    chance = np.random.default_rng(0).random((2, _HULL_SAMPLES, 1))
    u: FloatArray = np.sqrt(chance[0])
    v: FloatArray = chance[1]
    return a[chosen] * (1.0 - u) + b[chosen] * u * (1.0 - v) + c[chosen] * u * v


def distances_to(part: Part, places: FloatArray, fine: float) -> FloatArray:
    """How far (k,) places are from the surface of a part.

    Triangles whose sides are shorter than `fine` count as their centers, one of those that are next to each other.
    """
    a, b, c = (part.points[part.triangles[:, i]] for i in range(3))
    longest = np.max([np.einsum("ij,ij->i", side, side) for side in (b - a, c - b, a - c)], axis=0)
    small = longest < fine * fine
    squares = np.full(len(places), np.inf)
    if small.any():
        centers = (a[small] + b[small] + c[small]) / 3.0
        cells = np.floor((centers - centers.min(axis=0)) / (fine / 2.0)).astype(np.int64)
        x, y, z = cells.T
        _, first = np.unique((x << 42) | (y << 21) | z, return_index=True)
        squares = _squares_to_points(places, centers[first])
    large = np.flatnonzero(~small)
    step = max(1, _BLOCK // (8 * len(places)))
    for start in range(0, len(large), step):
        chosen = large[start : start + step]
        squares = np.minimum(squares, _squares_to_triangles(places, a[chosen], b[chosen], c[chosen]))
    return np.sqrt(squares)


def _squares_to_points(places: FloatArray, points: FloatArray) -> FloatArray:
    """Squared distance (k,) to the nearest of points (n, 3)."""
    nearest = np.full(len(places), np.inf)
    step = max(1, _BLOCK // len(places))
    for start in range(0, len(points), step):
        block = points[start : start + step]
        squares = np.einsum("ij,ij->i", block, block)[None, :] - 2.0 * (places @ block.T)
        nearest = np.minimum(nearest, squares.min(axis=1))
    return np.maximum(nearest + np.einsum("ij,ij->i", places, places), 0.0)


def _squares_to_triangles(places: FloatArray, a: FloatArray, b: FloatArray, c: FloatArray) -> FloatArray:
    """Squared distance (k,) to the nearest of triangles (m, 3) each: to its plane above its inside, else to a side."""
    sides = ((a, b), (b, c), (c, a))
    nearest = np.min([_squares_to_sides(places, p, q) for p, q in sides], axis=0)
    normals = np.cross(b - a, c - a)
    sizes = np.einsum("ij,ij->i", normals, normals)
    real = sizes > 0.0
    inside = np.broadcast_to(real, (len(places), len(a))).copy()
    for p, q in sides:
        inward = np.cross(normals, q - p)
        inside &= places @ inward.T >= np.einsum("ij,ij->i", inward, p)
    heights = places @ normals.T - np.einsum("ij,ij->i", normals, a)
    squares = np.where(inside, heights**2 / np.where(real, sizes, 1.0), np.inf)
    return np.minimum(nearest, squares.min(axis=1))


def _squares_to_sides(places: FloatArray, p: FloatArray, q: FloatArray) -> FloatArray:
    """Squared distance (k,) to the nearest of the lines from p to q (m, 3)."""
    along = q - p
    lengths = np.maximum(np.einsum("ij,ij->i", along, along), 1e-300)
    arms = places[:, None, :] - p
    part = np.clip(np.einsum("kmi,mi->km", arms, along) / lengths, 0.0, 1.0)
    gaps = arms - part[:, :, None] * along
    return np.einsum("kmi,kmi->km", gaps, gaps).min(axis=1)


def _is_filled(place: FloatArray, others: Sequence[Part]) -> bool:
    """Whether a place lies within another part that is there."""
    for other in others:
        low, high = other.points.min(axis=0), other.points.max(axis=0)
        if (place >= low).all() and (place <= high).all() and winding(other.points, other.triangles, place) > 0.5:
            return True
    return False
