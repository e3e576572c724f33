# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The report of a run, the reports of shards joined, and files that appear only when they are whole."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from omi_physics.batch import report
from omi_physics.batch.plan import UsageError


def issue(severity: str) -> dict[str, str]:
    return {"code": "mass-not-positive", "severity": severity, "object": "A", "message": "A: ...", "fix": ""}


def write(path: Path, *files: dict[str, Any], **head: Any) -> str:
    data = report.build("export", "5.3.0", "0.1.0", 1.5, files)
    report.write_json(path, {**data, **head})
    return str(path)


def test_an_entry_has_all_keys() -> None:
    found = report.entry("a.blend", "ok", seconds=0.25)
    assert list(found) == ["file", "status", "reason", "output", "seconds", "counts", "issues", "log"]
    assert found["counts"] == {"bodies": 0, "colliders": 0, "triggers": 0, "joints": 0, "shapes": 0}
    assert report.entry("b.blend", "ok")["counts"] is not found["counts"]


def test_a_report_sums_up() -> None:
    files = [report.entry(name, status) for name, status in (("a", "ok"), ("b", "failed"), ("c", "ok"))]
    data = report.build("export", "5.3.0", "0.1.0", 12.34567, files)
    assert data["version"] == 1 and data["seconds"] == 12.346
    assert data["summary"] == {"ok": 2, "failed": 1, "skipped": 0}


@pytest.mark.parametrize(
    ("status", "severity", "is_good", "is_good_strictly"),
    [
        ("ok", None, True, True),
        ("skipped", None, True, True),
        ("failed", None, False, False),
        ("ok", "info", True, True),
        ("ok", "warning", True, False),
        ("ok", "error", True, False),
        ("skipped", "warning", True, False),
    ],
)
def test_what_is_good(status: str, severity: str | None, is_good: bool, is_good_strictly: bool) -> None:
    files = [report.entry("z", "ok"), report.entry("a", status, issues=[issue(severity)] if severity else [])]
    assert report.is_good(files) is is_good
    assert report.is_good(files, strict=True) is is_good_strictly


def test_shards_join(tmp_path: Path) -> None:
    one = write(tmp_path / "1.json", report.entry("a", "ok"), report.entry("b", "failed", reason="why"))
    two = write(tmp_path / "2.json", report.entry("c", "skipped"), blender="5.2.3")
    merged = report.merge([one, two])
    assert [file["file"] for file in merged["files"]] == ["a", "b", "c"]
    assert merged["summary"] == {"ok": 1, "failed": 1, "skipped": 1}
    assert (merged["blender"], merged["command"], merged["seconds"]) == ("5.3.0, 5.2.3", "export", 3.0)
    assert report.merge([write(tmp_path / "m.json", **merged)])["version"] == 1


def test_of_a_file_in_several_reports_the_last_counts(tmp_path: Path) -> None:
    first = write(tmp_path / "1.json", report.entry("a", "failed"), report.entry("b", "ok"))
    again = write(tmp_path / "2.json", report.entry("a", "ok"))
    assert report.merge([first, again])["summary"] == {"ok": 2, "failed": 0, "skipped": 0}
    assert report.merge([again, first])["summary"] == {"ok": 1, "failed": 1, "skipped": 0}


def test_two_outputs_of_one_file_stay_two(tmp_path: Path) -> None:
    path = write(
        tmp_path / "1.json", report.entry("a", "ok", output="a.glb"), report.entry("a", "ok", output="x/a.glb")
    )
    assert len(report.merge([path])["files"]) == 2


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"[]",
        b"\xff\xfe",
        b'{"version": 2, "files": []}',
        b'{"version": 1, "files": {}}',
        b'{"version": 1, "files": []}',
        b'{"version": 1, "command": "export", "blender": "", "addon": "", "seconds": 0, "files": [1]}',
        b'{"version": 1, "command": "export", "blender": "", "addon": "", "seconds": 0, "files": [{"file": "a"}]}',
        b'{"version": 1, "command": "export", "blender": "", "addon": "", "seconds": 0, '
        b'"files": [{"file": "a", "status": "ok", "issues": [1]}]}',
        b'{"version": 1, "command": "export", "blender": "", "addon": "", "seconds": 0, '
        b'"files": [{"file": "a", "status": "ok", "issues": [{"severity": []}]}]}',
    ],
)
def test_what_is_no_report_is_named(tmp_path: Path, content: bytes) -> None:
    good, bad = write(tmp_path / "good.json"), tmp_path / "bad.json"
    bad.write_bytes(content)
    with pytest.raises(UsageError, match=r"bad\.json"):
        report.merge([good, str(bad)])


def test_a_report_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"none\.json"):
        report.merge([str(tmp_path / "none.json")])


def test_a_file_is_replaced_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "deep" / "r.json"
    report.write_json(path, {"a": "é"})
    assert path.read_text(encoding="utf-8") == '{\n "a": "é"\n}\n'

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", fail)
    with pytest.raises(OSError, match="No space"):
        report.write_json(path, {"a": 2})
    assert json.loads(path.read_text(encoding="utf-8")) == {"a": "é"}
    assert [p.name for p in path.parent.iterdir()] == ["r.json"]


@pytest.mark.skipif(os.name != "posix", reason="permissions")
def test_a_file_has_the_permissions_of_any_new_file(tmp_path: Path) -> None:
    (tmp_path / "plain").touch()
    report.write_json(tmp_path / "r.json", {})
    assert (tmp_path / "r.json").stat().st_mode == (tmp_path / "plain").stat().st_mode


def test_a_name_that_is_no_unicode_text_can_be_written(tmp_path: Path) -> None:
    name = os.fsdecode(b"bad-\xff.blend") if os.name == "posix" else "bad-\udcff.blend"
    report.write_json(tmp_path / "r.json", {"file": name})
    assert json.loads((tmp_path / "r.json").read_text(encoding="utf-8"))["file"] == name


def test_places_for_a_report(tmp_path: Path) -> None:
    assert report.check_place(None) is None
    assert report.check_place(str(tmp_path / "new" / "r.json")) == tmp_path / "new" / "r.json"
    assert list((tmp_path / "new").iterdir()) == []
    (tmp_path / "file").touch()
    for text, words in ((str(tmp_path), "a folder"), (str(tmp_path / "file" / "r.json"), "cannot be written")):
        with pytest.raises(UsageError, match=words):
            report.check_place(text)
