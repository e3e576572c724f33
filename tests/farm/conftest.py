# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What meets other people's programs: the report's page in a browser, the job templates on real schedulers.

`python tools/dev.py test-farm` brings along what it can. These tests run without Blender, and start one where they
need it: the Python with the bpy package that OMI_BLENDER_PYTHON names.
"""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support import blender
from tests.support.package import ROOT

from .browser import chromium, environment


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """A headless Chromium."""
    playwright = pytest.importorskip("playwright.sync_api", reason="needs the package playwright")
    program = chromium()
    if program is None:
        pytest.skip("needs Chromium: on PATH, or named by CHROMIUM")
    with playwright.sync_playwright() as driver:
        # Of root's it would refuse to start with a sandbox; the pages are our own.
        found = driver.chromium.launch(executable_path=program, args=["--no-sandbox"], env=environment(program))
        yield found
        found.close()


@pytest.fixture(scope="session")
def blender_python() -> str:
    """A Python with the bpy package."""
    named = os.environ.get("OMI_BLENDER_PYTHON") or (sys.executable if blender.is_available() else "")
    if not named:
        pytest.skip("needs a Python with the bpy package, named by OMI_BLENDER_PYTHON")
    return named


@pytest.fixture(scope="session")
def program(blender_python: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the job templates call: `PROGRAM --command omi_physics ...`, served by this checkout and the bpy package."""
    path = tmp_path_factory.mktemp("program of ours") / "blender"
    # As Blender does, it leaves `--command omi_physics` to itself.
    lines = (
        "#!/bin/bash",
        "shift 2",
        f'exec {shlex.quote(blender_python)} {shlex.quote(str(ROOT / "cli.py"))} "$@"',
        "",
    )
    path.write_text("\n".join(lines), encoding="utf-8")
    path.chmod(0o755)
    return path


@pytest.fixture(scope="session")
def sources(blender_python: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of six clean .blend files, one with a warning and one that is broken; names hold spaces and worse."""
    folder = tmp_path_factory.mktemp("so'urces") / 'a, $(b) "c"'
    folder.mkdir()
    subprocess.run([blender_python, str(Path(__file__).with_name("make_files.py")), str(folder)], check=True)
    return folder
