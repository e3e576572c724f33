# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Every panel draws for every kind of object, in every mode, and says what it should."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import bpy
import pytest

from tests.blender import scenes
from tests.support.blender import addon_module
from tests.support.layouts import draw, texts

OBJECT_DATA: dict[str, Callable[[], Any]] = {
    "MESH": lambda: scenes.cube_mesh("Mesh"),
    "MESH without faces": lambda: bpy.data.meshes.new("Nothing"),
    "CURVE": lambda: bpy.data.curves.new("Curve", "CURVE"),
    "SURFACE": lambda: bpy.data.curves.new("Surface", "SURFACE"),
    "FONT": lambda: bpy.data.curves.new("Text", "FONT"),
    "META": lambda: bpy.data.metaballs.new("Meta"),
    "ARMATURE": lambda: bpy.data.armatures.new("Armature"),
    "LATTICE": lambda: bpy.data.lattices.new("Lattice"),
    "EMPTY": lambda: None,
    "LIGHT": lambda: bpy.data.lights.new("Light", "POINT"),
    "CAMERA": lambda: bpy.data.cameras.new("Camera"),
    "SPEAKER": lambda: bpy.data.speakers.new("Speaker"),
    "LIGHT_PROBE": lambda: bpy.data.lightprobes.new("Probe", "SPHERE"),
    "CURVES": lambda: bpy.data.hair_curves.new("Hair"),
    "VOLUME": lambda: bpy.data.volumes.new("Volume"),
    "POINTCLOUD": lambda: bpy.data.pointclouds.new("Points"),
}
SHAPES = ("BOX", "SPHERE", "CAPSULE", "CYLINDER", "CONVEX", "TRIMESH", "NONE")


def panels() -> tuple[type, ...]:
    return addon_module("panels.sidebar").CLASSES


def sidebar(name: str) -> Any:
    return getattr(bpy.types, f"OMI_PT_view_{name}")


def draw_all() -> list[str]:
    """Draws all panels of both places; the texts of the sidebar."""
    bpy.context.view_layer.update()
    found: list[str] = []
    for panel in panels():
        calls = draw(panel)
        if calls is not None and panel.bl_space_type == "VIEW_3D":
            found += texts(calls)
    return found


def select(obj: bpy.types.Object) -> bpy.types.Object:
    obj.select_set(True)
    bpy.context.view_layer.objects.active = obj
    return obj


def full(obj: bpy.types.Object) -> bpy.types.Object:
    """An object with everything switched on."""
    group = obj.omi_physics
    group.motion.type = "DYNAMIC"
    group.use_collider = group.use_trigger = group.use_joint = True
    group.collider.use_material = group.collider.use_filter = group.trigger.use_filter = True
    group.collider.filter.collision_systems.add().name = "Props"
    group.collider.filter.target_mode = "COLLIDE_WITH"
    group.collider.filter.target_systems.add().name = "World"
    group.trigger.parts.add()
    group.joint.limits.add()
    group.joint.drives.add()
    return obj


def test_there_are_the_same_panels_in_both_places() -> None:
    places = {panel.bl_space_type: [] for panel in panels()}
    for panel in panels():
        places[panel.bl_space_type].append(panel.bl_label)
    assert places["VIEW_3D"] == places["PROPERTIES"]
    assert {"Motion", "Collider", "Trigger", "Joint", "Checks", "Export"} <= set(places["VIEW_3D"])
    assert all(panel.bl_category == "OMI Physics" for panel in panels() if panel.bl_space_type == "VIEW_3D")


def test_without_an_object_the_panels_say_what_to_do() -> None:
    assert "Select an object to give it physics." in draw_all()


@pytest.mark.parametrize("kind", OBJECT_DATA)
def test_every_type_of_object(kind: str) -> None:
    if kind == "POINTCLOUD" and not hasattr(bpy.data.pointclouds, "new"):
        pytest.skip("this Blender makes no point clouds by script")
    obj = select(scenes.add("Thing", OBJECT_DATA[kind]()))
    assert obj.name in draw_all()
    full(obj)
    for shape in SHAPES:
        obj.omi_physics.collider.shape.type = shape
        if shape != "NONE":
            obj.omi_physics.trigger.shape.type = shape
        for fit in ("AUTO", "MANUAL"):
            obj.omi_physics.collider.shape.fit = obj.omi_physics.trigger.shape.fit = fit
            draw_all()


