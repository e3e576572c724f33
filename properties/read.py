# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Blender's properties -> `core.scene`. Never raises for what a property can hold."""

from __future__ import annotations

import marshal
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
from . import keys, versions
from .access import physics, stored_properties

if TYPE_CHECKING:
    from .groups import OMI_PG_collider, OMI_PG_motion, OMI_PG_trigger
    from .groups_joint import OMI_PG_drive, OMI_PG_joint, OMI_PG_limit
    from .groups_shape import OMI_PG_filter, OMI_PG_material, ShapeGroup


_known: dict[bytes, ObjectPhysics | None] = {}
_MOST_KNOWN = 4096
_NOTHING = ObjectPhysics()
# In later formats of marshal the bytes depend on who else holds the same string.
_WITHOUT_REFERENCES = 2


class Present:
    """Which objects are in a scene or a collection. Looked up once, at the first question that needs it.

    Of use only while no object is added or removed.
    """

    def __init__(self) -> None:
        self._uids: set[int] | None = None

    def has(self, obj: bpy.types.Object) -> bool:
        """False where only pointers keep an object alive, as after it was deleted.

        Objects that live only in instanced collections or in a library are present.
        """
        if obj.visible_get() or obj.library is not None:
            return True
        if self._uids is None:
            collections = [scene.collection for scene in bpy.data.scenes]
            collections.extend(bpy.data.collections)
            self._uids = {obj.session_uid for collection in collections for obj in collection.objects}
        return obj.session_uid in self._uids


def is_deleted(obj: bpy.types.Object) -> bool:
    """Whether only pointers keep an object alive: it is in no scene and no collection."""
    return not Present().has(obj)


def read_object(obj: bpy.types.Object, present: Present | None = None) -> ObjectPhysics | None:
    """The physics of an object; None where it has no role. Values are usable: others are replaced and named.

    Objects with the same settings get the same instance, so that what depends on settings alone is done once.
    Who reads many objects passes one `present` for all.
    """
    stored = stored_properties(obj)
    if stored is None:
        return None
    try:
        key = marshal.dumps(stored.to_dict(), _WITHOUT_REFERENCES)
    except (ValueError, AttributeError):
        # A pointer, whose target may be deleted meanwhile; or a custom property of our name that is not ours.
        return _read(obj, present or Present())
    if key not in _known:
        if len(_known) >= _MOST_KNOWN:
            _known.clear()
        _known[key] = _read(obj, Present())
    return _known[key]


def read_shape(group: ShapeGroup) -> ShapeSettings:
    """One shape, whether its role is switched on or not."""
    return _shape(_Values(Present()), group, "")


def read_joint(group: OMI_PG_joint) -> JointSettings:
    """One joint, whether it is switched on or not."""
    return _joint(_Values(Present()), group)


def read_limit(group: OMI_PG_limit) -> LimitSettings:
    """One limit of a joint."""
    return _limit(_Values(Present()), group, "")


def read_drive(group: OMI_PG_drive) -> DriveSettings:
    """One drive of a joint."""
    return _drive(_Values(Present()), group, "")


def _read(obj: bpy.types.Object, present: Present) -> ObjectPhysics | None:
    group = physics(obj)
    values = _Values(present)
    motion_type = values.word(group.motion, "type", "motion.")
    found = ObjectPhysics(
        motion=_motion(values, group.motion, motion_type) if motion_type != "NONE" else None,
        collider=_collider(values, group.collider) if group.use_collider else None,
        trigger=_trigger(values, group.trigger) if group.use_trigger else None,
        joint=_joint(values, group.joint) if group.use_joint else None,
        dropped=tuple(values.dropped),
        is_newer=group.data_version > versions.CURRENT,
    )
    return None if found == _NOTHING else found


# Blender clamps an infinity to the largest single-precision number.
_LARGEST = 3.4e38


def _is_usable(value: float) -> bool:
    return -_LARGEST < value < _LARGEST


class _Values:
    """Reads numbers in their shortest form; what is not finite, or no known word, becomes the default and is noted."""

    def __init__(self, present: Present) -> None:
        self.present = present
        self.dropped: list[str] = []

    def word(self, group: Any, name: str, path: str) -> str:
        value = getattr(group, name)
        if value:
            return value
        # Blender gives an empty word for a number that it does not know, from data of a later version.
        self.dropped.append(path + name)
        return group.bl_rna.properties[name].default

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


def _motion(values: _Values, group: OMI_PG_motion, motion_type: str) -> Motion:
    path = "motion."
    return Motion(
        type=motion_type.lower(),
        mass=values.one(group, "mass", path),
        center_of_mass=values.three(group, "center_of_mass", path),
        inertia_diagonal=values.three(group, "inertia_diagonal", path),
        inertia_orientation=_orientation(values, group, path),
        linear_velocity=values.three(group, "linear_velocity", path),
        angular_velocity=values.three(group, "angular_velocity", path),
        gravity_factor=values.one(group, "gravity_factor", path),
    )


