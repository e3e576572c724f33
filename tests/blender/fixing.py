# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What tests of checks and fixes share: checking the current scene, and pressing Fix."""

from __future__ import annotations

from typing import Any

import bpy
import numpy as np

from tests.blender.scenes import update
from tests.support.blender import addon_module


def check() -> list[Any]:
    """The issues of the current scene."""
    update()
    picture = addon_module("properties.capture").capture(bpy.context.scene, bpy.context.evaluated_depsgraph_get())
    return addon_module("core.rules.validate").check(picture)


def codes(*, info: bool = False) -> list[str]:
    """The codes of the errors and warnings; with `info` all."""
    return [issue.code for issue in check() if info or issue.severity != "info"]


def fix(code: str, obj: bpy.types.Object) -> set[str]:
    """Presses Fix for a problem of an object."""
    return bpy.ops.omi_physics.fix_issue(code=code, object=obj.name)


def only_fix(code: str, obj: bpy.types.Object) -> None:
    """The problem is there, pressing Fix works, and then it is gone."""
    assert (code, obj.name) in {(issue.code, issue.object) for issue in check()}
    name = obj.name
    assert fix(code, obj) == {"FINISHED"}
    assert (code, name) not in {(issue.code, issue.object) for issue in check()}


def box_around(obj: bpy.types.Object, role: str = "collider") -> np.ndarray:
    """Lowest and highest corner of a shape's reach in the world, as it is exported: shape (2, 3)."""
    found = getattr(addon_module("properties.read").read_object(obj), role)
    placed = addon_module("operators.measure").Measure(bpy.context).place(obj, found.shape)
    points, _ = addon_module("operators.shape_to_mesh").surface_of(placed.geometry)
    world = np.asarray(placed.world)
    corners = np.asarray(points) @ world[:3, :3].T + world[:3, 3]
    return np.array([corners.min(axis=0), corners.max(axis=0)])
