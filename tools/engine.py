# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Finds a Godot for the engine tests, or makes a folder with one where the system allows it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

HINT = "Name a Godot 4.6 by GODOT=/path/to/godot, and omi-godot's addons folder by OMI_GODOT_ADDONS for the joints."


def prepare(cache: Path) -> None:
    """Sets GODOT_ROOT where no Godot is at hand and a Debian one can be installed into a folder (Linux, as root)."""
    if os.environ.get("GODOT") or os.environ.get("GODOT_ROOT") or shutil.which("godot"):
        return
    root = cache / "engine-root"
    # A CI run takes the engine it is given: making one costs minutes.
    may_install = not os.environ.get("CI")
    if not (root / "usr" / "bin" / "godot").exists() and not (may_install and _install(root)):
        print(f"No Godot was found, so the engine tests are skipped. {HINT}")
        return
    os.environ["GODOT_ROOT"] = str(root)


def _install(root: Path) -> bool:
    if not sys.platform.startswith("linux") or os.geteuid() != 0 or shutil.which("apt-get") is None:
        return False
    if shutil.which("debootstrap") is None:
        _run(["apt-get", "update"])
        _run(["apt-get", "install", "-y", "--no-install-recommends", "debootstrap"])
    if shutil.which("debootstrap") is None:
        return False
    root.mkdir(parents=True, exist_ok=True)
    if not (root / "usr" / "bin" / "apt-get").exists() and not _run(
        ["debootstrap", "--variant=minbase", "sid", str(root)]
    ):
        return False
    _run(["chroot", str(root), "apt-get", "update"])
    return _run(["chroot", str(root), "apt-get", "install", "-y", "--no-install-recommends", "godot"])


def _run(command: list[str]) -> bool:
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    return subprocess.run(command, env=environment, check=False).returncode == 0
