# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The same scene ends the same way in Blender's own simulation and, taken over, in the preview. Godot: tests/engine."""

from __future__ import annotations

import bpy
import pytest

from . import previewing, rigid, three_ways


def test_blenders_own_simulation_ends_where_the_numbers_say() -> None:
    moving = three_ways.build()
    for obj, world in zip(moving, rigid.simulated(bpy.context.scene, moving, three_ways.SECONDS), strict=True):
        assert tuple(world.translation) == pytest.approx(three_ways.ENDS[obj.name], abs=three_ways.TOLERANCE)


def test_the_preview_of_what_was_taken_over_ends_there_too() -> None:
    moving = three_ways.build()
    three_ways.take_over()
    previewing.start()
    previewing.play(three_ways.SECONDS)
    for obj in moving:
        assert previewing.place(obj) == pytest.approx(three_ways.ENDS[obj.name], abs=three_ways.TOLERANCE), obj.name


def test_what_is_turned_back_into_rigid_bodies_ends_there_as_well() -> None:
    moving = three_ways.build()
    three_ways.take_over()
    bpy.ops.omi_physics.to_rigid_bodies(use_selection=False)
    for obj, world in zip(moving, rigid.simulated(bpy.context.scene, moving, three_ways.SECONDS), strict=True):
        assert tuple(world.translation) == pytest.approx(three_ways.ENDS[obj.name], abs=three_ways.TOLERANCE)
