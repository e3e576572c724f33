# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a Y-up file says -> settings of Blender objects.

`unit` is how many Blender units make a metre: Blender's importer multiplies lengths by it, and so do we. Linear
velocities follow lengths, inertia their square; masses, angles and forces stay.
"""

from __future__ import annotations

from dataclasses import replace

from ...ground.linear import NO_ROTATION, ZERO, Vec3
from ...physics.model import (
    Box,
    Capsule,
    Convex,
    Cylinder,
    Drive,
    Geometry,
    Limit,
    Motion,
    PhysicsJoint,
    Sphere,
    Trimesh,
)
from ...physics.scene import DriveSettings, JointSettings, LimitSettings, ObjectKey, ObjectRef, ShapeSettings
from . import axes


def _scaled(v: Vec3, by: float) -> Vec3:
    return v if by == 1.0 else (v[0] * by, v[1] * by, v[2] * by)


def _scaled_or_none(value: float | None, by: float) -> float | None:
    return None if value is None else value * by


def shape_settings(geometry: Geometry, unit: float = 1.0, mesh: ObjectKey | None = None) -> ShapeSettings:
    """A shape as it stands on its node: exact dimensions, no offset, along Z.

    `mesh` is the mesh of a convex or trimesh shape; None there is the object's own mesh, which the shape follows.
    """
    match geometry:
        case Box(size):
            return ShapeSettings("BOX", "MANUAL", size=_scaled(axes.size_to_blender(size), unit))
        case Sphere(radius):
            return ShapeSettings("SPHERE", "MANUAL", radius=radius * unit)
        case Capsule(height, bottom, top):
            return ShapeSettings(
                "CAPSULE", "MANUAL", height=height * unit, radius_bottom=bottom * unit, radius_top=top * unit
            )
        case Cylinder(height, bottom, top):
            return ShapeSettings(
                "CYLINDER", "MANUAL", height=height * unit, radius_bottom=bottom * unit, radius_top=top * unit
            )
        case Convex():
            return ShapeSettings("CONVEX", "AUTO" if mesh is None else "MANUAL", mesh=mesh)
        case Trimesh():
            return ShapeSettings("TRIMESH", "AUTO" if mesh is None else "MANUAL", mesh=mesh)


def motion_settings(motion: Motion, unit: float = 1.0) -> Motion:
    """A motion in Blender's axes and units."""
    found = motion if _has_no_axes(motion) else axes.motion_to_blender(motion)
    if unit == 1.0 or found is motion:
        return found
    return replace(
        found,
        center_of_mass=_scaled(found.center_of_mass, unit),
        inertia_diagonal=_scaled(found.inertia_diagonal, unit * unit),
        linear_velocity=_scaled(found.linear_velocity, unit),
    )


def _has_no_axes(motion: Motion) -> bool:
    return (
        motion.center_of_mass == ZERO
        and motion.inertia_diagonal == ZERO
        and motion.inertia_orientation == NO_ROTATION
        and motion.linear_velocity == ZERO
        and motion.angular_velocity == ZERO
    )


def limit_settings(limit: Limit, unit: float = 1.0) -> tuple[LimitSettings, ...]:
    """A limit about the joint object's axes; see `axes.limit_to_blender`."""
    return tuple(
        replace(found, min=_scaled_or_none(found.min, unit), max=_scaled_or_none(found.max, unit))
        if found.kind == "LINEAR" and unit != 1.0
        else found
        for found in axes.limit_to_blender(limit)
    )


def drive_settings(drive: Drive, unit: float = 1.0) -> DriveSettings:
    """A drive along or about one of the joint object's axes."""
    found = axes.drive_to_blender(drive)
    if found.kind != "LINEAR" or unit == 1.0:
        return found
    return replace(
        found,
        position_target=_scaled_or_none(found.position_target, unit),
        velocity_target=_scaled_or_none(found.velocity_target, unit),
    )


def joint_settings(
    joint: PhysicsJoint, connected: ObjectRef | None, attach: str, is_colliding: bool, unit: float = 1.0
) -> JointSettings:
    """A joint with its limits and drives."""
    return JointSettings(
        connected=connected,
        attach=attach,
        use_collision=is_colliding,
        limits=tuple(found for limit in joint.limits for found in limit_settings(limit, unit)),
        drives=tuple(drive_settings(drive, unit) for drive in joint.drives),
    )
