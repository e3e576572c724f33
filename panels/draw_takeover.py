# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Says what could be taken over, where a scene has no physics of ours yet."""

from __future__ import annotations

from typing import Any

import bpy
from bpy.app.translations import pgettext_iface as iface_

from ..operators.from_names import tells_of_collision
from . import inventory
from .parts import note


def draw_hint(layout: bpy.types.UILayout, context: bpy.types.Context) -> None:
    """How many rigid bodies and names there are, each with its button; nothing where the scene has physics."""
    found = inventory.inventory(context.scene)
    if any(found.roles):
        return
    bodies, names = _candidates(context.scene, found)
    if not bodies and not names:
        return
    box = layout.box()
    if bodies:
        words = (
            iface_("1 rigid body could be taken over") if bodies == 1 else iface_("%d rigid bodies could be taken over")
        )
        _draw_one(box, context, words % bodies if bodies > 1 else words, "omi_physics.from_rigid_bodies")
    if names:
        words = (
            iface_("1 name tells of a collision shape") if names == 1 else iface_("%d names tell of collision shapes")
        )
        _draw_one(box, context, words % names if names > 1 else words, "omi_physics.from_names")


def _draw_one(layout: bpy.types.UILayout, context: bpy.types.Context, words: str, operator: str) -> None:
    note(layout, context, words, icon="INFO", indent=_BOX)
    button: Any = layout.operator(operator)
    button.use_selection = False


# How much narrower a box is than a panel.
_BOX = 20.0


def _candidates(scene: bpy.types.Scene, found: inventory.Inventory) -> tuple[int, int]:
    if found.candidates is None:
        objects = scene.objects
        bodies = sum(1 for obj in objects if obj.rigid_body is not None)
        found.candidates = (bodies, sum(1 for obj in objects if tells_of_collision(obj, objects)))
    return found.candidates
