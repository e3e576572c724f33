# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Which shape an object gets when it becomes solid or a trigger."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import bpy

from ..core.geometry.fit_numbers import plate
from ..core.ground.linear import Vec3, column, length
from ..properties.capture import as_rows
from ..properties.read import read_shape
from ..properties.write import write_shape
from .common import Skip
from .measure import GEOMETRY_TYPES, Measure

if TYPE_CHECKING:
    from ..properties.groups_shape import ShapeGroup

SHAPES = (
    (
        "GUESS",
        "As the Mesh Is",
        "Choose by what the mesh looks like: a box, a sphere, a cylinder, a capsule or its hull",
    ),
    ("BOX", "Box", "A box around the mesh"),
    ("SPHERE", "Sphere", "A sphere around the mesh"),
    ("CAPSULE", "Capsule", "A capsule around the mesh, along its longest side"),
    ("CYLINDER", "Cylinder", "A cylinder around the mesh, along its longest side"),
    ("CONVEX", "Convex Hull", "The convex hull of the mesh"),
    ("TRIMESH", "Triangle Mesh", "The triangles of the mesh; for things that do not move"),
)


def fit_new_shape(obj: bpy.types.Object, shape: ShapeGroup, measure: Measure, wanted: str, is_still: bool) -> None:
    """Gives a shape the wanted type ("GUESS": what the mesh is) and lets it follow the mesh.

    Something that stands still and is not convex gets its triangles, so that one can walk into it; a flat one gets a
    box behind the side that shows, thick enough to hold what falls on it.
    """
    kind = measure.kind(obj)
    if kind is None:
        # An object without faces keeps a shape set by hand; what needs a mesh becomes a box.
        if wanted != "GUESS":
            shape.type = "BOX" if wanted in ("CONVEX", "TRIMESH") else wanted
        shape.fit = "MANUAL"
        return
    if wanted != "GUESS":
        shape.type, shape.axis = wanted, measure.longest_axis(obj)
    elif kind.type == "CONVEX" and is_still and not measure.is_convex(obj):
        shape.type = "TRIMESH"
    else:
        shape.type, shape.axis = kind.type, kind.axis
    shape.fit = "AUTO"
    shape.mesh = None
    if is_still and shape.type == "BOX":
        thicken_flat(obj, shape, measure)


def thicken_flat(obj: bpy.types.Object, shape: ShapeGroup, measure: Measure) -> None:
    """A box of 0.1 m behind the side that shows, where the mesh is flat; nothing where it is not."""
    data, scale = measure.geometry(obj), world_scale(obj)
    if data is None or scale is None:
        return
    found = plate(read_shape(shape), data.points(), data.triangles(), scale)
    if found is not None:
        write_shape(shape, found, lambda _: None)


def world_scale(obj: bpy.types.Object) -> Vec3 | None:
    """The lengths of the object's axes in the world; None where one is 0."""
    world = as_rows(obj.matrix_world)
    scale = (length(column(world, 0)), length(column(world, 1)), length(column(world, 2)))
    return None if min(scale) < 1e-9 else scale


def can_have_shape(obj: bpy.types.Object) -> bool:
    """Whether a collider or trigger on this object makes sense: it has geometry or is an Empty."""
    return obj.type in GEOMETRY_TYPES or (obj.type == "EMPTY" and obj.instance_type != "COLLECTION")


def needs_shape(obj: bpy.types.Object) -> bool:
    """Whether a new body wants a collider of its own: an Empty above other objects leaves that to them."""
    if obj.type == "EMPTY":
        return can_have_shape(obj) and not obj.children
    return obj.type in GEOMETRY_TYPES


def refuse_shapeless(obj: bpy.types.Object) -> None:
    if not can_have_shape(obj):
        types: Any = obj.bl_rna.properties["type"]
        kind = types.enum_items[obj.type].name
        raise Skip(f"has no shape to collide with, being of type {kind}")


def is_untouched(shape: ShapeGroup) -> bool:
    """Whether the author set nothing of a shape yet, so that choosing one overwrites no work."""
    return not any(
        shape.is_property_set(prop.identifier) for prop in shape.bl_rna.properties if prop.identifier != "rna_type"
    )
