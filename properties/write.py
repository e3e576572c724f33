# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""`core.physics.scene` -> Blender's properties: the inverse of `properties.read`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import bpy

from ..core.physics.model import CollisionFilter, Motion, PhysicsMaterial
from ..core.physics.scene import (
    ColliderSettings,
    DriveSettings,
    JointSettings,
    LimitSettings,
    ObjectKey,
    ObjectPhysics,
    ShapeSettings,
    TriggerSettings,
)
from .access import physics

if TYPE_CHECKING:
    from .groups import OMI_PG_collider, OMI_PG_motion, OMI_PG_trigger
    from .groups_joint import OMI_PG_drive, OMI_PG_joint, OMI_PG_limit
    from .groups_shape import OMI_PG_filter, OMI_PG_material, ShapeGroup

ObjectOf = Callable[[ObjectKey], "bpy.types.Object | None"]
MeshOf = Callable[[ObjectKey], "bpy.types.Mesh | None"]


def switch_off(obj: bpy.types.Object) -> None:
    """Takes all roles from an object."""
    group = physics(obj)
    group.motion.type = "NONE"
    group.use_collider = group.use_trigger = group.use_joint = False


def write_object(
    obj: bpy.types.Object, settings: ObjectPhysics, object_of: ObjectOf, mesh_of: MeshOf, is_new: bool = False
) -> None:
    """Sets all physics of an object; roles that are None are switched off. The functions resolve keys.

    `is_new` says that nothing was set on the object before, which spares setting what is default.
    """
    group = physics(obj)
    if not is_new:
        switch_off(obj)
    if settings.motion is not None:
        write_motion(group.motion, settings.motion, is_new)
    if settings.collider is not None:
        group.use_collider = True
        write_collider(group.collider, settings.collider, mesh_of, is_new)
    if settings.trigger is not None:
        group.use_trigger = True
        write_trigger(group.trigger, settings.trigger, object_of, mesh_of, is_new)
    if settings.joint is not None:
        group.use_joint = True
        write_joint(group.joint, settings.joint, object_of)


_MOTION = Motion("none")
_MOTION_NAMES = (
    "mass", "center_of_mass", "inertia_diagonal", "linear_velocity", "angular_velocity", "gravity_factor",
)  # fmt: skip
_SHAPE = ShapeSettings()
_SHAPE_NAMES = (
    "type", "fit", "size", "radius", "radius_bottom", "radius_top", "height", "axis", "offset", "rotation",
    "use_collision_only",
)  # fmt: skip


def _set(group: Any, values: Any, names: tuple[str, ...], defaults: Any) -> None:
    """Sets properties from attributes of the same names; where there are defaults, only what differs from them."""
    for name in names:
        value = getattr(values, name)
        if defaults is None or value != getattr(defaults, name):
            setattr(group, name, value)


def write_motion(group: OMI_PG_motion, motion: Motion, is_new: bool = False) -> None:
    """Sets the motion, its type included."""
    group.type = motion.type.upper()
    _set(group, motion, _MOTION_NAMES, _MOTION if is_new else None)
    if not is_new or motion.inertia_orientation != _MOTION.inertia_orientation:
        x, y, z, w = motion.inertia_orientation
        group.inertia_orientation = (w, x, y, z)


def write_shape(group: ShapeGroup, shape: ShapeSettings, mesh_of: MeshOf, is_new: bool = False) -> None:
    """Sets a shape."""
    _set(group, shape, _SHAPE_NAMES, _SHAPE if is_new else None)
    if not is_new or shape.mesh is not None:
        group.mesh = None if shape.mesh is None else mesh_of(shape.mesh)


def write_material(group: OMI_PG_material, material: PhysicsMaterial) -> None:
    """Sets a physics material."""
    group.name = material.name
    group.static_friction = material.static_friction
    group.dynamic_friction = material.dynamic_friction
    group.restitution = material.restitution
    group.friction_combine = material.friction_combine.upper()
    group.restitution_combine = material.restitution_combine.upper()


