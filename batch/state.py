# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What is needed to skip files that have not changed, kept beside the outputs."""

from __future__ import annotations

import hashlib
import json
import os
import time
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from .plan import Shard
from .report import Entry, is_entry, write_json
from .stamps import Stamp, Stamps

STEM = ".omi_physics"
VERSION = 1
# The state is written while a run goes on, but takes at most this part of its time.
_SHARE = 0.01

Record = dict[str, Any]


def file_name(shard: Shard | None) -> str:
    """The state's file; each shard has its own, since shards run at the same time."""
    return f"{STEM}.json" if shard is None else f"{STEM}.{shard.number}-of-{shard.count}.json"


def settings_digest(settings: Any) -> str:
    """A short text that differs for other settings."""
    return hashlib.sha256(json.dumps(settings, sort_keys=True).encode()).hexdigest()[:24]


class State:
    """The outputs of former runs in a folder, by their paths below it.

    Files and outputs are named relative to the folder where that is possible, so that all of it may move.
    """

    def __init__(self, folder: Path, settings: str, shard: Shard | None = None) -> None:
        self._folder = folder
        self._settings = settings
        self._path = folder / file_name(shard)
        self._stamps = Stamps()
        self._seen = _identity(self._path)
        self._own = _load(self._path)
        self._all = dict(self._own)
        for path in sorted(folder.glob(f"{STEM}*.json")) if folder.is_dir() else []:
            _add_newer(self._all, _load(path))
        self._saved = time.monotonic()
        self._pause = 0.0

    def entry(self, key: str, source: Path) -> Entry | None:
        """The report entry of the run that made an output, where neither it nor what it was made of has changed."""
        found = self._all.get(key)
        try:
            if found is None or found["settings"] != self._settings or found["source"] != self._named(source):
                return None
            stamps = {**found["inputs"], **found["outputs"]}
            for name, stamp in stamps.items():
                if not self._stamps.is_unchanged(self._folder / name, stamp):
                    return None
            return found["entry"] if key in found["outputs"] and is_entry(found["entry"]) else None
        except (KeyError, TypeError, IndexError, ValueError):
            # A state that someone edited is no reason to fail: the file is exported again.
            return None

    def remember(
        self, key: str, source: Path, inputs: Mapping[str, Stamp], outputs: Iterable[Path], entry: Entry
    ) -> None:
        """Notes a fresh output and what it was made of."""
        record = {
            "time": time.time(),
            "settings": self._settings,
            "source": self._named(source),
            "inputs": {self._named(Path(path)): stamp for path, stamp in inputs.items()},
            "outputs": {self._named(path): self._stamps.take(path) for path in outputs},
            "entry": entry,
        }
        self._own[key] = self._all[key] = record

    def forget(self, key: str) -> None:
        """Has a file exported again next time."""
        if key in self._all:
            # It stays as a mark: the state of another shard may know more than this one.
            self._own[key] = self._all[key] = {"time": time.time()}

    def save_now_and_then(self) -> None:
        """Writes the state where the last time is long enough ago; OSError where that is not possible."""
        if time.monotonic() - self._saved >= self._pause:
            self.save()

    def save(self) -> None:
        """Writes the state; OSError where the folder cannot be written."""
        start = time.monotonic()
        if _identity(self._path) != self._seen:
            # Another run into the same folder has written since.
            _add_newer(self._own, _load(self._path))
        # One line an output keeps the file small and readable.
        write_json(self._path, {"version": VERSION, "outputs": self._own}, indent=None)
        self._seen = _identity(self._path)
        self._saved = time.monotonic()
        self._pause = (self._saved - start) / _SHARE

    def _named(self, path: Path) -> str:
        try:
            return Path(os.path.relpath(path, self._folder)).as_posix()
        except ValueError:
            # Another drive of Windows.
            return path.absolute().as_posix()


def _identity(path: Path) -> tuple[int, int, int] | None:
    """Differs for each writing of a state, which puts a new file in the place of the old one."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_ino, found.st_mtime_ns, found.st_size


def _load(path: Path) -> dict[str, Record]:
    """The records of a state; none where it cannot be read, and then everything is exported again."""
    try:
        data = json.loads(path.read_bytes())
        if data["version"] == VERSION:
            return {key: record for key, record in data["outputs"].items() if isinstance(record["time"], int | float)}
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        pass
    return {}


def _add_newer(records: dict[str, Record], others: Mapping[str, Record]) -> None:
    for key, record in others.items():
        if key not in records or records[key]["time"] < record["time"]:
            records[key] = record
