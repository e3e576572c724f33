# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The import hook: when Blender's importer has made all objects, gives them the physics of the file."""

from __future__ import annotations

import traceback
from typing import Any

import bpy

from ..core.formats.common.reader import FILE
from ..core.formats.describe import count, count_words
from ..core.formats.omi import names
from ..core.formats.omi.decode import decode
from ..core.ground.garbage import uncollected
from ..core.physics.model import PhysicsFile
from ..properties.access import scene_settings
from .import_fold import fold_shape_nodes
from .import_scene import SceneImporter


class glTF2ImportUserExtension:
    """Looked up by Blender's glTF importer by this name; one instance for all files of an import, without state."""

    def __init__(self) -> None:
        from io_scene_gltf2.io.com.gltf2_io_extensions import Extension

        # Files that require an extension are refused unless someone says he knows it.
        self.extensions = [Extension(name, {}, True) for name in names.EXTENSIONS]

    def gather_import_scene_after_nodes_hook(self, gltf_scene: Any, blender_scene: bpy.types.Scene, gltf: Any) -> None:
        """All work is done here, where references resolve whatever the order of the nodes."""
        settings = scene_settings(blender_scene)
        if not settings.use_import:
            return
        try:
            with uncollected():
                file = read_physics(gltf, keep_shape_nodes=settings.use_import_shape_nodes)
        # An exception in an import hook would abort Blender's import. Content never raises: this is a fault of ours.
        except Exception as error:  # noqa: BLE001
            traceback.print_exc()
            text = f"{blender_scene.name}: OMI Physics failed to read the file's physics, a fault of the add-on: "
            gltf.log.error(f"{text}{type(error).__name__}: {error}", popup=True)
            return
        if file is not None:
            report(gltf.log, file, blender_scene.name)


def read_physics(gltf: Any, keep_shape_nodes: bool) -> PhysicsFile | None:
    """Reads the file's physics and gives it to the objects; None where there is none."""
    data = file_json(gltf)
    if data is None:
        return None
    file = decode(data)
    importer = SceneImporter(gltf, file)
    importer.run()
    if not keep_shape_nodes:
        fold_shape_nodes(gltf, file, importer.objects)
    return file


def file_json(gltf: Any) -> dict[str, Any] | None:
    """What `decode` needs of the importer's parsed file; None where there is no physics in it."""
    nodes: list[Any] = gltf.data.nodes or []
    root: dict[str, Any] = gltf.data.extensions or {}
    known = frozenset(names.EXTENSIONS)
    if not known & root.keys() and not any(known & n.extensions.keys() for n in nodes if n.extensions):
        return None
    return {
        "nodes": [{"name": n.name, "children": n.children, "extensions": n.extensions} for n in nodes],
        "meshes": [None] * len(gltf.data.meshes or ()),
        "extensions": root,
        "extensionsUsed": gltf.data.extensions_used,
    }


def report(log: Any, file: PhysicsFile, scene_name: str) -> None:
    """Every notice as a warning; at the end how many, with what was read."""
    for notice in file.notices:
        text = str(notice)
        log.warning(scene_name + text[len(FILE) :] if notice.where == FILE else text, popup=True)
    text = f"{scene_name}: OMI physics read: {count_words(count(file)) or 'nothing'}"
    if file.notices:
        notices = "1 notice" if len(file.notices) == 1 else f"{len(file.notices)} notices"
        log.warning(f"{text}; {notices}, listed in the Info editor", popup=True)
    else:
        log.info(text, popup=True)
