# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Names that the import of Godot's editor acts on: what Godot 4.6.3 did with each was looked at."""

from __future__ import annotations

import pytest

from omi_physics.core.physics.scene import JointSettings, Picture
from omi_physics.core.rules.godot_names import OF_OBJECT, harmless, harmless_mesh, word_in, word_in_mesh
from omi_physics.core.rules.validate import check
from tests.support.pictures import BOX, DYNAMIC, STATIC, ZONE, Builder, ref

CODE = "name-acts-in-godot"


@pytest.mark.parametrize(
    ("name", "word", "left"),
    [
        ("Wall.col", "col", "Wall"),
        ("Wall:col", "col", "Wall"),
        ("Wall-col ", "col", "Wall"),
        ("Tab-col\t", "col", "Tab"),
        ("Wall-COL.001", "col", "Wall"),
        ("\u00dcnd-COL", "col", "\u00dcnd"),
        ("-wheel", "wheel", "Wheel"),
        ("_wheel.001", "wheel", "Wheel"),
        ("$col", "col", "Col"),
        ("A$Collect", "col", "A_Collect"),
        ("A$col_x", "col", "A_col_x"),
        ("B$collect_1", "col", "B_collect_1"),
        ("Rig_2-NoImp__ 12", "noimp", "Rig_2"),
        ("A.B-convcolonly", "convcolonly", "A.B"),
        ("A-col-wheel", "wheel", "A"),
        ("A$col-wheel", "wheel", "A"),
        ("Axle2_wheel_03", "wheel", "Axle2"),
    ],
)
def test_names_that_act(name: str, word: str, left: str) -> None:
    assert word_in(name, OF_OBJECT) == word
    assert harmless(name) == left
    assert not word_in(left, OF_OBJECT)


@pytest.mark.parametrize(
    "name",
    ["Pinwheel", "Protocol", "Gate-collar", "Wheel", "col", "Wall col", "K-col-", "Arm_wheel\u0663", "noimp 2",
     "Post-noimp2x", "Cash$", "$1-colx", "\u0130$", "R-\u0130col", ""],
)  # fmt: skip
def test_names_that_do_not(name: str) -> None:
    assert not word_in(name, OF_OBJECT)
    assert harmless(name) == name


@pytest.mark.parametrize(
    ("name", "left"),
    [("Crate-col", "Crate"), ("col", "Box"), ("Col.001", "Box"), ("convcol", "Box"), ("Crate.col", "Crate"),
     ("occ", "Box"), ("X$color", "X_color"), ("A_col.001", "A"), ("Box2-col", "Box2"), ("1-col", "1")],
)  # fmt: skip
def test_names_of_meshes_that_act(name: str, left: str) -> None:
    assert word_in_mesh(name)
    assert harmless_mesh(name, "Box") == left
    assert harmless_mesh("col", "Col") == "Mesh"


@pytest.mark.parametrize("name", ["noimp", "wheel", "rigid", "colonly", "x-colonly", "Cube-rigid", "Protocol", ""])
def test_names_of_meshes_that_do_not(name: str) -> None:
    assert not word_in_mesh(name)


def named(picture: Picture) -> list[str]:
    return [found.object for found in check(picture) if found.code == CODE]


def test_words_of_shown_meshes_need_a_mesh_on_the_node() -> None:
    built = Builder()
    built.add("Zone_col", trigger=ZONE, shown=True)
    built.add("Field_col", trigger=ZONE)
    built.add("Crate-col", motion=DYNAMIC, collider=BOX, shown=True)
    built.add("Car-rigid", motion=DYNAMIC, collider=BOX)
    built.add("A$Collect", motion=DYNAMIC, collider=BOX, shown=True)
    assert named(built.picture) == ["Zone_col", "A$Collect"]
    built.picture.options.layout = "COMPACT"
    assert named(built.picture) == []


def test_the_mesh_counts_wherever_it_is_shown() -> None:
    built = Builder()
    built.add("Crate", motion=DYNAMIC, collider=BOX, shown=True).mesh_name = "col"
    built.add("Wall", collider=BOX, shown=True).mesh_name = "col"
    assert named(built.picture) == ["Crate", "Wall"]
    built.picture.options.use_godot_compat = False
    assert named(built.picture) == []


def test_only_what_physics_hangs_on_is_named() -> None:
    built = Builder()
    built.add("Rig-noimp")
    built.add("Crate", parent="Rig-noimp", motion=DYNAMIC, collider=BOX)
    tire = built.add("Tire_wheel", parent="Crate", shown=True)
    built.add("House-col", shown=True)
    built.add("Sketch-noimp")
    built.add("Holder_vehicle")
    built.add("Post", parent="Holder_vehicle", motion=STATIC, collider=BOX)
    built.add("Pin", parent="Crate", joint=JointSettings(ref("Post")))
    built.add("Hook-noimp")
    built.add("Pin2", parent="Crate", joint=JointSettings(ref("Hook-noimp")))
    assert named(built.picture) == ["Rig-noimp", "Tire_wheel", "Holder_vehicle", "Hook-noimp"]
    tire.is_exported = False
    assert "Tire_wheel" not in named(built.picture)
