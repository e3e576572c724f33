# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Sentences as an author would read them."""

from __future__ import annotations

from dataclasses import replace
from math import radians

import pytest

from omi_physics.core import words
from omi_physics.core.linear import IDENTITY
from omi_physics.core.model import Box, Capsule, Cylinder, Sphere
from omi_physics.core.place import Placed, Unplaceable
from omi_physics.core.scene import DriveSettings, JointSettings, LimitSettings, ObjectRef

LOCK = LimitSettings("LINEAR", "XYZ", 0.0, 0.0)
LOCK_TURN_XY = LimitSettings("ANGULAR", "XY", 0.0, 0.0)
FRAME = ObjectRef(1, "Frame")


@pytest.mark.parametrize(
    ("joint", "expected"),
    [
        (JointSettings(), "Moves and turns freely; connected to the world"),
        (
            JointSettings(FRAME, limits=(LOCK, LOCK_TURN_XY, LimitSettings("ANGULAR", "Z", radians(-10), radians(80)))),
            "Turns about Z from -10 to 80 degrees; connected to Frame",
        ),
        (JointSettings(FRAME, limits=(LOCK, LimitSettings("ANGULAR", "XYZ"))), "Fixed in place; connected to Frame"),
        (JointSettings(FRAME, limits=(LOCK,)), "Turns freely; connected to Frame"),
        (
            JointSettings(FRAME, limits=(LOCK, LOCK_TURN_XY)),
            "Turns freely about Z; connected to Frame",
        ),
        (
            JointSettings(None, limits=(LimitSettings("LINEAR", "YZ"), LimitSettings("ANGULAR", "XYZ"))),
            "Slides freely along X; connected to the world",
        ),
        (
            JointSettings(
                None,
                limits=(
                    LimitSettings("LINEAR", "YZ"), LimitSettings("LINEAR", "X", -0.25, 1.5), LimitSettings("ANGULAR", "XYZ"),
                ),
                drives=(DriveSettings("LINEAR", "X", velocity_target=0.5, damping=2.0),),
            ),
            "Slides along X from -0.25 to 1.5 m; motor along X at 0.5 m per second; connected to the world",
        ),
        (JointSettings(replace(FRAME, is_deleted=True), limits=(LOCK,)), "Turns freely; connected to Frame (deleted)"),
        (
            JointSettings(FRAME, limits=(LimitSettings("ANGULAR", "XYZ"),)),
            "Moves freely; does not turn; connected to Frame",
        ),
        (
            JointSettings(FRAME, limits=(LimitSettings("LINEAR", "XYZ", 0.0, 2.0, is_radial=True),)),
            "Stays at most 2 m away from the joint; turns freely; connected to Frame",
        ),
        (
            JointSettings(FRAME, limits=(LOCK, LimitSettings("ANGULAR", "XY", 0.0, radians(45), is_radial=True))),
            "Turns freely about Z; swings at most 45 degrees away from Z; connected to Frame",
        ),
        (
            JointSettings(FRAME, limits=(replace(LOCK, stiffness=3.0), LimitSettings("ANGULAR", "XYZ"))),
            "Springs back along X, Y and Z; connected to Frame",
        ),
        (
            # Two limits of one axis leave what both allow; here that is nothing.
            JointSettings(
                FRAME,
                limits=(LOCK, LOCK_TURN_XY, LimitSettings("ANGULAR", "Z", 0.5, None), LimitSettings("ANGULAR", "Z", None, 0.25)),
            ),
            "Has no room about Z, its minimum is above its maximum; connected to Frame",
        ),
    ],
)  # fmt: skip
def test_joints(joint: JointSettings, expected: str) -> None:
    assert words.joint_words(joint) == expected


@pytest.mark.parametrize(
    ("limit", "expected"),
    [
        (LOCK, "Slide X, Y and Z locked"),
        (LimitSettings("ANGULAR", "Z", radians(-10), radians(80)), "Turn Z from -10 to 80 degrees"),
        (LimitSettings("ANGULAR", "Z", None, radians(1)), "Turn Z at most 1 degree"),
        (LimitSettings("LINEAR", "XY", 0.5, None), "Slide X and Y at least 0.5 m"),
        (LimitSettings("LINEAR", "X", None, None), "Slide X freely"),
        (LimitSettings("LINEAR", "X", 2.0, 2.0), "Slide X at 2 m"),
        (LimitSettings("LINEAR", "X", 0.0, 2.0, stiffness=1.0), "Slide X from 0 to 2 m, soft"),
        (LimitSettings("LINEAR", "", 0.0, 2.0), "Slide: no axis"),
        (LimitSettings("LINEAR", "XY", 1.0, 2.0, is_radial=True), "Stays from 1 to 2 m away from the Z axis"),
        (LimitSettings("ANGULAR", "XYZ", 0.0, 0.0, is_radial=True), "Turn X, Y and Z locked"),
    ],
)
def test_limits(limit: LimitSettings, expected: str) -> None:
    assert words.limit_words(limit) == expected


@pytest.mark.parametrize(
    ("drive", "expected"),
    [
        (DriveSettings("ANGULAR", "Z", velocity_target=radians(90), damping=1.0), "Motor about Z at 90 degrees per second"),
        (DriveSettings("LINEAR", "X", position_target=0.25, stiffness=9.0, damping=1.0), "Spring along X to 0.25 m"),
        (DriveSettings("LINEAR", "X", damping=1.0), "Brake along X"),
        (DriveSettings("LINEAR", "X", velocity_target=1.0), "Drive along X without effect"),
        (DriveSettings("LINEAR", "X", position_target=1.0, damping=1.0), "Drive along X without effect"),
    ],
)
def test_drives(drive: DriveSettings, expected: str) -> None:
    assert words.drive_words(drive) == expected


@pytest.mark.parametrize(
    ("geometry", "expected"),
    [
        (Box((1.0, 2.0, 0.25)), "Box 1 x 2 x 0.25 m"),
        (Sphere(0.5), "Sphere of radius 0.5 m"),
        (Capsule(1.0, 0.5, 0.5), "Capsule of radius 0.5 m, 2 m long"),
        (Cylinder(3.0, 0.5, 0.25), "Cylinder of radius 0.5 to 0.25 m, 3 m high"),
    ],
)
def test_shapes(geometry: Box | Sphere | Capsule | Cylinder, expected: str) -> None:
    assert words.placed_words(Placed(geometry, IDENTITY)) == expected


def test_why_there_is_no_shape() -> None:
    assert words.placed_words(Unplaceable("shape-no-geometry", "has no faces")) == "Nothing: has no faces"


@pytest.mark.parametrize(
    ("value", "expected"),
    [(0.1, "0.1"), (-0.0, "0"), (1234.567, "1235"), (0.00001, "1e-05"), (2.5e8, "2.5e+08"), (float("inf"), "infinity")],
)
def test_numbers(value: float, expected: str) -> None:
    assert words.number(value) == expected
