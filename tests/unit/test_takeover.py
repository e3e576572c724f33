# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Blender's rigid bodies, constraints and collision names in our terms, and back, without Blender."""

from __future__ import annotations

import math

import numpy as np
import pytest

from omi_physics.core.ground.linear import euler_matrix
from omi_physics.core.physics.scene import DriveSettings, JointSettings, LimitSettings
from omi_physics.core.takeover.body import RigidBody, filter_of, material_of, needs_filters
from omi_physics.core.takeover.box import box_of
from omi_physics.core.takeover.constraint import Constraint, constraints_of, does_the_same, joint_of
from omi_physics.core.takeover.names import meaning_of, owner_of

DEGREE = math.pi / 180.0


def locked(kind: str, axes: str) -> LimitSettings:
    return LimitSettings(kind, axes, 0.0, 0.0)


BALL = (locked("LINEAR", "XYZ"),)


@pytest.mark.parametrize(
    ("limits", "kind", "axes"),
    [
        ((*BALL, locked("ANGULAR", "XYZ")), "FIXED", "XYZ"),
        (BALL, "POINT", "XYZ"),
        ((*BALL, locked("ANGULAR", "XY")), "HINGE", "XYZ"),
        # Blender's hinge turns about Z: the constraint's Z must be the joint's X.
        ((*BALL, locked("ANGULAR", "YZ")), "HINGE", "YZX"),
        ((*BALL, locked("ANGULAR", "XZ")), "HINGE", "ZXY"),
        ((locked("LINEAR", "YZ"), locked("ANGULAR", "XYZ")), "SLIDER", "XYZ"),
        ((locked("LINEAR", "XY"), locked("ANGULAR", "XYZ")), "SLIDER", "ZXY"),
        ((locked("LINEAR", "YZ"), locked("ANGULAR", "YZ")), "PISTON", "XYZ"),
    ],
)
def test_a_joint_becomes_the_constraint_of_its_kind(limits: tuple[LimitSettings, ...], kind: str, axes: str) -> None:
    (made,) = constraints_of(JointSettings(limits=limits)).constraints
    assert (made.constraint.type, made.axes) == (kind, axes)


def test_an_angle_changes_its_sense_and_a_distance_does_not() -> None:
    # Measured: object 2 turns from -upper to -lower, and moves from lower to upper.
    hinge = JointSettings(limits=(*BALL, locked("ANGULAR", "XY"), LimitSettings("ANGULAR", "Z", -20.0, 40.0)))
    (made,) = constraints_of(hinge).constraints
    assert made.constraint.limits == {("ANGULAR", "Z"): (-40.0, 20.0)}
    slider = (locked("LINEAR", "YZ"), locked("ANGULAR", "XYZ"), LimitSettings("LINEAR", "X", -0.5, 2.0))
    (made,) = constraints_of(JointSettings(limits=slider)).constraints
    assert made.constraint.limits == {("LINEAR", "X"): (-0.5, 2.0)}


@pytest.mark.parametrize("is_swapped", [False, True])
@pytest.mark.parametrize("kind", ["LINEAR", "ANGULAR"])
def test_seen_from_the_other_end_a_range_is_turned(kind: str, is_swapped: bool) -> None:
    (found,) = joint_of(Constraint("GENERIC", {(kind, "Y"): (-1.0, 3.0)}), is_swapped).limits
    turned = (kind == "ANGULAR") != is_swapped
    assert (found.min, found.max) == ((-3.0, 1.0) if turned else (-1.0, 3.0))


def test_joints_come_back_from_their_constraints() -> None:
    joints = (
        JointSettings(limits=(*BALL, locked("ANGULAR", "XY"), LimitSettings("ANGULAR", "Z", -20.0, 40.0))),
        JointSettings(limits=BALL, use_collision=True),
        JointSettings(
            limits=(LimitSettings("LINEAR", "X", -1.0, 2.0),),
            drives=(DriveSettings("LINEAR", "X", position_target=0.0, stiffness=40.0, damping=2.0),),
        ),
    )
    for joint in joints:
        (made,) = constraints_of(joint).constraints
        assert made.axes == "XYZ"
        taken = joint_of(made.constraint)
        back = JointSettings(limits=taken.limits, drives=taken.drives, use_collision=made.constraint.use_collision)
        assert does_the_same(joint, back)
    assert not does_the_same(joints[0], joints[1])


