# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""From an inertia tensor to its diagonal and the rotation of its principal axes."""

from __future__ import annotations

import itertools
import math

from ..ground.linear import NO_ROTATION, ZERO, Quat, Vec3, from_columns, quaternion_of

_SWEEPS = 32


def principal(tensor: tuple[float, ...]) -> tuple[Vec3, Quat]:
    """Principal moments and their rotation (x, y, z, w) of a symmetric tensor of nine finite numbers.

    Row order does not matter; what is not symmetric is averaged. Of the equivalent answers the one whose rotation is
    smallest is given, so that a tensor along the axes has none.
    """
    scale = max(map(abs, tensor))
    if scale == 0.0:
        return ZERO, NO_ROTATION
    m = [[(tensor[3 * i + j] / scale + tensor[3 * j + i] / scale) * 0.5 for j in range(3)] for i in range(3)]
    axes = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]
    for _ in range(_SWEEPS):
        if max(abs(m[0][1]), abs(m[0][2]), abs(m[1][2])) < 1e-12:
            break
        for p, q in ((0, 1), (0, 2), (1, 2)):
            _rotate(m, axes, p, q)
    moments = [m[i][i] * scale for i in range(3)]
    return _nearest(moments, [(axes[0][i], axes[1][i], axes[2][i]) for i in range(3)])


def _rotate(m: list[list[float]], axes: list[list[float]], p: int, q: int) -> None:
    """One Jacobi rotation, which makes m[p][q] zero; `axes` takes part."""
    if m[p][q] == 0.0:
        return
    angle = 0.5 * math.atan2(2.0 * m[p][q], m[q][q] - m[p][p])
    c, s = math.cos(angle), math.sin(angle)
    for row in (*m, *axes):
        row[p], row[q] = c * row[p] - s * row[q], s * row[p] + c * row[q]
    for k in range(3):
        m[p][k], m[q][k] = c * m[p][k] - s * m[q][k], s * m[p][k] + c * m[q][k]


def _nearest(moments: list[float], columns: list[Vec3]) -> tuple[Vec3, Quat]:
    """Orders and flips the axes so that they form the rotation nearest to none."""
    best: tuple[float, tuple[int, ...], tuple[float, ...]] | None = None
    for order in itertools.permutations(range(3)):
        parity = 1.0 if order in ((0, 1, 2), (1, 2, 0), (2, 0, 1)) else -1.0
        for signs in itertools.product((1.0, -1.0), repeat=3):
            if parity * math.prod(signs) * _determinant(columns) < 0.0:
                continue
            trace = sum(signs[i] * columns[order[i]][i] for i in range(3))
            if best is None or trace > best[0] + 1e-9:
                best = (trace, order, signs)
    assert best is not None
    _, order, signs = best
    x, y, z = (tuple(signs[i] * v + 0.0 for v in columns[order[i]]) for i in range(3))
    rotation = quaternion_of(from_columns((x[0], x[1], x[2]), (y[0], y[1], y[2]), (z[0], z[1], z[2]), ZERO))
    return (moments[order[0]], moments[order[1]], moments[order[2]]), rotation


def _determinant(columns: list[Vec3]) -> float:
    (a, d, g), (b, e, h), (c, f, i) = columns
    return a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)
