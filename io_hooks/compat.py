# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Where the modules of Blender's glTF add-on differ between 4.2 and 5.3."""

from __future__ import annotations

import importlib
import importlib.util
import sys
from types import ModuleType
from typing import Any


def _module(*names: str) -> ModuleType:
    """The first of the modules of io_scene_gltf2 that exists; ImportError where none does."""
    for name in names[:-1]:
        if importlib.util.find_spec(f"io_scene_gltf2.{name}") is not None:
            return importlib.import_module(f"io_scene_gltf2.{name}")
    return importlib.import_module(f"io_scene_gltf2.{names[-1]}")


def binary_data(data: bytes, target: int) -> Any:
    """A chunk of the file's buffer with its buffer view target."""
    module = _module("io.exp.binary_data", "io.exp.gltf2_io_binary_data")
    return module.BinaryData(data, bufferViewTarget=target)


def gltf_addon() -> ModuleType | None:
    """Blender's glTF add-on where it was enabled in this session."""
    return sys.modules.get("io_scene_gltf2")


def extras_black_list() -> list[str]:
    """Names of custom properties that the exporter keeps out of `extras`."""
    return _module("blender.com.extras", "blender.com.gltf2_blender_extras").BLACK_LIST


def decode_draco(gltf: Any, primitive: Any) -> None:
    """Gives a Draco compressed primitive of a file being imported its accessors."""
    names = ("blender.imp.draco_compression_extension", "blender.imp.gltf2_blender_draco_compression_extension")
    _module(*names, "blender.imp.gltf2_io_draco_compression_extension").decode_primitive(gltf, primitive)


def is_bone(vnode: Any) -> bool:
    """Whether a node of a file being imported became a bone."""
    return vnode.type == type(vnode).Bone


def forget_object(vnode: Any) -> None:
    """Makes the importer take a node as one without an object, since its object goes away."""
    vnode.type = type(vnode).DummyRoot
    vnode.blender_object = None
