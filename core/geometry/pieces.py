# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""A mesh as convex pieces: which of its parts are convex already, how many hulls the others may have, and how pieces
become fewer.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ..physics.scene import FloatArray, IntArray
from . import volume
from .convexity import HullOf, is_convex, outermost
from .parts import Part, loose_parts

_EXACTLY_JOINED = 32
"""Of more pieces than that, those that join are chosen by their boxes."""
_MANY = 20_000
"""The hull of more points is that of the outermost ones."""
_INSIDE = 1e-6
_BLOCK = 1_000_000


@dataclass(frozen=True, slots=True)
class Piece:
    """A convex hull: points (n, 3) and outward triangles (m, 3)."""

    points: FloatArray
    triangles: IntArray

    @property
    def volume(self) -> float:
        """What it holds."""
        return volume.of_mesh(self.points, self.triangles).volume


@dataclass(frozen=True, slots=True)
class Sorted:
    """The parts of a mesh: those that are convex, as hulls, and the others, with what their hulls hold too much.

    `flat` counts the parts that hold nothing and are in none of the others.
    """

    convex: list[Piece]
    others: list[Part]
    excess: list[float]
    flat: int


def sort_parts(points: FloatArray, triangles: IntArray, threshold: float, hull_of: HullOf) -> Sorted:
    """Splits a mesh into loose parts; those that are their own hulls within the threshold need no more splitting."""
    parts = loose_parts(points, triangles)
    hulls = [hull_of(part.points if len(part.points) <= _MANY else outermost(part.points)) for part in parts]
    convex: list[Piece] = []
    others: list[Part] = []
    excess: list[float] = []
    flat: list[Part] = []
    for number, (part, hull) in enumerate(zip(parts, hulls, strict=True)):
        if not len(hull[1]):
            flat.append(part)
        elif is_convex(part, hull, [*parts[:number], *parts[number + 1 :]], threshold):
            convex.append(Piece(*hull))
        else:
            own = volume.of_mesh(part.points, part.triangles).volume if part.is_closed else 0.0
            others.append(part)
            excess.append(max(volume.of_mesh(*hull).volume - own, 0.0))
    convex = _without_inner(convex)
    bare = [part for part in flat if not any(_holds(piece, part.points) for piece in convex)]
    return Sorted(convex, others, excess, len(bare))


def _without_inner(pieces: list[Piece]) -> list[Piece]:
    """The pieces but for those that lie within another one, and so add nothing."""
    if len(pieces) < 2:
        return pieces
    low = np.array([piece.points.min(axis=0) for piece in pieces])
    high = np.array([piece.points.max(axis=0) for piece in pieces])
    left: list[Piece] = []
    gone: set[int] = set()
    for number, piece in enumerate(pieces):
        around = np.flatnonzero((low <= low[number]).all(axis=1) & (high >= high[number]).all(axis=1))
        if any(int(i) != number and int(i) not in gone and _holds(pieces[i], piece.points) for i in around):
            gone.add(number)
        else:
            left.append(piece)
    return left


def _holds(piece: Piece, points: FloatArray) -> bool:
    """Whether all points (n, 3) are in a piece."""
    a, b, c = (piece.points[piece.triangles[:, i]] for i in range(3))
    normals = np.cross(b - a, c - a)
    normals = normals / np.maximum(np.linalg.norm(normals, axis=1), 1e-300)[:, None]
    slack = _INSIDE * float(np.ptp(piece.points, axis=0).max())
    heights = np.einsum("ij,ij->i", normals, a) + slack
    step = max(1, _BLOCK // len(normals))
    blocks = (points[start : start + step] for start in range(0, len(points), step))
    return all(bool((block @ normals.T <= heights).all()) for block in blocks)


def shares(excess: Sequence[float], total: int) -> list[int]:
    """How many hulls each of the parts gets of a total, at least 1: the more, the more its hull holds too much."""
    counts = [1] * len(excess)
    left, whole = max(total - len(excess), 0), sum(excess)
    if not excess or not left:
        return counts
    wanted = [value / whole * left if whole > 0.0 else left / len(excess) for value in excess]
    counts = [1 + int(share) for share in wanted]
    by_rest = sorted(range(len(excess)), key=lambda i: (int(wanted[i]) - wanted[i], i))
    for i in by_rest[: total - sum(counts)]:
        counts[i] += 1
    return counts


def gathered(pieces: list[Piece], most: int, hull_of: HullOf) -> list[Piece]:
    """At most so many pieces: those are joined whose common hull holds the least besides them."""
    pieces = list(pieces)
    if len(pieces) > max(most, _EXACTLY_JOINED):
        groups = _grouped_by_boxes(pieces, max(most, _EXACTLY_JOINED))
        pieces = [group[0] if len(group) == 1 else _joined(group, hull_of) for group in groups]
    costs: dict[tuple[int, int], tuple[float, Piece]] = {}
    alive = list(range(len(pieces)))
    while len(alive) > most:
        for i in alive:
            for j in alive:
                if i < j and (i, j) not in costs:
                    whole = _joined([pieces[i], pieces[j]], hull_of)
                    costs[i, j] = (whole.volume - pieces[i].volume - pieces[j].volume, whole)
        i, j = min((cost, pair) for pair, (cost, _) in costs.items())[1]
        pieces.append(costs[i, j][1])
        alive = [k for k in alive if k not in (i, j)] + [len(pieces) - 1]
        costs = {pair: cost for pair, cost in costs.items() if not {i, j} & set(pair)}
    return [pieces[i] for i in alive]


def _joined(pieces: Sequence[Piece], hull_of: HullOf) -> Piece:
    return Piece(*hull_of(np.concatenate([piece.points for piece in pieces])))


def _grouped_by_boxes(pieces: list[Piece], most: int) -> list[list[Piece]]:
    """Groups of pieces, so many, by how little their common boxes hold besides their own."""
    groups = [[piece] for piece in pieces]
    low = np.array([piece.points.min(axis=0) for piece in pieces])
    high = np.array([piece.points.max(axis=0) for piece in pieces])
    costs = np.stack([_box_costs(low, high, i) for i in range(len(groups))])
    for _ in range(len(groups) - most):
        i, j = sorted(int(k) for k in np.unravel_index(costs.argmin(), costs.shape))
        groups[i] += groups[j]
        groups[j] = []
        low[i], high[i] = np.minimum(low[i], low[j]), np.maximum(high[i], high[j])
        low[j] = high[j] = np.nan
        costs[i] = _box_costs(low, high, i)
        costs[:, i] = costs[i]
        costs[j] = costs[:, j] = np.inf
    return [group for group in groups if group]


def _box_costs(low: FloatArray, high: FloatArray, i: int) -> FloatArray:
    """What the common box of each (n,) and box i holds more than theirs; infinite for i itself and boxes gone."""
    both = np.prod(np.maximum(high, high[i]) - np.minimum(low, low[i]), axis=1)
    own = np.prod(high - low, axis=1)
    costs = both - own - own[i]
    costs[i] = np.inf
    return np.where(np.isnan(costs), np.inf, costs)
