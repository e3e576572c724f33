# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the fixes of one press of a button share, and how objects change places without moving."""

from __future__ import annotations

from collections.abc import Callable, Hashable

import bpy
from mathutils import Matrix

from ...properties.access import physics
from ..measure import Measure


class Session:
    """One press of a button: measures and matrices are made anew only after something changed them.

    An update of the scene looks at all its objects, so a fix that knows where an object came to stand says so instead.
    """

    def __init__(self, context: bpy.types.Context) -> None:
        self.context = context
        self.meshes: dict[Hashable, bpy.types.Mesh] = {}
        """Meshes made by fixes, so that objects which shared one share the new one."""
        self._measure: Measure | None = None
        self._worlds: dict[bpy.types.Object, Matrix] = {}
        self._children: dict[bpy.types.Object, list[bpy.types.Object]] | None = None
        self._is_stale = False

    @property
    def scene(self) -> bpy.types.Scene:
        """The scene that was checked."""
        return self.context.scene

    @property
    def measure(self) -> Measure:
        """Measures objects as they are now."""
        self.settle()
        return self.earlier_measure

    @property
    def earlier_measure(self) -> Measure:
        """Measures objects as they were at the last update: right for those that no fix has placed since."""
        if self._measure is None:
            self._measure = Measure(self.context)
        return self._measure

    def world(self, obj: bpy.types.Object) -> Matrix:
        """The world matrix of an object as it is now."""
        if self._is_stale:
            self.settle()
        known = self._worlds.get(obj)
        return (obj.matrix_world if known is None else known).copy()

    def children(self, obj: bpy.types.Object) -> list[bpy.types.Object]:
        """The direct children of an object, in whatever scene. (Blender itself looks through all objects each time.)"""
        if self._children is None:
            self._children = {}
            for child in bpy.data.objects:
                if child.parent is not None:
                    self._children.setdefault(child.parent, []).append(child)
        return self._children.get(obj, [])

    def placed(self, obj: bpy.types.Object, world: Matrix) -> None:
        """To be called after an object was placed, when all others stay where they are."""
        self._worlds[obj] = world

    def changed(self) -> None:
        """To be called after places, parents or meshes were changed in another way."""
        self._is_stale = True
        self._children = None

    def settle(self) -> None:
        """Brings the matrices of objects up to date."""
        if self._is_stale or self._worlds:
            self.context.view_layer.update()
            self._measure = None
            self._worlds.clear()
            self._is_stale = False


Fix = Callable[[Session, str, bpy.types.Object], None]
"""Mends a problem, given its code, on an object; raises Skip with the reason where it cannot."""


def body_of(obj: bpy.types.Object | None) -> bpy.types.Object | None:
    """The nearest object with a motion type at or above an object."""
    while obj is not None and physics(obj).motion.type == "NONE":
        obj = obj.parent
    return obj


def is_above(obj: bpy.types.Object, other: bpy.types.Object) -> bool:
    """Whether an object is at or above another."""
    current: bpy.types.Object | None = other
    while current is not None and current != obj:
        current = current.parent
    return current is not None


def parent_space(obj: bpy.types.Object, world: Matrix) -> Matrix:
    """The matrix that takes the own transform of an object, which stands at `world`, into the world."""
    return world @ obj.matrix_basis.inverted_safe()


def parent_in_place(obj: bpy.types.Object, parent: bpy.types.Object) -> None:
    """Parents an object; it keeps its place in the world, and its own transform and animation."""
    space = parent_space(obj, obj.matrix_world)
    obj.parent = parent
    obj.parent_type = "OBJECT"
    obj.matrix_parent_inverse = parent.matrix_world.inverted_safe() @ space


def are_alike(a: Matrix, b: Matrix) -> bool:
    """Whether two places are the same, but for rounding."""
    return max(abs(x - y) for row, other in zip(a, b, strict=True) for x, y in zip(row, other, strict=True)) < 1e-4
