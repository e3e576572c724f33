# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What meets other people's programs: the report's page in a browser, the job templates on real schedulers.

`python tools/dev.py test-farm` brings along what it can. These tests run without Blender, and start one where they
need it: the Python with the bpy package that OMI_BLENDER_PYTHON names.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

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
