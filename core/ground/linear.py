# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Small vectors and matrices as tuples. A matrix is a tuple of rows, applied to column vectors."""

from __future__ import annotations

import math
import struct

Vec3 = tuple[float, float, float]
Quat = tuple[float, float, float, float]
"""A rotation as (x, y, z, w), the order of glTF."""

ZERO: Vec3 = (0.0, 0.0, 0.0)
NO_ROTATION: Quat = (0.0, 0.0, 0.0, 1.0)

Mat3 = tuple[Vec3, Vec3, Vec3]
Row4 = tuple[float, float, float, float]
Mat4 = tuple[Row4, Row4, Row4, Row4]

IDENTITY: Mat4 = ((1.0, 0.0, 0.0, 0.0), (0.0, 1.0, 0.0, 0.0), (0.0, 0.0, 1.0, 0.0), (0.0, 0.0, 0.0, 1.0))
TOLERANCE = 1e-5
"""Lengths, scales and quaternion components nearer than this count as equal."""


def multiply(a: Mat4, b: Mat4) -> Mat4:
    """The product a b of two affine matrices."""
    (b00, b01, b02, b03), (b10, b11, b12, b13), (b20, b21, b22, b23), _ = b
    rows: list[tuple[float, float, float, float]] = []
    for x, y, z, w in a[:3]:
        rows.append(
            (
                x * b00 + y * b10 + z * b20,
                x * b01 + y * b11 + z * b21,
                x * b02 + y * b12 + z * b22,
                x * b03 + y * b13 + z * b23 + w,
            )
        )
    return (rows[0], rows[1], rows[2], IDENTITY[3])


def inverse(m: Mat4) -> Mat4:
    """The inverse of an affine matrix; ZeroDivisionError where it has none."""
    (a, b, c, tx), (d, e, f, ty), (g, h, i, tz), _ = m
    c00, c01, c02 = e * i - f * h, c * h - b * i, b * f - c * e
    det = a * c00 + d * c01 + g * c02
    k = 1.0 / det
    r0 = (c00 * k, c01 * k, c02 * k)
    r1 = ((f * g - d * i) * k, (a * i - c * g) * k, (c * d - a * f) * k)
    r2 = ((d * h - e * g) * k, (b * g - a * h) * k, (a * e - b * d) * k)
    rows = [(*r, -(r[0] * tx + r[1] * ty + r[2] * tz)) for r in (r0, r1, r2)]
    return (rows[0], rows[1], rows[2], IDENTITY[3])


def determinant(m: Mat4) -> float:
    """The determinant of the linear part."""
    (a, b, c, _), (d, e, f, _), (g, h, i, _), _ = m
    return a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)


def column(m: Mat4, i: int) -> Vec3:
    """Column i of the linear part, or the translation for i = 3."""
    return (m[0][i], m[1][i], m[2][i])


def apply(m: Mat4, p: Vec3) -> Vec3:
    """The point p taken through m."""
    x, y, z = p
    return tuple(r[0] * x + r[1] * y + r[2] * z + r[3] for r in m[:3])  # type: ignore[return-value]


def dot(a: Vec3, b: Vec3) -> float:
    """The scalar product."""
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def cross(a: Vec3, b: Vec3) -> Vec3:
    """The vector product."""
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def length(v: Vec3) -> float:
    """The Euclidean length."""
    return math.sqrt(dot(v, v))


def from_columns(x: Vec3, y: Vec3, z: Vec3, t: Vec3) -> Mat4:
    """The matrix with the given columns and translation."""
    return (
        (x[0], y[0], z[0], t[0]),
        (x[1], y[1], z[1], t[1]),
        (x[2], y[2], z[2], t[2]),
        IDENTITY[3],
    )


def translation(v: Vec3) -> Mat4:
    """The matrix that moves by v."""
    return from_columns((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0), v)


def euler_matrix(euler: Vec3) -> Mat4:
    """The rotation of an XYZ Euler in radians, as Blender's `Euler(..., 'XYZ').to_matrix()`."""
    (ci, cj, ch) = (math.cos(a) for a in euler)
    (si, sj, sh) = (math.sin(a) for a in euler)
    return (
        (cj * ch, sj * si * ch - ci * sh, sj * ci * ch + si * sh, 0.0),
        (cj * sh, sj * si * sh + ci * ch, sj * ci * sh - si * ch, 0.0),
        (-sj, cj * si, cj * ci, 0.0),
        IDENTITY[3],
    )


def quaternion_of(m: Mat4) -> Quat:
    """The rotation (x, y, z, w), w >= 0, of a matrix whose linear part is a proper rotation."""
    (a, b, c, _), (d, e, f, _), (g, h, i, _), _ = m
    trace = a + e + i
    if trace > 0.0:
        s = 2.0 * math.sqrt(1.0 + trace)
        q = ((h - f) / s, (c - g) / s, (d - b) / s, s / 4.0)
    elif a >= e and a >= i:
        s = 2.0 * math.sqrt(1.0 + a - e - i)
        q = (s / 4.0, (b + d) / s, (c + g) / s, (h - f) / s)
    elif e >= i:
        s = 2.0 * math.sqrt(1.0 - a + e - i)
        q = ((b + d) / s, s / 4.0, (f + h) / s, (c - g) / s)
    else:
        s = 2.0 * math.sqrt(1.0 - a - e + i)
        q = ((c + g) / s, (f + h) / s, s / 4.0, (d - b) / s)
    n = math.copysign(math.sqrt(sum(x * x for x in q)), q[3])
    return (q[0] / n, q[1] / n, q[2] / n, q[3] / n)


def matrix_of(q: Quat) -> Mat4:
    """The rotation matrix of a unit quaternion (x, y, z, w)."""
    x, y, z, w = q
    return (
        (1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w), 0.0),
        (2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w), 0.0),
        (2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y), 0.0),
        IDENTITY[3],
    )


def coincide(a: Mat4, b: Mat4) -> bool:
    """Whether two places are the same within the tolerance."""
    return all(abs(x - y) < TOLERANCE for p, q in zip(a, b, strict=True) for x, y in zip(p, q, strict=True))


_FLOAT = struct.Struct("f")


def shortest(value: float) -> float:
    """The number with the fewest decimal digits that is the same in single precision (0.1 for 0.10000000149).

    Infinity where the value is outside single precision; NaN stays NaN.
    """
    if -1e7 < value < 1e7 and value == int(value):
        return value
    try:
        packed = _FLOAT.pack(value)
    except OverflowError:
        return math.copysign(math.inf, value)
    single = _FLOAT.unpack(packed)[0]
    for digits in (6, 7, 8):
        short = float(f"{single:.{digits}g}")
        if _FLOAT.pack(short) == packed:
            return short
    return float(f"{single:.9g}")
