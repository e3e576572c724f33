# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The issues that the last check or export found. They live as long as the file is open and are never saved."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from contextlib import ExitStack
from typing import Any

import bpy
from bpy.app.handlers import persistent

from ..core.issues import Issue, Severity
from ..core.validate import distinct
from ..io_hooks.record import last_export

_issues: list[Issue] | None = None
_export_known = last_export()


def _current() -> list[Issue] | None:
    """What was found last; an export that checked counts as a check."""
    global _issues, _export_known
    export = last_export()
    if export is not _export_known and export.is_checked:
        _issues, _export_known = distinct(export.issues), export
    return _issues


def issues() -> list[Issue]:
    """What was found, errors first; empty where nothing was looked for."""
    return list(_current() or ())


def was_checked() -> bool:
    """Whether there was a check, or an export with checks, since the file was opened."""
    return _current() is not None


def counts() -> dict[Severity, int]:
    """How many issues of each severity."""
    found = Counter(issue.severity for issue in _current() or ())
    return {"error": found["error"], "warning": found["warning"], "info": found["info"]}


def set_issues(found: Iterable[Issue]) -> None:
    """Keeps what a check found, and has the panels drawn anew."""
    global _issues, _export_known
    _issues, _export_known = list(found), last_export()
    manager = bpy.context.window_manager
    for window in manager.windows if manager is not None else ():
        for area in window.screen.areas:
            if area.type in ("VIEW_3D", "PROPERTIES"):
                area.tag_redraw()


def clear() -> None:
    """Forgets what was found."""
    global _issues, _export_known
    _issues, _export_known = None, last_export()


@persistent
def _forget(*_: Any) -> None:
    clear()


def register_extra(undo: ExitStack) -> None:
    """Forgets issues when another file is opened."""
    handlers: list[Any] = bpy.app.handlers.load_post
    handlers.append(_forget)
    undo.callback(handlers.remove, _forget)
    undo.callback(clear)
