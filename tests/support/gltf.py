# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""A small glTF reader for tests, written apart from the add-on's code so that it can judge it."""

from __future__ import annotations

import base64
import json
import struct
import tempfile
import urllib.parse
from pathlib import Path
from typing import Any

import numpy as np

_COMPONENTS = {5120: "<i1", 5121: "<u1", 5122: "<i2", 5123: "<u2", 5125: "<u4", 5126: "<f4"}
_WIDTHS = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT2": 4, "MAT3": 9, "MAT4": 16}


class Gltf:
    """A parsed file: `json` is its JSON, `buffers` the bytes of its buffers, `path` where it lies or lay.

    `files` holds the bytes of the file and of what it refers to, by file name.
    """

    def __init__(self, path: str | Path):
        self.path = Path(path)
        data = self.path.read_bytes()
        self.files = {self.path.name: data}
        binary = b""
        if data[:4] == b"glTF":
            text, binary = _split_glb(data)
        else:
            text = data
        self.json: dict[str, Any] = json.loads(text, parse_constant=_refuse_constant)
        self.buffers = [self._buffer(item, binary) for item in self.json.get("buffers", [])]
        self._parents: dict[int, int] = {}
        for index, node in enumerate(self.nodes):
            for child in node.get("children", []):
                assert child not in self._parents, f"node {child} has two parents"
                self._parents[child] = index

    def _buffer(self, item: dict[str, Any], binary: bytes) -> bytes:
        uri = item.get("uri")
        if uri is None:
            return binary[: item["byteLength"]]
        if uri.startswith("data:"):
            return base64.b64decode(uri.split(",", 1)[1])
        name = urllib.parse.unquote(uri)
        self.files[name] = (self.path.parent / name).read_bytes()
        return self.files[name]

    @property
    def nodes(self) -> list[dict[str, Any]]:
        """The nodes' JSON, in file order."""
        return self.json.get("nodes", [])

    @property
    def extensions_used(self) -> list[str]:
        """`extensionsUsed`, in file order."""
        return self.json.get("extensionsUsed", [])

    @property
    def data(self) -> bytes:
        """The bytes of the file itself."""
        return self.files[self.path.name]

    def root(self, extension: str) -> dict[str, Any]:
        """An extension at the root of the file, {} where it is absent."""
        return self.json.get("extensions", {}).get(extension, {})

    def index(self, name: str) -> int:
        """The index of the one node of that name."""
        found = [i for i, node in enumerate(self.nodes) if node.get("name") == name]
        assert len(found) == 1, f"{len(found)} nodes are named {name!r}; the file has {self.names()}"
        return found[0]

    def names(self) -> list[str | None]:
        """The names of all nodes, in file order."""
        return [node.get("name") for node in self.nodes]

    def node(self, name: str) -> dict[str, Any]:
        """The JSON of the one node of that name."""
        return self.nodes[self.index(name)]

    def extension(self, name: str, extension: str) -> dict[str, Any] | None:
        """An extension on the node of that name, None where it is absent."""
        return self.node(name).get("extensions", {}).get(extension)

    def parent(self, index: int) -> int | None:
        """The index of a node's parent, None for a root."""
        return self._parents.get(index)

    def parent_name(self, name: str) -> str | None:
        """The name of the parent of the node of that name, None for a root."""
        parent = self.parent(self.index(name))
        return None if parent is None else self.nodes[parent].get("name")

    def children(self, name: str) -> list[str | None]:
        """The names of a node's direct children."""
        return [self.nodes[i].get("name") for i in self.node(name).get("children", [])]

    def local(self, index: int) -> np.ndarray:
        """A node's own matrix, shape (4, 4), for column vectors."""
        node = self.nodes[index]
        if "matrix" in node:
            return np.array(node["matrix"], dtype=float).reshape(4, 4).T
        result = np.identity(4)
        result[:3, :3] = rotation_matrix(node.get("rotation", [0, 0, 0, 1])) * np.array(node.get("scale", [1, 1, 1]))
        result[:3, 3] = node.get("translation", [0, 0, 0])
        return result

    def world(self, node: int | str) -> np.ndarray:
        """The matrix from a node's space to the file's, shape (4, 4), for column vectors."""
        index = self.index(node) if isinstance(node, str) else node
        result = self.local(index)
        parent = self.parent(index)
        while parent is not None:
            result = self.local(parent) @ result
            parent = self.parent(parent)
        return result

    def accessor(self, index: int) -> np.ndarray:
        """The values of an accessor, shape (count, width); no sparse accessors."""
        item = self.json["accessors"][index]
        assert "sparse" not in item
        dtype, width, count = np.dtype(_COMPONENTS[item["componentType"]]), _WIDTHS[item["type"]], item["count"]
        if "bufferView" not in item:
            return np.zeros((count, width), dtype=dtype)
        view = self.json["bufferViews"][item["bufferView"]]
        step = view.get("byteStride", dtype.itemsize * width)
        start = item.get("byteOffset", 0)
        data = self.buffers[view["buffer"]][view.get("byteOffset", 0) :][: view["byteLength"]]
        assert start + step * (count - 1) + dtype.itemsize * width <= len(data), "accessor leaves its buffer view"
        rows = [np.frombuffer(data, dtype, width, start + step * i) for i in range(count)]
        return np.array(rows, dtype=dtype).reshape(count, width)

    def points(self, mesh: int) -> np.ndarray:
        """The positions of the single primitive of a mesh, shape (n, 3)."""
        return self.accessor(self._primitive(mesh)["attributes"]["POSITION"]).astype(float)

    def triangles(self, mesh: int) -> np.ndarray:
        """The triangles of the single primitive of a mesh, shape (m, 3)."""
        primitive = self._primitive(mesh)
        assert primitive.get("mode", 4) == 4, "not a triangle list"
        if "indices" in primitive:
            return self.accessor(primitive["indices"]).astype(int).reshape(-1, 3)
        return np.arange(len(self.points(mesh))).reshape(-1, 3)

    def _primitive(self, mesh: int) -> dict[str, Any]:
        primitives = self.json["meshes"][mesh]["primitives"]
        assert len(primitives) == 1, f"mesh {mesh} has {len(primitives)} primitives"
        return primitives[0]


