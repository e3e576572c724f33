# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What an author set, in plain words: joints, limits, drives and shapes. Axes and units are Blender's.

Lengths are in meters, angles in degrees. Nothing here ends with a period, so that it fits labels and tooltips.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from .model import Box, Capsule, Cylinder, Sphere
from .place import MeshShape, Placed, Unplaceable
from .scene import DriveSettings, JointSettings, LimitSettings

_VERBS = {"LINEAR": ("slides", "along"), "ANGULAR": ("turns", "about")}


def number(value: float) -> str:
    """At most four significant digits, without trailing zeros or exponents for everyday sizes."""
    if not math.isfinite(value):
        return "infinity" if value > 0.0 else "-infinity" if value < 0.0 else "an invalid number"
    if abs(value) >= 1000.0:
        return f"{value:.0f}" if abs(value) < 1e7 else f"{value:.4g}"
    text = f"{value:.4g}"
    return "0" if text == "-0" else text


def amount(value: float, kind: str) -> str:
    """A distance in meters, or an angle given in radians, with its unit."""
    if kind == "LINEAR":
        return f"{number(value)} m"
    return _counted(math.degrees(value))


def _counted(degrees: float) -> str:
    text = number(degrees)
    return f"{text} degree" if text in ("1", "-1") else f"{text} degrees"


def axis_names(axes: str) -> str:
    """Axes such as XYZ as "X, Y and Z"."""
    return axes if len(axes) < 2 else f"{', '.join(axes[:-1])} and {axes[-1]}"


@dataclass(frozen=True, slots=True)
class _Range:
    """What is left to one degree of freedom; None is unbounded."""

    low: float | None = None
    high: float | None = None
    is_soft: bool = False

    def within(self, limit: LimitSettings) -> _Range:
        low = self.low if limit.min is None else limit.min if self.low is None else max(self.low, limit.min)
        high = self.high if limit.max is None else limit.max if self.high is None else min(self.high, limit.max)
        return _Range(low, high, self.is_soft or limit.stiffness is not None)

    @property
    def is_free(self) -> bool:
        return self.low is None and self.high is None

    @property
    def is_locked(self) -> bool:
        return self.low is not None and self.low == self.high

    @property
    def is_empty(self) -> bool:
        return self.low is not None and self.high is not None and self.low > self.high


def range_words(low: float | None, high: float | None, kind: str) -> str:
    """Bounds such as "from -10 to 80 degrees", "at least 1 m", "at 2 m" or "freely"."""
    if low is None and high is None:
        return "freely"
    if high is None:
        assert low is not None
        return f"at least {amount(low, kind)}"
    if low is None:
        return f"at most {amount(high, kind)}"
    if low == high:
        return f"at {amount(low, kind)}"
    first = number(math.degrees(low) if kind == "ANGULAR" else low)
    return f"from {first} to {amount(high, kind)}"


def _ranges(limits: tuple[LimitSettings, ...], kind: str) -> dict[str, _Range]:
    ranges = {axis: _Range() for axis in "XYZ"}
    for limit in limits:
        if limit.kind == kind and not _is_shared(limit):
            for axis in limit.axes:
                ranges[axis] = ranges[axis].within(limit)
    return ranges


def _is_shared(limit: LimitSettings) -> bool:
    """Whether a limit bounds a distance or angle of several axes together, and not just each to one value."""
    return limit.is_radial and len(limit.axes) > 1 and not (limit.min in (0.0, None) and limit.max == 0.0)


def _freedom(limits: tuple[LimitSettings, ...], kind: str) -> list[str]:
    """What a joint allows of one kind, as phrases; an empty list where everything is locked at rest."""
    shared = [limit for limit in limits if limit.kind == kind and _is_shared(limit)]
    taken = {axis for limit in shared for axis in limit.axes}
    groups: dict[_Range, str] = {}
    for axis, found in _ranges(limits, kind).items():
        if not (found.is_free and axis in taken):
            groups[found] = groups.get(found, "") + axis
    verb, preposition = _VERBS[kind]
    phrases: list[str] = []
    for found, axes in groups.items():
        soft = ", softly" if found.is_soft else ""
        where = f"{preposition} {axis_names(axes)}"
        if found.is_empty:
            phrases.append(f"has no room {where}, its minimum is above its maximum")
        elif found.is_free:
            phrases.append(f"{verb} freely" if axes == "XYZ" else f"{verb} freely {where}")
        elif not (found.is_locked and found.low == 0.0):
            phrases.append(f"{verb} {where} {range_words(found.low, found.high, kind)}{soft}")
        elif found.is_soft:
            phrases.append(f"springs back {where}")
    return phrases + [_shared_words(limit) for limit in shared]


