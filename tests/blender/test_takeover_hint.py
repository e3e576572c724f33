# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""A sidebar in a scene without physics of ours says what could be taken over."""

from __future__ import annotations

import bpy

from tests.support.layouts import draw, texts

from . import rigid, scenes
from .selection import select


def roles_panel() -> tuple[list[str], list[str]]:
    """Texts and operators of the first panel."""
    calls = draw(bpy.types.OMI_PT_view_roles) or []
    return texts(calls), [values["operator"] for name, values in calls if name == "operator"]


def test_an_empty_sidebar_says_what_could_be_taken_over() -> None:
    for index in range(12):
        rigid.body(scenes.cube(f"Crate {index}"))
    scenes.cube("Wall-col")
    scenes.cube("UCX_Missing")
    said, buttons = roles_panel()
    assert "12 rigid bodies could be taken over" in said and "1 name tells of a collision shape" in said
    assert buttons[:2] == ["omi_physics.from_rigid_bodies", "omi_physics.from_names"]
    bpy.ops.omi_physics.from_rigid_bodies(use_selection=False)
    assert "12 rigid bodies could be taken over" not in roles_panel()[0]


def test_a_scene_without_either_has_no_such_hint() -> None:
    select(scenes.cube("UCX_Missing"))
    scenes.add("Cam-col", bpy.data.cameras.new("Cam"))
    said, buttons = roles_panel()
    assert "omi_physics.from_names" not in buttons and not any("taken over" in text for text in said)
