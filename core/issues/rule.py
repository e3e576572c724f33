# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What is known about one code."""

from __future__ import annotations

from dataclasses import dataclass

from .issue import Severity

FIX_LABELS: dict[str, str] = {
    "add-bound": "Add Missing Bound",
    "add-collider": "Add Collider",
    "add-static-body": "Make Target Static",
    "apply-scale": "Apply Scale",
    "attach-at-joint": "Attach at Joint",
    "clamp-restitution": "Limit to 1",
    "clear-inertia": "Let Engine Compute",
    "clear-target": "Connect to World",
    "clear-velocity": "Clear Velocity",
    "drop-overlap": "Remove Earlier",
    "equal-radii": "Make Radii Equal",
    "give-shape": "Use Own Shape",
    "harden-limit": "Make Hard",
    "lock-joint": "Lock All Axes",
    "make-body": "Make Body",
    "make-dynamic": "Give Dynamic Body",
    "make-kinematic": "Make Kinematic",
    "normalize-inertia": "Normalize",
    "radial-from-zero": "Start at 0",
    "remove-filter": "Remove Filter",
    "remove-limit": "Remove Limit",
    "remove-part": "Remove Parts",
    "rename": "Rename",
    "rename-acting": "Rename",
    "reparent-collider": "Parent to Body",
    "reset-mass": "Set to 1 kg",
    "reset-unused": "Reset Unused",
    "reset-value": "Reset to Default",
    "set-size": "Set Size",
    "simplify-hull": "Simplify Hull",
    "soften-limits": "Soften Limits",
    "split-limit": "Split Limit",
    "swap-bounds": "Swap Bounds",
    "thicken": "Make Thicker",
    "turn-hinge": "Turn Hinge to Z",
    "use-box": "Use Box",
    "use-force": "Use Force",
    "use-hull": "Use Convex Hull",
    "use-manual": "Set by Hand",
    "use-separate": "Use Separate Layout",
    "use-sphere": "Use Sphere",
    "wake-drive": "Give It Strength",
}
"""The fixes that exist, by id, with the words of their button."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A code with its severity, a title, what it means, what engines do, how to mend it, and the id of its fix."""

    code: str
    severity: Severity
    title: str
    meaning: str
    engines: str
    remedy: str
    fix_id: str = ""

    @property
    def fix_label(self) -> str:
        """The words of the fix's button; empty where there is no fix."""
        return FIX_LABELS[self.fix_id] if self.fix_id else ""
