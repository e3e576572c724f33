# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks the scene, selects what a problem is about, and fixes problems."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import bpy
from bpy.app.translations import pgettext_rpt as rpt_
from bpy.props import StringProperty

from ..core.issues import Issue
from ..core.rules.catalog import CATALOG
from ..core.validate import check
from ..properties.capture import capture
from . import issue_store
from .common import UNDO, OperatorResult, Outcome, Skip, select_only, why_locked
from .fixes import joints, scale, shapes, values
from .fixes.session import Fix, Session

FIXES: dict[str, Fix] = {**values.FIXES, **shapes.FIXES, **joints.FIXES, **scale.FIXES}
# A fix may bring out another problem: a hull in place of triangles may have too many points.
_ROUNDS = 5


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
            text = rpt_("%d errors and %d warnings found") % (counts["error"], counts["warning"])
        else:
            text = rpt_("No problems found")
        self.report({"WARNING"} if problems else {"INFO"}, text)
        return {"FINISHED"}


class _OfObject:
    """An operator about one object, given by name."""

    if TYPE_CHECKING:
        object: str
    else:
        object: StringProperty(name="Object", description="Name of the object that the problem is about")

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


class OMI_OT_fix_issue(_OfObject, bpy.types.Operator):
    """Fix this problem"""

    bl_idname = "omi_physics.fix_issue"
    bl_label = "Fix"
    bl_options = UNDO

    if TYPE_CHECKING:
        code: str
    else:
        code: StringProperty(name="Code", description="Which problem is fixed")

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
        _fix(Session(context), self.code, self.object, self.target(context), outcome)
        context.view_layer.update()
        check_scene(context)
        return outcome.finish(self)


class OMI_OT_fix_all(bpy.types.Operator):
    """Fix all errors and warnings that have a fix"""

    bl_idname = "omi_physics.fix_all"
    bl_label = "Fix All"
    bl_options = UNDO

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        return _poll_fix(cls, context)

    def execute(self, context: bpy.types.Context) -> OperatorResult:
        outcome = Outcome()
        tried: set[tuple[str, str]] = set()
        found = check_scene(context)
        for _ in range(_ROUNDS):
            todo = [i for i in found if i.fix and i.severity != "info" and (i.code, i.object) not in tried]
            if not todo:
                break
            self._fix(context, todo, outcome)
            tried.update((i.code, i.object) for i in todo)
            context.view_layer.update()
            found = check_scene(context)
        if not tried:
            self.report({"INFO"}, rpt_("There is nothing to fix"))
            return {"CANCELLED"}
        outcome.changed = list(dict.fromkeys(outcome.changed))
        return outcome.finish(self)

    def _fix(self, context: bpy.types.Context, todo: list[Issue], outcome: Outcome) -> None:
        session = Session(context)
        objects: dict[str, bpy.types.Object] = {}
        for obj in context.scene.objects:
            if obj.name not in objects or obj.library is None:
                objects[obj.name] = obj
        # One press on Fix mends all limits of a joint, so each kind of problem is mended once an object.
        for code, name in dict.fromkeys((issue.code, issue.object) for issue in todo):
            _fix(session, code, name, objects.get(name) or bpy.data.objects.get(name), outcome)


def _fix(session: Session, code: str, name: str, obj: bpy.types.Object | None, outcome: Outcome) -> None:
    """Mends one kind of problem on one object, and notes what became of it."""
    fix_id = CATALOG[code].fix_id
    if fix_id == "use-separate":
        values.use_separate(session)
        outcome.changed.append(session.scene.name)
        return
    reason = rpt_("is not there any more") if obj is None else why_locked(obj)
    if obj is None or reason:
        outcome.skip(name, reason)
        return
    try:
        FIXES[fix_id](session, code, obj)
    except Skip as skip:
        outcome.skip(name, str(skip))
    else:
        outcome.changed.append(name)


CLASSES = (OMI_OT_check, OMI_OT_select_issue, OMI_OT_fix_issue, OMI_OT_fix_all)
