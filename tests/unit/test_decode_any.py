# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Any legal model comes back from its JSON; no JSON whatever raises, takes long, or passes on a value that is none."""

from __future__ import annotations

import copy
import dataclasses
import json
import math
import os
import sys
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from omi_physics.core.formats.describe import describe
from omi_physics.core.formats.omi import names
from omi_physics.core.formats.omi import write as codec
from omi_physics.core.formats.omi.decode import decode
from omi_physics.core.physics import model
from tests.support import physics_json as made

IS_LONG = bool(os.environ.get("OMI_LONG"))
DOCUMENTS = 20_000 if IS_LONG else 1_000


def as_json(file: model.PhysicsFile) -> dict[str, Any]:
    nodes: dict[int, dict[str, Any]] = {i: {names.BODY: codec.encode_body(b)} for i, b in file.bodies.items()}
    for index, joint in file.joints.items():
        nodes.setdefault(index, {})[names.JOINT] = codec.encode_joint_node(joint)
    return made.as_gltf(codec.encode_document(file.document), nodes)


@given(made.files())
@settings(max_examples=500 if IS_LONG else 100, deadline=None)
def test_any_legal_model_comes_back(file: model.PhysicsFile) -> None:
    found = decode(json.loads(json.dumps(as_json(file))))
    assert found == file


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=20,
)
KEYS = st.sampled_from([
    "motion", "collider", "trigger", "type", "mass", "shape", "shapes", "nodes", "size", "box", "radius", "height",
    "mesh", "capsule", "joint", "connectedNode", "limits", "drives", "linearAxes", "angularAxes", "min", "max",
    "constraints", "nodeA", "nodeB", "physicsMaterials", "collisionFilters", "colliders", "name", "collisionSystems",
    "collideWithSystems", "isTrigger", "inertiaTensor", "physicsJoints",
])  # fmt: skip
likely_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-2, 4)
    | st.floats()
    | st.sampled_from(["box", "capsule", "dynamic", "hull"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=4),
    max_leaves=30,
)
extensions = st.dictionaries(st.sampled_from(names.EXTENSIONS), likely_values | json_values, max_size=4) | json_values


@given(
    st.fixed_dictionaries(
        {
            "nodes": st.lists(st.fixed_dictionaries({"extensions": extensions, "children": json_values}), max_size=4),
            "extensions": extensions,
            "meshes": json_values,
            "extensionsUsed": json_values,
        }
    )
    | json_values
)
@settings(max_examples=2_000 if IS_LONG else 200, deadline=None)
def test_no_json_raises(document: Any) -> None:
    check(document)


