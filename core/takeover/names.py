# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What names of objects say about collision, by the conventions of Godot and Unreal."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator
from dataclasses import dataclass

GODOT = "GODOT"
UNREAL = "UNREAL"

# What Blender, or a habit, puts behind a name that there is already.
_NUMBER = r"(?P<number>(?:[._ -]?\d)*)"
_GODOT_NAME = re.compile(rf"^(?P<name>.+)[-_$](?P<word>col|convcol|colonly|convcolonly|rigid){_NUMBER}$", re.IGNORECASE)
_GODOT_WORDS = {
    "col": ("TRIMESH", False),
    "convcol": ("CONVEX", False),
    "colonly": ("TRIMESH", True),
    "convcolonly": ("CONVEX", True),
    "rigid": ("CONVEX", False),
}
_UNREAL_NAME = re.compile(r"^(?P<word>UBX|USP|UCP|UCX)_(?P<name>.+)$", re.IGNORECASE)
_UNREAL_WORDS = {"UBX": "BOX", "USP": "SPHERE", "UCP": "CAPSULE", "UCX": "CONVEX"}
_LAST_NUMBER = re.compile(r"[._ -]?\d+$")


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a name says: `shape` is a type of shape, `name` what is left of the name.

    `is_hidden`: the mesh serves collision only. `is_body`: a dynamic body. With Unreal's names `name` begins with that
    of the object it belongs to. `number` is what stood behind the ending.
    """

    convention: str
    shape: str
    name: str
    is_hidden: bool = False
    is_body: bool = False
    number: str = ""


def meaning_of(name: str, convention: str = "AUTO") -> Meaning | None:
    """What a name says by GODOT's or UNREAL's convention, or by either with AUTO; None where it says nothing."""
    if convention != UNREAL:
        match = _GODOT_NAME.match(name)
        if match:
            word = match["word"].lower()
            shape, is_hidden = _GODOT_WORDS[word]
            return Meaning(GODOT, shape, match["name"], is_hidden, word == "rigid", match["number"])
    if convention != GODOT:
        match = _UNREAL_NAME.match(name)
        if match:
            return Meaning(UNREAL, _UNREAL_WORDS[match["word"].upper()], match["name"], is_hidden=True)
    return None


def owner_names(name: str) -> Iterator[str]:
    """The names that the object of an Unreal collision may have, the longest first: with numbers behind and without."""
    yield name
    while True:
        shorter = _LAST_NUMBER.sub("", name)
        if shorter in ("", name):
            return
        name = shorter
        yield name


def owner_of(name: str, objects: Container[str]) -> str | None:
    """The name of the object that an Unreal collision belongs to, of those that there are; None where it is missing."""
    return next((found for found in owner_names(name) if found in objects), None)
