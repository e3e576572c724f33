# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Redraw time of the overlay with 5,000 colliders; needs a window and the add-on enabled:

blender --python bench/overlay_redraw.py
"""

from __future__ import annotations

import importlib
import sys
import time

import bpy

COUNT = 5000
REDRAWS = 20


def _addon() -> str:
    return next(name for name in bpy.context.preferences.addons.keys() if name.endswith("omi_physics"))


def _fill() -> None:
    for obj in list(bpy.data.objects):
        bpy.data.objects.remove(obj)
    bpy.ops.mesh.primitive_cube_add(size=1)
    mesh = bpy.context.object.data
    for number in range(COUNT):
        obj = bpy.data.objects.new(f"Box {number}", mesh)
        obj.location = (number % 70 * 2, number // 70 * 2, 0)
        obj.omi_physics.use_collider = True
        bpy.context.scene.collection.objects.link(obj)


def _redraw() -> float:
    start = time.perf_counter()
    bpy.ops.wm.redraw_timer(type="DRAW_WIN", iterations=REDRAWS)
    return (time.perf_counter() - start) / REDRAWS


def measure() -> None:
    """Prints the milliseconds of a redraw without and with the overlay, and how often it was rebuilt meanwhile."""
    overlay = importlib.import_module(f"{_addon()}.overlay.draw").overlay
    settings = bpy.context.window_manager.omi_physics_overlay
    settings.show_overlay = False
    _redraw()
    without = _redraw()
    settings.show_overlay = True
    start = time.perf_counter()
    bpy.ops.wm.redraw_timer(type="DRAW_WIN", iterations=1)
    first = time.perf_counter() - start
    before = overlay.rebuilds
    with_lines = _redraw()
    rebuilt = overlay.rebuilds - before
    text = f"{COUNT} colliders: redraw {without * 1e3:.1f} ms without, {with_lines * 1e3:.1f} ms with the overlay"
    print(
        f"{text}; first draw {first * 1e3:.0f} ms; {rebuilt} rebuilds in {REDRAWS} redraws", file=sys.stderr, flush=True
    )


if bpy.app.background:
    print("overlay_redraw.py needs a window: blender --python bench/overlay_redraw.py")
    sys.exit(0)
_fill()
bpy.app.timers.register(measure, first_interval=3.0)
