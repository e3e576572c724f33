# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The documentation of the checks says what the code says."""

from __future__ import annotations

import importlib
import re
from types import ModuleType

import pytest

from omi_physics.core.issues.catalog import CATALOG, FIX_LABELS
from tests.support.package import ROOT


@pytest.fixture
def checks_page(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(ROOT / "tools"))
    return importlib.import_module("checks_page")


def test_page_is_up_to_date(checks_page: ModuleType) -> None:
    text = (ROOT / "docs" / "checks.md").read_text(encoding="utf-8")
    assert text == checks_page.page(), "run: python tools/checks_page.py"


def test_page_has_every_code_once(checks_page: ModuleType) -> None:
    headings = re.findall(r"^### (.+)$", checks_page.page(), re.MULTILINE)
    assert sorted(headings) == sorted(CATALOG)


def test_check_tells_an_old_page(checks_page: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path) -> None:
    monkeypatch.setattr(checks_page, "PAGE", tmp_path / "checks.md")
    assert checks_page.main(["--check"]) == 1
    assert checks_page.main([]) == 0
    assert checks_page.main(["--check"]) == 0
    (tmp_path / "checks.md").write_text("old", encoding="utf-8")
    assert checks_page.main(["--check"]) == 1


def test_every_rule_is_complete() -> None:
    assert len({rule.title for rule in CATALOG.values()}) == len(CATALOG)
    for code, rule in CATALOG.items():
        assert rule.code == code
        assert re.fullmatch(r"[a-z]+(-[a-z]+)+", code)
        for sentence in (rule.meaning, rule.engines, rule.remedy):
            assert re.match(r"[A-Z]", sentence), f"{code}: {sentence}"
            assert re.search(r'[.%"]$', sentence), f"{code}: {sentence}"


def test_every_fix_is_in_use() -> None:
    assert {rule.fix_id for rule in CATALOG.values() if rule.fix_id} == set(FIX_LABELS)
