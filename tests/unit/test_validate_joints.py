# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The rules about joints, limits and drives: for each a scene that breaks it and one that almost does."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import pytest

from omi_physics.core.physics import joint_presets
from omi_physics.core.physics.scene import DriveSettings, JointSettings, LimitSettings, Picture
from omi_physics.core.rules.godot_joints import read_as_godot
from omi_physics.core.rules.validate import check
from tests.support.pictures import BOX, DYNAMIC, STATIC, Builder, codes, door, only, ref

IN_PLACE = LimitSettings("LINEAR", "XYZ")
NO_TURN_XY = LimitSettings("ANGULAR", "XY")
HALF_TURN = LimitSettings("ANGULAR", "Z", -math.pi / 2, math.pi / 2)
HINGE = JointSettings(limits=(IN_PLACE, NO_TURN_XY, HALF_TURN))


def joined(joint: JointSettings, **options: Any) -> Picture:
    return door(joint, **options)


def with_limit(**values: Any) -> JointSettings:
    """A hinge whose last limit, about Z, is changed."""
    return replace(HINGE, limits=(IN_PLACE, NO_TURN_XY, replace(HALF_TURN, **values)))


def with_drive(**values: Any) -> JointSettings:
    return replace(HINGE, drives=(DriveSettings("ANGULAR", "Z", **values),))


def test_a_clean_hinge_has_no_issue() -> None:
    assert codes(joined(HINGE)) == []


@pytest.mark.parametrize("preset", joint_presets.PRESETS, ids=lambda preset: preset.id)
@pytest.mark.parametrize("axis", ["Z", "Y"])
@pytest.mark.parametrize("use_range", [False, True])
def test_presets_have_no_warning(preset: Any, axis: str, use_range: bool) -> None:
    limits, drives = preset.make(joint_presets.PresetOptions(axis=axis, use_range=use_range, low=-1.0, high=1.0))
    found = codes(joined(JointSettings(limits=limits, drives=drives)), info=False)
    assert found == []


# What hangs on what -------------------------------------------------------------------------------------------------


def test_a_joint_to_the_world_is_fine() -> None:
    built = Builder()
    built.add("Door", motion=DYNAMIC, collider=BOX)
    built.add("Hinge", "Door", joint=HINGE)
    assert codes(built.picture) == []


def test_a_joint_without_body() -> None:
    built = Builder()
    built.add("Frame", motion=STATIC, collider=BOX)
    built.add("Hinge", joint=replace(HINGE, connected=ref("Frame")))
    found = only(built.picture)
    assert (found.code, found.severity, found.fix) == ("joint-no-body", "error", "make-body")


@pytest.mark.parametrize(
    ("target", "code"),
    [
        (ref("Frame", is_deleted=True), "joint-target-deleted"),
        (ref("Elsewhere"), "joint-target-not-exported"),
        (ref("Hidden"), "joint-target-not-exported"),
        (ref("Hinge"), "joint-target-is-self"),
        (ref("Door"), "joint-same-body"),
        (ref("Knob"), "joint-same-body"),
    ],
)
def test_targets_that_fail(target: Any, code: str) -> None:
    picture = joined(replace(HINGE, connected=target))
    extra = Builder()
    extra.picture, extra._by_name = picture, {node.name: node for node in picture.nodes}
    extra.add("Knob", "Door")
    extra.add("Hidden", motion=STATIC, exported=False)
    found = only(picture)
    assert (found.code, found.severity, found.object) == (code, "error", "Hinge")


def test_a_joint_on_a_body_that_is_not_dynamic() -> None:
    built = Builder()
    built.add("Frame", motion=STATIC, collider=BOX)
    built.add("Door", motion=DYNAMIC, collider=BOX)
    built.add("Hinge", "Frame", joint=replace(HINGE, connected=ref("Door")))
    found = only(built.picture)
    assert (found.code, found.severity, found.fix) == ("joint-body-not-dynamic", "warning", "make-dynamic")


def test_a_target_without_body() -> None:
    built = Builder()
    built.add("Wall", collider=BOX)
    built.add("Door", motion=DYNAMIC, collider=BOX, joint=replace(HINGE, connected=ref("Wall")))
    found = only(built.picture)
    assert (found.code, found.severity, found.fix) == ("joint-target-no-body", "info", "add-static-body")


