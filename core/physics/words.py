# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Joints, limits, drives and shapes in plain words, as the interface shows them."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from ..ground.linear import Vec3
from .model import Box, Capsule, Cylinder, Sphere
from .scene import DriveSettings, JointSettings, LimitSettings

Bounds = tuple[float | None, float | None]

_TOLERANCE = 1e-6
_AXES = "XYZ"


def number(value: float) -> str:
    """A number with as many digits as help: at most four behind the point."""
    text = f"{value:.4f}".rstrip("0").rstrip(".") if abs(value) < 1e6 else f"{value:.6g}"
    return "0" if text == "-0" else text


@dataclass(frozen=True, slots=True)
class Units:
    """Writes lengths in the unit the author uses; angles are degrees."""

    length: Callable[[float], str] = lambda value: f"{number(value)} m"

    def range(self, low: float, high: float, kind: str) -> str:
        """Two amounts with one unit where that is possible: "-10 to 80 degrees"."""
        if kind == "ANGULAR":
            return f"{_degrees(low)} to {_degrees(high)} degrees"
        first, second = self.length(low), self.length(high)
        value, _, unit = first.partition(" ")
        return f"{value} to {second}" if unit and second.endswith(f" {unit}") else f"{first} to {second}"

    def amount(self, value: float, kind: str) -> str:
        """One amount: "80 degrees" or "2 m"."""
        return f"{_degrees(value)} degrees" if kind == "ANGULAR" else self.length(value)


METERS = Units()


def _degrees(value: float) -> str:
    return number(round(math.degrees(value), 2))


def axes_words(axes: Iterable[str]) -> str:
    """Axes as "X", "X and Z" or "X, Y and Z"."""
    names = list(axes)
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


# --- joints ---------------------------------------------------------------------------------------------------------


def joint_words(joint: JointSettings, units: Units = METERS) -> str:
    """The whole joint as a sentence: "Turns about Z from -10 to 80 degrees; connected to Frame"."""
    parts = [_motion_words(joint.limits, units), *(drive_words(drive, units) for drive in joint.drives)]
    if joint.connected is None:
        parts.append("connected to the world")
    elif joint.connected.is_deleted:
        parts.append(f"connected to {joint.connected.name}, which was deleted")
    else:
        parts.append(f"connected to {joint.connected.name}")
    sentence = "; ".join(parts)
    return sentence[:1].upper() + sentence[1:]


def _motion_words(limits: tuple[LimitSettings, ...], units: Units) -> str:
    slides, turns = _kind_words(limits, "LINEAR", units), _kind_words(limits, "ANGULAR", units)
    found = [*slides, *turns]
    if not found:
        return "holds everything in place"
    if len(_bounds(limits, "LINEAR")) == len(_bounds(limits, "ANGULAR")) == 0 and not any(
        limit.is_radial and len(limit.axes) > 1 for limit in limits
    ):
        return "moves and turns freely"
    return " and ".join(found)


def _bounds(limits: tuple[LimitSettings, ...], kind: str) -> dict[str, Bounds]:
    """What is left of each axis that is limited on its own; of several limits the tightest bounds count."""
    found: dict[str, Bounds] = {}
    for limit in limits:
        if limit.kind != kind or (limit.is_radial and len(limit.axes) > 1):
            continue
        if limit.min is None and limit.max is None:
            continue
        for axis in limit.axes:
            low, high = found.get(axis, (None, None))
            found[axis] = (_tighter(low, limit.min, max), _tighter(high, limit.max, min))
    return found


def _tighter(a: float | None, b: float | None, pick: Callable[[float, float], float]) -> float | None:
    if a is None or b is None:
        return b if a is None else a
    return pick(a, b)


def is_locked(bounds: Bounds) -> bool:
    """Whether both bounds are 0."""
    low, high = bounds
    return low is not None and high is not None and abs(low) < _TOLERANCE and abs(high) < _TOLERANCE


def _kind_words(limits: tuple[LimitSettings, ...], kind: str, units: Units) -> list[str]:
    """What may still be done: axes with equal bounds share a phrase."""
    verb, preposition = ("slides", "along") if kind == "LINEAR" else ("turns", "about")
    bounds = _bounds(limits, kind)
    radial = [limit for limit in limits if limit.kind == kind and limit.is_radial and len(limit.axes) > 1]
    together = {axis for limit in radial for axis in limit.axes}
    groups: dict[Bounds, list[str]] = {}
    for axis in _AXES:
        if axis in together and axis not in bounds:
            continue
        own = bounds.get(axis, (None, None))
        if not is_locked(own):
            groups.setdefault(own, []).append(axis)
    phrases: list[str] = []
    for (low, high), axes in sorted(groups.items(), key=lambda item: _AXES.index(item[1][0])):
        if low is None and high is None:
            where = "in all directions" if len(axes) == 3 else f"{preposition} {axes_words(axes)}"
            phrases.append(f"{verb} freely {where}")
        else:
            phrases.append(f"{verb} {preposition} {axes_words(axes)} {_bounds_words((low, high), kind, units)}")
    return phrases + [_radial_words(limit, units) for limit in radial]


