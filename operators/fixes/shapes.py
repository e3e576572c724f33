# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Fixes of shapes, triggers and what they hang on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import bpy
import numpy as np

from ...core.geometry.place import Unplaceable
from ...core.geometry.split import split_scale
from ...core.physics.scene import MeshData, ShapeSettings
from ...core.rules.shapes import MOST_POINTS
from ...properties.access import physics
from ...properties.capture import as_rows, is_animated
from ...properties.hull import convex_hull
from ...properties.read import is_deleted, read_object
from ..common import Skip
from ..shape_choice import thicken_flat
from .session import Fix, Session, body_of, is_above, parent_in_place

if TYPE_CHECKING:
    from ...properties.groups_shape import OMI_PG_collider_shape, OMI_PG_shape

    Shape = OMI_PG_shape | OMI_PG_collider_shape

_DIRECTIONS = 200


def roles(obj: bpy.types.Object) -> Iterator[tuple[Shape, ShapeSettings]]:
    """The shapes of an object's collider and trigger, as properties and as read."""
    group, found = physics(obj), read_object(obj)
    if found is not None and found.collider is not None and found.collider.shape.type != "NONE":
        yield group.collider.shape, found.collider.shape
    if found is not None and found.trigger is not None and found.trigger.kind == "SHAPE":
        yield group.trigger.shape, found.trigger.shape


def _data(session: Session, obj: bpy.types.Object, settings: ShapeSettings) -> MeshData | None:
    return session.measure.meshes.get(session.measure.node(obj), settings)


def _has_problem(session: Session, obj: bpy.types.Object, settings: ShapeSettings, code: str) -> bool:
    if settings.type == "NONE":
        return code == "trigger-no-shape"
    placed = session.measure.place(obj, settings)
    return placed.code == code if isinstance(placed, Unplaceable) else code in placed.notes


def use_box(session: Session, code: str, obj: bpy.types.Object) -> None:
    """A box in place of a mesh shape without a mesh."""
    for shape, settings in roles(obj):
        if _has_problem(session, obj, settings, code):
            _become_box(session, obj, shape)


def _become_box(session: Session, obj: bpy.types.Object, shape: Shape) -> None:
    shape.type, shape.fit = "BOX", "AUTO"
    if session.measure.geometry(obj) is None:
        _by_hand(shape)
    else:
        thicken_flat(obj, shape, session.measure)


def _by_hand(shape: Shape) -> None:
    """Dimensions set by hand, all of them above 0."""
    shape.fit = "MANUAL"
    x, y, z = (size if size > 0.0 else 1.0 for size in shape.size)
    shape.size = (x, y, z)
    for name in ("radius", "height"):
        if getattr(shape, name) <= 0.0 and not (name == "height" and shape.type == "CAPSULE"):
            shape.property_unset(name)
    if max(shape.radius_bottom, shape.radius_top) <= 0.0:
        shape.property_unset("radius_bottom")
        shape.property_unset("radius_top")


def set_size(session: Session, code: str, obj: bpy.types.Object) -> None:
    """Sizes above 0: those of the mesh, or the defaults."""
    if split_scale(as_rows(obj.matrix_world)) is None:
        raise Skip("is scaled to nothing")
    for shape, settings in roles(obj):
        if not _has_problem(session, obj, settings, code):
            continue
        if session.measure.geometry(obj) is None:
            _by_hand(shape)
            continue
        shape.fit = "AUTO"
        measured = replace(settings, fit="AUTO")
        if isinstance(session.measure.place(obj, measured), Unplaceable):
            _become_box(session, obj, shape)


def thicken(session: Session, code: str, obj: bpy.types.Object) -> None:
    """A box that is thick enough, below the side that the flat mesh shows."""
    for shape, settings in roles(obj):
        if _has_problem(session, obj, settings, code):
            thicken_flat(obj, shape, session.measure)


def use_manual(session: Session, code: str, obj: bpy.types.Object) -> None:
    """Dimensions set by hand where there is nothing to follow."""
    for shape, settings in roles(obj):
        if _has_problem(session, obj, settings, code):
            _by_hand(shape)


def use_sphere(session: Session, code: str, obj: bpy.types.Object) -> None:
    """The sphere that a capsule without straight part is."""
    for shape, settings in roles(obj):
        if _has_problem(session, obj, settings, code):
            shape.type = "SPHERE"
            shape.radius = max(settings.radius_bottom, settings.radius_top)


