# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Every code that the checks and the exporter use."""

from __future__ import annotations

from ..issues import Issue, Severity

_SEVERITIES: dict[str, Severity] = {
    "value-not-finite": "error",
    "joint-no-body": "error",
    "joint-target-deleted": "error",
    "joint-target-not-exported": "error",
    "joint-target-is-self": "error",
    "joint-same-body": "error",
    "joint-body-not-dynamic": "warning",
    "shape-no-geometry": "error",
    "shape-size-not-positive": "error",
    "shape-flat": "warning",
    "shape-shear": "warning",
    "shape-nonuniform-round": "warning",
    "shape-fit-no-geometry": "warning",
    "capsule-becomes-sphere": "info",
    "body-not-exported": "warning",
    "trigger-no-parts": "error",
    "trigger-no-shape": "error",
    "trigger-part-not-exported": "warning",
    "trigger-part-invalid": "warning",
    "collider-animated-between": "warning",
    "limit-no-axis": "error",
    "limit-split": "info",
}


def issue(code: str, obj: str, message: str) -> Issue:
    """An issue with the severity of its code."""
    return Issue(code, _SEVERITIES[code], obj, message)
