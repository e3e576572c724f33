# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The buttons beside the lists: limits and drives of a joint, parts of a trigger, names of a filter.

They act on the active object, whose list is shown.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import bpy
from bpy.app.translations import pgettext_rpt as rpt_
from bpy.props import EnumProperty

from ..properties.access import physics
from .common import UNDO, OperatorResult, poll_active
from .modes import undoable
from .rows import copy_group

_DIRECTIONS = (("UP", "Up", "Toward the start of the list"), ("DOWN", "Down", "Toward the end of the list"))
_ROLES = (
    ("COLLIDER", "Collider", "The filter of the collider"),
    ("TRIGGER", "Trigger", "The filter of the trigger"),
)
_WHICH = (
    ("MEMBER", "Member Of", "The systems that the object belongs to"),
    ("TARGET", "Targets", "The systems that it does or does not collide with"),
)


class _List:
    """A collection and the index of its active row."""

    def __init__(self, owner: Any, items: str, active: str) -> None:
        self.owner, self._active = owner, active
        self.items = getattr(owner, items)

    @property
    def index(self) -> int:
        """The active row; the last one where the stored number is too large, -1 for an empty list."""
        return min(max(getattr(self.owner, self._active), 0), len(self.items) - 1)

    @index.setter
    def index(self, value: int) -> None:
        setattr(self.owner, self._active, max(min(value, len(self.items) - 1), 0))

    def add(self) -> Any:
        """A new row at the end, which becomes the active one."""
        item = self.items.add()
        self.index = len(self.items) - 1
        return item

    def remove(self) -> bool:
        """Takes the active row away; False for an empty list."""
        if not len(self.items):
            return False
        index, count = self.index, len(self.items)
        self.items.remove(index)
        self.index = index
        return len(self.items) < count

    def move(self, step: int) -> bool:
        """Moves the active row by one; False where there is no room."""
        index = self.index
        if not 0 <= index + step < len(self.items) or index < 0:
            return False
        self.items.move(index, index + step)
        self.index = index + step
        return True

    def duplicate(self) -> bool:
        """Puts a copy of the active row below it; False for an empty list."""
        index = self.index
        if index < 0:
            return False
        copy = self.items.add()
        copy_group(self.items[index], copy)
        last = len(self.items) - 1
        self.index = last
        if index + 1 < last:
            try:
                self.items.move(last, index + 1)
            except TypeError:
                # Among rows that come from a library it stays at the end.
                return True
            self.index = index + 1
        return True


class _ListOperator:
    """A button of a list of the active object."""

    bl_options = UNDO

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        return poll_active(cls, context)

    def rows(self, context: bpy.types.Context) -> _List:
        """The list of the active object."""
        raise NotImplementedError

    def run(self, change: Callable[[], bool]) -> OperatorResult:
        """Changes the list, or reports why it stays as it is."""
        try:
            if change():
                return {"FINISHED"}
            self.report({"INFO"}, rpt_("There is nothing to change in this list"))  # type: ignore[attr-defined]
        except TypeError:
            # Blender's answer for rows of a library override that came with the library.
            text = rpt_("This row comes from the library and stays where it is")
            self.report({"WARNING"}, text)  # type: ignore[attr-defined]
        return {"CANCELLED"}


class _OfJoint(_ListOperator):
    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        if not poll_active(cls, context):
            return False
        if not physics(context.object).use_joint:
            cls.poll_message_set("The active object has no joint")  # type: ignore[attr-defined]
            return False
        return True


class Limits(_OfJoint):
    """Acts on the limits of the active object's joint."""

    def rows(self, context: bpy.types.Context) -> _List:
        return _List(physics(context.object).joint, "limits", "active_limit")


class _Drives(_OfJoint):
    def rows(self, context: bpy.types.Context) -> _List:
        return _List(physics(context.object).joint, "drives", "active_drive")


class _Systems(_ListOperator):
    if TYPE_CHECKING:
        role: str
        which: str
    else:
        role: EnumProperty(name="Role", description="Whose filter is changed", items=_ROLES, default="COLLIDER")
        which: EnumProperty(name="List", description="Which list is changed", items=_WHICH, default="MEMBER")

    def rows(self, context: bpy.types.Context) -> _List:
        group = physics(context.object)
        owner = group.trigger.filter if self.role == "TRIGGER" else group.collider.filter
        if self.which == "TARGET":
            return _List(owner, "target_systems", "active_target_system")
        return _List(owner, "collision_systems", "active_collision_system")


