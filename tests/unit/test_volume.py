# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Volumes and inertias against textbook formulas and values worked out by hand."""

from __future__ import annotations

import math

import numpy as np
import pytest

from omi_physics.core.geometry import density, volume
from omi_physics.core.geometry.tapered import TaperedHull
from omi_physics.core.ground.linear import from_columns, translation
from omi_physics.core.physics.model import Box, Capsule, Cylinder, Sphere


def close(a: object, b: object, tolerance: float = 1e-9) -> bool:
    return np.allclose(np.asarray(a), np.asarray(b), rtol=tolerance, atol=1e-12)


CUBE = np.array([[x, y, z] for x in (0, 1) for y in (0, 1) for z in (0, 1)], dtype=float)
CUBE_TRIANGLES = np.array([
    [0, 1, 3], [0, 3, 2], [4, 6, 7], [4, 7, 5], [0, 4, 5], [0, 5, 1],
    [2, 3, 7], [2, 7, 6], [0, 2, 6], [0, 6, 4], [1, 5, 7], [1, 7, 3],
])  # fmt: skip


def test_box() -> None:
    box = volume.of_box((1.0, 2.0, 3.0))
    assert box.volume == 6.0
    # m/12 (y2+z2) = 6/12*13, 6/12*10, 6/12*5
    assert close(np.diag(box.inertia), (6.5, 5.0, 2.5))


def test_sphere() -> None:
    ball = volume.of_geometry(Sphere(2.0))
    assert close(ball.volume, 32.0 * math.pi / 3.0)
    assert close(ball.inertia, np.eye(3) * 0.4 * ball.volume * 4.0)


def test_cylinder() -> None:
    rod = volume.of_geometry(Cylinder(3.0, 0.5, 0.5))
    assert close(rod.volume, 0.75 * math.pi)
    lateral = rod.volume * (3.0 * 0.25 + 9.0) / 12.0
    assert close(np.diag(rod.inertia), (lateral, lateral, rod.volume * 0.125))


def test_cone() -> None:
    cone = volume.of_cylinder(4.0, 1.0, 0.0)
    assert close(cone.volume, 4.0 * math.pi / 3.0)
    # A quarter of the height above the base, which is at -2.
    assert close(cone.center, (0.0, 0.0, -1.0))
    assert close(cone.inertia[2, 2], 0.3 * cone.volume)
    assert close(cone.inertia[0, 0], cone.volume * (3.0 / 20.0 + 3.0 / 80.0 * 16.0))


def test_frustum_volume() -> None:
    # pi h/3 (R2 + R r + r2) = pi (4 + 2 + 1)
    assert close(volume.of_cylinder(3.0, 2.0, 1.0).volume, 7.0 * math.pi)


def test_capsule() -> None:
    pill = volume.of_geometry(Capsule(2.0, 1.0, 1.0))
    rod, ball = 2.0 * math.pi, 4.0 * math.pi / 3.0
    assert close(pill.volume, rod + ball)
    assert close(pill.inertia[2, 2], rod * 0.5 + ball * 0.4)
    # Hemispheres: 2/5 m r2 about their sphere's centre, which is 1 from the middle; their mass centre is 3/8 further.
    hemispheres = ball * (0.4 + 1.0 + 2.0 * 3.0 / 8.0)
    assert close(pill.inertia[0, 0], rod * (3.0 + 4.0) / 12.0 + hemispheres)


@pytest.mark.parametrize("shape", [Capsule(2.0, 1.0, 0.4), Capsule(2.0, 0.3, 0.9), Cylinder(1.0, 0.2, 0.7)])
def test_tapered_shapes_agree_with_their_surface(shape: Capsule | Cylinder) -> None:
    exact = volume.of_geometry(shape)
    surface = volume.of_mesh(*TaperedHull(shape).hull())
    # The surface is a polyhedron of 24 segments inside the round shape.
    assert 0.95 * exact.volume < surface.volume < exact.volume
    assert close(surface.center, exact.center, 0.05)
    assert np.all(np.diag(surface.inertia) < np.diag(exact.inertia))
    assert np.all(np.diag(surface.inertia) > 0.9 * np.diag(exact.inertia))


def test_a_capsule_whose_one_sphere_holds_the_other_is_that_sphere() -> None:
    ball = volume.of_capsule(0.5, 2.0, 1.0)
    assert close(ball.volume, 32.0 * math.pi / 3.0)
    assert close(ball.center, (0.0, 0.0, -0.25))


def test_mesh_of_a_cube_in_a_corner() -> None:
    cube = volume.of_mesh(CUBE, CUBE_TRIANGLES)
    assert close(cube.volume, 1.0)
    assert close(cube.center, (0.5, 0.5, 0.5))
    assert close(cube.inertia, np.eye(3) / 6.0)
    assert close(cube.inertia_about((0.0, 0.0, 0.0))[0, 0], 1.0 / 6.0 + 0.5)
    assert close(cube.inertia_about((0.0, 0.0, 0.0))[0, 1], -0.25)


def test_mesh_turned_inside_out_is_the_same() -> None:
    cube = volume.of_mesh(CUBE * (1, 2, 3), CUBE_TRIANGLES[:, ::-1])
    box = volume.of_box((1.0, 2.0, 3.0))
    assert close(cube.volume, 6.0) and close(cube.inertia, box.inertia)


def test_mesh_far_from_the_origin_keeps_its_inertia() -> None:
    cube = volume.of_mesh(CUBE + (1e4, -1e4, 1e4), CUBE_TRIANGLES)
    assert close(cube.inertia, np.eye(3) / 6.0, 1e-6)


def test_tetrahedron() -> None:
    points = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], dtype=float)
    solid = volume.of_mesh(points, np.array([[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]]))
    assert close(solid.volume, 1.0 / 6.0)
    assert close(solid.center, (0.25, 0.25, 0.25))
    # Ixx about the centre is 1/80, Ixy about it is 1/480 for the products of inertia of this tetrahedron.
    assert close(np.diag(solid.inertia), (1.0 / 80.0,) * 3)
    assert close(solid.inertia[0, 1], 1.0 / 480.0)


def test_a_flat_or_empty_mesh_has_no_volume() -> None:
    assert volume.of_mesh(CUBE[:4], np.array([[0, 1, 3], [0, 3, 2]])).volume == 0.0
    assert volume.of_mesh(CUBE, np.empty((0, 3), dtype=np.int32)).volume == 0.0


def test_two_boxes_as_one() -> None:
    half = volume.of_geometry(Box((1.0, 1.0, 1.0)))
    pair = volume.combined([half.at(translation((0.5, 0.0, 0.0))), half.at(translation((1.5, 0.0, 0.0)))])
    whole = volume.of_box((2.0, 1.0, 1.0))
    assert close(pair.volume, 2.0) and close(pair.center, (1.0, 0.0, 0.0)) and close(pair.inertia, whole.inertia)


def test_a_quarter_turn_swaps_two_moments() -> None:
    turn = from_columns((0.0, 1.0, 0.0), (-1.0, 0.0, 0.0), (0.0, 0.0, 1.0), (0.0, 0.0, 0.0))
    assert close(np.diag(volume.of_box((1.0, 2.0, 3.0)).at(turn).inertia), (5.0, 6.5, 2.5))


def test_nothing_combined_is_nothing() -> None:
    assert volume.combined([]).volume == 0.0


def test_densities_are_told_apart() -> None:
    assert len(density.BY_ID) == len(density.DENSITIES)
    assert density.BY_ID["STEEL"].value == 7850.0
    assert density.BY_ID["WATER"].value == 1000.0
