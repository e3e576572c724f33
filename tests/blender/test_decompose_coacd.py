# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What is hollow or bent is split by CoACD: hulls are near the surface, holes stay open, by the measure of trimesh."""

from __future__ import annotations

import importlib.util
import math
from pathlib import Path

import bmesh
import bpy
import numpy as np
import pytest

from . import meshes, scenes
from .selection import select
from .support import addon_module
from .test_decompose import farthest_outside, hulls_of, solid, split, world_points

pytestmark = pytest.mark.skipif(importlib.util.find_spec("coacd") is None, reason="no CoACD for this platform")
needs_time = pytest.mark.skipif(bpy.app.version < (5, 3, 0), reason="takes long: on the newest Blender only")


def union_volume(hulls: list[bpy.types.Object], count: int = 100_000) -> float:
    """By a hundred thousand places: within about 1 % of what is a fifth of its box."""
    solids = [solid(hull) for hull in hulls]
    low, high = np.min([s.bounds[0] for s in solids], axis=0), np.max([s.bounds[1] for s in solids], axis=0)
    places = np.random.default_rng(1).uniform(low, high, (count, 3))
    inside = np.zeros(count, dtype=bool)
    for hull in solids:
        heights = places @ hull.face_normals.T - (hull.triangles_center * hull.face_normals).sum(axis=1)
        inside |= heights.max(axis=1) <= 0.0
    return float(inside.mean() * np.prod(high - low))


def is_free(place: tuple[float, float, float], radius: float, hulls: list[bpy.types.Object]) -> bool:
    """Whether no hull comes nearer to a place than a radius: each has a plane that keeps it away."""
    for hull in map(solid, hulls):
        heights = hull.face_normals @ np.array(place) - (hull.triangles_center * hull.face_normals).sum(axis=1)
        if heights.max() < radius:
            return False
    return True


def test_a_torus_keeps_its_hole() -> None:
    torus = meshes.torus()
    hulls = split(torus)
    assert 4 <= len(hulls) <= 16 and max(len(hull.data.vertices) for hull in hulls) <= 64
    # A ball of half the hole's size.
    assert is_free((0, 0, 0), 0.375, hulls)
    volume = solid(torus).volume
    assert volume <= union_volume(hulls) * 1.01 and union_volume(hulls) <= 1.35 * volume
    assert farthest_outside(world_points(torus), hulls) < 0.05 * 2.5


def test_hulls_are_where_a_stretched_mirrored_torus_is() -> None:
    torus = meshes.torus(scale=(2, 1, -0.5), location=(1, 2, 3), rotation=(0.5, 0.6, 0.7))
    hulls = split(torus, max_hulls=8)
    assert len(hulls) <= 8
    assert farthest_outside(world_points(torus), hulls) < 0.05 * 5.0
    assert is_free((1, 2, 3), 0.3, hulls)
    assert all(solid(hull).volume > 0.0 for hull in hulls)


def test_a_thin_ring_is_not_its_hull() -> None:
    # No place of its surface lies deep in its hull: what shows the hole is how far the hull is from the surface.
    ring = meshes.lathe("Ring", [(0.6, 0), (1, 0), (1, 0.04), (0.6, 0.04), (0.6, 0)], sides=24)
    hulls = split(ring)
    assert len(hulls) > 1 and is_free((0, 0, 0.02), 0.4, hulls)


def test_four_hulls_at_most_where_four_are_wanted() -> None:
    hulls = split(meshes.torus(), max_hulls=4)
    assert len(hulls) <= 4


def test_convex_parts_beside_a_bent_one_stay_as_they_are() -> None:
    torus = meshes.torus()
    both = bmesh.new()
    both.from_mesh(torus.data)
    bmesh.ops.create_cube(both, size=0.5)
    both.to_mesh(torus.data)
    both.free()
    hulls = split(torus)
    boxes = [hull for hull in hulls if hull.omi_physics.collider.shape.type == "BOX"]
    assert len(boxes) == 1 and tuple(boxes[0].dimensions) == pytest.approx((0.5, 0.5, 0.5))
    assert len(hulls) <= 16


def test_a_cup_stays_open() -> None:
    cup = meshes.cup()
    hulls = split(cup)
    assert len(hulls) <= 16
    assert all(is_free((0, 0, z), 0.25, hulls) for z in (0.35, 0.6, 0.9))
    assert farthest_outside(world_points(cup), hulls) < 0.05


