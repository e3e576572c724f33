# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Shapes measure what the file shows: modifiers, shape keys, curves, materials, bad meshes, bones, animation."""

from __future__ import annotations

import math

import bpy
import numpy as np
import pytest
from mathutils import Matrix

from tests.blender.scenes import add, cube, cube_mesh, make_body, make_collider, make_joint, make_trigger, update
from tests.blender.support import addon_module, export_glb

BODY, SHAPE, JOINT = "OMI_physics_body", "OMI_physics_shape", "OMI_physics_joint"


def issues(*codes):
    return sorted((i.code, i.object) for i in addon_module("io_hooks.record").last_export().issues if i.code in codes)


def shapes(gltf):
    return gltf.root(SHAPE).get("shapes", [])


def test_modifiers_count_when_they_are_applied():
    mesh = cube_mesh("Shared")
    make_collider(add("A", mesh), "TRIMESH")
    b = make_collider(add("B", mesh, location=(0, 5, 0)), "TRIMESH")
    b.modifiers.new("Array", "ARRAY").count = 3
    box = make_collider(add("C", mesh, location=(0, 9, 0)), "BOX")
    box.modifiers.new("Array", "ARRAY").count = 3
    update()
    gltf = export_glb(export_apply=True)
    counts = sorted(len(gltf.triangles(s["trimesh"]["mesh"])) for s in shapes(gltf) if s["type"] == "trimesh")
    assert counts == [12, 36]
    assert [s["box"]["size"] for s in shapes(gltf) if s["type"] == "box"] == [[3, 1, 1]]
    gltf = export_glb(export_apply=False)
    assert [len(gltf.triangles(s["trimesh"]["mesh"])) for s in shapes(gltf) if s["type"] == "trimesh"] == [12]
    assert [s["box"]["size"] for s in shapes(gltf) if s["type"] == "box"] == [[1, 1, 1]]


def test_shape_keys_count_when_modifiers_are_applied():
    obj = make_collider(cube("Box"))
    obj.shape_key_add(name="Basis")
    key = obj.shape_key_add(name="Wide")
    for point in key.data:
        point.co.x *= 3
    key.value = 1.0
    update()
    assert shapes(export_glb(export_apply=True))[0]["box"]["size"] == [3, 1, 1]
    assert shapes(export_glb(export_apply=False))[0]["box"]["size"] == [1, 1, 1]


def test_shapes_have_one_primitive_whatever_the_materials():
    obj = cube("Box")
    for name in ("Red", "Blue"):
        obj.data.materials.append(bpy.data.materials.new(name))
    obj.data.polygons[0].material_index = 1
    make_collider(obj, "CONVEX")
    other = make_trigger(add("Other", obj.data), "TRIMESH")
    assert other.data is obj.data
    gltf = export_glb()
    visible = gltf.node("Box")["mesh"]
    assert len(gltf.json["meshes"][visible]["primitives"]) == 2
    for data in shapes(gltf):
        assert len(gltf.triangles(data[data["type"]]["mesh"])) == 12


def test_a_cube_with_split_corners_has_a_hull_of_8_points():
    obj = cube("Box")
    obj.data.uv_layers.new()
    mesh = bpy.data.meshes.new("Split")
    corners = [obj.data.vertices[i].co for p in obj.data.polygons for i in p.vertices]
    mesh.from_pydata(corners, [], [tuple(range(i, i + 4)) for i in range(0, 24, 4)])
    obj.data = mesh
    make_collider(obj, "CONVEX")
    gltf = export_glb()
    assert len(np.unique(gltf.points(shapes(gltf)[0]["convex"]["mesh"]), axis=0)) == 8
    assert len(gltf.points(shapes(gltf)[0]["convex"]["mesh"])) == 8


