# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs in Blender with a window: installs a zip, splits meshes as an author would, stops one, removes all again.

What it finds is written as JSON, for `use_zip.py` to judge. Keys are pressed through Blender's own simulation of
events. Between the steps Blender draws; the longest time between two ticks of a timer tells how long it did not.
"""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
import time
import traceback
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import bpy
import numpy as np

ADDON = "bl_ext.user_default.omi_physics"
ARGUMENTS = json.loads(sys.argv[sys.argv.index("--") + 1])
FOUND: dict[str, Any] = {}
TICK = 0.05


def window() -> bpy.types.Window:
    return bpy.context.window_manager.windows[0]


def press(key: str) -> None:
    for value in ("PRESS", "RELEASE"):
        window().event_simulate(type=key, value=value, x=window().width // 2, y=window().height // 2)


def hulls() -> list[bpy.types.Object]:
    return [obj for obj in bpy.data.objects if "_Hull_" in obj.name]


def is_running() -> bool:
    return sys.modules[f"{ADDON}.operators.decompose"]._background.task is not None


def grab(name: str) -> None:
    subprocess.run(["import", "-window", "root", str(Path(ARGUMENTS["output"]) / f"{name}.png")], check=True)


def press_the_button() -> Iterator[float]:
    """Shows the dialog of the operator and confirms it."""
    view = next(area for area in window().screen.areas if area.type == "VIEW_3D")
    region = next(region for region in view.regions if region.type == "WINDOW")
    with bpy.context.temp_override(window=window(), area=view, region=region):
        bpy.ops.omi_physics.decompose("INVOKE_DEFAULT")
    yield 0.5
    if "dialog" not in FOUND:
        FOUND["dialog"] = True
        grab("split-dialog")
    press("RET")


def ticks_while(going: Any, limit: float) -> Iterator[float]:
    """Waits; notes the longest time without a tick."""
    begin = last = time.monotonic()
    FOUND["gap"] = 0.0
    while going() and time.monotonic() - begin < limit:
        yield TICK
        now = time.monotonic()
        FOUND["gap"], last = max(FOUND["gap"], now - last), now
    FOUND["seconds"] = time.monotonic() - begin


def splits_a_torus() -> Iterator[float]:
    bpy.ops.mesh.primitive_torus_add()
    bpy.ops.ed.undo_push(message="Torus")
    yield from press_the_button()
    yield 0.3
    yield from ticks_while(is_running, 120)
    FOUND["torus"] = {"hulls": len(hulls()), "seconds": FOUND["seconds"]}
    bpy.ops.ed.undo()
    FOUND["torus"]["hulls after undo"] = len(hulls())
    yield 0.2


def large_mesh() -> None:
    """A landscape of half a million triangles."""
    bpy.ops.mesh.primitive_grid_add(x_subdivisions=501, y_subdivisions=501, size=2.0)
    mesh: Any = bpy.context.object.data
    points = np.empty(len(mesh.vertices) * 3, dtype=np.float32)
    mesh.vertices.foreach_get("co", points)
    points = points.reshape(-1, 3)
    points[:, 2] = 0.3 * np.sin(6.0 * points[:, 0]) * np.cos(5.0 * points[:, 1])
    mesh.vertices.foreach_set("co", points.ravel())
    mesh.update()
    FOUND["triangles"] = 2 * len(mesh.polygons)
    bpy.ops.ed.undo_push(message="Large")


def splits_a_large_mesh() -> Iterator[float]:
    large_mesh()
    yield 2.0
    yield from ticks_while(lambda: True, 3.0)
    FOUND["idle gap"] = FOUND["gap"]
    before = sorted(obj.name for obj in bpy.data.objects)
    yield from press_the_button()
    yield from ticks_while(lambda: True, 4.0)
    FOUND["before esc"] = {"running": is_running(), "gap": FOUND["gap"]}
    grab("split-status")
    press("ESC")
    yield from ticks_while(is_running, 10.0)
    FOUND["esc"] = {"seconds": FOUND["seconds"], "unchanged": before == sorted(obj.name for obj in bpy.data.objects)}
    yield 0.5
    yield from press_the_button()
    yield 0.3
    yield from ticks_while(is_running, 300.0)
    FOUND["large"] = {"hulls": len(hulls()), "seconds": FOUND["seconds"], "gap": FOUND["gap"]}


def steps() -> Iterator[float]:
    installed = Path(ARGUMENTS["extensions"])
    bpy.context.preferences.view.show_splash = False
    bpy.ops.extensions.package_install_files(
        filepath=ARGUMENTS["zip"], repo="user_default", enable_on_install=True, overwrite=True
    )
    yield 0.5
    FOUND["enabled"] = ADDON in bpy.context.preferences.addons
    FOUND["coacd"] = str(getattr(importlib.util.find_spec("coacd"), "origin", ""))
    for obj in list(bpy.data.objects):
        bpy.data.objects.remove(obj)
    if FOUND["coacd"]:
        yield from splits_a_torus()
        yield from splits_a_large_mesh()
    else:
        bpy.ops.mesh.primitive_torus_add()
        FOUND["bent poll"] = bpy.ops.omi_physics.decompose.poll()
        bpy.ops.mesh.primitive_cube_add()
        FOUND["box poll"] = bpy.ops.omi_physics.decompose.poll()
        FOUND["box"] = list(bpy.ops.omi_physics.decompose())
    FOUND["loaded"] = "coacd" in sys.modules
    bpy.ops.preferences.addon_disable(module=ADDON)
    repos = bpy.context.preferences.extensions.repos
    index = next(i for i, repo in enumerate(repos) if repo.module == "user_default")
    bpy.ops.extensions.package_uninstall(repo_index=index, pkg_id="omi_physics")
    yield 0.5
    FOUND["left"] = sorted(
        str(path.relative_to(installed))
        for path in installed.rglob("*")
        if "omi_physics" in path.name.lower() or "coacd" in path.name.lower()
    )
    FOUND["property left"] = hasattr(bpy.types.Object, "omi_physics")
    FOUND["temporary"] = sorted(path.name for path in Path(ARGUMENTS["temporary"]).glob("omi_physics_split_*"))


RUNNING = steps()


def tick() -> float | None:
    """Does the next step; ends Blender after the last, with 1 where one failed."""
    code = 1
    try:
        seconds = next(RUNNING, None)
        code = 0
    finally:
        if code or seconds is None:
            if code:
                traceback.print_exc()
            (Path(ARGUMENTS["output"]) / "found.json").write_text(json.dumps(FOUND, indent=1), encoding="utf-8")
            sys.stderr.flush()
            os._exit(code)
    return seconds


bpy.context.preferences.view.show_splash = False
bpy.app.timers.register(tick, first_interval=1.0, persistent=True)
