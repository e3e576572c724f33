# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Translations of the interface: one module per language, named after it, with a dictionary of texts.

A new language is a new module here and its name in `_LANGUAGES`, with the name of every locale that speaks it.
"""

from __future__ import annotations

import importlib
from contextlib import ExitStack

import bpy

from .. import registration

# Blender called its locales otherwise before 4.5.
_LANGUAGES = {"de": ("de", "de_DE")}
# Names of operators have a context of their own.
_CONTEXTS = ("*", "Operator")

Messages = dict[str, dict[tuple[str, str], str]]


def messages() -> Messages:
    """All translations as Blender wants them: by locale, then by context and English text."""
    found: Messages = {}
    for name, locales in _LANGUAGES.items():
        texts: dict[str, str] = importlib.import_module(f".{name}", __package__).TEXTS
        by_context = {(context, text): words for text, words in texts.items() for context in _CONTEXTS}
        found.update(dict.fromkeys(locales, by_context))
    return found


def register_extra(undo: ExitStack) -> None:
    """Hands the translations to Blender, under the name of the add-on."""
    name = registration.addon_id()
    bpy.app.translations.register(name, messages())
    undo.callback(bpy.app.translations.unregister, name)
