# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Meshes of convex parts become colliders of just these parts, without CoACD; where they go, what is refused."""

from __future__ import annotations

import math
from typing import Any

import bmesh
import bpy
import numpy as np
import pytest
import trimesh
from mathutils import Matrix

from . import meshes, scenes
from .selection import select
from .support import ADDON, addon_module

SPLIT_TASK = "operators.split_task"


@pytest.fixture
def without_coacd(monkeypatch: pytest.MonkeyPatch) -> None:
    """As on a platform for which there is no wheel."""
    monkeypatch.setattr(addon_module(SPLIT_TASK), "package_paths", list)


def split(obj: bpy.types.Object, **options: Any) -> list[bpy.types.Object]:
    """Presses the button; gives the hulls."""
    select(obj)
    assert bpy.ops.omi_physics.decompose(**options) == {"FINISHED"}
    bpy.context.view_layer.update()
    return hulls_of(obj)


def hulls_of(obj: bpy.types.Object) -> list[bpy.types.Object]:
    return sorted((c for c in obj.children if c.omi_physics.is_split_hull), key=lambda c: c.name)


def solid(obj: bpy.types.Object) -> trimesh.Trimesh:
    """An object's mesh in the world, for another library to measure."""
    matrix = obj.matrix_world
    points = [tuple(matrix @ vertex.co) for vertex in obj.data.vertices]
    return trimesh.Trimesh(points, [tuple(face.vertices) for face in obj.data.polygons], process=False)


def world_points(obj: bpy.types.Object) -> np.ndarray:
    evaluated = obj.evaluated_get(bpy.context.evaluated_depsgraph_get())
    return np.array([obj.matrix_world @ vertex.co for vertex in evaluated.data.vertices])


def farthest_outside(points: np.ndarray, hulls: list[bpy.types.Object]) -> float:
    """How far the worst of the points is from the nearest hull; hulls are convex, with outward triangles."""
    best = np.full(len(points), np.inf)
    for hull in map(solid, hulls):
        heights = (points @ hull.face_normals.T - (hull.triangles_center * hull.face_normals).sum(axis=1)).max(axis=1)
        best = np.minimum(best, heights)
    return float(best.max())


def test_a_chair_becomes_its_six_boxes(without_coacd: None) -> None:
    chair = meshes.chair()
    hulls = split(chair)
    assert [hull.name for hull in hulls] == [f"Chair_Hull_0{i}" for i in range(1, 7)]
    for hull in hulls:
        shape = hull.omi_physics.collider.shape
        assert (shape.type, shape.fit, shape.use_collision_only) == ("BOX", "AUTO", True)
        assert hull.omi_physics.use_collider and len(hull.data.vertices) == 8
    assert sum(solid(hull).volume for hull in hulls) == pytest.approx(meshes.CHAIR_VOLUME, rel=1e-4)
    assert farthest_outside(world_points(chair), hulls) < 1e-5
    assert not chair.omi_physics.use_collider


def test_parts_of_all_kinds_stay_what_they_are(without_coacd: None) -> None:
    made = bmesh.new()
    turn = Matrix.Rotation(0.5, 4, (1, 2, 3)).to_4x4()
    bmesh.ops.create_cube(made, size=1.0, matrix=turn)
    # 64 sides hold 0.16 % less than a cylinder.
    place = Matrix.Translation((5, 0, 0)) @ Matrix.Rotation(math.pi / 2, 4, "Y")
    bmesh.ops.create_cone(made, cap_ends=True, segments=64, radius1=1, radius2=1, depth=3, matrix=place)
    bmesh.ops.create_icosphere(made, subdivisions=4, radius=1, matrix=Matrix.Translation((0, 5, 0)))
    bmesh.ops.create_cone(
        made, cap_ends=True, segments=8, radius1=1, radius2=0.2, depth=1, matrix=Matrix.Translation((0, 0, 5))
    )
    mesh = bpy.data.meshes.new("All")
    made.to_mesh(mesh)
    made.free()
    obj = scenes.add("All", mesh)
    hulls = split(obj)
    by_type = {hull.omi_physics.collider.shape.type: hull for hull in hulls}
    assert sorted(by_type) == ["BOX", "CONVEX", "CYLINDER", "SPHERE"] and len(hulls) == 4
    assert tuple(by_type["BOX"].dimensions) == pytest.approx((1, 1, 1), abs=1e-5)
    rod = by_type["CYLINDER"]
    axis = "XYZ".index(rod.omi_physics.collider.shape.axis)
    assert abs(rod.matrix_world.to_3x3().col[axis].x) == pytest.approx(1.0, abs=1e-5)
    assert rod.dimensions[axis] == pytest.approx(3.0, abs=1e-5)
    assert farthest_outside(world_points(obj), hulls) < 1e-5


