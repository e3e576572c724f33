# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What shape a mesh is taken for."""

from __future__ import annotations

import math

import numpy as np
import pytest

from omi_physics.core.geometry.classify import Kind, classify, longest_axis

Mesh = tuple[np.ndarray, np.ndarray]

CORNERS = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], dtype=float)
QUADS = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
NO_TRIANGLES = np.empty((0, 3), dtype=np.int32)


def split(quads: list[tuple[int, int, int, int]]) -> np.ndarray:
    return np.array([t for a, b, c, d in quads for t in ((a, b, c), (a, c, d))])


def box(size: tuple[float, float, float] = (1, 1, 1)) -> Mesh:
    return CORNERS * size / 2.0, split(QUADS)


def revolved(profile: list[tuple[float, float]], segments: int) -> Mesh:
    """A closed surface about Z through (radius, z) from bottom to top; radius 0 at an end is a pole."""
    points, rings = [], []
    for radius, z in profile:
        count = segments if radius > 0 else 1
        rings.append([len(points) + i for i in range(count)])
        points += [
            (radius * math.cos(math.tau * i / segments), radius * math.sin(math.tau * i / segments), z)
            for i in range(count)
        ]
    triangles = []
    for lower, upper in zip(rings, rings[1:], strict=False):
        for i in range(segments):
            j = (i + 1) % segments
            if len(lower) > 1:
                triangles.append((lower[i], lower[j], upper[i % len(upper)]))
            if len(upper) > 1:
                triangles.append((lower[j % len(lower)], upper[j], upper[i]))
    for ring, order in ((rings[0], -1), (rings[-1], 1)):
        triangles += [(ring[0], *(ring[i], ring[i + 1])[::order]) for i in range(1, len(ring) - 1)]
    return np.array(points, dtype=float), np.array(triangles)


def ball(radius: float = 1.0, rings: int = 8, segments: int = 16, stretch: float = 0.0) -> Mesh:
    """A sphere, or with `stretch` a capsule with a straight part of that length."""
    half = [(radius * math.cos(a), radius * math.sin(a)) for a in np.linspace(0, math.pi / 2, rings)[:-1]]
    top = [(r, z + stretch / 2) for r, z in half] + [(0.0, radius + stretch / 2)]
    bottom = [(r, -z) for r, z in reversed(top)]
    return revolved(bottom[:-1] + top if stretch == 0 else bottom + top, segments)


def cylinder(sides: int = 32, radius: float = 1.0, height: float = 2.0) -> Mesh:
    return revolved([(radius, -height / 2), (radius, height / 2)], sides)


def turned(mesh: Mesh, axis: str) -> Mesh:
    order = {"X": [2, 0, 1], "Y": [1, 2, 0], "Z": [0, 1, 2]}[axis]
    return mesh[0][:, order], mesh[1]


def icosphere() -> Mesh:
    g = (1 + math.sqrt(5)) / 2
    points = [(-1, g, 0), (1, g, 0), (-1, -g, 0), (1, -g, 0), (0, -1, g), (0, 1, g)]
    points += [(0, -1, -g), (0, 1, -g), (g, 0, -1), (g, 0, 1), (-g, 0, -1), (-g, 0, 1)]
    faces = [(0, 11, 5), (0, 5, 1), (0, 1, 7), (0, 7, 10), (0, 10, 11), (1, 5, 9), (5, 11, 4), (11, 10, 2)]
    faces += [(10, 7, 6), (7, 1, 8), (3, 9, 4), (3, 4, 2), (3, 2, 6), (3, 6, 8), (3, 8, 9), (4, 9, 5)]
    faces += [(2, 4, 11), (6, 2, 10), (8, 6, 7), (9, 8, 1)]
    return np.array(points, dtype=float), np.array(faces)


@pytest.mark.parametrize("size", [(1, 1, 1), (4, 2, 0.1), (0.2, 0.2, 8), (100, 50, 1)])
def test_boxes(size: tuple[float, float, float]) -> None:
    assert classify(*box(size)).type == "BOX"


def test_an_off_centre_box_is_a_box() -> None:
    points, triangles = box()
    assert classify(points + (5, -3, 2), triangles).type == "BOX"


