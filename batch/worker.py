# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Inside a worker: one .blend file after the other."""

from __future__ import annotations

import json
import logging
import os
import shutil
import sys
import tempfile
from dataclasses import asdict
from pathlib import Path
from typing import Any

import bpy

from ..core.validate import check
from ..io_hooks.record import last_export
from ..properties.access import scene_settings
from ..properties.capture import capture
from .pool import MARK
from .report import COUNTS
from .state import stamp

_FORMATS = {"glb": "GLB", "gltf": "GLTF_SEPARATE"}


class FileFailed(Exception):
    """A file cannot be worked on; the text says why."""


class _LogKeeper(logging.Handler):
    """Keeps what the exporter warns of."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(f"{record.levelname}: {record.getMessage()}")


def serve() -> int:
    """Answers requests until the standard input ends."""
    _answer({"ready": True})
    for line in sys.stdin:
        request = json.loads(line)
        try:
            answer = _work(request)
        except FileFailed as failure:
            answer = {"status": "failed", "reason": str(failure)}
        except Exception as error:  # noqa: BLE001 - the file is named with the reason, the others go on
            answer = {"status": "failed", "reason": f"{type(error).__name__}: {error}"}
        _answer(answer)
    return 0


def _answer(answer: dict[str, Any]) -> None:
    sys.stdout.flush()
    sys.stdout.write(f"\n{MARK}{json.dumps(answer)}\n")
    sys.stdout.flush()


def _work(request: dict[str, Any]) -> dict[str, Any]:
    _open(request["source"], request["allow_missing"])
    for scene in bpy.data.scenes:
        settings = scene_settings(scene)
        for name, value in request["options"]["scene"].items():
            setattr(settings, name, value)
    keeper = _LogKeeper()
    logging.getLogger().addHandler(keeper)
    try:
        return _validate() if request["command"] == "validate" else _export(request, keeper)
    finally:
        logging.getLogger().removeHandler(keeper)


def _open(path: str, allow_missing: bool) -> None:
    try:
        bpy.ops.wm.open_mainfile(filepath=path, load_ui=False)
    except RuntimeError as error:
        raise FileFailed(f"Blender cannot open it: {_plain(error)}") from error
    if bpy.data.version[:2] > bpy.app.version[:2]:
        saved, running = (".".join(map(str, v[:2])) for v in (bpy.data.version, bpy.app.version))
        raise FileFailed(f"it was saved by Blender {saved}, and this is {running}")
    missing = [library.filepath for library in bpy.data.libraries if not Path(_absolute(library)).is_file()]
    if missing and not allow_missing:
        raise FileFailed(f"a library is missing: {', '.join(missing)}")


def _absolute(data: bpy.types.Library | bpy.types.Image) -> str:
    return bpy.path.abspath(data.filepath, library=data.library)


def _plain(error: RuntimeError) -> str:
    """The text of an operator's error without its label."""
    lines = [line.strip() for line in str(error).removeprefix("Error: ").splitlines() if line.strip()]
    stops = [line for line in lines if "OMI Physics" in line or line.startswith("Location:") is False]
    ours = [line.split("ExportStopped: ")[-1] for line in lines if "ExportStopped: " in line]
    return ours[-1] if ours else (stops[0] if len(stops) == 1 else " ".join(stops[-2:]))


def _validate() -> dict[str, Any]:
    issues = []
    for scene in bpy.data.scenes:
        bpy.context.window.scene = scene
        issues.extend(asdict(i) for i in check(capture(scene, bpy.context.evaluated_depsgraph_get())))
    return {"status": "ok", "issues": issues}


def _export(request: dict[str, Any], keeper: _LogKeeper) -> dict[str, Any]:
    """Exports beside the final place, and moves what was written there when it is complete."""
    output = Path(request["output"])
    output.parent.mkdir(parents=True, exist_ok=True)
    inputs = _inputs(request["source"])
    folder = Path(tempfile.mkdtemp(prefix=".omi_physics-", dir=output.parent))
    try:
        record = _export_to(folder / output.name, request, keeper)
        written = _move(folder, output)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    return {
        "status": "ok",
        "issues": [asdict(i) for i in record.issues],
        "counts": {name: record.counts.get(name, 0) for name in COUNTS},
        "log": keeper.lines,
        "inputs": inputs,
        "outputs": written,
    }


def _export_to(path: Path, request: dict[str, Any], keeper: _LogKeeper) -> Any:
    options = dict(request["options"]["gltf"])
    if request["format"] == "gltf":
        # Textures of two files may bear one name.
        options.setdefault("export_texture_dir", f"{path.stem}_textures")
    try:
        bpy.ops.export_scene.gltf(filepath=str(path), export_format=_FORMATS[request["format"]], **options)
    except RuntimeError as error:
        raise FileFailed(last_export().error or _plain(error)) from error
    record = last_export()
    broken = [line for line in keeper.lines if "xtension hook" in line and "fails on" in line]
    if broken:
        raise FileFailed(f"a hook of an add-on failed: {broken[0]}")
    if not record.is_complete:
        raise FileFailed("the physics was not written, and nothing said why")
    if not path.is_file():
        raise FileFailed("Blender's exporter wrote no file")
    return record


def _move(folder: Path, output: Path) -> list[str]:
    """Moves all that was written to the output's folder, the output itself last."""
    written = sorted((p for p in folder.rglob("*") if p.is_file()), key=lambda p: p.name == output.name)
    moved: list[str] = []
    for path in written:
        target = output.parent / path.relative_to(folder)
        target.parent.mkdir(parents=True, exist_ok=True)
        os.replace(path, target)
        moved.append(str(target.absolute()))
    return moved


def _inputs(source: str) -> dict[str, Any]:
    """Stamps of all files the scene is made of, so that a later run sees what has changed."""
    paths = {str(Path(source).absolute())}
    paths.update(str(Path(_absolute(library))) for library in bpy.data.libraries)
    paths.update(
        str(Path(_absolute(image))) for image in bpy.data.images if image.filepath and image.packed_file is None
    )
    return {path: stamp(Path(path)) for path in sorted(paths)}