def test_ends_that_are_apart() -> None:
    def attached(attach: str, **place: Any) -> Picture:
        built = Builder()
        built.add("Frame", motion=STATIC, collider=BOX)
        built.add("End", "Frame", **place)
        built.add("Door", motion=DYNAMIC, collider=BOX, at=(1, 0, 0), scale=(1, 1, 1))
        built.add("Hinge", "Door", joint=replace(HINGE, connected=ref("End"), attach=attach))
        return built.picture

    found = only(attached("TARGET", at=(3, 0, 0), turned=(0, 0, 30)))
    assert found.code == "joint-ends-apart" and "2 m and 30 degrees apart" in found.message
    assert only(attached("TARGET", at=(1, 0, 0), turned=(0, 1, 0))).code == "joint-ends-apart"
    assert codes(attached("TARGET", at=(1, 0, 0))) == []
    assert codes(attached("TARGET", at=(1, 0, 0), scale=(2, 3, 4))) == []
    assert codes(attached("JOINT", at=(3, 0, 0), turned=(0, 0, 30))) == []


def test_a_joint_without_limits_and_drives() -> None:
    assert only(joined(JointSettings())).code == "joint-no-effect"
    assert codes(joined(JointSettings(limits=(HALF_TURN,)))) == []


# Limits -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("code", "broken", "almost"),
    [
        ("limit-no-axis", {"axes": ""}, {"axes": "Z"}),
        ("limit-no-bound", {"min": None, "max": None}, {"min": -1.0, "max": 1.0}),
        ("limit-min-above-max", {"min": 0.1, "max": -0.1}, {"min": -0.1, "max": 0.1}),
        ("limit-stiffness-zero", {"stiffness": 0.0}, {"stiffness": 0.1}),
    ],
)
def test_single_limits(code: str, broken: dict[str, Any], almost: dict[str, Any]) -> None:
    expected = [code, "joint-mirrored-in-godot"] if broken.get("axes") == "" else [code]
    assert codes(joined(with_limit(**broken)))[:1] == expected[:1]
    assert codes(joined(with_limit(**broken)), info=False) == [code]
    assert codes(joined(with_limit(**almost))) == []


def test_a_locked_axis_is_no_empty_range() -> None:
    assert codes(joined(with_limit(min=0.0, max=0.0))) == []


def test_a_range_on_several_axes() -> None:
    def slide(**values: Any) -> Picture:
        return joined(JointSettings(limits=(LimitSettings("LINEAR", **values),)))

    found = only(slide(axes="XZ", min=-1.0, max=1.0))
    assert (found.code, found.severity, found.fix) == ("limit-several-axes", "warning", "split-limit")
    assert found.message.startswith("Hinge: limit 1 (along X and Z) has one range")
    assert codes(slide(axes="X", min=-1.0, max=1.0)) == []
    assert codes(slide(axes="XZ", min=0.0, max=0.0)) == []
    # Blender's Y points the other way in the file, and a range from 0 on would be read as a distance: both are split.
    assert codes(slide(axes="XY", min=-0.5, max=2.0)) == ["limit-split"]
    assert codes(slide(axes="XZ", min=0.0, max=2.0)) == ["limit-split"]
    assert codes(slide(axes="XYZ", min=-0.5, max=2.0)) == ["limit-several-axes", "limit-split"]


def test_radial_limits() -> None:
    def ball(**values: Any) -> JointSettings:
        return JointSettings(limits=(LimitSettings("LINEAR", "XYZ", is_radial=True, **values),))

    assert only(joined(ball(min=0.0, max=2.0))).code == "limit-radial"
    assert codes(joined(ball(min=0.0, max=2.0), use_godot_compat=False)) == []
    assert codes(joined(ball(min=0.0, max=0.0, stiffness=1.0))) == []
    assert only(joined(ball(min=-0.1, max=2.0), use_godot_compat=False)).code == "limit-radial-negative"
    one = LimitSettings("LINEAR", "X", -0.1, 2.0, is_radial=True)
    assert codes(joined(JointSettings(limits=(one,)))) == []


