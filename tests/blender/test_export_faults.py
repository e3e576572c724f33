# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Errors of our own code in an export: they cost the object, else the scene, where they happen, and never the file."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import bpy
import pytest

from tests.blender.scenes import add, cube, cube_mesh, make_body, make_collider, make_joint, make_trigger
from tests.blender.support import Gltf, addon_module

BODY, SHAPE, JOINT = "OMI_physics_body", "OMI_physics_shape", "OMI_physics_joint"
NAMES = "ABCDE"
FORMATS = {"out.glb": "GLB", "out.gltf": "GLTF_SEPARATE"}


def five() -> None:
    """Five bodies; C is the only one with a mass of 3, a hull, a material and a joint."""
    for number, name in enumerate(NAMES):
        obj = make_body(cube(name, (1, 2, 3 + number), location=(number * 4, 0, 0)), mass=3 if name == "C" else 2)
        make_collider(obj, "CONVEX" if name == "C" else "BOX")
    collider = bpy.data.objects["C"].omi_physics.collider
    collider.use_material, collider.material.name = True, "Ice"
    make_joint(add("J", parent=bpy.data.objects["C"]), bpy.data.objects["A"], ({"kind": "ANGULAR"},))
    make_trigger(cube("Zone", location=(0, 9, 0)))
    bpy.context.view_layer.update()


def record() -> Any:
    return addon_module("io_hooks.record").last_export()


def export(folder: Path, name: str = "out.glb") -> Gltf:
    bpy.ops.export_scene.gltf(filepath=str(folder / name), export_format=FORMATS[name])
    return Gltf(folder / name)


def failing_export(folder: Path, match: str, name: str = "out.glb") -> Gltf:
    """The file of an export in which our own code fails: the operator reports it, and still there is the file."""
    with pytest.raises(RuntimeError, match=match):
        bpy.ops.export_scene.gltf(filepath=str(folder / name), export_format=FORMATS[name])
    gltf = Gltf(folder / name)
    assert "parked" not in gltf.data.decode("latin-1") and not record().is_complete
    return gltf


def without(names: str) -> None:
    for name in names:
        physics = bpy.data.objects[name].omi_physics
        physics.motion.type = "NONE"
        physics.use_collider = physics.use_joint = physics.use_trigger = False


def nodes(gltf: Gltf) -> list[Any]:
    """The nodes, with names in place of indices, in no order."""
    found = []
    for node in gltf.nodes:
        children = sorted(gltf.nodes[i]["name"] for i in node.get("children", ()))
        found.append({**node, "children": children, "mesh": node.get("mesh") is not None, "extensions": None})
    return sorted(found, key=lambda node: node["name"])


def physics_of(gltf: Gltf) -> dict[str, Any]:
    """What each node carries of physics, with entries in place of indices."""
    shapes = gltf.root(SHAPE).get("shapes", [])
    found: dict[str, Any] = {}
    for node in gltf.nodes:
        body = node.get("extensions", {}).get(BODY)
        if body is not None:
            roles = {role: shapes[body[role]["shape"]] for role in ("collider", "trigger") if role in body}
            found[node["name"]] = (body.get("motion"), roles)
    return found


def raise_it(*_args: Any, **_values: Any) -> Any:
    raise KeyError("broken on purpose")


Fails = Callable[..., bool]


def named(*args: Any) -> bool:
    return any(getattr(arg, "name", "") == "C" for arg in args)


# Where our code works on one object: a module, what in it, and when that is about C.
OF_ONE: list[tuple[str, str, Fails]] = [
    ("io_hooks.vtree", "read_object", named),
    ("io_hooks.vtree", "_set_object", named),
    ("io_hooks.vtree", "is_animated", named),
    ("io_hooks.vtree", "_set_content", lambda _node, gltf: gltf.name == "C"),
    ("core.plan.assemble", "add_collider", named),
    ("core.plan.assemble", "_add_body", named),
    ("core.plan.shapes", "_host", named),
    ("io_hooks.export", "build_mesh", lambda shape, _y_up: shape.data.name == "C"),
    ("io_hooks.root_tables", "encode_shape", lambda shape: type(shape.geometry).__name__ == "Convex"),
    ("io_hooks.root_tables", "encode_material", lambda material: material.name == "Ice"),
    ("io_hooks.node_payloads", "encode_body", lambda body: body.motion is not None and body.motion.mass == 3),
]


def break_one(monkeypatch: pytest.MonkeyPatch, module: str, name: str, fails: Fails) -> None:
    whole = getattr(addon_module(module), name)

    def broken(*args: Any, **values: Any) -> Any:
        return raise_it() if fails(*args, **values) else whole(*args, **values)

    monkeypatch.setattr(addon_module(module), name, broken)


