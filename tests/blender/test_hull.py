# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The convex hull of point clouds: few points hidden among many, thin and far clouds, and every order."""

from __future__ import annotations

import itertools

import bpy
import numpy as np
import pytest

from tests.blender.scenes import cube
from tests.blender.support import addon_module

RNG_SEED = 11
GOLDEN = (1 + 5**0.5) / 2


def hull(points):
    return addon_module("properties.hull").convex_hull(points)


def icosahedron():
    corners = [p for a, b in itertools.product((-1, 1), (-GOLDEN, GOLDEN)) for p in ((0, a, b), (a, b, 0), (b, 0, a))]
    return np.array(corners, dtype=float)


def cube_corners():
    return np.array(list(itertools.product((-1.0, 1.0), repeat=3)))


def tetrahedron():
    return np.array([(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)], dtype=float)


def turned(points):
    turn, _ = np.linalg.qr(np.random.default_rng(RNG_SEED).normal(size=(3, 3)))
    return points @ turn.T


def inside(corners, count):
    """Mixtures of corners, which can not be on the hull but for the corners themselves."""
    rng = np.random.default_rng(RNG_SEED)
    weights = rng.dirichlet(np.full(len(corners), 0.5), size=count)
    middle = corners.mean(axis=0)
    return middle + 0.99 * (weights @ corners - middle)


def shell(count, roughness):
    rng = np.random.default_rng(RNG_SEED)
    directions = rng.normal(size=(count, 3))
    return directions / np.linalg.norm(directions, axis=1, keepdims=True) * (1 + roughness * rng.random((count, 1)))


def clouds():
    rng = np.random.default_rng(RNG_SEED)
    grid = np.stack(np.meshgrid(*[np.arange(30.0)] * 3), axis=-1).reshape(-1, 3)
    blob = np.concatenate([rng.normal(size=(30_000, 3)) * 0.01, rng.normal(size=(300, 3)) * 0.3 + 5])
    return {
        "rough": shell(40_000, 0.1),
        "smooth": shell(5_000, 0.0),
        "gauss": rng.normal(size=(40_000, 3)),
        "clusters": blob,
        "slab": rng.random((40_000, 3)) * (10, 10, 0.01),
        "slab aslant": turned(rng.random((40_000, 3)) * (10, 10, 0.01)),
        "needle aslant": turned(shell(40_000, 0.05) * (100, 0.3, 0.1)),
        "lattice": grid,
        "lattice aslant": turned(grid),
        "far": shell(40_000, 0.1) + (1e6, -2e6, 3e5),
        "small": shell(40_000, 0.1) * 1e-3,
        "large": shell(40_000, 0.1) * 1e6,
    }


@pytest.mark.parametrize("shape", [icosahedron, cube_corners, tetrahedron])
@pytest.mark.parametrize("size", [(1, 1, 1), (100, 1, 0.3), (1e-3, 1e-3, 1e-3)])
def test_corners_among_50_000_points_inside(shape, size):
    corners = turned(shape() * size) + (3, -2, 1)
    points, triangles = hull(np.concatenate([inside(corners, 50_000), corners]))
    assert {tuple(p) for p in points} == {tuple(p) for p in corners}
    assert len(points) == len(corners) and len(triangles) == 2 * len(corners) - 4


@pytest.mark.parametrize("name", clouds())
def test_every_point_is_behind_every_face(name):
    points = clouds()[name]
    corners, triangles = hull(points)
    a, b, c = (corners[triangles[:, i]] for i in range(3))
    normals = np.cross(b - a, c - a)
    areas = np.linalg.norm(normals, axis=1)
    longest = np.max([np.linalg.norm(side, axis=1) for side in (b - a, c - b, a - c)], axis=0)
    extent = np.ptp(points, axis=0).max()
    for normal, corner, area, length in list(zip(normals, a, areas, longest, strict=True))[::5]:
        # What a narrow face's corners are rounded by grows across the cloud, so its width is allowed for.
        outside = ((points - corner) @ normal).max() / max(area, 1e-300)
        assert outside * (area / length) <= 1e-5 * extent**2
    assert len(corners) - 3 * len(triangles) / 2 + len(triangles) == 2  # Euler's formula: a closed surface
    assert {tuple(p) for p in corners} <= {tuple(p) for p in points}


@pytest.mark.parametrize("name", clouds())
def test_volume_and_supports_are_those_of_qhull(name):
    spatial = pytest.importorskip("scipy.spatial")
    points = clouds()[name]
    corners, triangles = hull(points)
    expected = spatial.ConvexHull(points)
    a, b, c = (corners[triangles[:, i]] - points[0] for i in range(3))
    assert np.einsum("ij,ij->", np.cross(a, b), c) / 6 == pytest.approx(expected.volume, rel=2e-4)
    size = np.ptp(points, axis=0).max()
    for ray in expected.equations[:: max(1, len(expected.equations) // 300), :3]:
        reach = (points - points[0]) @ ray
        assert ((corners - points[0]) @ ray).max() == pytest.approx(reach.max(), abs=2e-4 * size)


@pytest.mark.parametrize("name", clouds())
def test_the_order_of_the_points_does_not_count(name):
    points = clouds()[name]
    expected = hull(points)
    for order in (np.arange(len(points))[::-1], np.random.default_rng(1).permutation(len(points))):
        for one, other in zip(hull(points[order]), expected, strict=True):
            np.testing.assert_array_equal(one, other)


def test_of_equal_points_the_least_stands_for_all():
    corners = cube_corners()
    near = corners + 1e-8
    for points in (np.concatenate([corners, near]), np.concatenate([near, corners])):
        np.testing.assert_array_equal(hull(points)[0], corners)


@pytest.mark.parametrize("count", [5, 50_000])
@pytest.mark.parametrize("size", [(1, 1, 0), (1, 0, 0), (0, 0, 0)])
@pytest.mark.parametrize("aslant", [False, True])
def test_flat_clouds_have_no_hull(count, size, aslant):
    points = np.random.default_rng(RNG_SEED).random((count, 3)) * size
    points, triangles = hull(turned(points) if aslant else points)
    assert points.shape == (0, 3) and triangles.shape == (0, 3)


def test_no_points_have_no_hull():
    points, triangles = hull(np.empty((0, 3)))
    assert points.shape == (0, 3) and triangles.shape == (0, 3)


def test_a_mesh_reads_the_same_in_edit_mode():
    obj = cube("Box", (1, 2, 3))
    read = addon_module("properties.meshes")._from_mesh
    expected = read("key", obj.data).points()
    bpy.context.view_layer.objects.active = obj
    bpy.ops.object.mode_set(mode="EDIT")
    np.testing.assert_array_equal(read("key", obj.data).points(), expected)
    assert len(expected) == 8


@pytest.mark.parametrize(
    ("faces", "expected"),
    [
        ([(0, 1, 2), (2, 3, 0)], [{0, 1, 2}, {0, 2, 3}]),
        ([(0, 1, 2, 3)], [{0, 1, 2}, {0, 2, 3}]),
        # As many corners as two triangles have.
        ([(0, 1, 2, 3), (0, 1)], [{0, 1, 2}, {0, 2, 3}]),
    ],
)
def test_triangles_of_triangles_and_of_other_faces(faces, expected):
    mesh = bpy.data.meshes.new("Faces")
    mesh.from_pydata([(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0), (9, 9, 9)], [], faces)
    found = addon_module("properties.meshes")._from_mesh("key", mesh).read_triangles(mesh)
    assert [set(map(int, triangle)) for triangle in found.triangles()] == expected
    # The loose vertex is none of the shape's.
    assert len(found.points()) == 4