@pytest.mark.parametrize("scale", [(2, 1, 0.5), (-1, 1, 1), (-2, 1, 3), (1, 1, 1)], ids=str)
def test_hulls_are_where_the_mesh_is(without_coacd: None, scale: tuple[float, ...]) -> None:
    above = scenes.add("Above", rotation=(0.1, 0.2, 0.3), location=(1, 2, 3), scale=(1, 1, 1))
    chair = meshes.chair(parent=above, rotation=(0.4, 0.5, 0.6), location=(3, 2, 1), scale=scale)
    hulls = split(chair)
    assert len(hulls) == 6 and {hull.omi_physics.collider.shape.type for hull in hulls} == {"BOX"}
    wanted = meshes.CHAIR_VOLUME * abs(math.prod(scale))
    assert sum(solid(hull).volume for hull in hulls) == pytest.approx(wanted, rel=1e-4)
    assert farthest_outside(world_points(chair), hulls) < 1e-5
    for hull in hulls:
        assert tuple(hull.matrix_world.to_scale()) == pytest.approx((1, 1, 1), abs=1e-5)


def test_the_evaluated_mesh_is_split(without_coacd: None) -> None:
    chair = meshes.chair()
    array: Any = chair.modifiers.new("Array", "ARRAY")
    array.count, array.use_relative_offset, array.use_constant_offset = 2, False, True
    array.constant_offset_displace = (3, 0, 0)
    hulls = split(chair)
    assert len(hulls) == 12
    assert sum(solid(hull).volume for hull in hulls) == pytest.approx(2 * meshes.CHAIR_VOLUME, rel=1e-4)
    assert farthest_outside(world_points(chair), hulls) < 1e-5


@pytest.mark.parametrize("most", [1, 2, 4, 5])
def test_too_many_parts_are_joined(without_coacd: None, most: int) -> None:
    chair = meshes.chair()
    hulls = split(chair, max_hulls=most)
    assert len(hulls) == most
    assert farthest_outside(world_points(chair), hulls) < 1e-5


def test_a_hundred_parts_are_joined_into_the_rows_they_stand_in(without_coacd: None) -> None:
    bricks = [((1, 1, 1), (x, 5.0 * row, 0)) for row in range(4) for x in range(25)]
    obj = meshes.boxes("Wall", bricks)
    hulls = split(obj, max_hulls=4)
    # Bricks side by side: each row is one box of 25.
    assert [hull.omi_physics.collider.shape.type for hull in hulls] == ["BOX"] * 4
    assert sorted(round(solid(hull).volume, 3) for hull in hulls) == [25.0] * 4


def test_on_a_body_the_collider_becomes_a_compound_parent(without_coacd: None) -> None:
    chair = scenes.make_body(scenes.make_collider(meshes.chair(), "BOX"))
    collider = chair.omi_physics.collider
    collider.use_material, collider.material.restitution = True, 0.75
    collider.use_filter = True
    collider.filter.collision_systems.add().name = "props"
    hulls = split(chair)
    assert chair.omi_physics.use_collider and collider.shape.type == "NONE"
    for hull in hulls:
        assert hull.omi_physics.motion.type == "NONE"
        assert hull.omi_physics.collider.use_material and hull.omi_physics.collider.material.restitution == 0.75
        assert hull.omi_physics.collider.filter.collision_systems[0].name == "props"


def test_without_a_body_the_own_collider_goes_off(without_coacd: None) -> None:
    chair = scenes.make_collider(meshes.chair(), "CONVEX")
    split(chair)
    assert not chair.omi_physics.use_collider


def test_again_replaces_and_leaves_other_children_alone(without_coacd: None) -> None:
    chair = meshes.chair()
    cushion = scenes.cube("Cushion", parent=chair)
    split(chair)
    chair.data = meshes.boxes("Other", meshes.CHAIR[:3]).data
    hulls = split(chair)
    assert [hull.name for hull in hulls] == ["Chair_Hull_01", "Chair_Hull_02", "Chair_Hull_03"]
    assert set(chair.children) == {cushion, *hulls}
    assert len([mesh for mesh in bpy.data.meshes if "_Hull" in mesh.name]) == 3


