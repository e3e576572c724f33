# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""One-click roles, role buttons, zones, compounds, copying and material presets."""

from __future__ import annotations

from pathlib import Path

import bpy
import pytest

from . import scenes
from .selection import select
from .support import addon_module

ROOT = Path(__file__).resolve().parents[2]


def shape_of(obj: bpy.types.Object) -> str:
    return obj.omi_physics.collider.shape.type if obj.omi_physics.use_collider else ""


def plane() -> bpy.types.Object:
    bpy.ops.mesh.primitive_grid_add(x_subdivisions=8, y_subdivisions=8)
    ground = bpy.context.object
    for vertex in ground.data.vertices:
        vertex.co.z = vertex.co.x**2
    return ground


def test_a_dynamic_body_gets_the_shape_that_its_mesh_is() -> None:
    crate = scenes.cube("Crate", scale=(1, 2, 1))
    bpy.ops.mesh.primitive_ico_sphere_add(subdivisions=3)
    ball = bpy.context.object
    bpy.ops.mesh.primitive_monkey_add()
    monkey = bpy.context.object
    select(crate, ball, monkey)
    assert bpy.ops.omi_physics.dynamic_body() == {"FINISHED"}
    assert [shape_of(obj) for obj in (crate, ball, monkey)] == ["BOX", "SPHERE", "CONVEX"]
    assert {obj.omi_physics.motion.type for obj in (crate, ball, monkey)} == {"DYNAMIC"}
    assert crate.omi_physics.collider.shape.fit == "AUTO"


def test_what_stands_still_and_is_not_convex_gets_its_triangles() -> None:
    ground = plane()
    select(ground)
    bpy.ops.omi_physics.static_collider()
    assert (ground.omi_physics.motion.type, shape_of(ground)) == ("STATIC", "TRIMESH")
    bpy.ops.omi_physics.kinematic_body()
    assert (ground.omi_physics.motion.type, shape_of(ground)) == ("KINEMATIC", "CONVEX")
    bpy.ops.omi_physics.kinematic_body(shape="CYLINDER")
    assert shape_of(ground) == "CYLINDER"


def test_a_trigger_zone_is_not_solid() -> None:
    crate = scenes.make_collider(scenes.cube("Crate"))
    select(crate)
    bpy.ops.omi_physics.trigger_zone()
    assert crate.omi_physics.use_trigger and not crate.omi_physics.use_collider


def test_a_light_has_no_shape_and_the_others_are_changed(capfd: pytest.CaptureFixture[str]) -> None:
    lamp = scenes.add("Lamp", bpy.data.lights.new("Lamp", "POINT"))
    crates = [scenes.cube(f"Crate{i}") for i in range(3)]
    select(lamp, *crates)
    assert bpy.ops.omi_physics.dynamic_body() == {"FINISHED"}
    assert lamp.omi_physics.motion.type == "NONE"
    assert "3 of 4 objects changed. Lamp: has no shape to collide with, being of type Light" in capfd.readouterr().out


def test_an_empty_above_others_leaves_the_shapes_to_them() -> None:
    parent = scenes.add("Parent")
    scenes.cube("Child", parent=parent)
    alone = scenes.add("Alone")
    select(parent, alone)
    bpy.ops.omi_physics.dynamic_body()
    assert parent.omi_physics.motion.type == alone.omi_physics.motion.type == "DYNAMIC"
    assert (shape_of(parent), shape_of(alone)) == ("", "BOX")
    assert alone.omi_physics.collider.shape.fit == "MANUAL"


def test_a_thousand_objects_at_once() -> None:
    mesh = scenes.cube_mesh("Cube")
    crates = [scenes.add(f"Crate{i}", mesh) for i in range(1000)]
    select(*crates)
    bpy.ops.omi_physics.dynamic_body()
    assert {obj.omi_physics.motion.type for obj in crates} == {"DYNAMIC"}


