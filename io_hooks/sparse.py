# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The exporter's node, but one that puts only what is set into its JSON."""

from __future__ import annotations

from typing import Any

from ..core.formats.khr import names as khr
from ..core.formats.omi import names

_OURS = frozenset((*names.EXTENSIONS, *khr.EXTENSIONS))


def _is_kept(key: str, value: Any) -> bool:
    """Whether the exporter writes a value that is false: zero, an empty text, and extras of any kind."""
    return value is not None and (key == "extras" or value != [])


def sparse_node_class(is_alone: bool) -> Any:
    """A class for nodes whose references are indices already; the file comes out the same.

    `is_alone`: no other exporter extension takes part, so below our names there is nothing but plain data.

    The exporter makes the JSON of each node twice and walks every key of it twice more, set or not. A node with
    physics has a few keys more to walk; leaving out the others makes up for them.
    """
    from io_scene_gltf2.io.com import gltf2_io

    keys = tuple(gltf2_io.Node(*[None] * 12).to_dict())

    class SparseNode(gltf2_io.Node):
        def to_dict(self) -> dict[str, Any]:
            values = vars(self)
            found = {k: v for k in keys if (v := values[k]) or _is_kept(k, v)}
            if not (is_alone and _OURS.issuperset(found.get("extensions", ()))):
                found["extensions"] = gltf2_io.from_extension(self.extensions or {})
            if "extras" in found:
                found["extras"] = gltf2_io.from_extra(self.extras)
            return found

    return SparseNode
