# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""No false alarms: the specification's own example files have only the faults that they are known for."""

from __future__ import annotations

from pathlib import Path

import bpy
import pytest

from tests.roundtrip.semantics import has_physics
from tests.support import shared
from tests.support.blender import addon_module

pytestmark = shared.requires_files

# A joint below a static body connected to a dynamic one, and a hull of more points than engines take.
KNOWN = {
    "OMI_physics_joint/pendulum_balls.gltf": {
        ("joint-body-not-dynamic", f"HingeJoint{number}") for number in (1, 2, 3)
    },
    "OMI_physics_joint/rope_railing.gltf": {("joint-body-not-dynamic", "PinJoint1")},
    "OMI_physics_joint/swing_and_slide.gltf": {("joint-body-not-dynamic", "CustomJoint")},
    "OMI_physics_gravity/rounded_cube/rounded_cube.gltf": {("convex-many-points", "RoundedCubeShape")},
    "OMI_physics_gravity/rounded_cube/rounded_cube.glb": {("convex-many-points", "RoundedCubeShape")},
}


def files() -> dict[str, Path]:
    found = (path for path in shared.files("omi-spec/**/*.gl*") if has_physics(path))
    return {path.relative_to(shared.FILES / "omi-spec").as_posix(): path for path in found}


@pytest.mark.parametrize("name", files())
def test_only_known_problems(name: str) -> None:
    assert bpy.ops.import_scene.gltf(filepath=str(files()[name])) == {"FINISHED"}
    picture = addon_module("properties.capture").capture(bpy.context.scene, bpy.context.evaluated_depsgraph_get())
    found = addon_module("core.rules.validate").check(picture)
    assert {(issue.code, issue.object) for issue in found if issue.severity != "info"} == KNOWN.get(name, set())


def test_known_files_are_there() -> None:
    assert set(KNOWN) <= set(files())
