# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""A joint's settings -> those that the fix of a problem leaves behind. What has no such problem stays as it is."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace

from ..formats.common.axes import negated
from ..physics.scene import DriveSettings, JointSettings, LimitSettings
from .godot_joints import one_sided_limits, read_as_godot
from .limits import drive_problem, is_locked, is_range_on_several_axes, is_split, overlapping_drives, overlapping_limits

_FAR_METERS = 1000.0
# A spring that swings about once a second, half as damped as it takes to swing no more, moving 1 kg.
_STIFFNESS = (2.0 * math.pi) ** 2
_DAMPING = 2.0 * math.pi
_MOTOR_DAMPING = 10.0

LOCKED = (LimitSettings("LINEAR", "XYZ"), LimitSettings("ANGULAR", "XYZ"))


def lock(joint: JointSettings) -> JointSettings:
    """A joint that holds everything, for one that holds nothing."""
    return replace(joint, limits=LOCKED) if not joint.limits and not joint.drives else joint


def _each_limit(joint: JointSettings, change: Callable[[LimitSettings], LimitSettings]) -> JointSettings:
    return replace(joint, limits=tuple(map(change, joint.limits)))


def split(joint: JointSettings) -> JointSettings:
    """One limit an axis in place of one for several that readers may misread or the exporter splits."""
    limits: list[LimitSettings] = []
    for limit in joint.limits:
        if not limit.is_radial and (is_range_on_several_axes(limit) or is_split(limit)):
            limits.extend(replace(limit, axes=axis) for axis in limit.axes)
        else:
            limits.append(limit)
    return replace(joint, limits=tuple(limits))


def remove_idle_limits(joint: JointSettings) -> JointSettings:
    """Without limits that have no axis or no bound."""
    kept = (limit for limit in joint.limits if limit.axes and not (limit.min is None and limit.max is None))
    return replace(joint, limits=tuple(kept))


def add_bounds(joint: JointSettings, y_up: bool = True) -> JointSettings:
    """The bounds that Godot's hinges and sliders need, out of reach: half a turn, or 1000 m."""
    limits = list(joint.limits)
    for number in one_sided_limits(read_as_godot(joint, y_up)):
        limit = limits[number - 1]
        far = math.pi if limit.kind == "ANGULAR" else _FAR_METERS
        if limit.min is None and limit.max is not None:
            limits[number - 1] = replace(limit, min=min(-far, limit.max))
        elif limit.min is not None:
            limits[number - 1] = replace(limit, max=max(far, limit.min))
    return replace(joint, limits=tuple(limits))


def swap_bounds(joint: JointSettings) -> JointSettings:
    """The smaller bound as the minimum."""

    def change(limit: LimitSettings) -> LimitSettings:
        if limit.min is None or limit.max is None or limit.min <= limit.max:
            return limit
        return replace(limit, min=limit.max, max=limit.min)

    return _each_limit(joint, change)


def radial_from_zero(joint: JointSettings) -> JointSettings:
    """Distances that start at 0."""

    def change(limit: LimitSettings) -> LimitSettings:
        if limit.is_radial and len(limit.axes) > 1 and limit.min is not None and limit.min < 0.0:
            return replace(limit, min=0.0)
        return limit

    return _each_limit(joint, change)


def harden(joint: JointSettings) -> JointSettings:
    """Hard limits in place of soft ones without stiffness."""
    return _each_limit(
        joint, lambda it: replace(it, stiffness=None) if it.stiffness is not None and it.stiffness <= 0.0 else it
    )


def soften(joint: JointSettings) -> JointSettings:
    """Stiffness 1 and damping 1 in place of hard limits: what holds in both of Godot's engines."""
    return _each_limit(joint, lambda it: replace(it, stiffness=1.0, damping=1.0) if it.stiffness is None else it)


def drop_overlaps(joint: JointSettings) -> JointSettings:
    """Without what engines ignore: the earlier of two limits or drives about one axis."""
    axes = [limit.axes for limit in joint.limits]
    for earlier, _, shared in overlapping_limits(joint.limits):
        axes[earlier] = "".join(axis for axis in axes[earlier] if axis not in shared)
    limits = (
        replace(limit, axes=left) for limit, left in zip(joint.limits, axes, strict=True) if left or not limit.axes
    )
    ignored = {earlier for earlier, _ in overlapping_drives(joint.drives)}
    drives = (drive for i, drive in enumerate(joint.drives) if i not in ignored)
    return replace(joint, limits=tuple(limits), drives=tuple(drives))


def wake_drives(joint: JointSettings, mass: float = 1.0) -> JointSettings:
    """Drives that do what they say, with a strength for a body of `mass` kg; those that cannot are gone."""
    drives: list[DriveSettings] = []
    for drive in joint.drives:
        woken = _woken(joint, drive, mass) if drive_problem(joint, drive) else drive
        if woken is not None:
            drives.append(woken)
    return replace(joint, drives=tuple(drives))


