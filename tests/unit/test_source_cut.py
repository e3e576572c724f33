# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The cut of the sources: no import runs up a floor, and none runs in a circle."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.package import ROOT
from tests.support.sources import python_files, relative, tree

# From the ground up; a file belongs to the longest name that its path begins with. Each may import what stands below
# it or beside it in its own folder, and nothing else.
FLOORS = (
    ("core.ground",),
    ("core.physics", "core.issues"),
    ("core.geometry",),
    ("core.takeover",),
    ("core.formats.common",),
    ("core.formats.omi",),
    ("core.formats.khr",),
    ("core.formats",),
    ("core.plan",),
    ("core.rules",),
    ("core",),
    ("splitting",),
    ("properties",),
    ("io_hooks",),
    ("operators",),
    ("overlay",),
    ("panels",),
)


def modules() -> dict[str, Path]:
    """The extension's modules by their dotted names."""
    found: dict[str, Path] = {}
    for path in python_files():
        parts = relative(path).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


MODULES = modules()


def imported(name: str, path: Path) -> Iterator[str]:
    """The modules of the extension that a module imports, anywhere in it: in functions and under TYPE_CHECKING too."""
    package = relative(path).parts[:-1]
    for node in ast.walk(tree(path)):
        if not isinstance(node, ast.ImportFrom) or not node.level:
            continue
        base = ".".join((*package[: len(package) - node.level + 1], *([node.module] if node.module else [])))
        names = [f"{base}.{alias.name}".lstrip(".") for alias in node.names]
        yield from (found if found in MODULES else base for found in names)


IMPORTS = {name: sorted(set(imported(name, path))) for name, path in MODULES.items()}


def wing(name: str) -> tuple[int, str] | None:
    """The floor and the wing of a module; None for what has none: the command and the registration."""
    fitting = [
        (number, part)
        for number, parts in enumerate(FLOORS)
        for part in parts
        if name == part or name.startswith(part + ".")
    ]
    return max(fitting, key=lambda found: len(found[1]), default=None)


def test_no_import_runs_up() -> None:
    found = []
    for name, others in IMPORTS.items():
        own = wing(name)
        for other in others:
            theirs = wing(other)
            if own and theirs and own != theirs and theirs[0] >= own[0]:
                found.append(f"{name} imports {other}")
    assert not found


def test_no_import_runs_in_a_circle() -> None:
    done: set[str] = set()
    found: list[str] = []

    def visit(name: str, above: tuple[str, ...]) -> None:
        if name in above:
            found.append(" -> ".join((*above[above.index(name) :], name)))
        elif name not in done:
            for other in IMPORTS.get(name, ()):
                visit(other, (*above, name))
            done.add(name)

    for name in IMPORTS:
        visit(name, ())
    assert not found


@pytest.mark.parametrize("name", [part for parts in FLOORS for part in parts])
def test_every_floor_is_there(name: str) -> None:
    assert (ROOT / Path(*name.split("."))).is_dir()
