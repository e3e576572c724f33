# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What is read from which JSON, and which notice each oddity leaves: values worked out by hand."""

from __future__ import annotations

from typing import Any

import pytest

from omi_physics.core.formats.omi.decode import decode
from omi_physics.core.physics.model import (
    Body,
    Box,
    Capsule,
    Collider,
    CollisionFilter,
    Convex,
    Cylinder,
    Drive,
    Geometry,
    JointNode,
    Limit,
    Motion,
    Notice,
    PhysicsFile,
    PhysicsMaterial,
    Sphere,
    Trigger,
)

BODY, SHAPE, JOINT, COLLIDER = "OMI_physics_body", "OMI_physics_shape", "OMI_physics_joint", "OMI_collider"
EXTENSIONS = [BODY, SHAPE, JOINT, COLLIDER]


def read(nodes: list[dict[str, Any]], children: dict[int, list[int]] | None = None, **root: Any) -> PhysicsFile:
    """Decodes nodes given as their extensions; `root` holds tables by extension without its prefix."""
    listed: list[dict[str, Any]] = [{"name": f"N{i}", "extensions": node} for i, node in enumerate(nodes)]
    for index, below in (children or {}).items():
        listed[index]["children"] = below
    extensions = {f"OMI_{name}": value for name, value in root.items()}
    return decode({"nodes": listed, "meshes": [{}, {}], "extensions": extensions, "extensionsUsed": EXTENSIONS})


def notices(file: PhysicsFile) -> list[str]:
    return [str(notice) for notice in file.notices]


def shape(data: dict[str, Any]) -> tuple[Geometry | None, list[str]]:
    """The geometry of one shape, and the reasons of the notices about it."""
    file = read([{BODY: {"collider": {"shape": 0}}}], physics_shape={"shapes": [data]})
    found = file.document.shapes[0]
    return (found.geometry if found else None), [notice.reason for notice in file.notices]


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        ({"type": "box", "box": {}}, Box((1, 1, 1))),
        ({"type": "sphere", "sphere": {}}, Sphere(0.5)),
        ({"type": "capsule", "capsule": {}}, Capsule(1, 0.5, 0.5)),
        ({"type": "cylinder", "cylinder": {}}, Cylinder(2, 0.5, 0.5)),
        ({"type": "capsule", "capsule": {"height": 3, "radiusTop": 0.25}}, Capsule(3, 0.5, 0.25)),
        ({"type": "capsule", "capsule": {"radius": 1, "radiusBottom": 1, "radiusTop": 1}}, Capsule(1, 1, 1)),
        ({"type": "convex", "convex": {"mesh": 1}}, Convex(1)),
    ],
)
def test_current_shapes_leave_no_notice(data: dict[str, Any], expected: Geometry) -> None:
    assert shape(data) == (expected, [])


@pytest.mark.parametrize(
    ("data", "expected", "notice"),
    [
        # The form before 2025 has one radius and, for capsules, the full height.
        ({"type": "capsule", "capsule": {"radius": 0.5, "height": 3}}, Capsule(2, 0.5, 0.5), "form before 2025"),
        ({"type": "capsule", "capsule": {"radius": 0.25}}, Capsule(1.5, 0.25, 0.25), "form before 2025"),
        ({"type": "capsule", "capsule": {"radius": 0.5, "height": 1}}, Sphere(0.5), "sphere"),
        ({"type": "cylinder", "cylinder": {"radius": 1, "height": 3}}, Cylinder(3, 1, 1), "form before 2025"),
        ({"type": "capsule", "capsule": {"radius": 2, "radiusTop": 0.5}}, Capsule(1, 2, 0.5), "differs"),
        ({"type": "hull", "hull": {"mesh": 0}}, Convex(0), "hull"),
        ({"type": "box", "size": [1, 2, 3]}, Box((1, 2, 3)), "older form"),
        ({"type": "capsule", "height": 3}, Capsule(2, 0.5, 0.5), "older form"),
        ({"type": "box"}, Box(), "is missing"),
        ({"type": "box", "box": None}, Box(), "is null"),
        ({"type": "box", "box": {"size": [1, 2]}}, Box(), "has 2 numbers"),
        ({"type": "box", "box": {"size": [1, True, 3]}}, Box(), "is true, not a number at position 1"),
        ({"type": "box", "box": {"size": [-1, 2, 3]}}, Box(), "negative"),
        ({"type": "box", "box": {"size": [0, 2, 3]}}, Box((0, 2, 3)), "has a 0"),
        ({"type": "sphere", "sphere": {"radius": -1}}, Sphere(0.5), "less than 0"),
        ({"type": "sphere", "sphere": {"radius": 1e39}}, Sphere(0.5), "too large"),
        ({"type": "sphere", "sphere": {"radius": 10**400}}, Sphere(0.5), "too large"),
        ({"type": "plane"}, None, 'the text "plane"'),
        ({}, None, "is missing"),
        ({"type": "convex", "convex": {"mesh": 2}}, None, "no such mesh"),
        ({"type": "convex", "convex": {"mesh": -1}}, None, "is -1"),
        ({"type": "trimesh", "trimesh": {}}, None, "is missing"),
        ({"type": "box", "box": {}, "sphere": {}}, Box(), "not a property"),
    ],
)
def test_odd_shapes_leave_one(data: dict[str, Any], expected: Geometry | None, notice: str) -> None:
    geometry, found = shape(data)
    assert geometry == expected
    assert any(notice in reason for reason in found), found


