# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Each preset leaves the right motions free, in Blender's axes and in the file's."""

from __future__ import annotations

import math

import pytest

from omi_physics.core.formats.common import axes
from omi_physics.core.physics import joint_presets
from omi_physics.core.physics.joint_presets import PresetOptions
from omi_physics.core.physics.scene import DriveSettings, LimitSettings


def free(preset: str, options: PresetOptions) -> set[str]:
    """Motions that no limit holds at 0, such as the angular Z."""
    limits, _ = joint_presets.make(preset, options)
    held = {(limit.kind, axis) for limit in limits if limit.min == limit.max == 0.0 for axis in limit.axes}
    return {f"{kind} {axis}" for kind in ("LINEAR", "ANGULAR") for axis in "XYZ"} - {f"{k} {a}" for k, a in held}


ALL_ANGLES = {"ANGULAR X", "ANGULAR Y", "ANGULAR Z"}


@pytest.mark.parametrize(
    ("preset", "motions"),
    [
        ("FIXED", set()),
        ("PIN", ALL_ANGLES),
        ("HINGE", {"ANGULAR Y"}),
        ("SLIDER", {"LINEAR Y"}),
        ("BALL", ALL_ANGLES),
        ("SPRING", {"LINEAR Y"}),
        ("MOTOR", {"ANGULAR Y"}),
    ],
)
def test_what_is_free(preset: str, motions: set[str]) -> None:
    assert free(preset, PresetOptions(axis="Y")) == motions


def test_hinge_with_a_range() -> None:
    options = PresetOptions(axis="Z", use_range=True, low=math.radians(-10), high=math.radians(80))
    limits, drives = joint_presets.make("HINGE", options)
    assert limits == (
        LimitSettings("LINEAR", "XYZ", 0.0, 0.0),
        LimitSettings("ANGULAR", "XY", 0.0, 0.0),
        LimitSettings("ANGULAR", "Z", math.radians(-10), math.radians(80)),
    )
    assert drives == ()


def test_a_range_the_wrong_way_round_is_turned() -> None:
    limits, _ = joint_presets.make("SLIDER", PresetOptions(use_range=True, low=1.0, high=-2.0))
    assert limits[-1] == LimitSettings("LINEAR", "Z", -2.0, 1.0)


def test_spring_and_motor_have_drives_that_push() -> None:
    _, spring = joint_presets.make("SPRING", PresetOptions(axis="X"))
    assert spring == (DriveSettings("LINEAR", "X", position_target=0.0, stiffness=100.0, damping=10.0),)
    _, motor = joint_presets.make("MOTOR", PresetOptions(speed=2.0, max_force=50.0))
    assert motor == (DriveSettings("ANGULAR", "Z", max_force=50.0, velocity_target=2.0, damping=10.0),)


def test_hinge_about_blenders_z_is_about_gltfs_y() -> None:
    # Godot takes a hinge about glTF's X for a slider, and its own hinge about glTF's Z for one that breaks in its own
    # engine; about Y it makes the generic joint, which holds.
    limits, _ = joint_presets.make("HINGE", PresetOptions())
    written = [limit for setting in limits for limit in axes.limit_to_gltf(setting)]
    assert [limit.angular_axes for limit in written] == [(), (0, 2)]


def test_every_range_has_two_bounds() -> None:
    for preset in joint_presets.PRESETS:
        limits, _ = preset.make(PresetOptions(use_range=True, low=-1.0, high=1.0))
        assert all(limit.min is not None and limit.max is not None for limit in limits)
