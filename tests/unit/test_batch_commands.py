# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the command does without any Blender: usage, reading glTF files, joining reports."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from omi_physics.batch import report
from tests.support.package import ROOT

_WITHOUT_BLENDER = """
import sys

class Nothing:
    def find_spec(self, name, *_):
        if name in ("bpy", "mathutils"):
            raise ImportError(name + " shall not be needed")

sys.meta_path.insert(0, Nothing())
sys.path.insert(0, sys.argv.pop(1))
import cli
sys.exit(cli.main(sys.argv[1:]))
"""


def run(*arguments: object) -> subprocess.CompletedProcess[str]:
    words = [sys.executable, "-c", _WITHOUT_BLENDER, str(ROOT), *map(str, arguments)]
    return subprocess.run(words, capture_output=True, encoding="utf-8", check=False)


@pytest.fixture
def gltf(tmp_path: Path) -> Path:
    body = {"OMI_physics_body": {"motion": {"type": "dynamic", "mass": 3}, "collider": {"shape": 0}}}
    data = {
        "asset": {"version": "2.0"},
        "extensionsUsed": ["OMI_physics_body", "OMI_physics_shape"],
        "extensions": {"OMI_physics_shape": {"shapes": [{"type": "sphere", "sphere": {"radius": 0.25}}]}},
        "nodes": [{"name": "Ball", "extensions": body}],
    }
    (tmp_path / "ball.gltf").write_text(json.dumps(data), encoding="utf-8")
    return tmp_path / "ball.gltf"


def test_inspect(gltf: Path) -> None:
    found = run("inspect", gltf, "--report", gltf.with_name("r.json"))
    assert (found.returncode, found.stderr) == (0, "")
    assert "Ball" in found.stdout and "3 kg" in found.stdout and "0.25 m" in found.stdout
    (file,) = json.loads(gltf.with_name("r.json").read_text(encoding="utf-8"))["files"]
    assert file["counts"] == {"bodies": 1, "colliders": 1, "triggers": 0, "joints": 0, "shapes": 1}


def test_merge_reports(tmp_path: Path) -> None:
    for name, status in (("1", "ok"), ("2", "failed")):
        data = report.build("export", "5.3.0", "0.1.0", 1, [report.entry(f"{name}.blend", status)])
        report.write_json(tmp_path / f"{name}.json", data)
    found = run("merge-reports", tmp_path / "1.json", "--report", tmp_path / "good.json")
    assert found.returncode == 0
    found = run("merge-reports", tmp_path / "1.json", tmp_path / "2.json", "--report", tmp_path / "all.json")
    assert found.returncode == 1, "a file failed in one of them"
    merged = json.loads((tmp_path / "all.json").read_text(encoding="utf-8"))
    assert merged["summary"] == {"ok": 1, "failed": 1, "skipped": 0}


def test_merged_reports_can_be_strict(tmp_path: Path) -> None:
    for severity, code in (("info", 0), ("warning", 1), ("error", 1)):
        issue = {"code": "a", "severity": severity, "object": "A", "message": "A: ...", "fix": ""}
        file = report.entry("a.blend", "ok", issues=[issue])
        report.write_json(tmp_path / "1.json", report.build("export", "5.3.0", "0.1.0", 1, [file]))
        words = ("merge-reports", tmp_path / "1.json", "--report", tmp_path / "all.json")
        assert run(*words).returncode == 0
        assert run(*words, "--strict").returncode == code, severity


@pytest.mark.parametrize(
    "words",
    [
        (),
        ("bogus",),
        ("export", "a.blend"),
        ("export", "none.blend", "--output-dir", "out"),
        ("validate", "none"),
        ("inspect", "none.glb"),
        ("merge-reports", "none.json", "--report", "all.json"),
        ("merge-reports", "none.json"),
    ],
)
def test_wrong_usage_is_told_in_one_line(words: tuple[str, ...]) -> None:
    found = run(*words)
    assert found.returncode == 2 and found.stdout == ""
    assert found.stderr.startswith("omi_physics: ") and found.stderr.count("\n") == 1


@pytest.mark.parametrize("words", [("--help",), ("export", "--help"), ("merge-reports", "-h")])
def test_help(words: tuple[str, ...]) -> None:
    found = run(*words)
    assert found.returncode == 0 and "usage: omi_physics" in found.stdout
