# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The import hook: when Blender's importer has made all objects, gives them the physics of the file."""

from __future__ import annotations

import traceback
from typing import Any

import bpy

from ..core.formats import read
from ..core.formats.common.reader import FILE
from ..core.formats.describe import count, count_words
from ..core.ground.garbage import uncollected
from ..core.issues.faults import fault_words
from ..core.physics.model import Notice, PhysicsFile
from ..properties.access import scene_settings
from .import_fold import fold_shape_nodes
from .import_khr import remove_geometry_objects, weigh
from .import_scene import SceneImporter


class glTF2ImportUserExtension:
    """Looked up by Blender's glTF importer by this name; one instance for all files of an import, without state."""

    def __init__(self) -> None:
        # Files that require an extension are refused unless someone says he knows it.
        self.extensions: list[Any] = []
        self._early_error: Exception | None = None
        try:
            self.extensions = known_extensions()
        # Raised from here it would end the import; it is told later, where there is a log.
        except Exception as error:  # noqa: BLE001
            self._early_error = error

    def gather_import_scene_after_nodes_hook(self, gltf_scene: Any, blender_scene: bpy.types.Scene, gltf: Any) -> None:
        """All work is done here, where references resolve whatever the order of the nodes."""
        try:
            if self._early_error is not None:
                raise self._early_error
            settings = scene_settings(blender_scene)
            if not settings.use_import:
                return
            with uncollected():
                file = read_physics(gltf, keep_shape_nodes=settings.use_import_shape_nodes)
            if file is not None:
                report(gltf.log, file, blender_scene.name)
        # An exception in an import hook would abort Blender's import. Content never raises: this is a fault of ours.
        except Exception as error:  # noqa: BLE001
            traceback.print_exception(error)
            text = f"{blender_scene.name}: OMI Physics failed to read the file's physics, {fault_words(error)}"
            gltf.log.error(text, popup=True)


def known_extensions() -> list[Any]:
    """What the importer needs to take files that require our extensions."""
    from io_scene_gltf2.io.com.gltf2_io_extensions import Extension

    return [Extension(name, {}, True) for name in read.EXTENSIONS]


def read_physics(gltf: Any, keep_shape_nodes: bool) -> PhysicsFile | None:
    """Reads the file's physics and gives it to the objects; None where there is none."""
    data = file_json(gltf)
    if data is None:
        return None
    file = read.read_physics(data)
    importer = SceneImporter(gltf, file)
    importer.run()
    weigh(file, importer.objects)
    remove_geometry_objects(gltf, file)
    if not keep_shape_nodes:
        fold_shape_nodes(gltf, file, importer.objects)
    return file


def file_json(gltf: Any) -> dict[str, Any] | None:
    """What reading needs of the importer's parsed file; None where there is no physics in it."""
    nodes: list[Any] = gltf.data.nodes or []
    root: dict[str, Any] = gltf.data.extensions or {}
    known = frozenset(read.EXTENSIONS)
    if not known & root.keys() and not any(known & n.extensions.keys() for n in nodes if n.extensions):
        return None
    return {
        "nodes": [{key: getattr(n, key) for key in _OF_NODES} for n in nodes],
        "scenes": [{"nodes": scene.nodes} for scene in gltf.data.scenes or ()],
        "meshes": [None] * len(gltf.data.meshes or ()),
        "extensions": root,
        "extensionsUsed": gltf.data.extensions_used,
    }


_OF_NODES = ("name", "children", "extensions", "mesh", "translation", "rotation", "scale", "matrix")


def report(log: Any, file: PhysicsFile, scene_name: str) -> None:
    """Every notice as a warning, every fault as an error; at the end how many, with what was read."""
    for fault in file.faults:
        log.error(_words(fault, scene_name), popup=True)
    for notice in file.notices:
        log.warning(_words(notice, scene_name), popup=True)
    text = f"{scene_name}: OMI physics read: {count_words(count(file)) or 'nothing'}"
    if file.notices:
        notices = "1 notice" if len(file.notices) == 1 else f"{len(file.notices)} notices"
        log.warning(f"{text}; {notices}, listed in the Info editor", popup=True)
    else:
        log.info(text, popup=True)


def _words(notice: Notice, scene_name: str) -> str:
    text = str(notice)
    return scene_name + text[len(FILE) :] if notice.where == FILE else text