def test_a_worker_that_fails_is_named_and_nothing_changes(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "coacd.py").write_text("raise RuntimeError('this library is broken')\n", encoding="utf-8")
    task = addon_module("operators.split_task")
    monkeypatch.setattr(task, "package_paths", lambda: [str(tmp_path)])
    monkeypatch.setattr(task, "_python", lambda: [task.sys.executable, "-I", "-S"])
    torus = scenes.make_collider(meshes.torus(), "CONVEX")
    select(torus)
    assert bpy.ops.omi_physics.decompose() == {"CANCELLED"}
    assert not hulls_of(torus) and torus.omi_physics.use_collider
    assert "Warning: Torus CoACD failed: RuntimeError: this library is broken" in capfd.readouterr().out


def test_stopping_ends_the_process_and_removes_its_folder() -> None:
    task_module = addon_module("operators.split_task")
    torus = meshes.torus()
    select(torus)
    task = task_module.SplitTask(bpy.context, torus, task_module.SplitSettings(0.05, 16, 64, "FINE"))
    task.prepare()
    task.check()
    job = task.job
    assert job.is_running and job._folder.is_dir()
    task.close()
    assert not job.is_running and not job._folder.exists()


def test_what_is_stopped_before_it_began_never_runs() -> None:
    task_module = addon_module("operators.split_task")
    torus = meshes.torus()
    select(torus)
    task = task_module.SplitTask(bpy.context, torus, task_module.SplitSettings(0.05, 16, 64, "FAST"))
    task.close()
    task.prepare()
    assert not task.job.is_running and not task.job._folder.exists()


def test_the_worker_ends_when_blender_does() -> None:
    task_module = addon_module("operators.split_task")
    torus = meshes.torus()
    select(torus)
    task = task_module.SplitTask(bpy.context, torus, task_module.SplitSettings(0.01, 64, 64, "FINE"))
    task.prepare()
    task.check()
    try:
        # As when the process at the other end is gone.
        task.job._process.stdin.close()
        assert task.job._process.wait(timeout=20) == 3
    finally:
        task.close()


def test_coacd_is_never_loaded_into_blender() -> None:
    # On Windows a library that is loaded cannot be removed, nor could the extension.
    split(meshes.torus(), max_hulls=4)
    assert "coacd" not in addon_module(SETTINGS).__dict__ and "coacd" not in __import__("sys").modules


SETTINGS = "splitting.settings"


@needs_time
def test_suzanne() -> None:
    bpy.ops.mesh.primitive_monkey_add()
    monkey = bpy.context.object
    hulls = split(monkey)
    assert len(hulls) <= 16 and max(len(hull.data.vertices) for hull in hulls) <= 64
    assert farthest_outside(world_points(monkey), hulls) < 0.05 * 2.734
    # One hull holds 3.53, CoACD at its defaults 2.48.
    assert union_volume(hulls) < 2.75


@needs_time
def test_a_cup_of_one_sheet_stays_open() -> None:
    cup = meshes.lathe("Sheet", [(0, 0), (0.4, 0), (0.4, 1)], sides=16)
    hulls = split(cup)
    assert len(hulls) <= 16
    assert all(is_free((0, 0, z), 0.25, hulls) for z in (0.35, 0.6, 0.9))


def test_an_eyeball_in_its_socket_is_not_hollow() -> None:
    made = bmesh.new()
    bmesh.ops.create_uvsphere(made, u_segments=16, v_segments=8, radius=0.5)
    for vertex in [vertex for vertex in made.verts if vertex.co.z < -0.01]:
        made.verts.remove(vertex)
    for vertex in made.verts:
        vertex.co.z += 0.9
    bmesh.ops.create_cube(made, size=2.0)
    mesh = bpy.data.meshes.new("Head")
    made.to_mesh(mesh)
    made.free()
    hulls = split(scenes.add("Head", mesh), max_points=255)
    assert len(hulls) == 2
    half_ball = min(hulls, key=lambda hull: solid(hull).volume)
    # An inscribed half-ball of 16 by 8 faces.
    assert solid(half_ball).volume == pytest.approx(math.tau / 3 * 0.125, rel=0.1)


def test_a_convex_part_of_many_points_is_given_fewer() -> None:
    made = bmesh.new()
    bmesh.ops.create_icosphere(made, subdivisions=4, radius=1.0)
    for vertex in made.verts:
        vertex.co.x *= 2.0
    mesh = bpy.data.meshes.new("Egg")
    made.to_mesh(mesh)
    made.free()
    egg = scenes.add("Egg", mesh)
    (hull,) = split(egg)
    assert hull.omi_physics.collider.shape.type == "CONVEX" and len(hull.data.vertices) <= 64
    assert solid(hull).volume == pytest.approx(solid(egg).volume, rel=1e-3)
    assert farthest_outside(world_points(egg), [hull]) < 0.05 * 4.0
