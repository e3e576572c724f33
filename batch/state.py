# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What is needed to skip files that have not changed, kept beside the outputs."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from .report import write_json

FILE_NAME = ".omi_physics.json"
VERSION = 1

Stamp = list[Any] | None
"""Size, time of change in nanoseconds and SHA-256 of a file; None where there is none."""


def digest(path: Path) -> str:
    """SHA-256 of a file's content."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def stamp(path: Path) -> Stamp:
    """What a file looks like now."""
    if not path.is_file():
        return None
    found = path.stat()
    return [found.st_size, found.st_mtime_ns, digest(path)]


def is_unchanged(path: Path, before: Stamp) -> bool:
    """Whether a file still has the content it had; reads it only where its time differs and its size does not."""
    if before is None or not path.is_file():
        return before is None and not path.is_file()
    found = path.stat()
    if found.st_size != before[0]:
        return False
    return found.st_mtime_ns == before[1] or digest(path) == before[2]


class State:
    """The outputs of former runs. `settings` stands for options and versions: other settings, other output."""

    def __init__(self, folder: Path, settings: str) -> None:
        self._path = folder / FILE_NAME
        self._folder = folder
        self._settings = settings
        self._files = self._load()

    def _load(self) -> dict[str, Any]:
        try:
            data = json.loads(self._path.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            # Without a readable state everything is exported again.
            return {}
        known = isinstance(data, dict) and data.get("version") == VERSION and isinstance(data.get("files"), dict)
        return data["files"] if known else {}

    def entry(self, source: Path, output: Path) -> dict[str, Any] | None:
        """The report entry of the run that made the output, where neither it nor what it was made of has changed."""
        found = self._files.get(self._key(output))
        try:
            if not isinstance(found, dict) or found["settings"] != self._settings:
                return None
            if found["source"] != str(source.absolute()):
                return None
            stamps = {**found["inputs"], **found["outputs"]}
            return found["entry"] if all(is_unchanged(Path(p), s) for p, s in stamps.items()) else None
        except (KeyError, TypeError, IndexError, OSError):
            # A state that someone edited is no reason to fail: the file is exported again.
            return None

    def remember(
        self, source: Path, output: Path, inputs: dict[str, Stamp], outputs: Iterable[str], entry: dict[str, Any]
    ) -> None:
        """Notes a fresh output and what it was made of."""
        self._files[self._key(output)] = {
            "settings": self._settings,
            "source": str(source.absolute()),
            "inputs": inputs,
            "outputs": {path: stamp(Path(path)) for path in outputs},
            "entry": entry,
        }

    def forget(self, output: Path) -> None:
        """Has the file exported again next time."""
        self._files.pop(self._key(output), None)

    def save(self) -> None:
        """Writes the state; OSError where the folder cannot be written."""
        write_json(self._path, {"version": VERSION, "files": self._files})

    def _key(self, output: Path) -> str:
        return output.relative_to(self._folder).as_posix()
