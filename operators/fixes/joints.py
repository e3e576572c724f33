# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Fixes of joints."""

from __future__ import annotations

import math
from collections.abc import Callable

import bpy
from mathutils import Matrix

from ...core.geometry.split import is_mirrored, rigid_part
from ...core.physics.mirror import unmirrored
from ...core.physics.scene import JointSettings
from ...core.rules import mend_joint
from ...properties.access import physics
from ...properties.capture import as_rows, is_animated
from ...properties.read import is_deleted, read_joint
from ...properties.write import write_drive, write_limit
from ..common import Skip, link_beside, why_locked
from ..measure import GEOMETRY_TYPES
from ..rows import copy_group
from .session import Fix, Session, are_alike, body_of, is_above, parent_in_place

_TURNS = {"X": Matrix.Rotation(math.pi / 2.0, 4, "Y"), "Y": Matrix.Rotation(-math.pi / 2.0, 4, "X")}


def _store(obj: bpy.types.Object, settings: JointSettings) -> None:
    """Sets the limits and drives of a joint."""
    joint = physics(obj).joint
    joint.limits.clear()
    for limit in settings.limits:
        write_limit(joint.limits.add(), limit)
    joint.drives.clear()
    for drive in settings.drives:
        write_drive(joint.drives.add(), drive)


def _mend(change: Callable[[JointSettings], JointSettings]) -> Fix:
    """A fix that changes limits and drives alone."""

    def fix(session: Session, code: str, obj: bpy.types.Object) -> None:
        before = read_joint(physics(obj).joint)
        after = change(before)
        if after != before:
            _store(obj, after)

    return fix


def _mend_with_mass(change: Callable[[JointSettings, float], JointSettings]) -> Fix:
    """A fix that depends on the mass of the joint's body."""

    def fix(session: Session, code: str, obj: bpy.types.Object) -> None:
        body = body_of(obj)
        mass = 1.0 if body is None else physics(body).motion.mass
        _store(obj, change(read_joint(physics(obj).joint), mass))

    return fix


def clear_target(session: Session, code: str, obj: bpy.types.Object) -> None:
    """Connects to the world what is connected to something deleted, or to itself."""
    joint = physics(obj).joint
    target = joint.connected
    if target is not None and (target == obj or is_deleted(target)):
        joint.connected = None


def attach_at_joint(session: Session, code: str, obj: bpy.types.Object) -> None:
    """Puts the connected end where the joint is."""
    physics(obj).joint.attach = "JOINT"


def add_static_body(session: Session, code: str, obj: bpy.types.Object) -> None:
    """Makes the target a static body."""
    target = physics(obj).joint.connected
    if target is None or body_of(target) is not None:
        raise Skip("has a joint whose target is a body already")
    _refuse_locked(target)
    physics(target).motion.type = "STATIC"


def _refuse_locked(obj: bpy.types.Object) -> None:
    reason = why_locked(obj)
    if reason:
        raise Skip(f"depends on {obj.name}, which {reason}")


def _become_dynamic(obj: bpy.types.Object) -> None:
    """Hands an object over to the simulation."""
    _refuse_locked(obj)
    if is_animated(obj):
        raise Skip(f"depends on {obj.name}, which is animated; a joint holds only what the simulation moves")
    physics(obj).motion.type = "DYNAMIC"


def make_body(session: Session, code: str, obj: bpy.types.Object) -> None:
    """A dynamic body for a joint without one: the nearest mesh at or above it, else the body it is connected to."""
    target = physics(obj).joint.connected
    above: bpy.types.Object | None = obj
    while above is not None and above.type not in GEOMETRY_TYPES:
        above = above.parent
    if above is not None and not (target is not None and is_above(above, target) and body_of(target) is None):
        _become_dynamic(above)
        return
    body = body_of(target)
    if body is None or target is None or is_deleted(body) or physics(body).motion.type != "DYNAMIC":
        raise Skip("has no mesh at or above it to make a body of; parent it to the object it shall hold")
    if _is_placed_otherwise(obj):
        raise Skip("is animated or constrained; parent it to the object it shall hold by hand")
    # It holds that body to the world.
    session.settle()
    parent_in_place(obj, body)
    physics(obj).joint.connected = None
    session.changed()


def _is_placed_otherwise(obj: bpy.types.Object) -> bool:
    """Whether animation or constraints decide where an object is."""
    return is_animated(obj) or any(not constraint.mute for constraint in obj.constraints)


def make_dynamic(session: Session, code: str, obj: bpy.types.Object) -> None:
    """Puts the joint below the dynamic one of its two bodies; without one makes its own body dynamic."""
    body = body_of(obj)
    if body is None:
        raise Skip("belongs to no body")
    joint = physics(obj).joint
    other = body_of(joint.connected)
    if other is None or other == body or physics(other).motion.type != "DYNAMIC":
        _become_dynamic(body)
        return
    _refuse_locked(other)
    _swap_ends(session, obj, body, other)


