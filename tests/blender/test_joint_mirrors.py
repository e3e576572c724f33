# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Joints in mirrored space: their ranges go where the Empty's own axes point, as the viewport draws them.

What a file says is judged in its world: a range along an axis is a vector times two numbers, whatever the node's axes.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from typing import Any

import bpy
import numpy as np
import pytest

from tests.blender.scenes import add, cube, make_body, make_collider, make_joint
from tests.blender.support import Gltf, addon_module, export_glb

BODY, JOINT = "OMI_physics_body", "OMI_physics_joint"
MIRRORS = ((-1, 1, 1), (1, -1, 1), (1, 1, -1), (-1, -1, -1))
PLAIN = (1, 1, 1)
TURN = (0.3, -0.5, 0.7)
Entry = tuple[str, np.ndarray, float, float]
"""A kind, a unit vector of the file's world, and a range along or about it."""


def door(name: str, limits: Sequence[dict[str, Any]], scale: Any = PLAIN, own: Any = PLAIN) -> bpy.types.Object:
    """A door of that scale, turned, with a joint Empty of its own scale, turned too; gives the Empty."""
    body = make_collider(make_body(cube(name, rotation=TURN, scale=scale)))
    joint = add(f"{name} J", parent=body, location=(0.5, 0.2, 0.1), rotation=(0.9, 0.1, -0.4), scale=own)
    return make_joint(joint, None, limits)


def limit(kind: str, axes: str, low: float = 0.1, high: float = 0.5, **values: Any) -> dict[str, Any]:
    unit = "distance" if kind == "LINEAR" else "angle"
    return {"kind": kind, "axes": set(axes), f"min_{unit}": low, f"max_{unit}": high, **values}


def to_file(vector: Any, y_up: bool) -> np.ndarray:
    x, y, z = vector
    return np.array((x, z, -y) if y_up else (x, y, z))


def meant(obj: bpy.types.Object, kind: str, axis: str, low: float, high: float, y_up: bool = True) -> Entry:
    """What a value about an axis means: along where the axis points; about it, the other way round in a mirror."""
    column = obj.matrix_world.to_3x3().col["XYZ".index(axis)].normalized()
    turned = obj.matrix_world.is_negative and kind == "ANGULAR"
    return (kind, to_file(column, y_up) * (-1 if turned else 1), low, high)


def said(gltf: Gltf, name: str) -> Iterator[Entry]:
    """What the file says about the limits of the joint of an object, axis by axis."""
    index, payload = next(
        (i, node["extensions"][JOINT])
        for i, node in enumerate(gltf.nodes)
        if node["name"] in (name, f"{name}_Joint") and JOINT in node.get("extensions", {})
    )
    world = gltf.world(index)[:3, :3]
    assert np.linalg.det(world) > 0, "a joint's frame is right-handed"
    assert world.T @ world == pytest.approx(np.identity(3), abs=1e-5)
    settings = gltf.root(JOINT)["physicsJoints"][payload["joint"]]
    for entry in settings.get("limits", ()):
        for key, kind in (("linearAxes", "LINEAR"), ("angularAxes", "ANGULAR")):
            for axis in entry.get(key, ()):
                yield kind, world[:, axis], entry.get("min", -math.inf), entry.get("max", math.inf)
    for entry in settings.get("drives", ()):
        target = entry.get("velocityTarget", entry.get("positionTarget"))
        yield f"drive {entry['type'].upper()}", world[:, entry["axis"]], target, target


def same(a: Entry, b: Entry) -> bool:
    """Whether two ranges are one, as seen from either side of the axis."""
    (kind, way, low, high), (other, back, *bounds) = a, b
    if kind != other or abs(abs(float(way @ back)) - 1) > 1e-5:
        return False
    return bounds == pytest.approx([low, high] if way @ back > 0 else [-high, -low], abs=1e-6)


def all_same(found: list[Entry], expected: list[Entry]) -> bool:
    return len(found) == len(expected) and all(sum(same(e, f) for f in found) == 1 for e in expected)


@pytest.mark.parametrize("y_up", [True, False])
def test_one_axis_in_every_mirror(y_up: bool) -> None:
    scenes = itertools.product(("LINEAR", "ANGULAR"), "XYZ", MIRRORS, ("scale", "own"))
    made = []
    for number, (kind, axis, mirror, where) in enumerate(scenes):
        made.append((door(str(number), [limit(kind, axis)], **{where: mirror}), kind, axis))
    assert len(made) == 48
    gltf = export_glb(export_yup=y_up)
    for obj, kind, axis in made:
        assert obj.matrix_world.is_negative
        found = list(said(gltf, obj.name))
        assert all_same(found, [meant(obj, kind, axis, 0.1, 0.5, y_up)]), obj.name


