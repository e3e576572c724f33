# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Taking over takes no time that grows with the square of the scene, and ends a preview before it looks."""

from __future__ import annotations

import time

import bpy
import pytest

from . import previewing, rigid, scenes
from .selection import select
from .support import addon_module

COUNT = 150


def test_hundreds_of_bodies_and_constraints_take_a_moment() -> None:
    build, mesh, scene = addon_module("operators.rigid_build"), scenes.cube_mesh("Crate"), bpy.context.scene
    box = addon_module("core.takeover.body").RigidBody(shape="BOX")
    hinge = addon_module("core.takeover.constraint").Constraint("HINGE")
    own = bpy.data.collections.new("Collection")
    scene.collection.children.link(own)
    crates = [scenes.add(f"Crate {i}", mesh, location=(2 * i, 0, 0), collection=own) for i in range(COUNT)]
    for crate in crates:
        build.set_body(scene, crate, box)
    for first, second in zip(crates, crates[1:], strict=False):
        build.set_constraint(scene, scenes.add("Hinge", collection=own), hinge, first, second)
    scenes.update()
    start = time.perf_counter()
    bpy.ops.omi_physics.from_rigid_bodies(use_selection=False)
    bpy.ops.omi_physics.from_rigid_bodies(use_selection=False, use_remove=True)
    assert not any(obj.rigid_body or obj.rigid_body_constraint for obj in scene.objects)
    bpy.ops.omi_physics.to_rigid_bodies(use_selection=False)
    assert len(scene.rigidbody_world.collection.objects) == COUNT
    assert len(scene.rigidbody_world.constraints.objects) == COUNT - 1
    # About a second here; an evaluation of all of the scene for each object takes many.
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


def test_constraints_of_a_simulation_that_has_run_can_be_removed_and_simulated_without() -> None:
    scene = bpy.context.scene
    post = rigid.body(scenes.cube("Post"), "PASSIVE", "BOX")
    arms = [rigid.body(scenes.cube(f"Arm {i}", location=(2 * i + 2, 0, 0)), shape="BOX") for i in range(6)]
    for arm in arms:
        rigid.constraint(scenes.add(f"Tie of {arm.name}"), "FIXED", arm, post)
    world = scene.rigidbody_world
    world.solver_iterations, world.effector_weights.gravity, world.substeps_per_frame = 37, 0.5, 5
    for _ in range(3):
        rigid.simulated(scene, arms, 0.5)
        scene.frame_set(1)
        held, *others = [obj for obj in scene.objects if obj.rigid_body_constraint is not None]
        free = held.rigid_body_constraint.object1
        select(*others, *(arm for arm in arms if arm != free))
        bpy.ops.omi_physics.from_rigid_bodies(use_selection=True, use_remove=True)
        assert [obj for obj in scene.objects if obj.rigid_body_constraint is not None] == [held]
        world = scene.rigidbody_world
        assert list(world.constraints.objects) == [held] and set(world.collection.objects) == {post, free}
        assert (world.solver_iterations, world.effector_weights.gravity, world.substeps_per_frame) == (37, 0.5, 5)
        (place,) = rigid.simulated(scene, [free], 0.5)
        assert place.translation.z == pytest.approx(0, abs=0.01)
        scene.frame_set(1)
        bpy.ops.omi_physics.to_rigid_bodies(use_selection=False)
        assert len(world.collection.objects) == 7 and len(world.constraints.objects) == 6
    assert [found.name for found in bpy.data.scenes] == [scene.name]
