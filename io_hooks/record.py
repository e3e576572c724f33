# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What became of the last export: for the command line, the Checks panel and scripts."""

from __future__ import annotations

from dataclasses import dataclass, field

from ..core.issues.faults import faults_words
from ..core.issues.issue import Issue


@dataclass(slots=True)
class ExportRecord:
    """Filled while an export runs.

    `counts`: bodies (objects with a motion type, once per node in the file), colliders, triggers, joints, shapes.
    `faults` are those of the issues that name errors of our own code; with any, the file lacks physics. `is_stopped` is
    set when errors were found and the scene asks to stop: no file was written. `is_checked` is set once a scene was
    checked in full, `is_complete` once all physics is in the file's data.
    """

    issues: list[Issue] = field(default_factory=list)
    counts: dict[str, int] = field(default_factory=dict)
    faults: list[Issue] = field(default_factory=list[Issue])
    is_stopped: bool = False
    is_checked: bool = False
    is_complete: bool = False

    @property
    def error(self) -> str:
        """What our own code failed on, in words; empty where it did not."""
        return faults_words(self.faults)


_last = ExportRecord()


def begin_export() -> ExportRecord:
    """Starts a new record, which becomes the last one."""
    global _last
    _last = ExportRecord()
    return _last


def last_export() -> ExportRecord:
    """The record of the export that began last."""
    return _last
