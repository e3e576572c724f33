# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Builds the scenes of the tests through Blender's data and the public properties."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import bpy

CUBE_FACES = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]


def cube_mesh(name: str, size: Sequence[float] = (1, 1, 1), center: Sequence[float] = (0, 0, 0)) -> bpy.types.Mesh:
    """A box mesh of 8 vertices and 6 quads."""
    corners = [
        tuple(center[i] + size[i] * (0.5 if bits >> (2 - i) & 1 else -0.5) for i in range(3)) for bits in range(8)
    ]
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata(corners, [], CUBE_FACES)
    return mesh


def add(
    name: str,
    data: Any = None,
    parent: bpy.types.Object | None = None,
    location: Sequence[float] = (0, 0, 0),
    rotation: Sequence[float] = (0, 0, 0),
    scale: Sequence[float] = (1, 1, 1),
    collection: bpy.types.Collection | None = None,
) -> bpy.types.Object:
    """An object with an XYZ Euler rotation, linked to a collection (the scene's own by default)."""
    obj = bpy.data.objects.new(name, data)
    obj.location, obj.rotation_euler, obj.scale = location, rotation, scale
    obj.parent = parent
    (collection or bpy.context.scene.collection).objects.link(obj)
    return obj


def cube(
    name: str, size: Sequence[float] = (1, 1, 1), center: Sequence[float] = (0, 0, 0), **place: Any
) -> bpy.types.Object:
    """A box object."""
    return add(name, cube_mesh(name, size, center), **place)


def make_body(obj: bpy.types.Object, kind: str = "DYNAMIC", **values: Any) -> bpy.types.Object:
    """Gives an object a motion type and other motion values."""
    obj.omi_physics.motion.type = kind
    for name, value in values.items():
        setattr(obj.omi_physics.motion, name, value)
    return obj


def make_collider(obj: bpy.types.Object, kind: str = "BOX", fit: str = "AUTO", **values: Any) -> bpy.types.Object:
    """Gives an object a collider with a shape."""
    obj.omi_physics.use_collider = True
    return _set_shape(obj, obj.omi_physics.collider.shape, kind, fit, values)


def make_trigger(obj: bpy.types.Object, kind: str = "BOX", fit: str = "AUTO", **values: Any) -> bpy.types.Object:
    """Gives an object a trigger with a shape."""
    obj.omi_physics.use_trigger = True
    return _set_shape(obj, obj.omi_physics.trigger.shape, kind, fit, values)


def _set_shape(obj: bpy.types.Object, shape: Any, kind: str, fit: str, values: dict[str, Any]) -> bpy.types.Object:
    shape.type, shape.fit = kind, fit
    for name, value in values.items():
        setattr(shape, name, value)
    return obj


def make_joint(
    obj: bpy.types.Object,
    target: bpy.types.Object | None = None,
    limits: Sequence[dict[str, Any]] = ({},),
    **values: Any,
) -> bpy.types.Object:
    """Gives an object a joint; each limit is a dict of its properties."""
    obj.omi_physics.use_joint = True
    joint = obj.omi_physics.joint
    joint.connected = target
    for name, value in values.items():
        setattr(joint, name, value)
    for limit in limits:
        item = joint.limits.add()
        for name, value in limit.items():
            setattr(item, name, value)
    return obj


def update() -> None:
    """Brings matrices up to date after building a scene."""
    bpy.context.view_layer.update()
