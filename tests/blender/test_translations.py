# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Translations belong to texts that exist, and keep their placeholders. The bpy package itself speaks English only."""

from __future__ import annotations

import ast
import re
from contextlib import ExitStack
from types import SimpleNamespace

import pytest

from tests.support.sources import python_files, relative, tree

from .support import ADDON, addon_module
from .test_interface_texts import labels_and_tips

LANGUAGES = ("de",)
PLACEHOLDER = re.compile(r"%[sd]")


def texts(language: str) -> dict[str, str]:
    return addon_module(f"translations.{language}").TEXTS


def interface_texts() -> set[str]:
    """All that the interface can show: what Blender knows of our classes, and every text in the sources."""
    found = {text for _, _, text in labels_and_tips()}
    for path in python_files():
        if relative(path).parts[0] in ("panels", "operators", "properties", "io_hooks"):
            found |= {n.value for n in ast.walk(tree(path)) if isinstance(n, ast.Constant) and isinstance(n.value, str)}
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_translated_exists(language: str) -> None:
    assert not set(texts(language)) - interface_texts()


@pytest.mark.parametrize("language", LANGUAGES)
def test_translations_keep_placeholders_and_the_final_period(language: str) -> None:
    for text, translation in texts(language).items():
        assert PLACEHOLDER.findall(text) == PLACEHOLDER.findall(translation), text
        assert text.endswith(".") == translation.endswith("."), text
        assert translation == translation.strip() != ""


def test_every_locale_has_labels_and_names_of_operators() -> None:
    found = addon_module("translations").messages()
    assert found["de"] == found["de_DE"]
    assert found["de"]["*", "Motion"] == "Bewegung"
    assert found["de"]["Operator", "Dynamic Body"] == "Dynamischer Körper"


def test_blender_gets_them_and_loses_them_again(monkeypatch: pytest.MonkeyPatch) -> None:
    module, known = addon_module("translations"), {}
    blender = SimpleNamespace(register=known.__setitem__, unregister=known.__delitem__)
    monkeypatch.setattr(module, "bpy", SimpleNamespace(app=SimpleNamespace(translations=blender)))
    with ExitStack() as undo:
        module.register_extra(undo)
        assert list(known) == [ADDON]
    assert not known
