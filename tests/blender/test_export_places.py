# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Shapes stand where Blender shows them: corner points, taken through the node transforms of the file."""

from __future__ import annotations

import itertools
import math

import bpy
import numpy as np
import pytest
from mathutils import Euler, Matrix, Vector

from tests.blender.scenes import add, cube, make_body, make_collider, make_joint, make_trigger, update
from tests.blender.support import addon_module, export_glb
from tests.support.gltf import apply, to_blender

BODY, SHAPE, JOINT = "OMI_physics_body", "OMI_physics_shape", "OMI_physics_joint"
CORNERS = np.array(list(itertools.product((-0.5, 0.5), repeat=3)))


def carrier(gltf, name, role="collider"):
    """The node that carries the shape of an object: its own or the one added for it."""
    suffix = "_Collider" if role == "collider" else "_Trigger"
    for candidate in (name + suffix, name):
        if candidate in gltf.names() and role in (gltf.extension(candidate, BODY) or {}):
            return candidate
    raise AssertionError(f"no node carries the {role} of {name}: {gltf.names()}")


def shape(gltf, node, role="collider"):
    return gltf.root(SHAPE)["shapes"][gltf.extension(node, BODY)[role]["shape"]]


def world_corners(gltf, name, role="collider", y_up=True):
    """Corner points of a box, in Blender's axes; the node itself must not scale."""
    node = carrier(gltf, name, role)
    world = gltf.world(node)
    assert world[:3, :3] @ world[:3, :3].T == pytest.approx(np.identity(3), abs=1e-4)
    assert np.linalg.det(world[:3, :3]) == pytest.approx(1, abs=1e-4)
    points = apply(world, CORNERS * np.array(shape(gltf, node, role)["box"]["size"]))
    return to_blender(points) if y_up else points


def assert_same_points(found, expected):
    order = lambda a: a[np.lexsort(np.round(a, 3).T)]  # noqa: E731
    assert order(np.asarray(found)) == pytest.approx(order(np.asarray(expected)), abs=2e-4)


def mesh_corners(obj):
    return np.array([obj.matrix_world @ v.co for v in obj.data.vertices])


PLACES = {
    "plain": {},
    "moved": {"location": (1, 2, 3)},
    "turned": {"location": (1, 2, 3), "rotation": (0.5, -1, 2)},
    "scaled": {"location": (1, 2, 3), "rotation": (0.5, -1, 2), "scale": (2, 3, 0.5)},
    "mirrored": {"location": (1, 2, 3), "rotation": (0.5, -1, 2), "scale": (-1, 2, 3)},
    "turned inside out": {"scale": (-1, -2, -3), "rotation": (0, 0, 1)},
}


@pytest.mark.parametrize("y_up", [True, False])
@pytest.mark.parametrize("layout", ["SEPARATE", "COMPACT"])
@pytest.mark.parametrize("place", PLACES)
def test_auto_box_is_the_mesh(place, layout, y_up):
    bpy.context.scene.omi_physics.node_layout = layout
    obj = make_collider(cube("Box", (1, 2, 3), (0.5, 1, -1), **PLACES[place]))
    update()
    assert_same_points(world_corners(export_glb(export_yup=y_up), "Box", y_up=y_up), mesh_corners(obj))


@pytest.mark.parametrize("layout", ["SEPARATE", "COMPACT"])
@pytest.mark.parametrize("place", PLACES)
def test_child_of_a_turned_parent(place, layout):
    bpy.context.scene.omi_physics.node_layout = layout
    parent = add("Parent", **PLACES[place])
    child = make_collider(cube("Box", (1, 2, 3), (0.5, 1, -1), parent=parent, location=(1, 0, 2)))
    update()
    assert_same_points(world_corners(export_glb(), "Box"), mesh_corners(child))


