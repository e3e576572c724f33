# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The add-on's preferences."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import bpy
from bpy.props import BoolProperty

from .. import registration

COLLIDERS = "Colliders"
"""The collection of colliders that operators make."""


class OMI_AP_preferences(bpy.types.AddonPreferences):
    """Preferences of OMI Physics"""

    # The extension, whatever its repository is called.
    bl_idname = __package__.rpartition(".")[0] if __package__ else ""

    if TYPE_CHECKING:
        use_collider_collection: bool
    else:
        use_collider_collection: BoolProperty(
            name="Collect Colliders",
            description="Put colliders that are made from meshes into a collection named Colliders, "
            "not into those of their objects",
            default=False,
        )

    def draw(self, context: bpy.types.Context) -> None:
        self.layout.prop(self, "use_collider_collection")


def preferences(context: bpy.types.Context) -> OMI_AP_preferences:
    """The preferences as they are set."""
    addons: Any = context.preferences.addons
    return addons[registration.addon_id()].preferences


CLASSES = (OMI_AP_preferences,)
