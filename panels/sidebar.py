# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The panels, once in the sidebar of the 3D View and once in Properties > Physics."""

from __future__ import annotations

from contextlib import ExitStack
from typing import Any

import bpy
from bpy.props import IntProperty

from ..operators.material_presets import OMI_PT_material_presets
from ..properties.access import physics
from . import draw_checks, draw_joint, draw_motion, draw_preview, draw_scene, draw_shape, draw_takeover
from .parts import draw_off


class _Sidebar:
    bl_space_type = "VIEW_3D"
    bl_region_type = "UI"
    bl_category = "OMI Physics"


class _Properties:
    bl_space_type = "PROPERTIES"
    bl_region_type = "WINDOW"
    bl_context = "physics"


class _OfObject:
    """A panel about the active object."""

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        """Whether there is an object."""
        return context.object is not None


class _OfCollider:
    """A panel about a collider that is switched on."""

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        """Whether there is one."""
        return context.object is not None and physics(context.object).use_collider


class _OfJoint:
    """A panel about a joint that is switched on."""

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        """Whether there is one."""
        return context.object is not None and physics(context.object).use_joint


class _Closed:
    bl_options = {"DEFAULT_CLOSED"}


class _Roles:
    bl_label = "OMI Physics"
    bl_order = 0

    def draw(self: Any, context: bpy.types.Context) -> None:
        """What the active object is."""
        draw_preview.draw_preview(self.layout, context)
        draw_takeover.draw_hint(self.layout, context)
        draw_motion.draw_roles(self.layout, context)


class _Motion(_OfObject):
    bl_label = "Motion"
    bl_order = 1

    def draw(self: Any, context: bpy.types.Context) -> None:
        """Type and mass."""
        draw_motion.draw_motion(self.layout, context, context.object)


class _Center(_Closed):
    bl_label = "Center of Mass"

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        """Whether the body has one."""
        return context.object is not None and draw_motion.shows(context.object, "center_of_mass")

    def draw(self: Any, context: bpy.types.Context) -> None:
        """The vector."""
        draw_motion.draw_center(self.layout, context, context.object)


class _Inertia(_Closed):
    bl_label = "Inertia"

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        """Whether the body has one."""
        return context.object is not None and draw_motion.shows(
            context.object, "inertia_diagonal", "inertia_orientation"
        )

    def draw(self: Any, context: bpy.types.Context) -> None:
        """Diagonal and orientation."""
        draw_motion.draw_inertia(self.layout, context, context.object)


class _Velocity(_Closed):
    bl_label = "Initial Velocity"

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        """Whether the body can have one."""
        return context.object is not None and draw_motion.shows(context.object, "linear_velocity", "angular_velocity")

    def draw(self: Any, context: bpy.types.Context) -> None:
        """Both vectors."""
        draw_motion.draw_velocity(self.layout, context, context.object)


class _Gravity(_Closed):
    bl_label = "Gravity"

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        """Whether gravity pulls the body."""
        return context.object is not None and draw_motion.shows(context.object, "gravity_factor")

    def draw(self: Any, context: bpy.types.Context) -> None:
        """The factor."""
        draw_motion.draw_gravity(self.layout, context, context.object)


class _Collider(_OfObject):
    bl_label = "Collider"
    bl_order = 2

    def draw_header(self: Any, context: bpy.types.Context) -> None:
        """The switch."""
        self.layout.prop(physics(context.object), "use_collider", text="")

    def draw(self: Any, context: bpy.types.Context) -> None:
        """The shape."""
        group = physics(context.object)
        if group.use_collider:
            draw_shape.draw_shape(self.layout, context, context.object, group.collider.shape, "COLLIDER")
        else:
            draw_off(self.layout, context, "Off: other things pass through it.")


class _ColliderOffset(_Closed):
    bl_label = "Offset"

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        """Whether an offset counts."""
        obj = context.object
        if obj is None or not physics(obj).use_collider:
            return False
        return draw_shape.has_offset(physics(obj).collider.shape, obj)

    def draw(self: Any, context: bpy.types.Context) -> None:
        """Offset and rotation."""
        draw_shape.draw_offset(self.layout, physics(context.object).collider.shape)


class _Material(_OfCollider, _Closed):
    bl_label = "Material"

    def draw_header(self: Any, context: bpy.types.Context) -> None:
        """The switch."""
        self.layout.prop(physics(context.object).collider, "use_material", text="")

    def draw_header_preset(self: Any, context: bpy.types.Context) -> None:
        """Presets."""
        OMI_PT_material_presets.draw_panel_header(self.layout)

    def draw(self: Any, context: bpy.types.Context) -> None:
        """Friction and bounciness."""
        draw_shape.draw_material(self.layout, context.object)


class _ColliderFilter(_OfCollider, _Closed):
    bl_label = "Filter"

    def draw_header(self: Any, context: bpy.types.Context) -> None:
        """The switch."""
        self.layout.prop(physics(context.object).collider, "use_filter", text="")

    def draw(self: Any, context: bpy.types.Context) -> None:
        """Systems."""
        collider = physics(context.object).collider
        draw_shape.draw_filter(self.layout, collider.filter, collider.use_filter, "COLLIDER")