@pytest.mark.parametrize("layout", ["SEPARATE", "COMPACT"])
@pytest.mark.parametrize("place", PLACES)
def test_manual_box_with_offset_and_rotation(place, layout):
    bpy.context.scene.omi_physics.node_layout = layout
    scale = PLACES[place].get("scale", (1, 1, 1))
    even = len({abs(s) for s in scale}) == 1
    turn = (0.3, 0.4, 0.5) if even else (0, math.pi / 2, 0)
    obj = cube("Box", **PLACES[place])
    make_collider(obj, "BOX", "MANUAL", size=(1, 2, 3), offset=(0.1, 0.2, 0.3), rotation=turn)
    make_trigger(obj, "BOX", "MANUAL", size=(3, 1, 1), offset=(2, 0, 0))
    update()
    local = Matrix.Translation((0.1, 0.2, 0.3)) @ Euler(turn).to_matrix().to_4x4()
    gltf = export_glb()
    expected = [obj.matrix_world @ local @ Vector(c * np.array((1, 2, 3))) for c in CORNERS]
    assert_same_points(world_corners(gltf, "Box"), expected)
    expected = [obj.matrix_world @ Vector(c * np.array((3, 1, 1)) + np.array((2, 0, 0))) for c in CORNERS]
    assert_same_points(world_corners(gltf, "Box", "trigger"), expected)


@pytest.mark.parametrize("kind", ["CONVEX", "TRIMESH"])
@pytest.mark.parametrize("place", PLACES)
def test_mesh_shapes_stand_on_the_mesh(place, kind):
    obj = make_collider(cube("Box", (1, 2, 3), (0.5, 1, -1), **PLACES[place]), kind)
    update()
    gltf = export_glb()
    node = carrier(gltf, "Box")
    data = shape(gltf, node)
    mesh = data[data["type"]]["mesh"]
    points, triangles = gltf.points(mesh), gltf.triangles(mesh)
    assert list(gltf.json["meshes"][mesh]["primitives"][0]["attributes"]) == ["POSITION"]
    assert_same_points(to_blender(apply(gltf.world(node), points)), mesh_corners(obj))
    a, b, c = (points[triangles[:, i]] for i in range(3))
    volume = np.einsum("ij,ij->", np.cross(a, b), c) / 6
    scale = PLACES[place].get("scale", (1, 1, 1))
    assert volume == pytest.approx(6 * abs(np.prod(scale)), rel=1e-4)


def test_mirrored_parent_gives_positive_sizes():
    parent = add("Parent", scale=(-1, 1, 1))
    make_collider(add("Box", parent=parent), "BOX", "MANUAL", size=(2, 4, 6))
    gltf = export_glb()
    assert shape(gltf, carrier(gltf, "Box"))["box"]["size"] == [2, 6, 4]


def test_mesh_shapes_bear_shear_exactly():
    parent = add("Parent", scale=(1, 1, 3))
    child = make_collider(cube("Box", (1, 2, 3), parent=parent, rotation=(0.7, 0, 0)), "CONVEX")
    update()
    gltf = export_glb()
    node = carrier(gltf, "Box")
    mesh = shape(gltf, node)["convex"]["mesh"]
    assert_same_points(to_blender(apply(gltf.world(node), gltf.points(mesh))), mesh_corners(child))


def test_sheared_primitive_is_named():
    parent = add("Parent", scale=(1, 1, 3))
    make_collider(cube("Box", (1, 2, 3), parent=parent, rotation=(0.7, 0, 0)), "BOX", "MANUAL")
    export_glb()
    assert [i.object for i in addon_module("io_hooks.record").last_export().issues if i.code == "shape-shear"] == [
        "Box"
    ]


