# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Where a Chromium is, and reports to look at with it."""

from __future__ import annotations

import os
import random
import shutil
from pathlib import Path
from typing import Any

from omi_physics.batch import report
from omi_physics.batch.page import page

_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "msedge")
_ISSUES = (
    ("joint-same-body", "error", "connects the body Door with itself", ""),
    (
        "body-scaled",
        "warning",
        "has a scale of 2; Godot's own physics sets the scale of moving bodies to 1",
        "apply-scale",
    ),
    ("body-no-collider", "info", "is a dynamic body without a collider; it falls through everything", ""),
)


def chromium() -> str | None:
    """The program of a Chromium."""
    return os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, _NAMES)), None)


def environment(program: str) -> dict[str, str]:
    """The environment in which it starts, also where it was unpacked into a folder with its libraries."""
    beside = Path(program).parent.parent
    libraries = [path for folder in beside.glob("*-linux-gnu") for path in (folder, folder / "pulseaudio")]
    return {**os.environ, "LD_LIBRARY_PATH": os.pathsep.join(map(str, libraries))} if libraries else dict(os.environ)


def some_report(number: int) -> dict[str, Any]:
    """A report of many files, the same each time: every 40th failed, every 5th was skipped, some have issues."""
    chance = random.Random(7)
    files = []
    for i in range(number):
        name = f"zone{i % 17:02}/house_{i:05}"
        if i % 40 == 1:
            file = report.entry(f"levels/{name}.blend", "failed", reason="the library //parts.blend is missing")
        else:
            issues = [_issue(*_ISSUES[k], f"Door.{k:03}") for k in range(3) if i % (7 - 2 * k) == 0]
            status = "skipped" if i % 5 == 2 else "ok"
            counts = dict(zip(report.COUNTS, (3, 4, 1, i % 2, 4)))
            output = f"out/{name}.glb"
            file = report.entry(f"levels/{name}.blend", status, output=output, issues=issues, counts=counts)
            file["reason"] = "unchanged" if status == "skipped" else ""
        file["seconds"] = 0.0 if file["status"] == "skipped" else round(chance.lognormvariate(-1, 1), 3)
        files.append(file)
    return report.build("export", "5.2.3", "0.1.0", number * 0.07, files)


def _issue(code: str, severity: str, words: str, fix: str, name: str) -> dict[str, str]:
    return {"code": code, "severity": severity, "object": name, "message": f"{name}: {words}", "fix": fix}


def written(folder: Path, data: dict[str, Any]) -> str:
    """The address of the report's page."""
    path = folder / "report.html"
    path.write_bytes(page(data).encode())
    return path.as_uri()


def shown(view: Any) -> list[str]:
    """The files in the page's table, as far as it shows them."""
    return view.locator("#files td.name button").all_text_contents()