class _Parts(_ListOperator):
    def rows(self, context: bpy.types.Context) -> _List:
        return _List(physics(context.object).trigger, "parts", "active_part")


class _Add:
    def execute(self: Any, context: bpy.types.Context) -> OperatorResult:
        self.rows(context).add()
        return {"FINISHED"}


class _Remove:
    def execute(self: Any, context: bpy.types.Context) -> OperatorResult:
        return self.run(self.rows(context).remove)


class _Duplicate:
    def execute(self: Any, context: bpy.types.Context) -> OperatorResult:
        return self.run(self.rows(context).duplicate)


class _Move:
    if TYPE_CHECKING:
        direction: str
    else:
        direction: EnumProperty(name="Direction", description="Where to move", items=_DIRECTIONS, default="UP")

    def execute(self: Any, context: bpy.types.Context) -> OperatorResult:
        step = -1 if self.direction == "UP" else 1
        return self.run(lambda: self.rows(context).move(step))


@undoable
class OMI_OT_limit_add(_Add, Limits, bpy.types.Operator):
    """Add a limit that locks all three directions"""

    bl_idname = "omi_physics.limit_add"
    bl_label = "Add Joint Limit"


@undoable
class OMI_OT_limit_remove(_Remove, Limits, bpy.types.Operator):
    """Remove the active limit"""

    bl_idname = "omi_physics.limit_remove"
    bl_label = "Remove Joint Limit"


@undoable
class OMI_OT_limit_duplicate(_Duplicate, Limits, bpy.types.Operator):
    """Duplicate the active limit"""

    bl_idname = "omi_physics.limit_duplicate"
    bl_label = "Duplicate Joint Limit"


@undoable
class OMI_OT_limit_move(_Move, Limits, bpy.types.Operator):
    """Move the active limit up or down in the list"""

    bl_idname = "omi_physics.limit_move"
    bl_label = "Move Joint Limit"


@undoable
class OMI_OT_drive_add(_Add, _Drives, bpy.types.Operator):
    """Add a drive, a spring or motor along or about one axis"""

    bl_idname = "omi_physics.drive_add"
    bl_label = "Add Joint Drive"


@undoable
class OMI_OT_drive_remove(_Remove, _Drives, bpy.types.Operator):
    """Remove the active drive"""

    bl_idname = "omi_physics.drive_remove"
    bl_label = "Remove Joint Drive"


@undoable
class OMI_OT_drive_duplicate(_Duplicate, _Drives, bpy.types.Operator):
    """Duplicate the active drive"""

    bl_idname = "omi_physics.drive_duplicate"
    bl_label = "Duplicate Joint Drive"


@undoable
class OMI_OT_drive_move(_Move, _Drives, bpy.types.Operator):
    """Move the active drive up or down in the list"""

    bl_idname = "omi_physics.drive_move"
    bl_label = "Move Joint Drive"


@undoable
class OMI_OT_filter_system_add(_Add, _Systems, bpy.types.Operator):
    """Add the name of a collision system"""

    bl_idname = "omi_physics.filter_system_add"
    bl_label = "Add Collision System"


@undoable
class OMI_OT_filter_system_remove(_Remove, _Systems, bpy.types.Operator):
    """Remove the active collision system from the list"""

    bl_idname = "omi_physics.filter_system_remove"
    bl_label = "Remove Collision System"


@undoable
class OMI_OT_part_add(_Add, _Parts, bpy.types.Operator):
    """Add a part to the compound trigger"""

    bl_idname = "omi_physics.part_add"
    bl_label = "Add Trigger Part"


@undoable
class OMI_OT_part_remove(_Remove, _Parts, bpy.types.Operator):
    """Remove the active part of the compound trigger"""

    bl_idname = "omi_physics.part_remove"
    bl_label = "Remove Trigger Part"


CLASSES = (
    OMI_OT_limit_add,
    OMI_OT_limit_remove,
    OMI_OT_limit_duplicate,
    OMI_OT_limit_move,
    OMI_OT_drive_add,
    OMI_OT_drive_remove,
    OMI_OT_drive_duplicate,
    OMI_OT_drive_move,
    OMI_OT_filter_system_add,
    OMI_OT_filter_system_remove,
    OMI_OT_part_add,
    OMI_OT_part_remove,
)
