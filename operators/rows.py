# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Property groups as wholes: copying, resetting, and lists of which a library override cannot take rows away."""

from __future__ import annotations

from typing import Any

import bpy


def take_rows(items: Any, count: int) -> list[Any]:
    """Makes a list have `count` rows, which are to be written next.

    Rows that come from a library stay, and those too many are made to do nothing.
    """
    items.clear()
    while len(items) < count:
        items.add()
    for item in list(items)[count:]:
        reset(item)
        if hasattr(item, "use_min"):
            # A limit by default locks.
            item.use_min = item.use_max = False
    return list(items)[:count]


def copy_group(source: Any, target: Any) -> None:
    """Makes a property group equal to another of its type, everything below it too."""
    for prop in source.bl_rna.properties:
        name = prop.identifier
        if name == "rna_type":
            continue
        value = getattr(source, name)
        if prop.type == "COLLECTION":
            for old, new in zip(value, take_rows(getattr(target, name), len(value)), strict=True):
                copy_group(old, new)
        elif isinstance(value, bpy.types.PropertyGroup):
            copy_group(value, getattr(target, name))
        elif not prop.is_readonly:
            if source.is_property_set(name):
                setattr(target, name, value)
            else:
                target.property_unset(name)


def reset(group: Any) -> None:
    """Puts a property group and all groups below it back to their defaults."""
    for prop in group.bl_rna.properties:
        name = prop.identifier
        if name == "rna_type":
            continue
        if prop.type == "COLLECTION":
            take_rows(getattr(group, name), 0)
        elif prop.type == "POINTER" and isinstance(getattr(group, name), bpy.types.PropertyGroup):
            reset(getattr(group, name))
        elif not prop.is_readonly:
            group.property_unset(name)
