# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Reading the Khronos format; the values expected are worked out by hand from its text."""

from __future__ import annotations

import math
from typing import Any

import pytest

from omi_physics.core.formats.read import read_physics
from omi_physics.core.physics.model import Box, Capsule, Convex, Cylinder, PhysicsFile, Sphere, Trimesh

KHR, SHAPES = "KHR_physics_rigid_bodies", "KHR_implicit_shapes"


def file_of(
    nodes: list[dict[str, Any]], shapes: list[Any] | None = None, roots: list[int] | None = None, **tables: Any
) -> dict[str, Any]:
    extensions: dict[str, Any] = {KHR: tables}
    if shapes is not None:
        extensions[SHAPES] = {"shapes": shapes}
    return {
        "nodes": nodes,
        "scenes": [{"nodes": list(range(len(nodes))) if roots is None else roots}],
        "meshes": [{}, {}],
        "extensions": extensions,
        "extensionsUsed": [KHR, SHAPES],
    }


def node(name: str = "Node", payload: dict[str, Any] | None = None, **values: Any) -> dict[str, Any]:
    extensions = {} if payload is None else {"extensions": {KHR: payload}}
    return {"name": name, **extensions, **values}


def reasons(file: PhysicsFile) -> list[str]:
    return [notice.reason for notice in file.notices]


@pytest.mark.parametrize(
    ("shape", "expected"),
    [
        ({"type": "box"}, Box((1.0, 1.0, 1.0))),
        ({"type": "sphere", "sphere": {"radius": 2}}, Sphere(2.0)),
        # The defaults differ from those of OMI.
        ({"type": "capsule"}, Capsule(0.5, 0.25, 0.25)),
        ({"type": "capsule", "capsule": {"height": 2, "radiusTop": 1}}, Capsule(2.0, 0.25, 1.0)),
        ({"type": "cylinder", "cylinder": {"radiusBottom": 1}}, Cylinder(0.5, 1.0, 0.25)),
        ({"type": "plane", "plane": {"sizeX": 4, "sizeZ": 6}}, Box((4.0, 0.1, 6.0))),
        ({"type": "plane"}, Box((1000.0, 0.1, 1000.0))),
    ],
)
def test_shapes(shape: dict[str, Any], expected: Any) -> None:
    found = read_physics(file_of([node(payload={"collider": {"geometry": {"shape": 0}}})], [shape]))
    assert found.document.shapes[found.bodies[0].collider.shape].geometry == expected


def test_a_plane_lies_below_its_node_and_says_so() -> None:
    found = read_physics(file_of([node(payload={"collider": {"geometry": {"shape": 0}}})], [{"type": "plane"}]))
    assert found.shape_offsets == {0: (0.0, -0.05, 0.0)}
    assert any("plane" in reason for reason in reasons(found))


def test_motion() -> None:
    """A node turned by 90 degrees about Y: its X axis is the scene's -Z."""
    half = math.sqrt(0.5)
    motion = {"mass": 3, "linearVelocity": [1, 0, 0], "angularVelocity": [0, 2, 0], "gravityFactor": 0.5}
    found = read_physics(
        file_of(
            [
                node("Turned", {"motion": motion}, rotation=[0, half, 0, half]),
                node("Lift", {"motion": {"isKinematic": True}}),
                node("Light", {"motion": {}}),
                node("Heavy", {"motion": {"mass": 0, "inertiaDiagonal": [0, 1, 1]}}),
            ]
        )
    )
    turned = found.bodies[0].motion
    assert (turned.type, turned.mass, turned.gravity_factor) == ("dynamic", 3.0, 0.5)
    assert turned.linear_velocity == pytest.approx((0, 0, -1), abs=1e-9)
    assert turned.angular_velocity == pytest.approx((0, 2, 0), abs=1e-9)
    assert found.bodies[1].motion.type == "kinematic"
    assert found.massless == {2}
    assert (found.bodies[3].motion.mass, found.bodies[3].motion.inertia_diagonal) == (1.0, (0.0, 0.0, 0.0))
    assert sum("infinite" in reason for reason in reasons(found)) == 2


def test_meshes_by_either_key() -> None:
    nodes = [
        node("New", {"collider": {"geometry": {"mesh": 1, "convexHull": True}}}),
        node("Old", {"collider": {"geometry": {"node": 3}}}),
        node("Moved", {"collider": {"geometry": {"node": 4}}}),
        node("Plain", mesh=0),
        node("Shifted", mesh=0, translation=[1, 2, 3], children=[5]),
        node("Below", mesh=1),
        node("Both", {"collider": {"geometry": {"mesh": 1, "node": 3}}}),
    ]
    found = read_physics(file_of(nodes, roots=[0, 1, 2, 6]))
    geometry = [found.document.shapes[found.bodies[i].collider.shape].geometry for i in (0, 1, 2, 6)]
    # The two meshes of the file, and the one put together of two.
    assert geometry == [Convex(1), Trimesh(0), Trimesh(2), Trimesh(1)]
    assert [(mesh, matrix[0][3], matrix[1][3], matrix[2][3]) for mesh, matrix in found.merged_meshes[0]] == [
        (0, 1, 2, 3), (1, 1, 2, 3),
    ]  # fmt: skip
    assert found.geometry_nodes == {3, 4, 5}


