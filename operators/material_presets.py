# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Physics materials in Blender's own preset menus; the ones that come along lie in `presets/`."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import bpy
from bl_operators.presets import AddPresetBase
from bl_ui.utils import PresetPanel
from bpy.props import StringProperty

from ..properties.access import physics
from .common import UNDO, OperatorResult, act_on_each, poll_active, selected_objects
from .modes import undoable
from .rows import copy_group

_SUBDIR = "omi_physics/material"
_VALUES = (
    "name", "static_friction", "dynamic_friction", "restitution", "friction_combine", "restitution_combine",
)  # fmt: skip


class OMI_MT_material_presets(bpy.types.Menu):
    """Physics materials to choose from"""

    bl_label = "Physics Material Presets"
    preset_subdir = _SUBDIR
    preset_operator = "omi_physics.material_preset"
    draw = bpy.types.Menu.draw_preset  # type: ignore[assignment]


class OMI_PT_material_presets(PresetPanel, bpy.types.Panel):
    """Physics materials to choose from, and to add one's own to"""

    bl_label = "Physics Material Presets"
    preset_subdir = _SUBDIR
    preset_operator = "omi_physics.material_preset"
    preset_add_operator = "omi_physics.material_preset_add"


@undoable
class OMI_OT_material_preset(bpy.types.Operator):
    """Give the colliders of the selected objects this physics material"""

    bl_idname = "omi_physics.material_preset"
    bl_label = "Apply Physics Material"
    bl_options = UNDO | {"INTERNAL"}

    if TYPE_CHECKING:
        filepath: str
        menu_idname: str
    else:
        filepath: StringProperty(subtype="FILE_PATH", options={"SKIP_SAVE", "HIDDEN"})
        menu_idname: StringProperty(options={"SKIP_SAVE", "HIDDEN"})

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        return poll_active(cls, context)

    def execute(self, context: bpy.types.Context) -> OperatorResult:
        if not Path(self.filepath).is_file():
            self.report({"WARNING"}, "Choose a physics material from the list of presets")
            return {"CANCELLED"}
        bpy.ops.script.execute_preset(
            filepath=self.filepath, menu_idname=self.menu_idname or OMI_MT_material_presets.__name__
        )
        objects = selected_objects(context, use_active=True)
        others = [obj for obj in objects[1:] if physics(obj).use_collider]
        return act_on_each(self, [objects[0], *others], lambda obj: _share(objects[0], obj))


def _share(source: bpy.types.Object, obj: bpy.types.Object) -> None:
    collider = physics(obj).collider
    if obj != source:
        copy_group(physics(source).collider.material, collider.material)
    collider.use_material = True


class OMI_OT_material_preset_add(AddPresetBase, bpy.types.Operator):
    """Add the physics material of the active object to the presets, or remove a preset"""

    bl_idname = "omi_physics.material_preset_add"
    bl_label = "Add Physics Material Preset"
    preset_menu = "OMI_MT_material_presets"
    preset_subdir = _SUBDIR
    preset_defines = ['material = bpy.context.object.path_resolve("omi_physics.collider.material")']
    preset_values = [f"material.{name}" for name in _VALUES]

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        return poll_active(cls, context)


CLASSES = (
    OMI_MT_material_presets,
    OMI_PT_material_presets,
    OMI_OT_material_preset,
    OMI_OT_material_preset_add,
)


def register_extra(undo: ExitStack) -> None:
    """Lets Blender find the presets that come along."""
    root = str(Path(__file__).resolve().parents[1])
    utils: Any = bpy.utils
    utils.register_preset_path(root)
    undo.callback(utils.unregister_preset_path, root)
