# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The headless command: export, check and describe OMI physics.

    blender --command omi_physics export PATH... --output-dir DIR      with the add-on installed
    blender --background --python cli.py -- export PATH...             from a checkout
    python cli.py export PATH...                                       with the bpy package

`main(argv)` runs a command and gives its exit code.
"""

from __future__ import annotations

import gc
import importlib
import importlib.util
import os
import shutil
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

_ROOT = Path(__file__).resolve().parent
_CHECKOUT = "omi_physics_checkout"
_TEMPORARY: list[str] = []


def main(argv: Sequence[str]) -> int:
    """Runs a command: 0 good, 1 something failed, 2 wrong usage, 130 stopped by Ctrl-C."""
    is_worker = list(argv) == ["_worker"]
    package = __package__ or _checkout_package(is_worker)
    if is_worker:
        return int(importlib.import_module(f"{package}.batch.worker").serve())
    return int(importlib.import_module(f"{package}.batch.commands").main(argv))


def _checkout_package(is_worker: bool) -> str:
    """Makes this folder a package, whatever it is called, and in Blender or a worker an enabled add-on."""
    if _CHECKOUT in sys.modules:
        return _CHECKOUT
    file = _ROOT / "__init__.py"
    spec = importlib.util.spec_from_file_location(_CHECKOUT, file, submodule_search_locations=[str(_ROOT)])
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[_CHECKOUT] = module
    spec.loader.exec_module(module)
    # Or Blender takes it for changed and loads it again.
    module.__dict__["__time__"] = file.stat().st_mtime
    if is_worker:
        # Until it serves: what a start makes stays, and collecting would look at all of it again and again.
        gc.disable()
    if "bpy" in sys.modules or is_worker:
        _enable()
    else:
        # Only workers need bpy. The user's own preferences and add-ons play no part in them.
        folder = tempfile.mkdtemp(prefix="omi-physics-")
        _TEMPORARY.append(folder)
        os.environ["BLENDER_USER_RESOURCES"] = folder
    return _CHECKOUT


def _enable() -> None:
    """Enables the checkout where none of it is installed."""
    # In Blender itself it is there already.
    with importlib.import_module(f"{_CHECKOUT}.batch.processors").counted():
        import bpy

    # Nothing else clears it away, as the process ends below.
    _TEMPORARY.append(bpy.app.tempdir)
    # bpy brings it along.
    addon_utils = importlib.import_module("addon_utils")

    for name in [n for n in bpy.context.preferences.addons.keys() if n.endswith(".omi_physics")]:
        # An installed copy would write the physics a second time; the preferences are not saved.
        addon_utils.disable(name, default_set=True)
    addon_utils.enable("io_scene_gltf2", default_set=True)
    if addon_utils.enable(_CHECKOUT, default_set=True) is None:
        raise RuntimeError("The add-on could not be enabled; the reason is above")


if __name__ == "__main__":
    _argv = sys.argv[sys.argv.index("--") + 1 :] if "--" in sys.argv else sys.argv[1:]
    try:
        _code = main(_argv)
    finally:
        for _folder in _TEMPORARY:
            shutil.rmtree(_folder, ignore_errors=True)
    sys.stdout.flush()
    sys.stderr.flush()
    # bpy 4.2 crashes in Python's teardown after a glTF export.
    os._exit(_code)
