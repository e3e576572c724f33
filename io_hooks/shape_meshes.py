# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Meshes for convex and trimesh shapes: one primitive of triangles with positions only."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from ..core.geometry.place import MeshShape

_ARRAY_BUFFER = 34962
_ELEMENT_ARRAY_BUFFER = 34963
_UNSIGNED_SHORT = 5123
_UNSIGNED_INT = 5125
_FLOAT = 5126
_TRIANGLES = 4


def build_mesh(shape: MeshShape, y_up: bool) -> Any:
    """The exporter's mesh object for a shape, in the file's axes."""
    from io_scene_gltf2.io.com import gltf2_io

    points, triangles = shape.arrays()
    if y_up:
        points = np.stack([points[:, 0], points[:, 2], -points[:, 1]], axis=1)
    positions = (points + 0.0).astype("<f4")
    # The largest 16-bit index is reserved for restarting primitives.
    narrow = len(positions) < 65535
    indices = np.ascontiguousarray(triangles).reshape(-1).astype("<u2" if narrow else "<u4")
    attribute = _accessor(positions, _FLOAT, "VEC3", _ARRAY_BUFFER, len(positions))
    attribute.min = [float(v) for v in positions.min(axis=0)]
    attribute.max = [float(v) for v in positions.max(axis=0)]
    component = _UNSIGNED_SHORT if narrow else _UNSIGNED_INT
    primitive = gltf2_io.MeshPrimitive(
        attributes={"POSITION": attribute},
        extensions=None,
        extras=None,
        indices=_accessor(indices, component, "SCALAR", _ELEMENT_ARRAY_BUFFER, len(indices)),
        material=None,
        mode=_TRIANGLES,
        targets=None,
    )
    return gltf2_io.Mesh(extensions=None, extras=None, name=shape.data.name, primitives=[primitive], weights=None)


def _accessor(array: npt.NDArray[Any], component: int, kind: str, target: int, count: int) -> Any:
    from io_scene_gltf2.io.com import gltf2_io

    from .compat import binary_data

    return gltf2_io.Accessor(
        buffer_view=binary_data(array.tobytes(), target),
        byte_offset=None,
        component_type=component,
        count=count,
        extensions=None,
        extras=None,
        max=None,
        min=None,
        name=None,
        normalized=None,
        sparse=None,
        type=kind,
    )