@pytest.mark.parametrize("motion", ["NONE", "STATIC", "KINEMATIC", "DYNAMIC"])
def test_every_motion(motion: str) -> None:
    obj = full(select(scenes.cube("Crate")))
    obj.omi_physics.motion.type = motion
    draw_all()
    assert (draw(sidebar("velocity")) is not None) == (motion in ("KINEMATIC", "DYNAMIC"))
    assert (draw(sidebar("inertia")) is not None) == (motion == "DYNAMIC")


def test_a_value_that_is_set_shows_where_it_has_no_use() -> None:
    obj = scenes.make_body(select(scenes.cube("Wall")), "STATIC", linear_velocity=(1, 0, 0))
    assert obj.omi_physics.motion.type == "STATIC"
    assert draw(sidebar("velocity")) is not None


def modes() -> Iterator[tuple[str, str]]:
    for kind, names in {
        "MESH": ("EDIT", "SCULPT", "VERTEX_PAINT", "WEIGHT_PAINT", "TEXTURE_PAINT"),
        "CURVE": ("EDIT",),
        "FONT": ("EDIT",),
        "ARMATURE": ("EDIT", "POSE"),
        "LATTICE": ("EDIT",),
        "META": ("EDIT",),
    }.items():
        yield from ((kind, name) for name in names)


@pytest.mark.parametrize(("kind", "mode"), list(modes()))
def test_every_mode(kind: str, mode: str) -> None:
    obj = full(select(scenes.add("Thing", OBJECT_DATA[kind]())))
    bpy.ops.object.mode_set(mode=mode)
    try:
        assert obj.name in draw_all()
    finally:
        bpy.ops.object.mode_set(mode="OBJECT")


def test_all_kinds_of_limits_and_drives() -> None:
    obj = full(select(scenes.cube("Door")))
    joint = obj.omi_physics.joint
    for kind in ("LINEAR", "ANGULAR"):
        for axes in (set(), {"X"}, {"X", "Y", "Z"}):
            for bounds in ((True, True), (True, False), (False, False)):
                limit = joint.limits.add()
                limit.kind, limit.axes = kind, axes
                limit.use_min, limit.use_max = bounds
                limit.is_radial = bounds == (True, False)
                limit.use_stiffness = True
                joint.active_limit = len(joint.limits) - 1
                draw_all()
        for switches in ((True, True), (True, False), (False, False)):
            drive = joint.drives.add()
            drive.kind = kind
            drive.use_position_target, drive.use_velocity_target = switches
            joint.active_drive = len(joint.drives) - 1
            draw_all()
    joint.active_limit = joint.active_drive = 99
    draw_all()
    joint.active_limit = joint.active_drive = -1
    draw_all()


def test_the_joint_in_words() -> None:
    frame, door = scenes.cube("Frame"), select(scenes.make_body(scenes.cube("Door")))
    joint = door.omi_physics.joint
    door.omi_physics.use_joint = True
    joint.connected = frame
    joint.limits.add()
    held = joint.limits.add()
    held.kind, held.axes = "ANGULAR", {"X", "Y"}
    swing = joint.limits.add()
    swing.kind, swing.axes = "ANGULAR", {"Z"}
    swing.min_angle, swing.max_angle = math.radians(-10), math.radians(80)
    found = draw_all()
    assert "Turns about Z from -10 to 80 degrees; connected to Frame." in found
    assert {"Slide X Y Z: locked", "Turn X Y: locked", "Turn Z: -10 to 80 degrees"} <= set(found)


def test_a_deleted_target_is_pointed_out() -> None:
    frame, door = scenes.cube("Frame"), select(scenes.make_body(scenes.cube("Door")))
    door.omi_physics.use_joint = True
    door.omi_physics.joint.connected = frame
    bpy.context.scene.collection.objects.unlink(frame)
    assert "The object was deleted: choose another." in draw_all()


def test_a_joint_without_a_body_is_pointed_out() -> None:
    joint = select(scenes.add("Joint"))
    joint.omi_physics.use_joint = True
    assert "Parent this object to a dynamic body, or make it one." in draw_all()
    car = scenes.make_body(scenes.cube("Car"))
    joint.parent = car
    assert "Car" in draw_all()


def test_numbers_that_are_no_numbers() -> None:
    obj = full(select(scenes.cube("Odd")))
    obj.omi_physics.collider.shape.fit = "MANUAL"
    obj.omi_physics.collider.shape.size = (math.nan, math.inf, 0)
    obj.omi_physics.motion.inertia_orientation = (math.nan, 0, 0, 0)
    obj.omi_physics.joint.limits[0].min_distance = math.nan
    draw_all()