def _shared_words(limit: LimitSettings) -> str:
    soft = ", softly" if limit.stiffness is not None else ""
    low = None if limit.min is not None and limit.min <= 0.0 and limit.max is not None else limit.min
    bounds = range_words(low, limit.max, limit.kind)
    others = "".join(axis for axis in "XYZ" if axis not in limit.axes)
    if limit.kind == "LINEAR":
        origin = f"the {others} axis" if others else "the joint"
        return f"stays {bounds} away from {origin}{soft}"
    if others:
        return f"swings {bounds} away from {others}{soft}"
    return f"turns {bounds} in all{soft}"


def limit_words(limit: LimitSettings) -> str:
    """One limit, for a list: "Turn Z from -10 to 80 degrees", "Slide X, Y and Z locked"."""
    verb = "Turn" if limit.kind == "ANGULAR" else "Slide"
    if not limit.axes:
        return f"{verb}: no axis"
    if _is_shared(limit):
        text = _shared_words(limit)
        return text[0].upper() + text[1:]
    found = _Range().within(limit)
    what = "locked" if found.is_locked and found.low == 0.0 else range_words(found.low, found.high, limit.kind)
    return f"{verb} {axis_names(limit.axes)} {what}{', soft' if found.is_soft else ''}"


def drive_words(drive: DriveSettings) -> str:
    """One drive, for a list: "Motor about Z at 90 degrees per second", "Spring along X to 0 m"."""
    where = f"{_VERBS[drive.kind][1]} {drive.axis}"
    has_spring = drive.position_target is not None and drive.stiffness > 0.0
    has_motor = drive.velocity_target is not None and drive.damping > 0.0
    if not has_spring and not has_motor:
        brake = drive.damping > 0.0
        return f"Brake {where}" if brake and drive.position_target is None else f"Drive {where} without effect"
    parts = ["Spring" if has_spring else "Motor", where]
    if has_spring and drive.position_target is not None:
        parts.append(f"to {amount(drive.position_target, drive.kind)}")
    if has_motor and drive.velocity_target is not None:
        parts.append(f"at {amount(drive.velocity_target, drive.kind)} per second")
    return " ".join(parts)


def joint_phrases(joint: JointSettings) -> list[str]:
    """What a joint allows, what drives it and what it is connected to, each a phrase."""
    freedom = _freedom(joint.limits, "LINEAR")
    turning = _freedom(joint.limits, "ANGULAR")
    other = "the world" if joint.connected is None else joint.connected.name
    phrases = _together(freedom, turning)
    phrases += [drive_words(drive)[0].lower() + drive_words(drive)[1:] for drive in joint.drives]
    phrases = phrases or ["fixed in place"]
    phrases[0] = phrases[0][0].upper() + phrases[0][1:]
    gone = " (deleted)" if joint.connected is not None and joint.connected.is_deleted else ""
    return [*phrases, f"connected to {other}{gone}"]


def _together(sliding: list[str], turning: list[str]) -> list[str]:
    if sliding == ["slides freely"] and turning == ["turns freely"]:
        return ["moves and turns freely"]
    if sliding == ["slides freely"]:
        return ["moves freely", *(turning or ["does not turn"])]
    return [*sliding, *turning]


def joint_words(joint: JointSettings) -> str:
    """A joint in one line: "Turns about Z from -10 to 80 degrees; connected to Frame"."""
    return "; ".join(joint_phrases(joint))


def placed_words(placed: Placed | Unplaceable) -> str:
    """The shape that will be written: "Box 1 x 2 x 0.5 m", or why there is none."""
    if isinstance(placed, Unplaceable):
        return f"Nothing: {placed.reason}"
    return geometry_words(placed.geometry)


def geometry_words(geometry: Box | Sphere | Capsule | Cylinder | MeshShape) -> str:
    """A shape with its dimensions."""
    if isinstance(geometry, Box):
        return f"Box {' x '.join(map(number, geometry.size))} m"
    if isinstance(geometry, Sphere):
        return f"Sphere of radius {number(geometry.radius)} m"
    if isinstance(geometry, MeshShape):
        if geometry.kind == "CONVEX":
            return f"Hull of {len(geometry.data.hull()[0])} points"
        return f"{len(geometry.data.triangles())} triangles"
    bottom, top, height = geometry.radius_bottom, geometry.radius_top, geometry.height
    radii = number(bottom) if bottom == top else f"{number(bottom)} to {number(top)}"
    if isinstance(geometry, Capsule):
        return f"Capsule of radius {radii} m, {number(bottom + height + top)} m long"
    return f"Cylinder of radius {radii} m, {number(height)} m high"
