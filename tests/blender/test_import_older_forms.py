# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Older forms come in as what they mean today, and go out in the current form."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import bpy
import pytest

from tests.support import gltf_files
from tests.support.gltf import Gltf, export_glb

BODY, SHAPE, JOINT, COLLIDER = "OMI_physics_body", "OMI_physics_shape", "OMI_physics_joint", "OMI_collider"


@pytest.fixture
def load(tmp_path: Path):
    """Imports a glTF JSON."""

    def run(document: dict[str, Any]) -> None:
        path = gltf_files.write(tmp_path / "scene.gltf", document)
        assert bpy.ops.import_scene.gltf(filepath=str(path)) == {"FINISHED"}

    return run


def physics(name: str) -> Any:
    return bpy.data.objects[name].omi_physics


def chain(**joint: Any) -> dict[str, Any]:
    """A static beam, turned and moved, a dynamic ball, and between them a joint of the form before 2024-09."""
    constraints = [
        {"linearAxes": [0, 1, 2]},
        {"angularAxes": [1], "lowerLimit": -0.5, "upperLimit": 1, "stiffness": 4},
    ]
    nodes: list[dict[str, Any]] = [
        {
            "name": "Beam",
            "translation": [1, 2, 3],
            "rotation": [0, 0.7071067811865476, 0, 0.7071067811865476],
            "extensions": {BODY: {"motion": {"type": "static"}}},
        },
        {"name": "Ball", "translation": [5, 0, 0], "extensions": {BODY: {"motion": {"type": "dynamic"}}}},
        {"name": "Pivot", "translation": [1, 1, 1], "extensions": {JOINT: {"constraints": [0, 1], **joint}}},
    ]
    return gltf_files.gltf(nodes, OMI_physics_joint={"constraints": constraints})


def test_a_joint_of_two_nodes_goes_below_its_body_and_stays_in_place(load) -> None:
    load(chain(nodeA=1, nodeB=0))
    pivot, joint = bpy.data.objects["Pivot"], physics("Pivot").joint
    bpy.context.view_layer.update()
    assert pivot.parent.name == "Ball"
    assert tuple(pivot.matrix_world.translation) == pytest.approx((1, -1, 1), abs=1e-6)
    assert tuple(pivot.location) == pytest.approx((-4, -1, 1), abs=1e-6)
    assert (joint.connected.name, joint.attach) == ("Beam", "JOINT")
    linear, angular = joint.limits
    assert (linear.kind, set(linear.axes), linear.min_distance, linear.max_distance) == ("LINEAR", set("XYZ"), 0, 0)
    # Absent damping was 1. glTF Y is Blender Z.
    assert (linear.use_stiffness, linear.damping) == (False, 1)
    assert (set(angular.axes), angular.min_angle, angular.max_angle) == ({"Z"}, -0.5, 1)
    assert (angular.use_stiffness, angular.stiffness) == (True, 4)


def test_it_is_turned_round_where_only_the_other_body_is_dynamic(load) -> None:
    load(chain(nodeA=0, nodeB=1))
    assert bpy.data.objects["Pivot"].parent.name == "Ball"
    joint = physics("Pivot").joint
    assert joint.connected.name == "Beam"
    assert (joint.limits[1].min_angle, joint.limits[1].max_angle) == (-1, 0.5)


@pytest.mark.parametrize("ends", [{"nodeA": 1}, {"nodeB": 1}, {"nodeA": -1, "nodeB": 1}, {"nodeA": 1, "nodeB": -1}])
def test_one_body_alone_is_joined_to_the_world(load, ends: dict[str, int]) -> None:
    load(chain(**ends))
    assert bpy.data.objects["Pivot"].parent.name == "Ball"
    assert physics("Pivot").use_joint and physics("Pivot").joint.connected is None
    expected = (-0.5, 1) if ends.get("nodeA") == 1 else (-1, 0.5)
    assert (physics("Pivot").joint.limits[1].min_angle, physics("Pivot").joint.limits[1].max_angle) == expected


def test_a_joint_with_a_wrong_body_is_left_out_and_named(load, caplog) -> None:
    load(chain(nodeA=1, nodeB=99))
    assert not physics("Pivot").use_joint
    assert any(r.message.startswith("Pivot (node 2)") and "nodeB" in r.message for r in caplog.records)


def test_the_turned_parent_does_not_move_the_joint(load) -> None:
    document = chain(nodeA=0, nodeB=1)
    document["nodes"][0]["extensions"][BODY]["motion"]["type"] = "dynamic"
    document["nodes"][2]["rotation"] = [0, 0, 0.6, 0.8]
    load(document)
    pivot = bpy.data.objects["Pivot"]
    bpy.context.view_layer.update()
    assert pivot.parent.name == "Beam"
    place, rotation, scale = pivot.matrix_world.decompose()
    assert tuple(place) == pytest.approx((1, -1, 1), abs=1e-6)
    assert abs(rotation.dot((0.8, 0, -0.6, 0))) == pytest.approx(1, abs=1e-6)
    assert tuple(scale) == pytest.approx((1, 1, 1), abs=1e-6)


