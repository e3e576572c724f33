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
    """One press of a button: measures and matrices are made anew only after something changed them."""

    def __init__(self, context: bpy.types.Context) -> None:
        self.context = context
        self.meshes: dict[Hashable, bpy.types.Mesh] = {}
        """Meshes made by fixes, so that objects which shared one share the new one."""
        self._measure: Measure | None = None
        self._is_stale = False

    @property
    def scene(self) -> bpy.types.Scene:
        """The scene that was checked."""
        return self.context.scene

    @property
    def measure(self) -> Measure:
        """Measures objects as they are now."""
        self.settle()
        if self._measure is None:
            self._measure = Measure(self.context)
        return self._measure

    def changed(self) -> None:
        """To be called after places, parents or meshes were changed."""
        self._is_stale = True

    def settle(self) -> None:
        """Brings the matrices of objects up to date."""
        if self._is_stale:
            self.context.view_layer.update()
            self._measure = None
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


def parent_space(obj: bpy.types.Object) -> Matrix:
    """The matrix that takes the object's own transform into the world."""
    return obj.matrix_world @ obj.matrix_basis.inverted_safe()


def parent_in_place(obj: bpy.types.Object, parent: bpy.types.Object) -> None:
    """Parents an object; it keeps its place in the world, and its own transform and animation."""
    space = parent_space(obj)
    obj.parent = parent
    obj.parent_type = "OBJECT"
    obj.matrix_parent_inverse = parent.matrix_world.inverted_safe() @ space


def are_alike(a: Matrix, b: Matrix) -> bool:
    """Whether two places are the same, but for rounding."""
    return max(abs(x - y) for row, other in zip(a, b, strict=True) for x, y in zip(row, other, strict=True)) < 1e-4
