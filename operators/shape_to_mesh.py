# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Turns a shape into an object of its own, whose mesh can be edited."""

from __future__ import annotations

from typing import Any

import bpy
from mathutils import Matrix

from ..core.geometry.place import MeshShape, Unplaceable
from ..core.geometry.tapered import TaperedHull
from ..core.physics.model import Box, Capsule, Cylinder, Sphere
from ..properties.access import physics
from .common import OperatorResult, Skip, act_on_each, link_beside, link_collider, select_only, selected_objects
from .measure import Measure
from .modes import undoable
from .rows import copy_group, reset
from .shapes import ShapeOperator, role_shape


@undoable
class OMI_OT_shape_to_mesh(ShapeOperator, bpy.types.Operator):
    """Put the fitted shape into a new mesh object below this one, to edit it; that object carries it from now on"""

    bl_idname = "omi_physics.shape_to_mesh"
    bl_label = "Convert Shape to Mesh"

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        if context.mode != "OBJECT":
            cls.poll_message_set("Works in Object Mode only")
            return False
        return super().poll(context)

    def execute(self, context: bpy.types.Context) -> OperatorResult:
        measure = Measure(context)
        objects = selected_objects(context, use_active=True)
        made: list[bpy.types.Object] = []
        result = act_on_each(self, objects, lambda obj: made.append(self._convert(context, obj, measure)))
        if made:
            select_only(made, context)
        return result

    def _convert(self, context: bpy.types.Context, obj: bpy.types.Object, measure: Measure) -> bpy.types.Object:
        shape, settings = role_shape(obj, self.role)
        placed = measure.place(obj, settings)
        if isinstance(placed, Unplaceable):
            raise Skip(placed.reason)
        points, faces = surface_of(placed.geometry)
        suffix = "_Trigger" if self.role == "TRIGGER" else "_Collision"
        mesh: Any = bpy.data.meshes.new(obj.name + suffix)
        mesh.from_pydata(points, [], faces)
        made = bpy.data.objects.new(obj.name + suffix, mesh)
        (link_beside if self.role == "TRIGGER" else link_collider)(made, obj, context)
        made.parent = obj
        # Placed and sized in the world: the parent's scale is taken out again.
        made.matrix_parent_inverse = obj.matrix_world.inverted_safe()
        made.matrix_basis = Matrix(placed.world)
        made.display_type = "WIRE"
        _hand_over(obj, made, self.role, "TRIMESH" if shape.type == "TRIMESH" else "CONVEX")
        return made


_BOX_FACES = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]


def surface_of(geometry: Box | Sphere | Capsule | Cylinder | MeshShape) -> tuple[list[Any], list[Any]]:
    """Vertices and outward faces of a shape in its own frame; round ones lie along Z."""
    if isinstance(geometry, Box):
        half = [size / 2.0 for size in geometry.size]
        corners = [tuple(h if bits >> (2 - i) & 1 else -h for i, h in enumerate(half)) for bits in range(8)]
        return corners, _BOX_FACES
    if isinstance(geometry, MeshShape):
        points, triangles = geometry.arrays()
    else:
        round_ = Capsule(0.0, geometry.radius, geometry.radius) if isinstance(geometry, Sphere) else geometry
        points, triangles = TaperedHull(round_).hull()
    return points.tolist(), triangles.tolist()


def _hand_over(obj: bpy.types.Object, made: bpy.types.Object, role: str, kind: str) -> None:
    """Moves the role to the new object: material and filter go along, the old shape goes back to its defaults."""
    old, new = physics(obj), physics(made)
    source, target = (old.trigger, new.trigger) if role == "TRIGGER" else (old.collider, new.collider)
    copy_group(source, target)
    reset(target.shape)
    target.shape.type = kind
    target.shape.use_collision_only = True
    reset(source)
    if role == "TRIGGER":
        old.use_trigger, new.use_trigger = False, True
    else:
        old.use_collider, new.use_collider = False, True


CLASSES = (OMI_OT_shape_to_mesh,)
