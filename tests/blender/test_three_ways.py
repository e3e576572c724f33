# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The same scene ends the same way in Blender's own simulation and, taken over, in the preview. Godot: tests/engine."""

from __future__ import annotations

from typing import Any

import bpy
import pytest

from . import previewing, rigid, scenes, three_ways


def test_blenders_own_simulation_ends_where_the_numbers_say() -> None:
    moving = three_ways.build()
    for obj, world in zip(moving, rigid.simulated(bpy.context.scene, moving, three_ways.SECONDS), strict=True):
        assert tuple(world.translation) == pytest.approx(three_ways.ENDS[obj.name], abs=three_ways.TOLERANCE)


def test_the_preview_of_what_was_taken_over_ends_there_too() -> None:
    moving = three_ways.build()
    three_ways.take_over()
    previewing.start()
    previewing.play(three_ways.SECONDS)
    for obj in moving:
        assert previewing.place(obj) == pytest.approx(three_ways.ENDS[obj.name], abs=three_ways.TOLERANCE), obj.name


def test_what_is_turned_back_into_rigid_bodies_ends_there_as_well() -> None:
    moving = three_ways.build()
    three_ways.take_over()
    bpy.ops.omi_physics.to_rigid_bodies(use_selection=False)
    for obj, world in zip(moving, rigid.simulated(bpy.context.scene, moving, three_ways.SECONDS), strict=True):
        assert tuple(world.translation) == pytest.approx(three_ways.ENDS[obj.name], abs=three_ways.TOLERANCE)


def limit(part: str, axis: str, low: float, high: float) -> dict[str, Any]:
    name = f"{part}_{axis}"
    return {f"use_limit_{name}": True, f"limit_{name}_lower": low, f"limit_{name}_upper": high}


def motor(part: str, speed: float, force: float) -> dict[str, Any]:
    return {f"use_motor_{part}": True, f"motor_{part}_target_velocity": speed, f"motor_{part}_max_impulse": force}


def spring(name: str, stiffness: float, damping: float) -> dict[str, Any]:
    return {f"use_spring_{name}": True, f"spring_stiffness_{name}": stiffness, f"spring_damping_{name}": damping}


LEVEL = {axis: limit("lin", axis, 0.0, 0.0) for axis in "xyz"}
HELD = LEVEL["x"] | LEVEL["y"] | LEVEL["z"]
UPRIGHT = {axis: limit("ang", axis, 0.0, 0.0) for axis in "xyz"}
CONSTRAINTS: dict[str, tuple[str, dict[str, Any]]] = {
    "fixed": ("FIXED", {}),
    "point": ("POINT", {}),
    "hinge": ("HINGE", {}),
    "hinge, limited": ("HINGE", limit("ang", "z", -0.3, 0.9)),
    "hinge, limited to one side": ("HINGE", limit("ang", "z", 0.1, 0.4)),
    "slider": ("SLIDER", {}),
    "slider, limited": ("SLIDER", limit("lin", "x", -0.2, 0.6)),
    "piston": ("PISTON", limit("lin", "x", -0.7, 0.3) | limit("ang", "x", -0.2, 0.5)),
    "generic": ("GENERIC", LEVEL["x"] | LEVEL["y"] | limit("lin", "z", -0.4, 1.0) | UPRIGHT["x"] | UPRIGHT["y"]),
    "generic, about X": ("GENERIC", HELD | limit("ang", "x", -0.2, 0.6) | UPRIGHT["y"] | UPRIGHT["z"]),
    "generic, about Y": ("GENERIC", HELD | limit("ang", "y", -0.3, 0.5) | UPRIGHT["x"] | UPRIGHT["z"]),
    "generic, exchanged": ("GENERIC", HELD | limit("ang", "z", 1.0, -1.0) | UPRIGHT["x"] | UPRIGHT["y"]),
    "spring": ("GENERIC_SPRING", LEVEL["x"] | LEVEL["y"] | UPRIGHT["x"] | UPRIGHT["y"] | UPRIGHT["z"]
               | spring("z", 80.0, 9.0)),
    "turning spring": ("GENERIC_SPRING", HELD | UPRIGHT["x"] | UPRIGHT["y"] | spring("ang_z", 40.0, 4.0)),
    "motor": ("MOTOR", motor("lin", 3.0, 12.0)),
    "turning motor": ("MOTOR", motor("ang", 2.0, 12.0)),
}  # fmt: skip


def arm_and_post(name: str, is_turned: bool, turn: tuple[float, float, float]) -> bpy.types.Object:
    """An arm on a post that stands still, held at the post by a constraint that is turned in the scene."""
    kind, values = CONSTRAINTS[name]
    post = rigid.body(scenes.cube("Post", (0.2, 0.2, 1)), "PASSIVE", "BOX")
    arm = rigid.body(scenes.cube("Arm", (0.9, 0.3, 0.2), location=(1, 0, 0)), shape="BOX", mass=2)
    owner = scenes.add("Tie", location=(0.4, 0, 0), rotation=turn)
    first, second = (post, arm) if is_turned else (arm, post)
    rigid.constraint(owner, kind, first, second, **values)
    return arm


def undamp(obj: bpy.types.Object) -> None:
    """Without Blender's damping, which no file says, and with more iterations, so that limits are as hard as said."""
    obj.rigid_body.linear_damping = obj.rigid_body.angular_damping = 0.0
    bpy.context.scene.rigidbody_world.solver_iterations = 20


# The axis of a motor turns with the body that its joint belongs to, which alone moves here; Blender's turns with its
# first object, so the one on the post stays where it is.
CASES = [
    (name, is_turned) for name in CONSTRAINTS for is_turned in (False, True) if not (is_turned and "motor" in name)
]


@pytest.mark.parametrize(("name", "is_turned"), CASES)
@pytest.mark.parametrize(
    ("turn", "way"),
    [((0, 0, 0), "preview"), ((-1.5, 0.1, 0.2), "preview"), ((0.2, -1.4, 0.1), "preview"), ((-1.5, 0.1, 0.2), "back")],
)
def test_every_constraint_moves_alike_when_taken_over(
    name: str, is_turned: bool, turn: tuple[float, float, float], way: str
) -> None:
    arm = arm_and_post(name, is_turned, turn)
    undamp(arm)
    (own,) = rigid.simulated(bpy.context.scene, [arm], 0.6)
    bpy.context.scene.frame_set(1)
    three_ways.take_over()
    if way == "preview":
        previewing.start()
        previewing.play(0.6)
        shown = arm.evaluated_get(bpy.context.evaluated_depsgraph_get()).matrix_world
    else:
        bpy.ops.omi_physics.to_rigid_bodies(use_selection=False)
        undamp(arm)
        (shown,) = rigid.simulated(bpy.context.scene, [arm], 0.6)
    # What swings freely is at 3 m/s by now: this is less than one frame.
    assert tuple(shown.translation) == pytest.approx(tuple(own.translation), abs=0.1)
    assert own.to_quaternion().rotation_difference(shown.to_quaternion()).angle < 0.2
