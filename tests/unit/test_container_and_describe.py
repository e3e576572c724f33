# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Reading the JSON of files without Blender, and saying in words what is in them."""

from __future__ import annotations

import json
import struct
from pathlib import Path
from typing import Any

import pytest

from omi_physics.core.formats.common.container import ContainerError, parse, read_json
from omi_physics.core.formats.describe import count, count_words, describe
from omi_physics.core.formats.omi.decode import decode
from tests.support.physics_json import full_document


def glb(text: bytes, version: int = 2, kind: bytes = b"JSON", length: int = 0, size: int = 0) -> bytes:
    total = length or 20 + len(text)
    return struct.pack("<4sII", b"glTF", version, total) + struct.pack("<I4s", size or len(text), kind) + text


def test_both_containers_give_the_json(tmp_path: Path) -> None:
    text = b'{"asset": {"version": "2.0"}}'
    for name, data in (("a.gltf", text), ("a.glb", glb(text)), ("b.gltf", b"\xef\xbb\xbf" + text)):
        (tmp_path / name).write_bytes(data)
        assert read_json(tmp_path / name) == ({"asset": {"version": "2.0"}}, [])
    with pytest.raises(OSError, match="missing"):
        read_json(tmp_path / "missing.glb")


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "is not JSON"),
        (b"glTF", "ends within its header"),
        (glb(b"{}", version=1), "version 1"),
        (glb(b"{}", kind=b"BIN\0"), "first chunk is not JSON"),
        (glb(b"{}", size=99), "ends within its JSON"),
        (b"{", "is not JSON: .* in line 1, column 2"),
        (b"\xff\xfe", "not UTF-8 text at byte 0"),
        (b"[]", "does not hold an object"),
        (b"[" * 200_000, "too deep|is not JSON"),
        (b'{"a": ' + b"9" * 10_000 + b"}", "number too long"),
    ],
)
def test_what_is_no_file_is_refused_with_a_reason(data: bytes, reason: str) -> None:
    with pytest.raises(ContainerError, match=reason):
        parse(data)


def test_a_wrong_length_is_tolerated_and_named() -> None:
    # Godot 4.6 writes such a header for files without a mesh.
    found, remarks = parse(glb(b'{"asset": {}}', length=999))
    assert found == {"asset": {}}
    assert remarks == ["says it is 999 bytes long, but it is 33; Blender refuses such a file"]
    assert parse(b"{}")[1] == ["has no asset, which glTF requires"]


def hinge() -> dict[str, Any]:
    motion = {"type": "dynamic", "mass": 2, "centerOfMass": [0, 1, 2], "linearVelocity": [1, 0, 0]}
    nodes = [
        {"name": "Door", "children": [1, 2], "extensions": {"OMI_physics_body": {"motion": motion}}},
        {"name": "Wood", "extensions": {"OMI_physics_body": {"collider": {"shape": 0, "physicsMaterial": 0}}}},
        {"name": "Hinge", "extensions": {"OMI_physics_joint": {"joint": 0, "connectedNode": 4}}},
        {"name": "Frame", "children": [4], "extensions": {"OMI_physics_body": {"motion": {"type": "static"}}}},
        {"name": "End"},
        {"extensions": {"OMI_physics_body": {"trigger": {"shape": 1, "collisionFilter": 0}}}},
    ]
    limits = [
        {"linearAxes": [0, 1, 2], "min": 0, "max": 0},
        {"angularAxes": [0, 2], "min": 0, "max": 0},
        {"angularAxes": [1], "min": -0.17453292519943295, "max": 1.3962634015954636},
    ]
    drives = [{"type": "angular", "mode": "force", "axis": 1, "velocityTarget": 1, "damping": 3, "maxForce": 9}]
    return {
        "asset": {"version": "2.0"},
        "nodes": nodes,
        "extensionsUsed": ["OMI_physics_body", "OMI_physics_joint", "OMI_physics_shape"],
        "extensions": {
            "OMI_physics_shape": {
                "shapes": [
                    {"type": "box", "box": {"size": [1, 2, 0.1]}},
                    {"type": "capsule", "capsule": {"radius": 0.5, "height": 3}},
                ]
            },
            "OMI_physics_body": {
                "physicsMaterials": [{"name": "Wood"}],
                "collisionFilters": [{"collisionSystems": ["A"], "notCollideWithSystems": ["B"]}],
            },
            "OMI_physics_joint": {"physicsJoints": [{"limits": limits, "drives": drives}]},
        },
    }


def test_a_file_in_words() -> None:
    assert describe(hinge()) == [
        "2 bodies, 1 collider, 1 trigger, 1 joint, 2 shapes",
        "Door (node 0): dynamic body, 2 kg, center of mass at (0, -2, 1) m, moving at (1, 0, 0) m/s",
        'Wood (node 1): collider: Box 1 m \u00d7 0.1 m \u00d7 2 m, material "Wood" '
        "(friction 0.6 static, 0.6 dynamic, average; restitution 0, average)",
        "Hinge (node 2): joint: Turns about Z from -10 to 80 degrees; driven about Z at 57.3 degrees/s; "
        "connected to End (node 4); Turn Z: 57.3 degrees/s (force, stiffness 0, damping 3, at most 9 N m)",
        "Frame (node 3): static body",
        "Node 5: trigger: Capsule, radius 0.5 m, 3 m long, filter (is in A; does not collide with B)",
        "Oddities: 1",
        "  Node 5: /extensions/OMI_physics_shape/shapes/1/capsule/radius: is the form before 2025; "
        "the height of 3 is read as the full height",
    ]


def test_counts() -> None:
    counts = count(decode(hinge()))
    assert counts == {"bodies": 2, "colliders": 1, "triggers": 1, "joints": 1, "shapes": 2}
    assert count_words(counts) == "2 bodies, 1 collider, 1 trigger, 1 joint, 2 shapes"
    assert describe({"nodes": [{}]}) == ["No OMI physics"]


def test_every_property_and_older_form_has_words() -> None:
    lines = describe(json.loads(json.dumps(full_document())))
    text = "\n".join(lines)
    for words in (
        "gravity times 0.5", "turning at", "inertia (1, 3, 2)", "convex hull of mesh 0", "compound of",
        "collides only with B", "static body", "the two collide", "connected to N2",
    ):  # fmt: skip
        assert words in text
