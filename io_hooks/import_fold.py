# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Nodes that only carry the collider of their parent become the parent's shape, where that says just the same."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import bpy

from ..core.ground.linear import TOLERANCE
from ..core.issues.faults import fault_words
from ..core.physics.model import Body, Notice, PhysicsFile
from ..core.physics.scene import ColliderSettings, ObjectKey, ObjectPhysics, ShapeSettings
from ..properties import keys
from ..properties.access import physics
from ..properties.read import read_object
from ..properties.write import write_collider
from .compat import forget_object


def fold_shape_nodes(gltf: Any, file: PhysicsFile, objects: dict[int, bpy.types.Object]) -> None:
    """Takes the only shape node of each parent into the parent; the empties that carried them go away."""
    removed: list[bpy.types.Object] = []
    for parent, children in _candidates(gltf, file, objects).items():
        if len(children) != 1:
            continue
        try:
            if _fold(gltf, parent, children[0], objects):
                removed.append(objects.pop(children[0]))
        # Whatever it is: it is named, and nothing is lost but that the node stays.
        except Exception as error:  # noqa: BLE001
            above = gltf.vnodes[parent].blender_object
            physics(above).use_collider = False
            reason = f"the node of its shape stays, {fault_words(error)}"
            file.faults.append(Notice(f"{above.name} (node {parent})", f"/nodes/{parent}", reason))
    if removed:
        bpy.data.batch_remove(removed)


def _fold(gltf: Any, parent: int, index: int, objects: dict[int, bpy.types.Object]) -> bool:
    settings = read_object(objects[index])
    shape = _shape_in_parent(objects[index], settings)
    if settings is None or settings.collider is None or shape is None:
        return False
    collider = replace(settings.collider, shape=shape)
    _give(gltf.vnodes[parent].blender_object, collider, physics(objects[index]).collider.shape.mesh)
    gltf.vnodes[parent].children.remove(index)
    forget_object(gltf.vnodes[index])
    return True


def _candidates(gltf: Any, file: PhysicsFile, objects: dict[int, bpy.types.Object]) -> dict[int, list[int]]:
    """Nodes that hold nothing but a collider, by parents that may take it."""
    needed = _referred_to(gltf, file)
    found: dict[int, list[int]] = {}
    for index, body in file.bodies.items():
        parent = gltf.vnodes[index].parent
        is_bare = body == Body(collider=body.collider) and body.collider is not None
        if not is_bare or index in needed or not isinstance(parent, int) or index not in objects:
            continue
        above = getattr(gltf.vnodes[parent], "blender_object", None)
        own = file.bodies.get(parent, Body())
        if not isinstance(above, bpy.types.Object) or own.collider is not None or parent in file.joints:
            continue
        if _is_plain(gltf, index) and objects[index].parent == above and objects[index].parent_type == "OBJECT":
            found.setdefault(parent, []).append(index)
    return found


def _referred_to(gltf: Any, file: PhysicsFile) -> set[Any]:
    """Nodes that something else in the file names."""
    found: set[Any] = set(file.joints) | set(file.joint_parents.values())
    found.update(joint.connected_node for joint in file.joints.values())
    for body in file.bodies.values():
        if body.trigger is not None:
            found.update(body.trigger.nodes)
    for skin in gltf.data.skins or ():
        found.update(skin.joints or ())
    for animation in gltf.data.animations or ():
        found.update(channel.target.node for channel in animation.channels or () if channel.target is not None)
    return found


def _is_plain(gltf: Any, index: int) -> bool:
    """Whether a node has no content, no children, and nothing of other extensions or extras."""
    node, vnode = gltf.data.nodes[index], gltf.vnodes[index]
    is_empty = node.mesh is None and node.camera is None and node.skin is None and not node.extras
    others = {name for name in node.extensions or () if not name.startswith("OMI_")}
    return is_empty and not others and not vnode.children and vnode.blender_object.type == "EMPTY"


def _shape_in_parent(obj: bpy.types.Object, settings: ObjectPhysics | None) -> ShapeSettings | None:
    """The shape of an empty in the space of its parent; None where its scale cannot be said in dimensions."""
    if settings is None or settings.collider is None or settings.collider.shape.fit == "AUTO":
        return None
    shape = _scaled(settings.collider.shape, tuple(obj.scale))
    if shape is None or shape.type == "NONE":
        return None
    rotation = obj.rotation_quaternion.to_euler()
    return replace(shape, offset=tuple(obj.location), rotation=tuple(rotation))


def _scaled(shape: ShapeSettings, scale: tuple[float, ...]) -> ShapeSettings | None:
    x, y, z = scale
    if max(abs(x - 1.0), abs(y - 1.0), abs(z - 1.0)) < TOLERANCE:
        return shape
    if min(scale) <= 0.0:
        return None
    if shape.type == "BOX":
        sx, sy, sz = shape.size
        return replace(shape, size=(sx * x, sy * y, sz * z))
    if abs(x - y) > TOLERANCE or (shape.type in ("SPHERE", "CAPSULE") and abs(x - z) > TOLERANCE):
        return None
    if shape.type == "SPHERE":
        return replace(shape, radius=shape.radius * x)
    if shape.type in ("CAPSULE", "CYLINDER"):
        return replace(
            shape, height=shape.height * z, radius_bottom=shape.radius_bottom * x, radius_top=shape.radius_top * x
        )
    return None


def _give(obj: bpy.types.Object, collider: ColliderSettings, mesh: bpy.types.Mesh | None) -> None:
    known: dict[ObjectKey, bpy.types.Mesh] = {} if mesh is None else {keys.mesh_key(mesh): mesh}
    group = physics(obj)
    group.use_collider = True
    write_collider(group.collider, collider, known.get)
