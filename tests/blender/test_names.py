# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Names that Godot's editor acts on: named by the checks and by an export, and mended by Fix All."""

from __future__ import annotations

from pathlib import Path

import bpy

from tests.blender.cli_support import run, save
from tests.blender.fixing import check, codes
from tests.blender.scenes import add, cube, cube_mesh, make_body, make_collider, make_joint, make_trigger
from tests.blender.support import addon_module, export_glb

CODE = "name-acts-in-godot"


def trap_scene() -> dict[str, bpy.types.Object]:
    """Seven names that act, and beside them harmless ones."""
    found = {
        name: make_collider(make_body(cube(name, location=(3 * i, 0, 0))))
        for i, name in enumerate(("Front_Wheel", "Van_vehicle", "Door-noimp", "Pinwheel", "Protocol", "Gate-collar"))
    }
    found["Door"] = cube("Door", location=(0, 5, 0))
    found["Wheel"] = cube("Wheel", location=(3, 5, 0))
    found["Gate_col"] = make_trigger(cube("Gate_col", location=(6, 5, 0)))
    found["Wall-COL.001"] = make_collider(cube("Wall-COL.001", location=(9, 5, 0)))
    found["Rig-noimp"] = add("Rig-noimp", location=(12, 5, 0))
    found["Post"] = make_collider(make_body(cube("Post", parent=found["Rig-noimp"]), "STATIC"))
    found["Pin-noimp"] = make_joint(add("Pin-noimp", parent=found["Front_Wheel"]), None, ({}, {"kind": "ANGULAR"}))
    return found


ACTING = ["Door-noimp", "Front_Wheel", "Gate_col", "Pin-noimp", "Rig-noimp", "Van_vehicle", "Wall-COL.001"]


def acting() -> list[str]:
    return sorted(issue.object for issue in check() if issue.code == CODE)


def test_each_is_named_and_fix_all_renames_it(tmp_path: Path) -> None:
    found = trap_scene()
    assert acting() == ACTING
    places = {name: obj.matrix_world.copy() for name, obj in found.items()}
    before = export_glb(tmp_path / "before.glb")
    said = addon_module("io_hooks.record").last_export().issues
    assert sorted(i.object for i in said if i.code == CODE and i.severity == "warning") == ACTING
    assert bpy.ops.omi_physics.fix_all() == {"FINISHED"}
    assert acting() == [] and codes() == []
    names = {old: obj.name for old, obj in found.items()}
    assert {new for old, new in names.items() if old in ACTING} == {
        "Door_1", "Front", "Gate", "Pin", "Rig", "Van", "Wall",
    }  # fmt: skip
    assert all(old == new for old, new in names.items() if old not in ACTING)
    assert all(obj.matrix_world == places[name] for name, obj in found.items())
    after = export_glb(tmp_path / "after.glb")
    assert found["Pin-noimp"].parent == found["Front_Wheel"] and len(after.nodes) == len(before.nodes)
    words = addon_module("core.rules.godot_names")
    assert not [n["name"] for n in after.nodes if words.word_in(n["name"], words.OF_OBJECT)]


def test_names_of_meshes(tmp_path: Path) -> None:
    crate = make_collider(make_body(add("Crate", cube_mesh("Crate-col"))))
    shared = cube_mesh("col")
    other = make_collider(make_body(add("Crate2", shared, location=(3, 0, 0))))
    make_collider(add("Wall", shared, location=(6, 0, 0)))
    hidden = make_collider(add("Only", cube_mesh("Only-col"), location=(9, 0, 0)), use_collision_only=True)
    curve = bpy.data.curves.new("Rail-convcol", "CURVE")
    curve.splines.new("POLY").points.add(3)
    curve.extrude, curve.dimensions = 0.5, "2D"
    for i, point in enumerate(curve.splines[0].points):
        point.co = (i, i % 2, 0, 1)
    rail = make_collider(add("Rail", curve, location=(0, 9, 0)))
    assert acting() == ["Crate", "Crate2", "Rail", "Wall"]
    export_glb(tmp_path / "before.glb", export_apply=True)
    said = addon_module("io_hooks.record").last_export().issues
    assert sorted(i.object for i in said if i.code == CODE) == ["Crate", "Crate2", "Rail", "Wall"]
    assert bpy.ops.omi_physics.fix_all() == {"FINISHED"}
    assert (crate.data.name, shared.name, rail.data.name) == ("Crate", "Crate2", "Rail")
    assert other.data == shared and hidden.data.name == "Only-col" and acting() == []


def test_what_is_linked_is_named_and_left(tmp_path: Path) -> None:
    wall = make_collider(cube("Wall_col"))
    bpy.data.libraries.write(str(tmp_path / "lib.blend"), {wall}, fake_user=True)
    bpy.data.objects.remove(wall)
    with bpy.data.libraries.load(str(tmp_path / "lib.blend"), link=True) as (_, wanted):
        wanted.objects = ["Wall_col"]
    bpy.context.scene.collection.objects.link(wanted.objects[0])
    assert acting() == ["Wall_col"]
    assert bpy.ops.omi_physics.fix_all() == {"CANCELLED"}
    assert acting() == ["Wall_col"]


def test_the_command_names_them(tmp_path: Path) -> None:
    trap_scene()
    path = save(tmp_path / "traps.blend")
    result = run("validate", path, "--strict", report=tmp_path / "r.json")
    assert result.code == 1
    issues = result.file("traps.blend")["issues"]
    assert sorted(i["object"] for i in issues if i["code"] == CODE) == ACTING
