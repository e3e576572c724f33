# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Collision filters as Blender's collision collections."""

from __future__ import annotations

import itertools

import pytest

from omi_physics.core.physics.model import CollisionFilter
from omi_physics.core.takeover.layers import collections_of


def only(system: str, *others: str) -> CollisionFilter:
    return CollisionFilter((system,), tuple(others))


def all_but(system: str, *others: str) -> CollisionFilter:
    return CollisionFilter((system,), (), tuple(others))


@pytest.mark.parametrize(
    ("filters", "pairs", "is_exact"),
    [
        # Without filters all collide.
        ([None, None, None], {(0, 1), (0, 2), (1, 2)}, True),
        # A ghost passes through the ground, and the ground through it: either refusing is enough.
        ([all_but("Ghost", "Ground"), only("Ground", "Ghost", "Crate"), only("Crate", "Ground", "Ghost", "Crate")],
         {(0, 2), (1, 2)}, True),
        # Nobody is in a system that this one wants.
        ([only("A", "Nobody"), None, None], {(1, 2)}, True),
        # Two players touch the wall but not each other: Blender can only do both.
        ([all_but("Player", "Player"), all_but("Player", "Player"), None], {(0, 1), (0, 2), (1, 2)}, False),
        # One player alone is exact.
        ([all_but("Player", "Player"), None], {(0, 1)}, True),
    ],
)  # fmt: skip
def test_bodies_share_a_collection_where_they_collide(
    filters: list[CollisionFilter | None], pairs: set[tuple[int, int]], is_exact: bool
) -> None:
    found, said = collections_of(filters)
    shared = {(i, j) for i, j in itertools.combinations(range(len(filters)), 2) if found[i] & found[j]}
    assert (shared, said) == (pairs, is_exact)


def test_twenty_collections_are_not_always_enough() -> None:
    """Thirty kinds of bodies that avoid their own kind and the next one."""
    filters = [all_but(f"S{i}", f"S{i}", f"S{(i + 1) % 30}") for i in range(30) for _ in range(2)]
    found, is_exact = collections_of(filters)
    assert not is_exact
    assert max(max(numbers, default=0) for numbers in found) < 20
