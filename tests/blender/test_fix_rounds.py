# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Fix All works in rounds: one fix may make another possible, and two must not undo each other."""

from __future__ import annotations

import bmesh
import bpy

from tests.blender.fixing import codes
from tests.blender.scenes import add, cube, make_body, make_collider, make_joint, make_trigger, update

LOCKED = ({}, {"kind": "ANGULAR"})


def test_what_becomes_possible_in_a_later_round_is_fixed() -> None:
    """Hook hangs on Crate, which only the fix of Pin makes dynamic, so that Hook can be put below it."""
    crate = make_collider(make_body(cube("Crate"), "STATIC"))
    hook = make_joint(add("Hook"), crate, LOCKED)
    make_joint(add("Pin", parent=crate), None, LOCKED)
    update()
    assert sorted(codes()) == ["joint-body-not-dynamic", "joint-no-body"]
    assert bpy.ops.omi_physics.fix_all() == {"FINISHED"}
    assert codes() == []
    assert crate.omi_physics.motion.type == "DYNAMIC" and hook.parent == crate


def test_animated_body_with_a_joint_is_settled_once(capfd) -> None:
    """Its animation makes it kinematic; the joint's fix must not make it dynamic again."""
    lift = make_collider(make_body(cube("Lift")))
    lift.keyframe_insert("location")
    make_joint(lift, None, LOCKED)
    update()
    assert codes() == ["dynamic-animated"]
    for _ in range(2):
        bpy.ops.omi_physics.fix_all()
        assert lift.omi_physics.motion.type == "KINEMATIC"
        assert codes() == ["joint-body-not-dynamic"]
    said = "".join(capfd.readouterr())
    assert "Warning: 1 problem fixed. Lift: depends on Lift, which is animated" in said
    assert "Warning: 0 problems fixed. Lift: depends on Lift, which is animated" in said


def test_problem_that_comes_back_in_another_role_is_fixed_too() -> None:
    """The trigger's triangles become a hull with many points, a problem that the collider had before."""
    mesh = bpy.data.meshes.new("Ball")
    ball = bmesh.new()
    bmesh.ops.create_uvsphere(ball, u_segments=32, v_segments=16, radius=1.0)
    ball.to_mesh(mesh)
    ball.free()
    make_trigger(make_collider(make_body(add("Ball", mesh), "STATIC"), "CONVEX"), "TRIMESH")
    update()
    assert sorted(codes()) == ["convex-many-points", "trimesh-trigger"]
    assert bpy.ops.omi_physics.fix_all() == {"FINISHED"}
    assert codes() == []


def test_child_of_what_is_scaled_to_nothing_is_left_with_the_reason() -> None:
    flat = cube("Flat", scale=(0, 1, 1))
    make_collider(cube("Child", parent=flat, rotation=(0.3, 0.4, 0.5)))
    update()
    assert "shape-size-not-positive" in codes()
    assert bpy.ops.omi_physics.fix_issue(code="shape-size-not-positive", object="Child") == {"CANCELLED"}


def test_problems_are_counted(capfd) -> None:
    crate = make_collider(make_body(cube("Crate"), mass=0, linear_velocity=(1, 0, 0)), "TRIMESH")
    crate.omi_physics.motion.inertia_diagonal = (0, 1, 1)
    update()
    assert len(codes()) == 3
    assert bpy.ops.omi_physics.fix_all() == {"FINISHED"}
    assert codes() == []
    assert "Info: 3 problems fixed" in "".join(capfd.readouterr())


def test_compound_keeps_its_parts_while_they_are_mended() -> None:
    area = make_trigger(cube("Area"))
    area.omi_physics.trigger.kind = "COMPOUND"
    part = make_trigger(cube("Part", parent=area), "BOX", "MANUAL", size=(0, 1, 1))
    update()
    assert sorted(codes()) == ["shape-size-not-positive", "trigger-no-parts"]
    assert bpy.ops.omi_physics.fix_issue(code="trigger-no-parts", object="Area") == {"CANCELLED"}
    assert bpy.ops.omi_physics.fix_all() == {"FINISHED"}
    assert codes() == []
    assert area.omi_physics.trigger.kind == "COMPOUND" and part.omi_physics.use_trigger


def test_compound_with_an_empty_list_takes_all_triggers_below() -> None:
    area = make_trigger(cube("Area"))
    make_trigger(cube("Part", parent=area))
    area.omi_physics.trigger.kind = "COMPOUND"
    area.omi_physics.trigger.use_all_parts = False
    update()
    assert codes() == ["trigger-no-parts"]
    assert bpy.ops.omi_physics.fix_issue(code="trigger-no-parts", object="Area") == {"FINISHED"}
    assert codes() == []
    assert area.omi_physics.trigger.kind == "COMPOUND" and area.omi_physics.trigger.use_all_parts
