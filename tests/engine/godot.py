# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs a real Godot on an exported file.

`GODOT` names the program (otherwise `godot` on PATH); `GODOT_ROOT` a folder to chroot into that has one (needs root).
`OMI_GODOT_ADDONS` names the `addons` folder of the omi-godot project, without which joints are not read.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

PROJECT = Path(__file__).resolve().parent / "project"
ENGINES = {"jolt": "Jolt Physics", "godot": "GodotPhysics3D"}
_JOINT_READER = "addons/omi_extensions/physics_joint/omi_physics_joint_doc_ext.gd"


@dataclass(frozen=True)
class Result:
    """What Godot made of a file: by node name, when loaded (`nodes`) and after the simulation (`after`).

    `tree` lists the path and the class of each node.
    """

    nodes: dict[str, dict[str, Any]]
    after: dict[str, dict[str, Any]]
    seen: dict[str, list[str]]
    tree: list[tuple[str, str]]
    log: str


def _root() -> Path | None:
    return Path(os.environ["GODOT_ROOT"]) if os.environ.get("GODOT_ROOT") else None


def _program() -> str | None:
    if _root() is not None:
        return "godot"
    return os.environ.get("GODOT") or shutil.which("godot")


def missing() -> str | None:
    """Why Godot cannot be run; None where it can."""
    root = _root()
    if root is not None:
        found = any((root / place / "godot").exists() for place in ("usr/bin", "usr/games", "usr/local/bin"))
        return None if found else f"no godot in {root}"
    return None if _program() else "no Godot: neither GODOT, GODOT_ROOT nor a `godot` on PATH"


def addons() -> Path | None:
    """The add-ons with the joint reader, where they are at hand."""
    folder = os.environ.get("OMI_GODOT_ADDONS")
    return Path(folder) if folder and (Path(folder).parent / _JOINT_READER).is_file() else None


def _scratch() -> Path:
    root = _root()
    return Path(tempfile.mkdtemp(prefix="omi-engine-", dir=None if root is None else root / "tmp"))


def _inside(path: Path) -> str:
    root = _root()
    return str(path) if root is None else f"/{path.relative_to(root).as_posix()}"


def _run(arguments: list[str]) -> str:
    root, program = _root(), _program()
    assert program is not None
    command = [program, "--headless", *arguments]
    if root is not None:
        command = ["chroot", str(root), *command]
    done = subprocess.run(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=300, text=True, errors="replace",
        check=False, env={**os.environ, "HOME": os.environ.get("HOME", "/")},
    )  # fmt: skip
    return done.stdout


@cache
def _project(engine: str) -> Path:
    """A project for one physics engine, with the joint reader where it is at hand."""
    folder = _scratch()
    for source in PROJECT.iterdir():
        shutil.copyfile(source, folder / source.name)
    settings = folder / "project.godot"
    settings.write_text(settings.read_text().replace("@ENGINE@", ENGINES[engine]))
    reader = addons()
    if reader is not None:
        shutil.copytree(reader / "omi_extensions", folder / "addons" / "omi_extensions")
        # The class names of the add-on become known once the editor has looked at the project.
        _run(["--path", _inside(folder), "--import"])
    return folder


def load(file: Path, engine: str, seconds: float = 0.0) -> Result:
    """Loads a .glb and simulates it; AssertionError where Godot refuses it or does not come back."""
    work = _scratch()
    try:
        shutil.copyfile(file, work / file.name)
        return _check(_project(engine), work, _inside(work / file.name), seconds)
    finally:
        shutil.rmtree(work, ignore_errors=True)


def load_in_editor(file: Path) -> Result:
    """What the editor makes of a .glb that lies in a project, without the joint reader."""
    project = _scratch()
    try:
        for source in PROJECT.iterdir():
            shutil.copyfile(source, project / source.name)
        shutil.copyfile(file, project / "scene.glb")
        log = _run(["--path", _inside(project), "--import"])
        assert (project / "scene.glb.import").is_file(), f"Godot imported nothing:\n{log}"
        return _check(project, project, "res://scene.glb", 0.0)
    finally:
        shutil.rmtree(project, ignore_errors=True)


def _check(project: Path, work: Path, file: str, seconds: float) -> Result:
    """Runs check.gd on a file; its result goes through the folder `work`."""
    out = work / "out.json"
    extensions = [f"res://{_JOINT_READER}"] if (project / _JOINT_READER).is_file() else []
    log = _run([
        "--fixed-fps", "60", "--path", _inside(project), "-s", "check.gd", "--",
        file, _inside(out), str(seconds), *extensions,
    ])  # fmt: skip
    assert out.is_file(), f"Godot wrote no result:\n{log}"
    data = json.loads(out.read_text())
    assert data["error"] == 0, f"Godot refuses the file: {data['error']}\n{log}"
    return Result(data["nodes"], data["after"], data["seen"], [(path, kind) for path, kind in data["tree"]], log)