def _orientation(values: _Values, group: OMI_PG_motion, path: str) -> Quat:
    w, x, y, z = values.many(group, "inertia_orientation", path)
    return (x, y, z, w)


def _shape(values: _Values, group: ShapeGroup, path: str) -> ShapeSettings:
    return ShapeSettings(
        type=values.word(group, "type", path),
        fit=values.word(group, "fit", path),
        size=values.three(group, "size", path),
        radius=values.one(group, "radius", path),
        radius_bottom=values.one(group, "radius_bottom", path),
        radius_top=values.one(group, "radius_top", path),
        height=values.one(group, "height", path),
        axis=values.word(group, "axis", path),
        offset=values.three(group, "offset", path),
        rotation=values.three(group, "rotation", path),
        mesh=None if group.mesh is None else keys.mesh_key(group.mesh),
        use_collision_only=group.use_collision_only,
    )


def _material(values: _Values, group: OMI_PG_material) -> PhysicsMaterial:
    path = "collider.material."
    return PhysicsMaterial(
        static_friction=values.one(group, "static_friction", path),
        dynamic_friction=values.one(group, "dynamic_friction", path),
        restitution=values.one(group, "restitution", path),
        friction_combine=values.word(group, "friction_combine", path).lower(),
        restitution_combine=values.word(group, "restitution_combine", path).lower(),
        name=group.name,
    )


def _filter(values: _Values, group: OMI_PG_filter, path: str) -> CollisionFilter:
    mode = values.word(group, "target_mode", path)
    targets = _systems(group.target_systems)
    return CollisionFilter(
        collision_systems=_systems(group.collision_systems),
        collide_with_systems=targets if mode == "COLLIDE_WITH" else (),
        not_collide_with_systems=targets if mode == "NOT_COLLIDE_WITH" else (),
        name=group.name,
    )


def _systems(items: Any) -> tuple[str, ...]:
    return tuple(dict.fromkeys(item.name for item in items if item.name))


def _collider(values: _Values, group: OMI_PG_collider) -> ColliderSettings:
    return ColliderSettings(
        shape=_shape(values, group.shape, "collider.shape."),
        material=_material(values, group.material) if group.use_material else None,
        filter=_filter(values, group.filter, "collider.filter.") if group.use_filter else None,
    )


def _trigger(values: _Values, group: OMI_PG_trigger) -> TriggerSettings:
    return TriggerSettings(
        kind=values.word(group, "kind", "trigger."),
        shape=_shape(values, group.shape, "trigger.shape."),
        filter=_filter(values, group.filter, "trigger.filter.") if group.use_filter else None,
        use_all_parts=group.use_all_parts,
        parts=tuple(_reference(values, part.object) for part in group.parts if part.object is not None),
    )


def _joint(values: _Values, group: OMI_PG_joint) -> JointSettings:
    return JointSettings(
        connected=None if group.connected is None else _reference(values, group.connected),
        attach=values.word(group, "attach", "joint."),
        use_collision=group.use_collision,
        limits=tuple(_limit(values, limit, f"joint.limits[{i}].") for i, limit in enumerate(group.limits)),
        drives=tuple(_drive(values, drive, f"joint.drives[{i}].") for i, drive in enumerate(group.drives)),
    )


def _limit(values: _Values, group: OMI_PG_limit, path: str) -> LimitSettings:
    kind = values.word(group, "kind", path)
    unit = "distance" if kind == "LINEAR" else "angle"
    return LimitSettings(
        kind=kind,
        axes="".join(sorted(group.axes)),
        min=values.bound(group, f"min_{unit}", path) if group.use_min else None,
        max=values.bound(group, f"max_{unit}", path) if group.use_max else None,
        stiffness=values.bound(group, "stiffness", path) if group.use_stiffness else None,
        damping=values.one(group, "damping", path),
        is_radial=group.is_radial,
    )


def _drive(values: _Values, group: OMI_PG_drive, path: str) -> DriveSettings:
    kind = values.word(group, "kind", path)
    position, velocity = (
        ("position_distance", "velocity_linear") if kind == "LINEAR" else ("position_angle", "velocity_angular")
    )
    return DriveSettings(
        kind=kind,
        axis=values.word(group, "axis", path),
        mode=values.word(group, "mode", path),
        max_force=values.bound(group, "max_force", path) if group.use_max_force else None,
        position_target=values.bound(group, position, path) if group.use_position_target else None,
        velocity_target=values.bound(group, velocity, path) if group.use_velocity_target else None,
        stiffness=values.one(group, "stiffness", path),
        damping=values.one(group, "damping", path),
    )


def _reference(values: _Values, obj: bpy.types.Object) -> ObjectRef:
    return ObjectRef(keys.object_key(obj), obj.name, not values.present.has(obj))
