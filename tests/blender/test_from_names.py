# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Collision told by names, taken over."""

from __future__ import annotations

import math
from typing import Any

import bpy
import pytest
from mathutils import Matrix

from . import scenes
from .selection import select


def take(**values: Any) -> set[str]:
    scenes.update()
    return bpy.ops.omi_physics.from_names(**values)


def collider(name: str) -> tuple[str, str, bool]:
    """Type, fit and whether the mesh serves collision only."""
    group = bpy.data.objects[name].omi_physics
    assert group.use_collider
    shape = group.collider.shape
    return shape.type, shape.fit, shape.use_collision_only


def motion(name: str) -> str:
    return bpy.data.objects[name].omi_physics.motion.type


@pytest.mark.parametrize("convention", ["AUTO", "GODOT"])
def test_godots_endings(convention: str) -> None:
    for name in ("Wall-col", "Rock_convcol.002", "Ramp-colonly", "Hull$convcolonly", "Barrel-rigid"):
        scenes.cube(name)
    assert take(convention=convention) == {"FINISHED"}
    assert {obj.name for obj in bpy.data.objects} == {"Wall", "Rock", "Ramp", "Hull", "Barrel"}
    assert collider("Wall") == ("TRIMESH", "AUTO", False)
    assert collider("Rock") == ("CONVEX", "AUTO", False)
    assert collider("Ramp") == ("TRIMESH", "AUTO", True)
    assert collider("Hull") == ("CONVEX", "AUTO", True)
    assert collider("Barrel") == ("CONVEX", "AUTO", False)
    assert [motion(name) for name in ("Wall", "Rock", "Ramp", "Hull", "Barrel")] == ["NONE"] * 4 + ["DYNAMIC"]


def test_godots_endings_mean_nothing_in_unreal() -> None:
    scenes.cube("Wall-col")
    assert take(convention="UNREAL") == {"CANCELLED"}
    assert bpy.data.objects["Wall-col"].omi_physics.use_collider is False


def test_names_stay_unique() -> None:
    for name in ("Rock", "Rock-col", "Rock_convcol.002", "Rock-rigid2", "rock-COL"):
        scenes.cube(name)
    take()
    names = [obj.name for obj in bpy.data.objects]
    assert len(set(names)) == 5 and {"Rock", "Rock.002", "Rock2", "rock"} <= set(names)
    assert not any("col" in name.lower() or "rigid" in name for name in names)


def test_names_can_stay() -> None:
    scenes.cube("Wall-col")
    assert take(use_rename=False) == {"FINISHED"}
    assert collider("Wall-col") == ("TRIMESH", "AUTO", False)
    assert take(use_rename=False) == {"CANCELLED"}


def test_empties_are_what_they_are_shown_as(capfd: pytest.CaptureFixture[str]) -> None:
    for name, kind in (("Ball", "SPHERE"), ("Box", "CUBE"), ("Ray", "SINGLE_ARROW")):
        empty = scenes.add(f"{name}-colonly")
        empty.empty_display_type, empty.empty_display_size = kind, 2
    take()
    ball, box = (bpy.data.objects[name].omi_physics for name in ("Ball", "Box"))
    assert collider("Ball")[:2] == ("SPHERE", "MANUAL") and ball.collider.shape.radius == 2
    assert collider("Box")[:2] == ("BOX", "MANUAL") and tuple(box.collider.shape.size) == (4, 4, 4)
    assert motion("Ball") == motion("Box") == "NONE"
    assert "Ray-colonly: is an Empty that is shown neither as a sphere nor as a cube" in capfd.readouterr().out


def turned_box(name: str, **place: Any) -> bpy.types.Object:
    """A box of 1 x 2 x 3 whose mesh is turned by 30 degrees about Z and moved by 0.5 along X in its object."""
    mesh = scenes.cube_mesh(name, (1, 2, 3))
    mesh.transform(Matrix.Translation((0.5, 0, 0)) @ Matrix.Rotation(math.radians(30), 4, "Z"))
    return scenes.add(name, mesh, **place)


