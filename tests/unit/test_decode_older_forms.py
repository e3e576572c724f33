# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Forms before 2025 read as what they mean today: values worked out by hand."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from omi_physics.core.geometry.inertia import principal
from omi_physics.core.ground.linear import matrix_of
from omi_physics.core.physics.model import (
    Body,
    Box,
    Capsule,
    Collider,
    Convex,
    Cylinder,
    JointNode,
    Limit,
    Motion,
    PhysicsJoint,
    Sphere,
    Trigger,
)
from tests.unit.test_decode import BODY, COLLIDER, JOINT, SHAPE, read


def geometries(file: Any) -> list[Any]:
    return [None if shape is None else shape.geometry for shape in file.document.shapes]


def test_archived_colliders_by_index_and_in_place() -> None:
    colliders = [
        {"type": "capsule", "radius": 0.5, "height": 3},
        {"type": "capsule", "radius": 1, "height": 2},
        {"type": "cylinder"},
        {"type": "hull", "mesh": 1},
        {"type": "box", "isTrigger": True},
        {"type": "sphere", "radius": "big"},
        {"type": "plane"},
        "x",
    ]
    nodes = [{COLLIDER: {"collider": i}} for i in (0, 0, 1, 2, 3, 4, 5, 6, 7, 9)]
    nodes.append({COLLIDER: {"type": "trimesh"}})
    file = read(nodes, collider={"colliders": colliders})
    assert geometries(file) == [
        Capsule(2, 0.5, 0.5), Sphere(1), Cylinder(2, 0.5, 0.5), Convex(1), Box(), Sphere(0.5),
    ]  # fmt: skip
    colliding = {i: body.collider and body.collider.shape for i, body in file.bodies.items() if body.collider}
    assert colliding == {0: 0, 1: 0, 2: 1, 3: 2, 4: 3, 6: 5, 7: None, 8: None, 9: None, 10: None}
    assert file.bodies[5] == Body(trigger=Trigger(4))


def test_an_archived_collider_beside_the_current_form_is_for_godot() -> None:
    nodes = [{BODY: {"collider": {"shape": 0}}, COLLIDER: {"type": "capsule", "radius": 0.5, "height": 3}}]
    file = read(nodes, physics_shape={"shapes": [{"type": "capsule", "capsule": {"height": 2}}]})
    assert file.bodies == {0: Body(collider=Collider(0))}
    assert geometries(file) == [Capsule(2, 0.5, 0.5)] and not file.notices


def test_an_archived_collider_on_a_body_without_one_counts() -> None:
    file = read([{BODY: {"motion": {"type": "dynamic"}}, COLLIDER: {"type": "box"}}])
    assert file.bodies == {0: Body(Motion("dynamic"), Collider(0))}


@pytest.mark.parametrize(
    ("word", "kind"),
    [
        ("static", "static"), ("kinematic", "kinematic"), ("character", "kinematic"), ("rigid", "dynamic"),
        ("dynamic", "dynamic"), ("vehicle", "dynamic"), ("weird", "dynamic"),
    ],
)  # fmt: skip
def test_flat_bodies(word: str, kind: str) -> None:
    file = read([{BODY: {"type": word, "mass": 2, "centerOfMass": [0, 1, 0], "angularVelocity": [1, 0, 0]}}])
    assert file.bodies == {0: Body(Motion(kind, 2.0, (0.0, 1.0, 0.0), angular_velocity=(1.0, 0.0, 0.0)))}
    assert file.notices


def test_shapes_on_nodes_belong_to_the_body_above_them() -> None:
    on_node = {SHAPE: {"shape": 0}}
    nodes = [
        {BODY: {"type": "rigid"}}, {}, on_node,
        {BODY: {"type": "trigger"}}, {}, on_node, {COLLIDER: {"type": "sphere", "isTrigger": False}},
        on_node,
        {BODY: {"type": "rigid"}}, {COLLIDER: {"type": "sphere", "isTrigger": True}},
        {BODY: {"type": "trigger"}, SHAPE: {"shape": 0}},
    ]  # fmt: skip
    children = {0: [1], 1: [2], 3: [4, 6], 4: [5], 8: [9]}
    file = read(nodes, children, physics_shape={"shapes": [{"type": "box", "box": {}}]})
    assert file.bodies == {
        0: Body(Motion("dynamic")),
        2: Body(collider=Collider(0)),
        3: Body(trigger=Trigger(nodes=(5,))),
        5: Body(trigger=Trigger(0)),
        6: Body(collider=Collider(1)),
        7: Body(collider=Collider(0)),
        8: Body(Motion("dynamic")),
        9: Body(trigger=Trigger(2)),
        10: Body(trigger=Trigger(0)),
    }


