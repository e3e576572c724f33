# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Fixes that change values of bodies, materials, filters, names and of the scene."""

from __future__ import annotations

from collections.abc import Container
from typing import TYPE_CHECKING, Any

import bpy
from mathutils import Quaternion

from ...core.rules.bodies import is_empty
from ...core.rules.godot_names import OF_OBJECT, godot_name, harmless, harmless_mesh, word_in, word_in_mesh
from ...properties.access import physics, scene_settings
from ...properties.read import read_object
from ..common import Skip, why_locked
from ..measure import GEOMETRY_TYPES
from ..shape_choice import fit_new_shape
from .session import Fix, Session

if TYPE_CHECKING:
    from ...properties.groups import OMI_PG_motion


def reset_value(session: Session, code: str, obj: bpy.types.Object) -> None:
    """Values that are no numbers become their defaults."""
    found = read_object(obj)
    if found is None or not found.dropped:
        raise Skip("has no such value any more")
    for path in found.dropped:
        owner, _, name = path.rpartition(".")
        group: Any = physics(obj).path_resolve(owner)
        group.property_unset(name)


def reset_mass(session: Session, code: str, obj: bpy.types.Object) -> None:
    """A mass of 1 kg in place of none."""
    physics(obj).motion.mass = 1.0


def clear_inertia(session: Session, code: str, obj: bpy.types.Object) -> None:
    """Lets the engine compute the inertia."""
    _unset(physics(obj).motion, "inertia_diagonal", "inertia_orientation")


def normalize_inertia(session: Session, code: str, obj: bpy.types.Object) -> None:
    """Makes the inertia's quaternion a rotation."""
    motion = physics(obj).motion
    turn = Quaternion(motion.inertia_orientation)
    w, x, y, z = turn.normalized() if turn.magnitude > 0.0 else Quaternion()
    motion.inertia_orientation = (w, x, y, z)


def clear_velocity(session: Session, code: str, obj: bpy.types.Object) -> None:
    """No velocity on what cannot move."""
    _unset(physics(obj).motion, "linear_velocity", "angular_velocity")


def reset_unused(session: Session, code: str, obj: bpy.types.Object) -> None:
    """Defaults for what the motion type cannot use."""
    motion = physics(obj).motion
    if motion.type != "DYNAMIC":
        _unset(motion, "mass", "center_of_mass", "inertia_diagonal", "gravity_factor")
    _unset(motion, "inertia_orientation")


def _unset(motion: OMI_PG_motion, *names: str) -> None:
    for name in names:
        motion.property_unset(name)


def make_kinematic(session: Session, code: str, obj: bpy.types.Object) -> None:
    """A body that its animation moves."""
    physics(obj).motion.type = "KINEMATIC"


def clamp_restitution(session: Session, code: str, obj: bpy.types.Object) -> None:
    """No bounce gains speed."""
    material = physics(obj).collider.material
    material.restitution = min(material.restitution, 1.0)


def remove_filter(session: Session, code: str, obj: bpy.types.Object) -> None:
    """Switches filters off that name no system."""
    group, found = physics(obj), read_object(obj)
    for role, owner in (
        (found and found.collider, group.collider),
        (found and found.trigger, group.trigger),
    ):
        if role and role.filter is not None and is_empty(role.filter):
            owner.use_filter = False


def add_collider(session: Session, code: str, obj: bpy.types.Object) -> None:
    """A collider that fits the body, or the meshes below a body without one."""
    targets = [obj] if obj.type in GEOMETRY_TYPES else list(_meshes_of(obj))
    targets = [target for target in targets if not why_locked(target)]
    if not targets:
        raise Skip("has no mesh, on itself or below, to make a collider of")
    for target in targets:
        group = physics(target)
        is_still = physics(obj).motion.type == "STATIC"
        fit_new_shape(target, group.collider.shape, session.measure, "GUESS", is_still)
        group.use_collider = True


def _meshes_of(body: bpy.types.Object) -> list[bpy.types.Object]:
    """Objects with geometry below a body that move with it."""
    found: list[bpy.types.Object] = []
    waiting = list(body.children)
    while waiting:
        obj = waiting.pop()
        if physics(obj).motion.type == "NONE":
            waiting.extend(obj.children)
            if obj.type in GEOMETRY_TYPES:
                found.append(obj)
    return found


def rename(session: Session, code: str, obj: bpy.types.Object) -> None:
    """Names that Godot keeps as they are, for all objects of the scene with physics."""
    for named in session.scene.objects:
        if read_object(named) is not None and named.library is None and godot_name(named.name) != named.name:
            named.name = _free_name(godot_name(named.name), bpy.data.objects)


def rename_acting(session: Session, code: str, obj: bpy.types.Object) -> None:
    """Names of an object and its mesh without the words that Godot's editor acts on."""
    if word_in(obj.name, OF_OBJECT):
        obj.name = _free_name(harmless(obj.name), bpy.data.objects)
    data = obj.data
    if data is None or not word_in_mesh(data.name):
        return
    if why_locked(data):
        raise Skip(f"has the mesh {data.name}, which {why_locked(data)}")
    taken = bpy.data.meshes if isinstance(data, bpy.types.Mesh) else bpy.data.curves
    data.name = _free_name(harmless_mesh(data.name, obj.name), taken)


def _free_name(wanted: str, taken: Container[str]) -> str:
    """The name, with a number behind it where it is taken. (Blender itself would put a dot before the number.)"""
    name, number = wanted, 1
    while name in taken:
        name, number = f"{wanted}_{number}", number + 1
    return name


def use_separate(session: Session) -> None:
    """The layout in which nothing shares a node with physics."""
    scene_settings(session.scene).node_layout = "SEPARATE"


FIXES: dict[str, Fix] = {
    "reset-value": reset_value,
    "reset-mass": reset_mass,
    "clear-inertia": clear_inertia,
    "normalize-inertia": normalize_inertia,
    "clear-velocity": clear_velocity,
    "reset-unused": reset_unused,
    "make-kinematic": make_kinematic,
    "clamp-restitution": clamp_restitution,
    "remove-filter": remove_filter,
    "add-collider": add_collider,
    "rename": rename,
    "rename-acting": rename_acting,
}
