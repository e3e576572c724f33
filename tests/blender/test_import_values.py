# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What stands on objects after an import: values worked out by hand. glTF (x, y, z) is Blender (x, -z, y)."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import bpy
import pytest

from tests.support import gltf_files

BODY, SHAPE, JOINT = "OMI_physics_body", "OMI_physics_shape", "OMI_physics_joint"


@pytest.fixture
def load(tmp_path: Path):
    """Imports a glTF JSON."""

    def run(document: dict[str, Any]) -> None:
        path = gltf_files.write(tmp_path / "scene.gltf", document)
        assert bpy.ops.import_scene.gltf(filepath=str(path)) == {"FINISHED"}

    return run


def physics(name: str) -> Any:
    return bpy.data.objects[name].omi_physics


def close(expected: Any) -> Any:
    return pytest.approx(expected, abs=1e-6)


def shapes(*items: dict[str, Any]) -> dict[str, Any]:
    """A file with one collider node per shape, named S0, S1, and so on."""
    nodes = [{"name": f"S{i}", "extensions": {BODY: {"collider": {"shape": i}}}} for i in range(len(items))]
    return gltf_files.gltf(nodes, **{SHAPE: {"shapes": list(items)}})


def test_motion(load) -> None:
    motion = {
        "type": "dynamic", "mass": 0, "centerOfMass": [1, 2, 3], "inertiaDiagonal": [4, 5, 6],
        "inertiaOrientation": [0, 0, 0.6, 0.8], "linearVelocity": [7, 8, 9], "angularVelocity": [-1, -2, -3],
        "gravityFactor": -1,
    }  # fmt: skip
    load(gltf_files.gltf([{"name": "A", "extensions": {BODY: {"motion": motion}}}]))
    found = physics("A").motion
    assert (found.type, found.mass, found.gravity_factor) == ("DYNAMIC", 0, -1)
    assert tuple(found.center_of_mass) == close((1, -3, 2))
    assert tuple(found.inertia_diagonal) == close((4, 6, 5))
    # Blender's quaternions are (w, x, y, z); a turn about glTF Z is one about Blender -Y.
    assert tuple(found.inertia_orientation) == close((0.8, 0, -0.6, 0))
    assert tuple(found.linear_velocity) == close((7, -9, 8))
    assert tuple(found.angular_velocity) == close((-1, 3, -2))
    assert not (physics("A").use_collider or physics("A").use_trigger or physics("A").use_joint)


def test_shapes_have_exact_dimensions_by_hand(load) -> None:
    load(
        shapes(
            {"type": "box", "box": {"size": [1, 2, 3]}},
            {"type": "sphere", "sphere": {"radius": 0.75}},
            {"type": "capsule", "capsule": {"height": 2, "radiusBottom": 0.5, "radiusTop": 0.25}},
            {"type": "cylinder", "cylinder": {"height": 3, "radiusBottom": 0.5, "radiusTop": 0.5}},
            {"type": "capsule", "capsule": {}},
            {"type": "cylinder", "cylinder": {}},
            {"type": "capsule", "capsule": {"radius": 0.5, "height": 3}},
        )
    )
    found = [physics(f"S{i}").collider.shape for i in range(7)]
    assert all(shape.fit == "MANUAL" and shape.axis == "Z" for shape in found)
    assert all(tuple(shape.offset) == tuple(shape.rotation) == (0, 0, 0) for shape in found)
    assert (found[0].type, tuple(found[0].size)) == ("BOX", (1, 3, 2))
    assert (found[1].type, found[1].radius) == ("SPHERE", 0.75)
    sizes = [(s.type, s.height, s.radius_bottom, s.radius_top) for s in found[2:]]
    assert sizes == [
        ("CAPSULE", 2, 0.5, 0.25),
        ("CYLINDER", 3, 0.5, 0.5),
        ("CAPSULE", 1, 0.5, 0.5),
        ("CYLINDER", 2, 0.5, 0.5),
        ("CAPSULE", 2, 0.5, 0.5),
    ]


