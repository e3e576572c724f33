# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The only place that touches the add-on's pointers on Blender's data."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import bpy

if TYPE_CHECKING:
    from .groups import OMI_PG_object, OMI_PG_scene
    from .groups_overlay import OMI_PG_overlay

_IS_APART = bpy.app.version >= (5, 0, 0)


def physics(obj: bpy.types.Object) -> OMI_PG_object:
    """The physics properties of an object."""
    return obj.omi_physics  # type: ignore[attr-defined]


def scene_settings(scene: bpy.types.Scene) -> OMI_PG_scene:
    """The export and import options of a scene."""
    return scene.omi_physics  # type: ignore[attr-defined]


def overlay_settings(window_manager: bpy.types.WindowManager) -> OMI_PG_overlay:
    """What the overlay shows."""
    return window_manager.omi_physics_overlay  # type: ignore[attr-defined]


def stored_properties(obj: bpy.types.Object) -> Any:
    """What is stored of an object's physics: an ID property group with only what was set; None where nothing was.

    Blender 5.0 keeps it apart from custom properties.
    """
    if _IS_APART:
        stored = obj.bl_system_properties_get()  # type: ignore[attr-defined]
        return None if stored is None else stored.get("omi_physics")
    return obj.get("omi_physics")
