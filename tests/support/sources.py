# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The repository's files, for tests that hold the sources to the project's rules."""

from __future__ import annotations

import ast
import functools
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

from .package import ROOT

_SKIPPED = {".git", ".venvs", "build", "__pycache__", "node_modules"}
NOT_SHIPPED = ("tests", "tools", "demo", "bench")


@functools.cache
def repository_files() -> tuple[Path, ...]:
    """All files that git tracks; where this is no git checkout, all files but build products."""
    try:
        output = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return tuple(sorted(_walk()))
    tracked = [ROOT / os.fsdecode(name) for name in output.split(b"\0") if name]
    return tuple(sorted(path for path in tracked if path.is_file()))


def _walk() -> Iterator[Path]:
    for folder, folders, names in os.walk(ROOT):
        folders[:] = [name for name in folders if name not in _SKIPPED]
        yield from (Path(folder) / name for name in names)


def python_files(*, shipped: bool = True) -> list[Path]:
    """The repository's Python files; with `shipped`, those of the extension only."""
    paths = [path for path in repository_files() if path.suffix == ".py"]
    return [path for path in paths if not shipped or relative(path).parts[0] not in NOT_SHIPPED]


def relative(path: Path) -> Path:
    """A path below the repository's root."""
    return path.relative_to(ROOT)


@functools.cache
def tree(path: Path) -> ast.Module:
    """The syntax tree of a Python file."""
    return ast.parse(path.read_text(encoding="utf-8"), filename=str(path))


def imports(path: Path) -> Iterator[tuple[int, str]]:
    """Every import of a file, at any depth, as (level, dotted name); level 0 is absolute."""
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            yield from ((0, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.level, node.module or ""
        elif isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
            if isinstance(node.args[0].value, str) and _name(node.func) in ("import_module", "__import__"):
                yield 0, node.args[0].value


def _name(function: ast.expr) -> str:
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""
