# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Shapes of single objects as the exporter would place them, and back into properties."""

from __future__ import annotations

from collections.abc import Hashable

import bpy
import numpy as np

from ..core.geometry import volume
from ..core.geometry.classify import Kind, classify, longest_axis
from ..core.geometry.fit import transformed
from ..core.geometry.place import Placed, Placer, Unplaceable
from ..core.geometry.split import split_scale
from ..core.ground.linear import Mat3, Vec3
from ..core.physics.scene import FloatArray, MeshData, SceneNode, ShapeSettings
from ..properties import keys
from ..properties.capture import as_rows
from ..properties.meshes import BlenderMeshes
from .common import UNDO, OperatorResult, act_on_each, poll_active, selected_objects

GEOMETRY_TYPES = ("MESH", "CURVE", "SURFACE", "FONT", "META")
"""Types of objects that can have faces."""


class Measure:
    """Measures objects of the current view layer; reads each mesh once. One serves one press of a button."""

    def __init__(self, context: bpy.types.Context) -> None:
        self._objects: list[bpy.types.Object] = []
        self._nodes: dict[bpy.types.Object, SceneNode] = {}
        self._kinds: dict[Hashable, Kind] = {}
        depsgraph = context.evaluated_depsgraph_get()
        self.meshes = BlenderMeshes(depsgraph, lambda node: self._objects[node.index], use_modifiers=True)
        self.placer = Placer(self.meshes)

    def node(self, obj: bpy.types.Object) -> SceneNode:
        """The object as `core.geometry.place` wants it."""
        node = self._nodes.get(obj)
        if node is None:
            if obj.mode == "EDIT":
                obj.update_from_editmode()
            node = SceneNode(len(self._objects), obj.name, keys.object_key(obj), world=as_rows(obj.matrix_world))
            self._nodes[obj] = node
            self._objects.append(obj)
        return node

    def place(self, obj: bpy.types.Object, shape: ShapeSettings) -> Placed | Unplaceable:
        """The shape in the world, as it would be exported; `shape.type` must not be NONE."""
        return self.placer.place(self.node(obj), shape)

    def geometry(self, obj: bpy.types.Object) -> MeshData | None:
        """The evaluated geometry of the object itself, in its own space; None where it has no faces."""
        # Only as a triangle mesh it comes with its triangles.
        return self.meshes.get(self.node(obj), ShapeSettings("TRIMESH"))

    def kind(self, obj: bpy.types.Object) -> Kind | None:
        """Which shape the object looks like, scaled as it stands; None where it has no faces."""
        data = self.geometry(obj)
        split = split_scale(as_rows(obj.matrix_world))
        if data is None or split is None:
            return None
        key = (data.key, split.stretch, split.scale)
        if key not in self._kinds:
            self._kinds[key] = classify(_stretched(data.points(), split.stretch, split.scale), data.triangles())
        return self._kinds[key]

    def longest_axis(self, obj: bpy.types.Object) -> str:
        """The object's axis along which its geometry reaches furthest, as it stands; Z where it has none."""
        data = self.geometry(obj)
        split = split_scale(as_rows(obj.matrix_world))
        if data is None or split is None:
            return "Z"
        return longest_axis(_stretched(data.points(), split.stretch, split.scale))

    def is_convex(self, obj: bpy.types.Object) -> bool:
        """Whether the object's surface is its own hull, but for a few per cent of its volume."""
        data = self.geometry(obj)
        if data is None:
            return True
        hull = volume.of_mesh(*data.hull()).volume
        return hull > 0.0 and volume.of_mesh(data.points(), data.triangles()).volume > 0.95 * hull


def _stretched(points: FloatArray, stretch: Mat3 | None, scale: Vec3) -> FloatArray:
    if stretch is not None:
        return transformed(points, np.asarray(stretch, dtype=np.float64))
    return points * np.abs(scale)


class MeasuringOperator:
    """Acts on the active and all selected objects, with one `Measure` for all of them."""

    bl_options = UNDO

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        return poll_active(cls, context)

    def execute(self, context: bpy.types.Context) -> OperatorResult:
        measure = Measure(context)
        objects = selected_objects(context, use_active=True)
        return act_on_each(self, objects, lambda obj: self.act(obj, measure))  # type: ignore[arg-type]

    def act(self, obj: bpy.types.Object, measure: Measure) -> None:
        raise NotImplementedError
