# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Loose parts: which triangles belong together, whatever way a file holds them; how many hulls each part may have."""

from __future__ import annotations

import numpy as np
import pytest

from omi_physics.core.geometry.parts import Part, loose_parts, winding
from omi_physics.core.geometry.pieces import Piece, shares

# Corner number x + 2 y + 4 z; outward.
BOX = np.array(
    [(0, 2, 3), (0, 3, 1), (4, 5, 7), (4, 7, 6), (0, 1, 5), (0, 5, 4), (2, 6, 7), (2, 7, 3), (0, 4, 6), (0, 6, 2),
     (1, 3, 7), (1, 7, 5)], dtype=np.int32,
)  # fmt: skip


def box(low: tuple[float, float, float] = (0, 0, 0), size: float = 1.0) -> tuple[np.ndarray, np.ndarray]:
    corners = np.array([[bits & 1, bits >> 1 & 1, bits >> 2 & 1] for bits in range(8)], dtype=np.float64)
    return corners * size + low, BOX


def together(*meshes: tuple[np.ndarray, np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
    """One mesh of several, each with vertices of its own."""
    counts = np.cumsum([0, *(len(points) for points, _ in meshes)])
    triangles = [triangles + start for (_, triangles), start in zip(meshes, counts, strict=False)]
    return np.concatenate([points for points, _ in meshes]), np.concatenate(triangles).astype(np.int32)


def seams(mesh: tuple[np.ndarray, np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
    """The same surface with three vertices of its own for every triangle."""
    points, triangles = mesh
    return points[triangles].reshape(-1, 3), np.arange(triangles.size, dtype=np.int32).reshape(-1, 3)


def merged(mesh: tuple[np.ndarray, np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
    """The same surface with one vertex at each place."""
    points, place = np.unique(mesh[0], axis=0, return_inverse=True)
    return points, place.reshape(-1)[mesh[1]].astype(np.int32)


def summary(parts: list[Part]) -> list[tuple[int, int, bool]]:
    return [(len(part.points), len(part.triangles), part.is_closed) for part in parts]


def test_a_mesh_without_triangles_has_no_parts() -> None:
    assert loose_parts(np.zeros((3, 3)), np.zeros((0, 3), dtype=np.int32)) == []


@pytest.mark.parametrize("make", [lambda mesh: mesh, seams], ids=["own vertices", "seams"])
def test_boxes_apart(make) -> None:
    mesh = make(together(box(), box((3, 0, 0)), box((0, 5, 0), 2.0)))
    parts = loose_parts(*mesh)
    assert summary(parts) == [(8, 12, True)] * 3
    assert [part.points.min(axis=0).tolist() for part in parts] == [[0, 0, 0], [3, 0, 0], [0, 5, 0]]
    assert parts[2].size == 2.0


@pytest.mark.parametrize("make", [lambda mesh: mesh, merged, seams], ids=["own vertices", "shared", "seams"])
@pytest.mark.parametrize("low", [(1, 1, 1), (1, 1, 0)], ids=["corner", "edge"])
def test_boxes_that_touch_stay_apart(make, low) -> None:
    assert summary(loose_parts(*make(together(box(), box(low))))) == [(8, 12, True)] * 2


def test_boxes_on_each_other_stay_apart() -> None:
    assert summary(loose_parts(*together(box(), box((1, 0, 0))))) == [(8, 12, True)] * 2


def test_an_open_box_and_a_closed_one_that_touch() -> None:
    points, triangles = box()
    parts = loose_parts(*together((points, triangles[2:]), box((0, 0, -1))))
    assert summary(parts) == [(8, 10, False), (8, 12, True)]


def test_triangles_that_lost_their_area_do_no_harm() -> None:
    points, triangles = seams(box())
    points = np.concatenate([points, [[0, 0, 0], [0, 0, 0], [1, 0, 0]]])
    parts = loose_parts(points, np.concatenate([triangles, [[36, 37, 38]]]).astype(np.int32))
    assert (8, 12, True) in summary(parts)


def test_order_of_vertices_and_triangles_does_not_matter() -> None:
    rng = np.random.default_rng(3)
    points, triangles = together(*(box((2.0 * i, 0, 0)) for i in range(20)))
    order = rng.permutation(len(points))
    back = np.argsort(order).astype(np.int32)
    parts = loose_parts(points[order], back[triangles][rng.permutation(len(triangles))])
    assert summary(parts) == [(8, 12, True)] * 20


def test_winding_tells_inside_from_outside() -> None:
    points, triangles = box()
    assert winding(points, triangles, np.array([0.5, 0.4, 0.3])) == pytest.approx(1.0)
    assert winding(points, triangles[:, ::-1], np.array([0.5, 0.4, 0.3])) == pytest.approx(1.0)
    assert winding(points, triangles, np.array([1.5, 0.4, 0.3])) == pytest.approx(0.0, abs=1e-9)
    # Five of the six sides, each a sixth of all directions from the middle.
    assert winding(points, triangles[2:], np.array([0.5, 0.5, 0.5])) == pytest.approx(5 / 6)


@pytest.mark.parametrize(
    ("excess", "total", "wanted"),
    [
        ([], 16, []),
        ([1.0], 16, [16]),
        ([1.0, 1.0], 16, [8, 8]),
        ([3.0, 1.0], 10, [7, 3]),
        ([1.0, 0.0], 5, [4, 1]),
        ([0.0, 0.0], 4, [2, 2]),
        ([1.0, 1.0, 1.0], 2, [1, 1, 1]),
        ([1.0], -3, [1]),
    ],
)
def test_hulls_go_where_most_is_held_too_much(excess, total, wanted) -> None:
    assert shares(excess, total) == wanted


def test_the_volume_of_a_piece() -> None:
    assert Piece(*box((1, 2, 3), 2.0)).volume == pytest.approx(8.0)
