# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""One undo step brings back what an operator changed, in every mode."""

from __future__ import annotations

from pathlib import Path

import bpy
import pytest

from . import kinds, scenes
from .selection import select
from .test_operators_everywhere import NAMES, operator, snapshot

_ARGUMENTS = {
    "set_shape_type": {"type": "SPHERE"},
    "joint_preset": {"preset": "MOTOR"},
}
# Each needs a list, a folder or a choice that this scene does not have, or changes no object.
_ELSEWHERE = {"check", "select_issue", "select_object", "material_preset", "material_preset_add"}
MODES = ("EDIT", "SCULPT", "VERTEX_PAINT", "WEIGHT_PAINT", "TEXTURE_PAINT")


def scene_in_mode(mode: str) -> None:
    """Two selected bodies with every role, the active one in a mode that was entered as a user does."""
    bpy.ops.wm.read_homefile(use_empty=True)
    first, second = (kinds.all_roles(scenes.cube(name)) for name in ("First", "Second"))
    first.omi_physics.motion.mass = 123.0
    first.omi_physics.joint.connected = second
    second.location.x = 2.0
    select(first, second)
    bpy.ops.ed.undo_push(message="Scene")
    bpy.ops.object.mode_set("EXEC_DEFAULT", True, mode=mode)


@pytest.mark.parametrize("mode", MODES)
def test_one_undo_in_a_mode_brings_back_what_was(mode: str) -> None:
    wrong, changing = [], 0
    for name in NAMES:
        if name in _ELSEWHERE:
            continue
        scene_in_mode(mode)
        before = snapshot()
        if not operator(name).poll() or operator(name)("EXEC_DEFAULT", True, **_ARGUMENTS.get(name, {})) != {
            "FINISHED"
        }:
            continue
        if snapshot() == before:
            continue
        changing += 1
        bpy.ops.ed.undo()
        if snapshot() != before:
            wrong.append(f"{name} is not undone")
    assert not wrong
    assert changing > 10


def test_undo_leads_back_into_edit_mode_and_to_each_edit() -> None:
    scene_in_mode("EDIT")
    bpy.ops.mesh.select_all(action="SELECT")
    bpy.ops.mesh.subdivide("EXEC_DEFAULT", True)
    bpy.ops.omi_physics.remove_physics("EXEC_DEFAULT", True)
    bpy.ops.object.mode_set("EXEC_DEFAULT", True, mode="EDIT")
    bpy.ops.mesh.subdivide("EXEC_DEFAULT", True)
    found = [state()]
    for _ in range(4):
        bpy.ops.ed.undo()
        found.append(state())
    # A cube of 8 corners has 26 after one subdivision and 98 after two.
    expected = [("EDIT", 98, 1.0), ("EDIT", 26, 1.0), ("OBJECT", 26, 1.0), ("EDIT", 26, 123.0), ("EDIT", 8, 123.0)]
    assert found == expected


def state() -> tuple[str, int, float]:
    """Mode, number of vertices and mass of the first body."""
    obj = bpy.data.objects["First"]
    mode = obj.mode
    obj.update_from_editmode()
    return mode, len(obj.data.vertices), obj.omi_physics.motion.mass


def test_a_posed_armature_stays_in_its_mode(tmp_path: Path) -> None:
    armature = kinds.make("ARMATURE", tmp_path)
    select(armature)
    bpy.ops.ed.undo_push(message="Scene")
    bpy.ops.object.mode_set("EXEC_DEFAULT", True, mode="POSE")
    bpy.ops.omi_physics.toggle_role("EXEC_DEFAULT", True, role="BODY")
    assert (bpy.context.object.mode, bpy.context.object.omi_physics.motion.type) == ("POSE", "DYNAMIC")
    bpy.ops.ed.undo()
    assert (bpy.context.object.mode, bpy.context.object.omi_physics.motion.type) == ("POSE", "NONE")
