# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The preview moves what an engine would move, and leaves everything as it was."""

from __future__ import annotations

import math
from typing import Any

import bpy
import pytest

from . import scenes
from .previewing import FPS, GRAVITY, crate, floor, is_running, picture, place, play, start, stop
from .selection import select
from .support import addon_module


def test_a_crate_falls_onto_the_floor_and_is_put_back() -> None:
    floor()
    box = crate()
    box.rotation_euler = (0, 0, math.radians(30))
    select(box)
    before = picture()
    start()
    play(0.5)
    assert place(box)[2] == pytest.approx(5 - GRAVITY * 0.5**2 / 2, abs=0.1)
    play(2.5)
    assert place(box) == pytest.approx((0, 0, 0.5), abs=0.01)
    stop()
    assert picture() == before


@pytest.mark.parametrize("fit", ["AUTO", "MANUAL"])
def test_shapes_away_from_the_center_of_mass_collide_where_they_are(fit: str) -> None:
    """A crate whose mesh starts at its origin, and one that carries its collider on a child below it."""
    floor()
    body = scenes.make_body(scenes.cube("Whole", (1, 1, 1), center=(0, 0, 0.5), location=(0, 0, 3)))
    scenes.make_collider(body, "BOX", fit, size=(1, 1, 1), offset=(0, 0, 0.5))
    frame = scenes.make_body(scenes.add("Frame", None, location=(5, 0, 4)))
    child = scenes.cube("Child", (1, 1, 1), location=(0, 0, -1), parent=frame)
    scenes.make_collider(child, "BOX", "AUTO")
    bpy.context.view_layer.update()
    start()
    play(2)
    assert place(body)[2] == pytest.approx(0.0, abs=0.01)
    assert place(frame)[2] == pytest.approx(1.5, abs=0.01)
    assert place(child)[2] == pytest.approx(0.5, abs=0.01)
    stop()
    assert tuple(frame.location) == (5, 0, 4)


@pytest.mark.parametrize("kind", ["SPHERE", "CAPSULE", "CYLINDER", "CONVEX", "TRIMESH"])
def test_each_shape_rests_on_a_triangle_mesh(kind: str) -> None:
    scenes.make_collider(scenes.cube("Floor", (20, 20, 1), location=(0, 0, -0.5)), "TRIMESH")
    body = scenes.make_body(scenes.cube("Body", (1, 1, 2), location=(0, 0, 3)))
    scenes.make_collider(body, kind, "MANUAL", radius=0.5, radius_bottom=0.5, radius_top=0.5, height=1.0)
    half = {"SPHERE": 0.5, "CAPSULE": 1.0, "CYLINDER": 0.5}.get(kind, 1.0)
    bpy.context.view_layer.update()
    start()
    play(1.5)
    assert place(body)[2] == pytest.approx(half, abs=0.02)


def test_initial_velocity_and_gravity_factor() -> None:
    thrown = crate("Thrown", (0, 0, 5), linear_velocity=(2, 0, 0), gravity_factor=0.0)
    floating = crate("Floating", (0, 5, 5), mass=7.0, gravity_factor=0.0)
    rising = crate("Rising", (0, 10, 5), mass=3.0, gravity_factor=-0.5)
    turning = crate("Turning", (0, 15, 5), angular_velocity=(0, 0, math.pi / 2), gravity_factor=0.0)
    start()
    play(1)
    assert place(thrown) == pytest.approx((2, 0, 5), abs=0.1)
    assert place(floating) == pytest.approx((0, 5, 5), abs=0.01)
    assert place(rising)[2] == pytest.approx(5 + GRAVITY / 4, rel=0.05)
    evaluated = turning.evaluated_get(bpy.context.evaluated_depsgraph_get())
    assert evaluated.matrix_world.to_euler().z == pytest.approx(math.pi / 2, rel=0.05)


def hinge(door: bpy.types.Object, target: bpy.types.Object | None, **joint: Any) -> bpy.types.Object:
    """An Empty at the door's left edge whose Z is the axis of the hinge."""
    empty = scenes.add("Hinge", None, parent=door, location=(-0.5, 0, 0))
    values = empty.omi_physics
    values.use_joint, values.joint.connected = True, target
    for kind, axes in (("LINEAR", {"X", "Y", "Z"}), ("ANGULAR", {"X", "Y"})):
        limit = values.joint.limits.add()
        limit.kind, limit.axes = kind, axes
    return empty