def test_a_notice_names_node_path_and_reason() -> None:
    file = read([{}, {BODY: {"motion": {"type": "dynamic", "mass": "heavy"}}}])
    path = "/nodes/1/extensions/OMI_physics_body/motion/mass"
    assert file.notices == [Notice("N1 (node 1)", path, 'is the text "heavy", not a number; 1 is used')]
    assert file.bodies == {1: Body(Motion("dynamic"))}


def test_a_fault_in_a_table_is_put_down_to_the_first_node_that_uses_it() -> None:
    bad = {"type": "sphere", "sphere": {"radius": None}}
    nodes = [{BODY: {"collider": {"shape": 1}}}, {BODY: {"collider": {"shape": 1}}}]
    file = read(nodes, physics_shape={"shapes": [bad, bad]})
    assert [(n.where, n.path.split("/")[4]) for n in file.notices] == [("File", "0"), ("N0 (node 0)", "1")]


def test_an_entry_that_cannot_be_read_is_named_by_each_node() -> None:
    nodes = [{BODY: {"collider": {"shape": 0}}}, {BODY: {"collider": {"shape": 0, "physicsMaterial": 0}}}]
    file = read(nodes, physics_shape={"shapes": ["x"]}, physics_body={"physicsMaterials": [{"restitution": 1}]})
    assert [n.where for n in file.notices] == ["N0 (node 0)", "N1 (node 1)"]
    # The rest of the collider survives.
    assert file.bodies[1] == Body(collider=Collider(None, 0, None))


def test_names_of_nodes_are_optional() -> None:
    file = decode({"nodes": [{"extensions": {BODY: {"motion": {}}}}], "extensionsUsed": [BODY]})
    assert notices(file) == ['Node 0: /nodes/0/extensions/OMI_physics_body/motion/type: is missing; "dynamic" is used']
    assert file.bodies[0].motion == Motion("dynamic")


def test_materials_and_filters() -> None:
    materials = [{"staticFriction": 0, "dynamicFriction": -1, "restitutionCombine": "sum", "name": "a\0\ud800"}]
    filters = [
        {"collisionSystems": ["A", 3, ""], "collideWithSystems": ["B"], "notCollideWithSystems": ["C"]},
        {"collideWithSystems": [], "notCollideWithSystems": ["C"]},
    ]
    file = read([], physics_body={"physicsMaterials": materials, "collisionFilters": filters})
    assert file.document.physics_materials == [PhysicsMaterial(0, 0.6, name="a??")]
    assert file.document.collision_filters == [CollisionFilter(("A",), ("B",)), CollisionFilter((), (), ("C",))]
    assert [n.path.rsplit("/", 2)[-1] for n in file.notices] == [
        "dynamicFriction", "restitutionCombine", "name", "notCollideWithSystems", "1", "2", "collideWithSystems",
    ]  # fmt: skip


def joint(**settings: Any) -> PhysicsFile:
    nodes = [{BODY: {"motion": {"type": "dynamic"}}}, {JOINT: {"joint": 0, "connectedNode": 3}}]
    nodes += [{BODY: {"motion": {"type": "static"}}}, {}]
    return read(nodes, {0: [1], 2: [3]}, physics_joint={"physicsJoints": [settings]})


def test_limits() -> None:
    file = joint(
        limits=[
            {"linearAxes": [2, 0], "angularAxes": [], "min": -1, "max": 1, "stiffness": 2, "damping": 3},
            {"linearAxes": [0], "angularAxes": [1, 1, 5], "max": float("inf"), "stiffness": -1, "damping": -1},
            {"min": 0},
        ]
    )
    found = file.document.physics_joints[0]
    assert found is not None
    assert found.limits == (
        Limit((0, 2), (), -1.0, 1.0, 2.0, 3.0),
        Limit((0,), (1,), None, None, None, 0.0),
    )
    assert {notice.where for notice in file.notices} == {"N1 (node 1)"}
    assert file.joints == {1: JointNode(0, 3)}


