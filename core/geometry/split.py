# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""A place with scale, parted into a rigid place and what stretches."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from ..ground.linear import (
    IDENTITY,
    TOLERANCE,
    Mat3,
    Mat4,
    Vec3,
    column,
    cross,
    determinant,
    dot,
    from_columns,
    inverse,
    length,
    multiply,
)

UNIT3: Mat3 = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))


@dataclass(frozen=True, slots=True)
class Split:
    """A linear map as rotation times stretch.

    `stretch` is None where it is diagonal, and `scale` its diagonal then; else that holds the lengths of the map's
    columns. What is mirrored has a negative X in `scale`.
    """

    rotation: Mat4
    scale: Vec3
    stretch: Mat3 | None

    @property
    def is_rigid(self) -> bool:
        """Whether nothing is stretched or mirrored."""
        return self.stretch is None and self.scale == (1.0, 1.0, 1.0)


def _snapped(value: float) -> float:
    """A scale factor without single-precision noise."""
    if abs(value - 1.0) < TOLERANCE:
        return 1.0
    return float(f"{value:.6g}")


def split_scale(m: Mat4) -> Split | None:
    """Parts the linear part of m into a proper rotation and a stretch; None where m flattens space."""
    x, y, z = column(m, 0), column(m, 1), column(m, 2)
    sx, sy, sz = length(x), length(y), length(z)
    if min(sx, sy, sz) < 1e-9 or not math.isfinite(sx + sy + sz):
        return None
    skew = max(abs(dot(x, y)) / (sx * sy), abs(dot(y, z)) / (sy * sz), abs(dot(x, z)) / (sx * sz))
    if skew > TOLERANCE * 10.0:
        return _polar(m)
    if dot(cross(x, y), z) < 0.0:
        sx = -sx
    origin = (0.0, 0.0, 0.0)
    rotation = from_columns(
        (x[0] / sx, x[1] / sx, x[2] / sx), (y[0] / sy, y[1] / sy, y[2] / sy), (z[0] / sz, z[1] / sz, z[2] / sz), origin
    )
    scale = (-_snapped(-sx) if sx < 0.0 else _snapped(sx), _snapped(sy), _snapped(sz))
    return Split(rotation, scale, None)


def _polar(m: Mat4) -> Split | None:
    """The rotation nearest to a sheared map, by the singular value decomposition; what is mirrored is so along X."""
    linear = np.asarray(m, dtype=np.float64)[:3, :3]
    # As without shear: which axis is turned around must not depend on the last digit.
    mirror = np.array([-1.0, 1.0, 1.0]) if np.linalg.det(linear) < 0.0 else np.ones(3)
    u, values, vt = np.linalg.svd(linear * mirror)
    if values[-1] < 1e-9 * values[0]:
        return None
    turn = u @ vt
    stretch = turn.T @ linear
    r = [tuple(float(v) for v in turn[:, i]) for i in range(3)]
    k = tuple(tuple(float(f"{v:.6g}") for v in row) for row in stretch)
    lengths = [float(f"{float(np.linalg.norm(linear[:, i])):.6g}") for i in range(3)]
    rotation = from_columns(r[0], r[1], r[2], (0.0, 0.0, 0.0))  # type: ignore[arg-type]
    return Split(rotation, (lengths[0] * float(mirror[0]), lengths[1], lengths[2]), k)  # type: ignore[arg-type]


def rigid_part(world: Mat4) -> Mat4 | None:
    """A place without its scale; None where the scale flattens space."""
    split = split_scale(world)
    return None if split is None else at(split.rotation, column(world, 3))


def is_mirrored(world: Mat4) -> bool:
    """Whether a place turns right hands into left ones."""
    return determinant(world) < 0.0


def drawn_axes(world: Mat4) -> Mat4 | None:
    """A place without its scale but with its axes as the viewport draws them: left-handed where it is mirrored.

    None where the scale flattens space.
    """
    rigid = rigid_part(world)
    if rigid is None or not is_mirrored(world):
        return rigid
    rows = [(-row[0], row[1], row[2], row[3]) for row in rigid[:3]]
    return (rows[0], rows[1], rows[2], IDENTITY[3])


def at(rotation: Mat4, place: Vec3) -> Mat4:
    """A rotation moved to a place."""
    (a, b, c) = rotation[:3]
    return (
        (a[0], a[1], a[2], place[0]),
        (b[0], b[1], b[2], place[1]),
        (c[0], c[1], c[2], place[2]),
        IDENTITY[3],
    )


def relative(world: Mat4, parent: Mat4) -> Mat4 | None:
    """A world matrix as seen from a parent's; None where the parent's has no inverse."""
    if abs(determinant(parent)) < 1e-18:
        return None
    return multiply(inverse(parent), world)
