# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What becomes of physics when its objects are copied, linked, saved, and opened by other versions."""

from __future__ import annotations

import math
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import bpy
import pytest

from .scenes import add, cube_mesh
from .support import ADDON, addon_module

model = addon_module("core.physics.model")
scene = addon_module("core.physics.scene")
read_object = addon_module("properties.read").read_object


def add_door(name: str = "Door") -> bpy.types.Object:
    """An object with every kind of property set, joined to another named Frame."""
    door, frame = add(name, cube_mesh(name)), add("Frame")
    group = door.omi_physics
    group.motion.type, group.motion.mass, group.motion.linear_velocity = "DYNAMIC", 2.5, (1, 2, 3)
    group.use_collider = group.collider.use_material = group.collider.use_filter = True
    group.collider.shape.type, group.collider.shape.size = "CONVEX", (1, 2, 3)
    group.collider.shape.mesh = cube_mesh("Hull")
    group.collider.material.name, group.collider.material.static_friction = "Oak", 0.25
    group.collider.filter.collision_systems.add().name = "doors"
    group.collider.filter.target_mode = "COLLIDE_WITH"
    group.collider.filter.target_systems.add().name = "people"
    group.use_trigger, group.trigger.kind, group.trigger.use_all_parts = True, "COMPOUND", False
    group.trigger.parts.add().object = frame
    group.use_joint, group.joint.connected = True, frame
    limit, drive = group.joint.limits.add(), group.joint.drives.add()
    limit.kind, limit.axes, limit.max_angle = "ANGULAR", {"Z"}, 0.75
    drive.use_velocity_target, drive.velocity_linear = True, 4.5
    return door


def assert_is_door(door: bpy.types.Object, frame: str = "Frame") -> None:
    """Everything of `add_door`, written out."""
    found = read_object(door)
    assert found.motion == model.Motion("dynamic", mass=2.5, linear_velocity=(1.0, 2.0, 3.0))
    shape = found.collider.shape
    assert (shape.type, shape.size) == ("CONVEX", (1.0, 2.0, 3.0))
    assert door.omi_physics.collider.shape.mesh.name.startswith("Hull")
    assert found.collider.material == model.PhysicsMaterial(static_friction=0.25, name="Oak")
    assert found.collider.filter == model.CollisionFilter(("doors",), ("people",))
    assert (found.trigger.kind, found.trigger.use_all_parts) == ("COMPOUND", False)
    assert [part.name for part in found.trigger.parts] == [frame]
    assert (found.joint.connected.name, found.joint.connected.is_deleted) == (frame, False)
    assert found.joint.limits == (scene.LimitSettings("ANGULAR", "Z", 0.0, 0.75),)
    assert found.joint.drives == (scene.DriveSettings(velocity_target=4.5),)
    assert found.dropped == ()


def select(*objects: bpy.types.Object) -> None:
    for obj in bpy.context.scene.objects:
        obj.select_set(obj in objects)
    bpy.context.view_layer.objects.active = objects[0]


def save(path: Path) -> str:
    bpy.ops.wm.save_as_mainfile(filepath=str(path), check_existing=False)
    return str(path)


def open_file(path: Path) -> None:
    bpy.ops.wm.open_mainfile(filepath=str(path))


@pytest.fixture
def without_addon() -> Iterator[Callable[[Path], None]]:
    """Opens a file without the add-on and saves it again."""

    def resave(path: Path) -> None:
        bpy.ops.preferences.addon_disable(module=ADDON)
        try:
            open_file(path)
            assert not hasattr(bpy.types.Object, "omi_physics")
            bpy.data.objects[0].location.x += 1
            save(path)
        finally:
            bpy.ops.preferences.addon_enable(module=ADDON)

    yield resave
    if ADDON not in bpy.context.preferences.addons:
        bpy.ops.preferences.addon_enable(module=ADDON)


