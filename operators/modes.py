# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Operators that change objects while in Edit, Sculpt or a texture paint mode: one undo must bring back what was.

An undo step that is made in these modes holds the edited data only, and no object data. So such an operator leaves
the mode, and its undo step is made in Object Mode; taking that back leads into the mode again. The operator does not
enter it again itself: edits made after that could not be taken back one by one.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import bpy

from ..properties import running
from .common import OperatorResult

_Operator = TypeVar("_Operator", bound=type)
_STROKES = ("SCULPT", "TEXTURE")


def undoable(cls: _Operator) -> _Operator:
    """A class decorator: `execute` runs outside of the modes of which undo steps hold no object data."""
    execute: Callable[[Any, bpy.types.Context], OperatorResult] = cls.execute  # type: ignore[attr-defined]

    def execute_outside(self: Any, context: bpy.types.Context) -> OperatorResult:
        running.end_all()
        leave_mode(context)
        return execute(self, context)

    cls.execute = execute_outside  # type: ignore[attr-defined]
    return cls


def leave_mode(context: bpy.types.Context) -> None:
    """Leaves the modes in which a change of objects could not be undone; Pose Mode and others stay."""
    obj = context.object
    if obj is None or not obj.mode.startswith(("EDIT", "PARTICLE", *_STROKES)):
        return
    makes_strokes = obj.mode.startswith(_STROKES)
    bpy.ops.object.mode_set(mode="OBJECT")
    if makes_strokes:
        # Strokes are taken back one by one; only a step made here leads back to the objects as they were.
        bpy.ops.ed.undo_push(message="Leave Mode")
