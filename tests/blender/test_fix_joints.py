# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Fixes of joints: the problem is there before, gone after, and the bodies are held as before."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import bpy
import numpy as np
import pytest

from tests.blender.fixing import codes, fix, only_fix
from tests.blender.scenes import add, cube, make_body, make_collider, make_joint, update
from tests.blender.support import export_glb

Limits = Sequence[dict[str, Any]]
HINGE_X: Limits = (
    {},
    {"kind": "ANGULAR", "axes": {"Y", "Z"}},
    {"kind": "ANGULAR", "axes": {"X"}, "min_angle": -0.2, "max_angle": 1.4},
)
HINGE_Y: Limits = (
    {},
    {"kind": "ANGULAR", "axes": {"X", "Z"}},
    {"kind": "ANGULAR", "axes": {"Y"}, "min_angle": -0.2, "max_angle": 1.4},
)
HINGE: Limits = ({}, {"kind": "ANGULAR", "axes": {"X", "Y"}})


def frame(kind: str = "STATIC") -> bpy.types.Object:
    return make_collider(make_body(cube("Frame", (1, 1, 4)), kind))


def door() -> bpy.types.Object:
    return make_collider(make_body(cube("Door", (2, 0.1, 2), location=(2, 0, 0), rotation=(0, 0, 0.3)), mass=10))


def hinge(limits: Limits = HINGE, **values: Any) -> bpy.types.Object:
    """An Empty below a Door, which it connects to a static Frame."""
    target, body = frame(), door()
    obj = add("Hinge", parent=body, location=(-1, 0, 0), rotation=(0.1, 0.2, 0.3))
    return make_joint(obj, target, limits, **values)


@pytest.mark.parametrize(
    ("code", "limit"),
    [
        ("limit-no-axis", {"axes": set()}),
        ("limit-no-bound", {"use_min": False, "use_max": False}),
        ("limit-min-above-max", {"min_angle": 1.0, "max_angle": -1.0}),
        ("limit-stiffness-zero", {"use_stiffness": True, "stiffness": 0.0}),
        ("limit-several-axes", {"axes": {"X", "Z"}, "min_angle": -1.0, "max_angle": 1.0}),
        ("limit-split", {"axes": {"X", "Y"}, "min_angle": -1.0, "max_angle": 0.5}),
        ("limit-radial-negative", {"axes": {"X", "Z"}, "is_radial": True, "min_angle": -1.0, "max_angle": 1.0}),
    ],
)
def test_limits(code: str, limit: dict[str, Any]) -> None:
    obj = hinge(({}, {"kind": "ANGULAR", "axes": {"Z"}, **limit}))
    only_fix(code, obj)


def test_numbers_of_a_split_limit() -> None:
    obj = hinge(({}, {"kind": "ANGULAR", "axes": {"X", "Y"}, "min_angle": -1.0, "max_angle": 0.5, "damping": 0.2}))
    only_fix("limit-split", obj)
    limits = obj.omi_physics.joint.limits
    assert [sorted(limit.axes) for limit in limits] == [["X", "Y", "Z"], ["X"], ["Y"]]
    for limit in limits[1:]:
        assert (limit.min_angle, limit.max_angle, limit.damping) == pytest.approx((-1.0, 0.5, 0.2))


def test_a_missing_bound() -> None:
    obj = hinge((*HINGE_Y[:2], {**HINGE_Y[2], "use_min": False}))
    only_fix("limit-one-sided", obj)
    limit = obj.omi_physics.joint.limits[2]
    assert limit.use_min and limit.min_angle == pytest.approx(-math.pi) and limit.max_angle == pytest.approx(1.4)


def test_overlaps() -> None:
    obj = hinge((*HINGE, {"kind": "ANGULAR", "axes": {"Y"}, "min_angle": -1.0, "max_angle": 1.0}))
    only_fix("limit-overlap", obj)
    assert [sorted(limit.axes) for limit in obj.omi_physics.joint.limits] == [["X", "Y", "Z"], ["X"], ["Y"]]


def test_hard_limits_in_godot() -> None:
    obj = hinge(HINGE_Y)
    only_fix("joint-hard-in-godot", obj)
    assert all(limit.use_stiffness and limit.stiffness == limit.damping == 1 for limit in obj.omi_physics.joint.limits)


def test_a_joint_without_effect_holds() -> None:
    obj = hinge(())
    only_fix("joint-no-effect", obj)
    assert {limit.kind for limit in obj.omi_physics.joint.limits} == {"LINEAR", "ANGULAR"} and codes() == []


def driven(**values: Any) -> bpy.types.Object:
    obj = hinge()
    drive = obj.omi_physics.joint.drives.add()
    drive.kind, drive.axis = "ANGULAR", "Z"
    for name, value in values.items():
        setattr(drive, name, value)
    return obj


