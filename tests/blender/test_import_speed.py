# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Reading physics takes a fraction of the time that Blender's importer takes for the same nodes."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import bpy

from tests.support import gltf_files
from tests.support.blender import empty_scene

COUNT = 4_000


def document() -> dict[str, Any]:
    """Bodies in a row, each with a collider, every fourth joined to the next."""
    body = {"motion": {"type": "dynamic", "mass": 2.0, "linearVelocity": [1, 2, 3]}}
    nodes: list[dict[str, Any]] = [
        {
            "name": f"N{i}",
            "translation": [i, 0, 0],
            "extensions": {"OMI_physics_body": {**body, "collider": {"shape": i % 50, "physicsMaterial": 0}}},
        }
        for i in range(COUNT)
    ]
    for i in range(0, COUNT - 4, 4):
        nodes[i]["children"] = [len(nodes)]
        joint = {"OMI_physics_joint": {"joint": 0, "connectedNode": i + 1}}
        nodes.append({"name": f"J{i}", "extensions": joint})
    shapes = [{"type": "box", "box": {"size": [1, 2, 3 + k]}} for k in range(50)]
    limits = [{"linearAxes": [0, 1, 2], "min": 0, "max": 0}, {"angularAxes": [1], "min": -1, "max": 2}]
    return gltf_files.gltf(
        nodes,
        OMI_physics_shape={"shapes": shapes},
        OMI_physics_body={"physicsMaterials": [{"restitution": 0.5}]},
        OMI_physics_joint={"physicsJoints": [{"limits": limits}]},
    )


def seconds(path: Path, is_on: bool) -> float:
    empty_scene()
    bpy.context.scene.omi_physics.use_import = is_on
    start = time.perf_counter()
    bpy.ops.import_scene.gltf(filepath=str(path))
    return time.perf_counter() - start


def test_physics_adds_little_to_an_import(tmp_path: Path) -> None:
    path = gltf_files.write(tmp_path / "many.gltf", document())
    plain = min(seconds(path, False) for _ in range(3))
    ours = min(seconds(path, True) for _ in range(3))
    assert sum(obj.omi_physics.use_joint for obj in bpy.data.objects) == COUNT // 4 - 1
    print(f"{COUNT} bodies: {plain:.2f} s without physics, {ours:.2f} s with")
    # Alone on a machine it is about a quarter; others may be at work.
    assert ours < 1.6 * plain + 0.1
