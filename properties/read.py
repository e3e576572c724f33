# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Blender's properties -> `core.scene`. Never raises for what a property can hold."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import bpy

from ..core.linear import shortest
from ..core.model import CollisionFilter, Motion, PhysicsMaterial, Quat, Vec3
from ..core.scene import (
    ColliderSettings,
    DriveSettings,
    JointSettings,
    LimitSettings,
    ObjectPhysics,
    ObjectRef,
    ShapeSettings,
    TriggerSettings,
)
from . import keys
from .access import physics, stored_properties

if TYPE_CHECKING:
    from .groups import OMI_PG_collider, OMI_PG_motion, OMI_PG_trigger
    from .groups_joint import OMI_PG_drive, OMI_PG_joint, OMI_PG_limit
    from .groups_shape import OMI_PG_filter, OMI_PG_material, OMI_PG_shape


_known: dict[str, ObjectPhysics | None] = {}
_MOST_KNOWN = 4096


def read_object(obj: bpy.types.Object) -> ObjectPhysics | None:
    """The physics of an object; None where it has no role. Numbers are finite: others are replaced and named.

    Objects with the same settings get the same instance, so that what depends on settings alone is done once.
    """
    stored = stored_properties(obj)
    if stored is None:
        return None
    key = repr(stored.to_dict())
    if "bpy.data" in key:
        # A pointer's name does not tell which object it is, nor whether it still stands in a scene.
        return _read(obj)
    if key not in _known:
        if len(_known) >= _MOST_KNOWN:
            _known.clear()
        _known[key] = _read(obj)
    return _known[key]


def _read(obj: bpy.types.Object) -> ObjectPhysics | None:
    group = physics(obj)
    is_body = group.motion.type != "NONE"
    if not (is_body or group.use_collider or group.use_trigger or group.use_joint):
        return None
    numbers = _Numbers()
    return ObjectPhysics(
        motion=_motion(numbers, group.motion) if is_body else None,
        collider=_collider(numbers, group.collider) if group.use_collider else None,
        trigger=_trigger(numbers, group.trigger) if group.use_trigger else None,
        joint=_joint(numbers, group.joint) if group.use_joint else None,
        dropped=tuple(numbers.dropped),
    )


# Blender clamps an infinity to the largest single-precision number.
_LARGEST = 3.4e38


def _is_usable(value: float) -> bool:
    return -_LARGEST < value < _LARGEST


class _Numbers:
    """Reads numbers in their shortest form; those that are not finite become the default and are noted."""

    def __init__(self) -> None:
        self.dropped: list[str] = []

    def one(self, group: Any, name: str, path: str) -> float:
        value = getattr(group, name)
        if _is_usable(value):
            return shortest(value)
        self.dropped.append(path + name)
        return shortest(group.bl_rna.properties[name].default)

    def many(self, group: Any, name: str, path: str) -> tuple[float, ...]:
        values = tuple(getattr(group, name))
        if all(map(_is_usable, values)):
            return tuple(map(shortest, values))
        self.dropped.append(path + name)
        return tuple(group.bl_rna.properties[name].default_array)

    def three(self, group: Any, name: str, path: str) -> Vec3:
        x, y, z = self.many(group, name, path)
        return (x, y, z)

    def bound(self, group: Any, name: str, path: str) -> float | None:
        """A bound that is not finite is no bound."""
        value = getattr(group, name)
        if _is_usable(value):
            return shortest(value)
        self.dropped.append(path + name)
        return None


def _motion(numbers: _Numbers, group: OMI_PG_motion) -> Motion:
    path = "motion."
    return Motion(
        type=group.type.lower(),
        mass=numbers.one(group, "mass", path),
        center_of_mass=numbers.three(group, "center_of_mass", path),
        inertia_diagonal=numbers.three(group, "inertia_diagonal", path),
        inertia_orientation=_orientation(numbers, group, path),
        linear_velocity=numbers.three(group, "linear_velocity", path),
        angular_velocity=numbers.three(group, "angular_velocity", path),
        gravity_factor=numbers.one(group, "gravity_factor", path),
    )


def _orientation(numbers: _Numbers, group: OMI_PG_motion, path: str) -> Quat:
    w, x, y, z = numbers.many(group, "inertia_orientation", path)
    return (x, y, z, w)


