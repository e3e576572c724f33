# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Fixes of values, shapes and triggers: the problem is there before, gone after, and what stays is right."""

from __future__ import annotations

from typing import Any

import bpy
import numpy as np
import pytest

from tests.blender.fixing import box_around, check, codes, fix, only_fix
from tests.blender.scenes import add, cube, cube_mesh, make_body, make_collider, make_trigger, update


def crate(**values: Any) -> bpy.types.Object:
    return make_collider(make_body(cube("Crate"), **values))


@pytest.mark.parametrize(
    ("code", "values", "left"),
    [
        ("mass-not-positive", {"mass": 0.0}, {"mass": 1.0}),
        ("inertia-odd", {"inertia_diagonal": (0, 1, 0)}, {"inertia_diagonal": (0, 0, 0)}),
        ("velocity-on-static", {"kind": "STATIC", "linear_velocity": (1, 0, 0)}, {"linear_velocity": (0, 0, 0)}),
        ("motion-value-unused", {"kind": "STATIC", "mass": 5.0, "gravity_factor": 0.0}, {"mass": 1.0}),
        ("motion-value-unused", {"inertia_orientation": (0, 1, 0, 0)}, {"inertia_orientation": (1, 0, 0, 0)}),
    ],
)
def test_values_of_motion(code: str, values: dict[str, Any], left: dict[str, Any]) -> None:
    obj = crate(**values)
    only_fix(code, obj)
    for name, value in left.items():
        assert np.ravel(getattr(obj.omi_physics.motion, name)).tolist() == np.ravel(value).tolist()


def test_an_inertia_orientation_gets_the_length_1() -> None:
    obj = crate(inertia_diagonal=(1, 1, 1), inertia_orientation=(0, 2, 0, 0))
    only_fix("inertia-not-unit", obj)
    assert tuple(obj.omi_physics.motion.inertia_orientation) == (0, 1, 0, 0)
    assert tuple(obj.omi_physics.motion.inertia_diagonal) == (1, 1, 1)


def test_values_that_are_no_numbers() -> None:
    obj = crate(mass=float("nan"), center_of_mass=(0, float("inf"), 0))
    obj.omi_physics.collider.shape.radius = float("nan")
    obj.omi_physics.use_joint = True
    obj.omi_physics.joint.limits.add().max_distance = float("nan")
    only_fix("value-not-finite", obj)
    assert obj.omi_physics.motion.mass == 1.0
    assert obj.omi_physics.collider.shape.radius == 0.5
    assert obj.omi_physics.joint.limits[0].max_distance == 0.0


@pytest.mark.parametrize(("kind", "code"), [("DYNAMIC", "dynamic-animated"), ("STATIC", "static-animated")])
def test_an_animated_body(kind: str, code: str) -> None:
    obj = crate(kind=kind)
    obj.keyframe_insert("location")
    only_fix(code, obj)
    assert obj.omi_physics.motion.type == "KINEMATIC"


def test_an_animated_collider_without_body() -> None:
    obj = make_collider(cube("Lift"))
    obj.keyframe_insert("location")
    only_fix("static-animated", obj)
    assert obj.omi_physics.motion.type == "KINEMATIC"


def test_materials_and_filters() -> None:
    obj = crate()
    collider = obj.omi_physics.collider
    collider.use_material = collider.use_filter = True
    collider.material.restitution = 3.0
    only_fix("restitution-above-one", obj)
    assert collider.material.restitution == 1.0
    only_fix("filter-empty", obj)
    assert not collider.use_filter
    make_trigger(obj)
    obj.omi_physics.trigger.use_filter = True
    only_fix("filter-empty", obj)
    assert not obj.omi_physics.trigger.use_filter


def test_a_body_without_collider() -> None:
    obj = make_body(cube("Crate", (1, 2, 3)))
    only_fix("body-no-collider", obj)
    assert obj.omi_physics.collider.shape.type == "BOX" and obj.omi_physics.collider.shape.fit == "AUTO"


