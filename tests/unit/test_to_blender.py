# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Settings of objects from what a file says, and where its nodes stand: values worked out by hand."""

from __future__ import annotations

import math

import pytest
from hypothesis import given

from omi_physics.core.formats.common import to_blender
from omi_physics.core.formats.common.axes import drive_to_gltf, limit_to_gltf, motion_to_gltf
from omi_physics.core.formats.common.node_places import local_matrix, without_scale, world_matrices
from omi_physics.core.ground.linear import IDENTITY, coincide, translation
from omi_physics.core.physics.model import Box, Capsule, Convex, Cylinder, Drive, Limit, Motion, Sphere, Trimesh
from omi_physics.core.physics.scene import ShapeSettings
from tests.support import physics_json as made


def test_shapes_by_hand_and_in_units() -> None:
    assert to_blender.shape_settings(Box((1, 2, 3)), 2) == ShapeSettings("BOX", "MANUAL", size=(2, 6, 4))
    assert to_blender.shape_settings(Sphere(1), 2) == ShapeSettings("SPHERE", "MANUAL", radius=2)
    for geometry, kind in ((Capsule(3, 1, 2), "CAPSULE"), (Cylinder(3, 1, 2), "CYLINDER")):
        expected = ShapeSettings(kind, "MANUAL", height=6, radius_bottom=2, radius_top=4)
        assert to_blender.shape_settings(geometry, 2) == expected
    assert to_blender.shape_settings(Convex(0)) == ShapeSettings("CONVEX", "AUTO")
    assert to_blender.shape_settings(Trimesh(0), 1, "key") == ShapeSettings("TRIMESH", "MANUAL", mesh="key")


def test_units_of_motion_limits_and_drives() -> None:
    motion = Motion("dynamic", 5.0, (1, 2, 3), (1, 2, 3), (0, 0, 0, 1), (1, 2, 3), (1, 2, 3), 0.5)
    found = to_blender.motion_settings(motion, 10)
    assert found == Motion("dynamic", 5.0, (10, -30, 20), (100, 300, 200), (0, 0, 0, 1), (10, -30, 20), (1, -3, 2), 0.5)
    (linear,) = to_blender.limit_settings(Limit((0,), (), -1.0, 2.0, 3.0, 4.0), 10)
    assert (linear.min, linear.max, linear.stiffness, linear.damping) == (-10, 20, 3, 4)
    (angular,) = to_blender.limit_settings(Limit((), (0,), -1.0, None), 10)
    assert (angular.min, angular.max) == (-1, None)
    drive = to_blender.drive_settings(Drive("linear", "force", 2, 5.0, 1.0, 2.0, 3.0, 4.0), 10)
    assert (drive.axis, drive.position_target, drive.velocity_target, drive.max_force) == ("Y", -10, -20, 5)
    assert (drive.stiffness, drive.damping) == (3, 4)


@given(made.motions)
def test_motions_come_back(motion: Motion) -> None:
    assert motion_to_gltf(to_blender.motion_settings(motion)) == motion


@given(made.drives)
def test_drives_come_back(drive: Drive) -> None:
    assert drive_to_gltf(to_blender.drive_settings(drive)) == drive


def by_axis(limits: list[Limit]) -> list[Limit]:
    """Limits axis by axis, but for those that are radial."""
    found: list[Limit] = []
    for limit in limits:
        axes = limit.linear_axes or limit.angular_axes
        if len(axes) > 1 and limit.min is not None and limit.min >= 0 and (limit.max is None or limit.max > 0):
            found.append(limit)
            continue
        for axis in axes:
            one = ((axis,), ()) if limit.linear_axes else ((), (axis,))
            found.append(Limit(*one, limit.min, limit.max, limit.stiffness, limit.damping))
    return sorted(found, key=repr)


@given(made.limits())
def test_limits_come_back(limit: Limit) -> None:
    written = [item for found in to_blender.limit_settings(limit) for item in limit_to_gltf(found)]
    assert by_axis(written) == by_axis([limit])


def test_places_of_nodes() -> None:
    half = math.sqrt(0.5)
    turned = local_matrix([1, 2, 3], [0, half, 0, half], [2, 3, 4], None)
    # A quarter turn about Y takes X to -Z and Z to X.
    expected = ((0, 0, 4, 1), (0, 3, 0, 2), (-2, 0, 0, 3))
    for row, right in zip(turned, expected, strict=False):
        assert row == pytest.approx(right, abs=1e-12)
    columns = [row[i] for i in range(4) for row in turned]
    assert coincide(local_matrix(None, None, None, columns), turned)
    assert local_matrix(None, None, None, None) == IDENTITY
    rigid = without_scale(turned)
    assert rigid[0] == pytest.approx((0, 0, 1, 1), abs=1e-12) and rigid[2] == pytest.approx((-1, 0, 0, 3), abs=1e-12)


def test_worlds_follow_parents_and_survive_cycles() -> None:
    local = [translation((1, 0, 0)), translation((0, 2, 0)), translation((0, 0, 3)), translation((9, 9, 9))]
    found = world_matrices([-1, 0, 1, -1], local, [2])
    assert found[2] == translation((1, 2, 3)) and found[1] == translation((1, 2, 0)) and 3 not in found
    assert set(world_matrices([1, 0, -1, -1], local, [0])) == {0, 1}
    assert not coincide(found[2], found[1])
