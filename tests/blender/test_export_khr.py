# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""KHR_physics_rigid_bodies and KHR_implicit_shapes in the file, value by value, worked out by hand."""

from __future__ import annotations

import json
import math
from typing import Any

import bpy
import pytest

from . import scenes
from .support import Gltf, export_glb, export_gltf

KHR, SHAPES = "KHR_physics_rigid_bodies", "KHR_implicit_shapes"


def export(formats: set[str] | None = None, **options: Any) -> Gltf:
    bpy.context.scene.omi_physics.formats = {"KHR"} if formats is None else formats
    scenes.update()
    return export_glb(**options)


def payload(file: Gltf, name: str) -> dict[str, Any]:
    return file.node(name).get("extensions", {}).get(KHR, {})


def shape_of(file: Gltf, name: str) -> dict[str, Any]:
    geometry = payload(file, name)["collider"]["geometry"]
    return file.json["extensions"][SHAPES]["shapes"][geometry["shape"]]


def test_a_dynamic_box_has_everything_that_readers_would_guess() -> None:
    crate = scenes.make_body(scenes.cube("Crate", (1, 2, 3)), mass=1.0)
    scenes.make_collider(crate, "BOX", "MANUAL", size=(1, 2, 3))
    file = export()
    assert payload(file, "Crate")["motion"] == {"mass": 1, "centerOfMass": [0, 0, 0]}
    # Blender (x, y, z) is glTF (x, z, -y).
    assert shape_of(file, "Crate") == {"type": "box", "box": {"size": [1, 3, 2]}}
    assert file.json["extensionsUsed"] == [SHAPES, KHR]
    assert "extensionsRequired" not in file.json


def test_with_khr_alone_there_is_no_omi_name_in_the_file() -> None:
    body = scenes.make_body(scenes.cube("Body"))
    scenes.make_collider(body, "CAPSULE", "MANUAL", height=2.0)
    scenes.make_joint(scenes.add("Hinge", None, parent=body), None)
    assert "OMI" not in json.dumps(export().json)


def test_with_omi_alone_there_is_no_khr_name_in_the_file() -> None:
    scenes.make_collider(scenes.make_body(scenes.cube("Body")), "CONVEX")
    text = json.dumps(export({"OMI"}).json)
    assert "KHR_physics" not in text and "KHR_implicit" not in text


def test_no_format_at_all_is_said_and_the_scene_is_written(capfd: pytest.CaptureFixture[str]) -> None:
    scenes.make_collider(scenes.make_body(scenes.cube("Body")), "BOX")
    file = export(set())
    assert "no format is chosen" in capfd.readouterr().out
    assert "extensions" not in file.node("Body")


def test_static_bodies_have_no_motion_and_compound_parents_are_left_out() -> None:
    wall = scenes.make_collider(scenes.make_body(scenes.cube("Wall"), "STATIC"), "BOX")
    parent = scenes.make_collider(scenes.make_body(scenes.add("Parent")), "NONE")
    scenes.make_collider(scenes.cube("Part", parent=parent), "SPHERE", "MANUAL", radius=2.0)
    still = scenes.make_collider(scenes.make_body(scenes.add("Still"), "STATIC"), "NONE")
    file = export()
    assert set(payload(file, wall.name)) == {"collider"}
    assert set(payload(file, parent.name)) == {"motion"}
    assert payload(file, still.name) == {}
    assert shape_of(file, "Part_Collider") == {"type": "sphere", "sphere": {"radius": 2}}


