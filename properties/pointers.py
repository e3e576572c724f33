# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The only place that touches the add-on's pointers on Blender's data. `properties.access` gives them their types."""

from __future__ import annotations

from typing import Any

import bpy

_IS_APART = bpy.app.version >= (5, 0, 0)


def pointer(owner: Any) -> Any:
    """The properties on an object or a scene."""
    return owner.omi_physics


def overlay_pointer(window_manager: bpy.types.WindowManager) -> Any:
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
