# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Taking over takes no time that grows with the square of the scene, and ends a preview before it looks."""

from __future__ import annotations

import time

import bpy
import pytest

from . import previewing, rigid, scenes
from .support import addon_module

COUNT = 300


def test_hundreds_of_bodies_and_constraints_take_a_moment() -> None:
    build, mesh, scene = addon_module("operators.rigid_build"), scenes.cube_mesh("Crate"), bpy.context.scene
    box = addon_module("core.takeover.body").RigidBody(shape="BOX")
    hinge = addon_module("core.takeover.constraint").Constraint("HINGE")
    crates = [scenes.add(f"Crate {i}", mesh, location=(2 * i, 0, 0)) for i in range(COUNT)]
    for crate in crates:
        build.set_body(scene, crate, box)
    for first, second in zip(crates, crates[1:], strict=False):
        build.set_constraint(scene, scenes.add("Hinge"), hinge, first, second)
    scenes.update()
    start = time.perf_counter()
    bpy.ops.omi_physics.from_rigid_bodies(use_selection=False)
    bpy.ops.omi_physics.from_rigid_bodies(use_selection=False, use_remove=True)
    assert not any(obj.rigid_body or obj.rigid_body_constraint for obj in scene.objects)
    bpy.ops.omi_physics.to_rigid_bodies(use_selection=False)
    assert len(scene.rigidbody_world.collection.objects) == COUNT
    assert len(scene.rigidbody_world.constraints.objects) == COUNT - 1
    # Under a second here; one evaluation of the scene for each object would be a minute.
    assert time.perf_counter() - start < 15.0


@pytest.mark.parametrize("name", ["from_rigid_bodies", "to_rigid_bodies", "from_names"])
def test_a_preview_ends_before_poses_are_read(name: str) -> None:
    previewing.floor()
    crate = previewing.crate()
    rigid.body(scenes.cube("Other", location=(9, 0, 0)))
    scenes.cube("Wall-col", location=(-9, 0, 0))
    scenes.update()
    previewing.start()
    previewing.play(1)
    assert previewing.place(crate)[2] < 4
    getattr(bpy.ops.omi_physics, name)(use_selection=False)
    assert not previewing.is_running()
    assert previewing.place(crate)[2] == 5
