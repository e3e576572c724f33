# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Fits shapes by hand, to the mesh or to what is selected in Edit Mode, and changes their type."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import bmesh
import bpy
import numpy as np
from bpy.props import EnumProperty

from ..core.geometry.fit_numbers import fitted, plate, switched
from ..core.ground.linear import Vec3
from ..core.physics.scene import FloatArray, ShapeSettings
from ..properties.access import physics
from ..properties.hull import convex_hull
from ..properties.read import read_object
from ..properties.write import write_shape
from . import shape_choice
from .common import OperatorResult, Skip, act_on_each, poll_active
from .measure import Measure, MeasuringOperator
from .modes import leave_mode, undoable

if TYPE_CHECKING:
    from ..properties.groups_shape import ShapeGroup

ROLES = (
    ("COLLIDER", "Collider", "The shape of the collider"),
    ("TRIGGER", "Trigger", "The shape of the trigger"),
)
SHAPE_TYPES = (
    ("BOX", "Box", "A box", "MESH_CUBE", 0),
    ("SPHERE", "Sphere", "A sphere", "MESH_UVSPHERE", 1),
    ("CAPSULE", "Capsule", "A capsule along the longest side", "MESH_CAPSULE", 2),
    ("CYLINDER", "Cylinder", "A cylinder along the longest side", "MESH_CYLINDER", 3),
    ("CONVEX", "Convex Hull", "The convex hull of the mesh", "MESH_ICOSPHERE", 4),
    ("TRIMESH", "Triangle Mesh", "The triangles of the mesh", "MESH_DATA", 5),
)
OF_MESH = ("CONVEX", "TRIMESH")
_ROUND = ("CAPSULE", "CYLINDER")


def role_shape(obj: bpy.types.Object, role: str) -> tuple[ShapeGroup, ShapeSettings]:
    """The shape of an object's collider or trigger, as properties and as read; Skip where it has none."""
    group, settings = physics(obj), read_object(obj)
    if role == "TRIGGER":
        if settings is None or settings.trigger is None or settings.trigger.kind != "SHAPE":
            raise Skip("has no trigger with a shape")
        return group.trigger.shape, settings.trigger.shape
    if settings is None or settings.collider is None or settings.collider.shape.type == "NONE":
        raise Skip("has no collider with a shape")
    return group.collider.shape, settings.collider.shape


def world_scale(obj: bpy.types.Object) -> Vec3:
    """The lengths of the object's axes in the world; Skip where one is 0."""
    scale = shape_choice.world_scale(obj)
    if scale is None:
        raise Skip("is scaled to nothing")
    return scale


def store(group: ShapeGroup, shape: ShapeSettings) -> None:
    """Sets a shape and keeps its mesh."""
    mesh = group.mesh
    write_shape(group, shape, lambda _: mesh)


class ShapeOperator(MeasuringOperator):
    """Acts on the collider's or the trigger's shape of those of the objects that have one."""

    if TYPE_CHECKING:
        role: str
    else:
        role: EnumProperty(name="Role", description="Which shape is changed", items=ROLES, default="COLLIDER")


@undoable
class OMI_OT_fit_shape(ShapeOperator, bpy.types.Operator):
    """Measure the mesh once and put the result in as dimensions set by hand, which may then be changed"""

    bl_idname = "omi_physics.fit_shape"
    bl_label = "Fit Shape to Mesh"

    def act(self, obj: bpy.types.Object, measure: Measure) -> None:
        shape, settings = role_shape(obj, self.role)
        if shape.type in OF_MESH:
            raise Skip("has a shape made of its mesh, which needs no fitting")
        data = measure.geometry(obj)
        if data is None:
            raise Skip("has no faces to fit a shape to")
        found = None
        if shape.type == "BOX" and self.role == "COLLIDER" and physics(obj).motion.type in ("NONE", "STATIC"):
            found = plate(settings, data.points(), data.triangles(), world_scale(obj))
        store(shape, found or fitted(settings, data.points(), world_scale(obj)))


@undoable
class OMI_OT_set_shape_type(ShapeOperator, bpy.types.Operator):
    """Change the type of the shape and keep how far it reaches"""

    bl_idname = "omi_physics.set_shape_type"
    bl_label = "Switch Shape Type"

    if TYPE_CHECKING:
        type: str
    else:
        type: EnumProperty(name="Shape", description="The new type", items=SHAPE_TYPES, default="BOX")

    def act(self, obj: bpy.types.Object, measure: Measure) -> None:
        shape, settings = role_shape(obj, self.role)
        if shape.type == self.type:
            raise Skip("has that type already")
        node = measure.node(obj)
        data = measure.meshes.get(node, settings) if shape.type in OF_MESH else measure.geometry(obj)
        if self.type in OF_MESH and settings.mesh is None:
            # By hand, a shape of the object's own mesh would be moved by the offset.
            shape.type, shape.fit = self.type, "AUTO"
            return
        store(shape, switched(settings, self.type, None if data is None else data.points()))
        if shape.fit == "AUTO" and self.type in _ROUND:
            shape.axis = measure.longest_axis(obj)


class OMI_OT_fit_to_selection(ShapeOperator, bpy.types.Operator):
    """Fit the shape to the selected vertices in Edit Mode; without a collider the object gets one"""

    bl_idname = "omi_physics.fit_to_selection"
    bl_label = "Fit Shape to Selected Vertices"

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        if context.mode != "EDIT_MESH":
            cls.poll_message_set("Select vertices of a mesh in Edit Mode")
            return False
        return poll_active(cls, context)

    def execute(self, context: bpy.types.Context) -> OperatorResult:
        points = {obj: _selected_points(obj) for obj in context.objects_in_mode}
        leave_mode(context)
        return act_on_each(self, points, lambda obj: self.fit(obj, points[obj]))

    def fit(self, obj: bpy.types.Object, points: FloatArray) -> None:
        """Gives the object the shape that surrounds points (n, 3) of its space."""
        if len(points) < 2:
            raise Skip("has fewer than two vertices selected")
        scale = world_scale(obj)
        group = physics(obj)
        if self.role == "COLLIDER" and (not group.use_collider or group.collider.shape.type == "NONE"):
            group.collider.shape.type = "BOX"
            group.use_collider = True
        shape, settings = role_shape(obj, self.role)
        if shape.type in OF_MESH:
            shape.mesh = _hull_mesh(obj, points)
            shape.type, shape.fit = "CONVEX", "AUTO"
            return
        store(shape, fitted(settings, points, scale))


def _selected_points(obj: bpy.types.Object) -> FloatArray:
    """Positions (n, 3) of the selected vertices in the object's space."""
    data = obj.data
    if not isinstance(data, bpy.types.Mesh):
        return np.empty((0, 3), dtype=np.float64)
    vertices = bmesh.from_edit_mesh(data).verts
    return np.array([tuple(v.co) for v in vertices if v.select], dtype=np.float64).reshape(-1, 3)


def _hull_mesh(obj: bpy.types.Object, points: FloatArray) -> bpy.types.Mesh:
    corners, triangles = convex_hull(points)
    if not len(triangles):
        raise Skip("has vertices selected that span no hull")
    mesh: Any = bpy.data.meshes.new(f"{obj.name}_Hull")
    mesh.from_pydata(corners.tolist(), [], triangles.tolist())
    return mesh


CLASSES = (OMI_OT_fit_shape, OMI_OT_set_shape_type, OMI_OT_fit_to_selection)
