# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Property groups of shapes, physics materials and collision filters."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import bpy
from bpy.props import (
    BoolProperty,
    CollectionProperty,
    EnumProperty,
    FloatProperty,
    FloatVectorProperty,
    IntProperty,
    PointerProperty,
    StringProperty,
)

from .options import FACTOR, LENGTH, LIST, OVERRIDE, PLAIN, ROW
from .pointers import pointer, stored_properties

if TYPE_CHECKING:
    from .items import Items

AXES = (
    ("X", "X", "Along the object's local X axis"),
    ("Y", "Y", "Along the object's local Y axis"),
    ("Z", "Z", "Along the object's local Z axis"),
)

_SHAPES = (
    ("BOX", "Box", "A box; the cheapest shape in every engine", "MESH_CUBE", 0),
    ("SPHERE", "Sphere", "A sphere; it rolls smoothly and cannot be stretched", "MESH_UVSPHERE", 1),
    ("CAPSULE", "Capsule", "A cylinder with round ends; slides well over edges", "MESH_CAPSULE", 2),
    ("CYLINDER", "Cylinder", "A cylinder; some engines only approximate it", "MESH_CYLINDER", 3),
    ("CONVEX", "Convex Hull", "The convex hull of a mesh; engines stop at about 255 points", "MESH_ICOSPHERE", 4),
    ("TRIMESH", "Triangle Mesh", "The triangles of a mesh; for things that do not move", "MESH_DATA", 5),
)
_COMPOUND = (
    (
        "NONE",
        "Compound Parent",
        "No shape of its own; the colliders below belong to it",
        "OUTLINER_OB_GROUP_INSTANCE",
        6,
    ),
)

_COMBINE = (
    ("AVERAGE", "Average", "The mean of both surfaces' values; goes before all other modes"),
    ("MINIMUM", "Minimum", "The smaller of both values; goes before maximum and multiply"),
    ("MAXIMUM", "Maximum", "The larger of both values; goes before multiply"),
    ("MULTIPLY", "Multiply", "The product of both values; used when both surfaces ask for it"),
)


class _Shape:
    """What shapes of colliders and triggers have in common."""

    if TYPE_CHECKING:
        fit: str
        size: tuple[float, float, float]
        radius: float
        radius_bottom: float
        radius_top: float
        height: float
        axis: str
        offset: tuple[float, float, float]
        rotation: tuple[float, float, float]
        mesh: bpy.types.Mesh | None
        use_collision_only: bool
    else:
        fit: EnumProperty(
            name="Fit",
            description="Whether the dimensions follow the mesh or are set by hand",
            items=(
                ("AUTO", "Auto", "Measured on the mesh at export, and in the viewport"),
                ("MANUAL", "Manual", "The dimensions below, in the object's local space"),
            ),
            default="AUTO",
            **PLAIN,
        )
        size: FloatVectorProperty(
            name="Size",
            description="Full size of the box along the object's local axes",
            size=3,
            default=(1.0, 1.0, 1.0),
            min=0.0,
            subtype="XYZ",
            unit="LENGTH",
            precision=4,
            **PLAIN,
        )
        radius: FloatProperty(
            name="Radius",
            description="Radius of the sphere",
            default=0.5,
            min=0.0,
            **LENGTH,
        )
        radius_bottom: FloatProperty(
            name="Radius Bottom",
            description="Radius at the negative end of the axis; most engines want both radii equal",
            default=0.5,
            min=0.0,
            **LENGTH,
        )
        radius_top: FloatProperty(
            name="Radius Top",
            description="Radius at the positive end of the axis; most engines want both radii equal",
            default=0.5,
            min=0.0,
            **LENGTH,
        )
        height: FloatProperty(
            name="Height",
            description="Capsule: distance between the centers of the round ends. Cylinder: the whole height",
            default=1.0,
            min=0.0,
            **LENGTH,
        )
        axis: EnumProperty(
            name="Axis",
            description="Local axis along which a capsule or cylinder lies",
            items=AXES,
            default="Z",
            **PLAIN,
        )
        offset: FloatVectorProperty(
            name="Offset",
            description="Center of the shape in the object's local space; an automatic fit computes it",
            size=3,
            subtype="TRANSLATION",
            unit="LENGTH",
            precision=4,
            **PLAIN,
        )
        rotation: FloatVectorProperty(
            name="Rotation",
            description="Turns the shape in the object's local space, before it is laid along its axis",
            size=3,
            subtype="EULER",
            unit="ROTATION",
            **PLAIN,
        )
        mesh: PointerProperty(
            name="Mesh",
            description="Mesh of the convex hull or triangle mesh; empty for the object's own",
            type=bpy.types.Mesh,
            **OVERRIDE,
        )
        use_collision_only: BoolProperty(
            name="Collision Only",
            description="Export the object's mesh for its shape alone; engines do not show it",
            default=False,
            **PLAIN,
        )


