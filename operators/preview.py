# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Play and Stop: the physics of the scene in the viewport, without an engine.

The preview ends by itself, with everything as it was, before undo, redo, saving, exporting as glTF, loading another
file and disabling the add-on, and when what it moves is deleted.
"""

from __future__ import annotations

from contextlib import ExitStack
from typing import Any

import bpy
from bpy.app.handlers import persistent
from bpy.app.translations import pgettext_rpt as rpt_

from ..properties import running
from . import preview_build
from .common import OperatorResult
from .preview_session import NothingMoves, Session

_session: Session | None = None
_failure = ""


def is_running() -> bool:
    """Whether a preview shows the scene other than it is."""
    return _session is not None


def notes() -> list[tuple[str, str]]:
    """Sentences on what the preview that is running cannot show, each with the names of the objects, if any."""
    return [] if _session is None else _session.notes


def failure() -> str:
    """What ended the last preview, where that was a fault; else empty."""
    return _failure


def end() -> None:
    """Ends the preview, if one is running."""
    global _session
    session, _session = _session, None
    if session is not None:
        _play(False)
        session.end()


class OMI_OT_preview_start(bpy.types.Operator):
    """Play the physics of the scene, as an engine would move it; Stop puts everything back"""

    bl_idname = "omi_physics.preview_start"
    bl_label = "Play Physics"
    bl_options = {"REGISTER"}

    def execute(self, context: bpy.types.Context) -> OperatorResult:
        """Builds the stand-ins and plays the scene from the present frame."""
        global _session, _failure
        end()
        _failure = ""
        try:
            _session = Session(context.scene, context.evaluated_depsgraph_get())
        except NothingMoves:
            self.report({"WARNING"}, rpt_("Nothing would move: no object of the scene is a dynamic body"))
            return {"CANCELLED"}
        for sentence, names in _session.notes:
            self.report({"INFO"}, f"{rpt_(sentence)}: {names}" if names else rpt_(sentence))
        _play(True)
        return {"FINISHED"}


class OMI_OT_preview_stop(bpy.types.Operator):
    """Stop playing physics and put everything back as it was"""

    bl_idname = "omi_physics.preview_stop"
    bl_label = "Stop Physics"
    bl_options = {"REGISTER"}

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        """Whether a preview is running."""
        cls.poll_message_set("Nothing is playing")
        return is_running()

    def execute(self, context: bpy.types.Context) -> OperatorResult:
        """Ends the preview."""
        end()
        return {"FINISHED"}


def _play(is_on: bool) -> None:
    """Starts or stops the playback of the window; without a window frames are set by script."""
    window = bpy.context.window
    if bpy.app.background or window is None:
        return
    with bpy.context.temp_override(window=window):
        if is_on and not window.screen.is_animation_playing:
            bpy.ops.screen.animation_play()
        elif not is_on and window.screen.is_animation_playing:
            bpy.ops.screen.animation_cancel(restore_frame=False)


@persistent
def _on_frame(scene: bpy.types.Scene, depsgraph: bpy.types.Depsgraph) -> None:
    global _failure
    session = _session
    if session is None or not session.is_of(scene):
        return
    if not session.is_whole():
        end()
        return
    try:
        session.show(depsgraph)
    except Exception as error:
        _failure = f"{type(error).__name__}: {error}"
        end()
        raise


@persistent
def _on_change(scene: bpy.types.Scene, _depsgraph: bpy.types.Depsgraph) -> None:
    if _session is not None and not _session.is_whole():
        end()


@persistent
def _before(*_: Any) -> None:
    end()


@persistent
def _after(*_: Any) -> None:
    """An undo step that was made while a preview ran holds its stand-ins, as a file may that saved itself."""
    if _session is None:
        for scene in preview_build.leftovers():
            preview_build.take_down(scene)


CLASSES = (OMI_OT_preview_start, OMI_OT_preview_stop)


def register_extra(undo: ExitStack) -> None:
    """Listens for frames, and for whatever ends a preview."""
    handlers = bpy.app.handlers
    watched: list[tuple[list[Any], Any]] = [
        (handlers.frame_change_post, _on_frame),
        (handlers.depsgraph_update_post, _on_change),
        *((before, _before) for before in (handlers.undo_pre, handlers.redo_pre, handlers.save_pre, handlers.load_pre)),
        *((after, _after) for after in (handlers.undo_post, handlers.redo_post, handlers.load_post)),
    ]
    for listeners, listener in watched:
        listeners.append(listener)
        undo.callback(listeners.remove, listener)
    running.add(end)
    undo.callback(running.remove, end)
    undo.callback(end)
