# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Blender (x, y, z) is glTF (x, z, -y): values worked out by hand, and the map itself checked with NumPy."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from omi_physics.core.formats.common import axes
from omi_physics.core.ground.linear import euler_matrix, matrix_of, quaternion_of
from omi_physics.core.physics.model import Drive, Limit, Motion
from omi_physics.core.physics.scene import DriveSettings, LimitSettings

MAP = np.array([[1, 0, 0], [0, 0, 1], [0, -1, 0]], dtype=float)
HALF = math.sqrt(0.5)
angles = st.floats(-3, 3)


def test_vectors_sizes_and_rotations():
    assert axes.vector_to_gltf((1, 2, 3)) == (1, 3, -2)
    assert axes.vector_to_blender((1, 3, -2)) == (1, 2, 3)
    assert axes.size_to_gltf((1, 2, 3)) == (1, 3, 2) and axes.size_to_blender((1, 3, 2)) == (1, 2, 3)
    assert axes.quaternion_to_gltf((0.1, 0.2, 0.3, 0.4)) == (0.1, 0.3, -0.2, 0.4)
    assert axes.quaternion_to_blender((0.1, 0.3, -0.2, 0.4)) == (0.1, 0.2, 0.3, 0.4)
    assert math.copysign(1, axes.vector_to_gltf((0, 0, 0))[2]) == 1  # no -0.0


def test_without_y_up_nothing_is_turned():
    motion = Motion("dynamic", center_of_mass=(1, 2, 3), inertia_diagonal=(1, 2, 3), angular_velocity=(1, 2, 3))
    assert axes.motion_to_gltf(motion, y_up=False) == motion
    assert axes.vector_to_gltf((1, 2, 3), False) == (1, 2, 3) and axes.size_to_gltf((1, 2, 3), False) == (1, 2, 3)
    assert axes.quaternion_to_gltf((1, 2, 3, 4), False) == (1, 2, 3, 4)
    limit = LimitSettings("ANGULAR", "Y", -1.0, 2.0)
    assert axes.limit_to_gltf(limit, y_up=False) == (Limit((), (1,), -1.0, 2.0),)
    assert axes.drive_to_gltf(DriveSettings(axis="Z", velocity_target=3.0), False).axis == 2


@given(angles, angles, angles)
def test_rotations_are_turned_on_both_sides(x, y, z):
    rotation = euler_matrix((x, y, z))
    expected = MAP @ np.array(rotation)[:3, :3] @ MAP.T
    assert np.array(axes.matrix_to_gltf(rotation))[:3, :3] == pytest.approx(expected, abs=1e-9)
    turned = matrix_of(axes.quaternion_to_gltf(quaternion_of(rotation)))
    assert np.array(turned)[:3, :3] == pytest.approx(expected, abs=1e-9)


def test_inertia_keeps_its_tensor():
    orientation = (0.0, 0.0, math.sin(0.3), math.cos(0.3))
    motion = Motion("dynamic", inertia_diagonal=(1.0, 2.0, 3.0), inertia_orientation=orientation)
    written = axes.motion_to_gltf(motion)

    def tensor(diagonal, quaternion):
        r = np.array(matrix_of(quaternion))[:3, :3]
        return r @ np.diag(diagonal) @ r.T

    expected = MAP @ tensor(motion.inertia_diagonal, orientation) @ MAP.T
    assert tensor(written.inertia_diagonal, written.inertia_orientation) == pytest.approx(expected)
    assert axes.motion_to_blender(written) == motion


@pytest.mark.parametrize(
    ("limit", "written"),
    [
        (("LINEAR", "X", -1, 2), [((0,), (), -1, 2)]),
        (("LINEAR", "Y", -1, 2), [((2,), (), -2, 1)]),
        (("LINEAR", "Y", None, 2), [((2,), (), -2, None)]),
        (("ANGULAR", "Z", -1, 2), [((), (1,), -1, 2)]),
        (("LINEAR", "XYZ", 0, 0), [((0, 1, 2), (), 0, 0)]),
        (("LINEAR", "XYZ", -1, 1), [((0, 1, 2), (), -1, 1)]),
        (("LINEAR", "XYZ", None, None), [((0, 1, 2), (), None, None)]),
        (("LINEAR", "XYZ", -0.5, 2), [((0, 1), (), -0.5, 2), ((2,), (), -2, 0.5)]),
        (("LINEAR", "XZ", -0.5, 2), [((0, 1), (), -0.5, 2)]),
        (("LINEAR", "XZ", 0, 2), [((0,), (), 0, 2), ((1,), (), 0, 2)]),
        (("ANGULAR", "XZ", 1, None), [((), (0,), 1, None), ((), (1,), 1, None)]),
        (("LINEAR", "XYZ", 1, 2), [((0,), (), 1, 2), ((1,), (), 1, 2), ((2,), (), -2, -1)]),
        (("LINEAR", "", 0, 0), []),
    ],
)
def test_limits(limit, written):
    found = axes.limit_to_gltf(LimitSettings(*limit))
    assert [(x.linear_axes, x.angular_axes, x.min, x.max) for x in found] == written


def test_radial_limits_are_neither_split_nor_flipped_and_write_their_minimum():
    limit = LimitSettings("LINEAR", "XYZ", None, 2.0, is_radial=True)
    assert axes.limit_to_gltf(limit) == (Limit((0, 1, 2), (), 0.0, 2.0),)
    assert axes.limit_to_blender(Limit((0, 2), (), 0.0, 2.0)) == (
        LimitSettings("LINEAR", "XY", 0.0, 2.0, is_radial=True),
    )


def test_limits_of_files():
    assert axes.limit_to_blender(Limit((), (2,), -1.0, 2.0)) == (LimitSettings("ANGULAR", "Y", -2.0, 1.0),)
    both = axes.limit_to_blender(Limit((0, 1, 2), (0,), -0.5, 2.0, 7.0, 3.0))
    assert both == (
        LimitSettings("LINEAR", "XZ", -0.5, 2.0, 7.0, 3.0),
        LimitSettings("LINEAR", "Y", -2.0, 0.5, 7.0, 3.0),
        LimitSettings("ANGULAR", "X", -0.5, 2.0, 7.0, 3.0),
    )


def test_drives_along_y_change_sign():
    settings = DriveSettings("ANGULAR", "Y", "FORCE", 9.0, 0.5, 3.0, 7.0, 8.0)
    written = Drive("angular", "force", 2, 9.0, -0.5, -3.0, 7.0, 8.0)
    assert axes.drive_to_gltf(settings) == written and axes.drive_to_blender(written) == settings
    assert axes.drive_to_gltf(DriveSettings(axis="Z", position_target=1.0)).axis == 1
    assert axes.drive_to_gltf(DriveSettings(axis="Z", position_target=1.0)).position_target == 1.0
