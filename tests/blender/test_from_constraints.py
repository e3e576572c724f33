# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Blender's rigid body constraints, taken over. Senses as measured in Blender's simulation."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import bpy
import pytest

from . import rigid, scenes
from .selection import select
from .support import export_glb

DEGREES = math.pi / 180.0


def take(**values: Any) -> set[str]:
    scenes.update()
    return bpy.ops.omi_physics.from_rigid_bodies(**{"use_selection": False, **values})


def exported(folder: Path, extension: str, table: str) -> list[dict[str, Any]]:
    """A root table of the exported file."""
    return export_glb(folder / "scene.glb").root(extension).get(table, [])


def limits(obj: bpy.types.Object) -> dict[tuple[str, str], tuple[float, float]]:
    """Kind and axes of each limit -> its bounds in m or degrees."""
    found = {}
    for limit in obj.omi_physics.joint.limits:
        assert limit.use_min and limit.use_max and not limit.use_stiffness and not limit.is_radial
        if limit.kind == "LINEAR":
            bounds = (limit.min_distance, limit.max_distance)
        else:
            bounds = (limit.min_angle / DEGREES, limit.max_angle / DEGREES)
        found[limit.kind, "".join(sorted(limit.axes))] = tuple(round(v, 4) for v in bounds)
    return found


def drives(obj: bpy.types.Object) -> list[Any]:
    return list(obj.omi_physics.joint.drives)


def joint_below(body: bpy.types.Object) -> bpy.types.Object:
    """The one joint below a body."""
    (found,) = [obj for obj in (body, *body.children) if obj.omi_physics.use_joint]
    return found


def joints() -> list[bpy.types.Object]:
    return [obj for obj in bpy.context.scene.objects if obj.omi_physics.use_joint]


HINGE = {"use_limit_ang_z": True, "limit_ang_z_lower": -10 * DEGREES, "limit_ang_z_upper": 80 * DEGREES}


def test_a_hinge(tmp_path: Path) -> None:
    door, frame, empty = rigid.door(**HINGE)
    take()
    joint = joint_below(door)
    assert joint.omi_physics.joint.connected == frame and joint.omi_physics.joint.attach == "JOINT"
    assert tuple(joint.matrix_world.translation) == pytest.approx((1, 2, 3))
    assert limits(joint) == {
        ("LINEAR", "XYZ"): (0, 0),
        ("ANGULAR", "XY"): (0, 0),
        ("ANGULAR", "Z"): (-80, 10),
    }
    # The constraint stays, and its object is not moved.
    assert empty.rigid_body_constraint is not None and empty.parent is None
    (written,) = exported(tmp_path, "OMI_physics_joint", "physicsJoints")
    (turned,) = [limit for limit in written["limits"] if limit.get("angularAxes") == [1]]
    assert (turned["min"], turned["max"]) == pytest.approx((-80 * DEGREES, 10 * DEGREES))


def test_a_hinge_whose_first_object_stands_still_belongs_to_the_other() -> None:
    door, frame, _ = rigid.door(is_turned=True, **HINGE)
    take()
    joint = joint_below(door)
    assert joint.omi_physics.joint.connected == frame
    assert limits(joint)["ANGULAR", "Z"] == (-10, 80)


@pytest.mark.parametrize(
    ("kind", "values", "expected"),
    [
        (
            "SLIDER",
            {"use_limit_lin_x": True, "limit_lin_x_lower": 0, "limit_lin_x_upper": 0.5},
            {("LINEAR", "YZ"): (0, 0), ("ANGULAR", "XYZ"): (0, 0), ("LINEAR", "X"): (0, 0.5)},
        ),
        ("SLIDER", {}, {("LINEAR", "YZ"): (0, 0), ("ANGULAR", "XYZ"): (0, 0)}),
        ("PISTON", {}, {("LINEAR", "YZ"): (0, 0), ("ANGULAR", "YZ"): (0, 0)}),
        (
            "GENERIC",
            {"use_limit_lin_y": True, "limit_lin_y_lower": -1, "limit_lin_y_upper": 2},
            {("LINEAR", "Y"): (-1, 2)},
        ),
        (
            "GENERIC",
            {
                "use_limit_lin_x": True, "limit_lin_x_lower": 1, "limit_lin_x_upper": -1,
                "use_limit_ang_x": True, "limit_ang_x_lower": 0, "limit_ang_x_upper": 0,
            },
            {("ANGULAR", "X"): (0, 0)},
        ),
        ("POINT", {}, {("LINEAR", "XYZ"): (0, 0)}),
        ("FIXED", {}, {("LINEAR", "XYZ"): (0, 0), ("ANGULAR", "XYZ"): (0, 0)}),
    ],
)  # fmt: skip
def test_what_a_constraint_locks_and_bounds(kind: str, values: dict[str, Any], expected: dict[Any, Any]) -> None:
    door, _, _ = rigid.door(kind, **values)
    take()
    assert limits(joint_below(door)) == expected


def test_a_spring_is_a_drive_to_where_it_starts() -> None:
    values = {"use_spring_x": True, "spring_stiffness_x": 40, "spring_damping_x": 2}
    door, _, _ = rigid.door("GENERIC_SPRING", **values)
    take()
    (drive,) = drives(joint_below(door))
    assert (drive.kind, drive.axis, drive.mode) == ("LINEAR", "X", "FORCE")
    assert drive.use_position_target and drive.position_distance == 0 and not drive.use_velocity_target
    assert (drive.stiffness, drive.damping, drive.use_max_force) == (40, 2, False)


