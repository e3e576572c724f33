# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Draws Play and Stop, and what the preview cannot show."""

from __future__ import annotations

import bpy
from bpy.app.translations import pgettext_iface as iface_

from ..operators import preview
from . import inventory
from .parts import note


def draw_preview(layout: bpy.types.UILayout, context: bpy.types.Context) -> None:
    """Play where the scene has physics; while it plays, Stop and what differs from an engine."""
    if preview.is_running():
        layout.operator("omi_physics.preview_stop", icon="SNAP_FACE", depress=True)
        for sentence, names in preview.notes():
            text = iface_(sentence)
            note(layout, context, f"{text}: {names}" if names else text, icon="INFO")
        return
    if any(inventory.inventory(context.scene).roles):
        layout.operator("omi_physics.preview_start", icon="PLAY")
    if preview.failure():
        note(layout, context, iface_("Playing physics failed: %s") % preview.failure(), icon="ERROR", is_alert=True)
