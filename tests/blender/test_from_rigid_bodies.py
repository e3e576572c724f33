# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Blender's rigid bodies, taken over."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import bpy
import pytest

from . import rigid, scenes
from .support import export_glb


def take(**values: Any) -> set[str]:
    scenes.update()
    return bpy.ops.omi_physics.from_rigid_bodies(**{"use_selection": False, **values})


def exported(folder: Path, extension: str, table: str) -> list[dict[str, Any]]:
    """A root table of the exported file."""
    return export_glb(folder / "scene.glb").root(extension).get(table, [])


def shape(obj: bpy.types.Object) -> Any:
    return obj.omi_physics.collider.shape


def joints() -> list[bpy.types.Object]:
    return [obj for obj in bpy.context.scene.objects if obj.omi_physics.use_joint]


def crate_and_ground() -> tuple[bpy.types.Object, bpy.types.Object]:
    crate = rigid.body(scenes.cube("Crate"), shape="BOX", mass=3, friction=0.7, restitution=0.2)
    return crate, rigid.body(scenes.cube("Ground", (9, 9, 1)), "PASSIVE", "MESH")


def test_a_crate_and_the_ground() -> None:
    crate, ground = crate_and_ground()
    assert take() == {"FINISHED"}
    assert (crate.omi_physics.motion.type, crate.omi_physics.motion.mass) == ("DYNAMIC", 3)
    assert (shape(crate).type, shape(crate).fit) == ("BOX", "AUTO")
    collider = crate.omi_physics.collider
    material = collider.material
    assert collider.use_material and not collider.use_filter
    assert [round(v, 6) for v in (material.static_friction, material.dynamic_friction, material.restitution)] == [
        0.7, 0.7, 0.2,
    ]  # fmt: skip
    assert material.friction_combine == material.restitution_combine == "MULTIPLY"
    assert (ground.omi_physics.motion.type, shape(ground).type) == ("STATIC", "TRIMESH")
    assert crate.rigid_body is not None and ground.rigid_body is not None


def test_removing_what_was_taken_over_is_one_step_back() -> None:
    rigid.door()
    bpy.ops.ed.undo_push(message="Before")
    assert take(use_remove=True) == {"FINISHED"}
    assert not any(obj.rigid_body or obj.rigid_body_constraint for obj in bpy.data.objects)
    assert {obj.name for obj in joints()} == {"Hinge"}
    bpy.ops.ed.undo_push(message="After")
    bpy.ops.ed.undo()
    door, frame, hinge = (bpy.data.objects[name] for name in ("Door", "Frame", "Hinge"))
    assert door.rigid_body.type == "ACTIVE" and frame.rigid_body.type == "PASSIVE"
    assert hinge.rigid_body_constraint.object1 == door and hinge.parent is None
    assert not joints() and door.omi_physics.motion.type == "NONE"


def test_what_was_taken_over_before_can_be_removed_later() -> None:
    crate, ground = crate_and_ground()
    take()
    assert take() == {"CANCELLED"}
    assert take(use_remove=True) == {"FINISHED"}
    assert crate.rigid_body is None and ground.rigid_body is None
    assert crate.omi_physics.motion.type == "DYNAMIC"


@pytest.mark.parametrize(
    ("kind", "values", "expected"),
    [
        ("ACTIVE", {"kinematic": True}, "KINEMATIC"),
        ("PASSIVE", {"kinematic": True}, "KINEMATIC"),
        ("ACTIVE", {"enabled": False}, "STATIC"),
        ("ACTIVE", {"enabled": False, "kinematic": True}, "KINEMATIC"),
        ("PASSIVE", {"enabled": False}, "STATIC"),
    ],
)
def test_animated_and_not_dynamic(kind: str, values: dict[str, bool], expected: str) -> None:
    crate = rigid.body(scenes.cube("Crate"), kind, **values)
    take()
    assert crate.omi_physics.motion.type == expected