class _Trigger(_OfObject):
    bl_label = "Trigger"
    bl_order = 3

    def draw_header(self: Any, context: bpy.types.Context) -> None:
        """The switch."""
        self.layout.prop(physics(context.object), "use_trigger", text="")

    def draw(self: Any, context: bpy.types.Context) -> None:
        """Shape or parts."""
        if physics(context.object).use_trigger:
            draw_shape.draw_trigger(self.layout, context, context.object)
        else:
            draw_off(self.layout, context, "Off: it reports nothing.")


class _TriggerOffset(_Closed):
    bl_label = "Offset"

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        """Whether an offset counts."""
        obj = context.object
        if obj is None or not physics(obj).use_trigger or physics(obj).trigger.kind != "SHAPE":
            return False
        return draw_shape.has_offset(physics(obj).trigger.shape, obj)

    def draw(self: Any, context: bpy.types.Context) -> None:
        """Offset and rotation."""
        draw_shape.draw_offset(self.layout, physics(context.object).trigger.shape)


class _TriggerFilter(_Closed):
    bl_label = "Filter"

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        """Whether there is a trigger to filter for."""
        return context.object is not None and physics(context.object).use_trigger

    def draw_header(self: Any, context: bpy.types.Context) -> None:
        """The switch."""
        self.layout.prop(physics(context.object).trigger, "use_filter", text="")

    def draw(self: Any, context: bpy.types.Context) -> None:
        """Systems."""
        trigger = physics(context.object).trigger
        draw_shape.draw_filter(self.layout, trigger.filter, trigger.use_filter, "TRIGGER")


class _Joint(_OfObject):
    bl_label = "Joint"
    bl_order = 4

    def draw_header(self: Any, context: bpy.types.Context) -> None:
        """The switch."""
        self.layout.prop(physics(context.object), "use_joint", text="")

    def draw(self: Any, context: bpy.types.Context) -> None:
        """The joint in words, its kind and its ends."""
        if physics(context.object).use_joint:
            draw_joint.draw_joint(self.layout, context, context.object)
        else:
            draw_off(self.layout, context, "Off: it connects nothing.")


class _Limits(_OfJoint):
    bl_label = "Limits"

    def draw(self: Any, context: bpy.types.Context) -> None:
        """The list and the active limit."""
        draw_joint.draw_limits(self.layout, context, context.object)


class _Drives(_OfJoint, _Closed):
    bl_label = "Drives"

    def draw(self: Any, context: bpy.types.Context) -> None:
        """The list and the active drive."""
        draw_joint.draw_drives(self.layout, context, context.object)


class _Checks:
    bl_label = "Checks"
    bl_order = 5

    def draw_header_preset(self: Any, context: bpy.types.Context) -> None:
        """How many problems there are."""
        draw_checks.draw_count(self.layout)

    def draw(self: Any, context: bpy.types.Context) -> None:
        """The problems with their fixes."""
        draw_checks.draw_checks(self.layout, context)


class _Inventory(_Closed):
    bl_label = "Physics in the Scene"
    bl_order = 6

    def draw(self: Any, context: bpy.types.Context) -> None:
        """Counts and list."""
        draw_scene.draw_inventory(self.layout, context)


class _Export(_Closed):
    bl_label = "Export"
    bl_order = 7

    def draw(self: Any, context: bpy.types.Context) -> None:
        """Options and the export."""
        draw_scene.draw_export(self.layout, context)


# Name, contents and name of the parent. In Properties the panels without a parent are below the first one.
_PANELS: tuple[tuple[str, type, str], ...] = (
    ("roles", _Roles, ""),
    ("motion", _Motion, ""),
    ("center", _Center, "motion"),
    ("inertia", _Inertia, "motion"),
    ("velocity", _Velocity, "motion"),
    ("gravity", _Gravity, "motion"),
    ("collider", _Collider, ""),
    ("collider_offset", _ColliderOffset, "collider"),
    ("material", _Material, "collider"),
    ("collider_filter", _ColliderFilter, "collider"),
    ("trigger", _Trigger, ""),
    ("trigger_offset", _TriggerOffset, "trigger"),
    ("trigger_filter", _TriggerFilter, "trigger"),
    ("joint", _Joint, ""),
    ("limits", _Limits, "joint"),
    ("drives", _Drives, "joint"),
    ("checks", _Checks, ""),
    ("inventory", _Inventory, ""),
    ("export", _Export, ""),
)


def _make(place: type, prefix: str, root: str) -> list[type]:
    made: list[type] = []
    for name, contents, parent in _PANELS:
        above = parent or (root if name != root else "")
        extra = {"bl_parent_id": f"{prefix}{above}"} if above else {}
        made.append(type(f"{prefix}{name}", (contents, place, bpy.types.Panel), {"__module__": __name__, **extra}))
    return made


CLASSES = (*_make(_Sidebar, "OMI_PT_view_", ""), *_make(_Properties, "OMI_PT_physics_", "roles"))


def _active_row(_: bpy.types.WindowManager) -> int:
    obj, scene = bpy.context.object, bpy.context.scene
    return -1 if obj is None or scene is None else scene.objects.find(obj.name)


def _ignore(_: bpy.types.WindowManager, __: int) -> None:
    """Rows select their object by a button, which can be undone."""


def register_extra(undo: ExitStack) -> None:
    """Adds the number of the list's active row: that of the active object."""
    owner: Any = bpy.types.WindowManager
    owner.omi_physics_active_object = IntProperty(
        name="Row",
        description="Row of the active object",
        get=_active_row,
        set=_ignore,
        options={"HIDDEN", "SKIP_SAVE"},
    )
    undo.callback(delattr, owner, "omi_physics_active_object")
