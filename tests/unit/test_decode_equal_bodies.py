# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Nodes with the same JSON are read once; what is wrong with one of them is still named for each."""

from __future__ import annotations

from typing import Any

from omi_physics.core.formats.omi.decode import decode

BOX = {"type": "box", "box": {"size": [1, 2, 3]}}


def read(shapes: list[Any], *bodies: dict[str, Any]) -> Any:
    used = {"extensionsUsed": ["OMI_physics_shape", "OMI_physics_body"]}
    nodes = [{"name": f"N{i}", "extensions": {"OMI_physics_body": body}} for i, body in enumerate(bodies)]
    return decode({**used, "nodes": nodes, "extensions": {"OMI_physics_shape": {"shapes": shapes}}})


def test_equal_bodies_are_equal() -> None:
    file = read([BOX], *({"motion": {"type": "dynamic", "mass": 2}, "collider": {"shape": 0}} for _ in range(3)))
    assert file.notices == [] and len(file.bodies) == 3
    assert all(b.motion.mass == 2 and b.collider.shape == 0 for b in file.bodies.values())


def test_each_node_names_a_shape_that_could_not_be_read() -> None:
    file = read([{"type": "teapot"}], *({"collider": {"shape": 0}} for _ in range(3)))
    assert [b.collider.shape for b in file.bodies.values()] == [None, None, None]
    assert {n.where for n in file.notices} == {"N0 (node 0)", "N1 (node 1)", "N2 (node 2)"}


def test_numbers_that_are_equal_but_not_alike_are_not_the_same() -> None:
    file = read([BOX], {"collider": {"shape": 0}}, {"collider": {"shape": 0.0}}, {"collider": {"shape": False}})
    assert [b.collider.shape for b in file.bodies.values()] == [0, 0, None]
    assert [n.where for n in file.notices] == ["N1 (node 1)", "N2 (node 2)"]


def test_compound_triggers_are_read_for_each_node() -> None:
    file = read([BOX], *({"trigger": {"nodes": [1]}} for _ in range(2)))
    # A node is no part of itself.
    assert [n.where for n in file.notices if "itself" in str(n)] == ["N1 (node 1)"]
