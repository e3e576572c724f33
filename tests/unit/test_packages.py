# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The zips of the extension: what their manifests name, and that no other wheel than the one pinned gets in."""

from __future__ import annotations

import importlib
import re
import tomllib
from pathlib import Path
from types import ModuleType

import pytest

from tests.support.package import ROOT


@pytest.fixture
def packages(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(ROOT / "tools"))
    return importlib.import_module("packages")


def test_wheels_are_of_one_pinned_version(packages: ModuleType) -> None:
    pinned = (ROOT / "requirements" / "bundled.txt").read_text(encoding="utf-8").strip()
    assert pinned == f"coacd=={packages.COACD_VERSION}"
    assert [wheel.platform for wheel in packages.WHEELS] == ["linux-x64", "macos-arm64", "windows-x64"]
    for wheel in packages.WHEELS:
        assert re.fullmatch(r"[0-9a-f]{64}", wheel.sha256)
        assert f"-{packages.COACD_VERSION}-cp39-abi3-" in wheel.name


def test_the_manifest_of_the_checkout_names_no_wheel() -> None:
    manifest = tomllib.loads((ROOT / "blender_manifest.toml").read_text(encoding="utf-8"))
    assert "wheels" not in manifest and "platforms" not in manifest


def test_the_manifest_of_a_platform_names_the_wheels(packages: ModuleType, tmp_path: Path) -> None:
    wheels, sources = tmp_path / "wheels", tmp_path / "sources"
    wheels.mkdir()
    sources.mkdir()
    for wheel in packages.WHEELS:
        (wheels / wheel.name).write_bytes(b"any")
    plain = (ROOT / "blender_manifest.toml").read_text(encoding="utf-8")
    (sources / "blender_manifest.toml").write_text(plain, encoding="utf-8")
    packages._with_wheels(sources, wheels)
    manifest = tomllib.loads((sources / "blender_manifest.toml").read_text(encoding="utf-8"))
    assert manifest.pop("platforms") == ["linux-x64", "macos-arm64", "windows-x64"]
    assert [(sources / wheel).is_file() for wheel in manifest.pop("wheels")] == [True, True, True]
    assert manifest == tomllib.loads(plain)


def test_another_file_under_a_wheels_name_is_refused(packages: ModuleType, tmp_path: Path) -> None:
    wheel = packages.WHEELS[0]
    (tmp_path / wheel.name).write_bytes(b"something else")
    with pytest.raises(packages.Problem, match="is not the file"):
        packages.fetch(wheel, tmp_path)
    assert not (tmp_path / wheel.name).exists()


def test_checksums_are_as_sha256sum_writes_them(packages: ModuleType, tmp_path: Path) -> None:
    path = tmp_path / "a.zip"
    path.write_bytes(b"abc")
    digest = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"  # of "abc", FIPS 180-2
    assert packages.checksums([path]) == f"{digest}  a.zip\n"
