# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes objects of convex pieces: children of the object that was split, which carry its collider from then on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import bpy
import numpy as np
from mathutils import Matrix

from ..core.geometry.exact import exact_primitive
from ..core.geometry.fewer import with_fewer_points
from ..core.geometry.fit import transformed
from ..core.geometry.pieces import Piece
from ..core.ground.linear import Mat4
from ..properties.access import physics
from ..properties.hull import convex_hull
from .common import link_collider
from .rows import copy_group

_LONGEST = 50
"""Characters of an object's name that go into those of its hulls: Blender cuts names at 63 bytes."""


def replace_hulls(
    context: bpy.types.Context, obj: bpy.types.Object, pieces: Sequence[Piece], frame: Mat4, max_points: int
) -> list[bpy.types.Object]:
    """Gives an object these pieces as its colliders, in place of those that an earlier split made.

    The pieces are in real size, in the rigid `frame` in the world. On a body the object's collider becomes the parent
    of a compound, elsewhere it goes off.
    """
    for old in [child for child in obj.children if physics(child).is_split_hull and child.library is None]:
        _remove(old)
    made = [_make(context, obj, _reduced(piece, max_points), number, frame) for number, piece in enumerate(pieces, 1)]
    group = physics(obj)
    if group.motion.type == "NONE":
        group.use_collider = False
    else:
        group.collider.shape.type = "NONE"
        group.use_collider = True
    return made


def _remove(obj: bpy.types.Object) -> None:
    mesh: Any = obj.data
    bpy.data.objects.remove(obj)
    if mesh is not None and mesh.users == 0:
        bpy.data.meshes.remove(mesh)


def _reduced(piece: Piece, max_points: int) -> Piece:
    """A piece with so many points; what becomes a primitive keeps all."""
    if len(piece.points) <= max_points or exact_primitive(piece.points, piece.triangles) is not None:
        return piece
    return Piece(*with_fewer_points((piece.points, piece.triangles), max_points, convex_hull))


def _make(
    context: bpy.types.Context, obj: bpy.types.Object, piece: Piece, number: int, frame: Mat4
) -> bpy.types.Object:
    primitive = exact_primitive(piece.points, piece.triangles)
    rows = np.eye(3) if primitive is None else primitive.rows
    points = transformed(piece.points, rows)
    center = (points.min(axis=0) + points.max(axis=0)) / 2.0
    name = f"{obj.name[:_LONGEST]}_Hull_{number:02d}"
    mesh: Any = bpy.data.meshes.new(name)
    mesh.from_pydata((points - center).tolist(), [], piece.triangles.tolist())
    made = bpy.data.objects.new(name, mesh)
    made.parent = obj
    # Placed and sized in the world: the parent's scale is taken out again.
    made.matrix_parent_inverse = obj.matrix_world.inverted_safe()
    place = Matrix(rows.T.tolist()).to_4x4()
    place.translation = (rows.T @ center).tolist()
    made.matrix_basis = Matrix(frame) @ place
    made.display_type = "WIRE"
    link_collider(made, obj, context)
    group, source = physics(made), physics(obj).collider
    group.is_split_hull = True
    group.use_collider = True
    for part in ("material", "filter"):
        setattr(group.collider, f"use_{part}", getattr(source, f"use_{part}"))
        copy_group(getattr(source, part), getattr(group.collider, part))
    shape = group.collider.shape
    shape.type = "CONVEX" if primitive is None else primitive.type
    shape.axis = "Z" if primitive is None else primitive.axis
    shape.use_collision_only = True
    return made
