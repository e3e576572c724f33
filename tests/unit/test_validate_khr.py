# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks that only count where the Khronos format is written."""

from __future__ import annotations

import pytest

from omi_physics.core.physics.model import Motion
from omi_physics.core.physics.scene import (
    ColliderSettings,
    DriveSettings,
    JointSettings,
    LimitSettings,
    ObjectPhysics,
    Options,
    Picture,
    SceneNode,
    ShapeSettings,
)
from omi_physics.core.rules.validate import check

BODY = Motion("dynamic")


def codes(*objects: ObjectPhysics, formats: frozenset[str] = frozenset({"KHR"})) -> list[tuple[str, str]]:
    """The khr codes with their objects; each object is the parent of the next."""
    nodes = [
        SceneNode(i, f"Object{i}", i, i - 1 if i else None, i - 1 if i else None, physics=found)
        for i, found in enumerate(objects)
    ]
    picture = Picture(nodes, options=Options(formats=formats), scene_name="Scene")
    return sorted((found.code, found.object) for found in check(picture) if found.code.startswith("khr-"))


DRAFT = ("khr-draft", "Scene")


def joint(*limits: LimitSettings, drives: tuple[DriveSettings, ...] = ()) -> ObjectPhysics:
    return ObjectPhysics(motion=BODY, joint=JointSettings(limits=limits, drives=drives))


@pytest.mark.parametrize(
    ("physics", "code"),
    [
        (ObjectPhysics(motion=Motion("dynamic", mass=0.0)), "khr-mass-zero"),
        (ObjectPhysics(motion=Motion("dynamic", inertia_diagonal=(1.0, 0.0, 1.0))), "khr-inertia-zero"),
        (ObjectPhysics(motion=BODY, collider=ColliderSettings(ShapeSettings("NONE"))), "khr-shapeless"),
        (joint(LimitSettings("LINEAR", "XZ", -1.0, 2.0)), "khr-multi-axis"),
        (joint(drives=(DriveSettings("LINEAR", "X", position_target=1.0),)), "khr-drive-pair"),
        (joint(drives=(DriveSettings("LINEAR", "X", damping=1.0),)), "khr-drive-pair"),
        # The harmless neighbours.
        (ObjectPhysics(motion=Motion("dynamic", mass=2.0, inertia_diagonal=(1.0, 1.0, 1.0))), ""),
        (ObjectPhysics(motion=Motion("kinematic", mass=0.0)), ""),
        (joint(LimitSettings("LINEAR", "XZ", 0.0, 0.0), LimitSettings("ANGULAR", "X", -1.0, 2.0)), ""),
        (joint(LimitSettings("LINEAR", "XZ", 0.0, 2.0, is_radial=True)), ""),
        (joint(drives=(DriveSettings("LINEAR", "X", velocity_target=1.0, damping=1.0),)), ""),
    ],
)
def test_objects(physics: ObjectPhysics, code: str) -> None:
    assert codes(physics) == [DRAFT, *([(code, "Object0")] if code else [])]
    assert codes(physics, formats=frozenset({"OMI"})) == []


def test_a_static_body_below_one_that_moves() -> None:
    static = ObjectPhysics(motion=Motion("static"))
    assert codes(ObjectPhysics(motion=BODY), static) == [DRAFT, ("khr-static-below", "Object1")]
    assert codes(static, static) == [DRAFT]