class TestCopies:
    def test_a_copy_has_its_own_physics(self) -> None:
        door = add_door()
        copy = door.copy()
        bpy.context.scene.collection.objects.link(copy)
        assert_is_door(copy)
        copy.omi_physics.motion.mass = 9
        copy.omi_physics.joint.limits[0].max_angle = 9
        assert_is_door(door)

    def test_targets_follow_when_both_are_duplicated(self) -> None:
        door = add_door()
        select(door, bpy.data.objects["Frame"])
        bpy.ops.object.duplicate()
        assert_is_door(bpy.data.objects["Door.001"], frame="Frame.001")
        assert_is_door(door)

    def test_the_target_stays_when_the_joint_alone_is_duplicated(self) -> None:
        select(add_door())
        bpy.ops.object.duplicate()
        assert_is_door(bpy.data.objects["Door.001"])

    def test_a_rename_of_the_target_is_followed(self) -> None:
        door = add_door()
        bpy.data.objects["Frame"].name = "Jamb"
        assert_is_door(door, frame="Jamb")

    def test_undo_and_redo(self) -> None:
        add_door()
        bpy.ops.ed.undo_push(message="Door")
        bpy.data.objects["Door"].omi_physics.motion.mass = 7
        bpy.data.objects["Door"].omi_physics.joint.limits.add()
        bpy.ops.ed.undo_push(message="Change")
        bpy.ops.ed.undo()
        assert_is_door(bpy.data.objects["Door"])
        bpy.ops.ed.redo()
        found = read_object(bpy.data.objects["Door"])
        assert (found.motion.mass, len(found.joint.limits)) == (7.0, 2)


class TestFiles:
    def test_save_and_open(self, tmp_path: Path) -> None:
        add_door()
        bpy.context.scene.omi_physics.node_layout = "COMPACT"
        open_file(save(tmp_path / "door.blend"))
        assert_is_door(bpy.data.objects["Door"])
        assert bpy.context.scene.omi_physics.node_layout == "COMPACT"

    def test_saved_by_a_blender_without_the_add_on(self, tmp_path: Path, without_addon: Any) -> None:
        add_door()
        save(tmp_path / "door.blend")
        without_addon(tmp_path / "door.blend")
        open_file(tmp_path / "door.blend")
        assert_is_door(bpy.data.objects["Door"])

    def test_saved_by_blender_4_2(self, tmp_path: Path, without_addon: Any) -> None:
        # Blender 5.0 keeps the properties of add-ons in another place.
        path = tmp_path / "door.blend"
        shutil.copy(Path(__file__).parent / "data" / "door_saved_by_4_2.blend", path)
        open_file(path)
        assert_is_door(bpy.data.objects["Door"])
        assert bpy.context.scene.omi_physics.node_layout == "COMPACT"
        without_addon(path)
        open_file(path)
        assert_is_door(bpy.data.objects["Door"])
        assert bpy.context.scene.omi_physics.node_layout == "COMPACT"

    def test_enabled_when_the_file_is_open_already(self, tmp_path: Path) -> None:
        add_door()
        save(tmp_path / "door.blend")
        bpy.ops.preferences.addon_disable(module=ADDON)
        open_file(tmp_path / "door.blend")
        bpy.ops.preferences.addon_enable(module=ADDON)
        assert_is_door(bpy.data.objects["Door"])

    def test_append(self, tmp_path: Path) -> None:
        add_door()
        path = save(tmp_path / "door.blend")
        bpy.ops.wm.read_homefile(use_empty=True)
        bpy.ops.wm.append(filename="Door", directory=f"{path}/Object/")
        door = bpy.data.objects["Door"]
        assert door.library is None
        assert_is_door(door)

    def test_link(self, tmp_path: Path) -> None:
        door = linked_door(tmp_path)
        assert door.library is not None
        assert_is_door(door)


def linked_door(folder: Path) -> bpy.types.Object:
    add_door()
    path = save(folder / "library.blend")
    bpy.ops.wm.read_homefile(use_empty=True)
    bpy.ops.wm.link(filename="Door", directory=f"{path}/Object/", instance_object_data=False)
    return bpy.data.objects["Door"]


