# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What fixes make of a joint's settings; turns and swaps are held to what the limits allow in the world."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from omi_physics.core.physics.scene import DriveSettings, JointSettings, LimitSettings
from omi_physics.core.rules import mend_joint
from omi_physics.core.rules.godot_joints import read_as_godot

IN_PLACE = LimitSettings("LINEAR", "XYZ")


def joint(*limits: LimitSettings, drives: tuple[DriveSettings, ...] = ()) -> JointSettings:
    return JointSettings(limits=limits, drives=drives)


def test_split() -> None:
    uneven = LimitSettings("LINEAR", "XYZ", -0.5, 2.0)
    found = mend_joint.split(joint(IN_PLACE, uneven))
    assert found.limits == (IN_PLACE, *(replace(uneven, axes=axis) for axis in "XYZ"))
    for kept in (IN_PLACE, LimitSettings("LINEAR", "X", -1.0, 2.0), replace(uneven, min=0.0, is_radial=True)):
        assert mend_joint.split(joint(kept)) == joint(kept)


def test_limits_that_limit_nothing_go() -> None:
    free = LimitSettings("ANGULAR", "Z", None, None)
    assert mend_joint.remove_idle_limits(joint(free, IN_PLACE, replace(IN_PLACE, axes=""))) == joint(IN_PLACE)


@pytest.mark.parametrize(
    ("limit", "bounds"),
    [
        (LimitSettings("ANGULAR", "Y", None, 1.0), (-math.pi, 1.0)),
        (LimitSettings("ANGULAR", "Y", -1.0, None), (-1.0, math.pi)),
        (LimitSettings("ANGULAR", "Y", None, -4.0), (-4.0, -4.0)),
    ],
)
def test_the_missing_bound_of_a_hinge(limit: LimitSettings, bounds: tuple[float, float]) -> None:
    hinge = joint(IN_PLACE, LimitSettings("ANGULAR", "XZ"), limit)
    found = mend_joint.add_bounds(hinge)
    assert (found.limits[2].min, found.limits[2].max) == bounds
    assert found.limits[:2] == hinge.limits[:2]


def test_the_missing_bound_of_a_slider() -> None:
    slider = joint(
        LimitSettings("LINEAR", "X", 0.5, None), LimitSettings("LINEAR", "YZ"), LimitSettings("ANGULAR", "XYZ")
    )
    assert mend_joint.add_bounds(slider).limits[0] == LimitSettings("LINEAR", "X", 0.5, 1000.0)


def test_bounds_in_the_wrong_order() -> None:
    assert mend_joint.swap_bounds(joint(LimitSettings("LINEAR", "X", 2.0, -1.0))).limits[0].min == -1.0
    fine = joint(LimitSettings("LINEAR", "X", -1.0, 2.0), LimitSettings("LINEAR", "Y", None, -1.0))
    assert mend_joint.swap_bounds(fine) == fine


def test_radial_limits_start_at_0() -> None:
    ball = LimitSettings("LINEAR", "XYZ", -1.0, 2.0, is_radial=True)
    assert mend_joint.radial_from_zero(joint(ball)).limits[0].min == 0.0
    fine = joint(replace(ball, axes="X"), replace(ball, is_radial=False), replace(ball, min=0.5))
    assert mend_joint.radial_from_zero(fine) == fine


def test_softness() -> None:
    hard, none, soft = IN_PLACE, replace(IN_PLACE, stiffness=0.0), replace(IN_PLACE, stiffness=0.5, damping=0.1)
    assert mend_joint.harden(joint(hard, none, soft)) == joint(hard, hard, soft)
    eased = replace(IN_PLACE, stiffness=1.0, damping=1.0)
    assert mend_joint.soften(joint(hard, soft)) == joint(eased, soft)