def test_capsule_mesh_of_full_height_3():
    mesh = bpy.data.meshes.new("Capsule")
    quarter = np.linspace(0, math.pi / 2, 6)
    rings = [(0.5 * math.cos(a), -1 - 0.5 * math.sin(a)) for a in quarter[::-1]]
    rings += [(0.5 * math.cos(a), 1 + 0.5 * math.sin(a)) for a in quarter]
    points = [(r * math.cos(t), r * math.sin(t), z) for r, z in rings for t in np.linspace(0, 2 * math.pi, 16, False)]
    faces = [
        (16 * i + j, 16 * i + (j + 1) % 16, 16 * i + 16 + (j + 1) % 16, 16 * i + 16 + j)
        for i in range(11)
        for j in range(16)
    ]
    mesh.from_pydata(points, [], faces)
    make_collider(add("Capsule", mesh), "CAPSULE")
    make_collider(add("Cylinder", mesh), "CYLINDER")
    found = {s["type"]: s[s["type"]] for s in shapes(export_glb())}
    assert found["capsule"] == pytest.approx(
        {"height": 2, "radiusBottom": 0.5, "radiusTop": 0.5, "radius": 0.5}, abs=1e-5
    )
    assert found["cylinder"]["height"] == pytest.approx(3)


def test_capsule_no_longer_than_wide_is_a_sphere():
    make_collider(cube("Box", (2, 2, 2)), "CAPSULE")
    (shape,) = shapes(export_glb())
    assert shape["type"] == "sphere" and shape["sphere"]["radius"] == pytest.approx(math.sqrt(3), abs=1e-5)
    assert issues("capsule-becomes-sphere") == [("capsule-becomes-sphere", "Box")]


def test_curve_and_text_have_faces():
    curve = bpy.data.curves.new("Curve", "CURVE")
    curve.dimensions, curve.bevel_depth = "3D", 0.25
    curve.splines.new("POLY").points.add(1)
    curve.splines[0].points[1].co = (0, 0, 2, 1)
    text = bpy.data.curves.new("Text", "FONT")
    text.body, text.extrude = "I", 0.1
    for name, data in (("Curve", curve), ("Text", text)):
        make_collider(add(name, data), "TRIMESH")
    update()
    gltf = export_glb()
    assert [s["type"] for s in shapes(gltf)] == ["trimesh", "trimesh"]
    assert issues("shape-no-geometry") == []


def test_what_has_no_faces_is_named_and_left_out():
    edges, nothing = bpy.data.meshes.new("Edges"), bpy.data.meshes.new("Nothing")
    edges.from_pydata([(0, 0, 0), (1, 0, 0)], [(0, 1)], [])
    for name, data in (("Empty", None), ("Edges", edges), ("Nothing", nothing)):
        for kind in ("TRIMESH", "CONVEX"):
            make_body(make_collider(add(f"{name}{kind}", data), kind))
    gltf = export_glb()
    assert shapes(gltf) == [] and SHAPE not in gltf.extensions_used
    assert len(issues("shape-no-geometry")) == 6
    assert gltf.extension("EmptyTRIMESH", BODY) == {"motion": {"type": "dynamic"}}


def test_auto_without_faces_takes_the_manual_values():
    make_collider(add("Empty"), "BOX", "AUTO", size=(1, 2, 3), offset=(0, 0, 1))
    gltf = export_glb()
    assert shapes(gltf)[0]["box"]["size"] == [1, 3, 2]
    assert gltf.node("Empty_Collider")["translation"] == [0, 1, 0]
    assert issues("shape-fit-no-geometry") == [("shape-fit-no-geometry", "Empty")]


def test_flat_box_gets_a_thickness():
    mesh = bpy.data.meshes.new("Plane")
    mesh.from_pydata([(-1, -1, 0), (1, -1, 0), (1, 1, 0), (-1, 1, 0)], [], [(0, 1, 2, 3)])
    make_collider(add("Plane", mesh))
    assert shapes(export_glb())[0]["box"]["size"] == [2, 0.001, 2]
    assert issues("shape-flat") == [("shape-flat", "Plane")]


