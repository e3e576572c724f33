# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Reading values out of JSON that may hold anything: what is wrong costs itself and leaves a notice.

Nothing here raises, nothing follows nested data, so depth does not matter, and each value is looked at once.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any, cast

from ...ground.linear import Vec3
from ...physics.model import Notice

LARGEST = 3.4028234663852886e38
"""The largest number in single precision, in which Blender and engines keep numbers."""
FILE = "File"
"""`Notice.where` of what concerns no single node."""

Path = tuple[str | int, ...]
JsonObject = dict[str, Any]
_MISSING = object()
_MOST_PER_LIST = 10


def as_object(value: object) -> JsonObject | None:
    """The value where it is a JSON object."""
    return cast(JsonObject, value) if isinstance(value, dict) else None


def as_list(value: object) -> list[Any] | None:
    """The value where it is a JSON list."""
    return cast("list[Any]", value) if isinstance(value, list) else None


def is_number(value: object) -> bool:
    """Whether the value is a JSON number; true and false are none."""
    return isinstance(value, int | float) and not isinstance(value, bool)


def _is_usable(value: Any) -> bool:
    """Whether a value is a number that single precision can keep; infinity and NaN are none, nor are true and false."""
    return isinstance(value, float | int) and not isinstance(value, bool) and -LARGEST <= value <= LARGEST


def _problem(value: object) -> str:
    """What keeps a value from being a usable number; empty for nothing."""
    if not is_number(value):
        return f"is {describe(value)}, not a number"
    if isinstance(value, float) and not math.isfinite(value):
        return f"is {describe(value)}"
    return "" if _is_usable(value) else "is too large"


def whole(value: object) -> int | None:
    """The value where it is a whole number, also as 4.0."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def clean_text(text: str) -> str:
    """Text without the characters that Blender's properties refuse: lone surrogates and NUL."""
    return text.encode("utf-8", "replace").decode("utf-8").replace("\0", "?")


