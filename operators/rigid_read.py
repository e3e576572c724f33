# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What Blender's rigid bodies say: their settings, which belongs to which compound, and what no file can hold."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import bpy
import numpy as np

from ..core.physics.scene import FloatArray
from ..core.takeover.body import COLLECTIONS, RigidBody

_SAME = 1e-6
# What a rigid body has when it is made, of what no file can say.
_LOST = (
    ("linear_damping", 0.04, "its damping is lost"),
    ("angular_damping", 0.1, "its damping is lost"),
    ("use_margin", False, "its collision margin is lost"),
    ("use_start_deactivated", False, "that it starts deactivated is lost"),
    ("use_deform", False, "that its shape is deformed while it is simulated is lost"),
)
# Modifiers that move vertices and make none; "deform" as a rigid body's mesh source means these.
_DEFORMING = frozenset(
    (
        *("ARMATURE", "CAST", "CLOTH", "COLLISION", "CORRECTIVE_SMOOTH", "CURVE", "DISPLACE", "HOOK"),
        *("LAPLACIANDEFORM", "LAPLACIANSMOOTH", "LATTICE", "MESH_CACHE", "MESH_DEFORM", "SHRINKWRAP"),
        *("SIMPLE_DEFORM", "SMOOTH", "SOFT_BODY", "SURFACE_DEFORM", "WARP", "WAVE"),
    )
)
# Modifiers that leave the geometry alone.
_HARMLESS = frozenset(
    (
        *("DATA_TRANSFER", "NORMAL_EDIT", "PARTICLE_SYSTEM", "UV_PROJECT", "UV_WARP"),
        *("VERTEX_WEIGHT_EDIT", "VERTEX_WEIGHT_MIX", "VERTEX_WEIGHT_PROXIMITY", "WEIGHTED_NORMAL"),
    )
)


def is_rigid(obj: bpy.types.Object) -> bool:
    """Whether an object is a rigid body of Blender's, or a constraint of such."""
    return obj.rigid_body is not None or obj.rigid_body_constraint is not None


def rigid_body_of(rigid: Any) -> RigidBody:
    """The settings of Blender's rigid body that count here."""
    layers = frozenset(number for number in range(COLLECTIONS) if rigid.collision_collections[number])
    return RigidBody(
        rigid.type,
        rigid.collision_shape,
        rigid.mass,
        rigid.enabled,
        rigid.kinematic,
        rigid.friction,
        rigid.restitution,
        layers,
    )


def is_part(obj: bpy.types.Object) -> bool:
    """Whether a rigid body is a part of the compound that is its parent."""
    parent = obj.parent
    return parent is not None and parent.rigid_body is not None and parent.rigid_body.collision_shape == "COMPOUND"


def root_of(obj: bpy.types.Object) -> bpy.types.Object:
    """The rigid body that moves another: the outermost compound that it is a part of, or itself."""
    while is_part(obj) and obj.parent is not None:
        obj = obj.parent
    return obj


def body_behind(obj: bpy.types.Object | None) -> bpy.types.Object | None:
    """What moves an object at the end of a constraint; None where it has no rigid body."""
    return None if obj is None or obj.rigid_body is None else root_of(obj)


def moves(obj: bpy.types.Object) -> bool:
    """Whether the simulation moves a rigid body."""
    rigid: Any = obj.rigid_body
    return rigid.type == "ACTIVE" and rigid.enabled and not rigid.kinematic


def vertices(obj: bpy.types.Object, depsgraph: bpy.types.Depsgraph) -> FloatArray:
    """All vertices (n, 3) of an object's evaluated mesh, in its own space, also those that no face uses.

    Who changes objects in between passes the same depsgraph each time: asking for one anew evaluates the scene.
    """
    mesh: Any = obj.evaluated_get(depsgraph).data
    found = np.empty(len(mesh.vertices) * 3, dtype=np.float32)
    mesh.vertices.foreach_get("co", found)
    return found.astype(np.float64).reshape(-1, 3)


def mesh_of_shape(obj: bpy.types.Object) -> tuple[bpy.types.Mesh | None, tuple[str, ...]]:
    """The mesh that a hull or triangle mesh is made of where that is not the one shown, and sentences on it."""
    rigid: Any = obj.rigid_body
    if rigid.collision_shape not in ("CONVEX_HULL", "MESH") or rigid.mesh_source == "FINAL":
        return None, ()
    kinds = {modifier.type for modifier in obj.modifiers if modifier.show_viewport} - _HARMLESS
    deforms = bool(kinds & _DEFORMING)
    if not kinds - _DEFORMING and (not deforms or rigid.mesh_source == "DEFORM"):
        return None, ()
    mesh: Any = obj.data
    is_lost = deforms and rigid.mesh_source == "DEFORM"
    return mesh, ("what deforms its mesh is lost in its shape",) if is_lost else ()


def lost_words(owner: bpy.types.Scene | bpy.types.Object, constraint: Any = None) -> Iterator[str]:
    """What a scene, a body, or the constraint on an object has that no file can say, as sentences after its name."""
    if isinstance(owner, bpy.types.Scene):
        yield from _of_scene(owner)
        return
    if constraint is None:
        rigid: Any = owner.rigid_body
        yield from (words for name, default, words in _LOST if abs(getattr(rigid, name) - default) > _SAME)
    elif constraint.use_breaking:
        yield "its breaking threshold is lost"
    if _has_keys(owner, "rigid_body." if constraint is None else "rigid_body_constraint."):
        yield (
            "the animation of its rigid body is lost"
            if constraint is None
            else "the animation of its constraint is lost"
        )


def _of_scene(scene: bpy.types.Scene) -> Iterator[str]:
    world: Any = scene.rigidbody_world
    if not scene.use_gravity:
        yield "that its gravity is off is lost"
    elif any(abs(a - b) > 1e-3 for a, b in zip(scene.gravity, (0.0, 0.0, -9.81), strict=True)):
        yield "its gravity is lost"
    if world is not None and abs(world.time_scale - 1.0) > _SAME:
        yield "the speed of its rigid body world is lost"


def _has_keys(obj: bpy.types.Object, path: str) -> bool:
    """Whether properties below a path are animated or driven."""
    data: Any = obj.animation_data
    if data is None:
        return False
    curves = [*data.drivers, *(() if data.action is None else _curves_of(data.action))]
    return any(curve.data_path.startswith(path) for curve in curves)


def _curves_of(action: Any) -> Iterator[Any]:
    # Layers came with 4.4; the list of all curves went with 5.0.
    if not hasattr(action, "layers"):
        yield from action.fcurves
        return
    for layer in action.layers:
        for strip in layer.strips:
            for bag in strip.channelbags:
                yield from bag.fcurves
