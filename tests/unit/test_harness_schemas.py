# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The schema helper itself: it accepts what is right and sees what is wrong."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.schemas import requires_schemas, schema_errors

pytestmark = requires_schemas


def body(payload: dict[str, Any]) -> dict[str, Any]:
    return {"nodes": [{"extensions": {"OMI_physics_body": payload}}]}


def test_good_file_has_no_errors() -> None:
    document = {
        "extensions": {
            "OMI_physics_shape": {"shapes": [{"type": "box", "box": {"size": [1, 2, 3]}, "name": "Crate"}]},
            "OMI_physics_joint": {"physicsJoints": [{"limits": [{"linearAxes": [0], "min": 0, "max": 1}]}]},
            "OMI_physics_body": {"physicsMaterials": [{"restitution": 0.5, "frictionCombine": "maximum"}]},
        },
        **body({"motion": {"type": "dynamic", "mass": 2}, "collider": {"shape": 0, "physicsMaterial": 0}}),
    }
    assert schema_errors(document) == []


@pytest.mark.parametrize(
    "document",
    [
        body({"motion": {"type": "dynamic", "mass": "heavy"}}),
        body({"motion": {"type": "flying"}}),
        body({"motion": {"type": "dynamic", "centreOfMass": [0, 0, 0]}}),
        body({"collider": {"shape": -1}}),
        {"nodes": [{"extensions": {"OMI_physics_joint": {"joint": 0}}}]},
        {"nodes": [{"extensions": {"OMI_physics_shape": {"shapes": []}}}]},
        {"extensions": {"OMI_physics_joint": {"constraints": [{}]}}},
        {"extensions": {"OMI_physics_joint": {"physicsJoints": [{"limits": [{"linearAxes": [3]}]}]}}},
        {"extensions": {"OMI_physics_body": {"physicsMaterials": [{"frictionCombine": "sum"}]}}},
        {"extensions": {"OMI_physics_shape": {"shapes": [{"type": "box", "box": {"size": [1, 2]}}]}}},
    ],
)
def test_bad_file_has_an_error(document: dict[str, Any]) -> None:
    assert schema_errors(document)
