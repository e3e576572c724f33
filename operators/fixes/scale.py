# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The fix that puts the scale of an object, and of what is above it, into meshes and shapes.

Nothing moves or changes size in the world: the scale goes into the mesh, into the dimensions and the offset of shapes
and into the center of mass; children keep their place, and the scale that they had from above.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace
from typing import Any

import bpy
from mathutils import Matrix, Vector

from ...core.geometry.place import Placed, local_matrix, turn
from ...core.geometry.split import split_scale
from ...core.physics.model import Box, Capsule, Cylinder, Sphere
from ...core.physics.scene import ShapeSettings
from ...core.rules.review import axis_lengths
from ...properties import keys
from ...properties.access import physics
from ...properties.capture import as_rows, is_animated
from ...properties.write import write_shape
from ..common import Skip, why_locked
from .session import Fix, Session, are_alike, parent_space
from .shapes import roles

# What these modifiers do stays the same when the scale moves from the object into its mesh.
_EVEN_MODIFIERS = {
    "ARMATURE", "DATA_TRANSFER", "DECIMATE", "EDGE_SPLIT", "MIRROR", "MULTIRES", "NORMAL_EDIT", "SUBSURF",
    "TRIANGULATE", "UV_PROJECT", "VERTEX_WEIGHT_EDIT", "VERTEX_WEIGHT_MIX", "WEIGHTED_NORMAL",
}  # fmt: skip
_WITHOUT_SIZE = ("CAMERA", "LIGHT", "SPEAKER", "LIGHT_PROBE")
_OF_MESH = ("CONVEX", "TRIMESH")


def apply_scale(session: Session, code: str, obj: bpy.types.Object) -> None:
    """Applies the scale of an object and of all scaled objects above it."""
    chain: list[bpy.types.Object] = []
    above: bpy.types.Object | None = obj
    while above is not None:
        chain.append(above)
        above = above.parent
    scaled = [member for member in reversed(chain) if axis_lengths(as_rows(session.world(member))) is not None]
    if not scaled:
        raise Skip("is not scaled itself; where a collection instance is, its scale has to be applied by hand")
    for member in scaled:
        reason = _why_not(session, member)
        if reason:
            raise Skip(reason if member == obj else f"lies below {member.name}, which {reason}")
    for member in scaled:
        _apply(session, member)


def _why_not(session: Session, obj: bpy.types.Object) -> str:
    """Why the scale of an object cannot be applied, to follow its name; empty where it can."""
    split = split_scale(as_rows(session.world(obj)))
    if split is None:
        return "is scaled to nothing"
    if why_locked(obj):
        return why_locked(obj)
    if is_animated(obj):
        return "is animated, maybe in its scale; apply that by hand"
    if any(not constraint.mute for constraint in obj.constraints):
        return "has constraints that place it"
    if any(child.parent_type not in ("OBJECT", "ARMATURE") for child in session.children(obj)):
        return "has children that hang on its bones or vertices"
    x, y, z = split.scale
    return _why_not_content(obj, split.stretch is None and x == y == z)


def _why_not_content(obj: bpy.types.Object, is_even: bool) -> str:
    if obj.type == "MESH":
        uneven = [modifier.name for modifier in obj.modifiers if modifier.type not in _EVEN_MODIFIERS]
        return f"has modifiers whose effect depends on its scale: {', '.join(uneven)}" if uneven else ""
    if obj.type == "EMPTY":
        return "instances a collection, whose size is its scale" if obj.instance_type == "COLLECTION" else ""
    if obj.type in ("CURVE", "SURFACE"):
        data: Any = obj.data
        has_depth = data.extrude or data.bevel_depth or data.bevel_object
        return "" if is_even and not has_depth and not obj.modifiers else "is a curve with a depth or an uneven scale"
    return "" if obj.type in _WITHOUT_SIZE else f"is of type {obj.type.title()}, whose scale has to be applied by hand"


def _apply(session: Session, obj: bpy.types.Object) -> None:
    world = session.world(obj)
    split = split_scale(as_rows(world))
    if split is None:
        raise Skip("is scaled to nothing")
    rigid = Matrix.Translation(world.translation) @ Matrix(split.rotation)
    stretch = (rigid.inverted() @ world).to_3x3().to_4x4()
    shapes = [(shape, _moved_shape(session, obj, settings, rigid, stretch)) for shape, settings in roles(obj)]
    _stretch_content(session, obj, stretch)
    for shape, (settings, mesh) in shapes:
        write_shape(shape, settings, lambda _, mesh=mesh: mesh)
    motion = physics(obj).motion
    x, y, z = stretch @ Vector(motion.center_of_mass)
    motion.center_of_mass = (x, y, z)
    for child in session.children(obj):
        child.matrix_parent_inverse = rigid.inverted() @ world @ child.matrix_parent_inverse
    _place(obj, world, rigid)
    session.placed(obj, rigid)


