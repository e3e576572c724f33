# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The constraints, motors and constant forces that stand for joints and gravity factors in Blender's simulation.

A motor of Blender that wants to be faster than it can ever be pushes with its largest impulse, a force in N or a
torque in N m, independent of the time step: so a spring that rests at k is one that rests at 0 and a constant push of
stiffness times k, and a gravity factor is a push along gravity. Measured.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from ..geometry.split import is_mirrored, relative, rigid_part
from ..ground.linear import Mat4, Vec3, column, cross, from_columns, length, quaternion_of, translation
from ..physics.mirror import unmirrored
from ..physics.scene import DriveSettings, JointSettings, LimitSettings, Picture, SceneNode
from ..physics.tree import Tree
from .constraint import AXES, Constraint, Key, TurnedConstraint, axes_with, constraints_of
from .stand_ins import Stage

_UNREACHED = 1e4
"""Speed in m/s or rad/s that no body reaches against its push."""
WORLD = -1
"""The number of the stand-in that stands for the world."""


@dataclass(frozen=True, slots=True)
class Link:
    """A constraint to build at `place`, between two stand-ins: object 1 is that of the joint's body."""

    name: str
    place: Mat4
    made: TurnedConstraint
    first: int
    second: int


def links(picture: Picture, tree: Tree, found: Stage, gravity: Vec3) -> list[Link]:
    """All constraints of a picture; joints that are left out of a file are left out here, and noted in `found`."""
    made: list[Link] = []
    for node in picture.nodes:
        if node.physics is not None and node.physics.joint is not None:
            made.extend(_of_joint(picture, tree, found, node, node.physics.joint))
    for index, number in found.bodies.items():
        made.extend(_of_gravity(found, picture.nodes[index].name, number, gravity))
    return made


def _rigid(node: SceneNode) -> Mat4:
    return rigid_part(node.object_world) or translation(column(node.object_world, 3))


def _of_joint(picture: Picture, tree: Tree, found: Stage, node: SceneNode, joint: JointSettings) -> list[Link]:
    body = tree.body_of[node.index]
    target = None if joint.connected is None else tree.copy_near(node.index, joint.connected.key)
    is_lost = joint.connected is not None and (joint.connected.is_deleted or target is None)
    other = None if target is None else tree.body_of[target]
    if body is None or is_lost or other == body:
        found.note("Joints without two ends hold nothing", node.name)
        return []
    place = _rigid(node)
    if is_mirrored(node.object_world):
        joint = unmirrored(joint)
    if target is not None and joint.attach == "TARGET":
        joint = _from_target(found, node, joint, relative(_rigid(picture.nodes[target]), place))
    first, second = found.bodies[body], WORLD if other is None else found.bodies[other]
    if first == second:
        return []
    masses = [
        found.stand_ins[i].motion.mass for i in (first, second) if i >= 0 and found.stand_ins[i].kind == "dynamic"
    ]
    joint = replace(joint, drives=tuple(_by_force(drive, masses) for drive in joint.drives))
    given = constraints_of(joint)
    for sentence in given.notes:
        if sentence not in _SHOWN_HERE:
            found.note(f"Joints: {sentence}", node.name)
    turned = [*given.constraints, *(_push(key, _stiffness(joint, key) * rest) for key, rest in given.targets)]
    made = [Link(node.name, place, one, first, second) for one in turned]
    return made if joint.use_collision else [*made, *_passing(found, node.name, place, first, second)]


def _passing(found: Stage, name: str, place: Mat4, first: int, second: int) -> list[Link]:
    """Constraints that hold nothing and only let shapes pass through each other, which belong to joined bodies."""
    free = TurnedConstraint(Constraint("GENERIC"))
    some, others = ([number, *found.shapes.get(number, ())] for number in (first, second))
    return [Link(name, place, free, a, b) for a in some for b in others if (a, b) != (first, second)]


_SHOWN_HERE = ("its spring rests where it starts, not at its position target",)


