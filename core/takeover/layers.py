# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Collision filters as Blender's collision collections: two bodies collide where they share one."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from ..physics.model import CollisionFilter
from .body import COLLECTIONS

_ALL_COLLIDE = CollisionFilter()


def _takes(one: CollisionFilter, other: CollisionFilter) -> bool:
    systems = set(other.collision_systems)
    if one.collide_with_systems:
        return bool(systems.intersection(one.collide_with_systems))
    return not systems.intersection(one.not_collide_with_systems)


def collide(one: CollisionFilter | None, other: CollisionFilter | None) -> bool:
    """Whether two filters let their bodies collide: each must take the other. None takes all."""
    a, b = one or _ALL_COLLIDE, other or _ALL_COLLIDE
    return _takes(a, b) and _takes(b, a)


def collections_of(filters: Sequence[CollisionFilter | None]) -> tuple[list[frozenset[int]], bool]:
    """Collision collections for the filter of each body, and whether just those bodies share one that collide.

    A collection stands for a group of filters that all collide with each other. Blender cannot say everything: 20
    collections may be too few, and bodies of one filter that collide with others but not among themselves do both.
    """
    kinds = list(dict.fromkeys(filters))
    is_single = {kind: filters.count(kind) == 1 for kind in kinds}
    meet = [[collide(a, b) for b in kinds] for a in kinds]
    left = {(i, j) for i, j in itertools.combinations_with_replacement(range(len(kinds)), 2) if meet[i][j]}
    groups: list[set[int]] = []
    while left and len(groups) < COLLECTIONS:
        group = set(min(left))
        for i in range(len(kinds)):
            if all(meet[i][j] for j in group) and (meet[i][i] or is_single[kinds[i]]):
                group.add(i)
        groups.append(group)
        left -= {pair for pair in left if set(pair) <= group}
    is_exact = not left and all(meet[i][i] or is_single[kinds[i]] for group in groups for i in group)
    found = {kind: frozenset(n for n, group in enumerate(groups) if i in group) for i, kind in enumerate(kinds)}
    return [found[kind] for kind in filters], is_exact
