# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Exported scenes in a real Godot, in both of its physics engines. Expected places are worked out by hand."""

from __future__ import annotations

import math

import bpy
import pytest

from tests.blender.scenes import add, cube, cube_mesh, make_body, make_collider, make_joint, make_trigger
from tests.blender.support import export_glb
from tests.engine import godot

pytestmark = pytest.mark.skipif(godot.missing() is not None, reason=str(godot.missing()))
needs_joints = pytest.mark.skipif(godot.addons() is None, reason="OMI_GODOT_ADDONS names no omi-godot add-ons")

SOFT = {"use_stiffness": True, "stiffness": 1.0, "damping": 1.0}
DEPTH = 0.03
"""Bodies rest this deep at most: about 0.02 in Jolt, 0.01 in GodotPhysics."""


@pytest.fixture(params=["jolt", "godot"])
def run(request, tmp_path):
    """Exports the open scene and loads it."""

    def load(seconds=0.0, **options):
        path = tmp_path / "scene.glb"
        export_glb(path, **options)
        return godot.load(path, request.param, seconds)

    load.engine = request.param
    return load


def floor():
    return make_collider(cube("Floor", (20, 20, 1), location=(0, 0, -0.5)))


def sphere_mesh(name, radius):
    mesh = bpy.data.meshes.new(name)
    import bmesh

    ball = bmesh.new()
    bmesh.ops.create_icosphere(ball, subdivisions=3, radius=radius)
    ball.to_mesh(mesh)
    ball.free()
    return mesh


def tumble(entry):
    """Angle in degrees between the loaded and the given rotation about any axis."""
    return math.degrees(2 * math.acos(min(1.0, abs(entry["rotation"][3]))))


def test_classes_masses_and_shapes(run):
    crate = make_body(cube("Crate", (1, 2, 3), location=(1, 2, 3)), mass=7, center_of_mass=(0.1, 0.2, 0.3))
    crate.omi_physics.motion.inertia_diagonal = (1, 2, 3)
    crate.omi_physics.motion.linear_velocity = (1, 2, 3)
    crate.omi_physics.motion.angular_velocity = (4, 5, 6)
    make_collider(crate)
    make_collider(make_body(cube("Lift", location=(9, 0, 0)), "KINEMATIC"))
    make_collider(make_body(cube("Wall", location=(12, 0, 0)), "STATIC"))
    make_collider(cube("Plain", (1, 2, 3), (0.5, 0, 0), location=(15, 0, 0), scale=(2, 1, 1)))
    make_trigger(cube("Zone", location=(18, 0, 0)))
    nodes = run().nodes
    assert nodes["Crate"]["class"] == "RigidBody3D"
    assert nodes["Crate"]["mass"] == 7
    assert nodes["Crate"]["center"] == pytest.approx([0.1, 0.3, -0.2])
    assert nodes["Crate"]["inertia"] == [1, 3, 2]
    assert nodes["Crate"]["velocity"] == [1, 3, -2] and nodes["Crate"]["spin"] == [4, 6, -5]
    assert nodes["Crate"]["position"] == [1, 3, -2]
    assert nodes["Lift"]["class"] == "AnimatableBody3D" and nodes["Wall"]["class"] == "StaticBody3D"
    shapes = {n: e for n, e in nodes.items() if "shape" in e}
    assert {e["owner"] for e in shapes.values()} >= {"Crate", "Lift", "Wall"}
    crate_shape = next(e for e in shapes.values() if e["owner"] == "Crate")
    assert crate_shape["shape"] == {"class": "BoxShape3D", "size": [1, 3, 2]}
    assert nodes["Plain_Collider"]["class"] == "StaticBody3D"
    plain = next(e for e in shapes.values() if e["owner"] == "Plain_Collider")
    assert plain["shape"]["size"] == [2, 3, 2] and plain["position"] == pytest.approx([16, 0, 0])
    assert nodes["Zone_Trigger"]["class"] == "Area3D"
    for name in ("Crate_Mesh", "Lift_Mesh", "Plain", "Zone"):
        assert nodes[name]["class"] == "MeshInstance3D"


@pytest.mark.parametrize("axis", "XYZ")
def test_round_shapes_have_the_right_size(run, axis):
    for name, kind in (("Pole", "CAPSULE"), ("Can", "CYLINDER")):
        obj = make_body(add(name, location=(3, 0, 0) if kind == "CAPSULE" else (0, 0, 0)))
        make_collider(obj, kind, "MANUAL", axis=axis, height=2, radius_bottom=0.25, radius_top=0.25)
    cone = make_body(add("Cone", location=(0, 5, 0)))
    make_collider(cone, "CYLINDER", "MANUAL", height=2, radius_bottom=1, radius_top=0)
    make_collider(make_body(add("Ball", location=(0, 9, 0))), "SPHERE", "MANUAL", radius=0.75)
    nodes = run().nodes
    shape = {e["owner"]: e["shape"] for e in nodes.values() if "shape" in e}
    assert shape["Pole"] == {"class": "CapsuleShape3D", "radius": 0.25, "height": 2.5}
    assert shape["Can"] == {"class": "CylinderShape3D", "radius": 0.25, "height": 2}
    assert shape["Ball"] == {"class": "SphereShape3D", "radius": 0.75}
    assert shape["Cone"]["class"] == "ConvexPolygonShape3D"
    assert shape["Cone"]["bounds"][0] == pytest.approx([-1, -1, -1], abs=1e-4)
    assert shape["Cone"]["bounds"][1] == pytest.approx([1, 1, 1], abs=1e-4)


