# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Objects as people build them, whose parts and volumes are known."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import bmesh
import bpy

from .scenes import add

# Size and center of each box; they touch and do not overlap.
CHAIR = [
    ((0.5, 0.5, 0.05), (0, 0, 0.5)),
    *(((0.05, 0.05, 0.475), (x, y, 0.2375)) for x in (-0.225, 0.225) for y in (-0.225, 0.225)),
    ((0.5, 0.05, 0.6), (0, 0.225, 0.825)),
]
CHAIR_VOLUME = sum(math.prod(size) for size, _ in CHAIR)


def boxes(name: str, parts: Sequence[Any], **place: Any) -> bpy.types.Object:
    """One mesh of boxes, given by size and center."""
    mesh = bpy.data.meshes.new(name)
    made = bmesh.new()
    for size, center in parts:
        for vertex in bmesh.ops.create_cube(made, size=1.0)["verts"]:
            vertex.co = [vertex.co[i] * size[i] + center[i] for i in range(3)]
    made.to_mesh(mesh)
    made.free()
    return add(name, mesh, **place)


def chair(**place: Any) -> bpy.types.Object:
    """A seat, four legs and a back: six boxes in one mesh."""
    return boxes("Chair", CHAIR, **place)


def lathe(name: str, profile: Sequence[tuple[float, float]], sides: int = 32, **place: Any) -> bpy.types.Object:
    """A profile of (radius, z) turned about Z; one that ends where it begins is a ring."""
    is_ring = profile[0] == profile[-1]
    points: list[tuple[float, float, float]] = []
    rings: list[list[int]] = []
    for radius, z in profile[: -1 if is_ring else None]:
        angles = [math.tau * i / sides for i in range(sides)] if radius > 0.0 else [0.0]
        rings.append(list(range(len(points), len(points) + len(angles))))
        points += [(radius * math.cos(angle), radius * math.sin(angle), z) for angle in angles]
    faces = []
    for low, high in zip(rings, rings[1:] + (rings[:1] if is_ring else []), strict=False):
        for i in range(sides):
            j = (i + 1) % sides
            corners = [low[i % len(low)], low[j % len(low)], high[j % len(high)], high[i % len(high)]]
            faces.append(tuple(dict.fromkeys(corners)))
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata(points, [], faces)
    return add(name, mesh, **place)


def torus(major: float = 1.0, minor: float = 0.25, **place: Any) -> bpy.types.Object:
    """A torus about Z, of 48 by 12 faces."""
    profile = [(major + minor * math.cos(math.tau * i / 12), minor * math.sin(math.tau * i / 12)) for i in range(12)]
    return lathe("Torus", [*profile, profile[0]], 48, **place)


def cup(wall: float = 0.04, **place: Any) -> bpy.types.Object:
    """A cup of radius 0.4 and height 1, open above."""
    inner = 0.4 - wall
    return lathe("Cup", [(0, 0), (0.4, 0), (0.4, 1), (inner, 1), (inner, wall), (0, wall)], **place)