def test_unreals_beginnings(capfd: pytest.CaptureFixture[str]) -> None:
    lamp, big = scenes.cube("SM_Lamp", location=(5, 0, 0)), scenes.cube("SM_Lamp_Big")
    box = turned_box("UBX_SM_Lamp_01", location=(5, 1, 0))
    scenes.cube("USP_SM_Lamp")
    capsule = scenes.cube("UCP_SM_Lamp_02", (1, 4, 1), location=(6, 0, 0), rotation=(0.3, 0, 0))
    scenes.cube("UCX_SM_Lamp_03")
    scenes.cube("UCX_Missing_01")
    of_big = scenes.cube("UBX_SM_Lamp_Big")
    scenes.update()
    before = [obj.matrix_world.copy() for obj in (box, capsule)]
    assert take() == {"FINISHED"}
    scenes.update()
    assert collider("UBX_SM_Lamp_01") == ("BOX", "MANUAL", True)
    shape = box.omi_physics.collider.shape
    assert tuple(shape.size) == pytest.approx((1, 2, 3), abs=1e-5)
    assert tuple(shape.offset) == pytest.approx((0.5, 0, 0), abs=1e-5)
    assert tuple(shape.rotation) == pytest.approx((0, 0, math.radians(30)), abs=1e-5)
    assert collider("USP_SM_Lamp") == ("SPHERE", "AUTO", True)
    assert collider("UCP_SM_Lamp_02") == ("CAPSULE", "AUTO", True)
    assert capsule.omi_physics.collider.shape.axis == "Y"
    assert collider("UCX_SM_Lamp_03") == ("CONVEX", "AUTO", True)
    parents = {obj.name: obj.parent for obj in bpy.data.objects}
    for name in ("UBX_SM_Lamp_01", "USP_SM_Lamp", "UCP_SM_Lamp_02", "UCX_SM_Lamp_03"):
        assert parents[name] == lamp
    assert of_big.parent == big
    for obj, place in zip((box, capsule), before, strict=True):
        assert [tuple(row) for row in obj.matrix_world] == [pytest.approx(tuple(row), abs=1e-5) for row in place]
    missing = bpy.data.objects["UCX_Missing_01"]
    assert missing.parent is None and not missing.omi_physics.use_collider
    assert "UCX_Missing_01: the object that its name speaks of is missing" in capfd.readouterr().out


def test_an_upright_box_follows_its_mesh() -> None:
    scenes.cube("Lamp")
    scenes.cube("UBX_Lamp", (1, 2, 3), rotation=(0, 0, 0.5))
    take()
    assert collider("UBX_Lamp") == ("BOX", "AUTO", True)


def test_delta_transforms_keep_a_collision_in_place() -> None:
    scenes.cube("Lamp", location=(5, 0, 0), rotation=(0, 0, 1), scale=(1, 2, 3))
    hull = scenes.cube("UCX_Lamp", location=(1, 0, 0))
    hull.delta_location = (0, 2, 0)
    take()
    scenes.update()
    assert tuple(hull.matrix_world.translation) == pytest.approx((1, 2, 0), abs=1e-5)
    assert hull.matrix_world.to_scale()[:] == pytest.approx((1, 1, 1), abs=1e-5)


def test_a_collision_above_its_object_stays_there(capfd: pytest.CaptureFixture[str]) -> None:
    hull = scenes.cube("UCX_Lamp")
    scenes.cube("Lamp", parent=hull)
    take()
    assert hull.parent is None and not hull.omi_physics.use_collider
    assert "UCX_Lamp: the object that its name speaks of is below it" in capfd.readouterr().out


def test_names_that_only_look_like_it(capfd: pytest.CaptureFixture[str]) -> None:
    names = ("Pipecol", "Gate-collar", "UCX", "UBX_", "-col", "Protocol", "Col", "rigid", "SM_UCX_Lamp")
    for name in names:
        scenes.cube(name)
    scenes.add("Cam-col", bpy.data.cameras.new("Cam"))
    assert take() == {"CANCELLED"}
    assert {obj.name for obj in bpy.data.objects} == {*names, "Cam-col"}
    assert not any(obj.omi_physics.use_collider for obj in bpy.data.objects)
    assert "Cam-col: is of type Camera, which has no mesh" in capfd.readouterr().out


def test_twice_changes_nothing_and_says_so(capfd: pytest.CaptureFixture[str]) -> None:
    scenes.cube("Lamp")
    scenes.cube("UCX_Lamp")
    scenes.cube("Wall-col")
    take()
    capfd.readouterr()
    assert take() == {"CANCELLED"}
    assert "Nothing taken over. UCX_Lamp: has that physics already" in capfd.readouterr().out


def test_only_the_selection() -> None:
    wall, _ = scenes.cube("Wall-col"), scenes.cube("Rock-col")
    select(wall)
    take(use_selection=True)
    assert {obj.name for obj in bpy.data.objects} == {"Wall", "Rock-col"}


def test_materials_and_filters_that_were_set_stay() -> None:
    wall = scenes.make_collider(scenes.cube("Wall-convcol"), "BOX")
    wall.omi_physics.collider.use_material = True
    wall.omi_physics.collider.material.restitution = 0.5
    take()
    assert collider("Wall") == ("CONVEX", "AUTO", False)
    assert wall.omi_physics.collider.material.restitution == 0.5


def test_a_long_row_of_digits_takes_no_time() -> None:
    obj = scenes.cube("Wall-col" + "1" * 54 + "x")
    name = obj.name
    assert take() == {"CANCELLED"} and obj.name == name
