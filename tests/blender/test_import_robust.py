# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Nothing in a file can abort an import; what is wrong is named in the log and in the operator's report."""

from __future__ import annotations

import os
from pathlib import Path
from random import Random
from typing import Any

import bpy
import pytest

from tests.support import gltf_files, physics_json, shared
from tests.support.blender import addon_module, empty_scene

BODY, SHAPE, JOINT = "OMI_physics_body", "OMI_physics_shape", "OMI_physics_joint"
DOCUMENTS = 1_000 if os.environ.get("OMI_LONG") else 300


def import_file(path: Path) -> set[str]:
    return bpy.ops.import_scene.gltf(filepath=str(path))


def warnings(caplog) -> list[str]:
    return [r.message for r in caplog.records if r.levelname in ("WARNING", "ERROR")]


def physics(name: str) -> Any:
    return bpy.data.objects[name].omi_physics


HANDMADE = {
    "h01_inner_null_and_wrong_types": [
        "A (node 0): /nodes/0/extensions/OMI_physics_body/motion: is null",
        "A (node 0): /nodes/0/extensions/OMI_physics_body/collider: is a list",
        'A (node 0): /nodes/0/extensions/OMI_physics_body/trigger: is the text "x"',
        "B (node 1): /nodes/1/extensions/OMI_physics_body/motion/type: is 7",
        'B (node 1): /nodes/1/extensions/OMI_physics_body/motion/mass: is the text "heavy"',
        "B (node 1): /nodes/1/extensions/OMI_physics_body/motion/centerOfMass: has 2 numbers",
        "B (node 1): /nodes/1/extensions/OMI_physics_body/motion/inertiaDiagonal: is null",
        "B (node 1): /nodes/1/extensions/OMI_physics_body/motion/linearVelocity: is an object",
        'B (node 1): /nodes/1/extensions/OMI_physics_body/collider/shape: is the text "0"',
        "B (node 1): /nodes/1/extensions/OMI_physics_body/collider/physicsMaterial: is true",
    ],
    "h02_index_out_of_range": [
        "Mesh (node 4): /extensions/OMI_physics_shape/shapes/1/convex/mesh: is 42",
        "Scene: /extensions/OMI_physics_joint/physicsJoints/0/limits/0: has linear and angular axes",
        "A (node 0): /nodes/0/extensions/OMI_physics_body/collider/shape: is 99",
        "A (node 0): /nodes/0/extensions/OMI_physics_body/collider/physicsMaterial: is 5",
        "A (node 0): /nodes/0/extensions/OMI_physics_body/collider/collisionFilter: is -2",
        "J (node 1): /nodes/1/extensions/OMI_physics_joint/connectedNode: is 77",
        "C (node 2): /nodes/2/extensions/OMI_physics_body/collider/shape: is -1",
        "T (node 3): /nodes/3/extensions/OMI_physics_body/trigger/nodes/1: is 500",
        "T (node 3): /nodes/3/extensions/OMI_physics_body/trigger/nodes/2: is -1",
        "T (node 3): /nodes/3/extensions/OMI_physics_body/trigger/nodes: lists A (node 0), which is not below it",
    ],
    "h03_infinite_by_1e999": [
        "A (node 0): /extensions/OMI_physics_shape/shapes/0/sphere/radius: is infinite",
        "J (node 1): /extensions/OMI_physics_joint/physicsJoints/0/limits/0/min: is infinite",
        "J (node 1): /extensions/OMI_physics_joint/physicsJoints/0/limits/0/max: is infinite",
        "A (node 0): /nodes/0/extensions/OMI_physics_body/motion/mass: is infinite",
        "J (node 1): /nodes/1/extensions/OMI_physics_joint/connectedNode: belongs to the joint's own body",
    ],
    "h04_joint_to_self_and_to_ancestor": [
        "JSelf (node 1): /extensions/OMI_physics_joint/physicsJoints/0/limits/0: has linear and angular axes",
        "JSelf (node 1): /nodes/1/extensions/OMI_physics_joint/connectedNode: is this node itself",
        "JParent (node 2): /nodes/2/extensions/OMI_physics_joint/connectedNode: belongs to the joint's own body",
    ],
    "h05_joint_axes_bad": [
        "J (node 1): /extensions/OMI_physics_joint/physicsJoints/0/limits/3: is the text",
        "J (node 1): /extensions/OMI_physics_joint/physicsJoints/0/limits/0/linearAxes/1: repeats axis 0",
        "J (node 1): /extensions/OMI_physics_joint/physicsJoints/0/limits/0/linearAxes/2: is 3",
        "J (node 1): /extensions/OMI_physics_joint/physicsJoints/0/limits/0/linearAxes/3: is -1",
        "J (node 1): /extensions/OMI_physics_joint/physicsJoints/0/limits/0/linearAxes/4: is 1.5",
        "J (node 1): /extensions/OMI_physics_joint/physicsJoints/0/limits/0: has a minimum of 2 above its maximum",
        "J (node 1): /extensions/OMI_physics_joint/physicsJoints/0/limits/1: limits no axis",
        "J (node 1): /extensions/OMI_physics_joint/physicsJoints/0/limits/2: limits no axis",
        "J (node 1): /extensions/OMI_physics_joint/physicsJoints/0/limits/4/stiffness: is -5",
        "J (node 1): /extensions/OMI_physics_joint/physicsJoints/0/drives/0/axis: is 3",
        'J (node 1): /extensions/OMI_physics_joint/physicsJoints/0/drives/1/type: is the text "warp"',
        "J (node 1): /extensions/OMI_physics_joint/physicsJoints/0/drives/2/maxForce: is -1",
        'J (node 1): /nodes/1/extensions/OMI_physics_joint/enableCollision: is the text "yes"',
        "J (node 1): /nodes/1/extensions/OMI_physics_joint/connectedNode: has no body",
    ],
    "h09_negative_zero_huge_sizes": [
        "n0 (node 0): /extensions/OMI_physics_shape/shapes/0/box/size: has a negative number",
        "n1 (node 1): /extensions/OMI_physics_shape/shapes/1/sphere/radius: has a 0",
        "n2 (node 2): /extensions/OMI_physics_shape/shapes/2/capsule/height: is -1",
        "n4 (node 4): /extensions/OMI_physics_shape/shapes/4/box/size: has 1e+30",
        "n4 (node 4): /extensions/OMI_physics_shape/shapes/4/box/size: has 1e-30",
        'n5 (node 5): /extensions/OMI_physics_shape/shapes/5/type: is the text "plane"',
        "n6 (node 6): /extensions/OMI_physics_shape/shapes/6/capsule/radius: is the form before 2025",
    ],
    "h11_extensions_required": [],
    "h14_root_ext_missing": [
        "A (node 0): /nodes/0/extensions/OMI_physics_body/collider/shape: is 0",
        "J (node 1): /nodes/1/extensions/OMI_physics_joint/joint: is 0",
        "J (node 1): /nodes/1/extensions/OMI_physics_joint: has no body with a motion above it",
    ],
}


