# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Adding joints, their presets, the lists of limits and drives, and bounds taken from a pose."""

from __future__ import annotations

from math import pi, radians

import bpy
import pytest

from . import scenes
from .selection import select


def door_and_frame() -> tuple[bpy.types.Object, bpy.types.Object]:
    door = scenes.make_body(scenes.cube("Door", location=(2, 0, 1), scale=(2, 1, 3)))
    frame = scenes.make_body(scenes.cube("Frame", location=(0, 0, 1)), "STATIC")
    return door, frame


@pytest.mark.parametrize("order", ["door active", "frame active"])
def test_the_joint_belongs_to_the_dynamic_body_and_connects_the_other(order: str) -> None:
    door, frame = door_and_frame()
    select(*((door, frame) if order == "door active" else (frame, door)))
    assert bpy.ops.omi_physics.add_joint() == {"FINISHED"}
    scenes.update()
    joint = bpy.context.object
    assert (joint.name, joint.type, joint.parent) == ("Door Hinge", "EMPTY", door)
    assert joint.omi_physics.use_joint and joint.omi_physics.joint.connected == frame
    # Halfway between both, and neither stretched nor turned by its parent.
    assert tuple(joint.matrix_world.translation) == pytest.approx((1, 0, 1))
    assert tuple(joint.matrix_world.to_scale()) == pytest.approx((1, 1, 1))


def test_places_and_directions() -> None:
    door, frame = door_and_frame()
    frame.rotation_euler = (0, 0, pi / 2)
    bpy.context.scene.cursor.location = (7, 8, 9)
    bpy.context.scene.cursor.rotation_euler = (pi / 2, 0, 0)
    for place, where in {"CURSOR": (7, 8, 9), "ACTIVE": (0, 0, 1), "MIDDLE": (1, 0, 1)}.items():
        select(frame, door)
        bpy.ops.omi_physics.add_joint(place=place, align="ACTIVE")
        scenes.update()
        matrix = bpy.context.object.matrix_world
        assert tuple(matrix.translation) == pytest.approx(where)
        assert tuple(matrix.to_3x3().col[0]) == pytest.approx((0, 1, 0), abs=1e-6)
    select(frame, door)
    bpy.ops.omi_physics.add_joint(align="CURSOR")
    scenes.update()
    assert tuple(bpy.context.object.matrix_world.to_3x3().col[1]) == pytest.approx((0, 0, 1), abs=1e-6)


def test_where_nothing_is_dynamic_the_held_object_becomes_so() -> None:
    held, holder = scenes.cube("Held"), scenes.cube("Holder")
    select(holder, held)
    bpy.ops.omi_physics.add_joint()
    assert held.omi_physics.motion.type == "DYNAMIC" and held.omi_physics.use_collider
    assert holder.omi_physics.motion.type == "NONE"
    assert bpy.context.object.parent == held


def test_one_object_is_joined_to_the_world() -> None:
    door, _ = door_and_frame()
    select(door)
    bpy.ops.omi_physics.add_joint(preset="PIN")
    assert bpy.context.object.omi_physics.joint.connected is None
    assert bpy.context.object.name == "Door Pin"


def test_many_objects_are_joined_to_the_active_one() -> None:
    hub = scenes.make_body(scenes.cube("Hub"), "STATIC")
    wheels = [scenes.make_body(scenes.cube(f"Wheel{i}")) for i in range(4)]
    select(hub, *wheels)
    bpy.ops.omi_physics.add_joint()
    joints = [obj for obj in bpy.data.objects if obj.omi_physics.use_joint]
    assert sorted(joint.parent.name for joint in joints) == [wheel.name for wheel in wheels]
    assert {joint.omi_physics.joint.connected for joint in joints} == {hub}


def test_a_preset_replaces_limits_and_drives() -> None:
    joint = scenes.make_joint(scenes.add("Joint"))
    select(joint)
    assert bpy.ops.omi_physics.joint_preset(preset="MOTOR", axis="Y", speed=2.0) == {"FINISHED"}
    group = joint.omi_physics.joint
    assert [(limit.kind, set(limit.axes)) for limit in group.limits] == [
        ("LINEAR", {"X", "Y", "Z"}),
        ("ANGULAR", {"X", "Z"}),
    ]
    (drive,) = group.drives
    assert (drive.kind, drive.axis, drive.use_velocity_target, drive.velocity_angular) == ("ANGULAR", "Y", True, 2.0)
    bpy.ops.omi_physics.joint_preset(preset="HINGE", use_range=True, min_angle=-1.0, max_angle=0.5)
    assert not group.drives
    last = group.limits[-1]
    assert (last.kind, set(last.axes), last.min_angle, last.max_angle) == ("ANGULAR", {"Z"}, -1.0, 0.5)


def test_a_preset_says_where_there_is_no_joint() -> None:
    select(scenes.cube("Crate"))
    assert bpy.ops.omi_physics.joint_preset() == {"CANCELLED"}