def equal_radii(session: Session, code: str, obj: bpy.types.Object) -> None:
    """The mean of both radii, which is what most engines use."""
    for shape, settings in roles(obj):
        if settings.type in ("CAPSULE", "CYLINDER") and settings.fit == "MANUAL":
            shape.radius_bottom = shape.radius_top = (settings.radius_bottom + settings.radius_top) / 2.0


def use_hull(session: Session, code: str, obj: bpy.types.Object) -> None:
    """The convex hull in place of the triangles; a box where there is no hull."""
    group = physics(obj)
    role = group.trigger.shape if code == "trimesh-trigger" else group.collider.shape
    for shape, settings in roles(obj):
        if shape != role or settings.type != "TRIMESH":
            continue
        shape.type = "CONVEX"
        data = _data(session, obj, settings)
        if data is not None and not len(data.hull()[1]):
            _become_box(session, obj, shape)


def simplify_hull(session: Session, code: str, obj: bpy.types.Object) -> None:
    """A mesh of the outermost points only, as the shape of the hull."""
    for shape, settings in roles(obj):
        data = _data(session, obj, settings) if settings.type == "CONVEX" else None
        if data is None or len(data.hull()[0]) <= MOST_POINTS:
            continue
        key = ("hull", data.key)
        if key not in session.meshes:
            session.meshes[key] = _hull_mesh(data)
        shape.mesh = session.meshes[key]


def _hull_mesh(data: MeshData) -> bpy.types.Mesh:
    points = data.hull()[0]
    index = np.arange(_DIRECTIONS) + 0.5
    polar, turn = np.arccos(1.0 - 2.0 * index / _DIRECTIONS), np.pi * (1.0 + 5.0**0.5) * index
    rays = np.stack([np.cos(turn) * np.sin(polar), np.sin(turn) * np.sin(polar), np.cos(polar)], axis=1)
    # Directions as the mesh is long and wide, so that a flat or thin thing keeps its ends.
    size = np.maximum(np.ptp(points, axis=0), 1e-9)
    outermost = points[np.unique(((points / size) @ rays.T).argmax(axis=0))]
    corners, triangles = convex_hull(outermost)
    mesh: Any = bpy.data.meshes.new(f"{data.name}_Hull")
    mesh.from_pydata(corners.tolist(), [], triangles.tolist())
    return mesh


def give_shape(session: Session, code: str, obj: bpy.types.Object) -> None:
    """A shape of its own for a compound that has no parts; all triggers below it where the list names no usable one."""
    if code == "trigger-no-parts" and any(_is_part(obj, below) for below in obj.children_recursive):
        if physics(obj).trigger.use_all_parts:
            raise Skip("has parts that are left out; mend those first")
        physics(obj).trigger.use_all_parts = True
        return
    if session.measure.geometry(obj) is None:
        raise Skip("has no mesh to make a shape of; parent objects with shapes to it")
    group = physics(obj)
    if code == "trigger-no-parts":
        group.trigger.kind = "SHAPE"
    else:
        group.collider.shape.type, group.collider.shape.fit = "BOX", "AUTO"


def remove_part(session: Session, code: str, obj: bpy.types.Object) -> None:
    """Takes parts off the list that cannot be parts."""
    parts = physics(obj).trigger.parts
    for index in reversed(range(len(parts))):
        part = parts[index].object
        if part is None or not _is_part(obj, part):
            parts.remove(index)


def _is_part(obj: bpy.types.Object, part: bpy.types.Object) -> bool:
    return physics(part).use_trigger and part != obj and is_above(obj, part) and not is_deleted(part)


def reparent_collider(session: Session, code: str, obj: bpy.types.Object) -> None:
    """Makes an object a direct child of its body."""
    body = body_of(obj.parent)
    if body is None:
        raise Skip("belongs to no body")
    if is_animated(obj):
        raise Skip("is animated itself; remove its animation, or make it a kinematic body")
    if any(not constraint.mute for constraint in obj.constraints):
        raise Skip("has constraints that place it")
    session.settle()
    parent_in_place(obj, body)
    session.changed()


FIXES: dict[str, Fix] = {
    "use-box": use_box,
    "set-size": set_size,
    "thicken": thicken,
    "use-manual": use_manual,
    "use-sphere": use_sphere,
    "equal-radii": equal_radii,
    "use-hull": use_hull,
    "simplify-hull": simplify_hull,
    "give-shape": give_shape,
    "remove-part": remove_part,
    "reparent-collider": reparent_collider,
}