def _place(obj: bpy.types.Object, world: Matrix, rigid: Matrix) -> None:
    """Puts an object that stands at `world` at a rigid place; what its parent's space has of scale goes out of it."""
    space = parent_space(obj, world)
    split = split_scale(as_rows(space))
    if split is not None and axis_lengths(as_rows(space)) is not None:
        even = Matrix.Translation(space.translation) @ Matrix(split.rotation)
        obj.matrix_parent_inverse = obj.matrix_parent_inverse @ space.inverted() @ even
        space = even
    obj.delta_scale = (1.0, 1.0, 1.0)
    obj.matrix_basis = space.inverted_safe() @ rigid
    obj.scale = (1.0, 1.0, 1.0)


def _stretch_content(session: Session, obj: bpy.types.Object, stretch: Matrix) -> None:
    data: Any = obj.data
    if obj.type == "MESH":
        obj.data = _stretched_mesh(session, data, stretch, may_change=data.users == 1)
    elif obj.type in ("CURVE", "SURFACE"):
        if data.users > 1 or data.library is not None:
            obj.data = data = data.copy()
        data.transform(stretch)
    elif obj.type == "EMPTY":
        obj.empty_display_size *= max(abs(v) for v in stretch.to_scale())


def _stretched_mesh(session: Session, mesh: Any, stretch: Matrix, may_change: bool) -> bpy.types.Mesh:
    """The mesh with the stretch applied; a copy, shared by all that had the same, where others use the mesh."""
    key: Hashable = (mesh.session_uid, tuple(round(v, 5) for row in stretch for v in row))
    known = session.meshes.get(key)
    if known is not None:
        return known
    if not may_change or mesh.library is not None or mesh.use_fake_user:
        mesh = mesh.copy()
        session.meshes[key] = mesh
    mesh.transform(stretch, shape_keys=True)
    if stretch.determinant() < 0.0:
        mesh.flip_normals()
    mesh.update()
    return mesh


Moved = tuple[ShapeSettings, bpy.types.Mesh | None]


def _moved_shape(
    session: Session, obj: bpy.types.Object, settings: ShapeSettings, rigid: Matrix, stretch: Matrix
) -> Moved:
    """The settings of a shape, and its mesh, that give the same shape once the object is unscaled."""
    mesh = _shape_mesh(obj, settings)
    if settings.type in _OF_MESH:
        return _moved_mesh_shape(session, settings, mesh, stretch)
    measure = session.earlier_measure
    placed = measure.place(obj, settings)
    is_fitted = settings.fit == "AUTO" and measure.geometry(obj) is not None
    if not isinstance(placed, Placed) or is_fitted:
        return settings, mesh
    geometry = placed.geometry
    local = rigid.inverted() @ Matrix(placed.world)
    if isinstance(geometry, Box):
        settings = replace(settings, size=geometry.size)
    elif isinstance(geometry, Sphere):
        settings = replace(settings, type="SPHERE", radius=geometry.radius)
    elif isinstance(geometry, (Capsule, Cylinder)):
        local = local @ Matrix(turn(settings.axis, "Z")).inverted()
        settings = replace(
            settings, height=geometry.height, radius_bottom=geometry.radius_bottom, radius_top=geometry.radius_top
        )
    return replace(settings, offset=tuple(local.translation), rotation=tuple(local.to_euler("XYZ"))), mesh


def _shape_mesh(obj: bpy.types.Object, settings: ShapeSettings) -> bpy.types.Mesh | None:
    """The mesh that a shape names."""
    group = physics(obj)
    for shape in (group.collider.shape, group.trigger.shape):
        if shape.mesh is not None and keys.mesh_key(shape.mesh) == settings.mesh:
            return shape.mesh
    return None


def _moved_mesh_shape(session: Session, settings: ShapeSettings, mesh: bpy.types.Mesh | None, stretch: Matrix) -> Moved:
    frame = Matrix()
    if settings.fit == "MANUAL":
        frame = Matrix(local_matrix(settings))
    moved = stretch @ frame
    split = split_scale(as_rows(moved))
    if split is None:
        raise Skip("is scaled to nothing")
    turned = Matrix.Translation(moved.translation) @ Matrix(split.rotation)
    rest = turned.inverted() @ moved
    if mesh is not None:
        mesh = _stretched_mesh(session, mesh, rest.to_3x3().to_4x4(), may_change=False)
    elif settings.fit == "AUTO":
        return settings, None
    else:
        # Its own mesh is stretched along the object's axes.
        difference = turned.inverted() @ moved @ stretch.inverted()
        if not are_alike(difference, Matrix()):
            raise Skip("has a turned mesh shape, which an uneven scale would slant; give the shape a mesh of its own")
    offset, rotation = tuple(turned.translation), tuple(turned.to_euler("XYZ"))
    is_plain = turned == Matrix() and settings.fit == "AUTO"
    return replace(settings, fit="AUTO" if is_plain else "MANUAL", offset=offset, rotation=rotation), mesh


FIXES: dict[str, Fix] = {"apply-scale": apply_scale}
