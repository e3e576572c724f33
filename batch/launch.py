# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the running Blender knows: options, versions, and how to start more of it."""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path
from typing import Any

import bpy

from ..registration import addon_id
from .options import HIDDEN, Known, known_to_json

ROOT = Path(__file__).resolve().parents[1]

# Without a dialog or without an import they do nothing.
_MEANINGLESS = ("will_save", "ui_tab", "collection", "use_import", "gltf_export_id")


def known_options() -> dict[str, Known]:
    """The options of Blender's exporter and of the scene, by name."""
    exporter: Any = bpy.ops.export_scene.gltf
    settings: Any = bpy.types.Scene.bl_rna.properties["omi_physics"]
    operator, scene = exporter.get_rna_type(), settings.fixed_type
    return {
        prop.identifier: _known(owner, prop)
        for owner, properties in (("gltf", operator.properties), ("scene", scene.properties))
        for prop in properties
        if _is_offered(prop)
    }


def _is_offered(prop: bpy.types.Property) -> bool:
    name = prop.identifier
    is_plain = prop.type in ("BOOLEAN", "INT", "FLOAT", "STRING", "ENUM") and not getattr(prop, "is_array", False)
    return is_plain and name not in HIDDEN and not name.startswith(_MEANINGLESS)


def _known(owner: str, prop: bpy.types.Property) -> Known:
    if isinstance(prop, bpy.types.EnumProperty):
        return Known(owner, prop.type, tuple(item.identifier for item in prop.enum_items), prop.is_enum_flag)
    if isinstance(prop, bpy.types.IntProperty | bpy.types.FloatProperty):
        return Known(owner, prop.type, least=prop.hard_min, most=prop.hard_max)
    return Known(owner, prop.type)


def about() -> dict[str, Any]:
    """What a run has to know of the Blender that works for it."""
    with (ROOT / "blender_manifest.toml").open("rb") as file:
        addon = str(tomllib.load(file)["version"])
    blender = ".".join(map(str, bpy.app.version))
    return {"blender": blender, "addon": addon, "options": known_to_json(known_options())}


def worker_command() -> list[str]:
    """How to start a worker: the way this process was started."""
    binary = bpy.app.binary_path
    if not binary:
        return [sys.executable, str(ROOT / "cli.py"), "_worker"]
    if addon_id().startswith("bl_ext."):
        return [binary, "--background", "--command", "omi_physics", "_worker"]
    return [binary, "--background", "--python-exit-code", "1", "--python", str(ROOT / "cli.py"), "--", "_worker"]
