# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What is under way and must end before the scene is written or changed: the preview."""

from __future__ import annotations

from collections.abc import Callable

_ends: list[Callable[[], None]] = []


def end_all() -> None:
    """Ends whatever shows the scene other than it is; nothing where nothing does."""
    for end in list(_ends):
        end()


def add(end: Callable[[], None]) -> None:
    """Has `end` called by `end_all`, until `remove`."""
    _ends.append(end)


def remove(end: Callable[[], None]) -> None:
    """Forgets what was added."""
    _ends.remove(end)
