# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Objects that stand in for shapes that Blender cannot make of an object's own mesh, and for the world.

They are meshes without faces: they show in no render and in no exported file.
"""

from __future__ import annotations

from typing import Any

import bpy
import numpy as np
from mathutils import Matrix

from ..core.geometry.place import Placed
from ..core.takeover.body import RigidBody
from ..core.takeover.rigid_shape import Wire, wire_of
from ..properties.access import physics
from .rigid_build import set_body
from .takeover import is_same_place, link_apart

SHAPE = "_Shape"
WORLD = "_World"
_DOT = 0.05


class StandIns:
    """Puts stand-ins below bodies, and takes away those that are not needed any more."""

    def __init__(self, context: bpy.types.Context) -> None:
        self._context = context

    def put(self, root: bpy.types.Object, wanted: list[tuple[str, Placed]]) -> bool:
        """Leaves just the stand-ins below a body that are wanted: a name and a shape each. Whether any changed."""
        before = [child for child in root.children if is_shape_stand_in(child)]
        is_changed = False
        for name, placed in wanted:
            wire = wire_of(placed)
            known = next((obj for obj in before if _is_that(obj, name, wire, placed)), None)
            if known is None:
                self._make(root, name, wire, placed)
                is_changed = True
            else:
                before.remove(known)
        for obj in before:
            mesh: Any = obj.data
            bpy.data.objects.remove(obj)
            if mesh.users == 0:
                bpy.data.meshes.remove(mesh)
        return is_changed or bool(before)

    def _make(self, root: bpy.types.Object, name: str, wire: Wire, placed: Placed) -> None:
        obj = bpy.data.objects.new(name + SHAPE, _mesh_of(name + SHAPE, wire))
        link_apart(obj, root, self._context)
        obj.parent = root
        obj.matrix_parent_inverse = root.matrix_world.inverted_safe()
        obj.matrix_basis = Matrix(placed.world)
        obj.hide_render = True
        obj.display_type = "WIRE"
        if wire.shape in ("SPHERE", "CAPSULE", "CYLINDER", "CONE"):
            obj.display_type, obj.display_bounds_type = "BOUNDS", wire.shape
        set_body(self._context.scene, obj, RigidBody(shape=wire.shape))


def world_stand_in(name: str, beside: bpy.types.Object, place: Matrix, context: bpy.types.Context) -> bpy.types.Object:
    """A body that stands still and touches nothing, for a joint to the world."""
    corners = np.array([(-_DOT, -_DOT, -_DOT), (_DOT, _DOT, _DOT)])
    obj = bpy.data.objects.new(name + WORLD, _mesh_of(name + WORLD, Wire("SPHERE", corners, ((0, 1),))))
    link_apart(obj, beside, context)
    obj.matrix_world = place
    obj.hide_render = True
    obj.display_type, obj.display_bounds_type = "BOUNDS", "SPHERE"
    set_body(context.scene, obj, RigidBody("PASSIVE", shape="SPHERE", collections=frozenset()))
    return obj


def is_world(obj: bpy.types.Object) -> bool:
    """Whether a rigid body stands for the world: it stands still, touches nothing and shows nothing."""
    rigid: Any = obj.rigid_body
    if rigid is None or rigid.type != "PASSIVE" or rigid.kinematic or any(rigid.collision_collections):
        return False
    mesh: Any = obj.data
    return not mesh.polygons


def is_shape_stand_in(obj: bpy.types.Object) -> bool:
    """Whether an object was made to stand in for a shape of its parent: a rigid body without physics of ours."""
    group = physics(obj)
    has_physics = group.motion.type != "NONE" or group.use_collider or group.use_trigger or group.use_joint
    return obj.rigid_body is not None and SHAPE in obj.name and obj.hide_render and not has_physics


def stands_in_for(obj: bpy.types.Object) -> str:
    """The name of the object whose shape a stand-in stands for."""
    return obj.name.rpartition(SHAPE)[0]


def _is_that(obj: bpy.types.Object, name: str, wire: Wire, placed: Placed) -> bool:
    mesh: Any = obj.data
    rigid: Any = obj.rigid_body
    if stands_in_for(obj) != name or rigid.collision_shape != wire.shape or len(mesh.vertices) != len(wire.points):
        return False
    points = np.empty(len(mesh.vertices) * 3, dtype=np.float32)
    mesh.vertices.foreach_get("co", points)
    if not np.allclose(points.reshape(-1, 3), wire.points, rtol=1e-5, atol=1e-5):
        return False
    return is_same_place(obj.matrix_world, Matrix(placed.world))


def _mesh_of(name: str, wire: Wire) -> bpy.types.Mesh:
    mesh: Any = bpy.data.meshes.new(name)
    triangles = [] if wire.triangles is None else wire.triangles.tolist()
    mesh.from_pydata(wire.points.tolist(), list(wire.edges), triangles)
    return mesh
