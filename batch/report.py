# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a run says of each file, as JSON. The schema is in docs/headless.md."""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from .plan import UsageError

VERSION = 1
STATUSES = ("ok", "failed", "skipped")
SEVERITIES = ("error", "warning", "info")
COUNTS = ("bodies", "colliders", "triggers", "joints", "shapes")

Entry = dict[str, Any]
Report = dict[str, Any]


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


def build(command: str, blender: str, addon: str, seconds: float, files: Sequence[Entry]) -> Report:
    """A whole report."""
    return {
        "version": VERSION,
        "command": command,
        "blender": blender,
        "addon": addon,
        "seconds": round(seconds, 3),
        "summary": {status: sum(f["status"] == status for f in files) for status in STATUSES},
        "files": list(files),
    }


def is_good(files: Iterable[Entry], strict: bool = False) -> bool:
    """Whether nothing failed and, when strict, no warning or error is among the issues."""
    return not any(f["status"] == "failed" or (strict and _has_problem(f)) for f in files)


def _has_problem(file: Entry) -> bool:
    return any(issue["severity"] != "info" for issue in file["issues"])


def check_place(text: str | None, option: str = "--report") -> Path | None:
    """Where a report goes; UsageError where none can be written."""
    if text is None:
        return None
    path = Path(text)
    if path.is_dir():
        raise UsageError(f"{option} {text}: this is a folder")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        trial = _beside(path)
        trial.touch()
        trial.unlink()
    except OSError as error:
        raise UsageError(f"{option} {text}: it cannot be written: {error.strerror}") from error
    return path


def write_json(path: Path, data: Any, *, indent: int | None = 1) -> None:
    """Writes a JSON file that appears only when it is whole; OSError where that is not possible."""
    text = json.dumps(data, indent=indent, ensure_ascii=False, allow_nan=False) + "\n"
    try:
        content = text.encode()
    except UnicodeEncodeError:
        # A file name that is no Unicode text.
        content = (json.dumps(data, indent=indent, allow_nan=False) + "\n").encode()
    write_whole(path, content)


def write_whole(path: Path, content: bytes) -> None:
    """Writes a file that appears only when it is whole; OSError where that is not possible."""
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = _beside(path)
    try:
        temporary.write_bytes(content)
        temporary.replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            temporary.unlink()
        raise


def _beside(path: Path) -> Path:
    """A name in the same folder that nothing has yet."""
    return path.with_name(f".{path.name[:100]}.{os.urandom(6).hex()}")


def merge(paths: Iterable[str]) -> Report:
    """One report of many. Of a file that is in several, the last report counts.

    UsageError for what is no report of this version.
    """
    files: dict[tuple[str, str, int], Entry] = {}
    heads: dict[str, list[str]] = {"command": [], "blender": [], "addon": []}
    seconds = 0.0
    for text in paths:
        report = _read(text)
        times: dict[str, int] = {}
        for file in report["files"]:
            name = file["file"]
            # One file may have two outputs in one report.
            times[name] = times.get(name, 0) + 1
            files[report["command"], name, times[name]] = file
        seconds += report["seconds"]
        for key, values in heads.items():
            if report[key] not in values:
                values.append(report[key])
    joined = {key: ", ".join(values) for key, values in heads.items()}
    return build(joined["command"], joined["blender"], joined["addon"], seconds, list(files.values()))


def _read(text: str) -> Report:
    try:
        report = json.loads(Path(text).read_text(encoding="utf-8"))
    except OSError as error:
        raise UsageError(f"{text}: {error.strerror}") from error
    except ValueError as error:
        raise UsageError(f"{text}: this is no JSON: {error}") from error
    if not isinstance(report, dict) or report.get("version") != VERSION or not isinstance(report.get("files"), list):
        raise UsageError(f"{text}: this is no report of version {VERSION}")
    wanted = {"command": str, "blender": str, "addon": str, "seconds": (int, float)}
    lacking = [key for key, kind in wanted.items() if not isinstance(report.get(key), kind)]
    if lacking:
        raise UsageError(f"{text}: the report lacks {', '.join(lacking)}")
    if not all(is_entry(file) for file in report["files"]):
        raise UsageError(f"{text}: the report has a file without a name, a status or proper issues")
    return report


def is_entry(file: Any) -> bool:
    """Whether this is what a report says of a file."""
    return (
        isinstance(file, dict)
        and isinstance(file.get("file"), str)
        and file.get("status") in STATUSES
        and isinstance(file.get("issues"), list)
        and all(isinstance(issue, dict) and issue.get("severity") in SEVERITIES for issue in file["issues"])
    )
