# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""`Object.omi_physics` and `Scene.omi_physics`: the public properties. Their names are stable."""

from __future__ import annotations

import math
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

import bpy
from bpy.props import (
    BoolProperty,
    CollectionProperty,
    EnumProperty,
    FloatProperty,
    FloatVectorProperty,
    IntProperty,
    PointerProperty,
)
from mathutils import Euler, Quaternion

from .groups_joint import OMI_PG_joint
from .groups_shape import OMI_PG_collider_shape, OMI_PG_filter, OMI_PG_material, OMI_PG_shape
from .options import LIST, OVERRIDE, PLAIN, ROW

if TYPE_CHECKING:
    from .items import Items


def _get_rotation(self: OMI_PG_motion) -> tuple[float, ...]:
    return tuple(Quaternion(self.inertia_orientation).normalized().to_euler())


def _set_rotation(self: OMI_PG_motion, value: Any) -> None:
    # A library override sets the quaternion, which need not be of length 1, and then the angles that it has already.
    if all(math.isclose(new, old, abs_tol=1e-6) for new, old in zip(value, _get_rotation(self), strict=True)):
        return
    turn = Euler(value).to_quaternion()
    self.inertia_orientation = (turn.w, turn.x, turn.y, turn.z)


class OMI_PG_motion(bpy.types.PropertyGroup):
    """How an object moves"""

    if TYPE_CHECKING:
        type: str
        mass: float
        center_of_mass: tuple[float, float, float]
        inertia_diagonal: tuple[float, float, float]
        inertia_orientation: tuple[float, float, float, float]
        inertia_rotation: tuple[float, float, float]
        linear_velocity: tuple[float, float, float]
        angular_velocity: tuple[float, float, float]
        gravity_factor: float
    else:
        type: EnumProperty(
            name="Motion",
            description="What moves this object in the engine",
            items=(
                ("NONE", "None", "No body of its own; its collider belongs to the body above it, or stands still", 0),
                ("STATIC", "Static", "A body that never moves", 1),
                ("KINEMATIC", "Kinematic", "Moved by animation or scripts, pushes others, is pushed by none", 2),
                ("DYNAMIC", "Dynamic", "Moved by physics: falls, collides, is pushed", 3),
            ),
            default="NONE",
            **PLAIN,
        )
        mass: FloatProperty(
            name="Mass",
            description="Mass of a dynamic body; engines want more than 0",
            default=1.0,
            min=0.0,
            unit="MASS",
            precision=3,
            **PLAIN,
        )
        center_of_mass: FloatVectorProperty(
            name="Center of Mass",
            description="Where the mass is centered, in the object's local space",
            size=3,
            subtype="TRANSLATION",
            unit="LENGTH",
            precision=4,
            **PLAIN,
        )
        inertia_diagonal: FloatVectorProperty(
            name="Inertia",
            description="Resistance against turning about the principal axes, in kg m2; 0 lets the engine compute it",
            size=3,
            min=0.0,
            subtype="XYZ",
            precision=4,
            **PLAIN,
        )
        inertia_orientation: FloatVectorProperty(
            name="Inertia Orientation",
            description="Turns the principal axes of the inertia; Godot ignores it",
            size=4,
            default=(1.0, 0.0, 0.0, 0.0),
            subtype="QUATERNION",
            **PLAIN,
        )
        inertia_rotation: FloatVectorProperty(
            name="Orientation",
            description="Turns the principal axes of the inertia; Godot ignores it",
            size=3,
            subtype="EULER",
            unit="ROTATION",
            get=_get_rotation,
            set=_set_rotation,
            options={"SKIP_SAVE"},
            **OVERRIDE,
        )
        linear_velocity: FloatVectorProperty(
            name="Linear Velocity",
            description="Speed at the start of the simulation, in scene axes",
            size=3,
            subtype="VELOCITY",
            unit="VELOCITY",
            precision=3,
            **PLAIN,
        )
        angular_velocity: FloatVectorProperty(
            name="Angular Velocity",
            description="Turning speed per second at the start of the simulation, about scene axes",
            size=3,
            subtype="XYZ",
            unit="ROTATION",
            **PLAIN,
        )
        gravity_factor: FloatProperty(
            name="Gravity Factor",
            description="Multiplies gravity for this body; 0 floats, Godot ignores it",
            default=1.0,
            **PLAIN,
        )