def _swap_ends(session: Session, obj: bpy.types.Object, body: bpy.types.Object, other: bpy.types.Object) -> None:
    session.settle()
    joint = physics(obj).joint
    target = joint.connected
    settings = read_joint(joint)
    is_apart = joint.attach == "TARGET" and target is not None and not _are_parallel(_rigid(obj), _rigid(target))
    # A way along the axes of one end is none along those of the other.
    if is_apart and not all(mend_joint.is_locked(settings, "LINEAR", axis) for axis in "XYZ"):
        raise Skip("has a joint whose ends are turned against each other; put it below the dynamic body by hand")
    settings = mend_joint.swap_ends(settings)
    if joint.attach == "TARGET" and target is not None:
        # Each end keeps its own frame.
        settings = _unmirrored(obj, settings)
        made = _new_joint(session, obj, other, _rigid(target))
        physics(made).joint.connected = obj
    elif obj == body or obj.children or _is_placed_otherwise(obj) or has_other_role(obj):
        settings = _unmirrored(obj, settings)
        made = _new_joint(session, obj, other, _rigid(obj))
        physics(made).joint.connected = body
    else:
        parent_in_place(obj, other)
        joint.connected, made = body, obj
    _store(made, settings)
    session.changed()


def _are_parallel(a: Matrix, b: Matrix) -> bool:
    return are_alike(a.to_3x3().to_4x4(), b.to_3x3().to_4x4())


def _unmirrored(obj: bpy.types.Object, settings: JointSettings) -> JointSettings:
    """What a joint says in the axes of the rigid part of its object's place."""
    return unmirrored(settings) if is_mirrored(as_rows(obj.matrix_world)) else settings


def has_other_role(obj: bpy.types.Object) -> bool:
    """Whether an object is more than a joint."""
    group = physics(obj)
    return group.motion.type != "NONE" or group.use_collider or group.use_trigger or obj.type != "EMPTY"


def _rigid(obj: bpy.types.Object) -> Matrix:
    """The object's place without its scale."""
    rigid = rigid_part(as_rows(obj.matrix_world))
    if rigid is None:
        raise Skip(f"depends on {obj.name}, which is scaled to nothing")
    return Matrix(rigid)


def _new_joint(session: Session, obj: bpy.types.Object, body: bpy.types.Object, place: Matrix) -> bpy.types.Object:
    """Moves a joint to a new Empty below a body."""
    made = bpy.data.objects.new(f"{obj.name}_Joint", None)
    made.empty_display_type, made.empty_display_size = "ARROWS", 0.2
    link_beside(made, obj, session.context)
    made.parent = body
    made.matrix_parent_inverse = body.matrix_world.inverted_safe()
    made.matrix_basis = place
    old, new = physics(obj), physics(made)
    copy_group(old.joint, new.joint)
    old.use_joint, new.use_joint = False, True
    session.changed()
    return made


def turn_hinge(session: Session, code: str, obj: bpy.types.Object) -> None:
    """Turns the joint's object, or a new Empty in its place, so that the hinge is its Z."""
    body = body_of(obj)
    joint = physics(obj).joint
    settings = read_joint(joint)
    axis = mend_joint.free_hinge_axis(settings)
    if axis not in _TURNS or body is None:
        raise Skip("has no hinge about X or Y")
    session.settle()
    if joint.attach == "TARGET" and joint.connected is not None:
        if not are_alike(_rigid(obj), _rigid(joint.connected)):
            raise Skip("has a joint whose ends are apart; attach it at the joint first")
        joint.attach = "JOINT"
    settings = _unmirrored(obj, settings)
    place = _rigid(obj) @ _TURNS[axis]
    if obj == body or obj.children or _is_placed_otherwise(obj) or has_other_role(obj) or _is_an_end(session, obj):
        _refuse_locked(body)
        made = _new_joint(session, obj, body, place)
    else:
        obj.matrix_world = place
        made = obj
    _store(made, mend_joint.turn_to_z(settings, axis))
    session.changed()


def _is_an_end(session: Session, obj: bpy.types.Object) -> bool:
    """Whether another joint takes the object's own axes for its connected end."""
    for other in session.scene.objects:
        group = physics(other)
        if group.use_joint and group.joint.connected == obj and group.joint.attach == "TARGET":
            return True
    return False


FIXES: dict[str, Fix] = {
    "clear-target": clear_target,
    "attach-at-joint": attach_at_joint,
    "add-static-body": add_static_body,
    "make-body": make_body,
    "make-dynamic": make_dynamic,
    "turn-hinge": turn_hinge,
    "lock-joint": _mend(mend_joint.lock),
    "remove-limit": _mend(mend_joint.remove_idle_limits),
    "add-bound": _mend(mend_joint.add_bounds),
    "swap-bounds": _mend(mend_joint.swap_bounds),
    "split-limit": _mend(mend_joint.split),
    "radial-from-zero": _mend(mend_joint.radial_from_zero),
    "harden-limit": _mend(mend_joint.harden),
    "soften-limits": _mend(mend_joint.soften),
    "drop-overlap": _mend(mend_joint.drop_overlaps),
    "wake-drive": _mend_with_mass(mend_joint.wake_drives),
    "use-force": _mend_with_mass(mend_joint.use_force),
}