def write_filter(group: OMI_PG_filter, collision_filter: CollisionFilter) -> None:
    """Sets a collision filter."""
    group.name = collision_filter.name
    _write_systems(group.collision_systems, collision_filter.collision_systems)
    if collision_filter.collide_with_systems:
        group.target_mode, targets = "COLLIDE_WITH", collision_filter.collide_with_systems
    elif collision_filter.not_collide_with_systems:
        group.target_mode, targets = "NOT_COLLIDE_WITH", collision_filter.not_collide_with_systems
    else:
        group.target_mode, targets = "ALL", ()
    _write_systems(group.target_systems, targets)


def _write_systems(items: Any, systems: tuple[str, ...]) -> None:
    items.clear()
    for system in systems:
        items.add().name = system


def write_collider(group: OMI_PG_collider, collider: ColliderSettings, mesh_of: MeshOf, is_new: bool = False) -> None:
    """Sets a collider with its material and filter."""
    write_shape(group.shape, collider.shape, mesh_of, is_new)
    if not is_new or collider.material is not None:
        group.use_material = collider.material is not None
    if collider.material is not None:
        write_material(group.material, collider.material)
    if not is_new or collider.filter is not None:
        group.use_filter = collider.filter is not None
    if collider.filter is not None:
        write_filter(group.filter, collider.filter)


def write_trigger(
    group: OMI_PG_trigger, trigger: TriggerSettings, object_of: ObjectOf, mesh_of: MeshOf, is_new: bool = False
) -> None:
    """Sets a trigger with its filter and parts."""
    group.kind = trigger.kind
    write_shape(group.shape, trigger.shape, mesh_of, is_new)
    group.use_filter = trigger.filter is not None
    if trigger.filter is not None:
        write_filter(group.filter, trigger.filter)
    group.use_all_parts = trigger.use_all_parts
    group.parts.clear()
    for part in trigger.parts:
        group.parts.add().object = object_of(part.key)


def write_joint(group: OMI_PG_joint, joint: JointSettings, object_of: ObjectOf) -> None:
    """Sets a joint with its limits and drives."""
    group.connected = None if joint.connected is None else object_of(joint.connected.key)
    group.attach = joint.attach
    group.use_collision = joint.use_collision
    group.limits.clear()
    for limit in joint.limits:
        write_limit(group.limits.add(), limit)
    group.drives.clear()
    for drive in joint.drives:
        write_drive(group.drives.add(), drive)


def write_limit(group: OMI_PG_limit, limit: LimitSettings) -> None:
    """Sets a limit; a bound that is switched off keeps its number."""
    unit = "distance" if limit.kind == "LINEAR" else "angle"
    group.kind = limit.kind
    group.axes = set(limit.axes)
    group.use_min, group.use_max = limit.min is not None, limit.max is not None
    if limit.min is not None:
        setattr(group, f"min_{unit}", limit.min)
    if limit.max is not None:
        setattr(group, f"max_{unit}", limit.max)
    group.use_stiffness = limit.stiffness is not None
    if limit.stiffness is not None:
        group.stiffness = limit.stiffness
    group.damping = limit.damping
    group.is_radial = limit.is_radial


def write_drive(group: OMI_PG_drive, drive: DriveSettings) -> None:
    """Sets a drive; a target that is switched off keeps its number."""
    linear = drive.kind == "LINEAR"
    group.kind, group.axis, group.mode = drive.kind, drive.axis, drive.mode
    group.use_max_force = drive.max_force is not None
    if drive.max_force is not None:
        group.max_force = drive.max_force
    group.use_position_target = drive.position_target is not None
    if drive.position_target is not None:
        setattr(group, "position_distance" if linear else "position_angle", drive.position_target)
    group.use_velocity_target = drive.velocity_target is not None
    if drive.velocity_target is not None:
        setattr(group, "velocity_linear" if linear else "velocity_angular", drive.velocity_target)
    group.stiffness = drive.stiffness
    group.damping = drive.damping