@pytest.mark.parametrize("scale", [(0, 0, 0), (1, 0, 1), (-1, 2, 3), (1e-20, 1, 1)])
def test_odd_scales(scale: tuple[float, float, float]) -> None:
    obj = full(select(scenes.cube("Odd", scale=scale)))
    for shape in SHAPES[:4]:
        obj.omi_physics.collider.shape.type = shape
        draw_all()


def test_linked_objects_are_explained_and_drawn(tmp_path: Any) -> None:
    obj = full(scenes.cube("Rock"))
    path = str(tmp_path / "rocks.blend")
    bpy.data.libraries.write(path, {obj})
    bpy.ops.wm.read_homefile(use_empty=True)
    with bpy.data.libraries.load(path, link=True) as (_, wanted):
        wanted.objects = ["Rock"]
    rock = wanted.objects[0]
    bpy.context.scene.collection.objects.link(rock)
    select(rock)
    assert any("make a library override to change it" in text for text in draw_all())
    override = rock.override_create()
    bpy.context.scene.collection.objects.link(override)
    select(override)
    assert not any("library override" in text for text in draw_all())


# --- what will be written -------------------------------------------------------------------------------------------


def dimensions(name: str = "collider") -> list[str]:
    bpy.context.view_layer.update()
    return texts(draw(sidebar(name)) or [])


def test_an_automatic_fit_shows_what_will_be_written() -> None:
    box = scenes.cube("Box", (2, 4, 6), (0, 0, 3), scale=(1, 1, 0.5))
    scenes.make_collider(select(box))
    found = dimensions()
    assert found[:6] == ["Size X", "2 m", "Y", "4 m", "Z", "3 m"]
    assert found[6:8] == ["Center", "0, 0, 3"]


def test_the_dimensions_follow_the_mesh_its_modifiers_and_the_scale() -> None:
    box = scenes.make_collider(select(scenes.cube("Box")))
    assert dimensions()[1] == "1 m"
    for vertex in box.data.vertices:
        vertex.co.x *= 3
    box.data.update()
    assert dimensions()[1] == "3 m"
    box.scale.x = 2
    assert dimensions()[1] == "6 m"
    array = box.modifiers.new("Array", "ARRAY")
    array.count = 2
    assert dimensions()[1] == "12 m"
    array.count = 3
    assert dimensions()[1] == "18 m"


def test_dimensions_are_measured_once() -> None:
    measured = addon_module("panels.measured")
    select(scenes.make_collider(scenes.cube("Box")))
    dimensions()
    kept = dict(measured._found)
    dimensions()
    assert measured._found and all(measured._found[key] is found for key, found in kept.items())


def test_a_large_mesh_is_measured_after_drawing(monkeypatch: pytest.MonkeyPatch) -> None:
    measured = addon_module("panels.measured")
    monkeypatch.setattr(measured, "SMALL", 4)
    select(scenes.make_collider(scenes.cube("Box", (1, 2, 3))))
    assert "Measuring..." in dimensions()
    measured._measure_waiting()
    assert dimensions()[:6] == ["Size X", "1 m", "Y", "2 m", "Z", "3 m"]
    assert not measured._waiting
    measured._stop_waiting()


def test_lengths_stand_in_the_scenes_unit() -> None:
    select(scenes.make_collider(scenes.cube("Box", (0.3048, 1, 1))))
    bpy.context.scene.unit_settings.system = "IMPERIAL"
    assert dimensions()[1] == "1'"
    bpy.context.scene.unit_settings.system = "NONE"
    assert dimensions()[1] == "0.3048"


def test_hulls_and_triangles_are_counted() -> None:
    obj = scenes.make_collider(select(scenes.cube("Box")), "CONVEX")
    assert dimensions()[:2] == ["Hull of", "8 vertices"]
    obj.omi_physics.collider.shape.type = "TRIMESH"
    assert dimensions()[:2] == ["Mesh of", "12 triangles"]
    empty = scenes.make_collider(select(scenes.add("Empty")), "CONVEX")
    assert "The object has no faces: choose a mesh." in dimensions()
    empty.omi_physics.collider.shape.mesh = obj.data
    assert dimensions()[:2] == ["Hull of", "8 vertices"]


