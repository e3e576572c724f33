# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The geometry of Blender objects, as `core.physics.scene.MeshSource`."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable
from contextlib import AbstractContextManager, ExitStack, nullcontext
from typing import Any

import bpy
import numpy as np
from numpy.typing import NDArray

from ..core.physics.scene import FloatArray, IntArray, ObjectKey, SceneNode, ShapeSettings
from . import keys
from .hull import convex_hull

# Looked up once: `bpy.types` searches all of Blender's classes each time.
_MESH = bpy.types.Mesh
_OTHER_GEOMETRY = ("CURVE", "SURFACE", "FONT", "META")


class MeshArrays:
    """Vertices and triangles of one mesh, in the space of its object, as `core.physics.scene.MeshData`."""

    def __init__(self, key: Hashable, name: str, positions: FloatArray, numbers: IntArray | None) -> None:
        """`numbers` gives the index in `positions` of each vertex of the mesh; None where all are there."""
        self.key = key
        self.name = name
        self._positions = positions
        self._numbers = numbers
        self._triangles: IntArray | None = None
        self._hull: tuple[FloatArray, IntArray] | None = None

    def points(self) -> FloatArray:
        """Positions (n, 3) of the vertices that faces use."""
        return self._positions

    def triangles(self) -> IntArray:
        """Vertex indices (m, 3); only after `read_triangles`."""
        assert self._triangles is not None
        return self._triangles

    def read_triangles(self, mesh: bpy.types.Mesh) -> MeshArrays:
        """Reads the triangles of the mesh that the positions came from; most shapes do without."""
        if self._triangles is None:
            corners = _corner_vertices(mesh)
            if not _has_only_triangles(mesh):
                mesh.calc_loop_triangles()
                # Their corners are read faster than their vertices.
                loops = np.empty(len(mesh.loop_triangles) * 3, dtype=np.int32)
                mesh.loop_triangles.foreach_get("loops", loops)
                corners = corners[loops]
            if self._numbers is not None:
                corners = self._numbers[corners]
            self._triangles = corners.reshape(-1, 3)
        return self

    def hull(self) -> tuple[FloatArray, IntArray]:
        """Points (n, 3) and outward triangles (m, 3) of the convex hull; empty where the points span no volume."""
        if self._hull is None:
            self._hull = convex_hull(self._positions)
        return self._hull


MeshCache = dict[Hashable, MeshArrays | None]
"""What was read, by the key of `MeshData`."""


class BlenderMeshes:
    """Measures objects: their evaluated geometry where the export applies modifiers, else their base mesh.

    `object_of` gives the object of a node. Each mesh is read once.
    """

    def __init__(
        self,
        depsgraph: bpy.types.Depsgraph,
        object_of: Callable[[SceneNode], bpy.types.Object | None],
        use_modifiers: bool,
        use_rest_pose: bool = False,
        meshes_read: MeshCache | None = None,
    ) -> None:
        self._depsgraph = depsgraph
        self._object_of = object_of
        self._use_modifiers = use_modifiers
        self._use_rest_pose = use_rest_pose
        self._read: MeshCache = {} if meshes_read is None else meshes_read
        self._meshes: dict[ObjectKey, bpy.types.Mesh] | None = None
        self._differences: dict[Hashable, bool] = {}
        self._unchanged: set[int] = set()

    def get(self, node: SceneNode, shape: ShapeSettings) -> MeshArrays | None:
        """Geometry for a shape of a node; None where there are no faces."""
        if shape.mesh is not None and shape.type in ("CONVEX", "TRIMESH"):
            mesh = self._mesh_of(shape.mesh)
            return None if mesh is None else self._base(shape.mesh, mesh, shape)
        obj = self._object_of(node)
        if obj is None:
            return None
        data = obj.data
        if isinstance(data, _MESH):
            is_changed = bool(obj.modifiers) or data.shape_keys is not None
            if not is_changed:
                self._unchanged.add(node.index)
            if not is_changed or not self._use_modifiers:
                key = keys.mesh_key(data)
                return self._base(key, data, shape)
        elif obj.type not in _OTHER_GEOMETRY:
            return None
        key = ("EVALUATED", keys.object_key(obj))
        return self._once(key, lambda: self._evaluated(key, obj))

    def differs_from_base(self, node: SceneNode) -> bool:
        """Whether modifiers (but for armatures, which pose) or shape keys change the faces of a node's object."""
        if node.index in self._unchanged:
            return False
        obj = self._object_of(node)
        mesh = None if obj is None else obj.data
        if obj is None or not isinstance(mesh, _MESH):
            return False
        if mesh.shape_keys is None and not any(m.type != "ARMATURE" and m.show_viewport for m in obj.modifiers):
            return False
        key = ("DIFFERS", keys.object_key(obj))
        if key not in self._differences:
            changed = obj.evaluated_get(self._depsgraph).data
            shown = _from_mesh(key, changed, use_basis=False) if isinstance(changed, _MESH) else None
            if shown is not None and isinstance(changed, _MESH):
                shown.read_triangles(changed)
            base = _from_mesh(key, mesh)
            self._differences[key] = not _are_alike(None if base is None else base.read_triangles(mesh), shown)
        return self._differences[key]

    def _once(self, key: Hashable, read: Callable[[], MeshArrays | None]) -> MeshArrays | None:
        if key not in self._read:
            self._read[key] = read()
        return self._read[key]

    def _base(self, key: ObjectKey, mesh: bpy.types.Mesh, shape: ShapeSettings) -> MeshArrays | None:
        base = ("BASE", key)
        found = self._read.get(base)
        if found is None:
            found = self._once(base, lambda: _from_mesh(base, mesh))
        return found.read_triangles(mesh) if found is not None and shape.type == "TRIMESH" else found

    def _mesh_of(self, key: ObjectKey) -> bpy.types.Mesh | None:
        if self._meshes is None:
            self._meshes = {keys.mesh_key(mesh): mesh for mesh in bpy.data.meshes}
        return self._meshes.get(key)

    def _evaluated(self, key: Hashable, obj: bpy.types.Object) -> MeshArrays | None:
        unposed = self._use_rest_pose and any(m.type == "ARMATURE" and m.show_viewport for m in obj.modifiers)
        pose: AbstractContextManager[object] = _without_armatures(obj) if unposed else nullcontext()
        with pose:
            # Switching modifiers off and on changes the depsgraph, so the current one is asked for again.
            depsgraph = bpy.context.evaluated_depsgraph_get() if unposed else self._depsgraph
            owner = obj.evaluated_get(depsgraph) if self._use_modifiers else obj
            mesh = owner.to_mesh()
            if mesh is None:
                return None
            try:
                found = _from_mesh(key, mesh, obj.data.name if obj.data else "", use_basis=False)
                return None if found is None else found.read_triangles(mesh)
            finally:
                owner.to_mesh_clear()