def test_bodies_come_to_rest_on_the_floor(run):
    floor()
    make_collider(make_body(cube("Crate", (1, 1, 1), location=(-4, 0, 1.5))))
    make_collider(make_body(cube("Off", (1, 1, 2), (0, 0, 1), location=(-2, 0, 0.5))))
    make_collider(make_body(add("Ball", sphere_mesh("Ball", 0.5), location=(0, 0, 1.2))), "SPHERE")
    pole = make_body(add("Pole", location=(3, 0, 1)))
    make_collider(pole, "CAPSULE", "MANUAL", axis="X", height=1, radius_bottom=0.25, radius_top=0.25)
    make_collider(make_body(cube("Hull", (1, 1, 1), location=(6, 0, 1.5))), "CONVEX")
    parent = make_body(add("Compound", location=(0, 5, 1.5)))
    for name, x in (("Left", -1), ("Right", 1)):
        make_collider(cube(name, (1, 1, 1), parent=add(name + "Between", parent=parent), location=(x, 0, 0)))
    make_collider(make_body(cube("Scaled", (1, 1, 1), location=(6, 5, 2))), "BOX", "MANUAL", size=(1, 1, 2))
    after = run(2.0).after
    for name, height in (
        ("Crate", 0.5), ("Off", 0.0), ("Ball", 0.5), ("Pole", 0.25), ("Hull", 0.5), ("Compound", 0.5), ("Scaled", 1.0),
    ):  # fmt: skip
        assert after[name]["position"][1] == pytest.approx(height, abs=DEPTH), name
    assert tumble(after["Pole"]) < 3 and tumble(after["Compound"]) < 3


def test_a_body_is_seen_by_the_trigger_it_falls_through(run):
    floor()
    make_collider(make_body(cube("Crate", (0.5, 0.5, 0.5), location=(0, 0, 4))))
    make_trigger(cube("Zone", (1, 1, 1), location=(0, 0, 2)))
    compound = add("Both", location=(5, 0, 2))
    compound.omi_physics.use_trigger = True
    compound.omi_physics.trigger.kind = "COMPOUND"
    for name, x in (("One", -1), ("Two", 1)):
        make_trigger(cube(name, (0.5, 0.5, 0.5), parent=compound, location=(x, 0, 0)))
    make_collider(make_body(cube("Other", (0.4, 0.4, 0.4), location=(6, 0, 4))))
    result = run(1.5)
    assert result.seen["Zone_Trigger"] == ["Crate"]
    assert result.seen["Both"] == ["Other"]
    assert result.nodes["Both"]["class"] == "Area3D"
    assert result.after["Crate"]["position"][1] == pytest.approx(0.25, abs=DEPTH)


def test_bodies_rest_on_mesh_shapes_under_mirrored_parents(run):
    parent = add("Parent", scale=(-1, 1, 1))
    mesh = cube_mesh("Slab", (6, 6, 1), (0, 0, -0.5))
    make_collider(add("Slab", mesh, parent=parent), "TRIMESH")
    make_collider(make_body(cube("Crate", location=(1, 1, 1))))
    assert run(2.0).after["Crate"]["position"][1] == pytest.approx(0.5, abs=DEPTH)


def test_initial_velocity_is_in_world_axes(run):
    crate = make_body(cube("Crate", rotation=(0, 0, math.pi / 2)), linear_velocity=(2, 0, 0), gravity_factor=1)
    make_collider(crate)
    after = run(1.0).after
    assert after["Crate"]["position"][0] == pytest.approx(2, abs=0.1)
    assert after["Crate"]["position"][2] == pytest.approx(0, abs=0.1)


def limits(run, *items):
    """Limits for the engine: hard ones explode in GodotPhysics, whatever the file says."""
    return [{**item, **(SOFT if run.engine == "godot" else {})} for item in items]