def test_remove_takes_roles_and_values_away() -> None:
    crate = scenes.make_joint(scenes.make_trigger(scenes.make_collider(scenes.make_body(scenes.cube("Crate"), mass=7))))
    other = scenes.cube("Other")
    select(crate, other)
    assert bpy.ops.omi_physics.remove_physics() == {"FINISHED"}
    group = crate.omi_physics
    assert (group.motion.type, group.motion.mass, group.use_collider, group.use_trigger, group.use_joint) == (
        "NONE", 1.0, False, False, False,
    )  # fmt: skip
    assert not group.joint.limits
    assert bpy.ops.omi_physics.remove_physics() == {"CANCELLED"}


@pytest.mark.parametrize("role", ["BODY", "COLLIDER", "TRIGGER", "JOINT"])
def test_a_role_button_adds_and_removes_and_all_selected_follow_the_active(role: str) -> None:
    crate, other = scenes.cube("Crate"), scenes.cube("Other")
    select(other)
    bpy.ops.omi_physics.toggle_role(role=role)
    select(crate, other)

    def state(obj: bpy.types.Object) -> bool:
        group = obj.omi_physics
        return {
            "BODY": group.motion.type != "NONE", "COLLIDER": group.use_collider,
            "TRIGGER": group.use_trigger, "JOINT": group.use_joint,
        }[role]  # fmt: skip

    assert (state(crate), state(other)) == (False, True)
    bpy.ops.omi_physics.toggle_role(role=role)
    assert state(crate) and state(other)
    bpy.ops.omi_physics.toggle_role(role=role)
    assert not state(crate) and not state(other)


def test_a_role_button_keeps_what_the_author_set() -> None:
    crate = scenes.make_collider(scenes.cube("Crate"), "SPHERE", "MANUAL", radius=3.0)
    select(crate)
    bpy.ops.omi_physics.toggle_role(role="COLLIDER")
    bpy.ops.omi_physics.toggle_role(role="COLLIDER")
    shape = crate.omi_physics.collider.shape
    assert (shape.type, shape.fit, shape.radius) == ("SPHERE", "MANUAL", 3.0)


def test_a_zone_around_the_selection() -> None:
    first, second = scenes.cube("First"), scenes.cube("Second", location=(4, 0, 0), scale=(1, 1, 3))
    select(first, second)
    assert bpy.ops.omi_physics.trigger_from_selection(margin=0.5) == {"FINISHED"}
    zone = bpy.context.object
    assert tuple(zone.location) == pytest.approx((2, 0, 0))
    assert tuple(zone.omi_physics.trigger.shape.size) == pytest.approx((6, 2, 4))
    assert zone.omi_physics.use_trigger


def test_a_compound_of_children() -> None:
    parent = scenes.add("Parent")
    child = scenes.cube("Child", parent=parent)
    grandchild = scenes.cube("Grandchild", parent=child)
    body = scenes.make_body(scenes.cube("Body", parent=child))
    below = scenes.cube("Below", parent=body)
    scenes.add("Lamp", bpy.data.lights.new("Lamp", "POINT"), parent=parent)
    select(parent)
    bpy.ops.omi_physics.compound_from_children(role="TRIGGER")
    assert parent.omi_physics.trigger.kind == "COMPOUND" and parent.omi_physics.use_trigger
    assert child.omi_physics.use_trigger and grandchild.omi_physics.use_trigger
    bpy.ops.omi_physics.compound_from_children(role="COLLIDER")
    assert shape_of(body) == shape_of(below) == ""
    assert shape_of(parent) == "NONE" and shape_of(child) == shape_of(grandchild) == "BOX"
    scenes.make_body(parent)
    bpy.ops.omi_physics.compound_from_children(role="COLLIDER")
    assert not parent.omi_physics.use_collider
    select(grandchild)
    assert bpy.ops.omi_physics.compound_from_children() == {"CANCELLED"}