def _are_alike(a: MeshArrays | None, b: MeshArrays | None) -> bool:
    """Whether two meshes have the same faces, but for rounding."""
    if a is None or b is None:
        return a is b
    if a.points().shape != b.points().shape or not np.array_equal(a.triangles(), b.triangles()):
        return False
    return bool(np.allclose(a.points(), b.points(), rtol=0.0, atol=1e-5))


def _without_armatures(obj: bpy.types.Object) -> ExitStack:
    """Armature modifiers off until the stack closes, as the exporter does for skinned meshes in rest pose."""
    stack = ExitStack()
    for modifier in obj.modifiers:
        if modifier.type == "ARMATURE" and modifier.show_viewport:
            modifier.show_viewport = False
            stack.callback(setattr, modifier, "show_viewport", True)
    return stack


def _from_mesh(key: Hashable, mesh: bpy.types.Mesh, name: str = "", use_basis: bool = True) -> MeshArrays | None:
    """The faces of a mesh; with `use_basis` in the shape of its basis key. None where it has no faces."""
    if not mesh.polygons:
        return None
    positions = np.empty(len(mesh.vertices) * 3, dtype=np.float32)
    if use_basis and mesh.shape_keys is not None:
        mesh.shape_keys.reference_key.data.foreach_get("co", positions)
    elif not _read_attribute(mesh, "position", "vector", len(mesh.vertices), positions):
        mesh.vertices.foreach_get("co", positions)
    points = positions.reshape(-1, 3).astype(np.float64)
    used = np.zeros(len(points), dtype=bool)
    used[_corner_vertices(mesh)] = True
    numbers: IntArray | None = None
    if not used.all():
        numbers = np.cumsum(used, dtype=np.int32) - 1
        points = points[used]
    # One sum tells of all: what single precision holds does not add up to infinity in double.
    with np.errstate(invalid="ignore"):
        total = points.sum()
    if not math.isfinite(total):
        return None
    return MeshArrays(key, name or mesh.name, points, numbers)


def _has_only_triangles(mesh: bpy.types.Mesh) -> bool:
    if len(mesh.loops) != len(mesh.polygons) * 3:
        return False
    sizes = np.empty(len(mesh.polygons), dtype=np.int32)
    mesh.polygons.foreach_get("loop_total", sizes)
    return bool((sizes == 3).all())


def _corner_vertices(mesh: bpy.types.Mesh) -> IntArray:
    """The vertex (k,) of each corner of the faces, face by face."""
    corners = np.empty(len(mesh.loops), dtype=np.int32)
    if not _read_attribute(mesh, ".corner_vert", "value", len(corners), corners):
        mesh.loops.foreach_get("vertex_index", corners)
    return corners


def _read_attribute(mesh: bpy.types.Mesh, name: str, field: str, count: int, into: NDArray[Any]) -> bool:
    """Reads a built-in attribute, many times faster than element by element; False where it is not at hand.

    In edit mode attributes are empty.
    """
    data: Any = getattr(mesh.attributes.get(name), "data", ())
    if len(data) != count:
        return False
    data.foreach_get(field, into)
    return True
