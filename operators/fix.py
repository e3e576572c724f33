# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks the scene, selects what a problem is about, and fixes problems."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import bpy
from bpy.app.translations import pgettext_rpt as rpt_
from bpy.props import StringProperty

from ..core.issues.catalog import CATALOG
from ..core.issues.issue import Issue
from ..core.rules.validate import check
from ..properties import issue_store
from ..properties.capture import capture
from .common import UNDO, OperatorResult, Outcome, Skip, select_only, why_locked
from .fixes import joints, scale, shapes, values
from .fixes.session import Fix, Session
from .modes import undoable

FIXES: dict[str, Fix] = {**values.FIXES, **shapes.FIXES, **joints.FIXES, **scale.FIXES}
# A fix may bring out another problem: a hull in place of triangles may have too many points.
_ROUNDS = 5
_REASONS_SHOWN, _NAMES_SHOWN = 5, 3

_Problem = tuple[str, str]
"""A code and the name of an object."""


def check_scene(context: bpy.types.Context) -> list[Issue]:
    """Checks the scene and keeps what is found."""
    found = check(capture(context.scene, context.evaluated_depsgraph_get()))
    issue_store.set_issues(found)
    return found


def _poll(cls: Any, context: bpy.types.Context) -> bool:
    if context.scene is None:
        cls.poll_message_set("There is no scene")
        return False
    return True


def _poll_fix(cls: Any, context: bpy.types.Context) -> bool:
    if context.mode != "OBJECT":
        cls.poll_message_set("Leave the current mode first: problems are fixed in Object Mode")
        return False
    return _poll(cls, context)


class OMI_OT_check(bpy.types.Operator):
    """Look for what an engine would get wrong in this scene"""

    bl_idname = "omi_physics.check"
    bl_label = "Check Physics"
    bl_options = {"REGISTER"}

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        return _poll(cls, context)

    def execute(self, context: bpy.types.Context) -> OperatorResult:
        check_scene(context)
        counts = issue_store.counts()
        problems = counts["error"] + counts["warning"]
        if problems:
            told = (("error", "1 error", "%d errors"), ("warning", "1 warning", "%d warnings"))
            found = [(counts[what], rpt_(one), rpt_(many)) for what, one, many in told if counts[what]]
            text = rpt_("Found: %s") % ", ".join(one if count == 1 else many % count for count, one, many in found)
        else:
            text = rpt_("No problems found")
        self.report({"WARNING"} if problems else {"INFO"}, text)
        return {"FINISHED"}


class _OfObject:
    """An operator about one object, given by name."""

    if TYPE_CHECKING:
        object: str
    else:
        object: StringProperty(
            name="Object", description="Name of the object that the problem is about", options={"HIDDEN"}
        )

    def target(self, context: bpy.types.Context) -> bpy.types.Object | None:
        """The object, one of this file before a linked one of that name; None where it is gone."""
        found = [obj for obj in context.scene.objects if obj.name == self.object]
        found += [obj for obj in bpy.data.objects if obj.name == self.object]
        return min(found, key=lambda obj: obj.library is not None, default=None)


class OMI_OT_select_issue(_OfObject, bpy.types.Operator):
    """Select the object that this problem is about"""

    bl_idname = "omi_physics.select_issue"
    bl_label = "Select"
    bl_options = UNDO

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        if context.mode != "OBJECT":
            cls.poll_message_set("Leave the current mode first: objects are selected in Object Mode")
            return False
        return _poll(cls, context)

    def execute(self, context: bpy.types.Context) -> OperatorResult:
        obj = self.target(context)
        if obj is None:
            self.report({"WARNING"}, rpt_("There is no object of that name: %s") % self.object)
            return {"CANCELLED"}
        select_only([obj], context)
        if not obj.select_get():
            self.report({"WARNING"}, rpt_("%s cannot be selected; it is hidden or not in this scene") % obj.name)
            return {"CANCELLED"}
        return {"FINISHED"}


