# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The Open Job Description template, checked and run by that project's own command."""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.package import ROOT

from .make_files import BROKEN, CLEAN, WARNED

pytestmark = [
    pytest.mark.skipif(importlib.util.find_spec("openjd") is None, reason="needs the package openjd-cli"),
    pytest.mark.skipif(os.name != "posix", reason="the template's scripts are for bash"),
]
TEMPLATE = str(ROOT / "templates" / "openjd" / "omi_physics.yaml")


def openjd(*words: str) -> subprocess.CompletedProcess[str]:
    command = [str(Path(sys.executable).with_name("openjd")), *words]
    return subprocess.run(command, capture_output=True, encoding="utf-8", check=False, timeout=300)


def run(program: Path, sources: Path, output: Path, **parameters: object) -> subprocess.CompletedProcess[str]:
    values = {"Sources": sources, "Output": output, "Blender": program, "Jobs": 1, **parameters}
    words = [word for key, value in values.items() for word in ("-p", f"{key}={value}")]
    return openjd("run", TEMPLATE, "--step", "Report", "--run-dependencies", *words)


def test_the_template_is_valid() -> None:
    found = openjd("check", TEMPLATE)
    assert found.returncode == 0, found.stdout + found.stderr


@pytest.mark.parametrize("value", ["Shards=0", "Shards=x", "Format=fbx", "Strict=maybe", "Timeout=0", "Jobs=0"])
def test_values_that_cannot_be_are_refused(value: str) -> None:
    found = openjd("summary", TEMPLATE, "-p", "Sources=/a", "-p", "Output=/b", "-p", value)
    assert found.returncode != 0 and value.split("=")[0] in found.stdout + found.stderr


def test_a_job_exports_all_and_tells_what_failed(program: Path, sources: Path, tmp_path: Path) -> None:
    output = tmp_path / "o'ut $(x)"
    found = run(program, sources, output, Shards=3)
    # The parts end well, so that their reports are joined; the last step has the verdict.
    assert found.returncode != 0, "a file is broken"
    assert sorted(p.name for p in output.glob("*.glb")) == sorted(
        Path(n).with_suffix(".glb").name for n in (*CLEAN, WARNED)
    )
    folder = output / "omi_physics-reports"
    assert sorted(p.name for p in folder.iterdir()) == [
        "1-of-3.json", "2-of-3.json", "3-of-3.json", "report.html", "report.json",
    ]  # fmt: skip
    report = json.loads((folder / "report.json").read_text(encoding="utf-8"))
    assert report["summary"] == {"ok": 7, "failed": 1, "skipped": 0}
    assert [Path(f["file"]).name for f in report["files"] if f["status"] == "failed"] == [BROKEN]


def test_strict_and_the_format_reach_the_command(program: Path, sources: Path, tmp_path: Path) -> None:
    good = tmp_path / "sources"
    good.mkdir()
    for name in (CLEAN[0], WARNED):
        (good / name).write_bytes((sources / name).read_bytes())
    output = tmp_path / "out"
    found = run(program, good, output, Shards=1, Format="gltf")
    assert found.returncode == 0, found.stdout + found.stderr
    assert sorted(p.suffix for p in output.glob("*.*") if p.suffix != ".json") == [".bin", ".bin", ".gltf", ".gltf"]
    assert run(program, good, output, Shards=1, Format="gltf", Strict="true").returncode != 0
    report = json.loads((output / "omi_physics-reports" / "report.json").read_text(encoding="utf-8"))
    assert report["summary"] == {"ok": 0, "failed": 0, "skipped": 2}