def test_a_drive_without_strength_gets_one_for_its_body() -> None:
    obj = driven(use_velocity_target=True, velocity_angular=1.0)
    only_fix("drive-no-effect", obj)
    drive = obj.omi_physics.joint.drives[0]
    assert drive.damping == pytest.approx(100.0) and drive.velocity_angular == 1.0  # 10 kg


def test_a_drive_without_anything_goes() -> None:
    obj = driven()
    only_fix("drive-no-effect", obj)
    assert not obj.omi_physics.joint.drives


def test_an_acceleration() -> None:
    values = {"kind": "LINEAR", "axis": "X", "use_position_target": True, "stiffness": 2.0, "mode": "ACCELERATION"}
    obj = driven(**values)
    obj.omi_physics.joint.limits.clear()
    only_fix("drive-acceleration", obj)
    assert obj.omi_physics.joint.drives[0].stiffness == 20.0  # 10 kg
    obj.omi_physics.joint.drives.add().axis = "X"
    only_fix("drive-overlap", obj)


# Targets ------------------------------------------------------------------------------------------------------------


def test_a_deleted_target() -> None:
    obj = hinge()
    bpy.context.scene.collection.objects.unlink(bpy.data.objects["Frame"])
    only_fix("joint-target-deleted", obj)
    assert obj.omi_physics.joint.connected is None and codes() == []


def test_a_joint_to_itself() -> None:
    obj = hinge()
    obj.omi_physics.joint.connected = obj
    only_fix("joint-target-is-self", obj)
    assert codes() == []


def test_a_target_without_body() -> None:
    obj = hinge()
    wall = cube("Wall")
    obj.omi_physics.joint.connected = add("Nail", parent=wall)
    only_fix("joint-target-no-body", obj)
    assert bpy.data.objects["Nail"].omi_physics.motion.type == "STATIC"


def test_ends_apart() -> None:
    obj = hinge(attach="TARGET")
    only_fix("joint-ends-apart", obj)
    assert obj.omi_physics.joint.attach == "JOINT"


# Bodies -------------------------------------------------------------------------------------------------------------


def test_a_joint_without_body_on_a_mesh() -> None:
    obj = make_joint(make_collider(cube("Door", location=(3, 0, 0))), frame(), HINGE)
    only_fix("joint-no-body", obj)
    assert obj.omi_physics.motion.type == "DYNAMIC" and codes() == []


def test_a_joint_without_body_below_a_mesh() -> None:
    mesh = make_collider(cube("Door", location=(3, 0, 0)))
    obj = make_joint(add("Hinge", parent=add("Group", parent=mesh)), frame(), HINGE)
    only_fix("joint-no-body", obj)
    assert mesh.omi_physics.motion.type == "DYNAMIC" and codes() == []


def test_a_free_joint_holds_its_target_to_the_world() -> None:
    body = door()
    obj = make_joint(add("Hinge", location=(1, 2, 3), rotation=(0.5, 0, 0)), body, HINGE)
    update()
    before = obj.matrix_world.copy()
    only_fix("joint-no-body", obj)
    assert obj.parent == body and obj.omi_physics.joint.connected is None and codes() == []
    np.testing.assert_allclose(obj.matrix_world, before, atol=1e-6)


def test_a_free_joint_to_nothing_is_left_alone() -> None:
    obj = make_joint(add("Hinge"), None, HINGE)
    update()
    assert fix("joint-no-body", obj) == {"CANCELLED"}
    assert obj.parent is None and codes() == ["joint-no-body"]


def test_a_joint_below_a_static_body_without_another_makes_it_dynamic() -> None:
    obj = make_joint(add("Hinge", parent=frame()), None, HINGE)
    only_fix("joint-body-not-dynamic", obj)
    assert bpy.data.objects["Frame"].omi_physics.motion.type == "DYNAMIC"


def relative_limits(obj: bpy.types.Object) -> list[tuple[float, float]]:
    return [(round(limit.min_angle, 6), round(limit.max_angle, 6)) for limit in obj.omi_physics.joint.limits]


def test_a_joint_below_the_static_body_changes_sides() -> None:
    """Both bodies and the pivot stay; what was the target's angle against the joint is now the joint's."""
    static, body = frame(), door()
    limits = (*HINGE, {"kind": "ANGULAR", "axes": {"Z"}, "min_angle": -0.2, "max_angle": 1.4})
    obj = make_joint(add("Hinge", parent=static, location=(1, 0, 0), rotation=(0, 0, 0.3)), body, limits)
    update()
    before = obj.matrix_world.copy()
    only_fix("joint-body-not-dynamic", obj)
    assert obj.parent == body and obj.omi_physics.joint.connected == static
    np.testing.assert_allclose(obj.matrix_world, before, atol=1e-6)
    assert relative_limits(obj) == [(0, 0), (0, 0), (-1.4, 0.2)] and codes() == []