@shared.requires_files
@pytest.mark.parametrize("name", HANDMADE)
def test_handmade_files_come_in_with_one_warning_per_fault(name: str, caplog) -> None:
    assert import_file(shared.FILES / "handmade" / f"{name}.gltf") == {"FINISHED"}
    found = [text for text in warnings(caplog) if "OMI physics read" not in text]
    assert len(found) == len(HANDMADE[name])
    for expected in HANDMADE[name]:
        assert any(text.startswith(expected) for text in found), expected
    if name == "h01_inner_null_and_wrong_types":
        good = physics("Good")
        assert (good.motion.type, good.motion.mass, tuple(good.collider.shape.size)) == ("DYNAMIC", 2, (1, 3, 2))
        assert physics("B").motion.type == "DYNAMIC" and physics("B").use_collider


GODOT = [p for p in shared.files("godot-made/*.glb") if p.stem != "meshless"]


@shared.requires_files
@pytest.mark.parametrize("path", GODOT, ids=lambda p: p.stem)
def test_what_godot_writes_comes_in(path: Path, caplog) -> None:
    assert import_file(path) == {"FINISHED"}
    text = "\n".join(warnings(caplog))
    if path.stem == "triggers":
        assert "SingleShape (node 2): /nodes/2/extensions/OMI_physics_body/trigger: is null" in text
        assert "Compound (node 3): /nodes/3/extensions/OMI_physics_body/trigger/nodes/0: is 4.0" in text
        assert physics("Compound").trigger.kind == "COMPOUND"
        assert physics("BodyWithTrigger").motion.type == "DYNAMIC"
    else:
        capsule = physics("CapsuleShape").collider.shape
        assert (capsule.radius_top, capsule.height) == pytest.approx((0.4, 1.0), abs=1e-6)
        assert physics("ConvexShape").collider.shape.mesh is not None


