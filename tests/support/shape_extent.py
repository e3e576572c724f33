# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""How far shapes reach in many directions: equal for two shapes only where these stand at the same place."""

from __future__ import annotations

from typing import Any

import numpy as np

_COUNT = 300
_INDEX = np.arange(_COUNT) + 0.5
_POLAR, _TURN = np.arccos(1.0 - 2.0 * _INDEX / _COUNT), np.pi * (1.0 + 5.0**0.5) * _INDEX
DIRECTIONS = np.stack([np.cos(_TURN) * np.sin(_POLAR), np.sin(_TURN) * np.sin(_POLAR), np.cos(_POLAR)], axis=1)


def extent(placed: Any) -> np.ndarray:
    """The reach in the world along each of the directions, shape (n,), of a `core.geometry.place.Placed` (Z up)."""
    world = np.asarray(placed.world)
    geometry, kind = placed.geometry, type(placed.geometry).__name__
    base = DIRECTIONS @ world[:3, 3]
    local = DIRECTIONS @ world[:3, :3]
    if kind == "Box":
        return base + np.abs(local) @ np.asarray(geometry.size) / 2.0
    if kind == "Sphere":
        return base + geometry.radius
    if kind == "MeshShape":
        return base + (local @ geometry.arrays()[0].T).max(axis=1)
    along, half = local[:, 2], geometry.height / 2.0
    # A cylinder's end is a disc, a capsule's a ball.
    reach = 1.0 if kind == "Capsule" else np.sqrt(np.maximum(0.0, 1.0 - along**2))
    top, bottom = geometry.radius_top * reach, geometry.radius_bottom * reach
    return base + np.maximum(along * half + top, -along * half + bottom)
