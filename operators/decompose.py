# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Splits a mesh into convex hulls, in the background where there is a window."""

from __future__ import annotations

import threading
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

import bpy
from bpy.app.translations import pgettext_rpt as rpt_
from bpy.props import EnumProperty, FloatProperty, IntProperty

from .common import OperatorResult, Skip, poll_active, why_locked
from .hull_objects import replace_hulls
from .measure import GEOMETRY_TYPES, Measure
from .modes import undoable
from .split_task import SplitSettings, SplitTask, all_parts_are_convex, why_no_coacd

_SECONDS = 0.2
"""Between two looks at the process."""
_QUICKLY = 20_000
"""Larger meshes are not measured just to grey out a button."""


class _Background:
    """The one split that is going on, with the timer that looks after it."""

    def __init__(self) -> None:
        self.task: SplitTask | None = None
        self._timer: bpy.types.Timer | None = None
        self._workspace: bpy.types.WorkSpace | None = None

    def start(self, context: bpy.types.Context, task: SplitTask) -> None:
        self.task = task
        self._timer = context.window_manager.event_timer_add(_SECONDS, window=context.window)
        self._workspace = context.workspace
        threading.Thread(target=task.prepare, daemon=True).start()
        self.show(task.progress())

    def goes_on(self) -> bool:
        """Whether there is more to wait for; tells how far it is. Skip where there is nothing to split."""
        task = self.task
        if task is None:
            return False
        if task.is_prepared:
            task.check()
            if task.job is not None:
                task.job.be_nice()
        self.show(task.progress())
        return task.is_running

    def show(self, text: str | None) -> None:
        """A line in the status bar."""
        if self._workspace is not None:
            self._workspace.status_text_set(text)

    def stop(self) -> None:
        """Ends the process; does nothing where there is none."""
        if self.task is None:
            return
        self.task.close()
        self.task = None
        self.show(None)
        self._workspace = None
        if self._timer is not None and bpy.context.window_manager is not None:
            bpy.context.window_manager.event_timer_remove(self._timer)
        self._timer = None


_background = _Background()