def test_a_body_without_mesh_gets_colliders_on_the_meshes_below() -> None:
    body = make_body(add("Cart"))
    group = add("Group", parent=body)
    part = cube("Part", parent=group)
    wheel = make_collider(make_body(cube("Wheel", parent=body)))
    cube("Hub", parent=wheel)
    only_fix("body-no-collider", body)
    assert part.omi_physics.use_collider and not body.omi_physics.use_collider
    assert not bpy.data.objects["Hub"].omi_physics.use_collider


def test_a_body_without_any_mesh_is_left_alone() -> None:
    body = make_body(add("Anchor"))
    assert fix("body-no-collider", body) == {"CANCELLED"}
    assert "body-no-collider" in codes(info=True)


def test_names_that_godot_changes() -> None:
    for name in ("Box.001", "Box_001", "a:b/c"):
        make_collider(cube(name))
    plain = cube("Plain.001")
    only_fix("name-changes-in-godot", bpy.data.objects["Box.001"])
    assert {obj.name for obj in bpy.context.scene.objects} == {"Box_001", "Box_001_1", "a_b_c", "Plain.001"}
    assert plain.name == "Plain.001"


def test_the_compact_layout() -> None:
    bpy.context.scene.omi_physics.node_layout = "COMPACT"
    crate()
    update()
    assert codes() == ["mesh-shares-node"]
    assert bpy.ops.omi_physics.fix_issue(code="mesh-shares-node", object=bpy.context.scene.name) == {"FINISHED"}
    assert bpy.context.scene.omi_physics.node_layout == "SEPARATE" and codes() == []


# Shapes -------------------------------------------------------------------------------------------------------------


def plane(name: str = "Floor", size: float = 4.0, up: bool = True) -> bpy.types.Object:
    mesh = bpy.data.meshes.new(name)
    h = size / 2
    corners = [(-h, -h, 0), (h, -h, 0), (h, h, 0), (-h, h, 0)]
    mesh.from_pydata(corners, [], [(0, 1, 2, 3) if up else (3, 2, 1, 0)])
    return add(name, mesh)


@pytest.mark.parametrize(("up", "low", "high"), [(True, -0.1, 0.0), (False, 0.0, 0.1)])
def test_a_flat_mesh_gets_a_thick_box_behind_its_face(up: bool, low: float, high: float) -> None:
    obj = make_collider(plane(up=up))
    obj.scale = (2, 2, 2)
    only_fix("shape-flat", obj)
    np.testing.assert_allclose(box_around(obj), [(-4, -4, low), (4, 4, high)], atol=1e-5)


def test_a_hull_of_a_flat_mesh_becomes_a_thick_box() -> None:
    obj = make_collider(plane(), "CONVEX")
    only_fix("shape-no-geometry", obj)
    assert obj.omi_physics.collider.shape.type == "BOX" and codes() == []


def test_a_mesh_shape_of_an_empty_becomes_a_box() -> None:
    obj = make_trigger(add("Area"), "TRIMESH")
    only_fix("shape-no-geometry", obj)
    shape = obj.omi_physics.trigger.shape
    assert (shape.type, shape.fit, tuple(shape.size)) == ("BOX", "MANUAL", (1, 1, 1))


def test_only_the_shape_that_has_the_problem_changes() -> None:
    obj = make_trigger(make_collider(plane(), "TRIMESH"), "CONVEX")
    only_fix("shape-no-geometry", obj)
    assert obj.omi_physics.collider.shape.type == "TRIMESH" and obj.omi_physics.trigger.shape.type == "BOX"


@pytest.mark.parametrize(
    ("kind", "values"),
    [
        ("BOX", {"size": (1, 0, 2)}),
        ("SPHERE", {"radius": 0.0}),
        ("CAPSULE", {"radius_bottom": 0.0, "radius_top": 0.0}),
        ("CYLINDER", {"height": 0.0}),
    ],
)
@pytest.mark.parametrize("has_mesh", [True, False])
def test_sizes_of_nothing(kind: str, values: dict[str, Any], has_mesh: bool) -> None:
    obj = cube("Thing", (1, 1, 3)) if has_mesh else add("Thing")
    make_collider(obj, kind, "MANUAL", **values)
    only_fix("shape-size-not-positive", obj)
    shape = obj.omi_physics.collider.shape
    assert shape.fit == ("AUTO" if has_mesh else "MANUAL") and shape.type == kind
    if kind == "BOX" and not has_mesh:
        assert tuple(shape.size) == (1, 1, 2)