def turn(obj: bpy.types.Object) -> float:
    return math.degrees(obj.evaluated_get(bpy.context.evaluated_depsgraph_get()).matrix_world.to_euler().z)


@pytest.mark.parametrize("is_to_world", [True, False])
def test_a_hinge_with_a_motor_turns(is_to_world: bool) -> None:
    """The frame turns by 90 degrees a second against the door, so a door at a fixed frame turns the other way."""
    frame = scenes.make_body(scenes.cube("Post", (0.2, 0.2, 2), location=(-0.7, 0, 0)), "STATIC")
    door = crate("Door", (0, 0, 0), gravity_factor=0.0)
    empty = hinge(door, None if is_to_world else frame)
    drive = empty.omi_physics.joint.drives.add()
    drive.kind, drive.axis, drive.use_velocity_target, drive.velocity_angular = "ANGULAR", "Z", True, math.radians(90)
    drive.damping = 1000.0
    bpy.context.view_layer.update()
    start()
    play(1)
    assert turn(door) == pytest.approx(-90, abs=9)


def test_a_hinge_stops_at_its_limit() -> None:
    door = crate("Door", (0, 0, 0), gravity_factor=0.0, angular_velocity=(0, 0, 0.5), linear_velocity=(0, 0.25, 0))
    empty = hinge(door, None)
    limit = empty.omi_physics.joint.limits.add()
    limit.kind, limit.axes, limit.min_angle, limit.max_angle = "ANGULAR", {"Z"}, math.radians(-60), math.radians(10)
    bpy.context.view_layer.update()
    start()
    turns = []
    for _ in range(72):
        play(1 / FPS)
        turns.append(turn(door))
    # The world may turn by -60 against the door: the door by 60.
    assert max(turns) == pytest.approx(60, abs=3)


@pytest.mark.parametrize("target", [0.0, 0.5, -0.75])
def test_a_spring_comes_to_rest_at_its_target(target: float) -> None:
    """The connected end, the load, ends where its target is seen from the joint's body."""
    base = scenes.make_body(scenes.cube("Base", location=(0, 0, 0)), "STATIC")
    load = crate("Load", (2, 0, 0), gravity_factor=0.0, mass=2.0)
    empty = scenes.add("Spring", None, parent=base)
    values = empty.omi_physics
    values.use_joint, values.joint.connected = True, load
    for kind, axes in (("LINEAR", {"Y", "Z"}), ("ANGULAR", {"X", "Y", "Z"})):
        limit = values.joint.limits.add()
        limit.kind, limit.axes = kind, axes
    drive = values.joint.drives.add()
    drive.kind, drive.axis, drive.use_position_target, drive.position_distance = "LINEAR", "X", True, target
    drive.stiffness, drive.damping = 40.0, 18.0
    bpy.context.view_layer.update()
    start()
    play(4)
    assert place(load)[0] == pytest.approx(2 + target, abs=0.05)


def test_a_joint_to_the_world_holds() -> None:
    hanging = crate("Hanging", (0, 0, 5))
    empty = scenes.add("Fixed", None, parent=hanging)
    empty.omi_physics.use_joint = True
    for kind in ("LINEAR", "ANGULAR"):
        empty.omi_physics.joint.limits.add().kind = kind
    bpy.context.view_layer.update()
    start()
    play(2)
    assert place(hanging) == pytest.approx((0, 0, 5), abs=0.02)


def test_a_kinematic_body_carries_what_lies_on_it() -> None:
    lift = scenes.make_collider(scenes.make_body(scenes.cube("Lift", (2, 2, 1)), "KINEMATIC"), "BOX")
    lift.keyframe_insert("location", frame=1)
    lift.location.z = 2.0
    lift.keyframe_insert("location", frame=49)
    load = crate("Load", (0, 0, 1.0))
    bpy.context.scene.frame_set(1)
    start()
    play(2.5)
    assert place(load)[2] == pytest.approx(3.0, abs=0.03)


def test_filters_let_pass_what_does_not_collide() -> None:
    ground = floor()
    ghost, solid = crate("Ghost", (0, 0, 2)), crate("Solid", (5, 0, 2))
    for obj, system in ((ground, "Ground"), (ghost, "Ghosts")):
        obj.omi_physics.collider.use_filter = True
        obj.omi_physics.collider.filter.collision_systems.add().name = system
    ghost.omi_physics.collider.filter.target_mode = "NOT_COLLIDE_WITH"
    ghost.omi_physics.collider.filter.target_systems.add().name = "Ground"
    start()
    play(2)
    assert place(ghost)[2] < -5
    assert place(solid)[2] == pytest.approx(0.5, abs=0.01)


