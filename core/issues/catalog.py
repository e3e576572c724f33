# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Every code that the checks and the exporter use, with what it means, what engines do, and its fix."""

from __future__ import annotations

from .codes_body import BODY_RULES
from .codes_fault import FAULT_RULES
from .codes_joint import JOINT_RULES, LIMIT_RULES
from .codes_khr import KHR_RULES
from .codes_shape import SHAPE_RULES, TRIGGER_RULES
from .issue import Issue
from .rule import FIX_LABELS, Rule

__all__ = ["CATALOG", "FIX_LABELS", "SUBJECTS", "Rule", "issue"]

SUBJECTS: dict[str, tuple[Rule, ...]] = {
    "Bodies": BODY_RULES,
    "Shapes": SHAPE_RULES,
    "Triggers": TRIGGER_RULES,
    "Joints": JOINT_RULES,
    "Limits and drives": LIMIT_RULES,
    "Khronos format": KHR_RULES,
    "Faults of the add-on": FAULT_RULES,
}
"""The rules under the headings of the documentation."""

CATALOG: dict[str, Rule] = {rule.code: rule for rules in SUBJECTS.values() for rule in rules}


def issue(code: str, obj: str, message: str) -> Issue:
    """An issue with the severity and the fix of its code; KeyError for an unknown code."""
    rule = CATALOG[code]
    return Issue(code, rule.severity, obj, message, rule.fix_id)
