# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Errors of our own code, as issues: each costs as little as it can, and is named."""

from __future__ import annotations

from .catalog import issue
from .issue import Issue

FAULTS = ("object-failed", "scene-failed")
"""The codes of what our own code failed on."""
_SHOWN = 5


def fault_words(error: BaseException) -> str:
    """An error in one line."""
    return f"a fault of the add-on: {type(error).__name__}: {' '.join(str(error).split())}"


def object_fault(name: str, error: BaseException, loss: str = "its physics is left out") -> Issue:
    """What an error costs one object."""
    return issue("object-failed", name, f"{name}: {loss}, {fault_words(error)}")


def scene_fault(name: str, error: BaseException, loss: str = "its physics is left out") -> Issue:
    """What an error costs a whole scene, since it belongs to no object."""
    return issue("scene-failed", name, f"{name}: {loss}, {fault_words(error)}")


def faults_words(faults: list[Issue]) -> str:
    """Faults in one line, the first few in full; empty for none."""
    more = f"; and {len(faults) - _SHOWN} more" if len(faults) > _SHOWN else ""
    return "; ".join(fault.message for fault in faults[:_SHOWN]) + more
