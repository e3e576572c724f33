# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The menus draw and hold what the search is to find; the redo panels draw what the chosen values use."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import bpy
import pytest

from tests.support.layouts import Recorder, draw

from .support import addon_module

MENUS = ("OMI_MT_add", "OMI_MT_object", "OMI_MT_shape", "OMI_MT_trigger_shape", "OMI_MT_take_over")
# Buttons of lists and rows, which mean nothing without their row.
OF_ROWS = {"select_object", "select_issue", "fix_issue", "limit_from_pose", "material_preset", "material_preset_add"}


@pytest.mark.parametrize("name", MENUS)
def test_a_menu_draws(name: str) -> None:
    assert draw(getattr(bpy.types, name))


def test_the_menus_stand_in_blenders_menus() -> None:
    menus = addon_module("panels.menus")
    for menu, function in (
        (bpy.types.VIEW3D_MT_add, menus._draw_add),
        (bpy.types.VIEW3D_MT_object, menus._draw_object),
        (bpy.types.VIEW3D_MT_edit_mesh, menus._draw_edit_mesh),
    ):
        assert function in menu._dyn_ui_initialize()
        layout = Recorder()
        function(SimpleNamespace(layout=layout), bpy.context)
        assert layout.calls


def test_the_search_finds_every_operator_that_works_by_itself() -> None:
    calls = [call for name in MENUS for call in draw(getattr(bpy.types, name)) or ()]
    found = {values["operator"].partition(".")[2] for _, values in calls if "operator" in values}
    others = {name for name in dir(bpy.ops.omi_physics) if not name.startswith("_")} - found - OF_ROWS
    assert {name for name in others if not name.startswith(("limit_", "drive_", "part_", "filter_system_"))} == {
        "toggle_role"
    }


class StandIn:
    """An operator with values, for drawing only."""

    def __init__(self, name: str, **values: Any) -> None:
        self.bl_rna = getattr(bpy.ops.omi_physics, name).get_rna_type()
        self.kind = next(
            k for k in bpy.types.Operator.__subclasses__() if k.__dict__.get("bl_idname") == f"omi_physics.{name}"
        )
        self.layout = Recorder()
        for prop in self.bl_rna.properties:
            if prop.identifier != "rna_type":
                setattr(self, prop.identifier, getattr(prop, "default", None))
        for key, value in values.items():
            setattr(self, key, value)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.kind, name).__get__(self)

    def drawn(self) -> list[str]:
        """The properties shown."""
        self.kind.draw(self, bpy.context)
        return [values["property"] for call, values in self.layout.calls if call == "prop"]


@pytest.mark.parametrize(
    ("preset", "expected"),
    [
        ("FIXED", []),
        ("HINGE", ["axis", "use_range", "min_angle", "max_angle"]),
        ("SLIDER", ["axis", "use_range", "min_distance", "max_distance"]),
        ("SPRING", ["axis", "use_range", "min_distance", "max_distance", "stiffness", "damping"]),
        ("MOTOR", ["axis", "speed", "damping"]),
    ],
)
def test_a_preset_shows_only_what_it_uses(preset: str, expected: list[str]) -> None:
    assert StandIn("joint_preset", preset=preset).drawn() == ["preset", *expected]
    assert StandIn("add_joint", preset=preset).drawn() == ["preset", *expected, "place", "align", "use_make_dynamic"]


def test_a_density_of_ones_own_can_be_entered() -> None:
    assert StandIn("mass_from_density", material="WOOD").drawn() == ["material"]
    assert StandIn("mass_from_density", material="CUSTOM").drawn() == ["material", "density"]
    assert StandIn("copy_physics").drawn() == ["what"]
