# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Blender's rigid body constraints as limits and drives, and back.

Signs as measured in Blender's simulation: a linear limit is that of object 2 seen from object 1, as ours of the
connected object seen from the joint's body. An angular limit [lower, upper] lets object 2 turn from -upper to -lower.
A motor pushes object 1. Lengths in m, angles in rad; all in the constraint object's own axes.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from ..physics.scene import DriveSettings, JointSettings, LimitSettings

AXES = "XYZ"
KINDS = ("LINEAR", "ANGULAR")
UNBOUNDED = {"LINEAR": 1e5, "ANGULAR": math.pi}
"""What stands for a missing bound where the other bound is there: Blender has both or none."""
STRONGEST = 1e6
"""Largest impulse of a motor without a largest force."""
STEADY = 10.0
"""Damping of a motor's drive for each unit of its largest force: that force is reached 0.1 m/s or rad/s off."""
_MOST_ABOUT_Y = math.radians(85.0)

Key = tuple[str, str]
"""Kind and axis, such as ("ANGULAR", "Z")."""
Range = tuple[float, float]


@dataclass(slots=True)
class Constraint:
    """What a rigid body constraint of Blender holds; only what is switched on is there.

    `limits`: lower and upper bound, `springs`: stiffness and damping, `motors`: target velocity and largest impulse
    by kind; a motor acts along and about X.
    """

    type: str = "GENERIC"
    limits: dict[Key, Range] = field(default_factory=dict[Key, Range])
    springs: dict[Key, Range] = field(default_factory=dict[Key, Range])
    motors: dict[str, Range] = field(default_factory=dict[str, Range])
    is_old_spring: bool = False
    use_collision: bool = False


@dataclass(frozen=True, slots=True)
class Taken:
    """Limits and drives that came of a constraint, and sentences on what had no counterpart."""

    limits: tuple[LimitSettings, ...]
    drives: tuple[DriveSettings, ...]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TurnedConstraint:
    """A constraint whose object must stand at the joint's place with its axes exchanged.

    Axis i of the constraint object is the joint's axis `axes[i]`: "XYZ", "YZX" or "ZXY", so it stays right-handed.
    """

    constraint: Constraint
    axes: str = AXES


@dataclass(frozen=True, slots=True)
class Given:
    """The constraints that a joint needs (springs and limits in the first, motors apart) and what none can say.

    `targets` holds the rest positions of springs that are not 0, by kind and axis of the joint: Blender's springs
    rest where they start.
    """

    constraints: tuple[TurnedConstraint, ...]
    notes: tuple[str, ...] = ()
    targets: tuple[tuple[Key, float], ...] = ()


# Blender -> ours ------------------------------------------------------------------------------------------------------

# Which axes a type locks, and which its own limits bound.
_LOCKED: dict[str, tuple[str, str]] = {
    "FIXED": ("XYZ", "XYZ"),
    "POINT": ("XYZ", ""),
    "HINGE": ("XYZ", "XY"),
    "SLIDER": ("YZ", "XYZ"),
    "PISTON": ("YZ", "YZ"),
    "GENERIC": ("", ""),
    "GENERIC_SPRING": ("", ""),
    "MOTOR": ("", ""),
}
_IN_ORDER: tuple[Key, ...] = tuple((kind, axis) for kind in KINDS for axis in AXES)
_ALL: frozenset[Key] = frozenset(_IN_ORDER)
_BOUNDED: dict[str, frozenset[Key]] = {
    "HINGE": frozenset({("ANGULAR", "Z")}),
    "SLIDER": frozenset({("LINEAR", "X")}),
    "PISTON": frozenset({("LINEAR", "X"), ("ANGULAR", "X")}),
    "GENERIC": _ALL,
    "GENERIC_SPRING": _ALL,
}


def joint_of(constraint: Constraint, is_swapped: bool = False) -> Taken:
    """The limits and drives of a joint that belongs to object 1 and is connected to object 2.

    With `is_swapped` it belongs to object 2 instead, so that everything is seen from there.
    """
    notes: tuple[str, ...] = ()
    if constraint.type == "GENERIC_SPRING" and constraint.springs and constraint.is_old_spring:
        notes = ("its springs are of the type Blender 2.7, which damps in another way",)
    return Taken(_limits_of(constraint, is_swapped), _drives_of(constraint, is_swapped), notes)


