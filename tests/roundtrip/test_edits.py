# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What an author does to an imported scene shows in the next file, and only that."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import bpy

from tests.support import gltf_files
from tests.support.gltf import export_glb

BODY = "OMI_physics_body"


def test_a_part_is_deleted_and_another_renamed(tmp_path: Path) -> None:
    def part(name: str, number: int) -> dict[str, Any]:
        return {"name": name, "extensions": {BODY: {"trigger": {"shape": 0, "collisionFilter": number}}}}

    nodes: list[dict[str, Any]] = [
        {"name": "L", "extensions": {BODY: {"trigger": {"nodes": [1, 2]}}}, "children": [1, 2, 3]},
        part("Bottom", 0),
        part("Top", 1),
        part("Separate", 0),
    ]
    document = gltf_files.gltf(
        nodes,
        OMI_physics_shape={"shapes": [{"type": "box", "box": {}}]},
        OMI_physics_body={"collisionFilters": [{"collisionSystems": ["A"]}, {"collisionSystems": ["B"]}]},
    )
    bpy.ops.import_scene.gltf(filepath=str(gltf_files.write(tmp_path / "a.gltf", document)))
    first = export_glb()
    assert sorted(first.nodes[i]["name"] for i in first.extension("L", BODY)["trigger"]["nodes"]) == ["Bottom", "Top"]
    bpy.data.objects.remove(bpy.data.objects["Bottom"])
    bpy.data.objects["Top"].name = "Renamed"
    second = export_glb()
    assert [second.nodes[i]["name"] for i in second.extension("L", BODY)["trigger"]["nodes"]] == ["Renamed"]
    trigger = second.extension("Renamed", BODY)["trigger"]
    assert second.root(BODY)["collisionFilters"][trigger["collisionFilter"]] == {"collisionSystems": ["B"]}
    assert "shape" in second.extension("Separate", BODY)["trigger"]
