# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The meshes of convex and trimesh shapes: those that objects show, else Mesh data made from the file."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import bpy
import numpy as np
import numpy.typing as npt

from ..core.ground.linear import Mat4
from .compat import decode_draco

_TRIANGLES, _STRIP, _FAN = 4, 5, 6
_DRACO = "KHR_draco_mesh_compression"


class UnreadableMesh(ValueError):
    """The mesh cannot serve a shape; the message is the rest of a sentence."""


class ShapeMeshes:
    """Meshes of one file, by index; each is made once. `merged` count on behind those of the file."""

    def __init__(self, gltf: Any, merged: Sequence[tuple[tuple[int, Mat4], ...]] = ()) -> None:
        self._gltf = gltf
        self._merged = merged
        self._found: dict[int, bpy.types.Mesh] = {}
        self._failed: dict[int, str] = {}
        self._shown = _shown_meshes(gltf)

    def is_shown_by(self, index: int, obj: bpy.types.Object) -> bool:
        """Whether an object shows just this mesh, as the file has it."""
        shown = self._shown.get(index)
        return shown is not None and obj.data == shown

    def get(self, index: int, name: str) -> bpy.types.Mesh:
        """The mesh that objects show, or one made for shapes; UnreadableMesh where the file's is not usable.

        `name` is for a mesh that has none in the file.
        """
        if index in self._failed:
            raise UnreadableMesh(self._failed[index])
        mesh = self._shown.get(index) or self._found.get(index)
        if mesh is None:
            try:
                mesh = self._make(index, name)
            except UnreadableMesh as error:
                self._failed[index] = str(error)
                raise
            self._found[index] = mesh
        return mesh

    def _make(self, index: int, name: str) -> bpy.types.Mesh:
        count = len(self._gltf.data.meshes or ())
        if index >= count:
            return self._put_together(self._merged[index - count], name)
        points, triangles = self._of_file(index)
        return _new_mesh(self._gltf.data.meshes[index].name or name, points, triangles)

    def _put_together(self, parts: tuple[tuple[int, Mat4], ...], name: str) -> bpy.types.Mesh:
        """A mesh of several, each taken to its place. The matrices are in the file's axes."""
        points: list[npt.NDArray[np.float32]] = []
        triangles: list[npt.NDArray[np.int64]] = []
        start = 0
        for index, matrix in parts:
            own, faces = self._of_file(index)
            columns = [matrix[row][column] for column in range(4) for row in range(4)]
            place = np.asarray(self._gltf.matrix_gltf_to_blender(columns), dtype=np.float64)
            points.append((np.einsum("nj,ij->ni", own, place[:3, :3]) + place[:3, 3]).astype(np.float32))
            triangles.append((faces if np.linalg.det(place[:3, :3]) > 0.0 else faces[:, ::-1]) + start)
            start += len(own)
        return _new_mesh(name, np.concatenate(points), np.concatenate(triangles))

    def _of_file(self, index: int) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.int64]]:
        """Points (n, 3) in Blender's axes and triangles (m, 3) of a mesh of the file."""
        pymesh = self._gltf.data.meshes[index]
        points: list[npt.NDArray[np.float32]] = []
        triangles: list[npt.NDArray[np.int64]] = []
        start = 0
        for primitive in pymesh.primitives or ():
            if _mode(primitive) < _TRIANGLES:
                continue
            positions, indices = self._arrays(index, primitive)
            points.append(positions)
            triangles.append(indices + start)
            start += len(positions)
        if not triangles or not any(map(len, triangles)):
            raise UnreadableMesh(f"mesh {index} has no triangles")
        return np.concatenate(points), np.concatenate(triangles)

    def _arrays(self, index: int, primitive: Any) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.int64]]:
        """Points (n, 3) in Blender's axes and units, and triangles (m, 3)."""
        from io_scene_gltf2.io.imp.gltf2_io_binary import BinaryData

        position = (primitive.attributes or {}).get("POSITION")
        if position is None:
            raise UnreadableMesh(f"mesh {index} has a primitive without positions")
        try:
            if _DRACO in (primitive.extensions or {}):
                decode_draco(self._gltf, primitive)
            points = np.array(BinaryData.decode_accessor(self._gltf, position), dtype=np.float32)
            order = np.arange(len(points))
            if primitive.indices is not None:
                order = BinaryData.decode_accessor(self._gltf, primitive.indices).reshape(-1).astype(np.int64)
        # Whatever is wrong in a file's buffers comes as one of these.
        except (AssertionError, ArithmeticError, AttributeError, LookupError, OSError, TypeError, ValueError) as error:
            raise UnreadableMesh(f"mesh {index} could not be read: {error}") from error
        if points.ndim != 2 or points.shape[1] != 3 or not np.isfinite(points).all():
            raise UnreadableMesh(f"mesh {index} has positions that are none")
        if len(order) and not 0 <= order.min() <= order.max() < len(points):
            raise UnreadableMesh(f"mesh {index} has indices without a position")
        self._gltf.locs_batch_gltf_to_blender(points)
        return points, _triangles(order, _mode(primitive))


def _mode(primitive: Any) -> int:
    return _TRIANGLES if primitive.mode is None else primitive.mode


def _triangles(order: npt.NDArray[np.int64], mode: int) -> npt.NDArray[np.int64]:
    """Triangles (m, 3) of a list, strip or fan; those that repeat a corner are left out."""
    if mode == _TRIANGLES:
        found = order[: len(order) // 3 * 3].reshape(-1, 3)
    elif len(order) < 3:
        found = np.empty((0, 3), dtype=np.int64)
    elif mode == _STRIP:
        found = np.stack([order[:-2], order[1:-1], order[2:]], axis=1)
        found[1::2] = found[1::2, [1, 0, 2]]
    else:
        found = np.stack([np.full(len(order) - 2, order[0]), order[1:-1], order[2:]], axis=1)
    a, b, c = found[:, 0], found[:, 1], found[:, 2]
    return found[(a != b) & (b != c) & (c != a)]


def _new_mesh(name: str, points: npt.NDArray[np.float32], triangles: npt.NDArray[np.int64]) -> bpy.types.Mesh:
    mesh = bpy.data.meshes.new(name)
    mesh.vertices.add(len(points))
    mesh.vertices.foreach_set("co", points.ravel())
    mesh.loops.add(triangles.size)
    mesh.loops.foreach_set("vertex_index", triangles.astype(np.int32).ravel())
    mesh.polygons.add(len(triangles))
    mesh.polygons.foreach_set("loop_start", np.arange(0, triangles.size, 3, dtype=np.int32))
    # Not validated: that would take away the back of double-sided triangles.
    mesh.update(calc_edges=True)
    return mesh


def _shown_meshes(gltf: Any) -> dict[int, bpy.types.Mesh]:
    """The Mesh data by which objects show meshes of the file unchanged: triangles only, no skin, no shape keys."""
    found: dict[int, bpy.types.Mesh] = {}
    for vnode in gltf.vnodes.values():
        if vnode.mesh_node_idx is None or getattr(vnode, "blender_object", None) is None:
            continue
        node = gltf.data.nodes[vnode.mesh_node_idx]
        mesh = vnode.blender_object.data
        if node.mesh in found or node.skin is not None or not isinstance(mesh, bpy.types.Mesh):
            continue
        primitives = gltf.data.meshes[node.mesh].primitives or ()
        if mesh.shape_keys is None and all(_mode(p) >= _TRIANGLES for p in primitives):
            found[node.mesh] = mesh
    return found
