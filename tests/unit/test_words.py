# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The sentences that the interface shows."""

from __future__ import annotations

import math

import pytest

from omi_physics.core.physics import joint_presets, words
from omi_physics.core.physics.joint_presets import PresetOptions
from omi_physics.core.physics.model import Box, Capsule, Cylinder, Sphere
from omi_physics.core.physics.scene import DriveSettings, JointSettings, LimitSettings, ObjectRef

TURN_Z_ABOVE = LimitSettings("ANGULAR", "Z", 0.5, None)
TURN_Z_BELOW = LimitSettings("ANGULAR", "Z", None, 0.25)
FRAME = ObjectRef(("OBJECT", 1), "Frame")


def joint(preset: str, **options: object) -> JointSettings:
    limits, drives = joint_presets.make(preset, PresetOptions(**options))  # type: ignore[arg-type]
    return JointSettings(FRAME, limits=limits, drives=drives)


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        (joint("FIXED"), "Holds everything in place; connected to Frame"),
        (joint("PIN"), "Turns freely in all directions; connected to Frame"),
        (joint("HINGE"), "Turns freely about Z; connected to Frame"),
        (
            joint("HINGE", use_range=True, low=math.radians(-10), high=math.radians(80)),
            "Turns about Z from -10 to 80 degrees; connected to Frame",
        ),
        (
            joint("SLIDER", axis="X", use_range=True, low=-1.0, high=0.5),
            "Slides along X from -1 to 0.5 m; connected to Frame",
        ),
        (
            joint("BALL", use_range=True, low=-math.pi / 4, high=math.pi / 4),
            "Turns about X, Y and Z from -45 to 45 degrees; connected to Frame",
        ),
        (joint("SPRING"), "Slides freely along Z; pulled along Z toward 0 m; connected to Frame"),
        (joint("MOTOR"), "Turns freely about Z; driven about Z at 180 degrees/s; connected to Frame"),
        (JointSettings(), "Moves and turns freely; connected to the world"),
        (
            JointSettings(ObjectRef(("OBJECT", 2), "Old", is_deleted=True)),
            "Moves and turns freely; connected to Old, which was deleted",
        ),
        (
            JointSettings(limits=(LimitSettings("LINEAR", "XY"), LimitSettings("ANGULAR", "XY"))),
            "Slides freely along Z and turns freely about Z; connected to the world",
        ),
        (
            JointSettings(limits=(LimitSettings("LINEAR", "XYZ", 0.0, 2.0, is_radial=True), LimitSettings("ANGULAR"))),
            "Stays within 2 m, X, Y and Z together; connected to the world",
        ),
        (
            JointSettings(
                limits=(
                    LimitSettings("LINEAR"),
                    LimitSettings("ANGULAR", "XY"),
                    LimitSettings("ANGULAR", "Z", -1.0, None),
                )
            ),
            "Turns about Z from -57.3 degrees on; connected to the world",
        ),
    ],
)  # fmt: skip
def test_joints(settings: JointSettings, sentence: str) -> None:
    assert words.joint_words(settings) == sentence


def test_two_limits_of_one_axis_leave_what_both_allow() -> None:
    limits = (
        LimitSettings("LINEAR"),
        LimitSettings("ANGULAR", "XY"),
        LimitSettings("ANGULAR", "Z", -1.0, 1.0),
        LimitSettings("ANGULAR", "Z", -2.0, 0.5),
    )
    assert words.joint_words(JointSettings(limits=limits)).startswith("Turns about Z from -57.3 to 28.65 degrees")


@pytest.mark.parametrize(
    ("limit", "row"),
    [
        (LimitSettings(), "Slide X Y Z: locked"),
        (LimitSettings("ANGULAR", "Z", math.radians(-10), math.radians(80)), "Turn Z: -10 to 80 degrees"),
        (LimitSettings("LINEAR", "X", None, 2.0), "Slide X: up to 2 m"),
        (LimitSettings("LINEAR", "X", None, None), "Slide X: free"),
        (LimitSettings("LINEAR", "X", 1.0, 1.0), "Slide X: only at 1 m"),
        (LimitSettings("LINEAR", "X", 1.0, -1.0), "Slide X: 1 to -1 m, which is no range"),
        (LimitSettings("LINEAR", ""), "No axis"),
        (LimitSettings("ANGULAR", "XY", 0.0, 1.0, is_radial=True), "Turn X Y: 0 to 57.3 degrees, together"),
    ],
)
def test_rows_of_limits(limit: LimitSettings, row: str) -> None:
    assert words.limit_words(limit) == row


@pytest.mark.parametrize(
    ("drive", "sentence", "row"),
    [
        (DriveSettings(velocity_target=2.0, damping=1.0), "driven along X at 2 m/s", "Slide X: 2 m/s"),
        (DriveSettings(velocity_target=2.0), "a drive along X without effect", "Slide X: 2 m/s"),
        (DriveSettings("ANGULAR", "Y"), "a drive about Y without effect", "Turn Y: no target"),
        (
            DriveSettings(
                "ANGULAR", "Z", position_target=math.pi / 2, velocity_target=math.pi, stiffness=1.0, damping=1.0
            ),
            "driven about Z at 180 degrees/s and pulled toward 90 degrees",
            "Turn Z: 180 degrees/s, to 90 degrees",
        ),
    ],
)  # fmt: skip
def test_drives(drive: DriveSettings, sentence: str, row: str) -> None:
    assert words.drive_words(drive) == sentence
    assert words.drive_title(drive) == row


def test_shapes() -> None:
    assert words.shape_words(Box((1.0, 2.5, 0.001))) == "Box 1 m × 2.5 m × 0.001 m"
    assert words.shape_words(Sphere(0.25)) == "Sphere, radius 0.25 m"
    assert words.shape_words(Capsule(2.0, 0.5, 0.5)) == "Capsule, radius 0.5 m, 3 m long"
    assert words.shape_words(Cylinder(2.0, 0.5, 0.2)) == "Cylinder, radius 0.5 m to 0.2 m, 2 m high"


def test_lengths_in_the_authors_unit() -> None:
    feet = words.Units(lambda value: f"{words.number(value / 0.3048)}'")
    assert words.limit_words(LimitSettings("LINEAR", "X", -0.3048, 0.6096), feet) == "Slide X: -1' to 2'"


def test_no_minus_zero() -> None:
    assert words.number(-0.00001) == "0"
