# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""`--option KEY=VALUE`, checked against what Blender's exporter and our scene settings know before anything starts."""

from __future__ import annotations

import difflib
import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import PurePosixPath, PureWindowsPath
from typing import Any

from .plan import UsageError

_TRUE = ("1", "true", "yes", "on")
_FALSE = ("0", "false", "no", "off")
_GLTFPACK = "export_use_gltfpack"
TEXTURE_FOLDER = "export_texture_dir"
# What the command sets itself: said instead of "there is no such option".
_INSTEAD = {
    "filepath": "the files go to --output-dir",
    "export_format": "use --format glb or --format gltf",
    "check_existing": "an older output is always replaced",
}
HIDDEN = frozenset((*_INSTEAD, "filter_glob", "gltf_export_id", "rna_type", "name"))


@dataclass(frozen=True, slots=True)
class Known:
    """One option: where it belongs ("gltf" or "scene"), its RNA type, its range, and its values if named."""

    owner: str
    type: str
    values: tuple[str, ...] = ()
    is_flag: bool = False
    least: float = -math.inf
    most: float = math.inf


@dataclass(frozen=True, slots=True)
class Options:
    """Values by name: for Blender's glTF exporter, and for the OMI physics of every scene."""

    gltf: dict[str, Any] = field(default_factory=dict[str, Any])
    scene: dict[str, Any] = field(default_factory=dict[str, Any])

    def as_json(self) -> dict[str, dict[str, Any]]:
        """Plain data, the same for the same options."""
        return {owner: dict(sorted(values.items())) for owner, values in asdict(self).items()}


def known_from_json(data: Mapping[str, Mapping[str, Any]]) -> dict[str, Known]:
    """The options as a worker tells them."""
    return {name: Known(**{**values, "values": tuple(values["values"])}) for name, values in data.items()}


def known_to_json(known: Mapping[str, Known]) -> dict[str, dict[str, Any]]:
    """The options as a worker tells them."""
    return {name: asdict(option) for name, option in known.items()}


def parse_options(texts: Iterable[str], known: Mapping[str, Known]) -> Options:
    """The options of the command line; UsageError names what is wrong and what may be meant."""
    found = Options()
    for text in texts:
        key, separator, value = text.partition("=")
        if not separator:
            raise UsageError(f"--option {text}: expected KEY=VALUE")
        if key in _INSTEAD:
            raise UsageError(f"--option {key}: {_INSTEAD[key]}")
        option = known.get(key)
        if option is None:
            raise UsageError(f"--option {key}: there is no such option{_meant(key, known)}")
        values = found.gltf if option.owner == "gltf" else found.scene
        values[key] = _value(key, value, option)
        if key == _GLTFPACK and values[key]:
            raise UsageError(f"--option {text}: gltfpack drops the physics from the files")
    return found


def _meant(word: str, words: Iterable[str]) -> str:
    """A hint at the word that is meant."""
    by_plain = {w.lower().removeprefix("export_"): w for w in words}
    plain = word.lower().replace("-", "_").removeprefix("export_")
    close = difflib.get_close_matches(plain, list(by_plain), n=1, cutoff=0.6)
    return f"; did you mean {by_plain[close[0]]}?" if close else ""


def _value(key: str, text: str, option: Known) -> Any:
    if option.type == "BOOLEAN":
        if text.lower() in _TRUE + _FALSE:
            return text.lower() in _TRUE
        raise UsageError(f"--option {key}={text}: expected true or false")
    if option.type == "ENUM":
        return _names(key, text, option)
    if option.type in ("INT", "FLOAT"):
        return _number(key, text, option)
    if key == TEXTURE_FOLDER:
        _check_folder(key, text)
    return text


def _number(key: str, text: str, option: Known) -> int | float:
    is_whole = option.type == "INT"
    try:
        value = int(text) if is_whole else float(text)
    except ValueError:
        raise UsageError(f"--option {key}={text}: expected a {'whole number' if is_whole else 'number'}") from None
    if not option.least <= value <= option.most:
        raise UsageError(f"--option {key}={text}: expected a number from {option.least:g} to {option.most:g}")
    if not math.isfinite(value):
        raise UsageError(f"--option {key}={text}: expected a finite number")
    return value


def _names(key: str, text: str, option: Known) -> Any:
    """The named value, or several of them where the option is a set."""
    words = [word.strip() for word in text.split(",") if word.strip()] if option.is_flag else [text]
    found = [_name(key, word, option) for word in words]
    return found if option.is_flag else found[0]


def _name(key: str, word: str, option: Known) -> str:
    if not option.values:
        # Values that Blender finds out later; it refuses a wrong one itself.
        return word
    by_fold = {value.casefold(): value for value in option.values}
    if word not in option.values and word.casefold() not in by_fold:
        hint = _meant(word, option.values) or f"; it takes {', '.join(option.values)}"
        raise UsageError(f"--option {key}={word}: there is no such value{hint}")
    return word if word in option.values else by_fold[word.casefold()]


def _check_folder(key: str, text: str) -> None:
    """The textures must come to lie below the output's folder, or they would be written around the staging."""
    parts = re.split(r"[/\\]", text)
    is_elsewhere = PurePosixPath(text).is_absolute() or PureWindowsPath(text).drive or ".." in parts
    if is_elsewhere or text.startswith(("\\", "//")):
        raise UsageError(f"--option {key}={text}: expected a folder below that of the output")
