# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Files for the headless command, and the command itself as a process."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import bpy

from tests.support.blender import empty_scene
from tests.support.package import ROOT

from . import scenes

COMMAND = [sys.executable, str(ROOT / "cli.py")]


@dataclass(frozen=True)
class Result:
    """What a run of the command left."""

    code: int
    out: str
    err: str
    report: dict[str, Any]

    def file(self, name: str) -> dict[str, Any]:
        """The report's entry of a file."""
        return next(f for f in self.report["files"] if Path(f["file"]).name == name)

    def statuses(self) -> dict[str, str]:
        """Status by the name of the file."""
        return {Path(f["file"]).name: f["status"] for f in self.report["files"]}


def environment(**extra: str) -> dict[str, str]:
    """The environment without the settings of the tests' own Blender."""
    return {**{k: v for k, v in os.environ.items() if not k.startswith("BLENDER_")}, **extra}


def run(*arguments: object, report: Path | None = None, **extra: str) -> Result:
    """Runs the command to its end."""
    words = [str(a) for a in arguments] + (["--report", str(report)] if report is not None else [])
    done = subprocess.run(
        [*COMMAND, *words],
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=environment(**extra),
        timeout=300,
        check=False,
    )
    data = json.loads(report.read_text(encoding="utf-8")) if report is not None and report.is_file() else {}
    return Result(done.returncode, done.stdout, done.stderr, data)


def save_box(path: Path, size: float = 1.0, mass: float = 1.0) -> Path:
    """A .blend file of one dynamic body with a box collider."""
    empty_scene()
    box = scenes.make_collider(scenes.make_body(scenes.cube("Box", (size, size, size)), mass=mass))
    assert box.omi_physics.use_collider
    return save(path)


def save(path: Path, **options: Any) -> Path:
    """Writes the scene at hand."""
    path.parent.mkdir(parents=True, exist_ok=True)
    bpy.ops.wm.save_as_mainfile(filepath=str(path), check_existing=False, **options)
    return path


def left_over(folder: Path) -> list[str]:
    """Files and folders of unfinished work."""
    return [str(p) for p in folder.rglob(".*") if p.name != ".omi_physics.json"]


_SITE = '''
import importlib.abc, importlib.machinery, os, sys

class _Finder(importlib.abc.MetaPathFinder):
    """Runs a function on our module as soon as it is imported."""

    def find_spec(self, name, path, target=None):
        if not name.endswith(MODULE) or not name.startswith("omi_physics_checkout"):
            return None
        sys.meta_path.remove(self)
        spec = importlib.machinery.PathFinder.find_spec(name, path)
        run = spec.loader.exec_module
        def exec_module(module):
            run(module)
            change(module)
        spec.loader.exec_module = exec_module
        return spec

sys.meta_path.insert(0, _Finder())
'''


def changed_command(folder: Path, module: str, change: str) -> dict[str, str]:
    """An environment in which a module of ours, such as ".core.plan.assemble", is changed by `def change(module)`."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "sitecustomize.py").write_text(f"{change}\nMODULE = {module!r}\n{_SITE}", encoding="utf-8")
    return {"PYTHONPATH": str(folder)}
