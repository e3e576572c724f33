# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Finds Chromium and Slurm for the farm tests, or unpacks Debian's packages of them into a folder; installs nothing."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

# What tests/farm looks for too.
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "msedge")
_SLURM = ("slurmctld", "slurmd", "slurm-client")


def prepare(cache: Path) -> None:
    """Sets CHROMIUM and SLURM_ROOT where neither names one already and none is on PATH."""
    if not os.environ.get("CHROMIUM") and not any(map(shutil.which, BROWSERS)):
        root = cache / "chromium-root"
        _offer("CHROMIUM", root / "usr/lib/chromium/chromium", root, ["chromium"])
    if not os.environ.get("SLURM_ROOT") and not shutil.which("slurmctld"):
        root = cache / "slurm-root"
        _offer("SLURM_ROOT", root, root, list(_SLURM))


def _offer(variable: str, value: Path, root: Path, packages: list[str]) -> None:
    stamp = root / "unpacked"
    if stamp.exists() or _unpack(root, packages):
        stamp.touch()
        os.environ[variable] = str(value)
    else:
        print(f"{packages[0]} was not found, so its tests are skipped. {variable} may name one.", flush=True)


def _unpack(root: Path, packages: list[str]) -> bool:
    """Unpacks packages, and those they need that the system lacks, below a folder."""
    if shutil.which("apt-get") is None or shutil.which("dpkg") is None:
        return False
    names = _needed(packages)
    if not names and os.geteuid() == 0:
        # The lists of a fresh machine are empty.
        _run(["apt-get", "update", "-qq"])
        names = _needed(packages)
    if not names:
        return False
    downloads = root / "downloads"
    downloads.mkdir(parents=True, exist_ok=True)
    if not _run(["apt-get", "download", "-qq", "-o", "APT::Sandbox::User=root", *names], downloads):
        return False
    is_whole = all(_run(["dpkg", "-x", str(path), str(root)]) for path in sorted(downloads.glob("*.deb")))
    shutil.rmtree(downloads)
    return is_whole


def _needed(packages: list[str]) -> list[str]:
    """What an installation would bring along."""
    command = ["apt-get", "install", "--simulate", "--no-install-recommends", *packages]
    done = subprocess.run(
        command, capture_output=True, encoding="utf-8", env={**os.environ, "LC_ALL": "C"}, check=False
    )
    return re.findall(r"^Inst (\S+)", done.stdout, re.MULTILINE) if done.returncode == 0 else []


def _run(command: list[str], folder: Path | None = None) -> bool:
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    return subprocess.run(command, cwd=folder, env=environment, check=False).returncode == 0
