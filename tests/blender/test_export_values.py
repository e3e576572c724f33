# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Values in exported files, worked out by hand. Blender (x, y, z) is glTF (x, z, -y)."""

from __future__ import annotations

import json
import math

import bpy
import pytest

from tests.blender.scenes import add, cube, cube_mesh, make_body, make_collider, make_joint, make_trigger
from tests.blender.support import addon_module, export_glb, export_gltf

BODY, SHAPE, JOINT, COLLIDER = "OMI_physics_body", "OMI_physics_shape", "OMI_physics_joint", "OMI_collider"


def shape_of(gltf, name, role="collider"):
    """The shape of the node of that name."""
    return gltf.root(SHAPE)["shapes"][gltf.extension(name, BODY)[role]["shape"]]


def test_motion_in_gltf_axes():
    half = math.sqrt(0.5)
    make_body(
        cube("Crate"), mass=0.1, center_of_mass=(1, 2, 3), inertia_diagonal=(4, 5, 6),
        inertia_orientation=(half, 0, half, 0), linear_velocity=(1, 2, 3), angular_velocity=(4, 5, 6),
        gravity_factor=-1,
    )  # fmt: skip
    motion = export_glb().extension("Crate", BODY)["motion"]
    assert motion.pop("inertiaOrientation") == pytest.approx([0, 0, -half, half])
    assert motion == {
        "type": "dynamic",
        "mass": 0.1,
        "centerOfMass": [1, 3, -2],
        "inertiaDiagonal": [4, 6, 5],
        "linearVelocity": [1, 3, -2],
        "angularVelocity": [4, 6, -5],
        "gravityFactor": -1,
    }


@pytest.mark.parametrize("kind", ["STATIC", "KINEMATIC", "DYNAMIC"])
def test_zero_is_a_value(kind):
    make_body(cube("Crate"), kind, mass=0, gravity_factor=0)
    assert export_glb().extension("Crate", BODY)["motion"] == {"type": kind.lower(), "mass": 0, "gravityFactor": 0}


def test_without_y_up_nothing_is_turned():
    crate = make_body(cube("Crate"), center_of_mass=(1, 2, 3))
    make_collider(crate, "BOX", "MANUAL", size=(1, 2, 3))
    gltf = export_glb(export_yup=False)
    assert gltf.extension("Crate", BODY)["motion"]["centerOfMass"] == [1, 2, 3]
    assert shape_of(gltf, "Crate")["box"]["size"] == [1, 2, 3]


@pytest.mark.parametrize("y_up", [True, False])
@pytest.mark.parametrize("axis", "XYZ")
def test_capsule_lies_along_its_axis(axis, y_up):
    make_collider(add("Pole"), "CAPSULE", "MANUAL", axis=axis, height=2, radius_bottom=0.25, radius_top=0.5)
    gltf = export_glb(export_yup=y_up)
    name = "Pole" if (axis == "Z") == y_up and axis != "X" and (y_up or axis == "Y") else "Pole_Collider"
    if name not in gltf.names() or not gltf.extension(name, BODY):
        name = "Pole_Collider"
    assert shape_of(gltf, name)["capsule"] == {"height": 2, "radiusBottom": 0.25, "radiusTop": 0.5}
    up = gltf.world(name)[:3, 1]
    expected = (
        {"X": (1, 0, 0), "Y": (0, 0, -1), "Z": (0, 1, 0)} if y_up else {"X": (1, 0, 0), "Y": (0, 1, 0), "Z": (0, 0, 1)}
    )
    assert up == pytest.approx(expected[axis], abs=1e-6)


def test_capsule_along_z_needs_no_node_of_its_own():
    make_collider(add("Pole"), "CAPSULE", "MANUAL")
    assert export_glb().names() == ["Pole"]


def test_all_dimensions_are_written():
    make_collider(add("Box"), "BOX", "MANUAL", size=(1, 2, 3))
    make_collider(add("Sphere"), "SPHERE", "MANUAL", radius=0.5)
    make_collider(add("Cylinder"), "CYLINDER", "MANUAL", height=2, radius_bottom=0.5, radius_top=0.5)
    make_collider(add("Capsule"), "CAPSULE", "MANUAL", height=1)
    gltf = export_glb()
    assert shape_of(gltf, "Box") == {"type": "box", "box": {"size": [1, 3, 2]}}
    assert shape_of(gltf, "Sphere") == {"type": "sphere", "sphere": {"radius": 0.5}}
    round_values = {"radiusBottom": 0.5, "radiusTop": 0.5, "radius": 0.5}
    assert shape_of(gltf, "Cylinder") == {"type": "cylinder", "cylinder": {"height": 2, **round_values}}
    assert shape_of(gltf, "Capsule") == {"type": "capsule", "capsule": {"height": 1, **round_values}}