def _stiffness(joint: JointSettings, key: Key) -> float:
    return sum(drive.stiffness for drive in joint.drives if (drive.kind, drive.axis) == key)


def _by_force(drive: DriveSettings, masses: list[float]) -> DriveSettings:
    """A linear drive by acceleration as one by force: the mass that it moves is known here."""
    if drive.mode != "ACCELERATION" or drive.kind != "LINEAR" or not masses:
        return drive
    moved = masses[0] if len(masses) == 1 else masses[0] * masses[1] / (masses[0] + masses[1])
    return replace(drive, mode="FORCE", stiffness=drive.stiffness * moved, damping=drive.damping * moved)


def _push(key: Key, force: float) -> TurnedConstraint:
    """A constant force (N) or torque (N m) on object 2, along or about an axis of the joint."""
    kind, axis = key
    speed = -_UNREACHED if force > 0.0 else _UNREACHED
    return TurnedConstraint(
        Constraint("MOTOR", motors={kind: (speed, abs(force))}, use_collision=True), axes_with(axis, 0)
    )


def _of_gravity(found: Stage, name: str, number: int, gravity: Vec3) -> list[Link]:
    body = found.stand_ins[number]
    strength = length(gravity)
    push = body.motion.mass * strength * (body.motion.gravity_factor - 1.0)
    if body.kind != "dynamic" or push == 0.0:
        return []
    place = column(body.place, 3)
    return [Link(name, _along(gravity, place), _push(("LINEAR", "X"), push), WORLD, number)]


def _along(direction: Vec3, place: Vec3) -> Mat4:
    """A place whose X axis points along a direction."""
    size = length(direction)
    x = (direction[0] / size, direction[1] / size, direction[2] / size)
    helper = (1.0, 0.0, 0.0) if abs(x[0]) < 0.9 else (0.0, 1.0, 0.0)
    y = cross(x, helper)
    size = length(y)
    y = (y[0] / size, y[1] / size, y[2] / size)
    return from_columns(x, y, cross(x, y), place)


# A connected frame that is not where the joint is -------------------------------------------------------------------


def _from_target(found: Stage, node: SceneNode, joint: JointSettings, seen: Mat4 | None) -> JointSettings:
    """The joint with ranges from the pose it starts in: Blender has one pivot for both ends.

    `seen` is the connected frame as the joint sees it.
    """
    if seen is None:
        return joint
    start: dict[Key, float] = {("LINEAR", axis): value for axis, value in zip(AXES, column(seen, 3), strict=True)}
    x, y, z, w = quaternion_of(seen)
    turns = [i for i, part in enumerate((x, y, z)) if abs(part) > 1e-4]
    if len(turns) > 1:
        found.note("Joints whose ends are turned about several axes are held as they start", node.name)
    elif turns:
        start["ANGULAR", AXES[turns[0]]] = _angle((x, y, z)[turns[0]], w)
    return replace(
        joint,
        limits=tuple(one for limit in joint.limits for one in _shifted(limit, start)),
        drives=tuple(_shifted_drive(drive, start) for drive in joint.drives),
    )


def _angle(part: float, w: float) -> float:
    angle = 2.0 * math.atan2(part, w)
    return angle - math.tau if angle > math.pi else angle + math.tau if angle < -math.pi else angle


def _shifted(limit: LimitSettings, start: dict[Key, float]) -> list[LimitSettings]:
    if limit.is_radial:
        return [limit]
    found: list[LimitSettings] = []
    for axis in limit.axes:
        offset = start.get((limit.kind, axis), 0.0)
        low = None if limit.min is None else limit.min - offset
        high = None if limit.max is None else limit.max - offset
        found.append(replace(limit, axes=axis, min=low, max=high))
    return found


def _shifted_drive(drive: DriveSettings, start: dict[Key, float]) -> DriveSettings:
    if drive.position_target is None:
        return drive
    return replace(drive, position_target=drive.position_target - start.get((drive.kind, drive.axis), 0.0))
