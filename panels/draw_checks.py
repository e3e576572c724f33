# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Draws what the last check or export found; never checks by itself."""

from __future__ import annotations

import bpy
from bpy.app.translations import pgettext_iface as iface_

from ..core.issues.catalog import CATALOG
from ..core.issues.issue import Issue
from ..properties import issue_store
from .parts import note

SHOWN = 25
"""More problems than these are counted, not listed: fixing the first comes first."""

_BOX = 12.0
_ICONS = {"error": "CANCEL", "warning": "ERROR", "info": "INFO"}


def draw_stopped(layout: bpy.types.UILayout, context: bpy.types.Context) -> None:
    """Beside the export: that errors stopped it, and which."""
    if issue_store.was_stopped():
        note(layout, context, "The export was stopped by errors: no file was written.", icon="CANCEL", is_alert=True)
        _draw_issues(layout, context, [issue for issue in issue_store.issues() if issue.severity == "error"])


def draw_count(layout: bpy.types.UILayout) -> None:
    """How many problems there are, for the header of the panel."""
    if not issue_store.was_checked():
        return
    counts = issue_store.counts()
    problems = counts["error"] + counts["warning"]
    if problems == 0:
        layout.label(text="", icon="CHECKMARK")
    else:
        text = iface_("1 problem") if problems == 1 else iface_("%d problems") % problems
        layout.label(text=text, icon="CANCEL" if counts["error"] else "ERROR", translate=False)


def draw_checks(layout: bpy.types.UILayout, context: bpy.types.Context) -> None:
    """The buttons, and the problems found with what can be done about each."""
    issues = issue_store.issues()
    row = layout.row(align=True)
    row.operator("omi_physics.check", text="Check", icon="VIEWZOOM")
    if any(issue.fix and issue.severity != "info" for issue in issues):
        row.operator("omi_physics.fix_all", icon="TOOL_SETTINGS")
    if not issue_store.was_checked():
        note(layout, context, "Finds what an engine would get wrong.", icon="INFO")
        return
    counts = issue_store.counts()
    if not counts["error"] and not counts["warning"]:
        note(layout, context, "No problems found.", icon="CHECKMARK")
    if issue_store.was_stopped():
        note(layout, context, "The export was stopped by errors: no file was written.", icon="CANCEL", is_alert=True)
    _draw_issues(layout, context, [issue for issue in issues if issue.severity != "info"])
    _draw_notes(layout, context, [issue for issue in issues if issue.severity == "info"])


def _draw_issues(layout: bpy.types.UILayout, context: bpy.types.Context, issues: list[Issue]) -> None:
    for issue in issues[:SHOWN]:
        column = layout.box().column()
        note(column, context, issue.message, icon=_ICONS[issue.severity], indent=_BOX)
        row = column.row(align=True)
        row.operator("omi_physics.select_issue", icon="RESTRICT_SELECT_OFF").object = issue.object
        rule = CATALOG.get(issue.code)
        if issue.fix and rule is not None:
            button = row.operator("omi_physics.fix_issue", text=rule.fix_label or "Fix")
            button.object = issue.object
            button.code = issue.code
    if len(issues) > SHOWN:
        note(layout, context, iface_("And %d more.") % (len(issues) - SHOWN))


def _draw_notes(layout: bpy.types.UILayout, context: bpy.types.Context, notes: list[Issue]) -> None:
    """What is worth knowing but no problem: folded, since it may stand for every object."""
    if not notes:
        return
    header, body = layout.panel("OMI_physics_notes", default_closed=True)
    text = iface_("1 thing worth knowing") if len(notes) == 1 else iface_("%d things worth knowing") % len(notes)
    header.label(text=text, translate=False)
    if body is not None:
        _draw_issues(body, context, notes)