def test_the_last_of_two_limits_stays() -> None:
    first, last = LimitSettings("ANGULAR", "XYZ"), LimitSettings("ANGULAR", "Z", -1.0, 1.0)
    assert mend_joint.drop_overlaps(joint(first, last)) == joint(replace(first, axes="XY"), last)
    assert mend_joint.drop_overlaps(joint(last, first)) == joint(first)
    assert mend_joint.drop_overlaps(joint(IN_PLACE, first)) == joint(IN_PLACE, first)


def test_of_three_limits_on_an_axis_one_is_left() -> None:
    limits = [LimitSettings("LINEAR", "X", -at, at) for at in (1.0, 2.0, 3.0)]
    assert mend_joint.drop_overlaps(joint(*limits)) == joint(limits[2])


def test_the_last_of_two_drives_stays() -> None:
    drives = tuple(
        DriveSettings("LINEAR", axis, position_target=at) for axis, at in (("X", 1.0), ("Y", 2.0), ("X", 3.0))
    )
    assert mend_joint.drop_overlaps(joint(drives=drives)).drives == drives[1:]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ({"stiffness": 5.0}, {"stiffness": 5.0, "position_target": 0.0}),
        ({"damping": 5.0}, {"damping": 5.0, "velocity_target": 0.0}),
        ({"velocity_target": 3.0}, {"velocity_target": 3.0, "damping": 20.0}),
        ({"position_target": 1.0}, {"position_target": 1.0, "stiffness": 78.957, "damping": 12.566}),
        (
            {"position_target": 1.0, "stiffness": 1.0, "max_force": 0.0},
            {"position_target": 1.0, "stiffness": 1.0, "max_force": None},
        ),
        ({"position_target": 1.0, "stiffness": 9.0}, {"position_target": 1.0, "stiffness": 9.0}),
    ],
)
def test_drives_get_what_they_lack(before: dict[str, Any], after: dict[str, Any]) -> None:
    found = mend_joint.wake_drives(joint(drives=(DriveSettings("LINEAR", "X", **before),)), mass=2.0)
    assert found.drives == (DriveSettings("LINEAR", "X", **after),)


def test_drives_that_cannot_do_anything_go() -> None:
    assert mend_joint.wake_drives(joint(drives=(DriveSettings(),))).drives == ()
    locked = joint(IN_PLACE, drives=(DriveSettings("LINEAR", "X", position_target=1.0, stiffness=1.0),))
    assert mend_joint.wake_drives(locked).drives == ()


def test_forces_for_accelerations() -> None:
    drive = DriveSettings("LINEAR", "X", "ACCELERATION", None, 1.0, 2.0, 3.0, 4.0)
    found = mend_joint.use_force(joint(drives=(drive, replace(drive, kind="ANGULAR"))), mass=10.0).drives
    assert found[0] == replace(drive, mode="FORCE", stiffness=30.0, damping=40.0)
    assert found[1] == replace(drive, kind="ANGULAR", mode="FORCE")


def test_the_axis_of_a_hinge() -> None:
    def axis(*axes: str) -> str:
        return mend_joint.free_hinge_axis(joint(IN_PLACE, *(LimitSettings("ANGULAR", a) for a in axes)))

    assert (axis("YZ"), axis("X", "Z"), axis("XY")) == ("X", "Y", "Z")
    assert axis("X") == axis("XYZ") == ""


def allowed(settings: JointSettings, axes: np.ndarray) -> np.ndarray:
    """What the limits allow, as bounds along the three axes of another frame whose axes are the rows of `axes`."""
    bounds = {(kind, axis): (-np.inf, np.inf) for kind in ("LINEAR", "ANGULAR") for axis in "XYZ"}
    for limit in settings.limits:
        for axis in limit.axes:
            low = -np.inf if limit.min is None else limit.min
            high = np.inf if limit.max is None else limit.max
            bounds[limit.kind, axis] = (low, high)
    found = []
    for kind in ("LINEAR", "ANGULAR"):
        for direction in axes:
            # Each axis of the other frame is one of the joint's own axes, forward or backward.
            index = int(np.abs(direction).argmax())
            low, high = bounds[kind, "XYZ"[index]]
            found.append((low, high) if direction[index] > 0 else (-high, -low))
    return np.array(found)