def _shape(numbers: _Numbers, group: OMI_PG_shape, path: str) -> ShapeSettings:
    return ShapeSettings(
        type=group.type,
        fit=group.fit,
        size=numbers.three(group, "size", path),
        radius=numbers.one(group, "radius", path),
        radius_bottom=numbers.one(group, "radius_bottom", path),
        radius_top=numbers.one(group, "radius_top", path),
        height=numbers.one(group, "height", path),
        axis=group.axis,
        offset=numbers.three(group, "offset", path),
        rotation=numbers.three(group, "rotation", path),
        mesh=None if group.mesh is None else keys.mesh_key(group.mesh),
        use_collision_only=group.use_collision_only,
    )


def _material(numbers: _Numbers, group: OMI_PG_material) -> PhysicsMaterial:
    path = "collider.material."
    return PhysicsMaterial(
        static_friction=numbers.one(group, "static_friction", path),
        dynamic_friction=numbers.one(group, "dynamic_friction", path),
        restitution=numbers.one(group, "restitution", path),
        friction_combine=group.friction_combine.lower(),
        restitution_combine=group.restitution_combine.lower(),
        name=group.name,
    )


def _filter(group: OMI_PG_filter) -> CollisionFilter:
    targets = _systems(group.target_systems)
    return CollisionFilter(
        collision_systems=_systems(group.collision_systems),
        collide_with_systems=targets if group.target_mode == "COLLIDE_WITH" else (),
        not_collide_with_systems=targets if group.target_mode == "NOT_COLLIDE_WITH" else (),
    )


def _systems(items: Any) -> tuple[str, ...]:
    return tuple(dict.fromkeys(item.name for item in items if item.name))


def _collider(numbers: _Numbers, group: OMI_PG_collider) -> ColliderSettings:
    return ColliderSettings(
        shape=_shape(numbers, group.shape, "collider.shape."),
        material=_material(numbers, group.material) if group.use_material else None,
        filter=_filter(group.filter) if group.use_filter else None,
    )


def _trigger(numbers: _Numbers, group: OMI_PG_trigger) -> TriggerSettings:
    return TriggerSettings(
        kind=group.kind,
        shape=_shape(numbers, group.shape, "trigger.shape."),
        filter=_filter(group.filter) if group.use_filter else None,
        use_all_parts=group.use_all_parts,
        parts=tuple(_reference(part.object) for part in group.parts if part.object is not None),
    )


def _joint(numbers: _Numbers, group: OMI_PG_joint) -> JointSettings:
    return JointSettings(
        connected=None if group.connected is None else _reference(group.connected),
        attach=group.attach,
        use_collision=group.use_collision,
        limits=tuple(_limit(numbers, limit, f"joint.limits[{i}].") for i, limit in enumerate(group.limits)),
        drives=tuple(_drive(numbers, drive, f"joint.drives[{i}].") for i, drive in enumerate(group.drives)),
    )


def _limit(numbers: _Numbers, group: OMI_PG_limit, path: str) -> LimitSettings:
    unit = "distance" if group.kind == "LINEAR" else "angle"
    return LimitSettings(
        kind=group.kind,
        axes="".join(sorted(group.axes)),
        min=numbers.bound(group, f"min_{unit}", path) if group.use_min else None,
        max=numbers.bound(group, f"max_{unit}", path) if group.use_max else None,
        stiffness=numbers.bound(group, "stiffness", path) if group.use_stiffness else None,
        damping=numbers.one(group, "damping", path),
        is_radial=group.is_radial,
    )


def _drive(numbers: _Numbers, group: OMI_PG_drive, path: str) -> DriveSettings:
    linear = group.kind == "LINEAR"
    position, velocity = (
        ("position_distance", "velocity_linear") if linear else ("position_angle", "velocity_angular")
    )
    return DriveSettings(
        kind=group.kind,
        axis=group.axis,
        mode=group.mode,
        max_force=numbers.bound(group, "max_force", path) if group.use_max_force else None,
        position_target=numbers.bound(group, position, path) if group.use_position_target else None,
        velocity_target=numbers.bound(group, velocity, path) if group.use_velocity_target else None,
        stiffness=numbers.one(group, "stiffness", path),
        damping=numbers.one(group, "damping", path),
    )


def _reference(obj: bpy.types.Object) -> ObjectRef:
    return ObjectRef(keys.object_key(obj), obj.name, is_deleted(obj))


def is_deleted(obj: bpy.types.Object) -> bool:
    """Whether only pointers keep an object alive: it is in no scene and no collection."""
    return not obj.users_scene and not obj.users_collection
