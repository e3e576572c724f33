# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the running Blender knows: options, versions, and how to start more of it."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterator
from typing import Any

import bpy

from ..registration import addon_id
from .manifest import ROOT, addon_version
from .options import HIDDEN, Known, known_to_json
from .processors import threads

_SOURCES = ("core", "io_hooks", "properties", "batch")
# What Blender's exporter looks for in an add-on.
_HOOKS = (
    "glTF2ExportUserExtension", "glTF2ExportUserExtensions", "glTF2_pre_export_callback", "glTF2_post_export_callback",
)  # fmt: skip

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
    """What a run has to know of the Blender that works for it. Where `makers` is the same, equal files become equal."""
    blender, addon = ".".join(map(str, bpy.app.version)), addon_version()
    build: bytes = bpy.app.build_hash
    makers = [blender, build.decode(errors="replace"), addon, _sources(), *sorted(_other_exporters())]
    return {"blender": blender, "addon": addon, "makers": makers, "options": known_to_json(known_options())}


def _sources() -> str:
    """A digest of the sources that make outputs: a checkout changes without a new version."""
    digest = hashlib.sha256()
    for folder in _SOURCES:
        for path in sorted((ROOT / folder).rglob("*.py")):
            digest.update(path.relative_to(ROOT).as_posix().encode() + path.read_bytes())
    return digest.hexdigest()


def _other_exporters() -> Iterator[str]:
    """The other add-ons that take part in a glTF export, with their versions."""
    for name in bpy.context.preferences.addons.keys():
        module = sys.modules.get(name)
        if name != addon_id() and any(hasattr(module, hook) for hook in _HOOKS):
            version = getattr(module, "bl_info", {}).get("version", ())
            yield f"{name} {'.'.join(map(str, version))}"


def worker_command(jobs: int) -> list[str]:
    """How to start one of so many workers: the way this process was started."""
    binary = bpy.app.binary_path
    if not binary:
        return [sys.executable, str(ROOT / "cli.py"), "_worker"]
    blender = [binary, "--background", *(["--threads", str(threads(jobs))] if jobs > 1 else ())]
    if addon_id().startswith("bl_ext."):
        return [*blender, "--command", "omi_physics", "_worker"]
    return [*blender, "--python-exit-code", "1", "--python", str(ROOT / "cli.py"), "--", "_worker"]
