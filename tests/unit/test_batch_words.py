# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Headers of .blend files, and what a run says while it goes on."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from omi_physics.batch import report
from omi_physics.batch.header import is_compressed, saved_by
from omi_physics.batch.progress import Progress


@pytest.mark.parametrize(
    ("start", "version"),
    [
        (b"BLENDER-v402REND", (4, 2)),
        (b"BLENDER_V279", (2, 79)),
        (b"BLENDER17-01v0503", (5, 3)),
        (b"BLENDER17-01v1012", (10, 12)),
        (b"BLENDER", (0, 0)),
        (b"", (0, 0)),
        (b"\x28\xb5\x2f\xfd....", (0, 0)),
    ],
)
def test_who_saved_a_file(tmp_path: Path, start: bytes, version: tuple[int, int]) -> None:
    path = tmp_path / "a.blend"
    path.write_bytes(start)
    assert saved_by(path) == version
    assert is_compressed(path) == start.startswith(b"\x28")
    assert saved_by(tmp_path / "none.blend") == (0, 0) and not is_compressed(tmp_path)


class Stderr(io.StringIO):
    """A stderr that may be a terminal."""

    def __init__(self, is_terminal: bool) -> None:
        super().__init__()
        self.is_terminal = is_terminal

    def isatty(self) -> bool:
        return self.is_terminal


def said(monkeypatch: pytest.MonkeyPatch, is_terminal: bool, is_quiet: bool) -> str:
    stderr = Stderr(is_terminal)
    clock = iter(range(0, 1000, 10))
    monkeypatch.setattr("sys.stderr", stderr)
    monkeypatch.setattr("time.monotonic", lambda: next(clock))
    monkeypatch.setenv("COLUMNS", "70")
    progress = Progress(400, is_quiet)
    warning = {"code": "body-nested", "severity": "warning", "object": "A", "message": "A: is nested", "fix": ""}
    info = {**warning, "severity": "info", "message": "A: is worth knowing"}
    progress.file(report.entry("a.blend", "ok", output="a.glb", seconds=0.5, issues=[warning, info]))
    progress.file(report.entry("b.blend", "failed", reason="it is broken"))
    progress.file(report.entry("c.blend", "skipped"))
    progress.end()
    if not is_quiet:
        progress.summary({"ok": 1, "failed": 1, "skipped": 1})
    return stderr.getvalue()


def test_a_line_a_file_where_nobody_watches(monkeypatch: pytest.MonkeyPatch) -> None:
    assert said(monkeypatch, is_terminal=False, is_quiet=False).splitlines() == [
        "ok      a.blend -> a.glb (0.50 s)",
        "warning a.blend: A: is nested [body-nested]",
        "FAILED  b.blend: it is broken",
        "skipped c.blend (0.00 s)",
        "1 ok, 1 failed, 1 skipped",
    ]


@pytest.mark.parametrize("is_terminal", [True, False])
def test_quiet_says_what_failed(monkeypatch: pytest.MonkeyPatch, is_terminal: bool) -> None:
    assert said(monkeypatch, is_terminal, is_quiet=True) == "FAILED  b.blend: it is broken\n"


def test_one_moving_line_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    text = said(monkeypatch, is_terminal=True, is_quiet=False)
    # The clock goes on by 10 s at each look; two of three files were worked on.
    moving = [line.splitlines()[0].rstrip() for line in text.split("\r") if line.startswith("[")]
    assert moving == [
        "[1/400] 0.1 files/s, 1 h 6 min left  a.blend",
        "[2/400] 0.1 files/s, 1 h 6 min left, 1 failed  b.blend",
        "[3/400] 0.1 files/s, 1 h 39 min left, 1 failed  c.blend",
    ]
    assert all(len(line) < 70 for line in text.replace("\r", "\n").splitlines())
    assert "FAILED  b.blend: it is broken\n" in text and text.endswith("\n1 ok, 1 failed, 1 skipped\n")
