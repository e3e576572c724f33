# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Which shape an object gets when it becomes solid or a trigger."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import bpy

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

    Something that stands still and is not convex gets its triangles, so that one can walk into it.
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