def test_lengths_follow_the_importers_unit_rule(load) -> None:
    bpy.context.scene.unit_settings.scale_length = 0.01
    nodes = [
        {
            "name": "A",
            "translation": [1, 0, 0],
            "extensions": {
                BODY: {
                    "motion": {
                        "type": "dynamic", "mass": 3, "centerOfMass": [0, 1, 0], "inertiaDiagonal": [1, 2, 3],
                        "linearVelocity": [2, 0, 0], "angularVelocity": [3, 0, 0],
                    },
                    "collider": {"shape": 0},
                    "trigger": {"shape": 1},
                },
            },
            "children": [1],
        },
        {"name": "J", "extensions": {JOINT: {"joint": 0, "connectedNode": 2}}},
        {"name": "B", "extensions": {BODY: {"motion": {"type": "static"}}}},
    ]  # fmt: skip
    limits = [{"linearAxes": [0], "min": -1, "max": 2}, {"angularAxes": [0], "min": -1, "max": 2}]
    drives = [
        {"type": "linear", "mode": "force", "axis": 0, "positionTarget": 1, "velocityTarget": 2, "maxForce": 5},
        {"type": "angular", "mode": "force", "axis": 0, "positionTarget": 1, "velocityTarget": 2, "stiffness": 7},
    ]
    document = gltf_files.gltf(
        nodes,
        OMI_physics_shape={
            "shapes": [
                {"type": "box", "box": {"size": [1, 3, 2]}},
                {"type": "trimesh", "trimesh": {"mesh": 0}},
            ]
        },
        OMI_physics_joint={"physicsJoints": [{"limits": limits, "drives": drives}]},
    )
    gltf_files.add_mesh(document, *gltf_files.TETRAHEDRON)
    load(document)
    a, j = physics("A"), physics("J")
    assert tuple(bpy.data.objects["A"].location) == close((100, 0, 0))
    assert tuple(a.collider.shape.size) == close((100, 200, 300))
    assert tuple(a.motion.center_of_mass) == close((0, 0, 100))
    assert tuple(a.motion.linear_velocity) == close((200, 0, 0))
    assert tuple(a.motion.inertia_diagonal) == pytest.approx((1e4, 3e4, 2e4))
    assert (a.motion.mass, tuple(a.motion.angular_velocity)) == (3, (3, 0, 0))
    assert tuple(a.trigger.shape.mesh.vertices[3].co) == close((0, -300, 0))
    assert [(i.min_distance, i.max_distance) for i in j.joint.limits[:1]] == [close((-100, 200))]
    assert [(i.min_angle, i.max_angle) for i in j.joint.limits[1:]] == [close((-1, 2))]
    linear, angular = j.joint.drives
    assert (linear.position_distance, linear.velocity_linear, linear.max_force) == close((100, 200, 5))
    assert (angular.position_angle, angular.velocity_angular, angular.stiffness) == close((1, 2, 7))


def limits_of(load, *limits: dict[str, Any]) -> list[Any]:
    nodes = [
        {"name": "A", "extensions": {BODY: {"motion": {"type": "dynamic"}}}, "children": [1]},
        {"name": "J", "extensions": {JOINT: {"joint": 0, "connectedNode": 2}}},
        {"name": "B", "extensions": {BODY: {"motion": {"type": "static"}}}},
    ]
    load(gltf_files.gltf(nodes, OMI_physics_joint={"physicsJoints": [{"limits": list(limits)}]}))
    return list(physics("J").joint.limits)