def test_a_joint_on_the_static_body_itself_gets_an_empty() -> None:
    static, body = frame(), door()
    make_joint(static, body, HINGE)
    only_fix("joint-body-not-dynamic", static)
    made = bpy.data.objects["Frame_Joint"]
    assert made.parent == body and made.omi_physics.joint.connected == static and not static.omi_physics.use_joint
    np.testing.assert_allclose(made.matrix_world, static.matrix_world, atol=1e-6)
    assert codes() == []


def test_ends_with_frames_of_their_own_change_sides() -> None:
    static, body = frame(), door()
    end = add("End", parent=body, location=(-1, 0, 0))
    obj = make_joint(add("Hinge", parent=static, location=(1, 0, 0)), end, HINGE, attach="TARGET")
    update()
    place = end.matrix_world.copy()
    only_fix("joint-body-not-dynamic", obj)
    made = bpy.data.objects["Hinge_Joint"]
    assert made.parent == body and made.omi_physics.joint.connected == obj
    assert made.omi_physics.joint.attach == "TARGET" and not obj.omi_physics.use_joint
    np.testing.assert_allclose(made.matrix_world, place, atol=1e-6)


# Hinges -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("limits", "axis", "turned_from"),
    [(HINGE_X, 0, "joint-reads-as-slider"), (HINGE_Y, 1, "hinge-spring")],
)
def test_a_hinge_turns_to_z_and_stays_where_it_is(limits: Limits, axis: int, turned_from: str) -> None:
    obj = hinge(limits)
    if axis == 1:
        drive = obj.omi_physics.joint.drives.add()
        drive.kind, drive.axis, drive.use_position_target, drive.stiffness = "ANGULAR", "Y", True, 5.0
        drive.position_angle = 0.3
    update()
    direction, place = obj.matrix_world.col[axis].copy(), obj.matrix_world.translation.copy()
    only_fix(turned_from, obj)
    np.testing.assert_allclose(obj.matrix_world.col[2], direction, atol=1e-6)
    np.testing.assert_allclose(obj.matrix_world.translation, place, atol=1e-6)
    found = obj.omi_physics.joint.limits[2]
    assert found.axes == {"Z"} and (found.min_angle, found.max_angle) == pytest.approx((-0.2, 1.4))
    if axis == 1:
        assert obj.omi_physics.joint.drives[0].axis == "Z"
        assert obj.omi_physics.joint.drives[0].position_angle == pytest.approx(0.3)
    assert codes() == []


def test_a_hinge_on_the_body_itself_gets_an_empty() -> None:
    static, body = frame(), door()
    make_joint(body, static, HINGE_X)
    update()
    before = body.matrix_world.copy()
    only_fix("joint-reads-as-slider", body)
    made = bpy.data.objects["Door_Joint"]
    assert made.parent == body and not body.omi_physics.use_joint and made.omi_physics.joint.connected == static
    np.testing.assert_allclose(body.matrix_world, before, atol=1e-6)
    np.testing.assert_allclose(made.matrix_world.col[2], body.matrix_world.col[0], atol=1e-6)
    assert codes() == []


def test_a_hinge_with_a_child_keeps_the_child() -> None:
    obj = hinge(HINGE_X)
    child = add("Handle", parent=obj, location=(0, 0, 1))
    update()
    before = child.matrix_world.copy()
    only_fix("joint-reads-as-slider", obj)
    np.testing.assert_allclose(child.matrix_world, before, atol=1e-6)


def test_a_hinge_below_a_scaled_body_is_not_scaled() -> None:
    obj = hinge(HINGE_X)
    bpy.data.objects["Door"].scale = (2, 2, 2)
    only_fix("joint-reads-as-slider", obj)
    np.testing.assert_allclose(obj.matrix_world.to_scale(), (1, 1, 1), atol=1e-6)


def test_a_turned_hinge_is_in_the_file_what_it_was() -> None:
    """The file's joint node turns about its Y by the same angles as it turned about X before."""
    obj = hinge(HINGE_X)
    update()
    before = export_glb()
    axis = before.world("Hinge")[:3, 0]
    fix("joint-reads-as-slider", obj)
    after = export_glb()
    np.testing.assert_allclose(after.world("Hinge")[:3, 1], axis, atol=1e-6)
    limits = after.root("OMI_physics_joint")["physicsJoints"][0]["limits"]
    assert {"angularAxes": [1], "min": -0.2, "max": 1.4} in limits