def test_a_cylinder_around_a_flat_mesh_becomes_a_box() -> None:
    obj = make_collider(plane(), "CYLINDER")
    only_fix("shape-size-not-positive", obj)
    assert obj.omi_physics.collider.shape.type == "BOX"


def test_an_object_scaled_to_nothing_is_left_alone() -> None:
    obj = make_collider(cube("Thing"))
    obj.scale = (1, 0, 1)
    update()
    assert fix("shape-size-not-positive", obj) == {"CANCELLED"}


def test_a_fit_to_nothing() -> None:
    obj = make_collider(add("Thing"), "SPHERE", "AUTO", radius=0.7)
    only_fix("shape-fit-no-geometry", obj)
    assert obj.omi_physics.collider.shape.fit == "MANUAL"
    assert obj.omi_physics.collider.shape.radius == pytest.approx(0.7)


@pytest.mark.parametrize("fit_to", ["AUTO", "MANUAL"])
def test_a_capsule_without_straight_part(fit_to: str) -> None:
    obj = make_collider(cube("Ball"), "CAPSULE", fit_to, height=0, radius_bottom=0.3, radius_top=0.3)
    update()
    before = box_around(obj)
    only_fix("capsule-becomes-sphere", obj)
    assert obj.omi_physics.collider.shape.type == "SPHERE"
    np.testing.assert_allclose(box_around(obj), before, atol=0.01)


def test_a_tapered_shape() -> None:
    obj = make_collider(add("Cone"), "CAPSULE", "MANUAL", radius_bottom=0.5, radius_top=0.1)
    only_fix("shape-tapered", obj)
    shape = obj.omi_physics.collider.shape
    assert shape.radius_bottom == shape.radius_top == pytest.approx(0.3)


def ball(name: str, count: int) -> bpy.types.Object:
    """Points on a long ellipsoid; all of them are corners of its hull."""
    index = np.arange(count) + 0.5
    polar, turn = np.arccos(1 - 2 * index / count), np.pi * (1 + 5**0.5) * index
    points = np.stack([np.cos(turn) * np.sin(polar), np.sin(turn) * np.sin(polar), 10 * np.cos(polar)], axis=1)
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata(points.tolist(), [], [(i, i + 1, i + 2) for i in range(count - 2)])
    return add(name, mesh)


def test_a_hull_of_many_points_is_simplified_and_keeps_its_size() -> None:
    first = make_collider(ball("Rock", 1000), "CONVEX")
    second = make_collider(add("Rock2", first.data, location=(5, 0, 0)), "CONVEX")
    update()
    before = box_around(first)
    only_fix("convex-many-points", first)
    assert first.omi_physics.collider.shape.mesh.name == "Rock_Hull"
    assert np.abs(box_around(first) - before).max() < 0.25  # of 2 by 2 by 20 m
    assert second.omi_physics.collider.shape.mesh is None and len(first.data.vertices) == 1000


def test_equal_hulls_share_the_simplified_mesh() -> None:
    first = make_collider(ball("Rock", 400), "CONVEX")
    second = make_collider(add("Rock2", first.data, location=(5, 0, 0)), "CONVEX")
    update()
    assert bpy.ops.omi_physics.fix_all() == {"FINISHED"}
    assert first.omi_physics.collider.shape.mesh == second.omi_physics.collider.shape.mesh is not None


@pytest.mark.parametrize(("kind", "code"), [("DYNAMIC", "trimesh-dynamic"), ("KINEMATIC", "trimesh-kinematic")])
def test_triangles_on_a_moving_body(kind: str, code: str) -> None:
    obj = make_collider(make_body(cube("Rock"), kind), "TRIMESH")
    only_fix(code, obj)
    assert obj.omi_physics.collider.shape.type == "CONVEX"