def rotation_matrix(quaternion: list[float]) -> np.ndarray:
    """The matrix, shape (3, 3), of a unit quaternion (x, y, z, w)."""
    x, y, z, w = quaternion
    return np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
            [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
            [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
        ]
    )


def apply(matrix: np.ndarray, points: Any) -> np.ndarray:
    """Points, shape (n, 3), taken through a 4 x 4 matrix."""
    return np.asarray(points, dtype=float) @ matrix[:3, :3].T + matrix[:3, 3]


def to_blender(points: Any) -> np.ndarray:
    """Points of a Y-up file, shape (n, 3), in Blender's Z-up axes."""
    array = np.asarray(points, dtype=float)
    return np.stack([array[:, 0], -array[:, 2], array[:, 1]], axis=1)


def export_glb(path: str | Path | None = None, **options: Any) -> Gltf:
    """Export the open scene as .glb through Blender's own operator and read the file; `options` are the operator's."""
    return _export(path, "GLB", ".glb", options)


def export_gltf(path: str | Path | None = None, **options: Any) -> Gltf:
    """Export the open scene as .gltf with a .bin beside it and read the file; `options` are the operator's."""
    return _export(path, "GLTF_SEPARATE", ".gltf", options)


def _export(path: str | Path | None, file_format: str, suffix: str, options: dict[str, Any]) -> Gltf:
    import bpy

    if path is not None:
        result = bpy.ops.export_scene.gltf(filepath=str(path), export_format=file_format, **options)
        assert result == {"FINISHED"}
        return Gltf(path)
    with tempfile.TemporaryDirectory(prefix="omi-physics-export-") as folder:
        return _export(Path(folder) / f"scene{suffix}", file_format, suffix, options)


def _split_glb(data: bytes) -> tuple[bytes, bytes]:
    magic, version, length = struct.unpack_from("<4sII", data, 0)
    assert magic == b"glTF" and version == 2 and length == len(data), "broken glb header"
    chunks, position = {}, 12
    while position < length:
        size, kind = struct.unpack_from("<I4s", data, position)
        assert size % 4 == 0, "glb chunk of uneven length"
        chunks[kind] = data[position + 8 : position + 8 + size]
        position += 8 + size
    return chunks[b"JSON"], chunks.get(b"BIN\0", b"")


def _refuse_constant(word: str) -> float:
    raise ValueError(f"{word} is not JSON")