def test_copying_copies_what_is_chosen() -> None:
    source = scenes.make_collider(scenes.make_body(scenes.cube("Source"), mass=5), "SPHERE", "MANUAL", radius=2)
    collider = source.omi_physics.collider
    collider.use_material, collider.material.name = True, "Ice"
    collider.use_filter = True
    collider.filter.collision_systems.add().name = "Player"
    one, two = scenes.cube("One"), scenes.cube("Two")
    select(source, one)
    bpy.ops.omi_physics.copy_physics()
    new = one.omi_physics
    assert (new.motion.type, new.motion.mass, shape_of(one)) == ("DYNAMIC", 5, "SPHERE")
    assert new.collider.material.name == "Ice"
    assert [system.name for system in new.collider.filter.collision_systems] == ["Player"]
    select(source, two)
    bpy.ops.omi_physics.copy_physics(what={"MATERIAL"})
    assert two.omi_physics.collider.use_material and not two.omi_physics.use_collider
    select(source)
    assert not bpy.ops.omi_physics.copy_physics.poll()


def test_the_materials_that_come_along() -> None:
    crate, other = (scenes.make_collider(scenes.cube(name)) for name in ("Crate", "Other"))
    select(crate, other)
    presets = sorted((ROOT / "presets" / "omi_physics" / "material").glob("*.py"))
    assert len(presets) > 8
    found = [Path(folder) for folder in bpy.utils.preset_paths("omi_physics/material")]
    for preset in presets:
        assert any((folder / preset.name).is_file() for folder in found)
        assert bpy.ops.omi_physics.material_preset(filepath=str(preset)) == {"FINISHED"}
        for obj in (crate, other):
            material = obj.omi_physics.collider.material
            assert material.name == preset.stem and obj.omi_physics.collider.use_material
            assert 0 <= material.dynamic_friction <= material.static_friction <= 1
    assert bpy.ops.omi_physics.material_preset() == {"CANCELLED"}


def test_a_material_of_ones_own() -> None:
    crate = scenes.make_collider(scenes.cube("Crate"))
    select(crate)
    crate.omi_physics.collider.material.restitution = 0.25
    assert bpy.ops.omi_physics.material_preset_add(name="Mine") == {"FINISHED"}
    crate.omi_physics.collider.material.restitution = 0.0
    (preset,) = [
        path for folder in bpy.utils.preset_paths("omi_physics/material") for path in Path(folder).glob("Mine.py")
    ]
    bpy.ops.omi_physics.material_preset(filepath=str(preset))
    assert crate.omi_physics.collider.material.restitution == 0.25


@pytest.mark.parametrize("name", ["add_trigger", "add_collider", "add_joint_empty"])
def test_new_objects_stand_at_the_cursor(name: str) -> None:
    bpy.context.scene.cursor.location = (1, 2, 3)
    assert getattr(bpy.ops.omi_physics, name)() == {"FINISHED"}
    made = bpy.context.object
    assert made.select_get() and tuple(made.location) == (1, 2, 3)


def test_an_invisible_capsule_is_as_high_as_was_said() -> None:
    bpy.ops.omi_physics.add_collider(shape="CAPSULE", size=2.0)
    shape = bpy.context.object.omi_physics.collider.shape
    assert shape.height + shape.radius_bottom + shape.radius_top == pytest.approx(2.0)


def test_the_field_of_a_system_knows_every_name_in_the_file() -> None:
    groups = addon_module("properties.groups_shape")
    one, two = scenes.make_collider(scenes.cube("One")), scenes.make_trigger(scenes.cube("Two"))
    one.omi_physics.collider.filter.collision_systems.add().name = "Player"
    one.omi_physics.collider.filter.target_systems.add().name = "wall"
    two.omi_physics.trigger.filter.collision_systems.add().name = "Enemy"
    two.omi_physics.trigger.filter.target_systems.add()
    search = groups.known_systems
    assert search(None, bpy.context, "") == ["Enemy", "Player", "wall"]
    assert search(None, bpy.context, "A") == ["Player", "wall"]