def test_limits_change_sides_on_blender_y_only(load) -> None:
    x, y, z = limits_of(
        load,
        {"angularAxes": [0], "min": -0.174533, "max": 1.396263},
        {"angularAxes": [2], "min": -1.396263, "max": 0.174533},
        {"angularAxes": [1], "min": -0.174533, "max": 1.396263, "stiffness": 2, "damping": 3},
    )
    for limit, axis in ((x, "X"), (y, "Y"), (z, "Z")):
        assert (limit.kind, set(limit.axes)) == ("ANGULAR", {axis})
        assert math.degrees(limit.min_angle) == pytest.approx(-10, abs=1e-3)
        assert math.degrees(limit.max_angle) == pytest.approx(80, abs=1e-3)
        assert limit.use_min and limit.use_max and not limit.is_radial
    assert (z.use_stiffness, z.stiffness, z.damping) == (True, 2, 3)
    assert not x.use_stiffness


def test_limits_with_open_ends_and_on_several_axes(load) -> None:
    found = limits_of(
        load,
        {"linearAxes": [2], "min": 1},
        {"linearAxes": [0, 1, 2], "min": -0.5, "max": 2},
        {"linearAxes": [0, 1, 2], "min": 0, "max": 2},
        {"linearAxes": [0, 1, 2], "angularAxes": [1, 2], "min": 0, "max": 0},
        {"angularAxes": [0, 2], "min": -1, "max": 1},
    )
    seen = [
        (i.kind, "".join(sorted(i.axes)), i.use_min and i.min_distance, i.use_max and i.max_distance, i.is_radial)
        for i in found[:4]
    ]
    assert seen == [
        ("LINEAR", "Y", False, -1, False),
        ("LINEAR", "XZ", -0.5, 2, False),
        ("LINEAR", "Y", -2, 0.5, False),
        ("LINEAR", "XYZ", 0, 2, True),
    ]
    rest = [(i.kind, "".join(sorted(i.axes)), i.min_angle, i.max_angle, i.is_radial) for i in found[4:]]
    assert rest == [
        ("LINEAR", "XYZ", 0, 0, False),
        ("ANGULAR", "YZ", 0, 0, False),
        ("ANGULAR", "XY", -1, 1, False),
    ]


def test_material_and_filter(load) -> None:
    material = {
        "staticFriction": 0.25, "dynamicFriction": 0.5, "restitution": 1, "frictionCombine": "multiply",
        "restitutionCombine": "maximum", "name": "Ice",
    }  # fmt: skip
    filters = [
        {"collisionSystems": ["A", "B"], "notCollideWithSystems": ["C"], "name": "F"},
        {"collisionSystems": [], "collideWithSystems": ["A"]},
    ]
    nodes = [
        {
            "name": "A",
            "extensions": {
                BODY: {
                    "collider": {"physicsMaterial": 0, "collisionFilter": 0, "shape": 0},
                    "trigger": {"shape": 0, "collisionFilter": 1},
                }
            },
        },
        {"name": "B", "extensions": {BODY: {"collider": {"shape": 0}}}},
    ]
    load(
        gltf_files.gltf(
            nodes,
            OMI_physics_body={"physicsMaterials": [material], "collisionFilters": filters},
            OMI_physics_shape={"shapes": [{"type": "box", "box": {}}]},
        )
    )
    found = physics("A").collider
    assert found.use_material and found.use_filter
    m = found.material
    assert (m.name, m.static_friction, m.dynamic_friction, m.restitution) == ("Ice", 0.25, 0.5, 1)
    assert (m.friction_combine, m.restitution_combine) == ("MULTIPLY", "MAXIMUM")
    assert [s.name for s in found.filter.collision_systems] == ["A", "B"]
    assert found.filter.name == "F"
    assert found.filter.target_mode == "NOT_COLLIDE_WITH"
    assert [s.name for s in found.filter.target_systems] == ["C"]
    trigger = physics("A").trigger
    assert trigger.use_filter and trigger.filter.target_mode == "COLLIDE_WITH"
    assert not physics("B").collider.use_material and not physics("B").collider.use_filter


