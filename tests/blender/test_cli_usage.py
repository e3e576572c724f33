# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Wrong usage is found before anything is written, and ends with 2."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.blender import addon_module

from .cli_support import run, save_box

BLEND = "in/a.blend"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, with files to export."""
    save_box(tmp_path / "in" / "a.blend")
    save_box(tmp_path / "more" / "a.blend")
    (tmp_path / "file.txt").write_text("text", encoding="utf-8")
    (tmp_path / "empty").mkdir()
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (["export", "nowhere.blend", "--output-dir", "out"], "nowhere.blend"),
        (["export", BLEND, "nowhere", "--output-dir", "out"], "nowhere"),
        (["export", "empty", "--output-dir", "out"], "no .blend files"),
        (["export", "file.txt", "--output-dir", "out"], "file.txt"),
        (["export", BLEND, "more/a.blend", "--output-dir", "out"], "would both become"),
        (["export", BLEND], "--output-dir"),
        (["export", BLEND, "--output-dir", "file.txt"], "no folder"),
        (["export", BLEND, "--output-dir", "file.txt/below"], "no folder"),
        (["export", BLEND, "--output-dir", "out", "--format", "obj"], "obj"),
        (["export", BLEND, "--output-dir", "out", "--jobs", "0"], "--jobs"),
        (["export", BLEND, "--output-dir", "out", "--timeout", "nan"], "--timeout"),
        (["export", BLEND, "--output-dir", "out", "--shard", "3/2"], "--shard"),
        (["export", BLEND, "--output-dir", "out", "--option", "export_aply=true"], "did you mean export_apply"),
        (["export", BLEND, "--output-dir", "out", "--option", "node_layuot=COMPACT"], "did you mean node_layout"),
        (["export", BLEND, "--output-dir", "out", "--option", "node_layout=COMPAKT"], "did you mean COMPACT"),
        (["export", BLEND, "--output-dir", "out", "--option", "export_apply=perhaps"], "true or false"),
        (["export", BLEND, "--output-dir", "out", "--option", "export_image_quality=200"], "from 0 to 100"),
        (["export", BLEND, "--output-dir", "out", "--option", "export_format=GLB"], "--format"),
        (["export", BLEND, "--output-dir", "out", "--option", "export_apply"], "KEY=VALUE"),
        (["export", BLEND, "--output-dir", "out", "--report", "in"], "--report"),
        (["export", BLEND, "--output-dir", "out", "--report", "file.txt/report.json"], "--report"),
        (["export", BLEND, "--output-dir", "out", "--colour"], "--colour"),
        (["validate", "nowhere"], "nowhere"),
        (["validate", BLEND, "--option", "export_aply=true"], "did you mean"),
        (["inspect", "nowhere.glb"], "nowhere.glb"),
        (["merge-reports", "file.txt", "--report", "all.json"], "file.txt"),
        (["merge-reports", "file.txt"], "--report"),
        (["exprot", BLEND], "exprot"),
        ([], "command"),
    ],
)  # fmt: skip
def test_wrong_usage(folder: Path, arguments: list[str], word: str, capsys: pytest.CaptureFixture[str]) -> None:
    before = sorted(folder.rglob("*"))
    code = addon_module("batch.commands").main(arguments)
    said = capsys.readouterr().err
    assert code == 2 and word in said
    assert sorted(folder.rglob("*")) == before


def test_wrong_usage_as_a_process(folder: Path) -> None:
    result = run("export", BLEND, "--output-dir", "out", "--option", "export_aply=true")
    assert result.code == 2 and "did you mean export_apply" in result.err and "Traceback" not in result.err
    assert not (folder / "out").exists()


def test_a_file_that_is_named_twice_is_one_file(folder: Path) -> None:
    result = run("export", BLEND, folder / "in", "--output-dir", "out", report=folder / "report.json")
    assert result.code == 0 and len(result.report["files"]) == 1


def test_help(folder: Path) -> None:
    result = run("export", "--help")
    assert result.code == 0 and "--allow-missing" in result.out


def test_inspect(folder: Path) -> None:
    assert run("export", BLEND, "--output-dir", "out").code == 0
    result = run("inspect", "out/a.glb")
    assert result.code == 0 and "Box" in result.out
    Path("out/a.glb").write_bytes(b"glTF")
    result = run("inspect", "out/a.glb")
    assert result.code == 1 and "a.glb" in result.err and "Traceback" not in result.err