def describe(value: object) -> str:
    """A short description of any JSON value."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return f'the text "{clean_text(value[:40])}"' + (" and more" if len(value) > 40 else "")
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, list):
        return "a list"
    if isinstance(value, int) and abs(value) >= 10**15:
        return "a huge number"
    if isinstance(value, float) and not math.isfinite(value):
        return "NaN" if math.isnan(value) else "infinite"
    return str(value)


class Notes:
    """Collects notices. A notice about an entry of a root table is put down to the first node that uses the entry."""

    def __init__(self, nodes: Sequence[object]) -> None:
        self._nodes = nodes
        self._found: list[tuple[Path, str]] = []
        self._faults: list[tuple[Path, str]] = []
        self._users: dict[Path, int] = {}

    def add(self, path: Path, reason: str) -> None:
        """Takes a notice about the value at a path from the root of the file."""
        self._found.append((path, reason))

    def add_fault(self, path: Path, reason: str) -> None:
        """Takes a notice about an error of our own code while it read what stands at a path."""
        self._faults.append((path, reason))

    @property
    def count(self) -> int:
        """How many notices there are so far."""
        return len(self._found)

    def used_by(self, table: Path, entry: int, node: int) -> bool:
        """Says that a node refers to an entry of a root table; whether it is the first."""
        return self._users.setdefault((*table, entry), node) == node

    def node_label(self, index: int) -> str:
        """The name and the index of a node."""
        node = as_object(self._nodes[index]) if 0 <= index < len(self._nodes) else None
        name = node.get("name") if node else None
        return f"{clean_text(name)} (node {index})" if name and isinstance(name, str) else f"Node {index}"

    def _where(self, path: Path) -> str:
        if len(path) > 1 and path[0] == "nodes" and isinstance(path[1], int):
            return self.node_label(path[1])
        user = self._users.get(path[:4]) if len(path) >= 4 else None
        return FILE if user is None else self.node_label(user)

    def finish(self) -> list[Notice]:
        """All notices, in the order of reading."""
        return self._notices(self._found)

    def faults(self) -> list[Notice]:
        """What our own code failed on, in the order of reading."""
        return self._notices(self._faults)

    def _notices(self, found: list[tuple[Path, str]]) -> list[Notice]:
        return [Notice(self._where(path), "/" + "/".join(map(_step, path)), reason) for path, reason in found]


def _step(key: str | int) -> str:
    return clean_text(key).replace("~", "~0").replace("/", "~1") if isinstance(key, str) else str(key)


class Place:
    """A JSON object in the file, with where it stands. Each reader gives the default where the key is absent."""

    __slots__ = ("data", "notes", "path")

    def __init__(self, data: JsonObject, notes: Notes, path: Path) -> None:
        self.data = data
        self.notes = notes
        self.path = path

    def note(self, key: str | int | None, reason: str) -> None:
        """Leaves a notice about a value of this object, or the object itself for None."""
        self.notes.add(self.path if key is None else (*self.path, key), reason)

    def child(self, key: str) -> Place | None:
        """The object under a key."""
        value = self.data.get(key, _MISSING)
        if isinstance(value, dict):
            return Place(cast(JsonObject, value), self.notes, (*self.path, key))
        if value is not _MISSING:
            self.note(key, f"is {describe(value)}, not an object; left out")
        return None

    def items(self, key: str) -> list[Any]:
        """The list under a key."""
        value = self.data.get(key, _MISSING)
        if isinstance(value, list):
            return cast("list[Any]", value)
        if value is not _MISSING:
            self.note(key, f"is {describe(value)}, not a list; left out")
        return []

    def objects(self, key: str) -> list[Place | None]:
        """The objects of the list under a key; None for what is none."""
        found: list[Place | None] = []
        faults = Faults(self, key)
        for i, value in enumerate(self.items(key)):
            item = as_object(value)
            if item is None:
                faults.add(i, f"is {describe(value)}, not an object; left out")
            found.append(None if item is None else Place(item, self.notes, (*self.path, key, i)))
        faults.close()
        return found

    def number(self, key: str, default: float, least: float = -LARGEST) -> float:
        """A finite number, not below `least`."""
        value = self.data.get(key, _MISSING)
        if value is _MISSING:
            return default
        if _is_usable(value) and value >= least:
            return float(value) + 0.0
        problem = _problem(value) or f"is {describe(value)}, less than {least:g}"
        self.note(key, f"{problem}; {default:g} is used")
        return default

    def open_number(self, key: str, when_open: str, is_negative_open: bool = False) -> float | None:
        """A number that may be absent or infinite, which is None; negative numbers as well, if they say so."""
        value = self.data.get(key, _MISSING)
        if value is _MISSING:
            return None
        if _is_usable(value) and not (is_negative_open and value < 0):
            return float(value) + 0.0
        problem = _problem(value) or f"is {describe(value)}, negative"
        self.note(key, f"{problem}; read as {when_open}")
        return None

    def numbers(self, key: str, default: tuple[float, ...]) -> tuple[float, ...]:
        """A list of as many finite numbers as the default has."""
        value = self.data.get(key, _MISSING)
        if value is _MISSING:
            return default
        values = as_list(value)
        if values is None:
            problem = f"is {describe(value)}, not a list of {len(default)} numbers"
        elif len(values) != len(default):
            problem = f"has {len(values)} numbers, not {len(default)}"
        else:
            found = tuple([float(v) + 0.0 for v in values if _is_usable(v)])
            if len(found) == len(values):
                return found
            problem = next(f"{_problem(v)} at position {i}" for i, v in enumerate(values) if not _is_usable(v))
        self.note(key, f"{problem}; the default is used")
        return default

    def vector(self, key: str, default: Vec3) -> Vec3:
        """A list of three finite numbers."""
        if key not in self.data:
            return default
        x, y, z = self.numbers(key, default)
        return (x, y, z)

    def flag(self, key: str) -> bool:
        """True or false; false by default."""
        value = self.data.get(key, False)
        if isinstance(value, bool):
            return value
        self.note(key, f"is {describe(value)}, not true or false; false is used")
        return False

    def word(self, key: str, allowed: Iterable[str], default: str, loss: str = "") -> str:
        """One of the allowed words. Without a default the word is required, and `loss` says what its lack costs."""
        value = self.data.get(key, _MISSING)
        if isinstance(value, str) and value in allowed:
            return value
        instead = f'; "{default}" is used' if default else f"; {loss}"
        if value is _MISSING:
            if not default:
                self.note(key, "is missing" + instead)
        elif isinstance(value, str):
            self.note(key, f"is {describe(value)}, which is not known{instead}")
        else:
            self.note(key, f"is {describe(value)}, not a text{instead}")
        return default

    def text(self, key: str) -> str:
        """Any text; empty by default."""
        value = self.data.get(key, "")
        if isinstance(value, str):
            return self._cleaned(key, value)
        self.note(key, f"is {describe(value)}, not a text; left out")
        return ""

    def _cleaned(self, key: str, value: str) -> str:
        text = clean_text(value)
        if text != value:
            self.note(key, "has characters that Blender cannot keep; they are replaced")
        return text

    def texts(self, key: str) -> tuple[str, ...]:
        """A list of texts without empty ones."""
        faults = Faults(self, key)
        found: list[str] = []
        for i, value in enumerate(self.items(key)):
            if isinstance(value, str) and value:
                found.append(self._cleaned(key, value))
            else:
                faults.add(i, "is empty; left out" if value == "" else f"is {describe(value)}, not a text; left out")
        faults.close()
        return tuple(found)

    def index(self, key: str, count: int, what: str, loss: str = "") -> int | None:
        """An index into a list of `count` things, also as 4.0; -1 and absence are None.

        Where the index is required, `loss` says what its lack costs.
        """
        value = self.data.get(key, _MISSING)
        if type(value) is int and 0 <= value < count:
            return value
        if value is _MISSING:
            if loss:
                self.note(key, f"is missing; {loss}")
            return None
        number = whole(value)
        if number is None:
            self.note(key, f"is {describe(value)}, not a whole number; {loss or 'left out'}")
        elif number == -1:
            self.note(key, f"is -1; {loss or 'read as none'}")
        elif not 0 <= number < count:
            self.note(key, f"is {describe(value)}, but there is no such {what}; {loss or 'left out'}")
        else:
            self.note(key, f"is {describe(value)}; read as a whole number")
            return number
        return None

    def unread(self, known: frozenset[str]) -> None:
        """Leaves a notice about keys that mean nothing here."""
        if self.data.keys() <= known:
            return
        faults = Faults(self, None)
        for key in self.data:
            if key not in known:
                faults.add(key, "is not a property of this object; left out")
        faults.close()


class Faults:
    """Notices about the items of one list or object: the first few one by one, the rest as a number."""

    def __init__(self, place: Place, key: str | None) -> None:
        self._notes = place.notes
        self._path = place.path if key is None else (*place.path, key)
        self._count = 0

    def add(self, item: str | int, reason: str) -> None:
        """Takes one item."""
        self._count += 1
        if self._count <= _MOST_PER_LIST:
            self._notes.add((*self._path, item), reason)

    def add_here(self, reason: str) -> None:
        """Takes one item whose place in the list is not known any more."""
        self._count += 1
        if self._count <= _MOST_PER_LIST:
            self._notes.add(self._path, reason)

    def close(self) -> None:
        """Says how many more there were."""
        if self._count > _MOST_PER_LIST:
            self._notes.add(self._path, f"has {self._count - _MOST_PER_LIST} more faults of this kind")
