# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The playground scene of `make demo` is a file without faults that has one of everything."""

from __future__ import annotations

import math

import pytest

from demo import playground
from tests.blender.support import Gltf, addon_module, export_glb
from tests.support.schemas import requires_schemas, schema_errors
from tests.support.validator import requires_validator, validator_issues


@pytest.fixture
def exported() -> Gltf:
    playground.build()
    return export_glb()


def test_everything_of_the_scene_is_in_the_file(exported: Gltf) -> None:
    bodies = [node["extensions"].get("OMI_physics_body", {}) for node in exported.nodes if "extensions" in node]
    motions = [body["motion"]["type"] for body in bodies if "motion" in body]
    assert sorted(set(motions)) == ["dynamic", "static"]
    assert motions.count("dynamic") == 4 + 1 + 1 + 1 + 5  # loose things, table, door, cart, chain
    assert motions.count("static") == 5  # floor, ramp, frame, rail, beam
    assert sum("collider" in body for body in bodies) == len(motions) + 2 + 4  # frame parts, table legs
    assert sum("trigger" in body for body in bodies) == 1
    types = {shape["type"] for shape in exported.root("OMI_physics_shape")["shapes"]}
    assert types == {"box", "sphere", "capsule", "cylinder", "convex", "trimesh"}
    assert sum("OMI_physics_joint" in node.get("extensions", {}) for node in exported.nodes) == 1 + 1 + 5
    # The links of the chain share one setting.
    assert len(exported.root("OMI_physics_joint")["physicsJoints"]) == 3


def test_the_door_turns_about_the_upright_axis(exported: Gltf) -> None:
    hinge = exported.extension("Door Hinge", "OMI_physics_joint")
    assert hinge is not None
    limits = exported.root("OMI_physics_joint")["physicsJoints"][hinge["joint"]]["limits"]
    assert limits[0] == {"linearAxes": [0, 1, 2], "min": 0, "max": 0}
    assert limits[1] == {"angularAxes": [0, 2], "min": 0, "max": 0}
    assert limits[2]["angularAxes"] == [1]
    assert limits[2]["min"] == pytest.approx(math.radians(-10))
    assert limits[2]["max"] == pytest.approx(math.radians(80))
    # Both ends of the hinge stand in the same place, one under each body.
    assert exported.parent_name("Door Hinge") == "Door"
    other = hinge["connectedNode"]
    assert exported.parent(other) == exported.index("Frame")
    assert exported.world(other)[:3, 3] == pytest.approx(exported.world("Door Hinge")[:3, 3], abs=1e-6)
    assert exported.world(other)[:3, 3] == pytest.approx([-3.38, 1.1, -2], abs=1e-6)


@requires_schemas
def test_the_schemas_find_no_fault(exported: Gltf) -> None:
    assert schema_errors(exported.json) == []


@requires_validator
def test_the_validator_finds_no_fault(exported: Gltf) -> None:
    assert validator_issues(exported) == []


def test_the_checks_find_nothing_to_mend(exported: Gltf) -> None:
    assert exported.nodes
    record = addon_module("io_hooks.record").last_export()
    assert [issue for issue in record.issues if issue.severity != "info"] == []


def test_two_exports_are_the_same_bytes() -> None:
    playground.build()
    assert export_glb().data == export_glb().data