def _bounds_words(bounds: Bounds, kind: str, units: Units) -> str:
    low, high = bounds
    if low is None:
        return f"up to {units.amount(high or 0.0, kind)}"
    if high is None:
        return f"from {units.amount(low, kind)} on"
    if low > high:
        return f"from {units.range(low, high, kind)}, which is no range"
    if high - low < _TOLERANCE:
        return f"only at {units.amount(low, kind)}"
    return f"from {units.range(low, high, kind)}"


def _radial_words(limit: LimitSettings, units: Units) -> str:
    verb = "stays within" if limit.kind == "LINEAR" else "tilts within"
    low, high = limit.min or 0.0, limit.max
    names = axes_words(limit.axes)
    if high is None:
        return f"stays at least {units.amount(low, limit.kind)} off, {names} together"
    what = units.range(low, high, limit.kind) if low > 0.0 else units.amount(high, limit.kind)
    return f"{verb} {what}, {names} together"


# --- rows of the lists ----------------------------------------------------------------------------------------------


def limit_words(limit: LimitSettings, units: Units = METERS) -> str:
    """A limit in the few words of a list's row: "Turn Z: -10 to 80 degrees"."""
    if not limit.axes:
        return "No axis"
    name = f"{'Slide' if limit.kind == 'LINEAR' else 'Turn'} {' '.join(limit.axes)}"
    bounds = (limit.min, limit.max)
    if bounds == (None, None):
        return f"{name}: free"
    if is_locked(bounds):
        return f"{name}: locked"
    words = _bounds_words(bounds, limit.kind, units).removeprefix("from ")
    return f"{name}: {words}{', together' if limit.is_radial and len(limit.axes) > 1 else ''}"


def drive_words(drive: DriveSettings, units: Units = METERS) -> str:
    """What a drive does: "driven about Z at 180 degrees/s", "pulled along X toward 0 m"."""
    where = f"{'along' if drive.kind == 'LINEAR' else 'about'} {drive.axis}"
    pulls = drive.position_target is not None and drive.stiffness > 0.0
    drives = drive.velocity_target is not None and drive.damping > 0.0
    if not (pulls or drives):
        return f"a drive {where} without effect"
    words: list[str] = []
    if drives:
        words.append(f"driven {where} at {units.amount(drive.velocity_target or 0.0, drive.kind)}/s")
    if pulls:
        verb = "pulled" if drives else f"pulled {where}"
        words.append(f"{verb} toward {units.amount(drive.position_target or 0.0, drive.kind)}")
    return " and ".join(words)


def drive_title(drive: DriveSettings, units: Units = METERS) -> str:
    """A drive in the few words of a list's row: "Turn Z: 180 degrees/s"."""
    name = f"{'Slide' if drive.kind == 'LINEAR' else 'Turn'} {drive.axis}"
    words: list[str] = []
    if drive.velocity_target is not None:
        words.append(f"{units.amount(drive.velocity_target, drive.kind)}/s")
    if drive.position_target is not None:
        words.append(f"to {units.amount(drive.position_target, drive.kind)}")
    return f"{name}: {', '.join(words) or 'no target'}"


# --- shapes ---------------------------------------------------------------------------------------------------------


def shape_words(geometry: Box | Sphere | Capsule | Cylinder, units: Units = METERS) -> str:
    """The dimensions of a shape: "Box 1 m x 2 m x 3 m", "Capsule, radius 0.5 m, 3 m long"."""
    if isinstance(geometry, Box):
        return f"Box {size_words(geometry.size, units)}"
    if isinstance(geometry, Sphere):
        return f"Sphere, radius {units.length(geometry.radius)}"
    bottom, top = geometry.radius_bottom, geometry.radius_top
    radius = units.length(bottom) if bottom == top else f"{units.length(bottom)} to {units.length(top)}"
    if isinstance(geometry, Capsule):
        return f"Capsule, radius {radius}, {units.length(geometry.height + bottom + top)} long"
    return f"Cylinder, radius {radius}, {units.length(geometry.height)} high"


def size_words(size: Vec3, units: Units = METERS) -> str:
    """Three lengths: "1 m x 2 m x 3 m"."""
    return " \u00d7 ".join(units.length(value) for value in size)
