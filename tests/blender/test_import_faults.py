# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Errors of our own code in an import: they cost the node, else the file's physics, and never the import."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import bpy
import pytest

from tests.blender.scenes import cube, make_body, make_collider
from tests.support import gltf_files
from tests.support.blender import addon_module

BODY, SHAPE, JOINT = "OMI_physics_body", "OMI_physics_shape", "OMI_physics_joint"
NAMES = "ABCDE"


def five(folder: Path) -> Path:
    """Five dynamic bodies; C alone has a mass of 3 and shape 1; a joint of B to A; a shape node below D."""
    nodes: list[dict[str, Any]] = []
    for number, name in enumerate(NAMES):
        body: dict[str, Any] = {"motion": {"type": "dynamic", "mass": 3 if name == "C" else 2}}
        if name != "D":
            body["collider"] = {"shape": int(name == "C")}
        nodes.append({"name": name, "translation": [number * 3, 0, 0], "extensions": {BODY: body}})
    nodes.append({"name": "J", "extensions": {JOINT: {"joint": 0, "connectedNode": 6}}})
    nodes.append({"name": "End"})
    nodes.append({"name": "D_Collider", "extensions": {BODY: {"collider": {"shape": 0}}}})
    for parent, child in ((1, 5), (0, 6), (3, 7)):
        nodes[parent]["children"] = [child]
    document = gltf_files.gltf(
        nodes,
        OMI_physics_shape={"shapes": [{"type": "box", "box": {}}, {"type": "sphere", "sphere": {"radius": 2}}]},
        OMI_physics_joint={"physicsJoints": [{"limits": [{"linearAxes": [0, 1, 2], "min": 0, "max": 0}]}]},
    )
    document["scenes"] = [{"nodes": [0, 1, 2, 3, 4]}]
    return gltf_files.write(folder / "five.gltf", document)


def failing_import(path: Path, match: str) -> None:
    """The operator reports an error, after everything was imported."""
    bpy.context.scene.omi_physics.use_import_shape_nodes = False
    with pytest.raises(RuntimeError, match=match):
        bpy.ops.import_scene.gltf(filepath=str(path))
    assert {*NAMES, "J", "End"} <= set(bpy.data.objects.keys())


def bodies() -> set[str]:
    return {obj.name for obj in bpy.data.objects if obj.omi_physics.motion.type == "DYNAMIC"}


def raise_it(*_args: Any, **_values: Any) -> Any:
    raise KeyError("broken on purpose")


Fails = Callable[..., bool]
OF_ONE: list[tuple[str, str, Fails]] = [
    ("core.formats.omi.decode", "_read_node", lambda _reading, _bodies, _joints, index, _data: index == 2),
    ("core.formats.omi.decode", "read_body", lambda _reading, index, _place: index == 2),
    ("io_hooks.import_scene", "write_object", lambda obj, *_args, **_values: obj.name == "C"),
    ("io_hooks.import_scene.SceneImporter", "_find_object", lambda _self, index, _busy: index == 2),
    ("io_hooks.import_scene.SceneImporter", "_collider", lambda _self, index, *_args: index == 2),
    ("properties.write", "write_motion", lambda _group, motion, _new: motion.mass == 3),
]


def holder_of(path: str) -> Any:
    if path.endswith("SceneImporter"):
        return addon_module("io_hooks.import_scene").SceneImporter
    return addon_module(path)


@pytest.mark.parametrize(("where", "name", "fails"), OF_ONE, ids=lambda value: value if isinstance(value, str) else "")
def test_a_fault_costs_one_node_of_five(
    where: str, name: str, fails: Fails, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    whole = getattr(holder_of(where), name)

    def broken(*args: Any, **values: Any) -> Any:
        return raise_it() if fails(*args, **values) else whole(*args, **values)

    monkeypatch.setattr(holder_of(where), name, broken)
    failing_import(five(tmp_path), r"C \(node 2\): .*a fault of the add-on: KeyError: 'broken on purpose'")
    assert bodies() == {"A", "B", "D", "E"}
    assert not bpy.data.objects["C"].omi_physics.use_collider
    assert bpy.data.objects["J"].omi_physics.joint.connected == bpy.data.objects["End"]
    assert bpy.data.objects["D"].omi_physics.use_collider, "the shape's node is folded as ever"


def test_a_fault_in_a_table_costs_what_uses_the_entry(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    module = addon_module("core.formats.omi.decode")
    whole = module.read_shape
    monkeypatch.setattr(module, "read_shape", lambda p, r: raise_it() if p.data["type"] == "sphere" else whole(p, r))
    failing_import(five(tmp_path), r"C \(node 2\): .*shapes/1: left out, a fault of the add-on")
    assert bodies() == set(NAMES) and bpy.data.objects["A"].omi_physics.use_collider
    assert bpy.data.objects["C"].omi_physics.collider.shape.type == "NONE"


def test_a_fault_in_folding_keeps_the_node(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(addon_module("io_hooks.import_fold"), "_give", raise_it)
    failing_import(five(tmp_path), r"D \(node 3\): .*the node of its shape stays")
    assert bodies() == set(NAMES) and bpy.data.objects["D_Collider"].omi_physics.use_collider


OF_ALL = [
    ("io_hooks.import_", "known_extensions"),
    ("io_hooks.import_", "scene_settings"),
    ("io_hooks.import_", "file_json"),
    ("core.formats.read", "decode"),
    ("io_hooks.import_", "SceneImporter"),
    ("core.formats.omi.decode", "_read_tables"),
]


@pytest.mark.parametrize(("where", "name"), OF_ALL)
def test_what_belongs_to_no_node_costs_the_physics(
    where: str, name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(addon_module(where), name, raise_it)
    failing_import(five(tmp_path), "Scene: OMI Physics failed to read the file's physics, a fault of the add-on")
    assert not bodies()


@pytest.mark.parametrize("name", ["report", "fold_shape_nodes"])
def test_a_fault_at_the_end_costs_no_physics(name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(addon_module("io_hooks.import_"), name, raise_it)
    failing_import(five(tmp_path), "a fault of the add-on")
    assert bodies() == set(NAMES)


def test_the_checks_name_an_object_that_cannot_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in NAMES:
        make_collider(make_body(cube(name)))
    module = addon_module("properties.capture")
    whole = module.read_object
    monkeypatch.setattr(module, "read_object", lambda obj, *rest: raise_it() if obj.name == "C" else whole(obj, *rest))
    picture = module.capture(bpy.context.scene, bpy.context.evaluated_depsgraph_get())
    found = addon_module("core.rules.validate").check(picture)
    assert [(i.code, i.object) for i in found if i.severity == "error"] == [("object-failed", "C")]