def test_kinematic_bodies_and_velocities_are_in_the_nodes_space() -> None:
    """Turned by 90 degrees about Z, the node's X is the world's Y; in glTF its axes are (x, z, -y)."""
    lift = scenes.make_body(scenes.cube("Lift"), "KINEMATIC", linear_velocity=(0, 3, 0), angular_velocity=(0, 0, 2))
    lift.rotation_euler.z = math.radians(90)
    thrown = scenes.make_body(scenes.cube("Thrown"), linear_velocity=(1, 2, 3), angular_velocity=(4, 5, 6))
    file = export()
    assert payload(file, lift.name)["motion"] == {
        "isKinematic": True, "linearVelocity": [3, 0, 0], "angularVelocity": [0, 2, 0],
    }  # fmt: skip
    motion = payload(file, thrown.name)["motion"]
    assert (motion["linearVelocity"], motion["angularVelocity"]) == ([1, 3, -2], [4, 6, -5])


def test_all_other_values_of_a_motion() -> None:
    scenes.make_body(
        scenes.cube("Body"), mass=7.0, center_of_mass=(1, 2, 3), inertia_diagonal=(4, 5, 6), gravity_factor=0.5
    )
    assert payload(export(), "Body")["motion"] == {
        "mass": 7, "centerOfMass": [1, 3, -2], "inertiaDiagonal": [4, 6, 5], "gravityFactor": 0.5,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("kind", "values", "expected"),
    [
        ("CAPSULE", {"height": 2.0, "radius_bottom": 0.5, "radius_top": 0.25},
         {"type": "capsule", "capsule": {"height": 2, "radiusBottom": 0.5, "radiusTop": 0.25}}),
        ("CYLINDER", {"height": 3.0, "radius_bottom": 1.0, "radius_top": 1.0},
         {"type": "cylinder", "cylinder": {"height": 3, "radiusBottom": 1, "radiusTop": 1}}),
    ],
)  # fmt: skip
def test_round_shapes_have_all_dimensions(kind: str, values: dict[str, float], expected: dict[str, Any]) -> None:
    scenes.make_collider(scenes.make_body(scenes.cube("Body")), kind, "MANUAL", **values)
    assert shape_of(export(), "Body") == expected


@pytest.mark.parametrize("kind", ["CONVEX", "TRIMESH"])
def test_mesh_shapes_have_both_keys_and_share_a_node_outside_of_the_scene(kind: str) -> None:
    mesh = scenes.cube_mesh("Rock")
    for number in range(2):
        rock = scenes.make_body(scenes.add(f"Rock{number}", mesh, location=(number, 0, 0)), "KINEMATIC")
        scenes.make_collider(rock, kind)
    file = export()
    first, second = (payload(file, f"Rock{number}")["collider"]["geometry"] for number in range(2))
    assert first == second
    assert first.get("convexHull", False) == (kind == "CONVEX")
    node = file.json["nodes"][first["node"]]
    assert node["mesh"] == first["mesh"]
    assert not set(node) & {"translation", "rotation", "scale", "matrix"}
    children = {child for n in file.json["nodes"] for child in n.get("children", ())}
    assert first["node"] not in {*children, *file.json["scenes"][0]["nodes"]}
    assert SHAPES not in file.json["extensionsUsed"]


def test_materials_and_filters() -> None:
    obj = scenes.make_collider(scenes.make_body(scenes.cube("Body")), "BOX")
    collider = obj.omi_physics.collider
    collider.use_material, collider.use_filter = True, True
    collider.material.name, collider.material.restitution = "Rubber", 0.5
    collider.filter.collision_systems.add().name = "Props"
    collider.filter.target_mode = "NOT_COLLIDE_WITH"
    collider.filter.target_systems.add().name = "Ghosts"
    file = export()
    root = file.json["extensions"][KHR]
    assert root["physicsMaterials"] == [
        {"restitution": 0.5, "frictionCombine": "average", "restitutionCombine": "average", "name": "Rubber"}
    ]
    assert root["collisionFilters"] == [{"collisionSystems": ["Props"], "notCollideWithSystems": ["Ghosts"]}]
    found = payload(file, "Body")["collider"]
    assert (found["physicsMaterial"], found["collisionFilter"]) == (0, 0)