def _limits_of(constraint: Constraint, is_swapped: bool) -> tuple[LimitSettings, ...]:
    linear, angular = _LOCKED[constraint.type]
    locked = {"LINEAR": set(linear), "ANGULAR": set(angular)}
    ranges: list[LimitSettings] = []
    for kind, axis in _IN_ORDER:
        bounds = constraint.limits.get((kind, axis))
        # Blender leaves an axis free whose lower bound is above the upper one.
        if bounds is None or (kind, axis) not in _BOUNDED.get(constraint.type, ()) or bounds[0] > bounds[1]:
            continue
        if bounds == (0.0, 0.0):
            locked[kind].add(axis)
        else:
            low, high = _seen(bounds, (kind == "ANGULAR") != is_swapped)
            ranges.append(LimitSettings(kind, axis, low, high))
    held = (LimitSettings(kind, "".join(sorted(axes)), 0.0, 0.0) for kind, axes in locked.items() if axes)
    return (*held, *ranges)


def _drives_of(constraint: Constraint, is_swapped: bool) -> tuple[DriveSettings, ...]:
    if constraint.type == "GENERIC_SPRING":
        found = [(key, constraint.springs[key]) for key in _IN_ORDER if key in constraint.springs]
        return tuple(
            DriveSettings(kind, axis, position_target=0.0, stiffness=stiffness, damping=damping)
            for (kind, axis), (stiffness, damping) in found
        )
    if constraint.type != "MOTOR":
        return ()
    sign = 1.0 if is_swapped else -1.0
    return tuple(
        DriveSettings(kind, "X", max_force=force, velocity_target=sign * speed + 0.0, damping=STEADY * force)
        for kind, (speed, force) in ((kind, constraint.motors[kind]) for kind in KINDS if kind in constraint.motors)
    )


def _seen(bounds: Range, is_turned: bool) -> Range:
    return (0.0 - bounds[1], 0.0 - bounds[0]) if is_turned else bounds


def does_the_same(a: JointSettings, b: JointSettings) -> bool:
    """Whether two joints between the same bodies limit and drive the same axes in the same way."""
    return (
        a.use_collision == b.use_collision
        and _near_all(_ranges(a, []), _ranges(b, []))
        and sorted(map(repr, a.drives)) == sorted(map(repr, b.drives))
    )


def _near_all(a: dict[Key, Range], b: dict[Key, Range]) -> bool:
    return a.keys() == b.keys() and all(
        math.isclose(p, q, rel_tol=1e-5, abs_tol=1e-6) for key in a for p, q in zip(a[key], b[key], strict=True)
    )


# Ours -> Blender ------------------------------------------------------------------------------------------------------


def constraints_of(joint: JointSettings) -> Given:
    """The constraints between the joint's body (object 1) and the connected one (object 2) that do what a joint does.

    Ranges are measured from the pose in which both ends coincide, which is the one that Blender starts in.
    """
    notes: list[str] = []
    ranges = _ranges(joint, notes)
    springs: dict[Key, Range] = {}
    targets: dict[Key, float] = {}
    motors: list[TurnedConstraint] = []
    for drive in joint.drives:
        if drive.mode == "ACCELERATION":
            notes.append("a drive by acceleration becomes one by force")
        pulls = drive.position_target is not None and drive.stiffness > 0.0
        if drive.velocity_target and drive.damping > 0.0:
            motors.append(_motor(drive, joint.use_collision))
            if pulls:
                notes.append("a drive with a position and a velocity becomes a motor, without its spring")
        elif pulls or (drive.damping > 0.0 and (drive.position_target, drive.velocity_target) != (None, None)):
            springs[drive.kind, drive.axis] = (drive.stiffness if pulls else 0.0, drive.damping)
            if drive.max_force is not None:
                notes.append("the largest force of its spring is lost")
            if pulls and drive.position_target:
                targets[drive.kind, drive.axis] = drive.position_target
    found = [_main(ranges, springs, joint.use_collision)] if ranges or springs or not motors else []
    if targets:
        notes.append("its spring rests where it starts, not at its position target")
    return Given((*found, *motors), tuple(dict.fromkeys(notes)), tuple(targets.items()))


