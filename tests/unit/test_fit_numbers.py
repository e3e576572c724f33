# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Fitted shapes as numbers set by hand: what is placed from them is what an automatic fit places."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from omi_physics.core.geometry.fit_numbers import fitted, switched
from omi_physics.core.geometry.place import Placed, Placer
from omi_physics.core.ground.linear import from_columns
from omi_physics.core.physics.model import Sphere
from omi_physics.core.physics.scene import FloatArray, IntArray, SceneNode, ShapeSettings

BOX_POINTS = np.array([(x, y, z) for x in (0.0, 1.0) for y in (0.0, 2.0) for z in (-1.0, 3.0)])


class Points:
    """A mesh that has only points."""

    key = "points"
    name = "points"

    def get(self, node: SceneNode, shape: ShapeSettings) -> Points:
        return self

    def points(self) -> FloatArray:
        return BOX_POINTS

    def triangles(self) -> IntArray:
        raise NotImplementedError

    def hull(self) -> tuple[FloatArray, IntArray]:
        raise NotImplementedError


@pytest.mark.parametrize("kind", ["BOX", "SPHERE", "CAPSULE", "CYLINDER"])
@pytest.mark.parametrize("axis", ["X", "Y", "Z"])
@pytest.mark.parametrize("scale", [(1.0, 1.0, 1.0), (2.0, 2.0, 2.0), (1.0, 3.0, 0.5)])
def test_numbers_by_hand_place_what_an_automatic_fit_places(
    kind: str, axis: str, scale: tuple[float, float, float]
) -> None:
    world = from_columns((scale[0], 0, 0), (0, scale[1], 0), (0, 0, scale[2]), (7.0, 8.0, 9.0))
    node, placer = SceneNode(0, "Node", world=world), Placer(Points())
    automatic = ShapeSettings(kind, "AUTO", axis=axis)
    expected = placer.place(node, automatic)
    found = placer.place(node, fitted(automatic, BOX_POINTS, scale))
    assert isinstance(expected, Placed) and isinstance(found, Placed)
    assert type(found.geometry) is type(expected.geometry)
    for name in ("size", "radius", "height", "radius_bottom", "radius_top"):
        if hasattr(expected.geometry, name):
            assert getattr(found.geometry, name) == pytest.approx(getattr(expected.geometry, name), abs=2e-6)
    # How a ball is turned does not matter.
    columns = slice(3, 4) if isinstance(found.geometry, Sphere) else slice(0, 4)
    assert np.allclose(np.array(found.world)[:, columns], np.array(expected.world)[:, columns], atol=2e-6)


def test_a_flat_mesh_gets_a_thin_box() -> None:
    flat = BOX_POINTS * (1.0, 1.0, 0.0)
    assert fitted(ShapeSettings(), flat, (1.0, 1.0, 10.0)).size == pytest.approx((1.0, 2.0, 0.0001))


BOX = ShapeSettings("BOX", "MANUAL", size=(1.0, 2.0, 4.0), offset=(5.0, 0.0, 0.0), rotation=(0.0, 0.0, 1.0))


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        ("SPHERE", {"radius": 2.0}),
        ("CAPSULE", {"axis": "Z", "radius_bottom": 1.0, "radius_top": 1.0, "height": 2.0}),
        ("CYLINDER", {"axis": "Z", "radius_bottom": 1.0, "radius_top": 1.0, "height": 4.0}),
        ("CONVEX", {}),
    ],
)
def test_another_type_fills_the_same_room(kind: str, expected: dict[str, object]) -> None:
    assert switched(BOX, kind) == replace(BOX, type=kind, **expected)


def test_a_tapered_capsule_fills_the_room_from_end_to_end() -> None:
    # From -1 - 0.5 to 1 + 0.25: 2.75 m long, and its middle is 0.125 below the origin.
    capsule = ShapeSettings("CAPSULE", "MANUAL", height=2.0, radius_bottom=0.5, radius_top=0.25)
    assert switched(capsule, "BOX") == replace(capsule, type="BOX", size=(1.0, 1.0, 2.75), offset=(0.0, 0.0, -0.125))


def test_an_automatic_shape_only_changes_its_type() -> None:
    assert switched(ShapeSettings(), "SPHERE") == ShapeSettings("SPHERE")


def test_a_shape_of_a_mesh_becomes_a_primitive_around_it() -> None:
    hull = ShapeSettings("CONVEX", "MANUAL", offset=(0.0, 0.0, 1.0), rotation=(0.0, 0.0, math.pi / 2))
    found = switched(hull, "BOX", BOX_POINTS)
    # The middle of the points, (0.5, 1, 1), turned a quarter about Z and moved up by 1.
    assert found.size == (1.0, 2.0, 4.0)
    assert found.offset == pytest.approx((-1.0, 0.5, 2.0))
    assert found.rotation == hull.rotation