def test_sizes_of_nothing_are_left_out():
    make_collider(add("Box"), "BOX", "MANUAL", size=(1, 0, 1))
    make_collider(add("Ball"), "SPHERE", "MANUAL", radius=0)
    make_collider(add("Cylinder"), "CYLINDER", "MANUAL", height=0)
    make_collider(add("Flat", scale=(1, 1, 0)), "SPHERE", "MANUAL")
    make_collider(add("Capsule"), "CAPSULE", "MANUAL", height=0)
    assert shapes(export_glb()) == [{"type": "sphere", "sphere": {"radius": 0.5}}]
    assert [name for _, name in issues("shape-size-not-positive")] == ["Ball", "Box", "Cylinder", "Flat"]


def test_collision_only_mesh_is_not_shown():
    make_collider(cube("Wall"), "CONVEX", use_collision_only=True)
    gltf = export_glb()
    assert "mesh" not in gltf.node("Wall")
    assert gltf.extension("Wall", BODY) is not None and len(gltf.json["meshes"]) == 1


def test_a_mesh_of_another_object():
    make_collider(cube("Wall", (9, 9, 9)), "CONVEX", mesh=cube_mesh("Simple", (1, 2, 3)))
    gltf = export_glb()
    points = gltf.points(shapes(gltf)[0]["convex"]["mesh"])
    assert points.max(axis=0) == pytest.approx([0.5, 1.5, 1])


def test_geometry_nodes_instances_beside_a_body():
    group = bpy.data.node_groups.new("Instances", "GeometryNodeTree")
    group.interface.new_socket("Geometry", in_out="OUTPUT", socket_type="NodeSocketGeometry")
    points = group.nodes.new("GeometryNodeMeshLine")
    shape = group.nodes.new("GeometryNodeMeshCube")
    spread = group.nodes.new("GeometryNodeInstanceOnPoints")
    out = group.nodes.new("NodeGroupOutput")
    group.links.new(points.outputs[0], spread.inputs["Points"])
    group.links.new(shape.outputs[0], spread.inputs["Instance"])
    group.links.new(spread.outputs[0], out.inputs[0])
    holder = cube("Holder")
    holder.modifiers.new("Instances", "NODES").node_group = group
    make_collider(make_body(cube("Real", (1, 2, 3))))
    update()
    gltf = export_glb(export_gn_mesh=True, export_apply=True)
    assert len(gltf.nodes) > 5
    assert gltf.extension("Real", BODY)["motion"]["type"] == "dynamic"


def test_a_hull_of_100_000_points():
    rng = np.random.default_rng(5)
    n = 316
    u, v = np.meshgrid(np.linspace(0, 2 * math.pi, n, False), np.linspace(0.01, math.pi - 0.01, n))
    r = 1 + 0.1 * rng.random(u.shape)
    points = np.stack([r * np.cos(u) * np.sin(v), r * np.sin(u) * np.sin(v), r * np.cos(v)], axis=-1).reshape(-1, 3)
    hull = addon_module("properties.hull").convex_hull
    corners, triangles = hull(points)
    directions = rng.normal(size=(200, 3))
    directions /= np.linalg.norm(directions, axis=1, keepdims=True)
    assert (corners @ directions.T).max(axis=0) == pytest.approx((points @ directions.T).max(axis=0), abs=2e-4)
    assert len(corners) - 3 * len(triangles) / 2 + len(triangles) == 2  # Euler's formula: a closed surface


def armature_with_bone():
    data = bpy.data.armatures.new("Rig")
    rig = add("Rig", data)
    bpy.context.view_layer.objects.active = rig
    bpy.ops.object.mode_set(mode="EDIT")
    bone = data.edit_bones.new("Bone")
    bone.head, bone.tail = (0, 0, 0), (0, 0, 1)
    bpy.ops.object.mode_set(mode="OBJECT")
    return rig


@pytest.mark.parametrize("rest", [True, False])
def test_capsule_on_a_posed_bone(rest):
    rig = armature_with_bone()
    rig.pose.bones["Bone"].rotation_mode = "XYZ"
    rig.pose.bones["Bone"].rotation_euler = (0.7, 0, 0)
    pole = make_collider(add("Pole"), "CAPSULE", "MANUAL")
    pole.parent, pole.parent_type, pole.parent_bone = rig, "BONE", "Bone"
    pole.location = (0.5, 0, 0)
    update()
    gltf = export_glb(export_rest_position_armature=rest)
    name = "Pole_Collider" if "Pole_Collider" in gltf.names() else "Pole"
    up = gltf.world(name)[:3, 1]
    posed = pole.matrix_world
    rested = Matrix.Identity(4) @ rig.data.bones["Bone"].matrix_local @ rig.pose.bones["Bone"].matrix.inverted() @ posed
    expected = (rested if rest else posed).col[2]
    assert up == pytest.approx((expected[0], expected[2], -expected[1]), abs=1e-5)


