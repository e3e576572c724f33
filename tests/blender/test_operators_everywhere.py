# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Every operator, pressed with its defaults on every kind of object in every mode: works, is greyed out, or reports."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import bpy
import pytest

from . import kinds, rigid, scenes
from .selection import select
from .support import addon_module

# The headless command line and what opens other editors is tested elsewhere.
NAMES = sorted(name for name in dir(bpy.ops.omi_physics) if not name.startswith("_"))


def operator(name: str) -> Any:
    return getattr(bpy.ops.omi_physics, name)


def set_up(kind: str, mode: str, folder: Path) -> bpy.types.Object | None:
    """An object of a kind, selected and in a mode, beside another one."""
    obj = kinds.make(kind, folder)
    if obj is not None:
        select(obj)
        if mode != "OBJECT":
            bpy.ops.object.mode_set(mode=mode)
            assert obj.mode == mode
    return obj


def test_there_are_operators() -> None:
    assert len(NAMES) > 30


@pytest.mark.parametrize(("kind", "mode"), kinds.CASES)
def test_none_raises(kind: str, mode: str, tmp_path: Path) -> None:
    raised = {}
    set_up(kind, mode, tmp_path)
    for name in NAMES:
        result = {"CANCELLED"}
        try:
            if operator(name).poll():
                result = operator(name)()
        except RuntimeError as error:
            raised[name] = str(error)
        assert result in ({"FINISHED"}, {"CANCELLED"}), name
        if result == {"FINISHED"}:
            bpy.ops.wm.read_homefile(use_empty=True)
            set_up(kind, mode, tmp_path)
    assert not raised


def test_linked_objects_stay_as_they_are(tmp_path: Path) -> None:
    read_object = addon_module("properties.read").read_object
    for name in NAMES:
        bpy.ops.wm.read_homefile(use_empty=True)
        obj = set_up("LINKED", "OBJECT", tmp_path)
        before = read_object(obj)
        if operator(name).poll():
            operator(name)()
        linked = [found for found in bpy.data.objects if found.library is not None]
        assert [read_object(found) for found in linked] == [before], name


# What each operator needs so that it has something to do, besides two selected objects with every role.
_ARGUMENTS: dict[str, dict[str, Any]] = {
    "set_shape_type": {"type": "SPHERE"},
    "limit_move": {"direction": "UP"},
    "drive_move": {"direction": "UP"},
    "joint_preset": {"preset": "MOTOR"},
}
# Where there is nothing to undo in the physics of objects, or a test of its own.
_PREVIEW = {"preview_start", "preview_stop"}
_WITHOUT_UNDO = {"check", "select_issue", "select_object", "fit_to_selection", "material_preset", "material_preset_add"}
_WITHOUT_UNDO |= {*_PREVIEW, "to_rigid_bodies"}


def busy_scene() -> None:
    """Two selected bodies with every role, the active one with two rows in each list, and a child."""
    first, second = (kinds.all_roles(scenes.cube(name)) for name in ("First", "Second"))
    scenes.cube("Child", parent=first)
    first.omi_physics.motion.mass = 123.0
    joint = first.omi_physics.joint
    joint.connected = second
    for rows in (joint.limits, joint.drives, first.omi_physics.collider.filter.collision_systems):
        rows.add()
    joint.limits[0].damping, joint.drives[0].damping = 5.0, 6.0
    joint.limits[0].axes = {"X"}
    second.location.x = 2.0
    joint.active_limit = joint.active_drive = 1
    scenes.cube("Wall-col")
    select(first, second, rigid.body(scenes.cube("Plain")))


def snapshot() -> dict[str, Any]:
    """All physics properties of all objects, by name."""
    return {obj.name: values(obj.omi_physics) for obj in bpy.data.objects}


def values(group: Any) -> Any:
    """A property group as a dict, with all below it."""
    if not isinstance(group, bpy.types.PropertyGroup):
        if isinstance(group, bpy.types.ID):
            return group.name
        return tuple(group) if hasattr(group, "__len__") and not isinstance(group, (str, set)) else group
    found: dict[str, Any] = {}
    for prop in group.bl_rna.properties:
        if prop.type == "COLLECTION":
            found[prop.identifier] = [values(item) for item in getattr(group, prop.identifier)]
        elif prop.identifier != "rna_type":
            found[prop.identifier] = values(getattr(group, prop.identifier))
    return found


@pytest.mark.parametrize("name", [name for name in NAMES if name not in _WITHOUT_UNDO and not name.startswith("fix")])
def test_one_step_undoes_and_redoes(name: str) -> None:
    busy_scene()
    bpy.ops.ed.undo_push(message="Before")
    before = snapshot()
    assert operator(name)("EXEC_DEFAULT", True, **_ARGUMENTS.get(name, {})) == {"FINISHED"}
    after = snapshot()
    assert after != before, "the scene of this test gives the operator nothing to do"
    bpy.ops.ed.undo()
    assert snapshot() == before
    bpy.ops.ed.redo()
    assert snapshot() == after


def test_every_changing_operator_takes_part_in_undo() -> None:
    for name in NAMES:
        kind = getattr(bpy.types, f"OMI_PHYSICS_OT_{name}")
        if name == "decompose":
            # Takes too long to be run again from the panel of the last operator.
            assert set(kind.bl_options) == {"UNDO"}
            continue
        if name not in {"check", *_PREVIEW}:
            assert {"REGISTER", "UNDO"} <= set(kind.bl_options) or name == "material_preset_add", name


def test_a_preset_on_an_override_neutralizes_what_the_library_holds_too_many(tmp_path: Path) -> None:
    crate = kinds.all_roles(scenes.cube("Crate"))
    for _ in range(4):
        crate.omi_physics.joint.limits.add()
    override = kinds.override_of(crate, tmp_path)
    select(override)
    assert bpy.ops.omi_physics.joint_preset(preset="PIN") == {"FINISHED"}
    limits = override.omi_physics.joint.limits
    assert [(limit.use_min, limit.use_max) for limit in limits] == [(True, True)] + [(False, False)] * 4
    assert bpy.ops.omi_physics.limit_remove() == {"CANCELLED"}
    bpy.ops.omi_physics.limit_add()
    assert bpy.ops.omi_physics.limit_remove() == {"FINISHED"}
    limits[0].damping = 3.0
    override.omi_physics.joint.active_limit = 0
    assert bpy.ops.omi_physics.limit_duplicate() == {"FINISHED"}
    assert limits[override.omi_physics.joint.active_limit].damping == 3.0
