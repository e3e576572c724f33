# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes small glTF files for imports: nodes and extensions as given, meshes from points and triangles."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import Any

import numpy as np

TETRAHEDRON = ([(0, 0, 0), (1, 0, 0), (0, 2, 0), (0, 0, 3)], [(0, 2, 1), (0, 1, 3), (0, 3, 2), (1, 2, 3)])
"""Points and triangles, in glTF axes."""


def gltf(nodes: list[dict[str, Any]], **root: Any) -> dict[str, Any]:
    """A glTF JSON; roots of the tree go into its scene. `root` holds the extensions at the root, by name."""
    children = {child for node in nodes for child in node.get("children", [])}
    used = {name for node in nodes for name in node.get("extensions", {})} | root.keys()
    document: dict[str, Any] = {
        "asset": {"version": "2.0"},
        "scene": 0,
        "scenes": [{"nodes": [i for i in range(len(nodes)) if i not in children]}],
        "nodes": nodes,
    }
    if used:
        document["extensionsUsed"] = sorted(used)
    if root:
        document["extensions"] = root
    return document


def add_mesh(document: dict[str, Any], points: Any, triangles: Any = None, mode: int | None = None) -> int:
    """Append a mesh with its own buffer; without triangles it has no indices. Its index."""
    positions = np.asarray(points, dtype="<f4")
    attribute = _accessor(document, positions, 5126, "VEC3")
    document["accessors"][attribute] |= {
        "min": positions.min(axis=0).tolist(),
        "max": positions.max(axis=0).tolist(),
    }
    primitive: dict[str, Any] = {"attributes": {"POSITION": attribute}}
    if triangles is not None:
        primitive["indices"] = _accessor(document, np.asarray(triangles, dtype="<u2").reshape(-1, 1), 5123, "SCALAR")
    if mode is not None:
        primitive["mode"] = mode
    meshes = document.setdefault("meshes", [])
    meshes.append({"name": f"Mesh{len(meshes)}", "primitives": [primitive]})
    return len(meshes) - 1


def _accessor(document: dict[str, Any], array: np.ndarray, component: int, kind: str) -> int:
    data = array.tobytes()
    buffers, views = document.setdefault("buffers", []), document.setdefault("bufferViews", [])
    accessors = document.setdefault("accessors", [])
    uri = "data:application/octet-stream;base64," + base64.b64encode(data).decode()
    buffers.append({"byteLength": len(data), "uri": uri})
    views.append({"buffer": len(buffers) - 1, "byteLength": len(data)})
    accessors.append({"bufferView": len(views) - 1, "componentType": component, "count": len(array), "type": kind})
    return len(accessors) - 1


def write(path: Path, document: dict[str, Any]) -> Path:
    """Write a .gltf file. What Python has as infinity and NaN becomes a number too large for JSON readers."""
    text = json.dumps(document).replace("Infinity", "1e999").replace("NaN", "1e999")
    path.write_text(text, encoding="utf-8")
    return path