def test_a_joint_whose_other_end_alone_moves_is_seen_from_there() -> None:
    joint = {
        "limits": [{"linearAxes": [0], "min": -1, "max": 3}, {"angularAxes": [0, 1], "min": 0, "max": 0}],
        "drives": [{"type": "linear", "mode": "force", "axis": 0, "velocityTarget": 2, "damping": 1}],
    }
    nodes = [node("Frame", {"joint": {"connectedNode": 1, "joint": 0}}), node("Door", {"motion": {"mass": 1}})]
    found = read_physics(file_of(nodes, physicsJoints=[joint]))
    assert list(found.joints) == [1]
    assert found.joints[1].connected_node == 0
    settings = found.document.physics_joints[found.joints[1].joint]
    assert [(limit.min, limit.max) for limit in settings.limits] == [(-3.0, 1.0), (0.0, 0.0)]
    assert settings.drives[0].velocity_target == -2.0
    assert not found.notices


def test_a_joint_to_the_world_is_nothing_odd() -> None:
    nodes = [node("Door", {"motion": {"mass": 1}, "joint": {"connectedNode": 1, "joint": 0}}), node("World")]
    found = read_physics(file_of(nodes, physicsJoints=[{}]))
    assert (found.joints[0].connected_node, found.notices) == (1, [])


@pytest.mark.parametrize(("bodies", "shapes"), [("KHR_rigid_bodies", "KHR_collision_shapes"),
                                                ("MSFT_rigid_bodies", "MSFT_collision_primitives")])  # fmt: skip
def test_older_names(bodies: str, shapes: str) -> None:
    payload = {"motion": {"mass": 2}, "collider": {"shape": 0}}
    data = {
        "nodes": [{"name": "Old", "extensions": {bodies: payload}}],
        "meshes": [{}],
        "extensions": {shapes: {"shapes": [{"type": "mesh", "mesh": {"mesh": 0}, "convexHull": True}]}},
    }
    found = read_physics(data)
    assert (found.bodies[0].motion.mass, found.document.shapes[0].geometry) == (2.0, Convex(0))
    assert any("older" in reason for reason in reasons(found))


def test_omi_wins_and_a_contradiction_is_one_notice() -> None:
    def both(name: str, omi: dict[str, Any], khr: dict[str, Any]) -> dict[str, Any]:
        return {"name": name, "extensions": {"OMI_physics_body": omi, KHR: khr}}

    heavy, ball = {"motion": {"type": "dynamic", "mass": 2}}, {"geometry": {"shape": 0}}
    data = file_of(
        [
            both("Same", heavy, {"motion": {"mass": 2, "centerOfMass": [0, 0, 0]}}),
            both("Other", heavy, {"motion": {"mass": 3}}),
            both("More", {"motion": {"type": "dynamic"}}, {"motion": {"isKinematic": True}, "collider": ball}),
        ],
        [{"type": "sphere", "sphere": {"radius": 3}}],
    )  # fmt: skip
    data["extensionsUsed"].append("OMI_physics_body")
    found = read_physics(data)
    assert [found.bodies[i].motion.mass for i in range(3)] == [2.0, 2.0, 1.0]
    assert found.bodies[2].motion.type == "dynamic"
    assert found.document.shapes[found.bodies[2].collider.shape].geometry == Sphere(3.0)
    told = [reason for reason in reasons(found) if "differ" in reason]
    assert told == ["OMI and Khronos physics differ on Other (node 1) and 1 more; OMI counts"]


@pytest.mark.parametrize("junk", [None, 3, "x", [], {"shape": "a"}, {"node": 99}, {"mesh": -1}, {"geometry": []}])
def test_junk_costs_itself(junk: Any) -> None:
    nodes = [
        node("Junk", {"motion": junk, "collider": {"geometry": junk}, "trigger": junk, "joint": junk}),
        node("Good", {"motion": {"mass": 4}}),
    ]
    assert read_physics(file_of(nodes, [junk], physicsJoints=[junk])).bodies[1].motion.mass == 4.0
    for broken in ({"nodes": junk, "extensions": {KHR: junk}}, {"extensions": junk}, {"scenes": junk, "nodes": nodes}):
        read_physics(broken)
