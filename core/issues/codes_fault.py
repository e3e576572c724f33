# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Codes about what the add-on itself did wrong."""

from __future__ import annotations

from .rule import Rule

FAULT_RULES = (
    Rule(
        "object-failed", "error", "Fault of the Add-on on an Object",
        "The add-on came upon an error of its own with this object. What it holds of physics is left out, or was not "
        "checked, as the message says; all other objects keep theirs.",
        "The object is seen and has no physics.",
        "Please report the message, with the file if that is possible.",
    ),
    Rule(
        "scene-failed", "error", "Fault of the Add-on on a Scene",
        "The add-on came upon an error of its own that it cannot put down to one object. The scene's physics is left "
        "out, or was not checked, as the message says.",
        "The scene is seen and has no physics.",
        "Please report the message, with the file if that is possible.",
    ),
)  # fmt: skip