def test_an_inertia_tensor_along_the_axes_has_no_orientation() -> None:
    file = read([{BODY: {"type": "rigid", "inertiaTensor": [3, 0, 0, 0, 1, 0, 0, 0, 2]}}])
    assert file.bodies[0].motion == Motion("dynamic", inertia_diagonal=(3.0, 1.0, 2.0))
    file = read([{BODY: {"type": "rigid", "inertiaTensor": [0] * 9}}])
    assert file.bodies[0].motion == Motion("dynamic")
    file = read([{BODY: {"type": "rigid", "inertiaTensor": [-1, 0, 0, 0, 1, 0, 0, 0, 2]}}])
    assert file.bodies[0].motion == Motion("dynamic") and len(file.notices) == 2


def test_principal_axes_of_any_tensor() -> None:
    random = np.random.default_rng(7)
    for _ in range(300):
        q = random.normal(size=4)
        q /= np.linalg.norm(q)
        rotation = np.array(matrix_of(tuple(q)))[:3, :3]
        moments = random.uniform(0.1, 5.0, 3) * 10 ** random.uniform(-6, 6)
        tensor = rotation @ np.diag(moments) @ rotation.T
        diagonal, orientation = principal(tuple(tensor.ravel()))
        assert np.allclose(sorted(diagonal), sorted(moments), rtol=1e-9)
        found = np.array(matrix_of(orientation))[:3, :3]
        assert np.allclose(found @ np.diag(diagonal) @ found.T, tensor, atol=1e-9 * moments.max())
        # The smallest of the 24 equivalent rotations is at most about 63 degrees.
        assert orientation[3] > 0.85


def chain(nodes: dict[str, Any], constraints: list[Any], types: tuple[str, str] = ("dynamic", "static")) -> Any:
    """Node 0 and 1 are bodies, node 2 the joint."""
    bodies = [{BODY: {"motion": {"type": kind}}} for kind in types]
    return read([*bodies, {JOINT: nodes}], physics_joint={"constraints": constraints})


def test_constraints_become_limits() -> None:
    constraints = [
        {"linearAxes": [0, 1, 2], "angularAxes": [0]},
        {"angularAxes": [1], "lowerLimit": -1, "upperLimit": 2, "stiffness": 3, "damping": 4},
    ]
    file = chain({"constraints": [0, 1.0], "nodeA": 0, "nodeB": 1}, constraints)
    assert file.joints == {2: JointNode(0, 1)} and file.joint_parents == {2: 0}
    assert file.document.physics_joints == [
        PhysicsJoint(
            (
                Limit((0, 1, 2), (), 0.0, 0.0, None, 1.0),
                Limit((), (0,), 0.0, 0.0, None, 1.0),
                Limit((), (1,), -1.0, 2.0, 3.0, 4.0),
            )
        )
    ]
    assert len(file.notices) == 1


def test_a_later_constraint_wins_over_an_earlier_one() -> None:
    constraints = [
        {"linearAxes": [0, 1, 2], "lowerLimit": -1, "upperLimit": 1},
        {"linearAxes": [1], "angularAxes": [1], "upperLimit": 5},
        {"linearAxes": [1, 2], "upperLimit": 7},
    ]
    file = chain({"constraints": [0, 1, 2], "nodeA": 0, "nodeB": 1}, constraints)
    assert file.document.physics_joints[0].limits == (
        Limit((0,), (), -1.0, 1.0, None, 1.0),
        Limit((), (1,), 0.0, 5.0, None, 1.0),
        Limit((1, 2), (), 0.0, 7.0, None, 1.0),
    )


