# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Scenes with Blender's own rigid bodies, made as an author makes them: by Blender's operators."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import bpy

from . import scenes
from .selection import select


def body(obj: bpy.types.Object, kind: str = "ACTIVE", shape: str = "CONVEX_HULL", **values: Any) -> bpy.types.Object:
    """Makes a mesh object a rigid body of Blender's; `layers` are its collision collections, from 1."""
    select(obj)
    bpy.ops.rigidbody.object_add(type=kind)
    rigid: Any = obj.rigid_body
    rigid.collision_shape = shape
    layers = values.pop("layers", None)
    for name, value in values.items():
        setattr(rigid, name, value)
    if layers is not None:
        rigid.collision_collections = [number + 1 in layers for number in range(20)]
    return obj


def constraint(
    owner: bpy.types.Object,
    kind: str,
    first: bpy.types.Object | None,
    second: bpy.types.Object | None,
    **values: Any,
) -> bpy.types.Object:
    """Gives an object a rigid body constraint of Blender's."""
    select(owner)
    bpy.ops.rigidbody.constraint_add(type=kind)
    made: Any = owner.rigid_body_constraint
    made.object1, made.object2 = first, second
    for name, value in values.items():
        setattr(made, name, value)
    return owner


def door(kind: str = "HINGE", is_turned: bool = False, **values: Any) -> tuple[bpy.types.Object, ...]:
    """Door, frame, and an Empty at (1, 2, 3) with a constraint between them."""
    door_, frame = body(scenes.cube("Door"), shape="BOX"), body(scenes.cube("Frame"), "PASSIVE", "BOX")
    empty = scenes.add("Hinge", location=(1, 2, 3))
    first, second = (frame, door_) if is_turned else (door_, frame)
    constraint(empty, kind, first, second, **values)
    return door_, frame, empty


def simulated(scene: bpy.types.Scene, objects: Sequence[bpy.types.Object], seconds: float) -> list[Any]:
    """Where objects are in the world after so many seconds of Blender's simulation."""
    world: Any = scene.rigidbody_world
    last = 1 + round(scene.render.fps * seconds)
    world.point_cache.frame_start, world.point_cache.frame_end = 1, last
    for frame in range(1, last + 1):
        scene.frame_set(frame)
    depsgraph = bpy.context.evaluated_depsgraph_get()
    return [obj.evaluated_get(depsgraph).matrix_world.copy() for obj in objects]
