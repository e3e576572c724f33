# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Plays scenes in the preview and looks at them."""

from __future__ import annotations

from typing import Any

import bpy

from . import scenes
from .support import addon_module

GRAVITY = 9.81
FPS = 24


def start() -> None:
    assert bpy.ops.omi_physics.preview_start() == {"FINISHED"}


def stop() -> None:
    assert bpy.ops.omi_physics.preview_stop() == {"FINISHED"}


def is_running() -> bool:
    return addon_module("operators.preview").is_running()


def play(seconds: float) -> None:
    """Shows each frame for a time, as playback does."""
    scene = bpy.context.scene
    for frame in range(scene.frame_current + 1, scene.frame_current + round(seconds * FPS) + 1):
        scene.frame_set(frame)


def place(obj: bpy.types.Object) -> tuple[float, float, float]:
    return tuple(obj.evaluated_get(bpy.context.evaluated_depsgraph_get()).matrix_world.translation)


def floor(**values: Any) -> bpy.types.Object:
    return scenes.make_collider(scenes.cube("Floor", (20, 20, 1), location=(0, 0, -0.5)), "BOX", **values)


def crate(name: str = "Crate", location: tuple[float, float, float] = (0, 0, 5), **motion: Any) -> bpy.types.Object:
    return scenes.make_collider(scenes.make_body(scenes.cube(name, location=location), **motion), "BOX")


def counts() -> dict[str, int]:
    return {
        name: len(getattr(bpy.data, name))
        for name in dir(bpy.data)
        if isinstance(getattr(bpy.data, name), bpy.types.bpy_prop_collection)
    }


def picture() -> Any:
    scene = bpy.context.scene
    return (
        {obj.name: (*obj.location, *obj.rotation_euler, *obj.rotation_quaternion, *obj.scale) for obj in scene.objects},
        scene.frame_current,
        [obj.name for obj in bpy.context.selected_objects],
        bpy.context.object and bpy.context.object.name,
        scene.rigidbody_world,
        counts(),
        bpy.data.is_dirty,
    )
