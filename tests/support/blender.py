# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Loads the checkout as an enabled extension into the `bpy` package."""

from __future__ import annotations

import atexit
import importlib
import importlib.metadata
import importlib.util
import os
import shutil
import sys
import tempfile
from pathlib import Path
from types import ModuleType

from .package import ROOT

ADDON = "bl_ext.user_default.omi_physics"
MISSING = "needs the bpy package: see 'make test' in README.md"

_resources: list[Path] = []


def is_available() -> bool:
    """Whether bpy can be imported; does not import it."""
    return importlib.util.find_spec("bpy") is not None


def describe() -> str:
    """One line about the Blender at hand, for pytest's header."""
    if not is_available():
        return f"Blender: none, {MISSING}"
    try:
        return f"Blender: bpy {importlib.metadata.version('bpy')}"
    except importlib.metadata.PackageNotFoundError:
        return "Blender: bpy of unknown version"


def load_addon() -> ModuleType:
    """Enable the checkout as an extension in a Blender with empty settings; return its root package. Done once."""
    if ADDON in sys.modules and _resources:
        return sys.modules[ADDON]
    # Blender reads this when it is imported, not later.
    assert "bpy" not in sys.modules, "bpy was imported before the harness could set BLENDER_USER_RESOURCES"
    resources = Path(tempfile.mkdtemp(prefix="omi-physics-test-"))
    _resources.append(resources)
    atexit.register(clean_up)
    _place_checkout(resources / "extensions" / "user_default" / "omi_physics")
    os.environ["BLENDER_USER_RESOURCES"] = str(resources)

    import bpy

    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.ops.preferences.addon_enable(module=ADDON)
    if ADDON not in bpy.context.preferences.addons:
        # Blender only prints why; raise the reason.
        importlib.import_module(ADDON).register()
        raise RuntimeError(f"{ADDON} could not be enabled")
    return sys.modules[ADDON]


def addon_module(name: str) -> ModuleType:
    """A module of the running add-on, such as `addon_module("core.physics.model")`: the object that the add-on uses."""
    load_addon()
    return importlib.import_module(f"{ADDON}.{name}" if name else ADDON)


def empty_scene() -> None:
    """An empty file with the add-on still enabled."""
    import bpy

    bpy.ops.wm.read_homefile(use_empty=True)


def clean_up() -> None:
    """Remove the temporary settings, and Blender's own temporary folder, which `os._exit` would leave behind."""
    if "bpy" in sys.modules:
        shutil.rmtree(sys.modules["bpy"].app.tempdir, ignore_errors=True)
    while _resources:
        shutil.rmtree(_resources.pop(), ignore_errors=True)


def _place_checkout(target: Path) -> None:
    target.parent.mkdir(parents=True)
    if os.name != "nt":
        target.symlink_to(ROOT, target_is_directory=True)
        return
    # A symlink needs special rights on Windows.
    ignore = shutil.ignore_patterns(".*", "build", "tests", "__pycache__")
    shutil.copytree(ROOT, target, ignore=ignore)