def test_one_undo_brings_back_what_was(without_coacd: None) -> None:
    chair = scenes.make_body(scenes.make_collider(meshes.chair(), "BOX"))
    select(chair)
    bpy.ops.ed.undo_push(message="Before")
    bpy.ops.omi_physics.decompose("EXEC_DEFAULT", True)
    first = {obj.name for obj in bpy.data.objects}
    assert len(first) == 7
    bpy.ops.omi_physics.decompose("EXEC_DEFAULT", True, max_hulls=2)
    bpy.ops.ed.undo()
    assert {obj.name for obj in bpy.data.objects} == first
    bpy.ops.ed.undo()
    assert [obj.name for obj in bpy.data.objects] == ["Chair"]
    assert bpy.data.objects["Chair"].omi_physics.collider.shape.type == "BOX"


def plane() -> bpy.types.Object:
    mesh = bpy.data.meshes.new("Sheet")
    mesh.from_pydata([(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0)], [], [(0, 1, 2, 3)])
    return scenes.add("Sheet", mesh)


def wire() -> bpy.types.Object:
    mesh = bpy.data.meshes.new("Wire")
    mesh.from_pydata([(0, 0, 0), (1, 0, 0)], [(0, 1)], [])
    return scenes.add("Wire", mesh)


def nothing() -> bpy.types.Object:
    return meshes.chair(scale=(0, 0, 0))


@pytest.mark.parametrize("make", [plane, wire, nothing])
def test_what_has_no_volume_is_refused(make: Any, capfd: pytest.CaptureFixture[str]) -> None:
    obj = scenes.make_collider(make(), "BOX")
    select(obj)
    names = {found.name for found in bpy.data.objects}
    assert bpy.ops.omi_physics.decompose() == {"CANCELLED"}
    assert {found.name for found in bpy.data.objects} == names and obj.omi_physics.use_collider
    assert f"Warning: {obj.name} " in capfd.readouterr().out


def test_an_empty_has_no_mesh_to_split() -> None:
    select(scenes.add("Empty"))
    assert not bpy.ops.omi_physics.decompose.poll()


def test_flat_parts_are_left_out_and_named(without_coacd: None, capfd: pytest.CaptureFixture[str]) -> None:
    made = bmesh.new()
    bmesh.ops.create_cube(made, size=1.0)
    bmesh.ops.create_grid(made, x_segments=2, y_segments=2, size=1, matrix=Matrix.Translation((0, 0, 5)))
    # Within the cube it is no loss.
    bmesh.ops.create_grid(made, x_segments=2, y_segments=2, size=0.1)
    mesh = bpy.data.meshes.new("Leaf")
    made.to_mesh(mesh)
    made.free()
    assert len(split(scenes.add("Leaf", mesh))) == 1
    assert "1 flat parts have no volume" in capfd.readouterr().out


def test_a_part_inside_another_adds_nothing(without_coacd: None) -> None:
    hulls = split(meshes.boxes("Box", [((2, 2, 2), (0, 0, 0)), ((1, 1, 1), (0, 0, 0)), ((1, 1, 1), (5, 0, 0))]))
    assert sorted(round(solid(hull).volume, 3) for hull in hulls) == [1.0, 8.0]


def test_without_coacd_what_is_bent_is_greyed_out(without_coacd: None) -> None:
    select(meshes.torus())
    assert not bpy.ops.omi_physics.decompose.poll()
    with pytest.raises(RuntimeError, match="CoACD"):
        bpy.ops.omi_physics.decompose()
    select(meshes.chair())
    assert bpy.ops.omi_physics.decompose.poll()


def test_colliders_go_into_a_collection_where_that_is_wanted(without_coacd: None) -> None:
    chosen = bpy.context.preferences.addons[ADDON].preferences
    assert not chosen.use_collider_collection
    own = bpy.data.collections.new("Own")
    bpy.context.scene.collection.children.link(own)
    chair = meshes.chair(collection=own)
    assert {hull.users_collection for hull in split(chair)} == {(own,)}
    chosen.use_collider_collection = True
    try:
        hulls = [*split(chair), *split(meshes.boxes("Two", meshes.CHAIR[:2]))]
        found = bpy.context.scene.collection.children["Colliders"]
    finally:
        chosen.use_collider_collection = False
    assert {hull.users_collection for hull in hulls} == {(found,)}
    assert [c.name for c in bpy.data.collections] == ["Colliders", "Own"]
