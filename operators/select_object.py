# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Selects an object from a list in the panels."""

from __future__ import annotations

from typing import TYPE_CHECKING

import bpy
from bpy.props import BoolProperty, StringProperty

from .common import UNDO, OperatorResult, select_only


class OMI_OT_select_object(bpy.types.Operator):
    """Select this object and make it the active one; hold Shift to add it to the selection"""

    bl_idname = "omi_physics.select_object"
    bl_label = "Select Object"
    bl_options = UNDO | {"INTERNAL"}

    if TYPE_CHECKING:
        name: str
        use_extend: bool
    else:
        name: StringProperty(name="Object", description="Name of the object", options={"SKIP_SAVE"})
        use_extend: BoolProperty(
            name="Extend", description="Keep what is selected", default=False, options={"SKIP_SAVE"}
        )

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        if context.mode != "OBJECT":
            cls.poll_message_set("Leave the current mode first: objects are selected in Object Mode")
            return False
        return context.view_layer is not None

    def invoke(self, context: bpy.types.Context, event: bpy.types.Event) -> OperatorResult:
        self.use_extend = event.shift
        return self.execute(context)

    def execute(self, context: bpy.types.Context) -> OperatorResult:
        obj = context.view_layer.objects.get(self.name)
        if obj is None:
            self.report({"WARNING"}, f"{self.name or 'The object'} is not in this view layer")
            return {"CANCELLED"}
        if not obj.visible_get():
            self.report({"WARNING"}, f"{obj.name} is hidden and cannot be selected")
            return {"CANCELLED"}
        if self.use_extend:
            obj.select_set(True)
            context.view_layer.objects.active = obj
        else:
            select_only([obj], context)
        return {"FINISHED"}


CLASSES = (OMI_OT_select_object,)
