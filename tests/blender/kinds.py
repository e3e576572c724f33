# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""One object of every kind that Blender has, and every mode that it can be in."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import bpy

from . import scenes


def _curve(kind: str) -> Any:
    curve = bpy.data.curves.new(kind.title(), kind)
    if kind == "FONT":
        curve.body = "Text"
    else:
        spline = curve.splines.new("POLY" if kind == "CURVE" else "NURBS")
        spline.points.add(1)
        spline.points[1].co = (1, 0, 0, 1)
    return curve


def _grease_pencil() -> Any:
    # Between 4.3 and 5.0 the old name is that of the old kind, which objects cannot hold any more.
    return getattr(bpy.data, "grease_pencils_v3", bpy.data.grease_pencils)


_DATA: dict[str, Callable[[], Any]] = {
    "MESH": lambda: scenes.cube_mesh("Cube"),
    "MESH without faces": lambda: bpy.data.meshes.new("Nothing"),
    "CURVE": lambda: _curve("CURVE"),
    "SURFACE": lambda: _curve("SURFACE"),
    "FONT": lambda: _curve("FONT"),
    "META": lambda: bpy.data.metaballs.new("Ball"),
    "ARMATURE": lambda: bpy.data.armatures.new("Armature"),
    "LATTICE": lambda: bpy.data.lattices.new("Lattice"),
    "EMPTY": lambda: None,
    "CAMERA": lambda: bpy.data.cameras.new("Camera"),
    "LIGHT": lambda: bpy.data.lights.new("Light", "SUN"),
    "LIGHT_PROBE": lambda: bpy.data.lightprobes.new("Probe", "SPHERE"),
    "SPEAKER": lambda: bpy.data.speakers.new("Speaker"),
    "VOLUME": lambda: bpy.data.volumes.new("Volume"),
    "POINTCLOUD": lambda: bpy.data.pointclouds.new("Points"),
    "CURVES": lambda: bpy.data.hair_curves.new("Hair"),
    "GREASEPENCIL": lambda: _grease_pencil().new("Pencil"),
}
SPECIAL = ("NONE", "COLLECTION INSTANCE", "SCALED TO NOTHING", "LINKED", "OVERRIDE", "ALL ROLES")
KINDS = (*_DATA, *SPECIAL)
MODES = {
    "MESH": ("EDIT", "SCULPT", "VERTEX_PAINT", "WEIGHT_PAINT", "TEXTURE_PAINT"),
    "CURVE": ("EDIT",),
    "ARMATURE": ("EDIT", "POSE"),
    "ALL ROLES": ("EDIT",),
}
CASES = [(kind, "OBJECT") for kind in KINDS] + [(kind, mode) for kind, modes in MODES.items() for mode in modes]


def make(kind: str, folder: Path) -> bpy.types.Object | None:
    """An object of a kind in the scene; None for "NONE", where the scene has no object."""
    if kind == "NONE":
        return None
    if kind in _DATA:
        return scenes.add("Thing", _DATA[kind]())
    if kind == "COLLECTION INSTANCE":
        collection = bpy.data.collections.new("Crates")
        scenes.cube("Crate", collection=collection)
        instance = scenes.add("Instance")
        instance.instance_type, instance.instance_collection = "COLLECTION", collection
        return instance
    if kind == "SCALED TO NOTHING":
        return all_roles(scenes.cube("Flat", scale=(1, 0, 1)))
    if kind == "ALL ROLES":
        return all_roles(scenes.cube("Crate"))
    crate = all_roles(scenes.cube("Crate"))
    return linked_copy(crate, folder) if kind == "LINKED" else override_of(crate, folder)


def all_roles(obj: bpy.types.Object) -> bpy.types.Object:
    """Gives an object every role, with a material, filters, a limit and a drive."""
    scenes.make_joint(scenes.make_trigger(scenes.make_collider(scenes.make_body(obj))))
    group = obj.omi_physics
    group.collider.use_material = group.collider.use_filter = group.trigger.use_filter = True
    group.collider.filter.collision_systems.add().name = "Props"
    group.collider.filter.target_mode = "COLLIDE_WITH"
    group.collider.filter.target_systems.add()
    group.trigger.parts.add().object = obj
    group.joint.drives.add()
    return obj


def linked_copy(obj: bpy.types.Object, folder: Path) -> bpy.types.Object:
    """The object in a file of its own, linked from there, in its stead."""
    path, name = folder / "library.blend", obj.name
    bpy.data.libraries.write(str(path), {obj})
    bpy.data.objects.remove(obj)
    with bpy.data.libraries.load(str(path), link=True) as (_, wanted):
        wanted.objects = [name]
    bpy.context.scene.collection.objects.link(wanted.objects[0])
    return wanted.objects[0]


def override_of(obj: bpy.types.Object, folder: Path) -> bpy.types.Object:
    """An editable library override of the object, in its stead."""
    return linked_copy(obj, folder).override_create(remap_local_usages=True)