def test_the_door_of_80_degrees() -> None:
    body = make_collider(make_body(cube("Door", scale=(-1, 1, 1))))
    degrees = limit("ANGULAR", "Z", math.radians(10), math.radians(80))
    joint = make_joint(add("J", parent=body), None, [degrees])
    drive = joint.omi_physics.joint.drives.add()
    drive.kind, drive.axis, drive.use_velocity_target, drive.velocity_angular = "ANGULAR", "Z", True, 3
    gltf = export_glb()
    up = np.array([0, 1, 0])
    expected = [("ANGULAR", up, math.radians(-80), math.radians(-10)), ("drive ANGULAR", up, -3.0, -3.0)]
    assert all_same(list(said(gltf, "J")), expected)


@pytest.mark.parametrize("mirror", MIRRORS)
@pytest.mark.parametrize("kind", ["LINEAR", "ANGULAR"])
@pytest.mark.parametrize("bounds", [(-0.2, 0.7), (0.1, 0.5), (-0.5, -0.1), (-0.4, 0.4)])
def test_several_axes_share_a_range_each(mirror: Any, kind: str, bounds: tuple[float, float]) -> None:
    made = [door(axes, [limit(kind, axes, *bounds)], own=mirror) for axes in ("XY", "XZ", "YZ", "XYZ")]
    gltf = export_glb()
    for obj in made:
        expected = [meant(obj, kind, axis, *bounds) for axis in obj.name[:-2]]
        assert all_same(list(said(gltf, obj.name)), expected), obj.name


@pytest.mark.parametrize("kind", ["LINEAR", "ANGULAR"])
def test_bounds_on_one_side(kind: str) -> None:
    made = [door(axis, [limit(kind, axis, use_max=False)], scale=(2, -2, 2)) for axis in "XYZ"]
    gltf = export_glb()
    for obj in made:
        (found,) = said(gltf, obj.name)
        _, way, *_ = meant(obj, kind, obj.name[0], 0.1, math.inf)
        towards = float(found[1] @ way)
        assert [found[2], found[3]] == pytest.approx([0.1, math.inf] if towards > 0 else [-math.inf, -0.1])


@pytest.mark.parametrize("mirror", MIRRORS)
@pytest.mark.parametrize("kind", ["LINEAR", "ANGULAR"])
def test_a_shared_distance_or_angle_has_no_sides(mirror: Any, kind: str) -> None:
    door("D", [limit(kind, "XY", 0, 0.5, is_radial=True)], own=mirror)
    gltf = export_glb()
    (settings,) = gltf.root(JOINT)["physicsJoints"]
    key = "linearAxes" if kind == "LINEAR" else "angularAxes"
    assert settings["limits"] == [{key: [0, 2], "min": 0, "max": 0.5}]


@pytest.mark.parametrize(("kind", "unit"), [("LINEAR", "linear"), ("ANGULAR", "angular")])
def test_drives_go_the_same_way(kind: str, unit: str) -> None:
    made = []
    for number, (axis, mirror) in enumerate(itertools.product("XYZ", MIRRORS)):
        obj = door(str(number), [limit(kind, axis)], own=mirror)
        drive = obj.omi_physics.joint.drives.add()
        drive.kind, drive.axis = kind, axis
        if number % 2:
            drive.use_velocity_target = True
            setattr(drive, f"velocity_{unit}", 3)
        else:
            drive.use_position_target = True
            setattr(drive, "position_distance" if kind == "LINEAR" else "position_angle", 3)
        made.append((obj, axis))
    gltf = export_glb()
    for obj, axis in made:
        (found,) = (entry for entry in said(gltf, obj.name) if entry[0].startswith("drive"))
        _, way, low, high = meant(obj, kind, axis, 3.0, 3.0)
        assert same((found[0], way, low, high), found)


def test_a_joint_in_slanted_space_is_right_handed() -> None:
    door("D", [limit("LINEAR", "X")], scale=(1, -2, 3))
    gltf = export_glb()
    assert np.linalg.det(gltf.world("D J_Joint")[:3, :3]) > 0


