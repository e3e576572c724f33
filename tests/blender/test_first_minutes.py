# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""A newcomer's first scene: a cube above a plane as floor, one click each, no warning, words that say what happened."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import bpy
import pytest
from mathutils import Vector

from tests.support.layouts import draw, texts

from . import scenes
from .previewing import place, play, start, stop
from .selection import select
from .support import addon_module, export_glb


def plane(**place: Any) -> bpy.types.Object:
    """Blender's own plane, 2 m wide, which shows upward."""
    bpy.ops.mesh.primitive_plane_add()
    obj = bpy.context.object
    for name, value in place.items():
        setattr(obj, name, value)
    bpy.context.view_layer.update()
    return obj


def world_box(obj: bpy.types.Object) -> tuple[list[float], list[float]]:
    """The corners with the least and greatest coordinates of a MANUAL box in the world."""
    shape = obj.omi_physics.collider.shape
    assert (shape.type, shape.fit) == ("BOX", "MANUAL")
    corners = [
        obj.matrix_world @ Vector([o + s * half for o, s, half in zip(shape.offset, shape.size, signs)])
        for signs in [(x, y, z) for x in (-0.5, 0.5) for y in (-0.5, 0.5) for z in (-0.5, 0.5)]
    ]
    return [min(c[i] for c in corners) for i in range(3)], [max(c[i] for c in corners) for i in range(3)]


@pytest.mark.parametrize(
    ("place", "low", "high"),
    [
        ({"scale": (10, 10, 1)}, (-10, -10, -0.1), (10, 10, 0)),
        ({"scale": (10, 10, 10)}, (-10, -10, -0.1), (10, 10, 0)),
        # A ceiling: turned over, it shows downward.
        ({"rotation_euler": (3.14159265, 0, 0)}, (-1, -1, 0), (1, 1, 0.1)),
        # A wall that shows toward +X.
        ({"rotation_euler": (0, 1.57079633, 0)}, (-0.1, -1, -1), (0, 1, 1)),
        # Mirrored, it shows to the other side.
        ({"scale": (1, 1, -4)}, (-1, -1, 0), (1, 1, 0.1)),
    ],
)
def test_a_static_plane_becomes_a_plate_behind_the_side_that_shows(
    place: dict[str, Any], low: tuple[float, ...], high: tuple[float, ...]
) -> None:
    floor = plane(**place)
    bpy.ops.omi_physics.static_collider()
    found_low, found_high = world_box(floor)
    assert found_low == pytest.approx(low, abs=1e-5)
    assert found_high == pytest.approx(high, abs=1e-5)


def test_the_first_scene_has_no_problem_and_its_floor_is_in_the_file() -> None:
    floor = plane(scale=(10, 10, 1))
    bpy.ops.omi_physics.static_collider()
    crate = scenes.cube("Crate", location=(0, 0, 3))
    select(crate)
    bpy.ops.omi_physics.dynamic_body()
    bpy.ops.omi_physics.check()
    assert not [issue for issue in addon_module("properties.issue_store").issues() if issue.severity != "info"]
    floor_name = floor.name
    shapes = export_glb().json["extensions"]["OMI_physics_shape"]["shapes"]
    assert {"type": "box", "box": {"size": [20, 0.1, 20]}} in [
        {"type": s["type"], "box": {"size": [round(v, 5) for v in s["box"]["size"]]}} for s in shapes
    ], floor_name


def test_a_plane_that_moves_follows_its_mesh() -> None:
    leaf = plane()
    bpy.ops.omi_physics.dynamic_body()
    assert leaf.omi_physics.collider.shape.fit == "AUTO"


def test_what_happened_is_said(capfd: pytest.CaptureFixture[str]) -> None:
    plane(scale=(10, 10, 1), name="Floor")
    bpy.ops.omi_physics.static_collider()
    assert "Floor: static, box 20 m \u00d7 20 m \u00d7 10 cm" in capfd.readouterr().out
    crates = [scenes.cube(f"Crate{i}") for i in range(3)]
    select(*crates)
    bpy.ops.omi_physics.dynamic_body()
    assert "3 objects: dynamic" in capfd.readouterr().out
    bpy.ops.omi_physics.remove_physics()
    assert "3 objects: without physics" in capfd.readouterr().out
    select(crates[0])
    bpy.ops.omi_physics.dynamic_body(shape="CONVEX")
    bpy.ops.omi_physics.mass_from_density(material="CUSTOM", density=500.0)
    assert "Crate0: dynamic, 500 kg, convex hull" in capfd.readouterr().out