def _woken(joint: JointSettings, drive: DriveSettings, mass: float) -> DriveSettings | None:
    if is_locked(joint, drive.kind, drive.axis):
        return None
    if drive.position_target is None and drive.velocity_target is None:
        if drive.stiffness > 0.0:
            drive = replace(drive, position_target=0.0)
        elif drive.damping > 0.0:
            drive = replace(drive, velocity_target=0.0)
        else:
            return None
    if drive.max_force is not None and drive.max_force <= 0.0:
        drive = replace(drive, max_force=None)
    strength = mass if mass > 0.0 else 1.0
    if drive.position_target is not None and drive.stiffness <= 0.0:
        damping = drive.damping or round(_DAMPING * strength, 3)
        drive = replace(drive, stiffness=round(_STIFFNESS * strength, 3), damping=damping)
    if drive.velocity_target is not None and drive.damping <= 0.0:
        drive = replace(drive, damping=round(_MOTOR_DAMPING * strength, 3))
    return drive


def use_force(joint: JointSettings, mass: float = 1.0) -> JointSettings:
    """Forces in place of accelerations: those that move a body of `mass` kg as fast along an axis.

    About an axis the mass says little, so those numbers stay.
    """

    def change(drive: DriveSettings) -> DriveSettings:
        if drive.mode != "ACCELERATION":
            return drive
        by = mass if drive.kind == "LINEAR" and mass > 0.0 else 1.0
        return replace(drive, mode="FORCE", stiffness=drive.stiffness * by, damping=drive.damping * by)

    return replace(joint, drives=tuple(map(change, joint.drives)))


def free_hinge_axis(joint: JointSettings) -> str:
    """The one axis about which the joint turns; empty where there is none or more than one."""
    free = [axis for axis in "XYZ" if not _is_fixed_angle(joint, axis)]
    return free[0] if len(free) == 1 else ""


def _is_fixed_angle(joint: JointSettings, axis: str) -> bool:
    for limit in reversed(joint.limits):
        if limit.kind == "ANGULAR" and axis in limit.axes:
            return limit.min is not None and limit.max is not None and max(abs(limit.min), abs(limit.max)) < 1e-5
    return False


# What an axis of the joint becomes when the joint's object turns so that the named axis is its Z.
_TURNED = {"X": {"X": ("Z", 1), "Y": ("Y", 1), "Z": ("X", -1)}, "Y": {"X": ("X", 1), "Y": ("Z", 1), "Z": ("Y", -1)}}


def turn_to_z(joint: JointSettings, axis: str) -> JointSettings:
    """The same joint for an object turned by 90 degrees, so that `axis` (X or Y) is its Z.

    For X the object turns by 90 degrees about its Y, for Y by -90 degrees about its X.
    """
    names = _TURNED[axis]
    limits: list[LimitSettings] = []
    for limit in joint.limits:
        limits.extend(_turned_limit(limit, names))
    return replace(joint, limits=tuple(limits), drives=tuple(_turned_drive(drive, names) for drive in joint.drives))


def _turned_limit(limit: LimitSettings, names: dict[str, tuple[str, int]]) -> list[LimitSettings]:
    same = "".join(sorted(names[axis][0] for axis in limit.axes if names[axis][1] > 0))
    flipped = "".join(names[axis][0] for axis in limit.axes if names[axis][1] < 0)
    is_even = limit.min is not None and limit.max is not None and limit.min == -limit.max
    if not flipped or is_even or (limit.is_radial and len(limit.axes) > 1):
        return [replace(limit, axes="".join(sorted(same + flipped)))]
    other = replace(_negated_limit(limit), axes=flipped)
    return [replace(limit, axes=same), other] if same else [other]


def _turned_drive(drive: DriveSettings, names: dict[str, tuple[str, int]]) -> DriveSettings:
    axis, sign = names[drive.axis]
    turned = replace(drive, axis=axis)
    return _negated_drive(turned) if sign < 0 else turned


def swap_ends(joint: JointSettings) -> JointSettings:
    """The same joint seen from its other end, which stands at the same place with the same axes."""
    limits = (it if it.is_radial and len(it.axes) > 1 else _negated_limit(it) for it in joint.limits)
    return replace(joint, limits=tuple(limits), drives=tuple(map(_negated_drive, joint.drives)))


def _negated_limit(limit: LimitSettings) -> LimitSettings:
    return replace(limit, min=_minus(limit.max), max=_minus(limit.min))


def _negated_drive(drive: DriveSettings) -> DriveSettings:
    return replace(drive, position_target=_minus(drive.position_target), velocity_target=_minus(drive.velocity_target))


def _minus(value: float | None) -> float | None:
    return None if value is None else negated(value)
