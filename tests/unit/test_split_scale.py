# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""A matrix parted into a rotation and a stretch: exact, proper, and steady where it is mirrored or slanted."""

from __future__ import annotations

import numpy as np
import pytest

from omi_physics.core.geometry.split import split_scale
from omi_physics.core.ground.linear import Mat4, multiply
from tests.support.pictures import place


def parted(m: Mat4) -> tuple[np.ndarray, np.ndarray]:
    split = split_scale(m)
    assert split is not None
    stretch = np.diag(split.scale) if split.stretch is None else np.asarray(split.stretch)
    return np.asarray(split.rotation)[:3, :3], stretch


@pytest.mark.parametrize("scale", [(1, 2, 3), (-1, 2, 3), (1, -2, 3), (-1, -1, -1), (2, 2, 2)], ids=str)
@pytest.mark.parametrize("above", [(1, 1, 1), (1, 1, 3), (-1, 1, 2)], ids=str)
def test_product_is_the_matrix_and_the_rotation_is_proper(scale: tuple[float, ...], above: tuple[float, ...]) -> None:
    m = multiply(place((1, 2, 3), (10, 20, 30), above), place((0, 0, 0), (40, -50, 60), scale))
    rotation, stretch = parted(m)
    np.testing.assert_allclose(rotation @ stretch, np.asarray(m)[:3, :3], atol=1e-5)
    np.testing.assert_allclose(rotation @ rotation.T, np.eye(3), atol=1e-9)
    assert np.linalg.det(rotation) == pytest.approx(1.0)


def test_mirrored_is_mirrored_along_x_slanted_or_not() -> None:
    """A little slant must not turn a mirrored frame around: its axes stay within the slant of the upright one's."""
    for angle in (10, 45, 80):
        mirrored = place((0, 0, 0), (angle, 20, 30), (-1, 1, 1))
        upright, _ = parted(mirrored)
        slanted, _ = parted(multiply(place((0, 0, 0), (0, 0, 0), (1, 1, 1.01)), mirrored))
        assert np.abs(slanted - upright).max() < 0.02, angle
    # By hand: the x axis is turned around, the others stay.
    plain, stretch = parted(place((0, 0, 0), (0, 0, 0), (-2, 3, 4)))
    np.testing.assert_allclose(plain, np.eye(3), atol=1e-9)
    np.testing.assert_allclose(stretch, np.diag((-2, 3, 4)), atol=1e-9)


def test_flattened_has_no_parts() -> None:
    assert split_scale(place((0, 0, 0), (10, 20, 30), (0, 1, 1))) is None
    flat = place((0, 0, 0), (0, 0, 0), (0, 1, 1))
    assert split_scale(multiply(flat, place((0, 0, 0), (30, 40, 50), (1, 1, 1)))) is None