def test_counts_are_in_words(capfd: pytest.CaptureFixture[str]) -> None:
    crate = scenes.make_collider(scenes.make_body(scenes.cube("Crate"), mass=-1.0))
    select(crate)
    bpy.ops.omi_physics.check()
    assert "Found: 1 warning\n" in capfd.readouterr().out


def test_the_redo_panel_of_fix_has_no_inner_fields() -> None:
    for name in ("fix_issue", "select_issue"):
        properties = getattr(bpy.ops.omi_physics, name).get_rna_type().properties
        assert all(prop.is_hidden for prop in properties if prop.identifier != "rna_type")


def test_the_playground_has_no_problem_plays_and_exports() -> None:
    bpy.context.scene.cursor.location = (10, 0, 2)
    assert bpy.ops.omi_physics.add_playground() == {"FINISHED"}
    bpy.context.view_layer.update()
    bpy.ops.omi_physics.check()
    assert not [issue for issue in addon_module("properties.issue_store").issues() if issue.severity != "info"]
    ball, door, swing = (bpy.data.objects[name] for name in ("Ball", "Door", "Swing"))
    top = swing.matrix_world @ Vector((0, 0, 0.8))
    start()
    play(1.5)
    # The ball has rolled down the ramp, the door turned about its hinge, the swing swung through and stays at its beam.
    assert place(ball)[0] - 10 > -1.5
    assert place(door)[1] > 1.7
    assert (swing.matrix_world @ Vector((0, 0, 0.8)) - top).length < 0.02
    stop()
    file = export_glb().json
    assert len(file["extensions"]["OMI_physics_joint"]["physicsJoints"]) == 2
    bodies = [node["extensions"]["OMI_physics_body"] for node in file["nodes"] if "OMI_physics_body" in str(node)]
    assert sorted(b["motion"]["type"] for b in bodies if "motion" in b).count("dynamic") == 6
    assert len([b for b in bodies if "trigger" in b]) == 1


def test_one_undo_takes_the_playground_away() -> None:
    before = len(bpy.data.objects), len(bpy.data.collections)
    bpy.ops.ed.undo_push(message="Before")
    bpy.ops.omi_physics.add_playground("EXEC_DEFAULT", True)
    bpy.ops.ed.undo()
    assert (len(bpy.data.objects), len(bpy.data.collections)) == before


@pytest.mark.parametrize(
    "word",
    ["collider", "collision", "rigid body", "hinge", "convex hull", "play physics", "simulate", "trigger", "joint",
     "constraint", "sensor", "trimesh", "validate", "mass", "motor"],
)  # fmt: skip
def test_the_search_finds_what_people_type(word: str) -> None:
    context = SimpleNamespace(is_menu_search=True)
    found = [text.lower() for text in texts(draw(bpy.types.OMI_MT_object, context))]
    found += [kind.bl_label.lower() for kind in bpy.types.Operator.__subclasses__() if "OMI_OT" in kind.__name__]
    assert any(word in text for text in found)


def test_a_file_goes_into_a_scene_that_has_physics_already(tmp_path: Path) -> None:
    """The same names stand there already: what is imported refers to what is imported."""
    bpy.ops.omi_physics.add_playground()
    file = export_glb(tmp_path / "scene.glb")
    joint = bpy.data.objects["Door Hinge"]
    before = joint.omi_physics.joint.connected, len(bpy.data.objects)
    # As by drag and drop: a folder and names.
    knows_folders = "directory" in bpy.ops.import_scene.gltf.get_rna_type().properties
    place_of_it = {"directory": str(file.path.parent)} if knows_folders else {"filepath": str(file.path)}
    bpy.ops.import_scene.gltf(files=[{"name": file.path.name}], **place_of_it)
    imported = bpy.data.objects["Door Hinge.001"].omi_physics.joint
    assert imported.connected.name.startswith("Door Hinge_Attachment")
    assert imported.connected not in before
    assert (joint.omi_physics.joint.connected, joint.omi_physics.use_joint) == (before[0], True)
    doors = [obj for obj in bpy.context.selected_objects if obj.omi_physics.motion.type == "DYNAMIC"]
    assert len(doors) == 6