@undoable
class OMI_OT_fix_issue(_OfObject, bpy.types.Operator):
    """Fix this problem"""

    bl_idname = "omi_physics.fix_issue"
    bl_label = "Fix"
    bl_options = UNDO

    if TYPE_CHECKING:
        code: str
    else:
        code: StringProperty(name="Code", description="Which problem is fixed", options={"HIDDEN"})

    @classmethod
    def description(cls, context: bpy.types.Context, properties: Any) -> str:
        rule = CATALOG.get(properties.code)
        return rule.remedy.rstrip(".") if rule is not None else "Fix this problem"

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        return _poll_fix(cls, context)

    def execute(self, context: bpy.types.Context) -> OperatorResult:
        rule = CATALOG.get(self.code)
        if rule is None or not rule.fix_id:
            self.report({"WARNING"}, rpt_("Choose a problem in the list of the checks"))
            return {"CANCELLED"}
        outcome = Outcome()
        reason = _mend(Session(context), self.code, self.target(context))
        if reason:
            outcome.skip(self.object, reason)
        else:
            outcome.changed.append(self.object)
        context.view_layer.update()
        check_scene(context)
        return outcome.finish(self)


@undoable
class OMI_OT_fix_all(bpy.types.Operator):
    """Fix all errors and warnings that have a fix"""

    bl_idname = "omi_physics.fix_all"
    bl_label = "Fix All"
    bl_options = UNDO

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        return _poll_fix(cls, context)

    def execute(self, context: bpy.types.Context) -> OperatorResult:
        mended: set[Issue] = set()
        count = 0
        left: dict[_Problem, str] = {}
        found = check_scene(context)
        for _ in range(_ROUNDS):
            # What was mended once stays so: two fixes could undo each other forever. What could not be mended may be
            # after the others were.
            todo = [i for i in found if i.fix and i.severity != "info" and i not in mended]
            answers = self._fix(context, list(dict.fromkeys((i.code, i.object) for i in todo)))
            left = {problem: reason for problem, reason in answers.items() if reason}
            if len(left) == len(answers):
                break
            count += len(answers) - len(left)
            mended.update(i for i in todo if (i.code, i.object) not in left)
            context.view_layer.update()
            found = check_scene(context)
        still = {(i.code, i.object) for i in found}
        return self._report(count, {problem: reason for problem, reason in left.items() if problem in still})

    def _fix(self, context: bpy.types.Context, problems: list[_Problem]) -> dict[_Problem, str]:
        """Mends each kind of problem once an object, since one press on Fix mends all limits of a joint.

        For each the reason why not, or an empty text.
        """
        session = Session(context)
        objects: dict[str, bpy.types.Object] = {}
        for obj in context.scene.objects:
            if obj.name not in objects or obj.library is None:
                objects[obj.name] = obj
        return {
            (code, name): _mend(session, code, objects.get(name) or bpy.data.objects.get(name))
            for code, name in problems
        }

    def _report(self, mended: int, left: dict[_Problem, str]) -> OperatorResult:
        if not mended and not left:
            self.report({"INFO"}, rpt_("There is nothing to fix"))
            return {"CANCELLED"}
        parts = [rpt_("1 problem fixed") if mended == 1 else rpt_("%d problems fixed") % mended]
        names: dict[str, dict[str, None]] = {}
        for (_, name), reason in left.items():
            names.setdefault(reason, {})[name] = None
        for reason, of_reason in names.items():
            shown = list(of_reason)[:_NAMES_SHOWN]
            more = f" (+{len(of_reason) - len(shown)})" if len(of_reason) > len(shown) else ""
            parts.append(f"{', '.join(shown)}{more}: {reason}")
        self.report({"WARNING"} if left else {"INFO"}, ". ".join(parts[:_REASONS_SHOWN]))
        return {"FINISHED"} if mended else {"CANCELLED"}


def _mend(session: Session, code: str, obj: bpy.types.Object | None) -> str:
    """Mends one kind of problem on one object; the reason where it cannot, to follow the object's name."""
    fix_id = CATALOG[code].fix_id
    if fix_id == "use-separate":
        values.use_separate(session)
        return ""
    if obj is None:
        return rpt_("is not there any more")
    reason = why_locked(obj)
    if reason:
        return reason
    try:
        FIXES[fix_id](session, code, obj)
    except Skip as skip:
        return str(skip)
    return ""


CLASSES = (OMI_OT_check, OMI_OT_select_issue, OMI_OT_fix_issue, OMI_OT_fix_all)
