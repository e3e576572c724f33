# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the conftest of a folder of tests that need bpy shares: import everything from here into it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from . import blender

# Before any test module of the folder can import bpy.
if blender.is_available():
    blender.load_addon()


class _SkippedModule(pytest.Module):
    """A test module that is not imported, since it would need bpy."""

    def collect(self) -> Iterator[pytest.Item]:
        pytest.skip(blender.MISSING, allow_module_level=True)


def pytest_pycollect_makemodule(module_path: Path, parent: pytest.Collector) -> pytest.Module | None:
    """Skip every module of the folder, with the reason, where bpy is missing."""
    if blender.is_available():
        return None
    return _SkippedModule.from_parent(parent, path=module_path)


@pytest.fixture(scope="session")
def addon() -> ModuleType:
    """The root package of the running add-on."""
    return blender.load_addon()


@pytest.fixture(autouse=True)
def empty_scene() -> None:
    """Every test starts in an empty file with the add-on enabled."""
    blender.empty_scene()