def test_triggers_of_a_shape_and_of_parts() -> None:
    zone = scenes.make_trigger(scenes.add("Zone"), "BOX", "MANUAL", size=(2, 2, 2))
    compound = scenes.add("Compound")
    compound.omi_physics.use_trigger, compound.omi_physics.trigger.kind = True, "COMPOUND"
    part = scenes.make_trigger(scenes.add("Part", parent=compound), "SPHERE", "MANUAL", radius=1.0)
    file = export()
    assert set(payload(file, zone.name)["trigger"]) == {"geometry"}
    index = next(i for i, node in enumerate(file.json["nodes"]) if node["name"] == part.name)
    assert payload(file, compound.name)["trigger"] == {"nodes": [index]}


def joint_of(file: Gltf, name: str) -> dict[str, Any]:
    return file.json["extensions"][KHR]["physicsJoints"][payload(file, name)["joint"]["joint"]]


def test_a_joint_with_split_ranges_and_completed_drives() -> None:
    body = scenes.make_body(scenes.cube("Body"))
    joint = scenes.make_joint(
        scenes.add("Joint", None, parent=body), None,
        [
            {"kind": "LINEAR", "axes": {"X", "Z"}, "min_distance": -1.0, "max_distance": 2.0},
            {"kind": "ANGULAR", "axes": {"X", "Y", "Z"}},
            {"kind": "LINEAR", "axes": {"X", "Y"}, "min_distance": 0.0, "max_distance": 3.0, "is_radial": True},
        ],
    )  # fmt: skip
    drive = joint.omi_physics.joint.drives.add()
    drive.kind, drive.axis, drive.damping = "LINEAR", "Y", 5.0
    target = joint.omi_physics.joint.drives.add()
    target.kind, target.axis, target.use_position_target, target.position_angle = "ANGULAR", "Z", True, 1.5
    file = export()
    found = joint_of(file, "Joint")
    assert found["limits"] == [
        {"linearAxes": [0], "min": -1, "max": 2},
        {"linearAxes": [1], "min": -1, "max": 2},
        {"angularAxes": [0, 1, 2], "min": 0, "max": 0},
        # X and Y are glTF's 0 and 2.
        {"linearAxes": [0, 2], "min": 0, "max": 3},
    ]
    assert found["drives"] == [
        {"type": "linear", "mode": "force", "axis": 2, "velocityTarget": 0, "damping": 5},
        {"type": "angular", "mode": "force", "axis": 1, "positionTarget": 1.5, "stiffness": 0},
    ]
    assert file.json["nodes"][payload(file, "Joint")["joint"]["connectedNode"]]["name"] == "Joint_Attachment"


def test_both_formats_stand_on_the_same_nodes() -> None:
    body = scenes.make_collider(scenes.make_body(scenes.cube("Body")), "CAPSULE", "MANUAL")
    scenes.make_collider(scenes.cube("Rock", location=(3, 0, 0)), "TRIMESH")
    scenes.make_joint(scenes.add("Joint", None, parent=body), None)
    file = export({"OMI", "KHR"})
    for node in file.json["nodes"]:
        names = node.get("extensions", {})
        omi = {key for name in ("OMI_physics_body", "OMI_physics_joint") for key in names.get(name, {})}
        has_omi = bool(omi - {"extras"}) and names.get("OMI_physics_body", {}) != {"motion": {"type": "static"}}
        assert has_omi == (KHR in names), node["name"]
    assert file.json["extensionsUsed"] == [
        "OMI_physics_shape", "OMI_physics_body", "OMI_physics_joint", "OMI_collider", SHAPES, KHR,
    ]  # fmt: skip


def test_separate_files_hold_the_same() -> None:
    scenes.make_collider(scenes.make_body(scenes.cube("Rock")), "CONVEX")
    bpy.context.scene.omi_physics.formats = {"KHR"}
    scenes.update()
    assert payload(export_gltf(), "Rock")["collider"]["geometry"]["convexHull"] is True
