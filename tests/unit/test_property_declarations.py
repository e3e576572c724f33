# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Property groups are declared twice: as types for the checker, as properties for Blender. Both must say the same."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

import pytest

from tests.support.sources import python_files, relative, tree

# What the checker may be told of each kind of property.
KINDS = {
    "BoolProperty": r"bool",
    "IntProperty": r"int",
    "FloatProperty": r"float",
    "StringProperty": r"str",
    "EnumProperty": r"str|set\[str\]",
    "FloatVectorProperty": r"tuple\[float(, float)+\]",
    "IntVectorProperty": r"tuple\[int(, int)+\]",
    "BoolVectorProperty": r"tuple\[bool(, bool)+\]",
    "PointerProperty": r"OMI_PG_\w+|bpy\.types\.\w+ \| None",
    "CollectionProperty": r"\w+\[OMI_PG_\w+\]",
}


def declarations() -> Iterator[tuple[str, ast.If]]:
    """The `if TYPE_CHECKING ... else` of every class of the extension, by module and class."""
    for path in python_files():
        for node in ast.walk(tree(path)):
            if isinstance(node, ast.ClassDef):
                for statement in node.body:
                    if isinstance(statement, ast.If) and ast.unparse(statement.test) == "TYPE_CHECKING":
                        yield f"{relative(path).as_posix()}:{node.name}", statement


ALL = dict(declarations())


def annotated(statements: list[ast.stmt]) -> dict[str, ast.expr]:
    assert all(isinstance(statement, ast.AnnAssign) for statement in statements)
    return {ast.unparse(s.target): s.annotation for s in statements if isinstance(s, ast.AnnAssign)}


def test_there_are_declarations() -> None:
    assert len(ALL) > 10


@pytest.mark.parametrize("name", ALL)
def test_both_branches_agree(name: str) -> None:
    types, properties = annotated(ALL[name].body), annotated(ALL[name].orelse)
    assert list(types) == list(properties)
    wrong = []
    for key, declared in properties.items():
        assert isinstance(declared, ast.Call)
        kind = ast.unparse(declared.func).rpartition(".")[2]
        if not re.fullmatch(KINDS[kind], ast.unparse(types[key])):
            wrong.append(f"{key}: {ast.unparse(types[key])} is no {kind}")
        options = {keyword.arg: keyword.value for keyword in declared.keywords}
        size, is_set = options.get("size"), "ENUM_FLAG" in ast.unparse(declared)
        if size is not None and ast.unparse(types[key]).count("float") != ast.literal_eval(size):
            wrong.append(f"{key}: not of size {ast.unparse(size)}")
        if kind == "EnumProperty" and is_set != (ast.unparse(types[key]) == "set[str]"):
            wrong.append(f"{key}: a set of words or one word?")
        if kind in ("PointerProperty", "CollectionProperty"):
            if ast.unparse(options["type"]).rpartition(".")[2] not in ast.unparse(types[key]):
                wrong.append(f"{key}: not of type {ast.unparse(options['type'])}")
    assert not wrong


@pytest.mark.parametrize(
    "path", [p for p in python_files() if "class OMI_PG_" in p.read_text(encoding="utf-8")], ids=lambda p: p.name
)
def test_no_property_is_declared_once_only(path: object) -> None:
    bare = []
    for node in ast.walk(tree(path)):  # type: ignore[arg-type]
        if isinstance(node, ast.ClassDef) and node.name.startswith("OMI_PG_"):
            bare += [f"{node.name}.{ast.unparse(s.target)}" for s in node.body if isinstance(s, ast.AnnAssign)]
    assert not bare