def test_mirrored_twice_is_not_mirrored() -> None:
    obj = door("D", [limit("ANGULAR", "Z")], scale=(-1, 1, 1), own=(1, -1, 1))
    (found,) = said(export_glb(), "D J")
    assert not obj.matrix_world.is_negative and same(meant(obj, "ANGULAR", "Z", 0.1, 0.5), found)


def test_a_parent_above_the_body_mirrors_as_well() -> None:
    rig = add("Rig", scale=(1, -1, 1), rotation=(0.2, 0.1, 0))
    obj = door("D", [limit("LINEAR", "Y"), limit("ANGULAR", "X")])
    bpy.data.objects["D"].parent = rig
    found = list(said(export_glb(), "D J"))
    assert all_same(found, [meant(obj, "LINEAR", "Y", 0.1, 0.5), meant(obj, "ANGULAR", "X", 0.1, 0.5)])


def test_what_was_exported_mirrored_comes_in_and_goes_out_the_same(tmp_path: Any) -> None:
    door("D", [limit("LINEAR", "XY"), limit("ANGULAR", "Z")], scale=(1, -1, 1), own=(2, 2, 2))
    first = export_glb(tmp_path / "first.glb")
    bpy.ops.wm.read_homefile(use_empty=True)
    bpy.ops.import_scene.gltf(filepath=str(tmp_path / "first.glb"))
    second = export_glb()
    name = next(node["name"] for node in first.nodes if JOINT in node.get("extensions", {}))
    assert all_same(list(said(second, name)), list(said(first, name)))
    assert second.root(JOINT) == first.root(JOINT)


def test_a_mirrored_target_is_the_frame_along_its_axes_nearest_to_the_joints() -> None:
    frame = make_body(cube("Frame"), "STATIC")
    end = add("End", parent=frame, scale=(1, -1, 1))
    obj = door("D", [limit("ANGULAR", "Z")])
    bpy.data.objects["D"].rotation_euler = obj.rotation_euler = (0, 0, 0)
    obj.omi_physics.joint.connected, obj.omi_physics.joint.attach = end, "TARGET"
    gltf = export_glb()
    payload = next(n["extensions"][JOINT] for n in gltf.nodes if JOINT in n.get("extensions", {}))
    assert gltf.world(payload["connectedNode"])[:3, :3] == pytest.approx(np.identity(3), abs=1e-5)


# The overlay --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("mirror", MIRRORS)
def test_the_overlay_draws_what_the_file_says(mirror: Any) -> None:
    obj = door("D", [limit("LINEAR", "X", 1, 2)], own=mirror)
    other = door("E", [limit("ANGULAR", "Z", 0.2, 0.2)], own=mirror)
    bpy.context.view_layer.update()
    capture = addon_module("properties.capture").capture(bpy.context.scene, bpy.context.evaluated_depsgraph_get())
    lines = addon_module("overlay.scene_lines")
    only_joints = lines.Shown(colliders=False, triggers=False, centers=False, velocities=False)
    (joint,) = (node for node in capture.nodes if node.name == obj.name)
    drawn = lines.SceneLines().build(capture, set(), only_joints, {joint.index})
    way = np.array(obj.matrix_world.to_3x3().col[0].normalized())
    start = np.array(obj.matrix_world.translation)
    bar = drawn["limit", False][:2] - start
    assert bar == pytest.approx(np.array([way, way * 2]), abs=1e-5)
    for number, name in enumerate("xyz"):
        tip = drawn[name, False][1] - start
        axis = obj.matrix_world.to_3x3().col[number].normalized()
        assert tip == pytest.approx(np.array(axis) * np.linalg.norm(tip), abs=1e-5)
    # The spoke at 0.2 rad lies where the X axis goes when it is turned as the file says.
    (hinge,) = (node for node in capture.nodes if node.name == other.name)
    spoke = lines.SceneLines().build(capture, set(), only_joints, {hinge.index})["limit", False][-1]
    x, y = (np.array(other.matrix_world.to_3x3().col[i].normalized()) for i in range(2))
    expected = math.cos(0.2) * x + math.sin(0.2) * y
    found = spoke - np.array(other.matrix_world.translation)
    assert found / np.linalg.norm(found) == pytest.approx(expected, abs=1e-5)
    _, about, low, _ = meant(other, "ANGULAR", "Z", 0.2, 0.2, y_up=False)
    assert np.cross(x, expected) == pytest.approx(about * math.sin(low), abs=1e-5)
