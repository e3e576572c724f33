# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Common joints as limits and drives about a chosen axis of the joint object (Blender's axes).

Engines differ in what they take: every range here has both its bounds, and ranges of angles are symmetric by default,
since one engine mirrors them. An axis of Z serves best: Godot reads a hinge about X as a slider.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from .scene import DriveSettings, LimitSettings

AXES = "XYZ"


@dataclass(frozen=True, slots=True)
class PresetOptions:
    """What a preset may be told.

    `low` and `high` bound the free motion in m or rad; `use_range` False leaves it free. `speed` in m/s or rad/s,
    `stiffness` in N/m, `damping` in N s/m or N m s/rad; `max_force` None is unlimited.
    """

    axis: str = "Z"
    use_range: bool = False
    low: float = 0.0
    high: float = 0.0
    speed: float = math.pi
    stiffness: float = 100.0
    damping: float = 10.0
    max_force: float | None = None


Settings = tuple[tuple[LimitSettings, ...], tuple[DriveSettings, ...]]


@dataclass(frozen=True, slots=True)
class JointPreset:
    """A kind of joint. `ranged` is what its range bounds: "LINEAR", "ANGULAR" or nothing.

    `has_axis` tells whether the axis matters.
    """

    id: str
    name: str
    description: str
    make: Callable[[PresetOptions], Settings]
    ranged: str = ""
    has_axis: bool = True


def _others(axis: str) -> str:
    return AXES.replace(axis, "")


def _locked(kind: str, axes: str) -> LimitSettings:
    return LimitSettings(kind, axes, 0.0, 0.0)


def _range(kind: str, options: PresetOptions, axes: str = "") -> tuple[LimitSettings, ...]:
    if not options.use_range:
        return ()
    low, high = sorted((options.low, options.high))
    return (LimitSettings(kind, axes or options.axis, low, high),)


def _fixed(_: PresetOptions) -> Settings:
    return (_locked("LINEAR", AXES), _locked("ANGULAR", AXES)), ()


def _pin(_: PresetOptions) -> Settings:
    return (_locked("LINEAR", AXES),), ()


def _hinge(options: PresetOptions) -> Settings:
    held = (_locked("LINEAR", AXES), _locked("ANGULAR", _others(options.axis)))
    return (*held, *_range("ANGULAR", options)), ()


def _slider(options: PresetOptions) -> Settings:
    held = (_locked("LINEAR", _others(options.axis)), _locked("ANGULAR", AXES))
    return (*held, *_range("LINEAR", options)), ()


def _ball(options: PresetOptions) -> Settings:
    # One limit an axis: engines differ on what one range for several axes means.
    return (_locked("LINEAR", AXES), *(limit for axis in AXES for limit in _range("ANGULAR", options, axis))), ()


def _spring(options: PresetOptions) -> Settings:
    limits, _ = _slider(options)
    drive = DriveSettings(
        kind="LINEAR",
        axis=options.axis,
        max_force=options.max_force,
        position_target=0.0,
        stiffness=options.stiffness,
        damping=options.damping,
    )
    return limits, (drive,)


def _motor(options: PresetOptions) -> Settings:
    limits, _ = _hinge(options)
    drive = DriveSettings(
        kind="ANGULAR",
        axis=options.axis,
        max_force=options.max_force,
        velocity_target=options.speed,
        damping=options.damping,
    )
    return limits, (drive,)


PRESETS = (
    JointPreset("FIXED", "Fixed", "Holds both bodies together as one", _fixed, has_axis=False),
    JointPreset("PIN", "Pin", "Holds one point; turns freely in all directions", _pin, has_axis=False),
    JointPreset("HINGE", "Hinge", "Turns about one axis, as a door or a wheel", _hinge, "ANGULAR"),
    JointPreset("SLIDER", "Slider", "Slides along one axis, as a drawer", _slider, "LINEAR"),
    JointPreset(
        "BALL", "Ball", "Holds one point; turns up to an angle, as a shoulder", _ball, "ANGULAR", has_axis=False
    ),
    JointPreset("SPRING", "Spring", "Slides along one axis and is pulled back, as a suspension", _spring, "LINEAR"),
    JointPreset("MOTOR", "Motor", "Turns about one axis at a speed, as a driven wheel", _motor),
)

BY_ID = {preset.id: preset for preset in PRESETS}


def make(preset: str, options: PresetOptions) -> Settings:
    """Limits and drives of a preset by its id; KeyError for an unknown one."""
    return BY_ID[preset].make(options)
