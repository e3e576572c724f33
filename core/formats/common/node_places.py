# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Where the nodes of a glTF file stand, in the file's own axes."""

from __future__ import annotations

from collections.abc import Sequence

from ...ground.linear import IDENTITY, ZERO, Mat4, Vec3, column, from_columns, length, matrix_of, multiply

Number3 = Sequence[float]


def local_matrix(
    translation: Number3 | None, rotation: Sequence[float] | None, scale: Number3 | None, matrix: Sequence[float] | None
) -> Mat4:
    """The matrix of one node from its properties; `matrix` is in columns, as in the file."""
    if matrix is not None and len(matrix) == 16:
        m = matrix
        return from_columns(
            (m[0], m[1], m[2]), (m[4], m[5], m[6]), (m[8], m[9], m[10]), (m[12], m[13], m[14])
        )  # fmt: skip
    found = IDENTITY
    if rotation is not None and len(rotation) == 4:
        x, y, z, w = rotation
        found = matrix_of((x, y, z, w))
    sx, sy, sz = scale if scale is not None and len(scale) == 3 else (1.0, 1.0, 1.0)
    place: Vec3 = ZERO
    if translation is not None and len(translation) == 3:
        place = (translation[0], translation[1], translation[2])
    x_axis, y_axis, z_axis = (column(found, i) for i in range(3))
    return from_columns(_times(x_axis, sx), _times(y_axis, sy), _times(z_axis, sz), place)


def _times(v: Vec3, by: float) -> Vec3:
    return (v[0] * by, v[1] * by, v[2] * by)


def world_matrices(parents: Sequence[int], local: Sequence[Mat4], wanted: Sequence[int]) -> dict[int, Mat4]:
    """The matrices of the wanted nodes and all above them; a parent of -1 is none. Each node is passed once."""
    found: dict[int, Mat4] = {}
    for index in wanted:
        chain: list[int] = []
        seen: set[int] = set()
        while index >= 0 and index not in found and index not in seen:
            seen.add(index)
            chain.append(index)
            index = parents[index]
        for node in reversed(chain):
            above = found.get(parents[node])
            found[node] = multiply(above, local[node]) if above is not None else local[node]
    return found


def without_scale(m: Mat4) -> Mat4:
    """The same place with axes of length 1."""
    columns: list[Vec3] = []
    for i in range(3):
        axis = column(m, i)
        size = length(axis)
        columns.append(_times(axis, 1.0 / size) if size > 0.0 else column(IDENTITY, i))
    return from_columns(columns[0], columns[1], columns[2], column(m, 3))