@needs_joints
def test_a_door_stops_at_its_limit(run):
    frame = make_collider(make_body(cube("Frame", (0.2, 0.2, 2), location=(-0.7, 0, 0)), "STATIC"))
    door = make_body(cube("Door", (1, 0.1, 2)), angular_velocity=(0, 0, 4), mass=5)
    make_collider(door)
    make_joint(add("Hinge", parent=door, location=(-0.55, 0, 0)), frame, limits(
        run,
        {"kind": "LINEAR"},
        {"kind": "ANGULAR", "axes": {"X", "Y"}},
        {"kind": "ANGULAR", "axes": {"Z"}, "min_angle": -0.5, "max_angle": 0.5},
    ))  # fmt: skip
    result = run(3.0)
    assert result.nodes["Hinge"]["a"] == "Door" and result.nodes["Hinge"]["b"] == "Frame"
    angle = 2 * math.asin(result.after["Door"]["rotation"][1])
    assert abs(angle) < 0.75
    hinge = result.after["Hinge"]["position"]
    assert hinge == pytest.approx([-0.55, 0, 0], abs=0.1)


@needs_joints
def test_a_slider_stays_on_its_rail(run):
    rail = make_collider(make_body(cube("Rail", (4, 0.1, 0.1), location=(0, 0, -1)), "STATIC"))
    cart = make_body(cube("Cart", (0.5, 0.5, 0.5)), linear_velocity=(3, 0, 0))
    make_collider(cart)
    make_joint(add("Slide", parent=cart), rail, limits(
        run,
        {"kind": "LINEAR", "axes": {"Y", "Z"}},
        {"kind": "LINEAR", "axes": {"X"}, "min_distance": -1, "max_distance": 1},
        {"kind": "ANGULAR"},
    ))  # fmt: skip
    after = run(2.0).after["Cart"]
    assert after["position"][1] == pytest.approx(0, abs=0.1) and after["position"][2] == pytest.approx(0, abs=0.1)
    assert abs(after["position"][0]) < 1.2 and tumble(after) < 5


@needs_joints
def test_a_chain_hangs_together(run):
    above = make_collider(make_body(cube("Hook", (0.2, 0.2, 0.2), location=(0, 0, 2)), "STATIC"))
    for i in range(3):
        link = make_body(add(f"Link{i}", location=(0.5 + i, 0, 2)), mass=1)
        make_collider(link, "CAPSULE", "MANUAL", axis="X", height=0.7, radius_bottom=0.1, radius_top=0.1)
        make_joint(add(f"Pin{i}", parent=link, location=(-0.5, 0, 0)), above, limits(run, {"kind": "LINEAR"}))
        above = link
    after = run(3.0).after
    places = [[0, 2, 0]] + [after[f"Link{i}"]["position"] for i in range(3)]
    assert math.dist(places[0], places[1]) == pytest.approx(0.5, abs=0.15)
    for one, two in zip(places[1:], places[2:], strict=False):
        assert math.dist(one, two) <= 1.15


@needs_joints
def test_a_joint_to_the_world_holds(run):
    crate = make_collider(make_body(cube("Crate", location=(0, 0, 3))))
    make_joint(add("Weld", parent=crate), None, limits(run, {"kind": "LINEAR"}, {"kind": "ANGULAR"}))
    after = run(1.0).after["Crate"]
    assert after["position"] == pytest.approx([0, 3, 0], abs=0.1)


@needs_joints
def test_instances_have_joints_of_their_own(run):
    source = bpy.data.collections.new("Source")
    hook = make_body(cube("Hook", (0.2, 0.2, 0.2), location=(0, 0, 2), collection=source), "STATIC")
    make_collider(hook)
    ball = make_body(add("Ball", location=(0, 0, 1), collection=source))
    make_collider(ball, "SPHERE", "MANUAL", radius=0.3)
    make_joint(add("Pin", parent=ball, location=(0, 0, 1), collection=source), hook, limits(run, {"kind": "LINEAR"}))
    for name, x in (("A", 0), ("B", 5)):
        holder = add(name, location=(x, 0, 0))
        holder.instance_type, holder.instance_collection = "COLLECTION", source
    after = run(1.0).after
    balls = sorted(e["position"] for n, e in after.items() if n.startswith("Ball") and e["class"] == "RigidBody3D")
    assert balls[0] == pytest.approx([0, 1, 0], abs=0.1) and balls[1] == pytest.approx([5, 1, 0], abs=0.1)


def test_materials_and_filters_do_not_disturb(run):
    floor()
    crate = make_collider(make_body(cube("Crate", location=(0, 0, 2))))
    collider = crate.omi_physics.collider
    collider.use_material = collider.use_filter = True
    collider.material.restitution = 1.0
    collider.filter.collision_systems.add().name = "crates"
    assert run(3.0).after["Crate"]["position"][1] == pytest.approx(0.5, abs=DEPTH)


def test_compact_layout_keeps_physics_and_drops_meshes(run):
    bpy.context.scene.omi_physics.node_layout = "COMPACT"
    floor()
    make_collider(make_body(cube("Crate", location=(0, 0, 2))))
    result = run(2.0)
    assert result.after["Crate"]["position"][1] == pytest.approx(0.5, abs=DEPTH)
    assert not any(e["class"] == "MeshInstance3D" for e in result.nodes.values())
