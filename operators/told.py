# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What an object is by its physics, in a few words for the line that an operator reports."""

from __future__ import annotations

import bpy
from bpy.app.translations import pgettext_rpt as rpt_

from ..core.geometry.place import MeshShape, Placer, Unplaceable
from ..core.physics.scene import ObjectPhysics, SceneNode, ShapeSettings
from ..core.physics.words import METERS, Units, joint_words, number, shape_words
from ..properties import keys
from ..properties.capture import as_rows
from ..properties.meshes import BlenderMeshes
from ..properties.read import read_object

_MOTIONS = {"static": "static", "kinematic": "kinematic", "dynamic": "dynamic"}
_MESH_SHAPES = {"CONVEX": "convex hull", "TRIMESH": "triangle mesh", "NONE": "compound parent"}


def lengths(context: bpy.types.Context) -> Units:
    """How the scene's unit settings write a length."""
    settings = context.scene.unit_settings if context.scene is not None else None
    if settings is None:
        return METERS
    if settings.system == "NONE":
        return Units(number)
    system, scale = settings.system, settings.scale_length

    def write(value: float) -> str:
        return bpy.utils.units.to_string(system, "LENGTH", value * scale, precision=4)

    return Units(write)


def role_words(obj: bpy.types.Object) -> str:
    """What an object is without measuring it: "static", "collider", "trigger", "joint"."""
    physics = read_object(obj)
    if physics is None:
        return rpt_("without physics")
    if physics.motion is not None:
        return rpt_(_MOTIONS[physics.motion.type])
    if physics.collider is not None:
        return rpt_("collider")
    return rpt_("trigger") if physics.trigger is not None else rpt_("joint")


def what_it_is(obj: bpy.types.Object, context: bpy.types.Context) -> str:
    """An object in a line: "dynamic, 7 kg, box 1 m x 1 m x 1 m", sizes as they are in the scene."""
    physics = read_object(obj)
    if physics is None:
        return role_words(obj)
    parts = [] if physics.joint is not None and _is_only_joint(physics) else [role_words(obj)]
    if physics.motion is not None and physics.motion.type == "dynamic":
        parts.append(f"{number(physics.motion.mass)} kg")
    if physics.collider is not None:
        parts.append(_shape(obj, context, physics.collider.shape))
    if physics.trigger is not None:
        if physics.motion is not None or physics.collider is not None:
            parts.append(rpt_("trigger"))
        parts.append(
            _shape(obj, context, physics.trigger.shape) if physics.trigger.kind == "SHAPE" else rpt_("several parts")
        )
    if physics.joint is not None:
        words = joint_words(physics.joint, lengths(context))
        parts.append(words[:1].lower() + words[1:])
    return ", ".join(parts)


def _is_only_joint(physics: ObjectPhysics) -> bool:
    return physics.motion is None and physics.collider is None and physics.trigger is None


def _shape(obj: bpy.types.Object, context: bpy.types.Context, shape: ShapeSettings) -> str:
    if shape.type in _MESH_SHAPES:
        return rpt_(_MESH_SHAPES[shape.type])
    node = SceneNode(0, obj.name, keys.object_key(obj), world=as_rows(obj.matrix_world))
    meshes = BlenderMeshes(context.evaluated_depsgraph_get(), lambda _: obj, use_modifiers=True)
    placed = Placer(meshes).place(node, shape)
    if isinstance(placed, Unplaceable) or isinstance(placed.geometry, MeshShape):
        return rpt_("no shape")
    words = shape_words(placed.geometry, lengths(context))
    return words[:1].lower() + words[1:]
