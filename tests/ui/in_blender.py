# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs in Blender with a window: builds the scene of each picture, shows what belongs on it, and saves the screen.

Blender draws between the steps only, so each step ends with how many seconds to wait.
"""

from __future__ import annotations

import importlib
import json
import os
import subprocess
import sys
import traceback
from collections.abc import Iterator
from pathlib import Path

import bpy

sys.path.insert(0, str(Path(__file__).parent))
import picture_scenes

ADDON = "bl_ext.user_default.omi_physics"
TAB = "OMI Physics"
ARGUMENTS = json.loads(sys.argv[sys.argv.index("--") + 1])


def area_of(kind: str) -> bpy.types.Area:
    """The first editor of a kind."""
    return next(area for area in bpy.context.window_manager.windows[0].screen.areas if area.type == kind)


def region_of(area: bpy.types.Area, kind: str) -> bpy.types.Region:
    """The region of an editor."""
    return next(region for region in area.regions if region.type == kind)


def grab(name: str, thing: bpy.types.Area | bpy.types.Region | None) -> None:
    """Saves what an editor or region shows, or the whole window."""
    window = bpy.context.window_manager.windows[0]
    command = ["import", "-window", "root"]
    if thing is not None:
        top = window.height - thing.y - thing.height
        command += ["-crop", f"{thing.width}x{thing.height}+{thing.x}+{top}", "+repage"]
    # A palette keeps the files small.
    command += ["+dither", "-colors", "255", "-depth", "8", "-define", "png:compression-level=9"]
    subprocess.run([*command, str(Path(ARGUMENTS["output"]) / f"{name}.png")], check=True)


def steps() -> Iterator[float]:
    """Everything, a step at a time."""
    preferences = bpy.context.preferences
    preferences.filepaths.use_auto_save_temporary_files = False
    preferences.view.show_developer_ui = False
    for name, picture in picture_scenes.PICTURES.items():
        if not ARGUMENTS["names"] or name in ARGUMENTS["names"]:
            yield from take(name, picture)


def take(name: str, picture: picture_scenes.Picture) -> Iterator[float]:
    """One picture."""
    bpy.ops.wm.read_homefile(use_factory_startup=True, load_ui=True)
    open_panels(picture.opens)
    yield 0.3
    picture.build()
    preferences = bpy.context.preferences
    preferences.view.ui_scale = picture.scale
    bpy.context.view_layer.update()
    view = area_of("VIEW_3D")
    if picture.shows in ("SIDEBAR", "VIEW"):
        window = bpy.context.window_manager.windows[0]
        with bpy.context.temp_override(window=window, area=view, region=region_of(view, "WINDOW")):
            bpy.ops.screen.screen_full_area(use_hide_panels=False)
        yield 0.3
        view = area_of("VIEW_3D")
        yield from show_sidebar(view)
        yield from frame(view, picture)
        if picture.plays:
            yield from play(picture.plays)
        grab(name, view if picture.shows == "VIEW" else region_of(view, "UI"))
        if picture.plays:
            yield from stop()
        with bpy.context.temp_override(window=window, area=view, region=region_of(view, "WINDOW")):
            bpy.ops.screen.screen_full_area(use_hide_panels=False)
        yield 0.2
    elif picture.shows == "PROPERTIES":
        properties = area_of("PROPERTIES")
        properties.spaces.active.context = "PHYSICS"
        yield 0.7
        grab(name, properties)
    else:
        yield from show_dialog(view, picture.shows)
        grab(name, region_of(area_of("FILE_BROWSER"), "TOOL_PROPS"))


def open_panels(names: tuple[str, ...]) -> None:
    """Enables the add-on anew with these sub-panels open from the start: scripts cannot open them later."""
    if ADDON in bpy.context.preferences.addons:
        bpy.ops.preferences.addon_disable(module=ADDON)
    sidebar = importlib.import_module(f"{ADDON}.panels.sidebar")
    for panel in sidebar.CLASSES:
        name = panel.__name__.removeprefix("OMI_PT_view_").removeprefix("OMI_PT_physics_")
        if name in names:
            panel.bl_options = set()
        elif "bl_options" in vars(panel):
            del panel.bl_options
    bpy.ops.preferences.addon_enable(module=ADDON)


def show_sidebar(view: bpy.types.Area) -> Iterator[float]:
    """The sidebar on our tab."""
    view.spaces.active.show_region_ui = True
    yield 0.5
    region_of(view, "UI").active_panel_category = TAB
    view.tag_redraw()
    yield 0.5


def frame(view: bpy.types.Area, picture: picture_scenes.Picture) -> Iterator[float]:
    """The view from the picture's side."""
    region = view.spaces.active.region_3d
    region.view_rotation = picture.view_rotation()
    region.view_location = picture.looks_at
    region.view_distance = picture.distance
    view.tag_redraw()
    yield 1.0


def places() -> dict[str, tuple[float, ...]]:
    """Where everything stands."""
    return {obj.name: tuple(value for row in obj.matrix_world for value in row) for obj in bpy.context.scene.objects}


BEFORE: dict[str, tuple[float, ...]] = {}


def play(seconds: float) -> Iterator[float]:
    """Presses Play, and looks whether things move."""
    BEFORE.update(places())
    with bpy.context.temp_override(window=bpy.context.window_manager.windows[0]):
        assert bpy.ops.omi_physics.preview_start("INVOKE_DEFAULT") == {"FINISHED"}
        assert bpy.context.screen.is_animation_playing
    yield seconds
    assert places() != BEFORE, "nothing moved"


def stop() -> Iterator[float]:
    """Presses Stop, and looks whether everything is back."""
    with bpy.context.temp_override(window=bpy.context.window_manager.windows[0]):
        assert bpy.ops.omi_physics.preview_stop("INVOKE_DEFAULT") == {"FINISHED"}
        assert not bpy.context.screen.is_animation_playing
    yield 0.3
    assert places() == BEFORE
    BEFORE.clear()
    assert len(bpy.data.scenes) == 1 and bpy.context.scene.frame_current == 1


def show_dialog(view: bpy.types.Area, which: str) -> Iterator[float]:
    """The export or import dialog inside the window."""
    window = bpy.context.window_manager.windows[0]
    with bpy.context.temp_override(window=window, area=view, region=region_of(view, "WINDOW")):
        operator = bpy.ops.export_scene.gltf if which == "EXPORT" else bpy.ops.import_scene.gltf
        operator("INVOKE_DEFAULT")
    yield 1.0
    area_of("FILE_BROWSER").spaces.active.show_region_tool_props = True
    yield 1.0


RUNNING = steps()


def tick() -> float | None:
    """Does the next step; ends Blender after the last, with 1 where one failed."""
    code = 1
    try:
        seconds = next(RUNNING, None)
        code = 0
    finally:
        # Without this Blender would print the error and stay.
        if code:
            traceback.print_exc()
        if code or seconds is None:
            sys.stderr.flush()
            os._exit(code)
    return seconds


# Before the window is drawn for the first time: else the splash screen covers it.
bpy.context.preferences.view.show_splash = False
bpy.context.preferences.view.filebrowser_display_type = "SCREEN"
bpy.app.timers.register(tick, first_interval=1.0, persistent=True)
