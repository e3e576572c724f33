# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Rules about the limits and drives of a joint: they depend on its settings alone."""

from __future__ import annotations

from ..formats.common.axes import limit_to_gltf
from ..physics.scene import DriveSettings, JointSettings, LimitSettings
from ..physics.words import axes_words, number
from .review import Finding


def limit_findings(joint: JointSettings, y_up: bool, for_godot: bool, mirrored: bool = False) -> list[Finding]:
    """What is odd about the limits."""
    found: list[Finding] = []
    for place, limit in enumerate(joint.limits, 1):
        if limit.axes:
            found.extend(
                (code, f"limit {place} ({_where(limit)}) {text}")
                for code, text in _one_limit(limit, y_up, for_godot, mirrored)
            )
    return found + _overlaps(joint)


def _where(limit: LimitSettings) -> str:
    return f"{'along' if limit.kind == 'LINEAR' else 'about'} {axes_words(limit.axes)}"


def _one_limit(limit: LimitSettings, y_up: bool, for_godot: bool, mirrored: bool) -> list[Finding]:
    low, high = limit.min, limit.max
    if low is None and high is None:
        return [("limit-no-bound", "has neither a minimum nor a maximum; it limits nothing")]
    found: list[Finding] = []
    if low is not None and high is not None and low > high:
        text = f"has a minimum of {number(low)} above its maximum of {number(high)}; engines differ on what that means"
        found.append(("limit-min-above-max", text))
    if limit.stiffness is not None and limit.stiffness <= 0.0:
        found.append(("limit-stiffness-zero", "is soft with a stiffness of 0; nothing pushes back"))
    if is_range_on_several_axes(limit, y_up, mirrored):
        if not limit.is_radial:
            text = "has one range for several axes; some engines read it for each, some as one distance or cone"
            found.append(("limit-several-axes", text))
        elif low is not None and low < 0.0:
            text = f"is radial with a minimum of {number(low)}; a distance is never below 0"
            found.append(("limit-radial-negative", text))
        elif for_godot:
            found.append(("limit-radial", "is radial; Godot reads its range for each axis by itself"))
    return found


def is_range_on_several_axes(limit: LimitSettings, y_up: bool = True, mirrored: bool = False) -> bool:
    """Whether the file gets an axis list of several axes with bounds other than 0 and 0."""
    if len(limit.axes) < 2 or limit.min == limit.max == 0.0:
        return False
    return any(len(w.linear_axes) + len(w.angular_axes) > 1 for w in limit_to_gltf(limit, y_up, mirrored))


def is_split(limit: LimitSettings, y_up: bool = True) -> bool:
    """Whether the file gets more than one limit for it."""
    return len(limit_to_gltf(limit, y_up)) > 1


def overlapping_limits(limits: tuple[LimitSettings, ...]) -> list[tuple[int, int, str]]:
    """Pairs of limits about an axis they share: index of the earlier, of the later, and the shared axes."""
    last: dict[tuple[str, str], int] = {}
    found: dict[tuple[int, int], str] = {}
    for index, limit in enumerate(limits):
        for axis in limit.axes:
            earlier = last.get((limit.kind, axis))
            if earlier is not None:
                found[earlier, index] = found.get((earlier, index), "") + axis
            last[limit.kind, axis] = index
    return [(a, b, axes) for (a, b), axes in found.items()]


def overlapping_drives(drives: tuple[DriveSettings, ...]) -> list[tuple[int, int]]:
    """Pairs of drives of one kind and axis: index of the earlier and of the later."""
    last: dict[tuple[str, str], int] = {}
    found: list[tuple[int, int]] = []
    for index, drive in enumerate(drives):
        key = (drive.kind, drive.axis)
        if key in last:
            found.append((last[key], index))
        last[key] = index
    return found


def _overlaps(joint: JointSettings) -> list[Finding]:
    found: list[Finding] = []
    for a, b, axes in overlapping_limits(joint.limits):
        where = f"{'along' if joint.limits[b].kind == 'LINEAR' else 'about'} {axes_words(axes)}"
        found.append(("limit-overlap", f"limits {a + 1} and {b + 1} are both {where}; engines keep the last"))
    for a, b in overlapping_drives(joint.drives):
        where = _drive_where(joint.drives[b])
        found.append(("drive-overlap", f"drives {a + 1} and {b + 1} are both {where}; engines keep the last"))
    return found


def _drive_where(drive: DriveSettings) -> str:
    return f"{'along' if drive.kind == 'LINEAR' else 'about'} {drive.axis}"


def drive_findings(joint: JointSettings, for_godot: bool) -> list[Finding]:
    """What is odd about the drives."""
    found: list[Finding] = []
    for place, drive in enumerate(joint.drives, 1):
        name = f"drive {place} ({_drive_where(drive)})"
        problem = drive_problem(joint, drive)
        if problem:
            found.append(("drive-no-effect", f"{name} {problem}"))
        if for_godot and drive.mode == "ACCELERATION":
            text = f"{name} gives an acceleration; Godot takes its numbers for forces, whatever the mass"
            found.append(("drive-acceleration", text))
    return found


def drive_problem(joint: JointSettings, drive: DriveSettings) -> str:
    """Why a drive does nothing or only half of what it says; empty where it works."""
    if drive.position_target is None and drive.velocity_target is None:
        return "has no target; it does nothing"
    if drive.max_force is not None and drive.max_force <= 0.0:
        return "has a maximum force of 0; it does nothing"
    if is_locked(joint, drive.kind, drive.axis):
        return "drives an axis that a limit locks; it does nothing"
    if drive.position_target is not None and drive.stiffness <= 0.0:
        return "has a position but no stiffness; nothing pulls toward it"
    if drive.velocity_target is not None and drive.damping <= 0.0:
        return "has a velocity but no damping; nothing drives it"
    return ""


def is_locked(joint: JointSettings, kind: str, axis: str) -> bool:
    """Whether the last limit on an axis leaves no room and is hard."""
    for limit in reversed(joint.limits):
        if limit.kind == kind and axis in limit.axes:
            return limit.min is not None and limit.min == limit.max and limit.stiffness is None
    return False