@pytest.mark.parametrize("block", range(10))
def test_no_hostile_document_raises(block: int) -> None:
    for seed in range(block * DOCUMENTS // 10, (block + 1) * DOCUMENTS // 10):
        try:
            check(made.hostile_document(Random(seed)))
        except BaseException as error:
            raise AssertionError(f"seed {seed}") from error


def test_every_field_takes_every_hostile_value() -> None:
    for path in list(field_paths(made.full_document())):
        for value in made.HOSTILE:
            document = made.full_document()
            holder: Any = document
            for key in path[:-1]:
                holder = holder[key]
            holder[path[-1]] = copy.deepcopy(value)
            check(document)


def field_paths(document: dict[str, Any]):
    """The paths of every value in every extension of the document."""

    def walk(value: Any, path: tuple[Any, ...]):
        items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
        for key, inner in items:
            yield (*path, key)
            yield from walk(inner, (*path, key))

    yield from walk(document["extensions"], ("extensions",))
    for i, node in enumerate(document["nodes"]):
        yield from walk(node.get("extensions", {}), ("nodes", i, "extensions"))


def check(document: Any) -> None:
    """Decode, and find nothing in the result that the model does not allow."""
    file = decode(document)
    count = len(document["nodes"]) if isinstance(document, dict) and isinstance(document.get("nodes"), list) else 0
    tables = file.document
    for body in file.bodies.values():
        for part in (body.collider, body.trigger):
            if part is not None:
                assert part.shape is None or tables.shapes[part.shape] is not None
                assert part.collision_filter is None or tables.collision_filters[part.collision_filter] is not None
        if body.collider is not None and body.collider.physics_material is not None:
            assert tables.physics_materials[body.collider.physics_material] is not None
        if body.trigger is not None:
            assert all(0 <= n < count for n in body.trigger.nodes) and len(set(body.trigger.nodes)) == len(
                body.trigger.nodes
            )
    for index, joint in file.joints.items():
        assert tables.physics_joints[joint.joint] is not None
        assert joint.connected_node is None or 0 <= joint.connected_node < count
        assert joint.connected_node is not None or index in file.joint_parents
    assert all(0 <= parent < count for parent in file.joint_parents.values())
    check_values(dataclasses.asdict(file))
    for notice in file.notices:
        assert notice.where and notice.path.startswith("/") and notice.reason
        str(notice).encode("utf-8")
    for line in describe(document):
        line.encode("utf-8")


def check_values(value: Any) -> None:
    """Numbers are finite in single precision, texts can be kept by Blender."""
    if isinstance(value, float):
        assert math.isfinite(value) and abs(value) <= 3.4028234663852886e38
    elif isinstance(value, str):
        value.encode("utf-8")
        assert "\0" not in value
    elif isinstance(value, dict):
        for inner in value.values():
            check_values(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            check_values(inner)


def test_nesting_of_any_depth() -> None:
    value: Any = []
    for _ in range(100_000):
        value = {"motion": [value]}
    decode({"nodes": [{"extensions": {names.BODY: value, names.JOINT: value, names.COLLIDER: value}}]})


def calls(document: dict[str, Any]) -> int:
    """How many functions the reader calls: its work, told apart from how busy the machine is."""
    count = 0

    def tally(_frame: Any, event: str, _argument: Any) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(tally)
    try:
        decode(document)
    finally:
        sys.setprofile(None)
    return count


def test_cycles_of_triggers_and_of_nodes() -> None:
    count = 10_000
    nodes: list[dict[str, Any]] = [
        {"children": [(i + 1) % count], "extensions": {names.BODY: {"trigger": {"nodes": [(i + 1) % count]}}}}
        for i in range(count)
    ]
    file = decode({"nodes": nodes})
    assert all(body.trigger == model.Trigger() for body in file.bodies.values())


def test_work_is_linear_in_deep_trees_with_many_joints_and_old_shapes() -> None:
    def document(count: int) -> dict[str, Any]:
        nodes: list[dict[str, Any]] = [
            {
                "children": [i + 1] if i + 1 < count else [],
                "extensions": {
                    names.COLLIDER: {"collider": 0},
                    names.JOINT: {"joint": 0, "connectedNode": (i * 7) % count}
                    if i % 2
                    else {"constraints": [0] * 3, "nodeA": i, "nodeB": (i * 3) % count},
                },
            }
            for i in range(count)
        ]
        root = {
            names.COLLIDER: {"colliders": [{"type": "box"}]},
            names.JOINT: {"physicsJoints": [{}], "constraints": [{"linearAxes": [0]}]},
        }
        return {"nodes": nodes, "extensions": root}

    assert calls(document(2_000)) < 4.1 * calls(document(500))


def test_ten_thousand_entries_that_are_all_wrong() -> None:
    document = made.full_document()
    document["extensions"][names.SHAPE]["shapes"] = [None] * 10_000
    document["extensions"][names.JOINT]["physicsJoints"] = [{"limits": ["x"] * 10_000}] * 2
    document["nodes"][8]["extensions"][names.BODY]["trigger"]["nodes"] = ["x"] * 10_000
    notices = decode(document).notices
    assert any("9990 more" in n.reason for n in notices)
