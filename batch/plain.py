# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads what lies around, which anybody may have put there: no pipe holds it up, no device goes on without an end."""

from __future__ import annotations

import contextlib
import json
import math
import os
import stat
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import Any, BinaryIO


@contextlib.contextmanager
def opened(path: Path) -> Iterator[BinaryIO]:
    """An ordinary file, or one that a link leads to; OSError where it is none."""
    flags = os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0)
    # Before it is opened: a device may take that for a request.
    _demand_plain(path.stat())
    with os.fdopen(os.open(path, flags), "rb") as file:
        _demand_plain(os.fstat(file.fileno()))
        yield file


def _demand_plain(found: os.stat_result) -> None:
    if not stat.S_ISREG(found.st_mode):
        raise OSError("it is no ordinary file")


def read_json(path: Path) -> Any:
    """The data of a JSON file; OSError or ValueError where there is none. Numbers are finite."""
    with opened(path) as file:
        content = file.read()
    try:
        return json.loads(content, parse_constant=_refuse, parse_float=_finite)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None


def _refuse(text: str) -> float:
    raise ValueError(f"{text} is no number")


def _finite(text: str) -> float:
    number = float(text)
    return number if math.isfinite(number) else _refuse(text)


def is_inside(name: Any) -> bool:
    """Whether a name, written with slashes, leads to a place below the folder it is relative to."""
    if not isinstance(name, str) or not name or any(c in name for c in "\0\\" + (":" if os.name == "nt" else "")):
        return False
    path = PurePosixPath(name)
    return not path.is_absolute() and ".." not in path.parts and path.parts != ()
