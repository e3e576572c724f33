# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the running Blender knows: options, versions, and how to start more of it."""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path

import bpy

from ..registration import addon_id
from .options import Known

ROOT = Path(__file__).resolve().parents[1]

# Set by the command itself, or meaningless without a dialog.
_NOT_OFFERED = ("rna_type", "filepath", "export_format", "check_existing", "filter_glob", "ui_tab", "collection", "use_import")


def known_options() -> dict[str, Known]:
    """The options of Blender's exporter and of the scene, by name."""
    operator = bpy.ops.export_scene.gltf.get_rna_type()
    scene = bpy.types.Scene.bl_rna.properties["omi_physics"].fixed_type
    found: dict[str, Known] = {}
    for owner, properties in (("gltf", operator.properties), ("scene", scene.properties)):
        for prop in properties:
            name = prop.identifier
            if name in _NOT_OFFERED or name.startswith(("will_save", "gltf_export_id", "use_import")) or prop.type in (
                "POINTER", "COLLECTION",
            ):  # fmt: skip
                continue
            if owner == "scene" and name == "name":
                continue
            values = tuple(item.identifier for item in prop.enum_items) if prop.type == "ENUM" else ()
            found[name] = Known(owner, prop.type, values, prop.type == "ENUM" and prop.is_enum_flag)
    return found


def addon_version() -> str:
    """The version in the manifest."""
    with (ROOT / "blender_manifest.toml").open("rb") as file:
        return str(tomllib.load(file)["version"])


def blender_version() -> str:
    """Such as 5.0.1."""
    return ".".join(map(str, bpy.app.version))


def worker_command() -> list[str]:
    """How to start a worker: the way this process was started."""
    binary = bpy.app.binary_path
    if not binary:
        return [sys.executable, str(ROOT / "cli.py"), "_worker"]
    if addon_id().startswith("bl_ext."):
        return [binary, "--background", "--command", "omi_physics", "_worker"]
    return [binary, "--background", "--python-exit-code", "1", "--python", str(ROOT / "cli.py"), "--", "_worker"]