def _ranges(joint: JointSettings, notes: list[str]) -> dict[Key, Range]:
    """What each axis is limited to, in our sense; several limits of one axis leave what all of them allow."""
    found: dict[Key, Range] = {}
    for limit in joint.limits:
        if limit.min is None and limit.max is None:
            continue
        if limit.stiffness is not None:
            notes.append("a soft limit becomes a hard one")
        most = UNBOUNDED[limit.kind]
        low, high = (-most if limit.min is None else limit.min), (most if limit.max is None else limit.max)
        if limit.is_radial and len(limit.axes) > 1 and (low, high) != (0.0, 0.0):
            notes.append("a radial limit becomes a limit of each axis")
            low = -high
        for axis in limit.axes:
            before = found.get((limit.kind, axis), (-math.inf, math.inf))
            found[limit.kind, axis] = (max(low, before[0]), min(high, before[1]))
    for key, (low, high) in found.items():
        if low > high:
            # Blender would take it for free.
            notes.append("a limit with its bounds exchanged holds at their middle")
            middle = (low + high) / 2.0
            found[key] = (middle, middle)
    return found


def _motor(drive: DriveSettings, use_collision: bool) -> TurnedConstraint:
    force = STRONGEST if drive.max_force is None else drive.max_force
    assert drive.velocity_target is not None
    motors = {drive.kind: (0.0 - drive.velocity_target, force)}
    return TurnedConstraint(Constraint("MOTOR", motors=motors, use_collision=use_collision), axes_with(drive.axis, 0))


def axes_with(axis: str, place: int) -> str:
    """The right-handed exchange of axes that puts an axis first (0), second or third."""
    return next(axes for axes in ("XYZ", "YZX", "ZXY") if axes[place] == axis)


def _main(ranges: dict[Key, Range], springs: dict[Key, Range], use_collision: bool) -> TurnedConstraint:
    kind, axes = ("GENERIC_SPRING", "") if springs else _type_of(ranges)
    axes = axes or _with_narrow_middle(ranges)
    made = Constraint(kind, use_collision=use_collision)
    for (what, axis), bounds in ranges.items():
        place = (what, AXES[axes.index(axis)])
        if place in _BOUNDED.get(kind, ()):
            made.limits[place] = _seen(bounds, what == "ANGULAR")
    made.springs = {(what, AXES[axes.index(axis)]): values for (what, axis), values in springs.items()}
    return TurnedConstraint(made, axes)


def _type_of(ranges: dict[Key, Range]) -> tuple[str, str]:
    """The type of constraint that leaves free what the ranges do, and its axes; no axes for a generic one."""
    slides, turns = ("".join(a for a in AXES if ranges.get((kind, a)) != (0.0, 0.0)) for kind in KINDS)
    if not slides and not turns:
        return "FIXED", AXES
    if not slides and len(turns) == 1:
        return "HINGE", axes_with(turns, 2)
    if not slides and turns == AXES and not any(kind == "ANGULAR" for kind, _ in ranges):
        return "POINT", AXES
    if len(slides) == 1 and turns in ("", slides):
        return ("PISTON" if turns else "SLIDER"), axes_with(slides, 0)
    return "GENERIC", ""


def _with_narrow_middle(ranges: dict[Key, Range]) -> str:
    """Bullet stops at about 85 degrees about the middle axis, so the axis that turns least stands there."""

    def reach(axis: str) -> float:
        low, high = ranges.get(("ANGULAR", axis), (-math.pi, math.pi))
        return max(abs(low), abs(high))

    if reach("Y") <= _MOST_ABOUT_Y:
        return AXES
    return axes_with(min(AXES, key=lambda axis: (reach(axis), axis != "Y")), 1)