def test_a_cone_a_capsule_and_a_sphere_have_blenders_sizes() -> None:
    bpy.ops.mesh.primitive_cone_add(vertices=32, radius1=1, radius2=0, depth=2)
    cone = rigid.body(bpy.context.object, shape="CONE")
    capsule = rigid.body(scenes.cube("Capsule", (1, 1, 3)), shape="CAPSULE")
    ball = rigid.body(scenes.cube("Ball", (1, 2, 4)), shape="SPHERE")
    take()
    found = shape(cone)
    assert (found.type, found.fit, found.axis) == ("CYLINDER", "MANUAL", "Z")
    assert (found.radius_bottom, found.radius_top, found.height) == pytest.approx((1, 0, 2), abs=1e-5)
    found = shape(capsule)
    assert (found.type, found.fit, found.axis, found.height) == ("CAPSULE", "MANUAL", "Z", 2)
    assert (found.radius_bottom, found.radius_top) == (0.5, 0.5)
    assert (shape(ball).type, shape(ball).fit, shape(ball).radius) == ("SPHERE", "MANUAL", 2)


def test_a_capsule_that_is_wider_than_long_is_a_sphere(tmp_path: Path) -> None:
    rigid.body(scenes.cube("Capsule", (3, 1, 1)), shape="CAPSULE")
    take()
    (found,) = exported(tmp_path, "OMI_physics_shape", "shapes")
    assert found == {"type": "sphere", "sphere": {"radius": 1.5}}


def test_a_shape_about_a_mesh_beside_its_origin_stands_at_the_origin() -> None:
    # Blender centers its box on the origin, where the mesh is not: measured.
    crate = rigid.body(scenes.cube("Crate", (1, 2, 3), center=(4, 0, 0)), shape="BOX")
    take()
    assert (shape(crate).fit, tuple(shape(crate).size), tuple(shape(crate).offset)) == ("MANUAL", (1, 2, 3), (0, 0, 0))


def test_vertices_without_faces_count_as_in_blender() -> None:
    mesh = bpy.data.meshes.new("Wires")
    mesh.from_pydata([(-1, -1, -1), (1, 1, 1)], [(0, 1)], [])
    wires = rigid.body(scenes.add("Wires", mesh), shape="BOX")
    take()
    assert (shape(wires).fit, tuple(shape(wires).size)) == ("MANUAL", (2, 2, 2))


@pytest.mark.parametrize(("scale", "radius"), [((3, 1, 1), 3), ((1, 3, 1), 1), ((-2, 1, 5), 2)])
def test_a_scaled_sphere_has_the_radius_of_blenders_simulation(
    tmp_path: Path, scale: tuple[float, ...], radius: float
) -> None:
    bpy.ops.mesh.primitive_uv_sphere_add(radius=1, segments=32, ring_count=16)
    ball = rigid.body(bpy.context.object, shape="SPHERE")
    ball.scale = scale
    take()
    (found,) = exported(tmp_path, "OMI_physics_shape", "shapes")
    assert found["sphere"]["radius"] == pytest.approx(radius, abs=1e-4)


def test_a_compound_is_one_body_with_the_shapes_of_its_children(tmp_path: Path) -> None:
    base = rigid.body(scenes.cube("Base"), shape="COMPOUND", friction=0.3)
    parts = [rigid.body(scenes.cube(name, parent=base, location=(x, 0, 0)), shape="BOX", friction=0.9)
             for name, x in (("Left", -2), ("Right", 2))]  # fmt: skip
    take()
    assert (base.omi_physics.motion.type, base.omi_physics.use_collider, shape(base).type) == ("DYNAMIC", True, "NONE")
    for part in parts:
        assert (part.omi_physics.motion.type, part.omi_physics.use_collider, shape(part).type) == ("NONE", True, "BOX")
        # Blender's simulation takes the friction of the whole: measured.
        assert part.omi_physics.collider.material.dynamic_friction == pytest.approx(0.3)
    nodes = export_glb(tmp_path / "scene.glb").nodes
    bodies = [
        node["extensions"]["OMI_physics_body"] for node in nodes if "OMI_physics_body" in node.get("extensions", {})
    ]
    assert len([body for body in bodies if "motion" in body]) == 1
    assert len([body for body in bodies if "shape" in body.get("collider", {})]) == 2