@pytest.mark.parametrize("block", range(4))
def test_hostile_documents_through_the_real_import(block: int, tmp_path: Path, caplog, capfd) -> None:
    imported = 0
    for seed in range(block * DOCUMENTS // 4, (block + 1) * DOCUMENTS // 4):
        document = hostile_document(seed)
        path = gltf_files.write(tmp_path / "hostile.gltf", document)
        empty_scene()
        bpy.context.scene.omi_physics.use_import = False
        if not succeeds(path):
            capfd.readouterr()
            continue  # Blender itself refuses it
        empty_scene()
        imported += 1
        assert succeeds(path), f"seed {seed}"
        assert not any("fault of the add-on" in text for text in warnings(caplog)), f"seed {seed}"
        caplog.clear()
    assert imported > DOCUMENTS // 5
    assert "Traceback" not in capfd.readouterr().err


def hostile_document(seed: int) -> dict[str, Any]:
    """A hostile document without what Blender itself refuses: extensions that are no objects."""
    document = physics_json.hostile_document(Random(seed))
    for holder in (document, *document["nodes"]):
        extensions = holder.get("extensions", {})
        holder["extensions"] = {name: value for name, value in extensions.items() if isinstance(value, dict)}
    document["meshes"] = []
    for _ in range(3):
        gltf_files.add_mesh(document, *gltf_files.TETRAHEDRON)
    return document


def succeeds(path: Path) -> bool:
    try:
        return import_file(path) == {"FINISHED"}
    except RuntimeError:
        return False


def document_with_faults() -> dict[str, Any]:
    motion = {"type": "dynamic", "mass": "heavy", "gravityFactor": None}
    return gltf_files.gltf([{"name": "Crate", "extensions": {BODY: {"motion": motion}}}])


def test_warnings_reach_the_operators_report_and_are_counted(tmp_path: Path, capfd) -> None:
    import_file(gltf_files.write(tmp_path / "a.gltf", document_with_faults()))
    lines = [line for line in capfd.readouterr().out.splitlines() if line.startswith("Warning: ")]
    path = "/nodes/0/extensions/OMI_physics_body/motion"
    assert lines == [
        f'Warning: Crate (node 0): {path}/mass: is the text "heavy", not a number; 1 is used',
        f"Warning: Crate (node 0): {path}/gravityFactor: is null, not a number; 1 is used",
        "Warning: Scene: OMI physics read: 1 body; 2 notices, listed in the Info editor",
    ]


def test_names_that_blender_has_no_place_for_are_counted(tmp_path: Path, caplog) -> None:
    shapes = {"shapes": [{"type": "box", "box": {}, "name": "A"}, {"type": "box", "box": {}}]}
    node = {"name": "N", "extensions": {BODY: {"collider": {"shape": 0}}}}
    document = gltf_files.gltf([node], OMI_physics_shape=shapes, OMI_physics_joint={"physicsJoints": [{"name": "B"}]})
    import_file(gltf_files.write(tmp_path / "a.gltf", document))
    assert "Scene: /extensions: 2 names of shapes and joints are not kept" in warnings(caplog)


def test_several_files_at_once_do_not_share_state(tmp_path: Path, caplog) -> None:
    for name in ("a", "b"):
        shape = {"type": "sphere", "sphere": {"radius": 1 if name == "a" else 2}}
        node = {"name": name, "extensions": {BODY: {"collider": {"shape": 0}}}}
        gltf_files.write(tmp_path / f"{name}.gltf", gltf_files.gltf([node], OMI_physics_shape={"shapes": [shape]}))
    gltf_files.write(tmp_path / "none.gltf", gltf_files.gltf([{"name": "none"}]))
    files = [{"name": f"{name}.gltf"} for name in ("a", "none", "b")]
    # Blender 5.3 wants the folder, older ones take it from the path.
    options = {"directory": str(tmp_path)} if "directory" in operator_properties() else {}
    bpy.ops.import_scene.gltf(filepath=str(tmp_path / "a.gltf"), files=files, **options)
    assert physics("a").collider.shape.radius == 1 and physics("b").collider.shape.radius == 2
    assert not physics("none").use_collider
    assert not warnings(caplog)


def operator_properties() -> set[str]:
    return set(bpy.ops.import_scene.gltf.get_rna_type().properties.keys())


def test_the_import_can_be_switched_off(tmp_path: Path) -> None:
    bpy.context.scene.omi_physics.use_import = False
    import_file(gltf_files.write(tmp_path / "a.gltf", document_with_faults()))
    assert physics("Crate").motion.type == "NONE"


def test_files_that_require_the_extensions_come_in(tmp_path: Path) -> None:
    document = document_with_faults()
    document["extensionsUsed"] = document["extensionsRequired"] = [BODY, SHAPE, JOINT, "OMI_collider"]
    assert import_file(gltf_files.write(tmp_path / "a.gltf", document)) == {"FINISHED"}
    assert physics("Crate").motion.type == "DYNAMIC"


def test_a_fault_of_ours_is_reported_and_does_not_abort_the_import(tmp_path: Path, monkeypatch, caplog, capfd) -> None:
    def broken(*args: Any) -> None:
        raise KeyError("ours")

    monkeypatch.setattr(addon_module("core.formats.read"), "decode", broken)
    # Blender raises the report of an error at the end, after everything was imported.
    with pytest.raises(RuntimeError, match="a fault of the add-on: KeyError: 'ours'"):
        import_file(gltf_files.write(tmp_path / "a.gltf", document_with_faults()))
    assert "Crate" in bpy.data.objects
    assert "Traceback" in capfd.readouterr().err


def test_bones_that_carry_physics_are_named(tmp_path: Path, caplog) -> None:
    body = {BODY: {"motion": {"type": "dynamic"}}}
    nodes: list[dict[str, Any]] = [
        {"name": "Bone", "extensions": body, "children": [3]},
        {"name": "Skinned", "mesh": 0, "skin": 0},
        {"name": "Body", "extensions": body, "children": [4]},
        {"name": "Tip", "extensions": {JOINT: {"joint": 0, "connectedNode": 2}}},
        {"name": "J", "extensions": {JOINT: {"joint": 0, "connectedNode": 3}}},
    ]
    document = gltf_files.gltf(nodes, OMI_physics_joint={"physicsJoints": [{}]})
    document["skins"] = [{"joints": [0, 3]}]
    gltf_files.add_mesh(document, *gltf_files.TETRAHEDRON)
    assert import_file(gltf_files.write(tmp_path / "a.gltf", document)) == {"FINISHED"}
    assert physics("Body").motion.type == "DYNAMIC" and not physics("J").use_joint
    text = "\n".join(warnings(caplog))
    assert "Bone (node 0): /nodes/0: became a bone" in text
    assert "Tip (node 3): /nodes/3: became a bone" in text
    assert "J (node 4): /nodes/4: is joined to node 3, which became no object" in text


@pytest.mark.parametrize("content", ["camera", "light"])
def test_cameras_and_lights_have_turned_axes(tmp_path: Path, content: str) -> None:
    node: dict[str, Any] = {
        "name": "A",
        "rotation": [0, 0.6, 0, 0.8],
        "extensions": {
            BODY: {
                "motion": {"type": "dynamic", "centerOfMass": [0, 1, 2]},
                "collider": {"shape": 0},
            },
        },
    }
    document = gltf_files.gltf([node], OMI_physics_shape={"shapes": [{"type": "box", "box": {"size": [1, 2, 3]}}]})
    if content == "camera":
        node["camera"] = 0
        document["cameras"] = [{"type": "perspective", "perspective": {"yfov": 1, "znear": 0.1}}]
    else:
        node["extensions"]["KHR_lights_punctual"] = {"light": 0}
        document["extensions"]["KHR_lights_punctual"] = {"lights": [{"type": "point"}]}
        document["extensionsUsed"].append("KHR_lights_punctual")
    assert import_file(gltf_files.write(tmp_path / "a.gltf", document)) == {"FINISHED"}
    obj = bpy.data.objects["A"]
    bpy.context.view_layer.update()
    shape = obj.omi_physics.collider.shape
    # Where the center of mass and the box stand in the world, from the file: x, y, z of glTF turned about Y.
    from mathutils import Quaternion, Vector

    turn = Quaternion((0.8, 0, 0, 0.6))  # about Blender Z
    assert tuple(obj.matrix_world @ Vector(obj.omi_physics.motion.center_of_mass)) == pytest.approx(
        tuple(turn @ Vector((0, -2, 1))), abs=1e-6
    )
    box = obj.matrix_world.to_quaternion() @ shape.rotation.to_quaternion()
    assert abs(box.dot(turn)) == pytest.approx(1, abs=1e-6)
    assert tuple(shape.size) == (1, 3, 2)
