# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the import of Godot's editor makes of names; loaded at run time, files are not changed by them."""

from __future__ import annotations

from pathlib import Path

import bpy
import pytest

from demo import playground
from tests.blender.support import export_glb
from tests.blender.test_names import trap_scene
from tests.engine import godot

pytestmark = pytest.mark.skipif(godot.missing() is not None, reason=str(godot.missing()))

ENDINGS = ("_wheel", "-col", "_Vehicle.001", "-noimp", "_rigid", "-CONVCOLONLY_2", "$occ", ".colonly", "-navmesh ")


def imported(path: Path) -> list[tuple[str, str]]:
    """Path and class of each node, as the editor imports the open scene."""
    export_glb(path)
    return sorted((plain(place), kind) for place, kind in godot.load_in_editor(path).tree)


def plain(place: str) -> str:
    """A path without the endings, which stay where they do no harm."""
    for ending in ENDINGS:
        place = place.replace(ending.replace(".", "_"), "")
    return place


def test_the_playground_keeps_its_tree(tmp_path: Path) -> None:
    playground.build()
    bpy.context.view_layer.update()
    wanted = imported(tmp_path / "wanted.glb")
    assert sum(kind == "RigidBody3D" for _, kind in wanted) > 5
    objects = [obj for obj in bpy.data.objects if obj.type in ("MESH", "EMPTY")]
    for number, obj in enumerate(objects):
        obj.name += ENDINGS[number % len(ENDINGS)]
    for number, mesh in enumerate(bpy.data.meshes):
        mesh.name = ("col", f"{mesh.name}-col", f"{mesh.name}_occ.001")[number % 3]
    assert imported(tmp_path / "spoiled.glb") != wanted
    assert bpy.ops.omi_physics.fix_all() == {"FINISHED"}
    assert imported(tmp_path / "mended.glb") == wanted


def test_each_name_that_is_reported_does_harm_and_is_mended(tmp_path: Path) -> None:
    trap_scene()
    bpy.context.view_layer.update()
    kinds = [kind for _, kind in imported(tmp_path / "spoiled.glb")]
    assert kinds.count("VehicleWheel3D") == 1 and kinds.count("VehicleBody3D") == 1
    assert bpy.ops.omi_physics.fix_all() == {"FINISHED"}
    nodes = imported(tmp_path / "mended.glb")
    kinds = [kind for _, kind in nodes]
    # Six dynamic bodies; static ones are the wall, the post and the anchor of the joint to the world.
    assert kinds.count("RigidBody3D") == 6 and kinds.count("Area3D") == 1 and kinds.count("StaticBody3D") == 3
    assert not [kind for kind in kinds if "Vehicle" in kind or "Occluder" in kind or "Navigation" in kind]
    shapes = [path.rpartition("/")[0] for path, kind in nodes if kind == "CollisionShape3D"]
    assert len(shapes) == len(set(shapes)) == 9