def test_the_list_of_limits() -> None:
    joint = scenes.make_joint(scenes.add("Joint"), limits=[{"damping": 1.0}, {"damping": 2.0, "axes": {"X"}}])
    select(joint)
    group = joint.omi_physics.joint

    def dampings() -> list[float]:
        return [limit.damping for limit in group.limits]

    group.active_limit = 1
    assert bpy.ops.omi_physics.limit_duplicate() == {"FINISHED"}
    assert (dampings(), group.active_limit, set(group.limits[2].axes)) == ([1, 2, 2], 2, {"X"})
    group.limits[2].damping = 3.0
    bpy.ops.omi_physics.limit_move(direction="UP")
    assert (dampings(), group.active_limit) == ([1, 3, 2], 1)
    bpy.ops.omi_physics.limit_remove()
    assert (dampings(), group.active_limit) == ([1, 2], 1)
    bpy.ops.omi_physics.limit_add()
    assert (dampings(), group.active_limit) == ([1, 2, 0], 2)
    assert bpy.ops.omi_physics.limit_move(direction="DOWN") == {"CANCELLED"}
    for _ in range(3):
        bpy.ops.omi_physics.limit_remove()
    for name in ("limit_remove", "limit_duplicate", "limit_move"):
        assert getattr(bpy.ops.omi_physics, name)() == {"CANCELLED"}
    assert (dampings(), group.active_limit) == ([], 0)


def test_a_row_number_out_of_range_is_the_last_row() -> None:
    joint = scenes.make_joint(scenes.add("Joint"), limits=[{}, {"damping": 2.0}])
    joint.omi_physics.joint.active_limit = 99
    select(joint)
    bpy.ops.omi_physics.limit_remove()
    assert [limit.damping for limit in joint.omi_physics.joint.limits] == [0]


def test_the_list_of_drives() -> None:
    joint = scenes.make_joint(scenes.add("Joint"))
    select(joint)
    bpy.ops.omi_physics.drive_add()
    bpy.ops.omi_physics.drive_duplicate()
    joint.omi_physics.joint.drives[1].axis = "Z"
    bpy.ops.omi_physics.drive_move(direction="UP")
    assert [drive.axis for drive in joint.omi_physics.joint.drives] == ["Z", "X"]
    bpy.ops.omi_physics.drive_remove()
    assert [drive.axis for drive in joint.omi_physics.joint.drives] == ["X"]


def test_the_lists_are_greyed_out_without_a_joint() -> None:
    select(scenes.cube("Crate"))
    assert not bpy.ops.omi_physics.limit_add.poll()
    assert not bpy.ops.omi_physics.limit_from_pose.poll()


def pose_limit(limit: dict[str, object], bound: str, **place: object) -> float:
    target = scenes.add("Target", **place)
    joint = scenes.make_joint(scenes.add("Joint", location=(1, 0, 0), scale=(3, 3, 3)), target, [limit])
    select(joint)
    assert bpy.ops.omi_physics.limit_from_pose(bound=bound) == {"FINISHED"}
    (found,) = joint.omi_physics.joint.limits
    assert found.use_min and found.use_max
    return getattr(found, f"{bound.lower()}_{'distance' if found.kind == 'LINEAR' else 'angle'}")


def test_bounds_from_the_pose() -> None:
    turned = {"kind": "ANGULAR", "axes": {"Z"}, "use_max": False}
    assert pose_limit(turned, "MAX", rotation=(0, 0, radians(80))) == pytest.approx(radians(80))
    locked = {"kind": "ANGULAR", "axes": {"Z"}, "use_min": False}
    assert pose_limit(locked, "MIN", rotation=(0, 0, radians(-10))) == pytest.approx(radians(-10))
    assert pose_limit({"axes": {"X"}}, "MAX", location=(3, 0, 5)) == pytest.approx(2)
    assert pose_limit({"axes": {"X", "Y", "Z"}}, "MIN", location=(3, 0, -5)) == pytest.approx(-5)
    assert pose_limit({"is_radial": True}, "MAX", location=(4, 4, 0)) == pytest.approx(5)
    tilted = {"kind": "ANGULAR", "axes": {"X", "Y"}, "is_radial": True}
    assert pose_limit(tilted, "MAX", rotation=(radians(30), 0, 1.0)) == pytest.approx(radians(30), abs=1e-5)


@pytest.mark.parametrize(("scale", "expected"), [((-1, 1, 1), (1, 2, 3)), ((1, -1, 1), (-1, -2, 3))])
def test_bounds_of_a_mirrored_joint_are_about_the_axes_of_its_file(scale, expected) -> None:
    """A file has the mirror on X: a joint mirrored on Y is one turned half around Z and mirrored on X."""
    target = scenes.add("Target", location=(1, 2, 3))
    for axis, value in zip("XYZ", expected, strict=True):
        joint = scenes.make_joint(scenes.add(axis, scale=scale), target, [{"axes": {axis}}])
        select(joint)
        bpy.ops.omi_physics.limit_from_pose(bound="MAX")
        assert joint.omi_physics.joint.limits[0].max_distance == pytest.approx(value)


def test_bounds_need_a_joint_that_is_not_scaled_to_nothing(capfd) -> None:
    joint = scenes.make_joint(scenes.add("Flat", scale=(1, 1, 0)), scenes.add("Target"), [{"max_distance": 2}])
    select(joint)
    assert bpy.ops.omi_physics.limit_from_pose(bound="MAX") == {"CANCELLED"}
    assert "scaled to nothing" in "".join(capfd.readouterr())
    assert joint.omi_physics.joint.limits[0].max_distance == 2


@pytest.mark.parametrize("axis", ["X", "Y", "Z"])
def test_a_new_joint_is_turned_so_that_it_moves_about_its_own_z(axis: str) -> None:
    door, frame = door_and_frame()
    select(frame, door)
    bpy.ops.omi_physics.add_joint(preset="HINGE", axis=axis)
    scenes.update()
    joint = bpy.context.object
    turn = joint.matrix_world.to_3x3()
    assert [round(v, 6) for v in turn.col[2]] == [float(axis == name) for name in "XYZ"]
    assert turn.determinant() == pytest.approx(1.0)
    assert set(joint.omi_physics.joint.limits[-1].axes) == {"X", "Y"}