@pytest.mark.parametrize(("is_turned", "speed"), [(False, -3), (True, 3)])
def test_a_motor_pushes_its_first_object(is_turned: bool, speed: float) -> None:
    values = {"use_motor_lin": True, "motor_lin_target_velocity": 3, "motor_lin_max_impulse": 12}
    door, _, _ = rigid.door("MOTOR", is_turned, **values)
    take()
    (drive,) = drives(joint_below(door))
    assert (drive.kind, drive.axis) == ("LINEAR", "X")
    assert drive.use_velocity_target and drive.velocity_linear == speed and not drive.use_position_target
    assert drive.use_max_force and drive.max_force == 12 and drive.damping > 0


def test_constraints_that_do_nothing_are_named(capfd: pytest.CaptureFixture[str]) -> None:
    door, frame, loose = rigid.door()
    loose.rigid_body_constraint.object2 = None
    bare = rigid.constraint(scenes.add("Bare"), "POINT", door, scenes.cube("Plain"))
    weak = rigid.constraint(scenes.add("Weak"), "POINT", door, frame, use_breaking=True)
    off = rigid.constraint(scenes.add("Off"), "POINT", door, frame, enabled=False)
    free = rigid.constraint(scenes.add("Free"), "GENERIC", door, frame)
    take()
    said = capfd.readouterr().out
    assert "Hinge: its constraint has one object only, which does nothing in Blender" in said
    assert "Bare: its constraint's object Plain has no rigid body" in said
    assert "Weak: its breaking threshold is lost" in said
    assert "Off: its constraint is switched off" in said
    assert "Free: its constraint limits and drives nothing" in said
    assert "Taken over: 2 bodies, 1 joint" in said
    (joint,) = joints()
    assert joint.name == "Weak_Joint" and joint.parent == door and bare and weak and off and free


def test_a_constraint_on_its_own_body_becomes_the_joint_there() -> None:
    frame = rigid.body(scenes.cube("Frame"), "PASSIVE", "BOX")
    door = rigid.body(scenes.cube("Door"), shape="BOX")
    rigid.constraint(door, "HINGE", door, frame)
    take()
    assert joints() == [door] and not door.children


def test_a_constraint_on_a_mirrored_body_gets_an_object_of_its_own() -> None:
    # A joint on a mirrored object is mirrored; Blender's constraint is not.
    frame = rigid.body(scenes.cube("Frame"), "PASSIVE", "BOX")
    door = rigid.body(scenes.cube("Door", scale=(-1, 1, 1)), shape="BOX")
    rigid.constraint(door, "HINGE", door, frame)
    take()
    (joint,) = joints()
    assert joint.name == "Door_Joint" and joint.parent == door
    scenes.update()
    assert joint.matrix_world.determinant() == pytest.approx(1)


def test_the_joint_of_a_compounds_part_belongs_to_the_compound() -> None:
    base = rigid.body(scenes.cube("Base"), shape="COMPOUND")
    part = rigid.body(scenes.cube("Part", parent=base), shape="BOX")
    frame = rigid.body(scenes.cube("Frame"), "PASSIVE", "BOX")
    rigid.constraint(scenes.add("Pin"), "POINT", part, frame)
    take()
    (joint,) = joints()
    assert joint.parent == base


def test_the_pose_that_counts_is_the_one_the_simulation_starts_in() -> None:
    door, _, empty = rigid.door("FIXED")
    bpy.data.objects.remove(empty)
    crate = rigid.body(scenes.cube("Crate", location=(0, 0, 50)), shape="BOX")
    rigid.constraint(scenes.add("Pin", location=(0, 0, 51)), "POINT", crate, door)
    door.rigid_body.type = "PASSIVE"
    crate.rigid_body.linear_damping = 0
    scene = bpy.context.scene
    for frame in range(1, 40):
        scene.frame_set(frame)
    take()
    assert scene.frame_current == 39
    scene.frame_set(1)
    scenes.update()
    joint = joint_below(crate)
    assert tuple(joint.matrix_world.translation) == pytest.approx((0, 0, 51), abs=1e-4)


def test_only_what_is_selected_is_taken_over(capfd: pytest.CaptureFixture[str]) -> None:
    door, frame, empty = rigid.door()
    select(empty)
    assert take(use_selection=True) == {"CANCELLED"}
    assert "Hinge: its body Door was not taken over" in capfd.readouterr().out
    select(door, empty)
    assert take(use_selection=True) == {"FINISHED"}
    assert frame.omi_physics.motion.type == "NONE" and joint_below(door)


def test_twice_changes_nothing_and_says_so(capfd: pytest.CaptureFixture[str]) -> None:
    rigid.door(**HINGE)
    take()
    before = len(bpy.data.objects)
    capfd.readouterr()
    assert take() == {"CANCELLED"}
    assert "Nothing taken over. Door, Frame, Hinge: has that physics already" in capfd.readouterr().out
    assert len(bpy.data.objects) == before


def test_a_constraint_that_was_changed_changes_its_joint() -> None:
    door, _, empty = rigid.door(**HINGE)
    take()
    empty.rigid_body_constraint.limit_ang_z_upper = 90 * DEGREES
    assert take() == {"FINISHED"}
    assert limits(joint_below(door))["ANGULAR", "Z"] == (-90, 10)


def test_a_motor_beside_a_hinge_is_a_joint_of_its_own() -> None:
    door, frame, _ = rigid.door()
    motor = {"use_motor_ang": True, "motor_ang_target_velocity": 1, "motor_ang_max_impulse": 5}
    rigid.constraint(scenes.add("Motor", location=(1, 2, 3)), "MOTOR", door, frame, **motor)
    take()
    assert len(joints()) == 2
    take()
    assert len(joints()) == 2
