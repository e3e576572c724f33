# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""A report as one page that needs no network: page.html, with the report, page.css and page.js put into it.

Names in a report come from files of others. They reach the page as JSON that cannot end its element, the script sets
them as text only, and the page's own policy lets no other script run and nothing be loaded.
"""

from __future__ import annotations

import base64
import hashlib
import json
import math
from pathlib import Path
from string import Template
from typing import Any

from ...core.issues.catalog import CATALOG
from ..report import COUNTS, SEVERITIES, STATUSES

_FOLDER = Path(__file__).resolve().parent
_ISSUE = ("code", "object", "message", "fix")
# How a page of ours begins, whatever is in it.
MARK = '<meta name="generator" content="OMI Physics report">'


def page(report: dict[str, Any]) -> str:
    """The page of a report."""
    data = _data(report)
    style, script = _part("page.css"), _part("page.js")
    sums = data["summary"]
    return Template(_part("page.html")).substitute(
        style=style,
        script=script,
        style_hash=_hash(style),
        script_hash=_hash(script),
        summary=", ".join(f"{sums[status]} {status}" for status in STATUSES),
        data=_json(data),
    )


def _part(name: str) -> str:
    """A part of the page."""
    return (_FOLDER / name).read_text(encoding="utf-8")


def _hash(text: str) -> str:
    """What the page's policy knows an inline style or script by."""
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode("ascii")


def _json(data: Any) -> str:
    """JSON that holds no end of its element, whatever names are in it."""
    text = json.dumps(data, separators=(",", ":"), allow_nan=False)
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def _data(report: dict[str, Any]) -> dict[str, Any]:
    """What the page shows of a report, each value of the type that the script expects."""
    files = [_file(file) for file in report["files"]]
    return {
        **{key: _text(report.get(key)) for key in ("command", "blender", "addon")},
        "seconds": _number(report.get("seconds")),
        "summary": {status: sum(file["status"] == status for file in files) for status in STATUSES},
        "rules": _rules({issue["code"] for file in files for issue in file["issues"]}),
        "files": files,
    }


def _rules(codes: set[str]) -> dict[str, dict[str, str]]:
    """What is known of the codes that are in the report."""
    return {
        code: {
            "title": rule.title,
            "meaning": rule.meaning,
            "engines": rule.engines,
            "remedy": rule.remedy,
            "button": rule.fix_label,
        }
        for code, rule in CATALOG.items()
        if code in codes
    }


def _file(file: dict[str, Any]) -> dict[str, Any]:
    counts = file.get("counts")
    log = file.get("log")
    return {
        **{key: _text(file.get(key)) for key in ("file", "status", "reason", "output")},
        "seconds": _number(file.get("seconds")),
        "counts": {key: _number(counts.get(key)) if isinstance(counts, dict) else 0 for key in COUNTS},
        "issues": [_issue(issue) for issue in file.get("issues", ()) if isinstance(issue, dict)],
        "log": [_text(line) for line in log] if isinstance(log, list) else [],
    }


def _issue(issue: dict[str, Any]) -> dict[str, Any]:
    severity = issue.get("severity")
    found = {key: _text(issue.get(key)) for key in _ISSUE}
    return {**found, "severity": severity if severity in SEVERITIES else SEVERITIES[-1]}


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""


def _number(value: Any) -> float:
    is_number = isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)
    return value if is_number else 0
