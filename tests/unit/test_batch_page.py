# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The report as a page: what is in the file. What a browser makes of it is in tests/farm."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from omi_physics.batch import report
from omi_physics.batch.commands import main
from omi_physics.batch.page import MARK, page

HOSTILE = "</script><script>steal()</script><!-- <script> &lt; \u2028 $data ${x} \x1b[31m"


def issue(**values: str) -> dict[str, str]:
    return {"code": "body-no-collider", "severity": "warning", "object": "A", "message": "A: ...", "fix": "", **values}


def built(*files: dict[str, Any]) -> dict[str, Any]:
    return report.build("export", "5.3.0", "0.1.0", 1.5, files)


class _Elements(HTMLParser):
    """Start tags with their attributes, and the text of style and script elements."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=False)
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[str] = []
        self._is_within = False
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        self._is_within = tag in ("script", "style")
        if self._is_within:
            self.texts.append("")

    def handle_endtag(self, tag: str) -> None:
        self._is_within = False

    def handle_data(self, data: str) -> None:
        if self._is_within:
            self.texts[-1] += data


def data_of(text: str) -> dict[str, Any]:
    """What the page's script reads."""
    (found,) = re.findall(r'<script type="application/json" id="report">(.*?)</script>', text, re.DOTALL)
    assert not set("<>&") & set(found) and found.isascii(), "nothing that a browser could take for a tag"
    return json.loads(found)


def test_the_page_holds_the_report() -> None:
    files = [
        report.entry("a.blend", "ok", output="o/a.glb", seconds=0.25, issues=[issue(fix="do")], log=["line"]),
        report.entry("b.blend", "failed", reason="why"),
    ]
    text = page(built(*files))
    assert data_of(text) == {
        "command": "export",
        "blender": "5.3.0",
        "addon": "0.1.0",
        "seconds": 1.5,
        "summary": {"ok": 1, "failed": 1, "skipped": 0},
        "rules": {
            "body-no-collider": {
                "title": "Body Without Collider",
                "meaning": "No collider belongs to this body.",
                "engines": "It moves and can hang on joints, but falls through everything.",
                "remedy": "Add a collider to the body or to an object below it.",
                "button": "Add Collider",
            }
        },
        "files": [files[0], {**files[1], "output": ""}],
    }
    assert "1 ok, 1 failed, 0 skipped" in text and MARK in text


@pytest.mark.parametrize("key", ["file", "reason", "output", "log", "object", "message", "code", "fix", "blender"])
def test_no_name_leaves_its_place(key: str) -> None:
    file = report.entry("a", "failed")
    whole = built(file)
    if key == "log":
        file[key] = [HOSTILE]
    elif key in file:
        file[key] = HOSTILE
    elif key == "blender":
        whole[key] = HOSTILE
    else:
        file["issues"] = [issue(**{key: HOSTILE})]
    text = page(whole)
    plain = _Elements(page(built(report.entry("a", "failed"))))
    assert _Elements(text).tags == plain.tags, "the same elements, whatever the name"
    assert HOSTILE in _values(data_of(text))


def _values(data: Any) -> list[str]:
    if isinstance(data, dict):
        return [text for value in data.values() for text in _values(value)]
    if isinstance(data, list):
        return [text for value in data for text in _values(value)]
    return [data] if isinstance(data, str) else []


def test_nothing_is_loaded_and_only_our_own_script_runs() -> None:
    text = page(built(report.entry("a", "ok")))
    elements = _Elements(text)
    assert not [attributes for _, attributes in elements.tags if {"src", "href"} & set(attributes)]
    assert "@import" not in text and "url(" not in text
    (policy,) = [
        attributes["content"] or ""
        for tag, attributes in elements.tags
        if attributes.get("http-equiv") == "Content-Security-Policy"
    ]
    style, _, script = elements.texts
    digests = [base64.b64encode(hashlib.sha256(part.encode()).digest()).decode() for part in (style, script)]
    assert policy == (
        f"default-src 'none'; style-src 'sha256-{digests[0]}'; script-src 'sha256-{digests[1]}'; "
        "base-uri 'none'; form-action 'none'"
    )


@pytest.mark.parametrize(
    "odd",
    [
        {"seconds": float("nan")},
        {"seconds": "long", "counts": [], "log": 3},
        {"counts": {"bodies": float("inf"), "joints": True}},
        {"issues": [1, {"severity": "fatal"}, {"severity": []}, {"message": 7}]},
        {"reason": None, "output": 4},
    ],
)
def test_values_of_wrong_type_do_no_harm(odd: dict[str, Any]) -> None:
    (file,) = data_of(page({**built(), "files": [{**report.entry("a", "ok"), **odd}]}))["files"]
    assert file["counts"] == dict.fromkeys(report.COUNTS, 0) and isinstance(file["seconds"], int | float)
    assert all(set(i) == set(issue()) and i["severity"] == "info" for i in file["issues"])
    assert all(isinstance(file[key], str) for key in ("reason", "output"))


def test_a_name_that_is_no_unicode_text_can_be_written(tmp_path: Path) -> None:
    report.write_whole(tmp_path / "p.html", page(built(report.entry("bad-\udcff.blend", "ok"))).encode())
    assert data_of((tmp_path / "p.html").read_text(encoding="utf-8"))["files"][0]["file"] == "bad-\udcff.blend"


def merged(folder: Path, *words: str) -> int:
    report.write_json(folder / "1.json", built(report.entry("a.blend", "ok")))
    return main(["merge-reports", str(folder / "1.json"), *words])


def test_merged_reports_become_a_page(tmp_path: Path) -> None:
    target = tmp_path / "new" / "r.html"
    assert merged(tmp_path, "--html", str(target)) == 0
    assert data_of(target.read_text(encoding="utf-8"))["files"][0]["file"] == "a.blend"
    assert merged(tmp_path, "--html", str(target), "--report", str(tmp_path / "r.json")) == 0
    assert (tmp_path / "r.json").is_file()
    assert sorted(p.name for p in tmp_path.rglob("*")) == ["1.json", "new", "r.html", "r.json"]


def test_places_where_no_page_can_go(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place = str(tmp_path / "r.x")
    for words in ((), ("--html", str(tmp_path)), ("--html", place, "--report", place)):
        assert merged(tmp_path, *words) == 2
        assert "--html" in capsys.readouterr().err
    assert [p.name for p in tmp_path.iterdir()] == ["1.json"]
