# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Blender's properties -> `core.physics.scene`. Never raises for what a property can hold."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import bpy

from ..core.ground.fingerprint import fingerprint
from ..core.ground.linear import Quat, shortest
from ..core.physics.model import CollisionFilter, Motion, PhysicsMaterial
from ..core.physics.scene import (
    ColliderSettings,
    DriveSettings,
    JointSettings,
    LimitSettings,
    ObjectKey,
    ObjectPhysics,
    ObjectRef,
    ShapeSettings,
    TriggerSettings,
)
from . import keys, versions
from .access import physics
from .pointers import stored_properties

if TYPE_CHECKING:
    from .groups import OMI_PG_collider, OMI_PG_motion, OMI_PG_trigger
    from .groups_joint import OMI_PG_drive, OMI_PG_joint, OMI_PG_limit
    from .groups_shape import OMI_PG_filter, OMI_PG_material, ShapeGroup


_known: dict[bytes, ObjectPhysics | None] = {}
_MOST_KNOWN = 4096
_NOTHING = ObjectPhysics()


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
    stored = _plain(stored_properties(obj))
    if not stored:
        return None
    key = fingerprint(stored)
    if not key:
        # It holds a pointer, whose target may be deleted meanwhile.
        return _read(obj, stored, present or Present())
    if key not in _known:
        if len(_known) >= _MOST_KNOWN:
            _known.clear()
        _known[key] = _read(obj, stored, Present())
    return _known[key]


def read_shape(group: ShapeGroup) -> ShapeSettings:
    """One shape, whether its role is switched on or not."""
    return _shape(_Values(Present()), group, None, "")


def read_joint(group: OMI_PG_joint) -> JointSettings:
    """One joint, whether it is switched on or not."""
    return _joint(_Values(Present()), group)


def read_limit(group: OMI_PG_limit) -> LimitSettings:
    """One limit of a joint."""
    return _limit(_Values(Present()), group, "")


def read_drive(group: OMI_PG_drive) -> DriveSettings:
    """One drive of a joint."""
    return _drive(_Values(Present()), group, "")


Stored = dict[str, Any]
"""What is stored of a group: of use to know which properties have a value at all; their values are asked of Blender,
which checks them."""


def _plain(stored: Any) -> Stored:
    # A custom property of our name need not be ours, nor a group.
    return stored.to_dict() if hasattr(stored, "to_dict") else {}


def _below(stored: Stored, name: str) -> Stored:
    found = stored.get(name)
    return found if isinstance(found, dict) else {}


def _read(obj: bpy.types.Object, stored: Stored, present: Present) -> ObjectPhysics | None:
    group = physics(obj)
    values = _Values(present)
    found = ObjectPhysics(
        motion=_motion(values, group.motion, _below(stored, "motion")) if "motion" in stored else None,
        collider=_collider(values, group.collider, _below(stored, "collider")) if group.use_collider else None,
        trigger=_trigger(values, group.trigger, _below(stored, "trigger")) if group.use_trigger else None,
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

    def small_word(self, group: Any, name: str, path: str) -> str:
        """A word as files have it."""
        return self.word(group, name, path).lower()

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

    def rotation(self, group: Any, name: str, path: str) -> Quat:
        w, x, y, z = self.many(group, name, path)
        return (x, y, z, w)

    def bound(self, group: Any, name: str, path: str) -> float | None:
        """A bound that is not finite is no bound."""
        value = getattr(group, name)
        if _is_usable(value):
            return shortest(value)
        self.dropped.append(path + name)
        return None

    def plain(self, group: Any, name: str, _path: str) -> Any:
        """A switch or a text."""
        return getattr(group, name)

    def mesh(self, group: Any, name: str, _path: str) -> ObjectKey | None:
        mesh = getattr(group, name)
        return None if mesh is None else keys.mesh_key(mesh)

    def all(self, group: Any, readers: Readers, stored: Stored | None, path: str) -> dict[str, Any]:
        """The properties that have a value, all where it is not known which; the others have the default."""
        return {
            name: readers[name](self, group, name, path)
            for name in (readers if stored is None else stored)
            if name in readers
        }


Readers = dict[str, Callable[[_Values, Any, str, str], Any]]

_MOTION: Readers = {
    "mass": _Values.one,
    "center_of_mass": _Values.many,
    "inertia_diagonal": _Values.many,
    "inertia_orientation": _Values.rotation,
    "linear_velocity": _Values.many,
    "angular_velocity": _Values.many,
    "gravity_factor": _Values.one,
}
_SHAPE: Readers = {
    "type": _Values.word,
    "fit": _Values.word,
    "size": _Values.many,
    "radius": _Values.one,
    "radius_bottom": _Values.one,
    "radius_top": _Values.one,
    "height": _Values.one,
    "axis": _Values.word,
    "offset": _Values.many,
    "rotation": _Values.many,
    "mesh": _Values.mesh,
    "use_collision_only": _Values.plain,
}
_MATERIAL: Readers = {
    "static_friction": _Values.one,
    "dynamic_friction": _Values.one,
    "restitution": _Values.one,
    "friction_combine": _Values.small_word,
    "restitution_combine": _Values.small_word,
    "name": _Values.plain,
}


def _motion(values: _Values, group: OMI_PG_motion, stored: Stored) -> Motion | None:
    motion_type = values.small_word(group, "type", "motion.")
    return None if motion_type == "none" else Motion(motion_type, **values.all(group, _MOTION, stored, "motion."))


def _shape(values: _Values, group: ShapeGroup, stored: Stored | None, path: str) -> ShapeSettings:
    return ShapeSettings(**values.all(group, _SHAPE, stored, path))


def _material(values: _Values, group: OMI_PG_material, stored: Stored) -> PhysicsMaterial:
    return PhysicsMaterial(**values.all(group, _MATERIAL, stored, "collider.material."))


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


def _collider(values: _Values, group: OMI_PG_collider, stored: Stored) -> ColliderSettings:
    return ColliderSettings(
        shape=_shape(values, group.shape, _below(stored, "shape"), "collider.shape."),
        material=_material(values, group.material, _below(stored, "material")) if group.use_material else None,
        filter=_filter(values, group.filter, "collider.filter.") if group.use_filter else None,
    )


def _trigger(values: _Values, group: OMI_PG_trigger, stored: Stored) -> TriggerSettings:
    return TriggerSettings(
        kind=values.word(group, "kind", "trigger."),
        shape=_shape(values, group.shape, _below(stored, "shape"), "trigger.shape."),
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
