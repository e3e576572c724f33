# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the checks and the exporter say about a scene."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Severity = Literal["error", "warning", "info"]


@dataclass(frozen=True, slots=True)
class Issue:
    """One finding about one object.

    `code` is stable (KEBAB-CASE words such as `joint-target-deleted`); `message` is one plain sentence that starts
    with the object's name; `fix` is the id of the fix in `core.rules.validate`, or empty.
    error: the value is invalid or lost in the file. warning: an engine will very likely not do what the author sees.
    info: ordinary, worth knowing.
    """

    code: str
    severity: Severity
    object: str
    message: str
    fix: str = ""