def test_godot_reads_capsules_from_the_archived_form():
    make_collider(add("Pole"), "CAPSULE", "MANUAL", height=2, radius_bottom=0.25, radius_top=0.25)
    make_trigger(add("Zone"), "CAPSULE", "MANUAL", height=2, radius_bottom=0.25, radius_top=0.25)
    gltf = export_glb()
    assert gltf.extension("Pole", COLLIDER) == {"type": "capsule", "radius": 0.25, "height": 2.5}
    assert gltf.extension("Zone", COLLIDER) == {"type": "capsule", "radius": 0.25, "height": 2.5, "isTrigger": True}
    assert COLLIDER in gltf.extensions_used
    bpy.context.scene.omi_physics.use_godot_compat = False
    gltf = export_glb()
    assert gltf.extension("Pole", COLLIDER) is None and COLLIDER not in gltf.extensions_used


def test_godot_gets_tapered_shapes_as_hulls():
    make_collider(add("Cone"), "CYLINDER", "MANUAL", height=2, radius_bottom=1, radius_top=0)
    gltf = export_glb()
    hull = gltf.extension("Cone", COLLIDER)
    assert hull["type"] == "hull"
    points = gltf.points(hull["mesh"])
    assert points.min(axis=0) == pytest.approx([-1, -1, -1], abs=1e-5)
    assert points.max(axis=0) == pytest.approx([1, 1, 1], abs=1e-5)
    assert [p for p in points.tolist() if p[1] > 0.99] == [[0, 1, 0]]


def test_material_and_filter():
    for name in ("A", "B"):
        obj = make_collider(add(name))
        collider = obj.omi_physics.collider
        collider.use_material = collider.use_filter = True
        collider.material.name, collider.material.static_friction = "Ice", 0.1
        collider.material.restitution_combine = "MAXIMUM"
        collider.filter.name = "Props"
        for system in ("crates", "", "props"):
            collider.filter.collision_systems.add().name = system
        collider.filter.target_mode = "NOT_COLLIDE_WITH"
        collider.filter.target_systems.add().name = "ghosts"
    gltf = export_glb()
    root = gltf.root(BODY)
    assert root["physicsMaterials"] == [{"staticFriction": 0.1, "restitutionCombine": "maximum", "name": "Ice"}]
    assert root["collisionFilters"] == [
        {"collisionSystems": ["crates", "props"], "notCollideWithSystems": ["ghosts"], "name": "Props"}
    ]
    assert gltf.extension("A", BODY) == gltf.extension("B", BODY)
    assert gltf.extension("A", BODY)["collider"] == {"shape": 0, "physicsMaterial": 0, "collisionFilter": 0}


@pytest.mark.parametrize(
    ("axis", "limit"),
    [
        ("X", {"angularAxes": [0], "min": -0.17453292, "max": 1.3962634}),
        ("Y", {"angularAxes": [2], "min": -1.3962634, "max": 0.17453292}),
        ("Z", {"angularAxes": [1], "min": -0.17453292, "max": 1.3962634}),
    ],
)
def test_limit_of_minus_10_to_80_degrees(axis, limit):
    body = make_body(cube("Door"))
    make_joint(add("Hinge", parent=body, rotation=(0.3, 0.4, 0.5)), limits=[
        {"kind": "ANGULAR", "axes": {axis}, "min_angle": math.radians(-10), "max_angle": math.radians(80)}
    ])  # fmt: skip
    drive = bpy.data.objects["Hinge"].omi_physics.joint.drives.add()
    drive.axis, drive.use_velocity_target, drive.velocity_linear, drive.damping = axis, True, 3, 2
    gltf = export_glb()
    joint = gltf.root(JOINT)["physicsJoints"][gltf.extension("Hinge", JOINT)["joint"]]
    assert joint["limits"] == [limit]
    index, sign = {"X": (0, 1), "Y": (2, -1), "Z": (1, 1)}[axis]
    assert joint["drives"] == [
        {"type": "linear", "mode": "force", "axis": index, "velocityTarget": 3 * sign, "damping": 2}
    ]


