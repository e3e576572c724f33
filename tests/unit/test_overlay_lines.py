# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The overlay's lines: values worked out by hand, in Blender's axes."""

from __future__ import annotations

import math

import numpy as np
import pytest

from omi_physics.core.ground.linear import translation
from omi_physics.core.physics.model import Box, Capsule, Cylinder, Motion, Sphere
from omi_physics.core.physics.scene import (
    ColliderSettings,
    JointSettings,
    LimitSettings,
    ObjectPhysics,
    ObjectRef,
    Picture,
    SceneNode,
    ShapeSettings,
)
from omi_physics.overlay.scene_lines import SceneLines, Shown, arrow, limit_lines
from omi_physics.overlay.shape_lines import outline


def bounds(points):
    return points.min(axis=0).tolist(), points.max(axis=0).tolist()


def test_box_has_its_12_edges():
    lines = outline(Box((2, 4, 6)), {})
    assert lines.shape == (24, 3)
    assert bounds(lines) == ([-1, -2, -3], [1, 2, 3])
    lengths = np.linalg.norm(lines[0::2] - lines[1::2], axis=1)
    assert sorted(lengths.tolist()) == [2] * 4 + [4] * 4 + [6] * 4


@pytest.mark.parametrize(
    ("geometry", "low", "high"),
    [
        (Sphere(2), [-2, -2, -2], [2, 2, 2]),
        (Cylinder(4, 1, 0.5), [-1, -1, -2], [1, 1, 2]),
        (Capsule(4, 1, 0.5), [-1, -1, -3], [1, 1, 2.5]),
    ],
)
def test_round_shapes_reach_as_far_as_they_are(geometry, low, high):
    found = bounds(outline(geometry, {}))
    assert found[0] == pytest.approx(low) and found[1] == pytest.approx(high)


def picture():
    crate = ObjectPhysics(
        motion=Motion("dynamic", linear_velocity=(0.0, 0.0, 2.0)),
        collider=ColliderSettings(ShapeSettings(fit="MANUAL", size=(2.0, 2.0, 2.0), offset=(0.0, 0.0, 1.0))),
    )
    limit = LimitSettings("ANGULAR", "Z", 0.0, math.pi / 2)
    hinge = ObjectPhysics(joint=JointSettings(connected=ObjectRef("Wall", "Wall"), limits=(limit,)))
    nodes = [
        SceneNode(0, "Crate", "Crate", world=translation((5.0, 0.0, 0.0)), physics=crate),
        SceneNode(1, "Hinge", "Hinge", 0, 0, translation((5.0, 1.0, 0.0)), physics=hinge),
        SceneNode(2, "Wall", "Wall", world=translation((9.0, 0.0, 0.0))),
    ]
    return Picture(nodes)


def test_a_scene_is_coloured_by_role_and_selection():
    lines = SceneLines().build(picture(), {0}, Shown())
    assert bounds(lines["dynamic", True]) == ([4, -1, 0], [6, 1, 2])
    assert lines["velocity", True][:2].tolist() == [[5, 0, 0], [5, 0, 2]]
    assert lines["link", False].tolist() == [[5, 1, 0], [9, 0, 0]]
    assert lines["x", False].tolist() == [[5, 1, 0], [5.25, 1, 0]]
    low, high = bounds(lines["limit", False])
    assert low == pytest.approx([5, 1, 0]) and high == pytest.approx([5.25, 1.25, 0])


def test_what_is_switched_off_is_not_made():
    shown = Shown(colliders=False, velocities=False, centers=False, selected_only=True)
    assert SceneLines().build(picture(), {0}, shown) == {}
    assert set(SceneLines().build(picture(), set(), Shown(), {2})) == set()


def test_linear_limits_are_bars_with_stops():
    bar = limit_lines(LimitSettings("LINEAR", "Y", -0.5, 2.0), 1)
    assert bar[:2].tolist() == [[0, -0.5, 0], [0, 2, 0]] and len(bar) == 6
    free = limit_lines(LimitSettings("LINEAR", "Y", None, 2.0), 1)
    assert free[0].tolist() == [0, 1, 0] and free[2].tolist() == free[3].tolist()


def test_an_arrow_ends_at_its_tip():
    points = arrow(np.array([1.0, 0, 0]), np.array([0, 0, 3.0]))
    assert points[1].tolist() == [1, 0, 3] and np.isfinite(points).all()
