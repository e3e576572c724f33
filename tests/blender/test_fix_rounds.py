# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Fix All works in rounds: one fix may make another possible, and two must not undo each other."""

from __future__ import annotations

import bpy

from tests.blender.fixing import codes
from tests.blender.scenes import add, cube, make_body, make_collider, make_joint, update

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


def test_problems_are_counted(capfd) -> None:
    crate = make_collider(make_body(cube("Crate"), mass=0, linear_velocity=(1, 0, 0)), "TRIMESH")
    crate.omi_physics.motion.inertia_diagonal = (0, 1, 1)
    update()
    assert len(codes()) == 3
    assert bpy.ops.omi_physics.fix_all() == {"FINISHED"}
    assert codes() == []
    assert "Info: 3 problems fixed" in "".join(capfd.readouterr())