class OMI_PG_shape(_Shape, bpy.types.PropertyGroup):
    """Shape of a trigger, in the object's local space"""

    if TYPE_CHECKING:
        type: str
    else:
        type: EnumProperty(
            name="Shape", description="What the engine detects overlaps with", items=_SHAPES, default="BOX", **PLAIN
        )


class OMI_PG_collider_shape(_Shape, bpy.types.PropertyGroup):
    """Shape of a collider, in the object's local space"""

    if TYPE_CHECKING:
        type: str
    else:
        type: EnumProperty(
            name="Shape", description="What the engine collides with", items=_SHAPES + _COMPOUND, default="BOX", **PLAIN
        )


ShapeGroup = OMI_PG_shape | OMI_PG_collider_shape


class OMI_PG_material(bpy.types.PropertyGroup):
    """Physics material of a collider"""

    if TYPE_CHECKING:
        name: str
        static_friction: float
        dynamic_friction: float
        restitution: float
        friction_combine: str
        restitution_combine: str
    else:
        name: StringProperty(
            name="Name", description="Name of the material in the file; equal materials are shared", **PLAIN
        )
        static_friction: FloatProperty(
            name="Static Friction",
            description="Grip of things at rest; engines with one friction ignore it",
            default=0.6,
            **FACTOR,
        )
        dynamic_friction: FloatProperty(
            name="Dynamic Friction",
            description="Grip of sliding things; engines with one friction use this one",
            default=0.6,
            **FACTOR,
        )
        restitution: FloatProperty(
            name="Bounciness",
            description="Part of the speed that a bounce keeps; 0 does not bounce, 1 bounces back fully",
            default=0.0,
            **FACTOR,
        )
        friction_combine: EnumProperty(
            name="Friction Combine",
            description="How the frictions of two touching surfaces become one",
            items=_COMBINE,
            default="AVERAGE",
            **PLAIN,
        )
        restitution_combine: EnumProperty(
            name="Bounciness Combine",
            description="How the bounciness of two touching surfaces becomes one",
            items=_COMBINE,
            default="AVERAGE",
            **PLAIN,
        )


def known_systems(_group: bpy.types.PropertyGroup, context: bpy.types.Context, typed: str) -> Iterable[str]:
    """Every name of a collision system that this file uses, for the field's list; typing another one is allowed."""
    wanted = typed.casefold()
    names: set[str] = set()
    for obj in bpy.data.objects:
        if stored_properties(obj) is None:
            continue
        group = pointer(obj)
        for owner in (group.collider.filter, group.trigger.filter):
            for systems in (owner.collision_systems, owner.target_systems):
                names.update(system.name for system in systems)
    return sorted((name for name in names if name and wanted in name.casefold()), key=str.casefold)


class OMI_PG_system(bpy.types.PropertyGroup):
    """Name of a collision system"""

    if TYPE_CHECKING:
        name: str
    else:
        name: StringProperty(
            name="System",
            description="Name of a collision system; the same word means the same system everywhere",
            search=known_systems,
            search_options={"SUGGESTION"},
            **PLAIN,
        )


class OMI_PG_filter(bpy.types.PropertyGroup):
    """Collision filter of a collider or trigger"""

    if TYPE_CHECKING:
        name: str
        collision_systems: Items[OMI_PG_system]
        target_mode: str
        target_systems: Items[OMI_PG_system]
        active_collision_system: int
        active_target_system: int
    else:
        name: StringProperty(
            name="Name", description="Name of the filter in the file; equal filters are shared", **OVERRIDE
        )
        collision_systems: CollectionProperty(
            name="Member Of", description="Collision systems this object belongs to", type=OMI_PG_system, **LIST
        )
        target_mode: EnumProperty(
            name="Collides With",
            description="Which systems this object collides with",
            items=(
                ("ALL", "Everything", "Collides with every system"),
                ("COLLIDE_WITH", "Only Listed", "Collides with the listed systems only"),
                ("NOT_COLLIDE_WITH", "All but Listed", "Collides with every system but the listed ones"),
            ),
            default="ALL",
            **PLAIN,
        )
        target_systems: CollectionProperty(
            name="Systems", description="The systems that the choice above speaks of", type=OMI_PG_system, **LIST
        )
        active_collision_system: IntProperty(**ROW)
        active_target_system: IntProperty(**ROW)


CLASSES = (OMI_PG_shape, OMI_PG_collider_shape, OMI_PG_material, OMI_PG_system, OMI_PG_filter)