def test_a_body_below_a_moving_body_moves_on_its_own() -> None:
    floor()
    lower = crate("Lower", (0, 0, 1))
    upper = crate("Upper", (0, 0, 0))
    upper.parent, upper.location = lower, (3, 0, 4)
    bpy.context.view_layer.update()
    start()
    play(3)
    assert place(lower) == pytest.approx((0, 0, 0.5), abs=0.01)
    assert place(upper) == pytest.approx((3, 0, 0.5), abs=0.01)
    stop()
    assert tuple(upper.location) == (3, 0, 4)


def test_scale_mirrors_and_other_rotation_modes_are_kept() -> None:
    floor()
    boxes = []
    for number, (scale, mode) in enumerate([((1, 1, 2), "QUATERNION"), ((-1, 1, 1), "ZYX"), ((1, 1, 1), "AXIS_ANGLE")]):
        box = crate(f"Crate{number}", (4 * number, 0, 3))
        box.scale, box.rotation_mode = scale, mode
        boxes.append(box)
    bpy.context.view_layer.update()
    before = picture()
    start()
    play(2)
    assert [place(box)[2] for box in boxes] == pytest.approx([1.0, 0.5, 0.5], abs=0.01)
    assert [round(box.matrix_world.determinant(), 4) for box in boxes] == [2, -1, 1]
    stop()
    assert picture() == before


def test_playing_in_a_circle_and_scrubbing_back_show_the_same() -> None:
    floor()
    box = crate()
    scene = bpy.context.scene
    scene.frame_end = 30
    scene.frame_set(11)
    start()
    seen = {}
    for frame in (*range(11, 31), *range(1, 11)):
        scene.frame_set(frame)
        seen[frame] = place(box)
    heights = [seen[frame][2] for frame in (*range(11, 31), *range(1, 11))]
    assert heights[0] == 5.0
    assert heights[:20] == sorted(heights[:20], reverse=True)
    for frame in (15, 3, 29, 11):
        scene.frame_set(frame)
        assert place(box) == seen[frame]
    stop()
    assert scene.frame_current == 11


def test_nothing_dynamic_is_said() -> None:
    floor()
    assert bpy.ops.omi_physics.preview_start() == {"CANCELLED"}
    assert not is_running()
    assert len(bpy.data.scenes) == 1


def test_what_cannot_be_shown_is_said() -> None:
    crate().omi_physics.use_trigger = True
    spun = crate("Spun", (3, 0, 0), inertia_diagonal=(1, 2, 3))
    scenes.make_collider(spun, "TRIMESH")
    start()
    said = dict(addon_module("operators.preview").notes())
    assert said == {
        "Triggers report nothing": "",
        "Bodies have the inertia of their shapes": "Spun",
        "Dynamic triangle meshes move as their hulls": "Spun",
    }


@pytest.mark.parametrize("collides", [False, True])
def test_joined_bodies_pass_through_each_other_unless_they_shall_collide(collides: bool) -> None:
    """A board that hangs from a beam, whose ends overlap: it swings to the other side as high as it started."""
    beam = scenes.make_collider(scenes.make_body(scenes.cube("Beam", (0.2, 1, 0.2)), "STATIC"), "BOX")
    board = crate("Board", (0, 0, -0.75))
    for vertex in board.data.vertices:
        vertex.co = (vertex.co.x * 0.06, vertex.co.y * 0.6, vertex.co.z * 1.5)
    pivot = scenes.add("Pivot", None, rotation=(math.radians(-90), 0, 0), location=(0, 0, 0.75), parent=board)
    scenes.make_joint(pivot, beam, [{}, {"kind": "ANGULAR", "axes": {"X", "Y"}}], use_collision=collides)
    board.rotation_euler.y = math.radians(40)
    board.location = (-0.75 * math.sin(math.radians(40)), 0, -0.75 * math.cos(math.radians(40)))
    bpy.context.view_layer.update()
    start()
    angles = []
    for _ in range(48):
        play(1 / FPS)
        angles.append(math.degrees(board.matrix_world.to_euler().y))
    is_free = min(angles) == pytest.approx(-40, abs=1.5)
    assert is_free is not collides
