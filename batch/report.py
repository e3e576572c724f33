# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a run says of each file, as JSON. The schema is in docs/headless.md."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from .plan import UsageError

VERSION = 1
STATUSES = ("ok", "failed", "skipped")
COUNTS = ("bodies", "colliders", "triggers", "joints", "shapes")

Entry = dict[str, Any]


def entry(file: str, status: str, **values: Any) -> Entry:
    """An entry of `files` with all its keys."""
    found: Entry = {
        "file": file,
        "status": status,
        "reason": "",
        "output": None,
        "seconds": 0.0,
        "counts": dict.fromkeys(COUNTS, 0),
        "issues": [],
        "log": [],
    }
    found.update(values)
    return found


def build(command: str, blender: str, addon: str, seconds: float, files: list[Entry]) -> dict[str, Any]:
    """A whole report."""
    return {
        "version": VERSION,
        "command": command,
        "blender": blender,
        "addon": addon,
        "seconds": round(seconds, 3),
        "summary": {status: sum(f["status"] == status for f in files) for status in STATUSES},
        "files": files,
    }


def is_good(files: Iterable[Entry], strict: bool) -> bool:
    """Whether nothing failed and, when strict, no warning or error is among the issues."""
    for file in files:
        if file["status"] == "failed":
            return False
        if strict and any(issue["severity"] != "info" for issue in file["issues"]):
            return False
    return True


def write_json(path: Path, data: Any) -> None:
    """Writes a JSON file that appears only when it is whole."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            json.dump(data, file, indent=1, ensure_ascii=False, allow_nan=False)
            file.write("\n")
        Path(temporary).replace(path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def merge(paths: Iterable[str]) -> dict[str, Any]:
    """One report of many; UsageError for what is no report of this version."""
    files: list[Entry] = []
    heads: dict[str, list[str]] = {"command": [], "blender": [], "addon": []}
    seconds = 0.0
    for text in paths:
        report = _read(text)
        files.extend(report["files"])
        seconds += report["seconds"]
        for key, values in heads.items():
            if report[key] not in values:
                values.append(report[key])
    joined = {key: ", ".join(values) for key, values in heads.items()}
    return build(joined["command"], joined["blender"], joined["addon"], seconds, files)


def _read(text: str) -> dict[str, Any]:
    try:
        report = json.loads(Path(text).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise UsageError(f"{text}: {error}") from error
    if not isinstance(report, dict) or report.get("version") != VERSION or not isinstance(report.get("files"), list):
        raise UsageError(f"{text}: this is no report of version {VERSION}")
    missing = [key for key in ("command", "blender", "addon", "seconds") if key not in report]
    if missing:
        raise UsageError(f"{text}: the report lacks {', '.join(missing)}")
    return report