def test_two_limits_on_one_axis() -> None:
    again = replace(HINGE, limits=(*HINGE.limits, LimitSettings("ANGULAR", "YZ")))
    found = check(joined(again))
    assert [f.code for f in found] == ["limit-overlap", "limit-overlap"]
    assert "limits 2 and 4 are both about Y;" in found[0].message
    assert "limits 3 and 4 are both about Z;" in found[1].message
    assert codes(joined(replace(HINGE, limits=(*HINGE.limits, LimitSettings("LINEAR", ""))))) == ["limit-no-axis"]


# Drives -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("broken", "almost"),
    [
        ({}, {"position_target": 0.0, "stiffness": 1.0}),
        ({"stiffness": 5.0, "damping": 1.0}, {"position_target": 0.0, "stiffness": 5.0, "damping": 1.0}),
        ({"position_target": 0.0, "damping": 1.0}, {"position_target": 0.0, "stiffness": 1e-3}),
        ({"velocity_target": 0.0, "stiffness": 1.0}, {"velocity_target": 0.0, "damping": 1e-3}),
        (
            {"position_target": 0.0, "stiffness": 1.0, "max_force": 0.0},
            {"position_target": 0.0, "stiffness": 1.0, "max_force": 0.1},
        ),
    ],
)
def test_drives_without_effect(broken: dict[str, Any], almost: dict[str, Any]) -> None:
    found = only(joined(with_drive(**broken)))
    assert (found.code, found.fix) == ("drive-no-effect", "wake-drive")
    assert found.message.startswith("Hinge: drive 1 (about Z) ")
    assert codes(joined(with_drive(**almost))) == []


def test_a_drive_along_a_locked_axis() -> None:
    drive = DriveSettings("LINEAR", "X", velocity_target=1.0, damping=1.0)
    assert only(joined(replace(HINGE, drives=(drive,)))).code == "drive-no-effect"
    soft = replace(HINGE, limits=(replace(IN_PLACE, stiffness=1.0), NO_TURN_XY, HALF_TURN), drives=(drive,))
    assert codes(joined(soft)) == []


def test_two_drives_on_one_axis() -> None:
    drive = DriveSettings("ANGULAR", "Z", position_target=0.0, stiffness=1.0)
    found = only(joined(replace(HINGE, drives=(drive, drive))))
    assert (found.code, found.fix) == ("drive-overlap", "drop-overlap")
    assert "drives 1 and 2 are both about Z;" in found.message
    other = replace(drive, kind="LINEAR")
    loose = JointSettings(limits=(HALF_TURN,), drives=(drive, other))
    assert codes(joined(loose)) == []


def test_a_drive_that_gives_an_acceleration() -> None:
    joint = with_drive(mode="ACCELERATION", position_target=0.0, stiffness=1.0)
    assert only(joined(joint)).code == "drive-acceleration"
    assert codes(joined(joint, use_godot_compat=False)) == []


# Godot --------------------------------------------------------------------------------------------------------------


def hinge_about(axis: str, **free: Any) -> JointSettings:
    others = "XYZ".replace(axis, "")
    limits = (IN_PLACE, LimitSettings("ANGULAR", others))
    return JointSettings(limits=(*limits, LimitSettings("ANGULAR", axis, **free)) if free else limits)


def test_which_joint_godot_makes() -> None:
    def kind(joint: JointSettings, y_up: bool = True) -> str:
        return read_as_godot(joint, y_up).kind

    assert kind(JointSettings(limits=(IN_PLACE,))) == "PIN"
    assert kind(hinge_about("Y")) == "HINGE"  # the file's Z
    assert kind(hinge_about("Z")) == "GENERIC"  # the file's Y
    assert kind(hinge_about("Z"), y_up=False) == "HINGE"
    assert kind(hinge_about("X")) == "SLIDER"
    slide = JointSettings(limits=(LimitSettings("LINEAR", "YZ"), LimitSettings("ANGULAR", "XYZ")))
    assert kind(slide) == "SLIDER"
    assert kind(replace(slide, drives=(DriveSettings("LINEAR", "X"),))) == "GENERIC"
    weld = JointSettings(limits=(IN_PLACE, LimitSettings("ANGULAR", "XYZ")))
    assert kind(weld) == "GENERIC"
    uneven = JointSettings(
        limits=(IN_PLACE, LimitSettings("ANGULAR", "X"), LimitSettings("ANGULAR", "Z", stiffness=1.0))
    )
    assert kind(uneven) == "GENERIC"