def test_triangles_of_a_plane_on_a_dynamic_body() -> None:
    obj = make_collider(make_body(plane()), "TRIMESH")
    only_fix("trimesh-dynamic", obj)
    assert obj.omi_physics.collider.shape.type == "BOX" and codes() == []


def test_triangles_in_a_trigger_keep_those_of_the_collider() -> None:
    obj = make_trigger(make_collider(cube("Cave"), "TRIMESH"), "TRIMESH")
    only_fix("trimesh-trigger", obj)
    assert obj.omi_physics.collider.shape.type == "TRIMESH" and obj.omi_physics.trigger.shape.type == "CONVEX"


def test_a_compound_parent_without_parts() -> None:
    obj = make_collider(cube("Wall"), "NONE")
    only_fix("compound-no-parts", obj)
    assert obj.omi_physics.collider.shape.type == "BOX"
    empty = make_collider(add("Frame"), "NONE")
    update()
    assert fix("compound-no-parts", empty) == {"CANCELLED"}


def test_a_compound_trigger_without_parts() -> None:
    obj = make_trigger(cube("Area"))
    obj.omi_physics.trigger.kind = "COMPOUND"
    only_fix("trigger-no-parts", obj)
    assert obj.omi_physics.trigger.kind == "SHAPE"


def test_parts_that_are_none() -> None:
    obj = add("Area")
    obj.omi_physics.use_trigger = True
    trigger = obj.omi_physics.trigger
    trigger.kind, trigger.use_all_parts = "COMPOUND", False
    good = make_trigger(cube("Good", parent=obj))
    outside, plain, gone = make_trigger(cube("Outside")), cube("Plain", parent=obj), make_trigger(cube("Gone"))
    for part in (outside, good, plain, gone):
        trigger.parts.add().object = part
    bpy.data.scenes[0].collection.objects.unlink(gone)
    update()
    assert {"trigger-part-invalid", "trigger-part-not-exported"} <= set(codes())
    assert fix("trigger-part-invalid", obj) == {"FINISHED"}
    assert [part.object.name for part in trigger.parts] == ["Good"] and codes() == []


def test_a_collider_deep_below_its_body_keeps_its_place() -> None:
    body = make_body(cube("Body", location=(1, 2, 3), rotation=(0.1, 0.2, 0.3)))
    between = add("Between", parent=body, location=(0, 1, 0), rotation=(0, 0.5, 0), scale=(1, 2, 1))
    part = make_collider(cube("Part", parent=between, location=(1, 0, 0), rotation=(0, 0, 0.4)))
    between.keyframe_insert("location")
    update()
    before, own = part.matrix_world.copy(), part.location.copy()
    only_fix("collider-animated-between", part)
    assert part.parent == body and part.location == own
    np.testing.assert_allclose(part.matrix_world, before, atol=1e-6)


def test_a_collider_deep_below_its_body_in_the_compact_layout() -> None:
    bpy.context.scene.omi_physics.node_layout = "COMPACT"
    body = make_body(add("Body"))
    part = make_collider(add("Part", parent=add("Between", parent=body)), "BOX", "MANUAL")
    only_fix("collider-too-deep", part)
    assert part.parent == body


def test_an_animated_collider_is_not_parented() -> None:
    body = make_body(cube("Body"))
    part = make_collider(cube("Part", parent=body))
    part.keyframe_insert("location")
    update()
    assert fix("collider-animated-between", part) == {"CANCELLED"}


def test_meshes_of_a_file_are_not_left_behind() -> None:
    """A simplified hull is owned by the shape, so that a file saves it."""
    make_collider(ball("Rock", 400), "CONVEX")
    update()
    bpy.ops.omi_physics.fix_all()
    assert bpy.data.meshes["Rock_Hull"].users == 1 and check() == []
    assert cube_mesh("Other").users == 0