def test_a_joint_is_not_put_below_its_own_child(load) -> None:
    document = chain(nodeA=1, nodeB=0)
    document["nodes"][2]["children"] = [1]
    document["scenes"][0]["nodes"] = [0, 2]
    load(document)
    assert bpy.data.objects["Ball"].parent.name == "Pivot"
    assert bpy.data.objects["Pivot"].parent is None


def test_old_joints_are_written_in_the_current_form(load) -> None:
    load(chain(nodeA=1, nodeB=0))
    gltf: Gltf = export_glb()
    assert gltf.parent_name("Pivot") == "Ball"
    joint = gltf.extension("Pivot", JOINT)
    other = joint["connectedNode"]
    assert gltf.nodes[gltf.parent(other)]["name"] == "Beam"
    assert gltf.world(other) == pytest.approx(gltf.world("Pivot"), abs=1e-5)
    assert gltf.root(JOINT)["physicsJoints"][joint["joint"]]["limits"] == [
        {"linearAxes": [0, 1, 2], "min": 0, "max": 0, "damping": 1},
        {"angularAxes": [1], "min": -0.5, "max": 1, "stiffness": 4, "damping": 1},
    ]


def test_archived_colliders(load) -> None:
    colliders = [
        {"type": "capsule", "radius": 0.5, "height": 3},
        {"type": "box", "size": [1, 2, 3], "isTrigger": True},
        {"type": "hull", "mesh": 0},
    ]
    nodes = [
        *({"name": f"N{i}", "extensions": {COLLIDER: {"collider": i}}} for i in range(3)),
        {"name": "Inline", "extensions": {COLLIDER: {"type": "cylinder", "radius": 2, "height": 4}}},
    ]
    document = gltf_files.gltf(list(nodes), OMI_collider={"colliders": colliders})
    gltf_files.add_mesh(document, *gltf_files.TETRAHEDRON)
    load(document)
    capsule, hull, cylinder = (physics(n).collider.shape for n in ("N0", "N2", "Inline"))
    assert (capsule.type, capsule.height, capsule.radius_bottom, capsule.radius_top) == ("CAPSULE", 2, 0.5, 0.5)
    assert (hull.type, hull.mesh.name) == ("CONVEX", "Mesh0")
    assert (cylinder.type, cylinder.height, cylinder.radius_top) == ("CYLINDER", 4, 2)
    assert not physics("N1").use_collider and tuple(physics("N1").trigger.shape.size) == (1, 3, 2)


def test_flat_bodies_with_shapes_on_nodes(load) -> None:
    flat = {
        "type": "rigid", "mass": 5, "linearVelocity": [1, 2, 3], "angularVelocity": [0, 0, 1],
        "inertiaTensor": [2, 0, 0, 0, 3, 0, 0, 0, 4],
    }  # fmt: skip
    on_node = {SHAPE: {"shape": 0}}
    nodes: list[dict[str, Any]] = [
        {"name": "Crate", "extensions": {BODY: flat}, "children": [1]},
        {"name": "Crate shape", "extensions": on_node},
        {"name": "Zone", "extensions": {BODY: {"type": "trigger"}}, "children": [3]},
        {"name": "Zone shape", "extensions": on_node},
        {"name": "Wall", "extensions": on_node},
        {"name": "Hero", "extensions": {BODY: {"type": "character"}}},
    ]
    load(gltf_files.gltf(nodes, OMI_physics_shape={"shapes": [{"type": "box", "size": [1, 2, 3]}]}))
    crate = physics("Crate").motion
    assert (crate.type, crate.mass, tuple(crate.linear_velocity)) == ("DYNAMIC", 5, (1, -3, 2))
    assert tuple(crate.inertia_diagonal) == (2, 4, 3)
    assert tuple(crate.inertia_orientation) == (1, 0, 0, 0)
    assert tuple(physics("Crate shape").collider.shape.size) == (1, 3, 2)
    zone = physics("Zone")
    assert zone.motion.type == "NONE" and zone.trigger.kind == "COMPOUND"
    assert [p.object.name for p in zone.trigger.parts] == ["Zone shape"]
    assert physics("Zone shape").use_trigger and not physics("Zone shape").use_collider
    assert physics("Wall").use_collider
    assert physics("Hero").motion.type == "KINEMATIC"


def test_our_own_form_for_godot_is_not_read_twice(load, caplog) -> None:
    node = {
        "name": "A",
        "extensions": {
            BODY: {"collider": {"shape": 0}},
            COLLIDER: {"type": "capsule", "radius": 0.5, "height": 3},
        },
    }
    shape = {"type": "capsule", "capsule": {"height": 2, "radius": 0.5, "radiusBottom": 0.5, "radiusTop": 0.5}}
    load(gltf_files.gltf([node], OMI_physics_shape={"shapes": [shape]}))
    assert physics("A").collider.shape.height == 2
    assert not [r for r in caplog.records if r.levelname == "WARNING"]
