# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Which files go where. Nothing is written here, so wrong usage is found before anything is."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

SUFFIXES = {"glb": ".glb", "gltf": ".gltf"}


class UsageError(Exception):
    """The command cannot run as it was called; its text says why."""


@dataclass(frozen=True, slots=True)
class Task:
    """One .blend file. `name` is its path below the folder it was found in, which shards go by; `output` may be None."""

    source: Path
    name: str
    output: Path | None = None


def find_tasks(paths: Iterable[str], output_dir: Path | None, file_format: str = "glb") -> list[Task]:
    """The tasks of all paths, in order; UsageError for a path that is none, and for two outputs of one name."""
    tasks: list[Task] = []
    for text in paths:
        path = Path(text)
        if path.is_dir():
            found = sorted(p for p in path.rglob("*.blend") if p.is_file())
            if not found:
                raise UsageError(f"{text}: there are no .blend files in this folder")
            tasks.extend(_task(p, p.relative_to(path), output_dir, file_format) for p in found)
        elif path.is_file():
            tasks.append(_task(path, Path(path.name), output_dir, file_format))
        else:
            raise UsageError(f"{text}: there is no such file or folder")
    return _without_collisions(tasks)


def _task(source: Path, name: Path, output_dir: Path | None, file_format: str) -> Task:
    output = None if output_dir is None else output_dir / name.with_suffix(SUFFIXES[file_format])
    return Task(source, name.as_posix(), output)


def _without_collisions(tasks: list[Task]) -> list[Task]:
    """The tasks, each file once; file systems that do not tell A from a count."""
    by_output: dict[str, Task] = {}
    kept: list[Task] = []
    for task in tasks:
        key = os.path.normpath(task.output if task.output is not None else task.source.absolute()).casefold()
        other = by_output.get(key)
        if other is None:
            by_output[key] = task
            kept.append(task)
        elif not _is_same_file(other.source, task.source):
            raise UsageError(f"{other.source} and {task.source} would both become {task.output}")
    return kept


def _is_same_file(one: Path, two: Path) -> bool:
    return one.resolve() == two.resolve()


def parse_shard(text: str) -> tuple[int, int]:
    """K and N of "K/N", 1 <= K <= N."""
    number, _, count = text.partition("/")
    if number.isdecimal() and count.isdecimal() and 1 <= int(number) <= int(count):
        return int(number), int(count)
    raise UsageError(f"--shard {text}: expected K/N with K from 1 to N, such as 2/8")


def take_shard(tasks: list[Task], shard: tuple[int, int]) -> list[Task]:
    """The K-th of N parts. A file stays in its part whatever other files come or go."""
    number, count = shard
    return [t for t in tasks if int(hashlib.sha256(t.name.encode()).hexdigest(), 16) % count == number - 1]
