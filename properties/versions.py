# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The form in which physics is stored: numbered apart from releases, and per object, since objects get appended.

1: the first form.

Saving stamps every object; an object without a number was made in this session and has the form of today. A new form
gets the next number and a step from the one before, which finds renamed or removed properties in what is stored:
`stored` is Blender's own group of plain values.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import ExitStack
from typing import Any

import bpy
from bpy.app.handlers import persistent

from .access import physics
from .pointers import stored_properties

CURRENT = 1

Step = Callable[[bpy.types.Object, Any], None]
STEPS: dict[int, Step] = {}
"""By the number of the form that a step starts from: brings one object, with what is stored of it, to the next form."""


def bring_up_to_date(objects: Iterable[bpy.types.Object]) -> None:
    """Takes stored physics to the form of today; what a later version of the add-on saved is left alone."""
    if not STEPS:
        return
    for obj in objects:
        stored = stored_properties(obj)
        if stored is None:
            continue
        group = physics(obj)
        while 0 < group.data_version < CURRENT:
            STEPS[group.data_version](obj, stored)
            group.data_version += 1


def stamp(objects: Iterable[bpy.types.Object]) -> None:
    """Numbers the physics that was made in this session."""
    for obj in objects:
        stored = stored_properties(obj) if obj.library is None else None
        if stored is not None and _has_values(stored.to_dict()):
            group = physics(obj)
            if group.data_version == 0:
                group.data_version = CURRENT


def _has_values(stored: dict[str, Any]) -> bool:
    """Whether more is stored than the empty groups that reading makes."""
    return any(_has_values(value) if isinstance(value, dict) else True for value in stored.values())


def _objects() -> Iterable[bpy.types.Object]:
    # While Blender starts it shows add-ons no data; it loads a file later.
    return getattr(bpy.data, "objects", ())


@persistent
def _after_load(*_: Any) -> None:
    bring_up_to_date(_objects())


@persistent
def _before_save(*_: Any) -> None:
    stamp(_objects())


def register_extra(undo: ExitStack) -> None:
    """Watches loading, saving and, where Blender tells, appending; looks after a file that is open already."""
    watched: list[tuple[Any, Any]] = [
        (bpy.app.handlers.load_post, _after_load),
        (bpy.app.handlers.save_pre, _before_save),
    ]
    # Since Blender 4.3. Before, appended objects wait for the next load.
    imported = getattr(bpy.app.handlers, "blend_import_post", None)
    if imported is not None:
        watched.append((imported, _after_load))
    for handlers, handler in watched:
        handlers.append(handler)
        undo.callback(handlers.remove, handler)
    bring_up_to_date(_objects())
    undo.callback(_before_save)
