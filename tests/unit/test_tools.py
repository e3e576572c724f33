# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the commands of tools/dev.py rely on."""

from __future__ import annotations

import importlib
import re
import sys
import tomllib
from pathlib import Path
from types import ModuleType

import pytest

from tests.support.package import ROOT

REPORT = """<testsuites><testsuite tests="7" failures="1" errors="1" skipped="2"></testsuite></testsuites>"""


@pytest.fixture
def dev(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> ModuleType:
    """tools/dev.py with reports of its own."""
    monkeypatch.syspath_prepend(str(ROOT / "tools"))
    module = importlib.import_module("dev")
    monkeypatch.setattr(module, "REPORTS", tmp_path)
    return module


def test_every_blender_has_its_requirements(dev: ModuleType) -> None:
    for blender in dev.BLENDERS:
        text = (ROOT / "requirements" / f"blender-{blender}.txt").read_text(encoding="utf-8")
        assert f"bpy=={blender}\n" in text
    assert len(list((ROOT / "requirements").glob("blender-*.txt"))) == len(dev.BLENDERS)


def test_requirements_are_pinned_and_name_no_place() -> None:
    for path in (ROOT / "requirements").glob("*.txt"):
        for line in path.read_text(encoding="utf-8").splitlines():
            assert re.fullmatch(r"-r \w+\.txt|[\w.-]+(\[\w+\])?==[\w.]+", line), f"{path.name}: {line}"


def test_the_oldest_blender_is_the_one_of_the_manifest(dev: ModuleType) -> None:
    manifest = tomllib.loads((ROOT / "blender_manifest.toml").read_text(encoding="utf-8"))
    oldest = next(iter(dev.BLENDERS))
    assert manifest["blender_version_min"].rsplit(".", 1)[0] == oldest.rsplit(".", 1)[0]


def test_the_python_at_hand_is_found(dev: ModuleType) -> None:
    version = ".".join(str(part) for part in sys.version_info[:2])
    assert dev.find_python(version) == sys.executable
    assert dev.find_python("2.99") is None


@pytest.mark.parametrize(("python", "newest"), [("3.11", "5.0.1"), ("3.13", "5.3.0")])
def test_newest_blender_of_a_python(dev: ModuleType, python: str, newest: str) -> None:
    assert dev.newest_blender(python) == newest


def test_summary_adds_up_the_reports(dev: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert dev.main(["summary"]) == 1
    assert capsys.readouterr().out == "0 passed, 0 failed, 0 skipped\n"
    (tmp_path / "unit-3.11.xml").write_text('<testsuites><testsuite tests="5"/></testsuites>', encoding="utf-8")
    assert dev.main(["summary"]) == 0
    assert capsys.readouterr().out == "5 passed, 0 failed, 0 skipped\n"
    assert dev.main(["summary", "--failed-steps", "1"]) == 1
    assert capsys.readouterr().out == "5 passed, 1 failed, 0 skipped\n"
    (tmp_path / "blender-4.2.23.xml").write_text(REPORT, encoding="utf-8")
    assert dev.main(["summary"]) == 1
    assert capsys.readouterr().out == "8 passed, 2 failed, 2 skipped\n"