@pytest.mark.parametrize("axis", ["X", "Y"])
@pytest.mark.parametrize("seed", range(20))
def test_a_turned_joint_allows_the_same(axis: str, seed: int) -> None:
    """The turn of the object as a matrix: its columns are the new axes in the old frame."""
    turn = np.array({"X": [[0, 0, 1], [0, 1, 0], [-1, 0, 0]], "Y": [[1, 0, 0], [0, 0, 1], [0, -1, 0]]}[axis])
    assert np.linalg.det(turn) == pytest.approx(1.0)
    assert turn[:, 2].tolist() == {"X": [1, 0, 0], "Y": [0, 1, 0]}[axis]
    random = np.random.default_rng(seed)
    limits = []
    for kind in ("LINEAR", "ANGULAR"):
        order = list(random.permutation(list("XYZ")))
        size = int(random.integers(1, 4))
        low, high = sorted(random.uniform(-2, 2, 2))
        bounds = [(low, high), (-high, high), (None, high), (low, None)][int(random.integers(4))]
        limits.append(LimitSettings(kind, "".join(sorted(order[:size])), *bounds))
    before = joint(*limits)
    after = mend_joint.turn_to_z(before, axis)
    np.testing.assert_allclose(allowed(after, turn), allowed(before, np.eye(3)))


def test_a_turned_drive_drives_the_same_way() -> None:
    drive = DriveSettings("ANGULAR", "Z", position_target=1.0, velocity_target=2.0)
    assert mend_joint.turn_to_z(joint(drives=(drive,)), "X").drives[0] == replace(
        drive, axis="X", position_target=-1.0, velocity_target=-2.0
    )
    about_x = replace(drive, axis="X")
    assert mend_joint.turn_to_z(joint(drives=(about_x,)), "X").drives[0] == replace(about_x, axis="Z")


def test_a_turned_radial_limit_keeps_its_distance() -> None:
    cone = LimitSettings("ANGULAR", "YZ", 0.0, 0.5, is_radial=True)
    assert mend_joint.turn_to_z(joint(cone), "X").limits == (replace(cone, axes="XY"),)


def test_a_turned_hinge_is_one_that_godot_understands() -> None:
    hinge = joint(IN_PLACE, LimitSettings("ANGULAR", "YZ"), LimitSettings("ANGULAR", "X", -0.2, 1.4))
    assert read_as_godot(hinge).is_hinge_about_x
    turned = mend_joint.turn_to_z(hinge, "X")
    assert read_as_godot(turned).kind == "GENERIC"
    assert mend_joint.free_hinge_axis(turned) == "Z"
    assert turned.limits[2] == LimitSettings("ANGULAR", "Z", -0.2, 1.4)


def test_seen_from_the_other_end() -> None:
    drive = DriveSettings("LINEAR", "X", position_target=1.0, velocity_target=-2.0, stiffness=3.0)
    ball = LimitSettings("LINEAR", "XYZ", 0.0, 2.0, is_radial=True)
    before = joint(
        LimitSettings("LINEAR", "X", -0.25, 1.75), LimitSettings("ANGULAR", "Z", None, 1.0), ball, drives=(drive,)
    )
    after = mend_joint.swap_ends(before)
    assert after.limits == (LimitSettings("LINEAR", "X", -1.75, 0.25), LimitSettings("ANGULAR", "Z", -1.0, None), ball)
    assert after.drives == (replace(drive, position_target=-1.0, velocity_target=2.0),)
    assert mend_joint.swap_ends(after) == before


def test_a_joint_without_limits_is_locked() -> None:
    assert mend_joint.lock(joint()).limits == mend_joint.LOCKED
    assert mend_joint.lock(joint(IN_PLACE)) == joint(IN_PLACE)