def test_body_with_a_skinned_mesh_and_shape_keys():
    rig = armature_with_bone()
    rig.location = (3, 0, 0)
    obj = make_collider(make_body(cube("Skinned", (1, 2, 3), parent=rig, location=(1, 2, 3))))
    obj.modifiers.new("Armature", "ARMATURE").object = rig
    obj.vertex_groups.new(name="Bone").add(range(8), 1.0, "REPLACE")
    child = add("Child", parent=obj, location=(0, 0, 1))
    obj.shape_key_add(name="Basis")
    key = obj.shape_key_add(name="Wide")
    key.value = 0
    key.keyframe_insert("value", frame=1)
    key.value = 1
    key.keyframe_insert("value", frame=10)
    update()
    gltf = export_glb()
    assert gltf.node("Skinned_Mesh")["skin"] == 0 and "skin" not in gltf.node("Skinned")
    for o in (obj, child):
        place = o.matrix_world.translation
        assert gltf.world(o.name)[:3, 3] == pytest.approx((place.x, place.z, -place.y), abs=1e-5)
    targets = {
        gltf.nodes[c["target"]["node"]]["name"]
        for a in gltf.json["animations"] for c in a["channels"] if c["target"]["path"] == "weights"
    }  # fmt: skip
    assert targets == {"Skinned_Mesh"}


def test_kinematic_animation_stays_on_the_body():
    lift = make_collider(make_body(cube("Lift"), "KINEMATIC"))
    for frame, z in ((1, 0.0), (20, 4.0)):
        lift.location.z = z
        lift.keyframe_insert("location", frame=frame)
    bpy.context.scene.frame_set(15)
    gltf = export_glb()
    (animation,) = gltf.json["animations"]
    assert {gltf.nodes[c["target"]["node"]]["name"] for c in animation["channels"]} == {"Lift"}
    assert gltf.node("Lift").get("translation", [0, 0, 0]) == [0, 0, 0]
    assert bpy.context.scene.frame_current == 15


def test_animated_collider_below_a_body_stays_where_it_moves():
    body = make_body(cube("Body"))
    flap = make_collider(cube("Flap", parent=body))
    flap.keyframe_insert("rotation_euler", frame=1)
    flap.rotation_euler = (1, 0, 0)
    flap.keyframe_insert("rotation_euler", frame=10)
    gltf = export_glb()
    assert gltf.parent_name("Flap_Collider") == "Flap"
    assert issues("collider-animated-between") == [("collider-animated-between", "Flap")]


def test_hidden_objects_follow_blenders_options():
    variants = {name: make_collider(cube(name)) for name in ("Shown", "Eye", "Viewport", "Render")}
    variants["Eye"].hide_set(True)
    variants["Viewport"].hide_viewport = True
    variants["Render"].hide_render = True
    carried = lambda gltf: {n.removesuffix("_Collider") for n in gltf.names() if n.endswith("_Collider")}  # noqa: E731
    assert carried(export_glb()) == set(variants)
    assert carried(export_glb(use_visible=True)) == {"Shown", "Render"}
    assert carried(export_glb(use_renderable=True)) == {"Shown", "Eye", "Viewport"}


def test_armature_object_removed():
    rig = make_body(armature_with_bone())
    part = make_collider(cube("Part"))
    part.parent, part.parent_type, part.parent_bone = rig, "BONE", "Bone"
    make_joint(add("J", parent=make_body(add("Other"))), part)
    update()
    gltf = export_glb(export_armature_object_remove=True)
    assert ("body-not-exported", "Part") in issues("body-not-exported")
    assert "Rig" not in gltf.names()