class TestOverrides:
    @staticmethod
    def overridden(folder: Path) -> bpy.types.Object:
        override = linked_door(folder).override_create(remap_local_usages=True)
        assert override.override_library is not None
        return override

    def test_an_override_starts_as_its_origin(self, tmp_path: Path) -> None:
        assert_is_door(self.overridden(tmp_path))

    def test_every_property_can_be_overridden(self, tmp_path: Path) -> None:
        door = self.overridden(tmp_path)
        group = door.omi_physics
        group.motion.type, group.motion.mass, group.motion.linear_velocity = "KINEMATIC", 5, (0, 0, 9)
        group.collider.shape.type, group.collider.shape.size, group.collider.shape.mesh = "BOX", (4, 5, 6), None
        group.collider.material.name, group.collider.material.restitution = "Ice", 0.5
        group.collider.use_filter = False
        group.trigger.kind = "SHAPE"
        group.joint.connected = add("Wall")
        group.joint.limits[0].axes, group.joint.limits[0].use_min = {"X", "Y"}, False
        group.joint.drives[0].velocity_linear = 7
        open_file(save(tmp_path / "shot.blend"))
        door = next(o for o in bpy.data.objects if o.override_library is not None)
        found = read_object(door)
        assert found.motion == model.Motion("kinematic", mass=5.0, linear_velocity=(0.0, 0.0, 9.0))
        assert found.collider == scene.ColliderSettings(
            scene.ShapeSettings("BOX", size=(4.0, 5.0, 6.0)),
            model.PhysicsMaterial(static_friction=0.25, restitution=0.5, name="Ice"),
        )
        assert found.trigger.kind == "SHAPE"
        assert found.joint.connected.name == "Wall"
        assert found.joint.limits == (scene.LimitSettings("ANGULAR", "XY", None, 0.75),)
        assert found.joint.drives == (scene.DriveSettings(velocity_target=7.0),)

    def test_the_inertia_orientation_stays_exact(self, tmp_path: Path) -> None:
        door = self.overridden(tmp_path)
        door.omi_physics.motion.inertia_orientation = (0.5, 0.25, 0, 0)
        open_file(save(tmp_path / "shot.blend"))
        door = next(o for o in bpy.data.objects if o.override_library is not None)
        assert tuple(door.omi_physics.motion.inertia_orientation) == (0.5, 0.25, 0, 0)

    def test_angles_of_the_inertia(self) -> None:
        motion = add("Thing").omi_physics.motion
        motion.inertia_rotation = (0, 0, math.pi / 2)
        assert tuple(motion.inertia_orientation) == pytest.approx((math.sqrt(0.5), 0, 0, math.sqrt(0.5)))
        motion.inertia_orientation = (0, 2, 0, 0)
        assert tuple(motion.inertia_rotation) == pytest.approx((math.pi, 0, 0), abs=1e-6)

    def test_lists_can_grow(self, tmp_path: Path) -> None:
        door = self.overridden(tmp_path)
        limit = door.omi_physics.joint.limits.add()
        limit.max_distance = 3
        door.omi_physics.collider.filter.collision_systems.add().name = "wood"
        open_file(save(tmp_path / "shot.blend"))
        found = read_object(next(o for o in bpy.data.objects if o.override_library is not None))
        assert found.joint.limits[0] == scene.LimitSettings("ANGULAR", "Z", 0.0, 0.75)
        assert found.joint.limits[1:] == (scene.LimitSettings(max=3.0),)
        assert found.collider.filter.collision_systems == ("doors", "wood")

    def test_rows_can_be_chosen_in_linked_data(self, tmp_path: Path) -> None:
        def locked(obj: bpy.types.Object) -> list[bool]:
            joint, trigger = obj.omi_physics.joint, obj.omi_physics.trigger
            names = {joint: ("active_limit", "active_drive", "attach"), trigger: ("active_part", "kind")}
            return [group.is_property_readonly(name) for group, listed in names.items() for name in listed]

        door = linked_door(tmp_path)
        assert locked(door) == [False, False, True, False, True]
        assert locked(door.override_create(remap_local_usages=True)) == [False] * 5

    def test_what_is_not_overridden_follows_the_library(self, tmp_path: Path) -> None:
        door = self.overridden(tmp_path)
        door.omi_physics.motion.mass = 5
        save(tmp_path / "shot.blend")
        open_file(tmp_path / "library.blend")
        bpy.data.objects["Door"].omi_physics.motion.gravity_factor = 0.5
        bpy.data.objects["Door"].omi_physics.motion.mass = 1
        save(tmp_path / "library.blend")
        open_file(tmp_path / "shot.blend")
        found = read_object(next(o for o in bpy.data.objects if o.override_library is not None))
        assert (found.motion.mass, found.motion.gravity_factor) == (5.0, 0.5)

    def test_made_local(self, tmp_path: Path) -> None:
        door = linked_door(tmp_path)
        select(door)
        bpy.ops.object.make_local(type="ALL")
        door = bpy.data.objects["Door"]
        assert door.library is None
        assert read_object(door).motion == model.Motion("dynamic", mass=2.5, linear_velocity=(1.0, 2.0, 3.0))
        assert door.omi_physics.joint.connected.name == "Frame"
