# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Texts of the interface: labels in title case, tooltips without a period; judged by Blender's own checker too."""

from __future__ import annotations

import importlib
import importlib.util
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import bpy

from tests.support.sources import python_files

from .support import ADDON

# Words that stay small inside a title, after the MLA's style.
SMALL = {"a", "an", "and", "as", "at", "but", "by", "for", "from", "in", "into", "of", "on", "or", "the", "to", "with"}


def classes() -> list[type]:
    """All classes of ours that Blender knows."""
    found: list[type] = []
    for base in BASES:
        found += [kind for kind in base.__subclasses__() if kind.__module__.startswith(ADDON) and kind.is_registered]
    return found


def is_operator(kind: type) -> bool:
    return issubclass(kind, bpy.types.Operator)


def properties(kind: type) -> Iterator[Any]:
    """The properties that a class itself adds."""
    own = set(vars(kind).get("__annotations__", ())) if issubclass(kind, bpy.types.PropertyGroup) else set()
    inherited = {"rna_type"} | {prop.identifier for base in BASES for prop in base.bl_rna.properties}
    for prop in rna_of(kind).properties:
        if prop.identifier not in inherited or prop.identifier in own:
            yield prop


def rna_of(kind: type) -> Any:
    """What Blender shows of a class; of operators, their properties and tooltip."""
    if not is_operator(kind):
        return kind.bl_rna
    return getattr(bpy.ops.omi_physics, kind.bl_idname.partition(".")[2]).get_rna_type()


BASES = (bpy.types.Operator, bpy.types.Panel, bpy.types.Menu, bpy.types.UIList, bpy.types.PropertyGroup)


def labels_and_tips() -> Iterator[tuple[str, str, str]]:
    """Where a text is, whether it is a label or a tip, and the text."""
    for kind in classes():
        where = kind.__name__
        if is_operator(kind) or issubclass(kind, bpy.types.Panel | bpy.types.Menu):
            yield where, "label", rna_of(kind).name
        if is_operator(kind):
            yield where, "tip", rna_of(kind).description
        for prop in properties(kind):
            if prop.is_hidden:
                continue
            yield f"{where}.{prop.identifier}", "label", prop.name
            yield f"{where}.{prop.identifier}", "tip", prop.description
            for item in getattr(prop, "enum_items", ()):
                yield f"{where}.{prop.identifier} {item.identifier}", "label", item.name
                yield f"{where}.{prop.identifier} {item.identifier}", "tip", item.description


def is_title(text: str) -> bool:
    """Whether all words but small ones inside are capitalized."""
    words = [word.strip("(),:") for word in text.replace("-", " ").split()]
    words = [word for word in words if word and word[0].isalpha()]
    inner = words[1:-1]
    return all(word[0].isupper() or (word in SMALL and word in inner) or word == "glTF" for word in words)


def test_the_test_sees_the_classes() -> None:
    names = {kind.__name__ for kind in classes()}
    assert {"OMI_PG_object", "OMI_PT_view_motion", "OMI_MT_add"} <= names
    assert any(is_operator(kind) for kind in classes()) and len(list(labels_and_tips())) > 300


def test_labels_are_titles() -> None:
    assert not [(where, text) for where, kind, text in labels_and_tips() if kind == "label" and not is_title(text)]


def test_there_are_labels_and_tips() -> None:
    # A pointer to a group of ours shows no text of its own.
    bare = [where for where, _, text in labels_and_tips() if not text]
    assert [where for where in bare if not _is_group(where)] == []


def _is_group(where: str) -> bool:
    owner, _, name = where.partition(".")
    (kind,) = [kind for kind in classes() if kind.__name__ == owner]
    prop = rna_of(kind).properties.get(name)
    return prop is not None and prop.type == "POINTER" and prop.fixed_type.identifier.startswith("OMI_PG_")


def test_tips_are_sentences_without_a_period() -> None:
    bad = []
    for where, kind, text in labels_and_tips():
        starts_small = text[:1].isalpha() and not text[:1].isupper()
        if kind == "tip" and text and (text.endswith(".") or starts_small or "\n" in text or text != text.strip()):
            bad.append((where, text))
    assert not bad


def test_tips_say_more_than_the_label() -> None:
    texts: dict[str, dict[str, str]] = {}
    for where, kind, text in labels_and_tips():
        texts.setdefault(where, {})[kind] = text
    # "X" or "Box" need no more; a whole property or operator does.
    same = [where for where, both in texts.items() if " " not in where and both.get("tip") == both.get("label") != ""]
    assert not same


def checker() -> Any:
    """Blender's own extractor of messages, with its settings; it changed its name in 5.0."""
    package = next(name for name in ("_bl_i18n_utils", "bl_i18n_utils") if importlib.util.find_spec(name) is not None)
    settings = importlib.import_module(f"{package}.settings").I18nSettings()
    return importlib.import_module(f"{package}.bl_extract_messages"), settings, package


def test_blenders_own_checker_finds_nothing() -> None:
    extract, settings, package = checker()
    # It expects to run in Blender's sources.
    folders = [Path(folder) for folder in bpy.utils.script_paths(subdir="presets")]
    (presets,) = [folder for folder in folders if (folder / "keyconfig").is_dir()]
    settings.PRESETS_DIR = str(presets)
    messages = importlib.import_module(f"{package}.utils").I18nMessages.gen_empty_messages(
        settings.PARSER_TEMPLATE_ID, bpy.app.version_string, 0, time.gmtime(0), settings=settings
    )
    found = messages.msgs
    context = extract._gen_check_ctxt(settings)
    reports = extract._gen_reports(context)
    files = [str(path) for path in python_files() if path.parent.name != "material"]
    extract.dump_rna_messages(found, reports, settings)
    extract.dump_py_messages_from_files(found, reports, files, settings)
    wrong = []
    for what in ("not_capitalized", "end_point", "undoc_ops", "multi_lines"):
        for key in context[what] or ():
            sources = found[key].sources if key in found else []
            if any("OMI_" in source or "omi_physics" in source for source in sources):
                wrong.append((what, key[1], sources[:2]))
    assert not wrong