def test_drives() -> None:
    file = joint(
        drives=[
            {"type": "angular", "mode": "acceleration", "axis": 2.0, "maxForce": 1e400, "velocityTarget": 0},
            {"type": "linear", "axis": 1, "mode": "weird", "positionTarget": None, "stiffness": 4},
            {"type": "linear", "axis": 3, "mode": "force"},
            {"axis": 1, "mode": "force"},
        ]
    )
    found = file.document.physics_joints[0]
    assert found is not None
    assert found.drives == (
        Drive("angular", "acceleration", 2, None, None, 0.0),
        Drive("linear", "force", 1, stiffness=4.0),
    )
    assert [n.path.split("/physicsJoints/0/")[1] for n in file.notices] == [
        "drives/0/axis", "drives/0/maxForce", "drives/1/mode", "drives/1/positionTarget", "drives/2/axis",
        "drives/3/type",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        ({"joint": 0, "connectedNode": 3, "enableCollision": True}, JointNode(0, 3, True)),
        ({"joint": 9, "connectedNode": 3}, JointNode(1, 3)),
        ({"connectedNode": 3}, JointNode(1, 3)),
        ({"joint": 0, "connectedNode": 9}, None),
        ({"joint": 0}, None),
        ({"joint": 0, "connectedNode": -1}, None),
        ({"joint": 0, "connectedNode": None}, None),
    ],
)
def test_joint_nodes_need_another_end_but_no_settings(data: dict[str, Any], expected: JointNode | None) -> None:
    nodes = [{BODY: {"motion": {"type": "dynamic"}}}, {JOINT: data}, {BODY: {"motion": {"type": "static"}}}, {}]
    file = read(nodes, {0: [1], 2: [3]}, physics_joint={"physicsJoints": [{}]})
    assert file.joints.get(1) == expected
    is_clean = data == {"joint": 0, "connectedNode": 3, "enableCollision": True}
    assert len(file.notices) == (0 if is_clean else 1)
    if expected is not None and expected.joint == 1:
        assert file.document.physics_joints[1] is not None


def test_a_joint_inside_the_body_is_read_as_well() -> None:
    nodes = [
        {BODY: {"motion": {"type": "dynamic"}, "joint": {"joint": 0, "connectedNode": 1}}},
        {BODY: {"motion": {"type": "static"}}},
    ]
    file = read(nodes, physics_joint={"physicsJoints": [{}]})
    assert file.joints == {0: JointNode(0, 1)}
    assert len(file.notices) == 1


TRIGGER_SHAPES = {"shapes": [{"type": "box", "box": {}}]}


@pytest.mark.parametrize(
    ("trigger", "expected", "reasons"),
    [
        ({"shape": 0}, Trigger(0), []),
        ({"nodes": [2, 1.0]}, Trigger(None, (2, 1)), ["whole number"]),
        ({"nodes": [1, 1, 0, 3, 4, 9, True, "1"]}, Trigger(None, (1,)),
         ["repeats", "itself", "no such node", "is true", 'text "1"', "no trigger", "not below"]),
        ({"nodes": []}, Trigger(), ["is empty"]),
        ({}, Trigger(), ["is empty"]),
        ({"extras": {"compound": True}}, Trigger(), []),
        ({"shape": -1}, Trigger(), ["is -1"]),
        ({"shape": 0, "nodes": [1]}, Trigger(0), ["beside a shape"]),
        ({"nodes": [1], "collisionFilter": 0}, Trigger(None, (1,), 0), ["beside nodes"]),
        ({"shape": 5}, None, ["the trigger is left out"]),
        ({"shape": "0"}, None, ["the trigger is left out"]),
    ],
)  # fmt: skip
def test_triggers(trigger: dict[str, Any], expected: Trigger | None, reasons: list[str]) -> None:
    part = {BODY: {"trigger": {"shape": 0}}}
    nodes = [{BODY: {"trigger": trigger}}, part, part, {}, part]
    file = read(nodes, {0: [1, 2, 3]}, physics_shape=TRIGGER_SHAPES, physics_body={"collisionFilters": [{"name": "F"}]})
    assert file.bodies.get(0, Body()).trigger == expected
    found = [notice.reason for notice in file.notices]
    assert len(found) == len(reasons), found
    for reason in reasons:
        assert any(reason in text for text in found), (reason, found)


def test_unknown_properties_are_named() -> None:
    file = read([{BODY: {"motion": {"type": "static", "mas": 3}, "colider": {}}}])
    assert [n.path.rsplit("/", 1)[1] for n in file.notices] == ["colider", "mas"]


def test_extensions_that_are_not_listed_are_named() -> None:
    file = decode({"nodes": [{"extensions": {BODY: {"motion": {"type": "static"}}}}], "extensionsUsed": [7]})
    assert notices(file) == ["File: /extensionsUsed: does not list OMI_physics_body; read all the same"]


@pytest.mark.parametrize("document", [None, [], 3, "x", {}, {"nodes": {}}, {"nodes": [None, 3]}, {"extensions": []}])
def test_what_is_no_file_has_nothing_in_it(document: Any) -> None:
    assert decode(document).bodies == {}


def test_paths_are_json_pointers() -> None:
    file = read([{BODY: {"motion": {"type": "static", "a/b~c": 1}}}])
    assert file.notices[0].path.endswith("/motion/a~1b~0c")
