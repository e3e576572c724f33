# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Outputs are made in a run's own folder and moved to their final places when they are whole.

Several files of one output are moved by a plan that is written down before: where a run is killed in between, the next
one goes on with it. Nothing here knows who made the files.
"""

from __future__ import annotations

import contextlib
import errno
import os
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .plain import is_inside, read_json
from .report import write_json
from .whole import Files

_PLAN = "plan.json"
_OLD = "old"
# Begins the names of all that a run leaves beside its outputs.
PREFIX = ".omi_physics"


@dataclass(frozen=True, slots=True)
class _Move:
    """One file: where it was made, where it goes, and where the older one is kept until all are there."""

    staged: Path
    target: Path
    old: Path


def new_attempt(run_folder: Path, index: int) -> Path:
    """A new folder for an attempt at a task, so that no late one writes between the files of another."""
    folder = run_folder / f"{index}-{os.urandom(6).hex()}"
    folder.mkdir()
    return folder


def clear(run_folder: Path, index: int) -> None:
    """Takes away what is left of the attempts at a task."""
    for folder in run_folder.glob(f"{index}-*"):
        shutil.rmtree(folder, ignore_errors=True)


def check_whole(attempt: Path, files: Files, main: str) -> list[Path]:
    """The files of an attempt, the main one last; OSError where one is not there, of another size, or elsewhere."""
    if main not in files or not is_inside(attempt.name):
        raise OSError("the export is not whole")
    for name, (size, _) in files.items():
        if not is_inside(name) or not size or (attempt / name).stat().st_size != size:
            raise OSError(f"{name} is not as it was made")
    return [attempt / name for name in sorted(files, key=lambda name: name == main)]


def publish(run_folder: Path, home: Path, staged: Sequence[Path], attempt: Path, output: Path) -> list[Path]:
    """Moves the files of an attempt, the output's own last, to the output's folder, and gives their final places.

    A single file takes the place of the older one at once. Of several, the older output goes first and the new one
    comes last: never does it stand beside files of another export. Where something cannot be moved, what was there
    before is put back and OSError goes on.
    """
    targets = [output.parent / path.relative_to(attempt) for path in staged]
    if len(staged) == 1:
        output.parent.mkdir(parents=True, exist_ok=True)
        _put(staged[0], targets[0])
        return targets
    # Of an output that could be moved neither on nor back.
    recover(run_folder, home)
    pairs = [[_below(path, run_folder), _below(target, home)] for path, target in zip(staged, targets, strict=True)]
    write_json(run_folder / _PLAN, pairs, indent=None)
    moves = _moves(run_folder, home, pairs)
    try:
        _forward(moves)
    except BaseException:
        _back(moves)
        _forget(run_folder)
        raise
    _forget(run_folder)
    return targets


def recover(run_folder: Path, home: Path) -> None:
    """Brings to an end, or back, what a run that was killed was moving.

    ValueError where its plan is none; OSError where it goes neither way, and then the folder has to stay.
    """
    plan = run_folder / _PLAN
    if not os.path.lexists(plan):
        return
    pairs = read_json(plan)
    if not (isinstance(pairs, list) and all(_is_pair(pair) for pair in pairs)):
        raise ValueError("this is no plan of moves")
    moves = _moves(run_folder, home, pairs)
    try:
        _forward(moves)
    except OSError:
        _back(moves)
    _forget(run_folder)


def _is_pair(pair: Any) -> bool:
    return isinstance(pair, list) and len(pair) == 2 and all(map(is_inside, pair))


def _below(path: Path, folder: Path) -> str:
    return path.relative_to(folder).as_posix()


def _moves(run_folder: Path, home: Path, pairs: Sequence[Sequence[str]]) -> list[_Move]:
    old = run_folder / _OLD
    return [_Move(run_folder / pair[0], home / pair[1], old / str(number)) for number, pair in enumerate(pairs)]


def _forward(moves: Sequence[_Move]) -> None:
    """Does what is left of the moves; what is no longer staged is in its place."""
    for move in reversed(moves):
        is_there = move.target.is_file() or move.target.is_symlink()
        if is_there and os.path.lexists(move.staged) and not os.path.lexists(move.old):
            move.old.parent.mkdir(exist_ok=True)
            _put(move.target, move.old)
    for move in moves:
        if os.path.lexists(move.staged):
            move.target.parent.mkdir(parents=True, exist_ok=True)
            _put(move.staged, move.target)
        elif not os.path.lexists(move.target):
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(move.staged))


def _back(moves: Sequence[_Move]) -> None:
    """Puts back what was there before; the output itself goes first and comes last."""
    for move in reversed(moves):
        if not os.path.lexists(move.staged) and os.path.lexists(move.target):
            _put(move.target, move.staged)
    for move in moves:
        if os.path.lexists(move.old):
            _put(move.old, move.target)


def _forget(run_folder: Path) -> None:
    (run_folder / _PLAN).unlink(missing_ok=True)
    shutil.rmtree(run_folder / _OLD, ignore_errors=True)


def _put(path: Path, target: Path) -> None:
    """Moves a file into another's place at once, also to another file system."""
    try:
        path.replace(target)
    except OSError as error:
        if error.errno != errno.EXDEV:
            raise
        beside = target.with_name(f"{PREFIX}-{os.urandom(6).hex()}")
        try:
            shutil.copy2(path, beside, follow_symlinks=False)
            beside.replace(target)
        finally:
            with contextlib.suppress(OSError):
                beside.unlink()
        path.unlink()