class OMI_PG_collider(bpy.types.PropertyGroup):
    """Solid shape of an object"""

    if TYPE_CHECKING:
        shape: OMI_PG_collider_shape
        use_material: bool
        material: OMI_PG_material
        use_filter: bool
        filter: OMI_PG_filter
    else:
        shape: PointerProperty(
            name="Shape", description="Shape in the object's local space", type=OMI_PG_collider_shape, **OVERRIDE
        )
        use_material: BoolProperty(
            name="Material",
            description="Give the collider friction and bounciness of its own; Godot ignores them",
            default=False,
            **PLAIN,
        )
        material: PointerProperty(
            name="Physics Material",
            description="Friction and bounciness of the collider",
            type=OMI_PG_material,
            **OVERRIDE,
        )
        use_filter: BoolProperty(
            name="Filter",
            description="Choose what the collider collides with; Godot ignores it",
            default=False,
            **PLAIN,
        )
        filter: PointerProperty(
            name="Collision Filter", description="What it collides with", type=OMI_PG_filter, **OVERRIDE
        )


class OMI_PG_part(bpy.types.PropertyGroup):
    """Part of a compound trigger"""

    if TYPE_CHECKING:
        object: bpy.types.Object | None
    else:
        object: PointerProperty(
            name="Object", description="An object below this one that has a trigger", type=bpy.types.Object, **PLAIN
        )


class OMI_PG_trigger(bpy.types.PropertyGroup):
    """Zone that reports what enters it, without stopping it"""

    if TYPE_CHECKING:
        kind: str
        shape: OMI_PG_shape
        use_filter: bool
        filter: OMI_PG_filter
        use_all_parts: bool
        parts: Items[OMI_PG_part]
        active_part: int
    else:
        kind: EnumProperty(
            name="Kind",
            description="What the zone is made of",
            items=(
                ("SHAPE", "Shape", "A shape of this object"),
                ("COMPOUND", "Compound", "The triggers below this object, as one zone"),
            ),
            default="SHAPE",
            **PLAIN,
        )
        shape: PointerProperty(
            name="Shape", description="Shape in the object's local space", type=OMI_PG_shape, **OVERRIDE
        )
        use_filter: BoolProperty(
            name="Filter", description="Choose what the trigger detects; Godot ignores it", default=False, **PLAIN
        )
        filter: PointerProperty(
            name="Collision Filter", description="What it collides with", type=OMI_PG_filter, **OVERRIDE
        )
        use_all_parts: BoolProperty(
            name="All Below",
            description="Every trigger below this object is a part; off takes the listed ones",
            default=True,
            **PLAIN,
        )
        parts: CollectionProperty(
            name="Parts", description="The triggers that make up the zone", type=OMI_PG_part, **LIST
        )
        active_part: IntProperty(**ROW)


