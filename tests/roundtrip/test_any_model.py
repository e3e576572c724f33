# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Any legal file: import, export, and the physics means the same; again, and the files are the same."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import Any

import bpy
from hypothesis import given, settings

from tests.roundtrip.semantics import differences, layout, meaning
from tests.support import gltf_files, physics_json
from tests.support.blender import empty_scene
from tests.support.gltf import Gltf, export_glb
from tests.unit.test_decode_any import as_json

BODY = "OMI_physics_body"
EXAMPLES = 500 if os.environ.get("OMI_LONG") else 60


def document_of(file: Any) -> dict[str, Any]:
    document = as_json(file)
    document["meshes"] = []
    for _ in range(4):
        gltf_files.add_mesh(document, *gltf_files.TETRAHEDRON)
    for index, node in enumerate(document["nodes"]):
        node["translation"] = [index, 2 * index, -index]
    return document


def round_trip(path: Path) -> Gltf:
    empty_scene()
    assert bpy.ops.import_scene.gltf(filepath=str(path)) == {"FINISHED"}
    return export_glb(path.with_suffix(".out.glb"))


@given(physics_json.files())
@settings(max_examples=EXAMPLES, deadline=None)
def test_any_legal_file_means_the_same_after_import_and_export(file: Any) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = gltf_files.write(Path(folder) / "a.gltf", document_of(file))
        first = round_trip(path)
        assert differences(meaning(Gltf(path)), meaning(first)) == []
        assert differences(layout(first), layout(round_trip(first.path))) == []


def test_a_part_on_a_body_of_its_own_keeps_moving_with_that(tmp_path: Path) -> None:
    motion = {"motion": {"type": "dynamic"}}
    nodes: list[dict[str, Any]] = [
        {"name": "Car", "children": [1, 2], "extensions": {BODY: {**motion, "trigger": {"nodes": [1, 2]}}}},
        {"name": "Wheel", "extensions": {BODY: {**motion, "trigger": {"shape": 0}}}},
        {"name": "Seat", "extensions": {BODY: {"trigger": {"shape": 0}}}},
    ]
    document = gltf_files.gltf(nodes, OMI_physics_shape={"shapes": [{"type": "box", "box": {}}]})
    path = gltf_files.write(tmp_path / "a.gltf", document)
    first = round_trip(path)
    assert differences(meaning(Gltf(path)), meaning(first)) == []
    trigger = first.extension("Car", BODY)["trigger"]
    assert sorted(first.nodes[i]["name"] for i in trigger["nodes"]) == ["Seat", "Wheel"]