def test_the_coarsest_icosphere_is_a_sphere() -> None:
    assert classify(*icosphere()) == Kind("SPHERE")


@pytest.mark.parametrize(("rings", "segments"), [(4, 8), (8, 16), (32, 64)])
def test_uv_spheres(rings: int, segments: int) -> None:
    points, triangles = ball(2.0, rings, segments)
    assert classify(points + (0, 0, 9), triangles) == Kind("SPHERE")


@pytest.mark.parametrize("axis", ["X", "Y", "Z"])
def test_capsules(axis: str) -> None:
    assert classify(*turned(ball(0.5, stretch=2.0), axis)) == Kind("CAPSULE", axis)


@pytest.mark.parametrize("stretch", [1.5, 2.0, 4.0, 8.0])
def test_stretched_balls_are_capsules(stretch: float) -> None:
    points, triangles = ball()
    assert classify(points * (stretch, 1, 1), triangles) == Kind("CAPSULE", "X")
    icosphere_points, icosphere_triangles = ball(1.0, 6, 12)
    assert classify(icosphere_points * (1, 1, stretch), icosphere_triangles) == Kind("CAPSULE", "Z")


@pytest.mark.parametrize("axis", ["X", "Y", "Z"])
@pytest.mark.parametrize("height", [0.1, 2.0, 10.0])
def test_cylinders(axis: str, height: float) -> None:
    assert classify(*turned(cylinder(height=height), axis)) == Kind("CYLINDER", axis)


def test_eight_sides_are_round_and_six_are_not() -> None:
    assert classify(*cylinder(8)).type == "CYLINDER"
    assert classify(*cylinder(6)).type == "CONVEX"


def test_a_flattened_ball_is_a_hull() -> None:
    points, triangles = ball()
    assert classify(points * (1, 1, 0.3), triangles).type == "CONVEX"


def test_cones_pyramids_and_prisms_are_hulls() -> None:
    assert classify(*revolved([(1.0, -1.0), (0.0, 1.0)], 32)).type == "CONVEX"
    assert classify(*revolved([(1.0, -1.0), (0.0, 3.0)], 4)).type == "CONVEX"
    assert classify(*revolved([(1.0, -2.0), (1.0, 2.0)], 3)).type == "CONVEX"
    assert classify(*revolved([(0.0, -1.0), (1.0, 0.0), (0.0, 1.0)], 4)).type == "CONVEX"


def test_an_l_shape_and_an_open_box_are_hulls() -> None:
    outline = [(0, 0), (2, 0), (2, 0.5), (0.5, 0.5), (0.5, 2), (0, 2)]
    points = np.array([(x, y, z) for z in (0, 1) for x, y in outline], dtype=float)
    walls = [(i, (i + 1) % 6, (i + 1) % 6 + 6, i + 6) for i in range(6)]
    caps = [(0, 1, 2, 3), (0, 3, 4, 5), (6, 7, 8, 9), (6, 9, 10, 11)]
    assert classify(points, split(walls + caps)).type == "CONVEX"
    corners, _ = box()
    assert classify(corners, split(QUADS[:5])).type == "CONVEX"


def test_a_turned_cube_is_a_hull_since_a_box_would_not_fit() -> None:
    points, triangles = box()
    c, s = math.cos(0.6), math.sin(0.6)
    assert classify(points @ np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]]).T, triangles).type == "CONVEX"


def test_flat_and_empty_meshes_are_boxes() -> None:
    points, _ = box()
    assert classify(points[:4], split([(0, 1, 3, 2)])).type == "BOX"
    assert classify(points, NO_TRIANGLES).type == "BOX"
    assert classify(np.zeros((3, 3)), np.array([[0, 1, 2]])).type == "BOX"


def test_longest_axis() -> None:
    assert longest_axis(box((1, 3, 2))[0]) == "Y"
    assert longest_axis(box()[0]) == "Z"


def test_a_hundred_thousand_triangles_are_no_matter() -> None:
    assert classify(*ball(1.0, 150, 350)) == Kind("SPHERE")
