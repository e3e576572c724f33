# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a CollectionProperty offers, for the type checker: the stubs' name for it changed between versions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol, TypeVar

Item = TypeVar("Item", covariant=True)


class Items(Protocol[Item]):
    """A list of property groups."""

    def add(self) -> Item:
        """A new item at the end."""
        ...

    def remove(self, index: int, /) -> None:
        """Takes an item away."""
        ...

    def move(self, src_index: int, dst_index: int, /) -> None:
        """Puts an item elsewhere in the list."""
        ...

    def clear(self) -> None:
        """Takes all items away."""
        ...

    def __len__(self) -> int: ...

    def __getitem__(self, index: int, /) -> Item: ...

    def __iter__(self) -> Iterator[Item]: ...
