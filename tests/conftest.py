# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes the checkout importable as `omi_physics` without Blender, and ends a process that used bpy in good order."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import hypothesis
import pytest

from tests.support import blender, package

package.register()

# Speed is no property of the code under test. Where a run decides, it decides the same every time.
hypothesis.settings.register_profile("project", deadline=None, derandomize=bool(os.environ.get("CI")))
hypothesis.settings.load_profile("project")


class _RootIsNoTestPackage:
    """Keeps pytest from importing the checkout's `__init__.py` as a package of tests, under a made-up name."""

    @staticmethod
    def pytest_collect_directory(path: Path, parent: pytest.Collector) -> pytest.Collector | None:
        return pytest.Dir.from_parent(parent, path=path) if path == package.ROOT else None


def pytest_configure(config: pytest.Config) -> None:
    """Install what a conftest below the root cannot do itself."""
    config.pluginmanager.register(_RootIsNoTestPackage())


def pytest_report_header(config: pytest.Config) -> str:
    """Say which Blender the tests meet."""
    return blender.describe()


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """Remember how the run went, for `pytest_unconfigure`."""
    session.config.stash[_EXIT_STATUS] = int(exitstatus)


_EXIT_STATUS = pytest.StashKey[int]()


@pytest.hookimpl(trylast=True)
def pytest_unconfigure(config: pytest.Config) -> None:
    """Leave without Python's teardown where bpy is loaded: bpy 4.2 crashes in it after a glTF export."""
    if "bpy" not in sys.modules or _EXIT_STATUS not in config.stash:
        return
    blender.clean_up()
    capture = config.pluginmanager.get_plugin("capturemanager")
    if capture is not None:
        capture.stop_global_capturing()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(config.stash[_EXIT_STATUS])