@undoable
class OMI_OT_decompose(bpy.types.Operator):
    """Make colliders of convex pieces of the mesh: its loose parts where they are convex, the rest split into hulls"""

    bl_idname = "omi_physics.decompose"
    bl_label = "Split into Hulls"
    # Not to be run again by each change in the panel of the last operator: it may take a minute.
    bl_options: Any = {"UNDO"}

    if TYPE_CHECKING:
        threshold: float
        max_hulls: int
        max_points: int
        quality: str
    else:
        threshold: FloatProperty(
            name="Threshold",
            description="How far the hulls may be from the surface, as part of half the longest side; less makes more",
            default=0.05,
            min=0.01,
            max=1.0,
            precision=3,
        )
        max_hulls: IntProperty(
            name="Most Hulls", description="At most so many are made", default=16, min=1, soft_max=64, max=1024
        )
        max_points: IntProperty(
            name="Most Points", description="At most so many points a hull", default=64, min=4, soft_max=255, max=1024
        )
        quality: EnumProperty(
            name="Quality",
            description="How long to look for good cuts",
            items=(
                ("FAST", "Fast", "Some seconds for most meshes"),
                ("FINE", "Fine", "Several times as long, for hulls that lie a little closer"),
            ),
            default="FAST",
        )

    _is_interactive = False

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        if not poll_active(cls, context):
            return False
        obj = context.object
        if obj.type not in GEOMETRY_TYPES:
            cls.poll_message_set("Select an object with a mesh")
            return False
        if _background.task is not None:
            cls.poll_message_set("Another mesh is being split")
            return False
        reason = why_no_coacd()
        if reason and not _is_easy(context, obj):
            cls.poll_message_set(f"{obj.name}: {reason}")
            return False
        return True

    def invoke(self, context: bpy.types.Context, event: bpy.types.Event) -> OperatorResult:
        self._is_interactive = not bpy.app.background
        return context.window_manager.invoke_props_dialog(self)

    def draw(self, context: bpy.types.Context) -> None:
        layout: Any = self.layout
        layout.use_property_split = True
        reason = why_no_coacd()
        layout.prop(self, "threshold")
        layout.prop(self, "max_hulls")
        layout.prop(self, "max_points")
        row = layout.row()
        row.enabled = not reason
        row.prop(self, "quality", expand=True)
        if reason:
            layout.label(text=reason, icon="INFO", translate=False)

    def execute(self, context: bpy.types.Context) -> OperatorResult:
        obj = context.object
        settings = SplitSettings(self.threshold, self.max_hulls, self.max_points, self.quality)
        try:
            task = SplitTask(context, obj, settings)
        except Skip as skip:
            return self._refuse(obj.name, str(skip))
        if self._is_interactive:
            self._is_interactive = False
            _background.start(context, task)
            context.window_manager.modal_handler_add(self)
            return {"RUNNING_MODAL"}
        try:
            task.prepare()
            task.check()
            if task.job is not None:
                task.job.wait()
            return self._finish(context, obj, task)
        except Skip as skip:
            return self._refuse(obj.name, str(skip))
        finally:
            task.close()

    def modal(self, context: bpy.types.Context, event: bpy.types.Event) -> OperatorResult:
        task = _background.task
        if task is None:
            return {"CANCELLED"}
        if event.type == "ESC" and event.value == "PRESS":
            _background.stop()
            self.report({"INFO"}, rpt_("Stopped: %s stays as it was") % task.name)
            return {"CANCELLED"}
        if event.type != "TIMER":
            return {"PASS_THROUGH"}
        is_over = True
        try:
            if _background.goes_on():
                is_over = False
                return {"PASS_THROUGH"}
            if context.mode != "OBJECT":
                # An undo step that is made in another mode may not hold what is done here.
                _background.show(rpt_("%s is split: leave the mode to get the hulls. Esc to stop") % task.name)
                is_over = False
                return {"PASS_THROUGH"}
            obj = task.object(context)
            if obj is None or why_locked(obj):
                return self._refuse(task.name, rpt_("can no longer be changed"))
            return self._finish(context, obj, task)
        except Skip as skip:
            return self._refuse(task.name, str(skip))
        finally:
            if is_over:
                _background.stop()

    def cancel(self, context: bpy.types.Context) -> None:
        """Called when another file is opened, or Blender ends."""
        _background.stop()

    def _finish(self, context: bpy.types.Context, obj: bpy.types.Object, task: SplitTask) -> OperatorResult:
        pieces = task.pieces()
        made = replace_hulls(context, obj, pieces, task.frame, task.max_points)
        words = rpt_("%s: one hull") % obj.name if len(made) == 1 else rpt_("%s: %d hulls") % (obj.name, len(made))
        if task.flat:
            self.report({"WARNING"}, words + ". " + rpt_("%d flat parts have no volume and were left out") % task.flat)
        else:
            self.report({"INFO"}, words)
        return {"FINISHED"}

    def _refuse(self, name: str, reason: str) -> OperatorResult:
        self.report({"WARNING"}, f"{name} {reason}")
        return {"CANCELLED"}


def _is_easy(context: bpy.types.Context, obj: bpy.types.Object) -> bool:
    """Whether CoACD is not needed, or that is not known: pressing the button tells."""
    mesh = obj.data
    if obj.mode == "EDIT" or (isinstance(mesh, bpy.types.Mesh) and len(mesh.polygons) > _QUICKLY):
        return True
    try:
        return all_parts_are_convex(obj, Measure(context), 0.05)
    except Skip:
        return True


def register_extra(undo: ExitStack) -> None:
    """A split that is going on ends with the add-on."""
    undo.callback(_background.stop)


CLASSES = (OMI_OT_decompose,)
