# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""`--option KEY=VALUE`, checked against what Blender's exporter and our scene settings know before anything starts."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from .plan import UsageError

_TRUE = ("1", "true", "yes", "on")
_FALSE = ("0", "false", "no", "off")


@dataclass(frozen=True, slots=True)
class Known:
    """One option: where it belongs ("gltf" or "scene"), its RNA type, and its values if it is an enumeration."""

    owner: str
    type: str
    values: tuple[str, ...] = ()
    is_flag: bool = False


def parse_options(texts: Iterable[str], known: Mapping[str, Known]) -> dict[str, dict[str, Any]]:
    """Values by owner; UsageError names what is wrong and what may be meant."""
    found: dict[str, dict[str, Any]] = {"gltf": {}, "scene": {}}
    for text in texts:
        key, separator, value = text.partition("=")
        if not separator:
            raise UsageError(f"--option {text}: expected KEY=VALUE")
        option = known.get(key)
        if option is None:
            raise UsageError(f"--option {key}: there is no such option{_meant(key, known)}")
        found[option.owner][key] = _value(key, value, option)
    return found


def _meant(word: str, words: Iterable[str]) -> str:
    close = difflib.get_close_matches(word, list(words), n=1)
    return f"; did you mean {close[0]}?" if close else ""


def _value(key: str, text: str, option: Known) -> Any:
    if option.type == "BOOLEAN":
        if text.lower() in _TRUE + _FALSE:
            return text.lower() in _TRUE
        raise UsageError(f"--option {key}={text}: expected true or false")
    if option.type == "ENUM":
        return _enum(key, text, option)
    if option.type in ("INT", "FLOAT"):
        try:
            return int(text) if option.type == "INT" else float(text)
        except ValueError:
            kind = "a whole number" if option.type == "INT" else "a number"
            raise UsageError(f"--option {key}={text}: expected {kind}") from None
    return text


def _enum(key: str, text: str, option: Known) -> Any:
    words = text.split(",") if option.is_flag else [text]
    for word in words:
        if option.values and word not in option.values:
            hint = _meant(word.upper(), option.values) or f"; it takes {', '.join(option.values)}"
            raise UsageError(f"--option {key}={text}: {word} is no value of it{hint}")
    return words if option.is_flag else text