def test_compound_triggers_list_their_parts_or_take_all(load) -> None:
    part = {BODY: {"trigger": {"shape": 0}}}
    nodes: list[dict[str, Any]] = [
        {"name": "Listed", "extensions": {BODY: {"trigger": {"nodes": [2, 1]}}}, "children": [1, 4]},
        {"name": "Left", "extensions": part},
        {"name": "Right", "extensions": part},
        {"name": "All", "extensions": {BODY: {"trigger": {}}}, "children": [5]},
        {"name": "Between", "children": [2, 6]},
        {"name": "Below", "extensions": part},
        {"name": "Separate", "extensions": part},
    ]
    load(gltf_files.gltf(nodes, OMI_physics_shape={"shapes": [{"type": "box", "box": {}}]}))
    listed, everything = physics("Listed").trigger, physics("All").trigger
    assert listed.kind == everything.kind == "COMPOUND"
    assert not listed.use_all_parts and [p.object.name for p in listed.parts] == ["Right", "Left"]
    assert everything.use_all_parts and len(everything.parts) == 0
    assert physics("Separate").trigger.kind == "SHAPE"


def test_a_collider_without_a_shape_is_a_compound_parent(load) -> None:
    for number, collider in enumerate(({}, {"extras": {"compound": True}}, {"shape": -1})):
        node = {"name": f"C{number}", "extensions": {BODY: {"collider": collider}}}
        load(gltf_files.gltf([node]))
        found = physics(f"C{number}")
        assert found.use_collider and found.collider.shape.type == "NONE"


def test_references_go_by_index_across_equal_names(load) -> None:
    joint = {JOINT: {"joint": 0, "connectedNode": 3}}
    nodes: list[dict[str, Any]] = [
        {"name": "Same", "extensions": {BODY: {"motion": {"type": "dynamic", "mass": 5}}}, "children": [1]},
        {"name": "Same", "extensions": joint},
        {"name": "Same", "extensions": {BODY: {"motion": {"type": "static"}}}, "children": [3]},
        {"name": "Same", "translation": [0, 1, 0]},
    ]
    load(gltf_files.gltf(nodes, OMI_physics_joint={"physicsJoints": [{}]}))
    body = next(o for o in bpy.data.objects if o.omi_physics.motion.mass == 5)
    other = next(o for o in bpy.data.objects if o.omi_physics.motion.type == "STATIC")
    (j,) = [o for o in bpy.data.objects if o.omi_physics.use_joint]
    assert j.parent == body
    assert j.omi_physics.joint.connected.parent == other
    assert j.omi_physics.joint.attach == "TARGET"


@pytest.mark.parametrize(
    ("connected", "attach"),
    [("At", "JOINT"), ("Aside", "TARGET"), ("Turned", "TARGET"), ("B", "TARGET"), ("Scaled", "TARGET")],
)
def test_where_the_connected_end_is(load, connected: str, attach: str) -> None:
    nodes: list[dict[str, Any]] = [
        {"name": "A", "extensions": {BODY: {"motion": {"type": "dynamic"}}}, "translation": [1, 0, 0], "children": [1]},
        {"name": "J", "translation": [1, 1, 0]},
        {"name": "B", "extensions": {BODY: {"motion": {"type": "static"}}}, "translation": [2, 1, 0],
         "children": [3, 4, 5, 6]},
        {"name": "At"},
        {"name": "Aside", "translation": [0, 0.001, 0]},
        {"name": "Turned", "rotation": [0, 0, 1, 0]},
        {"name": "Scaled", "scale": [2, 2, 2]},
    ]  # fmt: skip
    index = next(i for i, node in enumerate(nodes) if node["name"] == connected)
    nodes[1]["extensions"] = {JOINT: {"joint": 0, "connectedNode": index, "enableCollision": True}}
    load(gltf_files.gltf(nodes, OMI_physics_joint={"physicsJoints": [{}]}))
    joint = physics("J").joint
    assert physics("J").use_joint and joint.use_collision
    assert (joint.connected.name, joint.attach) == (connected, attach)