def test_where_nothing_can_be_measured_the_panel_says_so() -> None:
    select(scenes.make_collider(scenes.add("Empty")))
    assert "There is no mesh to measure, so these values count." in dimensions()
    select(scenes.make_collider(scenes.cube("Gone", scale=(0, 0, 0))))
    assert any(text.startswith("Nothing is written: Gone is scaled to nothing") for text in dimensions())
    select(scenes.make_collider(scenes.cube("Sheet", (1, 1, 0))))
    assert "The mesh is flat: the box gets a thickness of 1 mm." in dimensions()


# --- checks and the list of the scene -------------------------------------------------------------------------------


def test_the_checks_are_listed_with_their_fixes() -> None:
    body = scenes.make_body(select(scenes.make_collider(scenes.cube("Crate"))), mass=0)
    assert "Finds what an engine would get wrong." in draw_all()
    bpy.ops.omi_physics.check()
    store = addon_module("properties.issue_store")
    message = next(issue.message for issue in store.issues() if issue.severity != "info")
    found = draw_all()
    assert message in found and "1 problem" in found
    body.omi_physics.motion.mass = 1
    bpy.ops.omi_physics.check()
    assert "No problems found." in draw_all()


def test_a_thousand_problems_are_not_all_drawn() -> None:
    mesh = scenes.cube_mesh("Box")
    for index in range(40):
        scenes.make_body(scenes.make_collider(scenes.add(f"Crate{index}", mesh)), mass=0)
    bpy.ops.omi_physics.check()
    found = draw_all()
    assert "40 problems" in found and "And 15 more." in found


def test_the_list_of_the_scene_follows_roles_and_objects() -> None:
    inventory = addon_module("panels.inventory")
    crate, ball = select(scenes.cube("Crate")), scenes.cube("Ball")
    assert "No object of this scene has physics yet." in draw_all()
    scenes.make_body(scenes.make_collider(crate))
    found = draw_all()
    assert "1 body: 1 dynamic" in found and "1 collider" in found
    scenes.make_trigger(ball)
    scenes.make_body(ball, "STATIC")
    found = draw_all()
    assert "2 bodies: 1 dynamic, 1 static" in found and "1 collider, 1 trigger" in found
    assert inventory.inventory(bpy.context.scene).count(inventory.BODY) == 2
    bpy.data.objects.remove(ball)
    assert "1 body: 1 dynamic" in draw_all()


def test_the_list_of_a_large_scene_is_kept_for_a_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    inventory = addon_module("panels.inventory")
    monkeypatch.setattr(inventory, "SMALL", 0)
    crate = scenes.cube("Crate")
    bpy.context.view_layer.update()
    first = inventory.inventory(bpy.context.scene)
    assert inventory.inventory(bpy.context.scene) is first
    scenes.make_body(crate)
    crate.update_tag()
    bpy.context.view_layer.update()
    assert inventory.inventory(bpy.context.scene).count(inventory.DYNAMIC) == 1


def test_the_row_of_the_list_is_that_of_the_active_object() -> None:
    scenes.cube("A")
    select(scenes.cube("B"))
    manager = bpy.context.window_manager
    assert bpy.context.scene.objects[manager.omi_physics_active_object].name == "B"
    manager.omi_physics_active_object = 0
    assert bpy.context.object.name == "B"


# --- lines ----------------------------------------------------------------------------------------------------------


def test_long_texts_wrap_and_lose_no_word() -> None:
    parts = addon_module("panels.parts")
    text = "Turns about Z from -10 to 80 degrees; driven about Z at 57.3 degrees/s; connected to Frame."
    narrow = SimpleNamespace(region=SimpleNamespace(width=292), preferences=bpy.context.preferences)
    lines = parts.wrapped(narrow, text, 36)
    assert len(lines) > 1 and " ".join(lines) == text
    wide = SimpleNamespace(region=SimpleNamespace(width=2000), preferences=bpy.context.preferences)
    assert parts.wrapped(wide, text) == [text]
    assert parts.wrapped(narrow, "") == []


def test_buttons_that_do_not_fit_side_by_side_become_a_menu() -> None:
    parts = addon_module("panels.parts")
    for width, does_fit in ((292, True), (200, False)):
        context = SimpleNamespace(region=SimpleNamespace(width=width), preferences=bpy.context.preferences)
        assert parts.fits(context, ["None", "Static", "Kinematic", "Dynamic"]) == does_fit
