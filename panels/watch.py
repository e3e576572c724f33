# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tells what the panels remember that something has changed, so that drawing stays cheap."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from typing import Any

import bpy
from bpy.app.handlers import persistent

_everything: list[Callable[[], None]] = []
_updates: list[Callable[[bpy.types.DepsgraphUpdate], None]] = []


def on_change(forget: Callable[[], None], look: Callable[[bpy.types.DepsgraphUpdate], None]) -> None:
    """Calls `look` for each update, and `forget` when anything may have changed (a file was loaded, a step undone)."""
    _everything.append(forget)
    _updates.append(look)


@persistent
def _after_update(_scene: Any, depsgraph: bpy.types.Depsgraph) -> None:
    for update in depsgraph.updates:
        for look in _updates:
            look(update)


@persistent
def _after_all(*_: Any) -> None:
    for forget in _everything:
        forget()


def register_extra(undo: ExitStack) -> None:
    """Adds the handlers, and forgets everything on leaving."""
    handlers = bpy.app.handlers
    for listed, handler in (
        (handlers.depsgraph_update_post, _after_update),
        (handlers.frame_change_post, _after_all),
        (handlers.undo_post, _after_all),
        (handlers.redo_post, _after_all),
        (handlers.load_post, _after_all),
    ):
        listed.append(handler)
        undo.callback(listed.remove, handler)
    undo.callback(_after_all)