def test_seen_from_the_other_end_ranges_are_mirrored_and_distances_are_not() -> None:
    constraints = [
        {"angularAxes": [2], "lowerLimit": -1, "upperLimit": 2},
        {"linearAxes": [0, 1], "lowerLimit": 0, "upperLimit": 3},
        {"linearAxes": [2], "lowerLimit": 1, "upperLimit": 3},
    ]
    file = chain({"constraints": [0, 1, 2], "nodeA": 1, "nodeB": 0}, constraints)
    assert file.joints == {2: JointNode(0, 1)} and file.joint_parents == {2: 0}
    assert [(i.min, i.max) for i in file.document.physics_joints[0].limits] == [(-2, 1), (0, 3), (-3, -1)]


def test_equal_joints_share_their_settings() -> None:
    bodies: list[dict[str, Any]] = [{BODY: {"motion": {"type": "dynamic"}}}, {BODY: {"motion": {"type": "static"}}}]
    joints = [{JOINT: {"constraints": [0], "nodeA": 0, "nodeB": 1}} for _ in range(3)]
    file = read(bodies + joints, physics_joint={"constraints": [{"linearAxes": [0]}]})
    assert len(file.document.physics_joints) == 1 and len(file.joints) == 3


@pytest.mark.parametrize(
    ("ends", "expected"),
    [
        ({"nodeA": 0}, (0, None)), ({"nodeB": 0}, (0, None)), ({"nodeA": -1, "nodeB": 0}, (0, None)),
        ({"nodeA": -1.0, "nodeB": 0}, (0, None)), ({}, None), ({"nodeA": -1, "nodeB": -1}, None),
        ({"nodeA": 0, "nodeB": 9}, None), ({"nodeA": True, "nodeB": 0}, None), ({"nodeA": None, "nodeB": 0}, None),
    ],
)  # fmt: skip
def test_the_world_as_an_end(ends: dict[str, Any], expected: tuple[int, None] | None) -> None:
    file = chain({"constraints": [{"linearAxes": [0]}], **ends}, [])
    if expected is None:
        assert not file.joints and not file.joint_parents
    else:
        assert (file.joint_parents[2], file.joints[2].connected_node) == expected


def test_bad_constraints_are_named() -> None:
    constraints = [{"linearAxes": [0], "lowerLimit": "x", "upperLimit": float("inf")}, 7, {"linearAxes": []}]
    file = chain({"constraints": [0, 1, 2, 9, "x", {"angularAxes": [0]}], "nodeA": 0, "nodeB": 1}, constraints)
    assert file.document.physics_joints[0].limits == (
        Limit((0,), (), 0.0, None, None, 1.0),
        Limit((), (0,), 0.0, 0.0, None, 1.0),
    )
    assert len([n for n in file.notices if "form before" not in n.reason]) == 6


def test_the_older_type_beside_a_current_collider_is_the_motion() -> None:
    nodes = [
        {BODY: {"type": "static", "collider": {"shape": 0}}},
        {BODY: {"type": "rigid", "mass": 3, "collider": {"shape": 0}}},
        {BODY: {"type": "trigger", "trigger": {"shape": 0}}},
        {BODY: {"type": "static", "motion": {"type": "kinematic"}, "collider": {"shape": 0}}},
        {BODY: {"mass": 3, "collider": {"shape": 0}}},
        {BODY: {"type": "kinematic", "trigger": {"shape": 0}}},
    ]
    file = read(nodes, physics_shape={"shapes": [{"type": "convex", "mesh": 0}]})
    assert geometries(file) == [Convex(0)]
    assert file.bodies == {
        0: Body(Motion("static"), Collider(0)),
        1: Body(Motion("dynamic", mass=3), Collider(0)),
        2: Body(trigger=Trigger(0)),
        3: Body(Motion("kinematic"), Collider(0)),
        4: Body(collider=Collider(0)),
        5: Body(Motion("kinematic"), None, Trigger(0)),
    }


def test_dimensions_beside_an_empty_object_of_the_type() -> None:
    shapes = [
        {"type": "convex", "convex": {}, "mesh": 1},
        {"type": "box", "box": {}, "size": [2, 3, 4]},
        {"type": "box", "box": {"size": [1, 2, 3]}, "size": [2, 3, 4]},
    ]
    assert geometries(read([], physics_shape={"shapes": shapes})) == [Convex(1), Box((2, 3, 4)), Box((1, 2, 3))]