class OMI_PG_object(bpy.types.PropertyGroup):
    """OMI physics of an object"""

    if TYPE_CHECKING:
        motion: OMI_PG_motion
        use_collider: bool
        collider: OMI_PG_collider
        use_trigger: bool
        trigger: OMI_PG_trigger
        use_joint: bool
        joint: OMI_PG_joint
        is_split_hull: bool
        data_version: int
    else:
        motion: PointerProperty(name="Motion", description="What moves the object", type=OMI_PG_motion, **OVERRIDE)
        use_collider: BoolProperty(name="Collider", description="Give the object a solid shape", default=False, **PLAIN)
        collider: PointerProperty(
            name="Collider", description="Solid shape of the object", type=OMI_PG_collider, **OVERRIDE
        )
        use_trigger: BoolProperty(
            name="Trigger", description="Make the object a zone that reports what enters it", default=False, **PLAIN
        )
        trigger: PointerProperty(
            name="Trigger", description="Zone that reports what enters it", type=OMI_PG_trigger, **OVERRIDE
        )
        use_joint: BoolProperty(
            name="Joint", description="Connect the body of this object to another", default=False, **PLAIN
        )
        joint: PointerProperty(
            name="Joint", description="Connection of the object's body to another", type=OMI_PG_joint, **OVERRIDE
        )
        is_split_hull: BoolProperty(
            name="Made by Splitting",
            description="Made from the mesh of the object above, and replaced when that is split again",
            default=False,
            options={"HIDDEN"},
            **OVERRIDE,
        )
        data_version: IntProperty(
            name="Data Version",
            description="Form in which the physics was saved; 0 is the form of today",
            min=0,
            options={"HIDDEN"},
            **OVERRIDE,
        )


class OMI_PG_scene(bpy.types.PropertyGroup):
    """How OMI physics of a scene is exported and imported"""

    if TYPE_CHECKING:
        use_export: bool
        use_import: bool
        use_import_shape_nodes: bool
        formats: set[str]
        node_layout: str
        use_godot_compat: bool
        on_issues: str
    else:
        use_export: BoolProperty(
            name="Export OMI Physics", description="Write physics into glTF files", default=True, **PLAIN
        )
        use_import: BoolProperty(
            name="Import OMI Physics", description="Read physics from glTF files", default=True, **PLAIN
        )
        use_import_shape_nodes: BoolProperty(
            name="Keep Shape Nodes",
            description="Keep nodes that only carry a shape; off gives the shape to the parent where that is exact",
            default=True,
            **PLAIN,
        )
        formats: EnumProperty(
            name="Formats",
            description="Which physics extensions are written; several stand side by side in one file",
            items=(
                ("OMI", "OMI", "OMI_physics_body and its siblings, which Godot reads"),
                ("KHR", "Khronos", "KHR_physics_rigid_bodies, a draft that web engines read"),
            ),
            options={"ENUM_FLAG"},
            default={"OMI"},
            **OVERRIDE,
        )
        node_layout: EnumProperty(
            name="Layout",
            description="How physics is laid out on the nodes of the file",
            items=(
                ("SEPARATE", "Separate", "Visible meshes get nodes of their own; no engine drops them"),
                ("COMPACT", "Compact", "As few nodes as possible; Godot drops meshes that share a node with physics"),
            ),
            default="SEPARATE",
            **PLAIN,
        )
        use_godot_compat: BoolProperty(
            name="Godot 4.6 Compatible",
            description="Write capsules and tapered shapes also in the older form that Godot 4.6 reads right",
            default=True,
            **PLAIN,
        )
        on_issues: EnumProperty(
            name="Problems",
            description="What an export does about problems that the checks find",
            items=(
                ("IGNORE", "Ignore", "Do not check"),
                ("WARN", "Warn", "Name them and write the file"),
                ("STOP", "Stop", "Write no file while there are errors"),
            ),
            default="WARN",
            **PLAIN,
        )


CLASSES = (OMI_PG_motion, OMI_PG_collider, OMI_PG_part, OMI_PG_trigger, OMI_PG_object, OMI_PG_scene)


def register_extra(undo: ExitStack) -> None:
    """Adds the two public pointers."""
    owner: Any
    for owner, group in ((bpy.types.Object, OMI_PG_object), (bpy.types.Scene, OMI_PG_scene)):
        owner.omi_physics = PointerProperty(
            name="OMI Physics", description="Rigid body physics for glTF files", type=group, **OVERRIDE
        )
        undo.callback(delattr, owner, "omi_physics")
