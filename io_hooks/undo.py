# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The exporter's objects as they were before we changed them, for when a change fails half-way."""

from __future__ import annotations

from typing import Any


class Undo:
    """Remembers objects and lists, and brings them back."""

    def __init__(self) -> None:
        self._objects: dict[int, tuple[Any, type, dict[str, Any]]] = {}
        self._lists: list[tuple[list[Any], list[Any]]] = []
        self._lengths: list[tuple[list[Any], int]] = []

    def keep(self, thing: Any) -> Any:
        """Remembers the attributes of an object, with the lists and dicts in them; gives the object."""
        if id(thing) not in self._objects:
            values = {
                name: value.copy() if isinstance(value, (list, dict)) else value for name, value in vars(thing).items()
            }
            self._objects[id(thing)] = (thing, type(thing), values)
        return thing

    def keep_list(self, items: list[Any]) -> None:
        """Remembers a list that may change anywhere."""
        self._lists.append((items, items.copy()))

    def keep_length(self, items: list[Any]) -> None:
        """Remembers a list that only grows."""
        self._lengths.append((items, len(items)))

    def bring_back(self) -> None:
        """Makes everything that is remembered what it was."""
        for thing, kind, values in self._objects.values():
            thing.__class__ = kind
            vars(thing).clear()
            vars(thing).update(values)
        for items, before in self._lists:
            items[:] = before
        for items, length in self._lengths:
            del items[length:]
