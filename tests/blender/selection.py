# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Selects objects, as an author would before pressing a button."""

from __future__ import annotations

import bpy

from . import scenes


def select(*objects: bpy.types.Object) -> None:
    """Selects these objects alone, the first as the active one."""
    scenes.update()
    for obj in bpy.context.view_layer.objects:
        obj.select_set(obj in objects)
    bpy.context.view_layer.objects.active = objects[0] if objects else None
    scenes.update()
