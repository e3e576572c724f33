# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The Khronos format through Blender's importer: exported and read back, and files of other tools."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import bpy
import pytest

from . import scenes
from .support import export_glb

KHR, SHAPES = "KHR_physics_rigid_bodies", "KHR_implicit_shapes"


def build() -> None:
    rock = scenes.make_body(scenes.cube("Rock"), mass=5, linear_velocity=(1, 2, 3), center_of_mass=(0, 0, 0.25))
    scenes.make_collider(rock, "CONVEX")
    rock.rotation_euler.z = 1.0
    door = scenes.make_body(scenes.cube("Door", location=(3, 0, 0)))
    scenes.make_collider(door, "CAPSULE", "MANUAL", height=2)
    scenes.make_joint(
        scenes.add("Hinge", None, parent=door), rock,
        [{}, {"kind": "ANGULAR", "axes": {"Z"}, "min_angle": -0.5, "max_angle": 1.0}],
    )  # fmt: skip
    scenes.make_trigger(scenes.add("Zone", location=(9, 0, 0)), "BOX", "MANUAL", size=(1, 2, 3))


@pytest.mark.parametrize("formats", [{"KHR"}, {"OMI", "KHR"}])
def test_what_was_exported_comes_back(formats: set[str], tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    build()
    bpy.context.scene.omi_physics.formats = formats
    scenes.update()
    export_glb(tmp_path / "file.glb")
    bpy.ops.wm.read_homefile(use_empty=True)
    capfd.readouterr()
    bpy.ops.import_scene.gltf(filepath=str(tmp_path / "file.glb"))
    assert "notice" not in capfd.readouterr().out
    rock, door, hinge, zone = (bpy.data.objects[name].omi_physics for name in ("Rock", "Door", "Hinge", "Zone"))
    assert (rock.motion.type, rock.motion.mass) == ("DYNAMIC", 5)
    assert tuple(rock.motion.linear_velocity) == pytest.approx((1, 2, 3), abs=1e-5)
    assert tuple(rock.motion.center_of_mass) == pytest.approx((0, 0, 0.25))
    assert (rock.collider.shape.type, len(rock.collider.shape.mesh.vertices)) == ("CONVEX", 8)
    shape = door.collider.shape
    assert (shape.type, shape.height, shape.radius_bottom) == ("CAPSULE", 2, 0.5)
    assert tuple(zone.trigger.shape.size) == (1, 2, 3)
    assert hinge.joint.connected.name == "Hinge_Attachment"
    limits = [
        (limit.kind, "".join(sorted(limit.axes)), limit.min_angle, limit.max_angle) for limit in hinge.joint.limits
    ]
    assert limits[0][:2] == ("LINEAR", "XYZ")
    assert limits[1] == ("ANGULAR", "Z", pytest.approx(-0.5), pytest.approx(1.0))
    assert not [obj for obj in bpy.data.objects if obj.name.endswith("_Shape")]


def write(path: Path, data: dict[str, Any]) -> str:
    path.write_text(json.dumps({"asset": {"version": "2.0"}, **data}))
    return str(path)


def test_a_file_of_another_tool(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """A box without a mass, and a finite plane; both extensions required, as most public files have it."""
    data = {
        "extensionsUsed": [KHR, SHAPES],
        "extensionsRequired": [KHR, SHAPES],
        "scene": 0,
        "scenes": [{"nodes": [0, 1]}],
        "nodes": [
            {"name": "Box", "extensions": {KHR: {"motion": {}, "collider": {"geometry": {"shape": 0}}}}},
            {"name": "Plane", "extensions": {KHR: {"collider": {"geometry": {"shape": 1}}}}},
        ],
        "extensions": {
            SHAPES: {
                "shapes": [
                    {"type": "box", "box": {"size": [1, 2, 0.5]}},
                    {"type": "plane", "plane": {"sizeX": 4, "sizeZ": 6}},
                ]
            }
        },
    }
    bpy.ops.import_scene.gltf(filepath=write(tmp_path / "file.gltf", data))
    box, plane = (bpy.data.objects[name].omi_physics for name in ("Box", "Plane"))
    # One cubic metre of water.
    assert box.motion.mass == pytest.approx(1000.0)
    assert tuple(plane.collider.shape.size) == pytest.approx((4, 6, 0.1))
    assert tuple(plane.collider.shape.offset) == pytest.approx((0, 0, -0.05))
    said = capfd.readouterr().out
    assert "Box (node 0)" in said and "1000 kg is used" in said
    assert "is a plane" in said
