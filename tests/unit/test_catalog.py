# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Every code of the catalog is found by a rule, and every rule's code has a test."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from pathlib import Path

import pytest

from omi_physics.core.issues.catalog import CATALOG, issue
from omi_physics.core.issues.issue import Issue
from omi_physics.core.rules.validate import distinct
from tests.support.package import ROOT
from tests.support.sources import tree


def words(paths: Iterable[Path]) -> set[str]:
    """All strings in the given files."""
    nodes = (node for path in paths for node in ast.walk(tree(path)))
    return {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}


def test_every_code_is_found_by_a_rule() -> None:
    sources = [path for path in (ROOT / "core").rglob("*.py") if not path.name.startswith("codes_")]
    assert set(CATALOG) - words(sources) == set()


def test_every_code_has_a_test() -> None:
    assert set(CATALOG) - words((ROOT / "tests" / "unit").glob("test_validate_*.py")) == set()


def test_an_issue_has_what_the_catalog_says() -> None:
    assert issue("body-scaled", "Crate", "Crate: is big") == Issue(
        "body-scaled", "warning", "Crate", "Crate: is big", "apply-scale"
    )
    with pytest.raises(KeyError):
        issue("no-such-code", "Crate", "Crate: is odd")


def test_issues_are_named_once_and_errors_come_first() -> None:
    found = [issue(code, "Crate", "Crate: it") for code in ("shape-cylinder", "body-scaled", "joint-no-body")]
    assert distinct([*found, *found]) == found[::-1]