@pytest.mark.parametrize(("module", "name", "fails"), OF_ONE, ids=lambda value: value if isinstance(value, str) else "")
def test_a_fault_costs_one_object_of_five(
    module: str, name: str, fails: Fails, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    five()
    break_one(monkeypatch, module, name, fails)
    found = failing_export(tmp_path, "C: .*a fault of the add-on: KeyError: 'broken on purpose'")
    monkeypatch.undo()
    assert "C" in {i.object for i in record().issues if i.code == "object-failed" and i.severity == "error"}
    without("CJ")
    expected = export(tmp_path)
    assert record().is_complete and not record().error
    assert physics_of(found) == physics_of(expected) and JOINT not in found.extensions_used
    assert {node["name"] for node in found.nodes} >= {*NAMES, "J"}
    assert len(physics_of(found)) == 5


def test_a_fault_in_a_joint_costs_the_joint(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    five()
    monkeypatch.setattr(addon_module("io_hooks.node_payloads"), "encode_joint_node", raise_it)
    found = failing_export(tmp_path, "J: its physics is left out")
    assert len(physics_of(found)) == 6 and not {"J_Attachment", "J_Joint"} & set(found.names())


def test_numbers_that_no_file_can_hold_cost_one_object(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    five()
    module = addon_module("io_hooks.node_payloads")
    whole = module.encode_body

    def broken(body: Any) -> Any:
        data = whole(body)
        return {**data, "motion": {"mass": math.nan}} if body.motion is not None and body.motion.mass == 3 else data

    monkeypatch.setattr(module, "encode_body", broken)
    found = failing_export(tmp_path, "C: its physics is left out")
    assert len(physics_of(found)) == 5


def test_a_fault_in_hiding_a_mesh_names_the_object(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    five()
    bpy.data.objects["C"].omi_physics.collider.shape.use_collision_only = True
    break_one(monkeypatch, "io_hooks.vtree", "is_collision_only", named)
    found = failing_export(tmp_path, "C: its mesh is shown")
    assert len(physics_of(found)) == 6


# Where our code works on the whole scene.
OF_ALL = [
    ("io_hooks.export", "scene_settings"),
    ("io_hooks.vtree", "has_physics"),
    ("io_hooks.vtree", "TreeBeforeFilter"),
    ("io_hooks.vtree", "take_picture"),
    ("io_hooks.vtree", "restored_transforms"),
    ("core.plan.assemble", "SceneAssembly"),
    ("io_hooks.export", "PlannedScene"),
    ("io_hooks.export", "GltfWriter"),
    ("io_hooks.write_gltf", "sparse_node_class"),
    ("io_hooks.root_tables", "RootTables.places"),
    ("io_hooks.root_tables", "RootTables.write"),
    ("io_hooks.write_gltf", "GltfWriter._add_node"),
    ("io_hooks.write_gltf", "GltfWriter._set"),
    ("io_hooks.write_gltf", "GltfWriter._move"),
]


def break_all(monkeypatch: pytest.MonkeyPatch, module: str, name: str) -> None:
    monkeypatch.setattr(f"{addon_module(module).__name__}.{name}", raise_it)


@pytest.mark.parametrize(("module", "name"), OF_ALL)
def test_what_belongs_to_no_object_costs_the_physics_of_the_scene(
    module: str, name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    five()
    break_all(monkeypatch, module, name)
    found = failing_export(tmp_path, "Scene: its physics is left out, a fault of the add-on: KeyError", "out.gltf")
    monkeypatch.undo()
    assert [(i.code, i.object) for i in record().faults] == [("scene-failed", "Scene")]
    bpy.context.scene.omi_physics.use_export = False
    expected = export(tmp_path)
    assert nodes(found) == nodes(expected)
    assert not [name for name in found.extensions_used if name.startswith("OMI")] and not found.root(SHAPE)
    assert {mesh["name"] for mesh in found.json["meshes"]} == {*NAMES, "Zone"}


@pytest.mark.parametrize("name", ["check_body", "check_names"])
def test_a_fault_in_the_checks_costs_no_physics(name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    five()
    monkeypatch.setattr(addon_module("core.rules.validate"), name, raise_it)
    assert len(physics_of(failing_export(tmp_path, "was not checked|did not come to an end"))) == 6


def test_the_other_scene_keeps_its_physics(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    five()
    second = bpy.data.scenes.new("Second")
    make_collider(make_body(add("Lone", cube_mesh("Lone"), collection=second.collection)), "CONVEX")
    whole = addon_module("io_hooks.vtree").take_picture

    def broken(before: Any, settings: Any, options: Any, scene: Any) -> Any:
        return raise_it() if scene.name == "Scene" else whole(before, settings, options, scene)

    monkeypatch.setattr(addon_module("io_hooks.vtree"), "take_picture", broken)
    found = failing_export(tmp_path, "Scene: its physics")
    assert list(physics_of(found)) == ["Lone"]
    assert bpy.context.window.scene.name == "Scene"


@pytest.mark.parametrize("file_name", FORMATS)
@pytest.mark.parametrize(("module", "name"), [*OF_ALL[1:8], *((module, name) for module, name, _ in OF_ONE)])
def test_stop_writes_no_file(
    file_name: str, module: str, name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    five()
    bpy.context.scene.omi_physics.on_issues = "STOP"
    bpy.context.scene.frame_set(7)
    fails = next((fails for where, what, fails in OF_ONE if (where, what) == (module, name)), None)
    if fails is None:
        break_all(monkeypatch, module, name)
    else:
        break_one(monkeypatch, module, name, fails)
    with pytest.raises(RuntimeError, match="broken on purpose"):
        bpy.ops.export_scene.gltf(filepath=str(tmp_path / file_name), export_format=FORMATS[file_name])
    assert list(tmp_path.iterdir()) == []
    assert record().is_stopped and record().error
    assert bpy.context.scene.frame_current == 7
