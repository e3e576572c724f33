# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What became of the last export: for the command line, the Checks panel and scripts."""

from __future__ import annotations

from dataclasses import dataclass, field

from ..core.issues.issue import Issue


@dataclass(slots=True)
class ExportRecord:
    """Filled while an export runs.

    `counts`: bodies (objects with a motion type, once per node in the file), colliders, triggers, joints, shapes.
    `error` is set when our own code failed, `is_stopped` when the checks found errors and the scene asks to stop;
    either way no file was written. `is_checked` is set once a scene was checked in full, `is_complete` once all
    physics is in the file's data.
    """

    issues: list[Issue] = field(default_factory=list)
    counts: dict[str, int] = field(default_factory=dict)
    error: str = ""
    is_stopped: bool = False
    is_checked: bool = False
    is_complete: bool = False


_last = ExportRecord()


def begin_export() -> ExportRecord:
    """Starts a new record, which becomes the last one."""
    global _last
    _last = ExportRecord()
    return _last


def last_export() -> ExportRecord:
    """The record of the export that began last."""
    return _last
