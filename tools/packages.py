# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The extension's zips: one a platform with the wheel that splits meshes, one without any for all others.

The manifest of the repository names no wheel, so that a checkout can be enabled as it is; the zips' manifests do.
"""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import sys
import tomllib
import zipfile
from dataclasses import dataclass
from pathlib import Path

from environments import REQUIREMENTS, ROOT, Problem

COACD_VERSION = "1.0.14"


@dataclass(frozen=True)
class Wheel:
    """An unmodified wheel of the package index: its file's name, the digest of its content, the platform it is for."""

    platform: str
    name: str
    sha256: str
    tags: tuple[str, ...]


# abi3: one wheel a platform serves every Python from 3.9 on. There is none for macOS on Intel and Linux on ARM.
WHEELS = (
    Wheel(
        "linux-x64",
        f"coacd-{COACD_VERSION}-cp39-abi3-manylinux_2_17_x86_64.manylinux2014_x86_64.whl",
        "6c135b717af096523bbebf1fd8d326e8950c024237fe9806ad46dedd8b4c31f0",
        ("manylinux_2_17_x86_64", "manylinux2014_x86_64"),
    ),
    Wheel(
        "macos-arm64",
        f"coacd-{COACD_VERSION}-cp39-abi3-macosx_11_0_arm64.whl",
        "4cd9e1f327af766f6364e79e384ebfe152780a3d8dbbd09ce0756ec14f9e1256",
        ("macosx_11_0_arm64",),
    ),
    Wheel(
        "windows-x64",
        f"coacd-{COACD_VERSION}-cp39-abi3-win_amd64.whl",
        "6b548f44d9a4694cde594dc8cc8fefa678fb7c88153583be4e8b2c707de8fbbd",
        ("win_amd64",),
    ),
)


def build_all(tool: list[str], target: Path, scratch: Path) -> list[Path]:
    """Builds every zip into `target` with Blender's own tool, the command `tool`; returns their paths.

    `scratch` is a folder for the wheels, which are kept, and for the sources, which are made anew.
    """
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir(parents=True)
    wheels = scratch / "wheels"
    for wheel in WHEELS:
        fetch(wheel, wheels)
    _build(tool, _sources(scratch / "any"), target)
    _build(tool, _with_wheels(_sources(scratch / "platforms"), wheels), target, "--split-platforms")
    found = sorted(target.glob("*.zip"))
    if len(found) != len(WHEELS) + 1:
        raise Problem(f"{len(WHEELS) + 1} zips were expected, and Blender's tool made {[path.name for path in found]}.")
    for path in found:
        _run([*tool, "validate", str(path)], f"{path.name} is not valid")
    return found


def fetch(wheel: Wheel, folder: Path) -> Path:
    """The wheel in `folder`, downloaded where it is not there yet; its content is held to the digest."""
    path = folder / wheel.name
    if not path.is_file():
        folder.mkdir(parents=True, exist_ok=True)
        pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "download", "-q", "--no-deps"]
        wanted = ["--only-binary", ":all:", "--python-version", "3.11", "--dest", str(folder)]
        for tag in wheel.tags:
            wanted += ["--platform", tag]
        _run([*pip, *wanted, "-r", str(REQUIREMENTS / "bundled.txt")], f"pip could not download {wheel.name}")
    if not path.is_file() or hashlib.sha256(path.read_bytes()).hexdigest() != wheel.sha256:
        path.unlink(missing_ok=True)
        raise Problem(f"{wheel.name} is not the file that tools/packages.py names.")
    return path


def checksums(paths: list[Path]) -> str:
    """A line a file as `sha256sum` writes and checks it."""
    return "".join(f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in sorted(paths))


def _sources(folder: Path) -> Path:
    """The files that git tracks or would track, copied into `folder`: what else lies in the checkout stays out."""
    shutil.rmtree(folder, ignore_errors=True)
    for name in _names():
        source, copy = ROOT / name, folder / name
        if source.is_file():
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, copy)
    return folder


def _names() -> list[str]:
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8", check=False)
    if result.returncode != 0:
        raise Problem("A package is built from a git checkout: git ls-files failed.")
    return [name for name in result.stdout.split("\0") if name]


def _with_wheels(sources: Path, wheels: Path) -> Path:
    """Puts the wheels among the sources and names them in the manifest."""
    folder = sources / "wheels"
    folder.mkdir()
    for wheel in WHEELS:
        shutil.copyfile(wheels / wheel.name, folder / wheel.name)
    lines = ["platforms = [", *(f'  "{wheel.platform}",' for wheel in WHEELS), "]"]
    lines += ["wheels = [", *(f'  "./wheels/{wheel.name}",' for wheel in WHEELS), "]", "", "[permissions]"]
    manifest = sources / "blender_manifest.toml"
    text = manifest.read_text(encoding="utf-8")
    if text.count("\n[permissions]\n") != 1:
        raise Problem("blender_manifest.toml has no table [permissions] before which the wheels could be named.")
    manifest.write_text(text.replace("\n[permissions]\n", "\n" + "\n".join(lines) + "\n"), encoding="utf-8")
    tomllib.loads(manifest.read_text(encoding="utf-8"))
    return sources


def wheels_in(path: Path) -> list[str]:
    """The names of the wheels in a zip."""
    with zipfile.ZipFile(path) as archive:
        return sorted(Path(name).name for name in archive.namelist() if name.endswith(".whl"))


def _build(tool: list[str], sources: Path, target: Path, *options: str) -> None:
    command = [*tool, "build", "--source-dir", str(sources), "--output-dir", str(target), *options]
    _run(command, "Blender's tool could not build the extension")


def _run(command: list[str], message: str) -> None:
    if subprocess.run(command, check=False).returncode != 0:
        raise Problem(message)