def systems(obj: bpy.types.Object) -> tuple[list[str], str, list[str]] | None:
    collider = obj.omi_physics.collider
    if not collider.use_filter:
        return None
    found = collider.filter
    return [s.name for s in found.collision_systems], found.target_mode, [s.name for s in found.target_systems]


def test_collision_collections_become_systems() -> None:
    both, third, first = (
        rigid.body(scenes.cube(name), layers=layers) for name, layers in (("A", {1, 3}), ("B", {3}), ("C", {1}))
    )
    take()
    assert systems(both) == (["Layer 1", "Layer 3"], "COLLIDE_WITH", ["Layer 1", "Layer 3"])
    assert systems(third) == (["Layer 3"], "COLLIDE_WITH", ["Layer 3"])
    # Without a filter it would pass through the two others, whose targets list systems.
    assert systems(first) == (["Layer 1"], "COLLIDE_WITH", ["Layer 1"])


def test_bodies_that_all_collide_need_no_filters() -> None:
    bodies = [rigid.body(scenes.cube("Crate"), layers=layers) for layers in ({1}, {1, 2}, {1, 5})]
    take()
    assert [systems(obj) for obj in bodies] == [None] * 3


def test_what_no_file_can_hold_is_named(capfd: pytest.CaptureFixture[str]) -> None:
    crate, _ = crate_and_ground()
    crate.rigid_body.linear_damping = 0.9
    crate.rigid_body.use_margin = True
    crate.rigid_body.keyframe_insert("kinematic", frame=1)
    bpy.context.scene.rigidbody_world.time_scale = 2
    bpy.context.scene.gravity = (0, 0, -1)
    take()
    said = capfd.readouterr().out
    for words in ("its damping", "its collision margin", "the animation of its rigid body"):
        assert f"Crate: {words} is lost" in said
    assert "Scene: its gravity is lost" in said and "Scene: the speed of its rigid body world is lost" in said


def test_what_blender_does_not_know_stays() -> None:
    crate, _ = crate_and_ground()
    scenes.make_body(crate, "DYNAMIC", linear_velocity=(1, 0, 0), gravity_factor=0.5)
    take()
    motion = crate.omi_physics.motion
    assert (motion.mass, motion.gravity_factor, motion.linear_velocity[0]) == (3, 0.5, 1)


@pytest.mark.parametrize(("source", "is_base"), [("BASE", True), ("DEFORM", True), ("FINAL", False)])
def test_a_hull_of_the_mesh_before_modifiers(source: str, is_base: bool) -> None:
    crate = rigid.body(scenes.cube("Crate"), mesh_source=source)
    crate.modifiers.new("Array", "ARRAY")
    take()
    assert shape(crate).mesh == (crate.data if is_base else None)


def test_hidden_objects_and_those_of_excluded_collections_are_taken_over_and_freed() -> None:
    crate, ground = crate_and_ground()
    crate.hide_set(True)
    apart = bpy.data.collections.new("Apart")
    bpy.context.scene.collection.children.link(apart)
    apart.objects.link(ground)
    bpy.context.scene.collection.objects.unlink(ground)
    bpy.context.view_layer.layer_collection.children["Apart"].exclude = True
    assert take(use_remove=True) == {"FINISHED"}
    assert crate.rigid_body is None and ground.rigid_body is None
    assert ground.omi_physics.motion.type == "STATIC"


def test_without_rigid_bodies_the_button_is_greyed_out() -> None:
    scenes.cube("Crate")
    assert not bpy.ops.omi_physics.from_rigid_bodies.poll()
