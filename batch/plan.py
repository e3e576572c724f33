# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Which files go where. Nothing is written here, so wrong usage is found before anything is."""

from __future__ import annotations

import hashlib
import os
import sys
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import NoReturn

SUFFIXES = {"glb": ".glb", "gltf": ".gltf"}
_BLEND = ".blend"


class UsageError(Exception):
    """The command cannot run as it was called; its text says why."""


@dataclass(frozen=True, slots=True)
class Task:
    """One .blend file. `name` is its path below the folder it was found in; shards go by it.

    `output` is where its export goes, and `key` the same below the output folder; None and "" where nothing is.
    """

    index: int
    source: Path
    name: str
    output: Path | None = None
    key: str = ""


@dataclass(frozen=True, slots=True)
class Shard:
    """The K-th of N parts, 1 <= number <= count."""

    number: int
    count: int

    def __str__(self) -> str:
        return f"{self.number}/{self.count}"


def find_tasks(paths: Iterable[str], output_dir: Path | None, file_format: str = "glb") -> list[Task]:
    """The tasks of all paths, in order, each file once.

    UsageError for a path that is none, a folder without .blend files, and two files of one output name.
    """
    found: dict[str, Task] = {}
    for source, name in _sources(paths):
        key = "" if output_dir is None else PurePosixPath(name).with_suffix(SUFFIXES[file_format]).as_posix()
        output = None if output_dir is None else output_dir / key
        task = Task(len(found), source, name, output, key)
        place = _folded(key) if output_dir is not None else _folded(str(source.resolve()))
        other = found.setdefault(place, task)
        if other is not task and other.source.resolve() != source.resolve():
            raise UsageError(f"{other.source} and {source} would both become {other.output}")
    return list(found.values())


def _sources(paths: Iterable[str]) -> Iterator[tuple[Path, str]]:
    """Each .blend file with its name below the folder it was found in."""
    for text in paths:
        path = Path(text)
        if path.is_dir():
            files = sorted(_files_below(path))
            if not files:
                raise UsageError(f"{text}: there are no {_BLEND} files in this folder")
            yield from ((file, file.relative_to(path).as_posix()) for file in files)
        elif not os.path.lexists(path):
            raise UsageError(f"{text}: there is no such file or folder")
        elif path.suffix.lower() != _BLEND:
            raise UsageError(f"{text}: this is no {_BLEND} file")
        else:
            yield path, path.name


def _files_below(folder: Path) -> Iterator[Path]:
    """The .blend files of a folder and those below it; what is hidden by a dot is left out, links are followed."""

    def unreadable(error: OSError) -> NoReturn:
        raise UsageError(f"{error.filename}: the folder cannot be read: {error.strerror}")

    entered: set[str] = set()
    for place, folders, names in os.walk(folder, onerror=unreadable, followlinks=True):
        real = os.path.realpath(place)
        if real in entered:
            # A link that leads back.
            folders.clear()
            continue
        entered.add(real)
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in names:
            if name.lower().endswith(_BLEND) and not name.startswith("."):
                yield Path(place, name)


def _folded(name: str) -> str:
    """The name as the file system tells names apart."""
    name = os.path.normpath(name)
    return unicodedata.normalize("NFC", name).casefold() if sys.platform in ("win32", "darwin") else name


def parse_shard(text: str) -> Shard:
    """The shard of "K/N"; UsageError where it is none."""
    number, _, count = text.partition("/")
    if number.isdecimal() and count.isdecimal() and 1 <= int(number) <= int(count):
        return Shard(int(number), int(count))
    raise UsageError(f"--shard {text}: expected K/N with K from 1 to N, such as 2/8")


def take_shard(tasks: Iterable[Task], shard: Shard) -> list[Task]:
    """The tasks of one part. A file stays in its part whatever other files come or go, on every machine."""
    return [task for task in tasks if _lot(task.name) % shard.count == shard.number - 1]


def _lot(name: str) -> int:
    name = unicodedata.normalize("NFC", name)
    return int.from_bytes(hashlib.sha256(name.encode("utf-8", "surrogateescape")).digest())
