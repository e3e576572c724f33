# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the Khronos format leaves to the reader: masses that the engine computes, and objects that only hold a mesh."""

from __future__ import annotations

from typing import Any

import bpy

from ..core.geometry import volume
from ..core.geometry.place import Placer, Unplaceable
from ..core.geometry.split import rigid_part
from ..core.ground.linear import apply, inverse
from ..core.physics.model import Notice, PhysicsFile
from ..core.physics.scene import SceneNode
from ..properties import keys
from ..properties.access import physics
from ..properties.capture import as_rows
from ..properties.meshes import BlenderMeshes
from ..properties.read import read_object
from .compat import forget_object

_DENSITY = 1000.0
"""Kilograms per cubic metre, where the file leaves the mass to the engine: that of water."""


def weigh(file: PhysicsFile, objects: dict[int, bpy.types.Object]) -> None:
    """Gives bodies without a mass that of their shapes, and their center of mass; each is a notice."""
    if not file.massless:
        return
    bpy.context.view_layer.update()
    depsgraph = bpy.context.evaluated_depsgraph_get()
    for index in sorted(file.massless):
        obj = objects.get(index)
        if obj is None:
            continue
        solid = _solid(obj, depsgraph)
        place = rigid_part(as_rows(obj.matrix_world))
        motion = physics(obj).motion
        if solid.volume <= 0.0 or place is None:
            reason = "has no mass, and no shape to compute it from; 1 kg is used"
        else:
            motion.mass = solid.volume * _DENSITY
            x, y, z = (float(v) for v in solid.center)
            local = apply(inverse(as_rows(obj.matrix_world)), (x, y, z))
            if file.bodies[index].motion is not None and max(map(abs, local)) > 1e-5:
                motion.center_of_mass = local
            reason = f"has no mass; {motion.mass:.6g} kg is used, its volume as water"
        file.notices.append(Notice(f"{obj.name} (node {index})", f"/nodes/{index}", reason))


def _solid(body: bpy.types.Object, depsgraph: bpy.types.Depsgraph) -> volume.Solid:
    """The colliders of a body as one solid in the world."""
    found: list[volume.Solid] = []
    stack = [body]
    while stack:
        obj = stack.pop()
        stack.extend(child for child in obj.children if physics(child).motion.type == "NONE")
        settings = read_object(obj)
        if settings is None or settings.collider is None or settings.collider.shape.type == "NONE":
            continue
        node = SceneNode(0, obj.name, keys.object_key(obj), world=as_rows(obj.matrix_world))
        meshes = BlenderMeshes(depsgraph, lambda _, of=obj: of, use_modifiers=True)
        placed = Placer(meshes).place(node, settings.collider.shape)
        if not isinstance(placed, Unplaceable):
            found.append(volume.of_geometry(placed.geometry).at(placed.world))
    return volume.combined(found)


def remove_geometry_objects(gltf: Any, file: PhysicsFile) -> None:
    """Takes away objects that the importer made of nodes which no scene shows, and which only hold a shape's mesh."""
    removed: list[bpy.types.Object] = []
    busy = {*file.bodies, *file.joints, *(joint.connected_node for joint in file.joints.values())}
    for index in file.geometry_nodes - busy:
        vnode = gltf.vnodes.get(index)
        obj = None if vnode is None else getattr(vnode, "blender_object", None)
        if isinstance(obj, bpy.types.Object):
            removed.append(obj)
            forget_object(vnode)
    bpy.data.batch_remove(removed)
