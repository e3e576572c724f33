# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Split meshes in a real Godot: what falls through, what rests inside, what stands on its legs."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

import bmesh
import bpy
import pytest

from tests.blender import meshes, scenes
from tests.blender.support import export_glb
from tests.blender.test_decompose import split
from tests.engine import godot

pytestmark = pytest.mark.skipif(godot.missing() is not None, reason=str(godot.missing()))
needs_coacd = pytest.mark.skipif(importlib.util.find_spec("coacd") is None, reason="no CoACD for this platform")


@pytest.fixture(params=["jolt", "godot"])
def simulate(request: pytest.FixtureRequest, tmp_path: Path) -> Any:
    """Exports the open scene and gives what Godot made of it after some seconds, by node name."""

    def run(seconds: float) -> dict[str, dict[str, Any]]:
        export_glb(tmp_path / "scene.glb")
        return godot.load(tmp_path / "scene.glb", request.param, seconds).after

    return run


def ball(radius: float, height: float) -> bpy.types.Object:
    made = bmesh.new()
    bmesh.ops.create_icosphere(made, subdivisions=3, radius=radius)
    mesh = bpy.data.meshes.new("Ball")
    made.to_mesh(mesh)
    made.free()
    return scenes.make_collider(scenes.make_body(scenes.add("Ball", mesh, location=(0, 0, height))), "SPHERE")


@needs_coacd
def test_a_ball_falls_through_the_split_torus(simulate: Any) -> None:
    assert len(split(meshes.torus())) > 3
    ball(0.375, 1.5)
    assert simulate(2.0)["Ball"]["position"][1] < -5.0


def test_a_ball_stays_on_the_hull_of_a_torus(simulate: Any) -> None:
    scenes.make_collider(meshes.torus(), "CONVEX")
    ball(0.375, 1.5)
    # On the flat side at a height of 0.25.
    assert simulate(2.0)["Ball"]["position"][1] == pytest.approx(0.625, abs=0.05)


@needs_coacd
def test_a_ball_rests_in_the_split_cup(simulate: Any) -> None:
    assert len(split(meshes.cup())) > 3
    ball(0.2, 1.5)
    x, y, z = simulate(3.0)["Ball"]["position"]
    # On the bottom at a height of 0.04, between walls of radius 0.36; hulls may reach 0.05 beyond the surface.
    assert y == pytest.approx(0.24, abs=0.06) and max(abs(x), abs(z)) < 0.2


def test_a_split_chair_stands_on_its_legs(simulate: Any) -> None:
    scenes.make_collider(scenes.cube("Floor", (20, 20, 1), location=(0, 0, -0.5)))
    chair = scenes.make_body(meshes.chair(location=(0, 0, 0.2)), mass=5.0)
    chair.omi_physics.motion.center_of_mass = (0, 0, 0.5)
    assert len(split(chair)) == 6
    # Between the legs, where one hull of the whole chair would be.
    crate = scenes.make_collider(scenes.make_body(scenes.cube("Crate", (0.2, 0.2, 0.2), location=(0, 0, 0.1))))
    crate.omi_physics.motion.mass = 1.0
    after = simulate(2.0)
    assert after["Chair"]["position"][1] == pytest.approx(0.0, abs=0.03)
    assert abs(after["Chair"]["rotation"][3]) > 0.999
    assert after["Crate"]["position"][1] == pytest.approx(0.1, abs=0.03)
    assert max(abs(after["Crate"]["position"][i]) for i in (0, 2)) < 0.02