def test_a_hinge_about_x() -> None:
    found = only(joined(hinge_about("X", min=-1.0, max=1.0)))
    assert (found.code, found.severity, found.fix) == ("joint-reads-as-slider", "warning", "turn-hinge")
    assert found.message == "Hinge: its joint turns about X; Godot reads that as a slider and locks it"
    assert codes(joined(hinge_about("X")), info=False) == ["joint-reads-as-slider"]
    assert codes(joined(hinge_about("Z", min=-1.0, max=1.0))) == []
    assert codes(joined(hinge_about("X", min=-1.0, max=1.0), use_godot_compat=False)) == []
    driven = replace(hinge_about("X"), drives=(DriveSettings("ANGULAR", "X", position_target=0.0, stiffness=1.0),))
    assert codes(joined(driven)) == []


@pytest.mark.parametrize("bound", [{"min": None, "max": 1.0}, {"min": -1.0, "max": None}])
def test_one_bound_missing(bound: dict[str, Any]) -> None:
    picture = joined(hinge_about("Y", stiffness=1.0, **bound))
    assert codes(picture, info=False) == ["limit-one-sided"]
    assert check(picture)[0].fix == "add-bound"
    slider = JointSettings(
        limits=(LimitSettings("LINEAR", "X", **bound), LimitSettings("LINEAR", "YZ"), LimitSettings("ANGULAR", "XYZ"))
    )
    assert codes(joined(slider), info=False) == ["limit-one-sided"]
    # A general joint copes with one bound.
    assert codes(joined(hinge_about("Z", **bound)), info=False) == []
    assert codes(joined(slider, use_godot_compat=False)) == []


def test_a_spring_on_a_hinge_about_y() -> None:
    spring = DriveSettings("ANGULAR", "Y", position_target=0.0, stiffness=1.0)
    assert codes(joined(replace(hinge_about("Y"), drives=(spring,))), info=False) == ["hinge-spring"]
    motor = replace(spring, velocity_target=1.0, damping=1.0)
    assert codes(joined(replace(hinge_about("Y"), drives=(motor,))), info=False) == []
    about_z = replace(hinge_about("Z"), drives=(replace(spring, axis="Z"),))
    assert codes(joined(about_z)) == []


def test_hard_limits_of_special_joints() -> None:
    pin = JointSettings(limits=(IN_PLACE,))
    found = only(joined(pin))
    assert (found.code, found.severity, found.fix) == ("joint-hard-in-godot", "info", "soften-limits")
    soft = JointSettings(limits=(replace(IN_PLACE, stiffness=1.0, damping=1.0),))
    assert codes(joined(soft)) == []
    assert codes(joined(pin, use_godot_compat=False)) == []


def test_angles_that_godot_mirrors() -> None:
    found = only(joined(with_limit(min=-0.2, max=1.4)))
    assert (found.code, found.severity) == ("joint-mirrored-in-godot", "info")
    assert codes(joined(with_limit(min=-1.4, max=1.4))) == []
    assert codes(joined(with_limit(min=-0.2, max=1.4), use_godot_compat=False)) == []
    assert only(joined(with_drive(velocity_target=1.0, damping=1.0))).code == "joint-mirrored-in-godot"


def test_copies_of_a_collection_are_judged_each_by_its_own() -> None:
    built = Builder()
    for at in (0, 5):
        built.add(f"Instance{at}", at=(at, 0, 0))
        frame = built.add(f"Frame{at}", f"Instance{at}", motion=STATIC, collider=BOX)
        end = built.add(f"End{at}", f"Frame{at}")
        body = built.add(f"Door{at}", f"Instance{at}", motion=DYNAMIC, collider=BOX)
        hinge = built.add(f"Hinge{at}", f"Door{at}", joint=replace(HINGE, connected=ref("End"), attach="TARGET"))
        for node, name in ((frame, "Frame"), (end, "End"), (body, "Door"), (hinge, "Hinge")):
            node.name, node.key = name, ("OBJECT", name)
    assert codes(built.picture) == []
