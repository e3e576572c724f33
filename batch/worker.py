# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Inside a worker: one .blend file after the other."""

from __future__ import annotations

import ctypes
import gc
import json
import logging
import os
import queue
import signal
import sys
import threading
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

import bpy

from ..core.issues.faults import FAULTS, faults_words
from ..core.issues.issue import Issue
from ..core.plan.assemble import Assembler
from ..core.rules.validate import check_rules, distinct
from ..io_hooks.record import ExportRecord, begin_export, last_export
from ..properties.access import scene_settings
from ..properties.capture import capture
from . import launch, opening, staging, whole
from .channel import LOG, TAKEN, Channel
from .opening import FileFailed
from .report import COUNTS
from .stamps import Stamps

_FORMATS = {"glb": "GLB", "gltf": "GLTF_SEPARATE"}
_TEXTURES = "export_texture_dir"
_PR_SET_PDEATHSIG = 1
_stamps = Stamps()


class _LogKeeper(logging.Handler):
    """Keeps what the exporter warns of."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        line = f"{record.levelname}: {record.getMessage()}"
        if line not in self.lines:
            self.lines.append(line)


class _Requests:
    """Reads requests in a thread of its own, so that a worker with work sees the end of a command that was killed."""

    def __init__(self) -> None:
        self._lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._open = 0
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        for line in sys.stdin:
            self._open += 1
            self._lines.put(line)
        self._lines.put(None)
        if self._open:
            # Nobody waits for the answer.
            os._exit(1)

    def __iter__(self) -> Iterator[str]:
        while (line := self._lines.get()) is not None:
            yield line
            self._open -= 1


def serve() -> int:
    """Answers requests until the standard input ends."""
    _end_with_parent()
    # What is there now stays: the collections to come need not look at it.
    gc.freeze()
    gc.enable()
    channel = Channel()
    channel.answer({**launch.about(), LOG: channel.log})
    for line in _Requests():
        channel.empty_log()
        channel.answer({TAKEN: True})
        channel.answer(_result(json.loads(line)))
    # Where something else ends the worker, the log tells what.
    channel.close()
    return 0


def _end_with_parent() -> None:
    """A worker that hangs outside Python does not outlive a killed command either, where the system sees to that."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


def _result(request: dict[str, Any]) -> dict[str, Any]:
    keeper = _LogKeeper()
    logging.getLogger().addHandler(keeper)
    record = begin_export()
    answer: dict[str, Any]
    try:
        answer = _work(request, keeper)
    except FileFailed as failure:
        answer = {"status": "failed", "reason": str(failure)}
    except MemoryError:
        answer = {"status": "failed", "reason": "there is not enough memory"}
    except Exception as error:  # noqa: BLE001 - the file is named with the reason, the others go on
        answer = {"status": "failed", "reason": f"{type(error).__name__}: {error}"}
    finally:
        logging.getLogger().removeHandler(keeper)
    if answer["status"] == "failed" and last_export() is not record:
        answer["issues"] = [asdict(i) for i in last_export().issues]
    said = {issue["message"] for issue in answer.get("issues", ())}
    answer["log"] = [line for line in keeper.lines if line.partition(": ")[2] not in said]
    return answer


def _work(request: dict[str, Any], keeper: _LogKeeper) -> dict[str, Any]:
    source = Path(request["source"])
    # Taken before it is read: what changes in between is exported again.
    before = _stamps.take(source)
    opening.open_file(source)
    keeper.lines += opening.demand(opening.missing_links(), request["allow_missing"])
    keeper.lines += opening.demand(opening.missing_fonts(), request["allow_missing"])
    _apply(request["options"]["scene"])
    if request["command"] == "validate":
        return _validate()
    options = request["options"]["gltf"]
    if options.get("export_materials", "EXPORT") == "EXPORT" and options.get("export_image_format") != "NONE":
        keeper.lines += opening.demand(opening.missing_textures(), request["allow_missing"])
    inputs = {str(path): _stamps.take(path) for path in opening.referenced_files()}
    return {**_export(request, keeper), "inputs": {**inputs, str(source): before}}


def _apply(values: dict[str, Any]) -> None:
    for scene in bpy.data.scenes:
        if scene.library is None:
            for name, value in values.items():
                setattr(scene_settings(scene), name, value)


def _validate() -> dict[str, Any]:
    issues: list[Issue] = []
    counts = dict.fromkeys(COUNTS, 0)
    assembler = Assembler()
    for scene in bpy.data.scenes:
        bpy.context.window.scene = scene
        picture = capture(scene, bpy.context.evaluated_depsgraph_get())
        plan = assembler.add_scene(picture)
        issues += distinct([*plan.issues, *check_rules(picture, plan)])
        physics = [n.physics for n in picture.nodes if n.physics is not None and n.is_exported]
        counts["bodies"] += sum(p.motion is not None for p in physics)
        counts["colliders"] += sum(b.collider is not None for b in plan.bodies.values())
        counts["triggers"] += sum(b.trigger is not None for b in plan.bodies.values())
        counts["joints"] += len(plan.joints)
    counts["shapes"] = len(assembler.tables.document.shapes)
    faults = faults_words([issue for issue in issues if issue.code in FAULTS])
    outcome = {"status": "failed", "reason": faults} if faults else {"status": "ok"}
    return {**outcome, "issues": [asdict(i) for i in issues], "counts": counts}


def _export(request: dict[str, Any], keeper: _LogKeeper) -> dict[str, Any]:
    """Exports beside the final place. The command moves it there: unlike a worker it is not ended in between."""
    output = Path(request["output"])
    try:
        folder = staging.new_attempt(Path(request["staging"]), request["index"])
        record = _export_to(folder / output.name, request, keeper)
        if request["format"] == "gltf":
            whole.mend_gltf(folder / output.name, output)
        files = whole.survey(folder / output.name)
    except OSError as error:
        raise FileFailed(f"it cannot be written: {error}") from error
    except whole.NotWhole as error:
        raise FileFailed(str(error)) from error
    return {
        "status": "ok",
        "attempt": folder.name,
        "written": files,
        "issues": [asdict(i) for i in record.issues],
        "counts": {name: record.counts.get(name, 0) for name in COUNTS},
    }


def _export_to(path: Path, request: dict[str, Any], keeper: _LogKeeper) -> ExportRecord:
    options = dict(request["options"]["gltf"])
    if request["format"] == "gltf":
        # Textures of two files may bear one name.
        shared = options.get(_TEXTURES)
        options[_TEXTURES] = f"{shared}/{path.stem}" if shared else f"{path.stem}_textures"
    try:
        bpy.ops.export_scene.gltf(filepath=str(path), export_format=_FORMATS[request["format"]], **options)
    except RuntimeError as error:
        raise FileFailed(last_export().error or opening.plain(error)) from error
    except TypeError as error:
        # Options whose values only the operator knows.
        raise FileFailed(f"the options are not accepted: {error}") from error
    record = last_export()
    broken = _broken_hook(keeper.lines)
    if broken:
        raise FileFailed(f"a hook of an add-on failed: {broken}")
    if record.error:
        raise FileFailed(record.error)
    if not record.is_complete:
        raise FileFailed("the physics was not written, and nothing said why")
    if not path.is_file():
        raise FileFailed("Blender's exporter wrote no file")
    return record


def _broken_hook(lines: Iterable[str]) -> str:
    """What the exporter logs where it goes on without an add-on's data: the hook, then the error."""
    found = list(lines)
    for number, line in enumerate(found):
        if "xtension hook" in line and "fails on" in line:
            return ": ".join(part.removeprefix("ERROR: ") for part in found[number : number + 2])
    return ""
