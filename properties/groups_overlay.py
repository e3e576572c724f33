# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the overlay shows; belongs to the session, not to the file."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

import bpy
from bpy.props import BoolProperty, PointerProperty


class OMI_PG_overlay(bpy.types.PropertyGroup):
    """What is shown of physics in the 3D View"""

    if TYPE_CHECKING:
        show_overlay: bool
        show_colliders: bool
        show_triggers: bool
        show_centers: bool
        show_velocities: bool
        show_joints: bool
        use_selected_only: bool
    else:
        show_overlay: BoolProperty(name="OMI Physics", description="Show physics in the viewport", default=True)
        show_colliders: BoolProperty(
            name="Colliders", description="Show solid shapes, colored by what moves their body", default=True
        )
        show_triggers: BoolProperty(name="Triggers", description="Show the shapes of triggers", default=True)
        show_centers: BoolProperty(
            name="Center of Mass", description="Show where the mass of dynamic bodies is centered", default=True
        )
        show_velocities: BoolProperty(
            name="Velocities", description="Show the initial velocities of dynamic bodies as arrows", default=True
        )
        show_joints: BoolProperty(
            name="Joints", description="Show the frames of joints, their limits and what they connect", default=True
        )
        use_selected_only: BoolProperty(
            name="Selected Only", description="Show the physics of selected objects only", default=False
        )


CLASSES = (OMI_PG_overlay,)


def register_extra(undo: ExitStack) -> None:
    """Adds the pointer to the window manager."""
    owner: Any = bpy.types.WindowManager
    owner.omi_physics_overlay = PointerProperty(name="OMI Physics Overlay", type=OMI_PG_overlay)
    undo.callback(delattr, owner, "omi_physics_overlay")