def test_deep_colliders_are_direct_children_of_their_body():
    body = make_body(cube("Body", location=(1, 1, 1), rotation=(0.1, 0.2, 0.3)))
    middle = add("Middle", parent=body, location=(1, 0, 0), rotation=(1, 0, 0))
    deep = make_collider(cube("Deep", (1, 2, 3), parent=middle, location=(0, 2, 0)))
    direct = make_collider(add("Direct", parent=body, location=(0, 0, 5)), "SPHERE", "MANUAL")
    update()
    gltf = export_glb()
    assert gltf.parent_name("Deep_Collider") == "Body" and gltf.parent_name("Deep") == "Middle"
    assert gltf.extension("Direct", BODY) is not None and direct.parent is body
    assert_same_points(world_corners(gltf, "Deep"), mesh_corners(deep))
    assert "mesh" not in gltf.node("Body") and "mesh" in gltf.node("Body_Mesh") and "mesh" in gltf.node("Deep")


def test_flat_hierarchy_keeps_shapes_and_joints_with_their_body():
    body = make_body(cube("Body", location=(1, 1, 1), rotation=(0.1, 0.2, 0.3)))
    child = make_collider(cube("Child", (1, 2, 3), parent=body, location=(0, 2, 0)))
    make_joint(add("Hinge", parent=body, location=(0, 1, 0)))
    update()
    gltf = export_glb(export_hierarchy_flatten_objs=True)
    assert gltf.parent_name("Child") is None
    assert gltf.parent_name("Child_Collider") == "Body" and gltf.parent_name("Hinge_Joint") == "Body"
    assert_same_points(world_corners(gltf, "Child"), mesh_corners(child))


def test_round_shapes_enclose_the_mesh():
    mesh_scale = (1, 1, 2)
    for kind in ("SPHERE", "CAPSULE", "CYLINDER"):
        obj = cube(kind, (1, 1, 3), (0.2, 0.3, 0.4), scale=mesh_scale, rotation=(0.3, 0.2, 0.1))
        make_collider(obj, kind)
    update()
    gltf = export_glb()
    for kind in ("SPHERE", "CAPSULE", "CYLINDER"):
        node = carrier(gltf, kind)
        data = shape(gltf, node)[kind.lower()]
        local = apply(
            np.linalg.inv(gltf.world(node)), [(c[0], c[2], -c[1]) for c in mesh_corners(bpy.data.objects[kind])]
        )
        if kind == "SPHERE":
            distance = np.linalg.norm(local, axis=1)
        else:
            half = data["height"] / 2
            beyond = np.maximum(np.abs(local[:, 1]) - half, 0)
            assert kind == "CAPSULE" or beyond.max() < 1e-4
            distance = np.sqrt(local[:, 0] ** 2 + local[:, 2] ** 2 + beyond**2)
        assert distance.max() == pytest.approx(data["radius"], abs=1e-4)


def test_camera_and_light_bodies_turn_their_shape_back():
    camera = add("Cam", bpy.data.cameras.new("Cam"), rotation=(0.4, 0.5, 0.6), location=(1, 2, 3))
    light = add("Sun", bpy.data.lights.new("Sun", "SUN"), rotation=(0.4, 0.5, 0.6))
    for obj in (camera, light):
        make_body(make_collider(obj, "BOX", "MANUAL", size=(1, 2, 3)))
    update()
    gltf = export_glb(export_cameras=True, export_lights=True)
    for obj in (camera, light):
        expected = [obj.matrix_world @ Vector(c * np.array((1, 2, 3))) for c in CORNERS]
        assert_same_points(world_corners(gltf, obj.name), expected)
    assert "camera" in gltf.node("Cam_Camera") and "camera" not in gltf.node("Cam")
    assert "KHR_lights_punctual" in gltf.node("Sun_Light")["extensions"]


def test_unit_scale_changes_nothing():
    bpy.context.scene.unit_settings.scale_length = 0.01
    obj = make_collider(cube("Box", (1, 2, 3)))
    update()
    gltf = export_glb()
    assert shape(gltf, carrier(gltf, "Box"))["box"]["size"] == [1, 3, 2]
    assert_same_points(world_corners(gltf, "Box"), mesh_corners(obj))
