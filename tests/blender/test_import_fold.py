# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Shape nodes become the shape of their parent where the author asks for it and it says just the same."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import bpy
import pytest

from tests.roundtrip.semantics import differences, meaning
from tests.support import gltf_files
from tests.support.gltf import Gltf, export_glb

BODY = "OMI_physics_body"
SHAPES = [
    {"type": "box", "box": {"size": [1, 2, 3]}},
    {"type": "capsule", "capsule": {"height": 2, "radiusBottom": 0.5, "radiusTop": 0.5}},
    {"type": "trimesh", "trimesh": {"mesh": 0}},
    {"type": "sphere", "sphere": {"radius": 0.5}},
]
TURN = [math.sin(0.3), 0, 0, math.cos(0.3)]
"""0.6 rad about X, which is X in Blender as well."""


def crate(shape: int = 0, **child: Any) -> list[dict[str, Any]]:
    """A dynamic body with one shape node."""
    node = {"name": "Shape", "extensions": {BODY: {"collider": {"shape": shape}}}, "translation": [1, 2, 3], **child}
    return [{"name": "Crate", "extensions": {BODY: {"motion": {"type": "dynamic"}}}, "children": [1]}, node]


@pytest.fixture
def load(tmp_path: Path):
    """Imports nodes with the option to fold on; the path of the file."""

    def run(nodes: list[dict[str, Any]], **more: Any) -> Path:
        document = gltf_files.gltf(nodes, OMI_physics_shape={"shapes": SHAPES}) | more
        gltf_files.add_mesh(document, *gltf_files.TETRAHEDRON)
        path = gltf_files.write(tmp_path / "scene.gltf", document)
        bpy.context.scene.omi_physics.use_import_shape_nodes = False
        assert bpy.ops.import_scene.gltf(filepath=str(path)) == {"FINISHED"}
        return path

    return run


def names() -> set[str]:
    return {obj.name for obj in bpy.data.objects}


def test_the_shape_goes_to_its_parent_with_its_place(load) -> None:
    load(crate(rotation=TURN))
    assert names() == {"Crate"}
    found = bpy.data.objects["Crate"].omi_physics
    shape = found.collider.shape
    assert found.use_collider and (shape.type, shape.fit) == ("BOX", "MANUAL")
    assert tuple(shape.size) == (1, 3, 2)
    assert tuple(shape.offset) == pytest.approx((1, -3, 2))
    assert tuple(shape.rotation) == pytest.approx((0.6, 0, 0), abs=1e-6)


@pytest.mark.parametrize("shape", range(4))
def test_the_export_says_the_same(load, shape: int) -> None:
    path = load(crate(shape, rotation=TURN))
    assert names() == {"Crate"}
    before, after = meaning(Gltf(path)), meaning(export_glb())
    (a,), (b,) = before["colliders"].values(), after["colliders"].values()
    assert differences(a, b) == []


@pytest.mark.parametrize(
    ("shape", "scale", "expected"),
    [
        (0, [2, 3, 4], {"size": (2, 12, 6)}),
        (1, [2, 2, 2], {"height": 4, "radius_top": 1}),
        (3, [2, 2, 2], {"radius": 1}),
        (1, [2, 3, 2], None),
        (3, [1, 1, 2], None),
        (2, [2, 2, 2], None),
        (0, [-1, 1, 1], None),
    ],
)
def test_scale_goes_into_the_dimensions_or_keeps_the_node(load, shape: int, scale: Any, expected: Any) -> None:
    load(crate(shape, scale=scale))
    found = bpy.data.objects["Crate"].omi_physics
    assert found.use_collider == (expected is not None)
    assert ("Shape" in names()) == (expected is None)
    for name, value in (expected or {}).items():
        seen = getattr(found.collider.shape, name)
        assert (seen if isinstance(value, int) else tuple(seen)) == pytest.approx(value)


def keep_cases() -> dict[str, list[dict[str, Any]]]:
    joint = {"OMI_physics_joint": {"joint": 0, "connectedNode": 1}}
    static = {"name": "Other", "extensions": {BODY: {"motion": {"type": "static"}}}, "children": [3]}
    own = crate()
    own[0]["extensions"][BODY]["collider"] = {"shape": 0}
    two = crate()
    two[0]["children"] = [1, 2]
    two.append({"name": "Second", "extensions": {BODY: {"collider": {"shape": 0}}}})
    return {
        "the parent has its own": own,
        "there are two": two,
        "it shows a mesh": crate(mesh=0),
        "it has extras": crate(extras={"a": 1}),
        "it has another extension": crate(extensions={BODY: {"collider": {"shape": 0}}, "EXT_other": {}}),
        "it has a child": [*crate(children=[2]), {"name": "Child"}],
        "it is a trigger too": crate(extensions={BODY: {"collider": {"shape": 0}, "trigger": {"shape": 0}}}),
        "it has a motion": crate(extensions={BODY: {"collider": {"shape": 0}, "motion": {"type": "static"}}}),
        "a joint is connected to it": [*crate(), static, {"name": "J", "extensions": joint}],
        "it is a compound parent": crate(extensions={BODY: {"collider": {}}}),
        "it has no parent": [crate()[1] | {"name": "Shape"}],
    }


@pytest.mark.parametrize("case", keep_cases())
def test_nodes_that_are_more_than_a_shape_stay(load, case: str) -> None:
    load(keep_cases()[case])
    shape = bpy.data.objects["Shape"].omi_physics
    assert shape.use_collider


def test_an_animated_shape_node_stays(load) -> None:
    channels = [{"sampler": 0, "target": {"node": 1, "path": "translation"}}]
    sampler = {"input": 0, "output": 1, "interpolation": "LINEAR"}
    accessors = [
        {"componentType": 5126, "count": 2, "type": "SCALAR", "min": [0], "max": [0]},
        {"componentType": 5126, "count": 2, "type": "VEC3"},
    ]
    load(crate(), animations=[{"channels": channels, "samplers": [sampler]}], accessors=accessors)
    assert "Shape" in names()


def test_nodes_stay_by_default(load) -> None:
    assert bpy.context.scene.omi_physics.use_import_shape_nodes


def test_a_static_shape_goes_to_a_parent_that_only_shows_a_mesh(load) -> None:
    load([{"name": "Wall", "mesh": 0, "children": [1]}, crate()[1]])
    assert names() == {"Wall"} and bpy.data.objects["Wall"].omi_physics.use_collider


def test_the_other_objects_are_selected_as_ever(load) -> None:
    load([*crate(), {"name": "Last"}])
    assert {obj.name for obj in bpy.context.selected_objects} == {"Crate", "Last"}
