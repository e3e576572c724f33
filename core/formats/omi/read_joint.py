# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Joints in the current form: their settings in the root table, and the nodes that use them."""

from __future__ import annotations

from ...physics.model import Drive, JointNode, Limit, PhysicsJoint
from ..common.reader import Faults, Place, describe
from . import names
from .reading import JOINTS, Reading

_JOINT_NODE_KEYS = frozenset(("joint", "connectedNode", "enableCollision", "extras"))
_JOINT_KEYS = frozenset(("limits", "drives", "name", "extras"))
_LIMIT_KEYS = frozenset(("linearAxes", "angularAxes", "min", "max", "stiffness", "damping", "name", "extras"))
_DRIVE_KEYS = frozenset((
    "type", "mode", "axis", "maxForce", "positionTarget", "velocityTarget", "stiffness", "damping", "name", "extras",
))  # fmt: skip


def read_physics_joint(place: Place) -> PhysicsJoint:
    """An item of `physicsJoints`."""
    place.unread(_JOINT_KEYS)
    limits = [_limit(p) for p in place.objects("limits") if p]
    drives = [_drive(p) for p in place.objects("drives") if p]
    return PhysicsJoint(
        limits=tuple(limit for limit in limits if limit),
        drives=tuple(drive for drive in drives if drive),
        name=place.text("name"),
    )


def read_axes(place: Place, key: str) -> tuple[int, ...]:
    """A list of distinct axes 0, 1, 2, sorted."""
    found: set[int] = set()
    faults = Faults(place, key)
    for i, value in enumerate(place.items(key)):
        if isinstance(value, bool) or value not in (0, 1, 2):
            faults.add(i, f"is {describe(value)}, not an axis 0, 1 or 2; left out")
        elif value in found:
            faults.add(i, f"repeats axis {value}; left out")
        else:
            found.add(int(value))
    faults.close()
    return tuple(sorted(found))


def _limit(place: Place) -> Limit | None:
    place.unread(_LIMIT_KEYS)
    linear, angular = read_axes(place, "linearAxes"), read_axes(place, "angularAxes")
    if not linear and not angular:
        place.note(None, "limits no axis; left out")
        return None
    if linear and angular:
        place.note(None, "has linear and angular axes; read as two limits")
    low, high = place.open_number("min", "no bound"), place.open_number("max", "no bound")
    if low is not None and high is not None and low > high:
        place.note(None, f"has a minimum of {low:g} above its maximum of {high:g}; kept")
    return Limit(
        linear_axes=linear,
        angular_axes=angular,
        min=low,
        max=high,
        stiffness=place.open_number("stiffness", "infinite", is_negative_open=True),
        damping=place.number("damping", 0.0, 0.0),
    )


def _drive(place: Place) -> Drive | None:
    place.unread(_DRIVE_KEYS)
    kind = place.word("type", names.DRIVE_TYPES, "", "the drive is left out")
    axis = place.index("axis", 3, "axis", "the drive is left out")
    if not kind or axis is None:
        return None
    if "mode" not in place.data:
        place.note("mode", 'is missing; "force" is used')
    return Drive(
        type=kind,
        mode=place.word("mode", names.DRIVE_MODES, "force"),
        axis=axis,
        max_force=place.open_number("maxForce", "no limit", is_negative_open=True),
        position_target=place.open_number("positionTarget", "no target"),
        velocity_target=place.open_number("velocityTarget", "no target"),
        stiffness=place.number("stiffness", 0.0, 0.0),
        damping=place.number("damping", 0.0, 0.0),
    )


def read_joint_node(reading: Reading, index: int, place: Place) -> None:
    """OMI_physics_joint of a node; without another end the joint is left out."""
    place.unread(_JOINT_NODE_KEYS)
    is_colliding = place.flag("enableCollision")
    connected = place.index("connectedNode", len(reading.nodes), "node", "the joint is left out")
    if connected is None:
        return
    joint = reading.entry(place, "joint", JOINTS, index, "the joint is kept without limits and drives")
    if joint is None:
        joint = reading.empty_joint()
    reading.file.joints[index] = JointNode(joint, connected, is_colliding)
