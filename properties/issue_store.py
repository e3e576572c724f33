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

from ..core.issues.issue import Issue, Severity

_issues: list[Issue] | None = None
_is_stopped = False


def issues() -> list[Issue]:
    """What was found, errors first; empty where nothing was looked for."""
    return list(_issues or ())


def was_checked() -> bool:
    """Whether there was a check, or an export with checks, since the file was opened."""
    return _issues is not None


def counts() -> dict[Severity, int]:
    """How many issues of each severity."""
    found = Counter(issue.severity for issue in _issues or ())
    return {"error": found["error"], "warning": found["warning"], "info": found["info"]}


def was_stopped() -> bool:
    """Whether the issues are those of an export that wrote no file because of them."""
    return _is_stopped


def set_issues(found: Iterable[Issue], is_stopped: bool = False) -> None:
    """Keeps what a check or an export found, and has the panels drawn anew. `is_stopped`: no file was written."""
    global _issues, _is_stopped
    _issues, _is_stopped = list(found), is_stopped
    manager = bpy.context.window_manager
    for window in manager.windows if manager is not None else ():
        for area in window.screen.areas:
            if area.type in ("VIEW_3D", "PROPERTIES"):
                area.tag_redraw()


def clear() -> None:
    """Forgets what was found."""
    global _issues, _is_stopped
    _issues, _is_stopped = None, False


@persistent
def _forget(*_: Any) -> None:
    clear()


def register_extra(undo: ExitStack) -> None:
    """Forgets issues when another file is opened."""
    handlers: list[Any] = bpy.app.handlers.load_post
    handlers.append(_forget)
    undo.callback(handlers.remove, _forget)
    undo.callback(clear)
