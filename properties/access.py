# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The add-on's properties on Blender's data, with their types."""

from __future__ import annotations

from typing import TYPE_CHECKING

import bpy

from .pointers import overlay_pointer, pointer

if TYPE_CHECKING:
    from .groups import OMI_PG_object, OMI_PG_scene
    from .groups_overlay import OMI_PG_overlay


def physics(obj: bpy.types.Object) -> OMI_PG_object:
    """The physics properties of an object."""
    return pointer(obj)


def scene_settings(scene: bpy.types.Scene) -> OMI_PG_scene:
    """The export and import options of a scene."""
    return pointer(scene)


def overlay_settings(window_manager: bpy.types.WindowManager) -> OMI_PG_overlay:
    """What the overlay shows."""
    return overlay_pointer(window_manager)