def test_asymmetric_limit_on_three_axes_splits():
    body = make_body(cube("Box"))
    make_joint(add("J", parent=body), limits=[{"min_distance": -0.5, "max_distance": 2}])
    limits = export_glb().root(JOINT)["physicsJoints"][0]["limits"]
    assert limits == [{"linearAxes": [0, 1], "min": -0.5, "max": 2}, {"linearAxes": [2], "min": -2, "max": 0.5}]


def test_unbounded_limit_and_force_are_omitted():
    body = make_body(cube("Box"))
    make_joint(add("J", parent=body), limits=[{"axes": {"Y"}, "use_max": False, "min_distance": 1, "damping": 4}])
    drive = bpy.data.objects["J"].omi_physics.joint.drives.add()
    drive.kind, drive.use_position_target, drive.position_angle, drive.stiffness = "ANGULAR", True, 0.5, 7
    joint = export_glb().root(JOINT)["physicsJoints"][0]
    assert joint["limits"] == [{"linearAxes": [2], "max": -1, "damping": 4}]
    assert joint["drives"] == [{"type": "angular", "mode": "force", "axis": 0, "positionTarget": 0.5, "stiffness": 7}]


@pytest.mark.parametrize("export", [export_glb, export_gltf])
def test_same_scene_same_bytes(export, tmp_path):
    body = make_collider(make_body(cube("Box", (1, 2, 3))), "CONVEX")
    make_joint(add("J", parent=body))
    make_trigger(cube("Zone"))
    first, second = export(), export()
    assert first.data == second.data and first.buffers == second.buffers


def test_without_physics_the_add_on_changes_no_byte():
    cube("Box", (1, 2, 3), location=(1, 2, 3))
    add("Empty")
    with_addon = export_glb()
    name = addon_module("").__package__
    bpy.ops.preferences.addon_disable(module=name)
    try:
        without = export_glb()
    finally:
        bpy.ops.preferences.addon_enable(module=name)
    assert with_addon.data == without.data


def test_only_what_is_used_is_listed():
    make_trigger(add("Zone"), "SPHERE", "MANUAL")
    gltf = export_glb()
    assert sorted(gltf.extensions_used) == [BODY, SHAPE]
    assert "extensionsRequired" not in gltf.json
    assert "extensions" not in json.dumps(gltf.node("Zone")["extensions"][BODY])


def test_nan_is_named_and_left_out(capfd):
    crate = make_body(cube("Crate"), mass=math.nan, center_of_mass=(math.inf, 0, 0), gravity_factor=2)
    make_collider(crate, "BOX", "MANUAL", size=(math.nan, 1, 1))
    gltf = export_glb()
    assert gltf.extension("Crate", BODY)["motion"] == {"type": "dynamic", "gravityFactor": 2}
    messages = [i.message for i in addon_module("io_hooks.record").last_export().issues if i.code == "value-not-finite"]
    assert len(messages) == 3 and all(m.startswith("Crate") for m in messages)
    assert "motion.mass" in "".join(messages) and "collider.shape.size" in "".join(messages)


def test_custom_properties_hold_none_of_our_data():
    crate = make_body(cube("Crate"), mass=3)
    crate["mine"] = 5
    gltf = export_glb(export_extras=True)
    assert gltf.node("Crate")["extras"] == {"mine": 5}
    assert "extras" not in gltf.json["scenes"][0]


def test_switched_off_nothing_is_written():
    make_body(cube("Crate"))
    bpy.context.scene.omi_physics.use_export = False
    assert "extensionsUsed" not in export_glb().json


def test_equal_shapes_are_shared_and_meshes_too():
    mesh = cube_mesh("Shared", (1, 2, 3))
    for i in range(3):
        make_collider(add(f"T{i}", mesh, location=(i, 0, 0)), "TRIMESH")
        make_collider(add(f"B{i}", mesh, location=(i, 5, 0)), "BOX")
    gltf = export_glb()
    shapes = gltf.root(SHAPE)["shapes"]
    assert sorted(s["type"] for s in shapes) == ["box", "trimesh"]
    assert len(gltf.json["meshes"]) == 2