def test_what_a_constraint_cannot_say_is_told() -> None:
    soft = LimitSettings("LINEAR", "X", -1.0, 1.0, stiffness=5.0)
    radial = LimitSettings("LINEAR", "XY", 0.0, 2.0, is_radial=True)
    aim = DriveSettings("LINEAR", "Z", position_target=0.5, stiffness=9.0, max_force=3.0, mode="ACCELERATION")
    given = constraints_of(JointSettings(limits=(soft, radial), drives=(aim,)))
    assert given.notes == (
        "a soft limit becomes a hard one",
        "a radial limit becomes a limit of each axis",
        "a drive by acceleration becomes one by force",
        "the largest force of its spring is lost",
        "its spring rests where it starts, not at its position target",
    )
    assert given.targets == ((("LINEAR", "Z"), 0.5),)


def test_layers() -> None:
    assert not needs_filters([frozenset({0}), frozenset({0, 2})])
    assert needs_filters([frozenset({0, 2}), frozenset({2}), frozenset({0})])
    # Without any collection a body passes through all others, which need no filter for that.
    assert not needs_filters([frozenset({0}), frozenset()])
    assert filter_of(frozenset({0, 19})).collide_with_systems == ("Layer 1", "Layer 20")
    assert not set(filter_of(frozenset()).collide_with_systems) & {f"Layer {n}" for n in range(1, 21)}


def test_friction_multiplies() -> None:
    material = material_of(RigidBody(friction=0.7, restitution=0.2))
    assert (material.static_friction, material.dynamic_friction, material.restitution) == (0.7, 0.7, 0.2)
    assert material.friction_combine == material.restitution_combine == "multiply"


_QUADS = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
_TRIANGLES = np.array([t for a, b, c, d in _QUADS for t in ((a, b, c), (a, c, d))], dtype=np.int32)


@pytest.mark.parametrize("euler", [(0.0, 0.0, 0.5), (0.3, -0.4, 0.7), (0.0, 0.7, 0.0), (1.2, 0.0, 0.0)])
def test_the_box_of_a_turned_mesh_holds_just_that_mesh(euler: tuple[float, float, float]) -> None:
    corners = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]) * np.array((0.5, 1.0, 1.5))
    turn = np.array(euler_matrix(euler))[:3, :3]
    points = corners @ turn.T + np.array((1.0, 2.0, 3.0))
    box = box_of(points, _TRIANGLES)
    assert (box.type, box.fit) == ("BOX", "MANUAL")
    back = (points - np.array(box.offset)) @ np.array(euler_matrix(box.rotation))[:3, :3]
    assert np.abs(back).max(axis=0) * 2.0 == pytest.approx(np.array(box.size), abs=1e-5)
    assert sorted(box.size) == pytest.approx([1.0, 2.0, 3.0], abs=1e-5)


@pytest.mark.parametrize("name", ["Pipecol", "Gate-collar", "UCX", "UBX_", "-col", "col", "UCXLamp", "Wall-col.x", ""])
def test_names_that_say_nothing(name: str) -> None:
    assert meaning_of(name) is None


@pytest.mark.parametrize(
    ("name", "shape", "rest", "is_hidden", "is_body"),
    [
        ("Wall-col", "TRIMESH", "Wall", False, False),
        ("A-b_c$CONVCOL.001", "CONVEX", "A-b_c", False, False),
        ("Ramp-colonly-2", "TRIMESH", "Ramp", True, False),
        ("Hull_ConvColOnly01", "CONVEX", "Hull", True, False),
        ("Barrel-rigid", "CONVEX", "Barrel", False, True),
        ("Große Tür-col", "TRIMESH", "Große Tür", False, False),
        ("ubx_Lamp_01", "BOX", "Lamp_01", True, False),
        ("USP_Lamp", "SPHERE", "Lamp", True, False),
        ("UCP_Lamp", "CAPSULE", "Lamp", True, False),
        ("UCX_Lamp", "CONVEX", "Lamp", True, False),
    ],
)
def test_names_that_tell_of_collision(name: str, shape: str, rest: str, is_hidden: bool, is_body: bool) -> None:
    found = meaning_of(name)
    assert found is not None
    assert (found.shape, found.name, found.is_hidden, found.is_body) == (shape, rest, is_hidden, is_body)


def test_the_owner_is_the_longest_name_that_there_is() -> None:
    objects = {"SM_Lamp", "SM_Lamp_1", "SM_Lamp_Big"}
    assert owner_of("SM_Lamp_1", objects) == "SM_Lamp_1"
    assert owner_of("SM_Lamp_1_02", objects) == "SM_Lamp_1"
    assert owner_of("SM_Lamp_02", objects) == "SM_Lamp"
    assert owner_of("SM_Lamp_02.001", objects) == "SM_Lamp"
    assert owner_of("SM_Lamp_Big", objects) == "SM_Lamp_Big"
    assert owner_of("SM_Lamp_Small", objects) is None
    assert owner_of("01", objects) is None
