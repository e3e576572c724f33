# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""A scene of stand-ins with a rigid body world of its own, beside the author's scene, and how it is taken away.

It is the scene of no window. The stand-in of each body that moves remembers the author's object and its place, so that
whoever finds such a scene, in an undo step or in a file that Blender saved by itself, can put everything back.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

import bpy
import numpy as np
from mathutils import Matrix

from ..core.ground.linear import IDENTITY, Mat4
from ..core.takeover.body import RigidBody
from ..core.takeover.stand_in_joints import WORLD, Link
from ..core.takeover.stand_ins import Part, StandIn
from .rigid_build import ensure_world, set_body, set_constraint, turned_place

_MARK = "omi_physics_preview"
_OBJECT, _PLACE = "object", "place"
_AUTHOR, _HAD_WORLD = "author", "had_world"
FIRST_FRAME = 1
_LAST_FRAME = 1_000_000
_ITERATIONS = 20
_PLACE_CHANNELS = ("location", "rotation_euler", "rotation_quaternion", "rotation_axis_angle", "scale")


def new_scene(author: bpy.types.Scene) -> bpy.types.Scene:
    """An empty scene of stand-ins with the gravity and the frame rate of the author's."""
    scene = bpy.data.scenes.new(".OMI Physics Preview")
    scene[_MARK] = True
    scene[_AUTHOR], scene[_HAD_WORLD] = author, False
    if author.rigidbody_world is not None:
        # Bodies of Blender's own would fall beside ours.
        scene[_HAD_WORLD], author.rigidbody_world.enabled = author.rigidbody_world.enabled, False
    scene.gravity, scene.use_gravity = author.gravity, author.use_gravity
    scene.render.fps, scene.render.fps_base = author.render.fps, author.render.fps_base
    world = ensure_world(scene)
    world.solver_iterations = _ITERATIONS
    world.point_cache.frame_start, world.point_cache.frame_end = FIRST_FRAME, _LAST_FRAME
    return scene


class Builder:
    """Builds stand-ins and constraints in a scene; equal shapes share a mesh."""

    def __init__(self, scene: bpy.types.Scene) -> None:
        self._scene = scene
        self._meshes: dict[Hashable, bpy.types.Mesh] = {}
        self._world: bpy.types.Object | None = None
        self.objects: list[bpy.types.Object] = []

    def add(self, stand_in: StandIn) -> bpy.types.Object:
        """The object of a stand-in, with children where its shape needs them. What moves starts held in place."""
        is_one = len(stand_in.parts) == 1 and stand_in.parts[0].place == IDENTITY
        shape = stand_in.parts[0].shape if is_one else "COMPOUND"
        obj = self._object(self._mesh(stand_in.parts[0]) if is_one else self._mesh(_NOTHING), stand_in.place)
        body = RigidBody(
            "PASSIVE" if stand_in.kind == "static" else "ACTIVE",
            shape=shape,
            mass=stand_in.motion.mass,
            kinematic=stand_in.kind != "static",
            friction=stand_in.friction,
            restitution=stand_in.restitution,
            collections=stand_in.collections,
        )
        self._make_rigid(obj, body)
        if not is_one:
            for part in stand_in.parts:
                child = self._object(self._mesh(part), part.place)
                child.parent = obj
                self._make_rigid(child, RigidBody("ACTIVE", shape=part.shape, collections=stand_in.collections))
        self.objects.append(obj)
        return obj

    def link(self, link: Link) -> None:
        """The constraint of a link between stand-ins that were added, in the order of their numbers."""
        empty = bpy.data.objects.new(".OMI Physics Preview", None)
        self._scene.collection.objects.link(empty)
        empty.matrix_world = turned_place(Matrix(link.place), link.made.axes)
        first, second = (self._ground() if i == WORLD else self.objects[i] for i in (link.first, link.second))
        set_constraint(self._scene, empty, link.made.constraint, first, second)

    def _ground(self) -> bpy.types.Object:
        if self._world is None:
            self._world = self._object(self._mesh(_DOT), IDENTITY)
            self._make_rigid(self._world, RigidBody("PASSIVE", shape="SPHERE", collections=frozenset()))
        return self._world

    def _make_rigid(self, obj: bpy.types.Object, body: RigidBody) -> None:
        set_body(self._scene, obj, body)
        rigid: Any = obj.rigid_body
        rigid.mesh_source = "BASE"
        rigid.linear_damping = rigid.angular_damping = 0.0
        rigid.use_deactivation = False
        if body.shape == "MESH":
            rigid.use_margin, rigid.collision_margin = True, 0.0

    def _object(self, mesh: bpy.types.Mesh, place: Mat4) -> bpy.types.Object:
        obj = bpy.data.objects.new(".OMI Physics Preview", mesh)
        self._scene.collection.objects.link(obj)
        obj.rotation_mode = "QUATERNION"
        obj.matrix_basis = Matrix(place)
        return obj

    def _mesh(self, part: Part) -> bpy.types.Mesh:
        key = (part.shape, part.size) if part.points is None else (part.shape, id(part.points), id(part.triangles))
        if key not in self._meshes:
            mesh = bpy.data.meshes.new(".OMI Physics Preview")
            points = np.array(_CORNERS) * part.size if part.points is None else part.points
            if part is not _NOTHING:
                mesh.from_pydata(points.tolist(), [], [] if part.triangles is None else part.triangles.tolist())
            self._meshes[key] = mesh
        return self._meshes[key]


_NOTHING = Part("COMPOUND")
_DOT = Part("SPHERE", (0.1, 0.1, 0.1))
# Blender measures primitives by the bounding box of a mesh.
_CORNERS = [(x, y, z) for x in (-0.5, 0.5) for y in (-0.5, 0.5) for z in (-0.5, 0.5)]


def remember(stand_in: bpy.types.Object, obj: bpy.types.Object) -> None:
    """Keeps an object's place with its stand-in."""
    stand_in[_OBJECT] = obj
    stand_in[_PLACE] = [value for name in _PLACE_CHANNELS for value in getattr(obj, name)]


def take_down(scene: bpy.types.Scene) -> None:
    """Gives the author's objects the places they had, to the last digit, and removes a scene of stand-ins."""
    for stand_in in scene.objects:
        obj, values = stand_in.get(_OBJECT), stand_in.get(_PLACE)
        if obj is not None and values is not None:
            _put_back(obj, list(values))
    author = scene.get(_AUTHOR)
    if author is not None and author.rigidbody_world is not None:
        author.rigidbody_world.enabled = bool(scene[_HAD_WORLD])
    world: Any = scene.rigidbody_world
    collections = [] if world is None else [world.collection, world.constraints]
    objects = list(scene.objects)
    meshes = {obj.data for obj in objects if obj.data is not None}
    bpy.data.batch_remove([*objects, *(made for made in collections if made is not None), *meshes])
    bpy.data.scenes.remove(scene)


def _put_back(obj: bpy.types.Object, values: list[float]) -> None:
    start = 0
    for name in _PLACE_CHANNELS:
        count = len(getattr(obj, name))
        setattr(obj, name, values[start : start + count])
        start += count


def leftovers() -> list[bpy.types.Scene]:
    """Scenes of stand-ins in the file."""
    return [scene for scene in bpy.data.scenes if scene.get(_MARK)]
