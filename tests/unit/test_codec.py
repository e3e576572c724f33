# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What is written for each dataclass: values worked out by hand."""

from __future__ import annotations

import json

import numpy as np
import pytest

from omi_physics.core.formats.omi import names
from omi_physics.core.formats.omi import write as codec
from omi_physics.core.physics.model import (
    Body,
    Box,
    Capsule,
    Collider,
    CollisionFilter,
    Convex,
    Cylinder,
    Document,
    Drive,
    JointNode,
    Limit,
    Motion,
    PhysicsJoint,
    PhysicsMaterial,
    Shape,
    Sphere,
    Trigger,
    Trimesh,
)


def test_a_motion_says_its_type_and_nothing_that_is_default() -> None:
    assert codec.encode_body(Body(motion=Motion("static"))) == {"motion": {"type": "static"}}


def test_a_motion_says_all_that_differs_also_where_its_type_cannot_use_it() -> None:
    motion = Motion("static", 0.0, (1, 2, 3), (4, 5, 6), (0, 0, 1, 0), (7, 8, 9), (1, 0, 0), -1.0)
    assert codec.encode_motion(motion) == {
        "type": "static",
        "mass": 0,
        "centerOfMass": [1, 2, 3],
        "inertiaDiagonal": [4, 5, 6],
        "inertiaOrientation": [0, 0, 1, 0],
        "linearVelocity": [7, 8, 9],
        "angularVelocity": [1, 0, 0],
        "gravityFactor": -1,
    }


@pytest.mark.parametrize(
    ("geometry", "expected"),
    [
        (Box(), {"type": "box", "box": {"size": [1, 1, 1]}}),
        (Sphere(), {"type": "sphere", "sphere": {"radius": 0.5}}),
        (
            Capsule(),
            {"type": "capsule", "capsule": {"height": 1, "radiusBottom": 0.5, "radiusTop": 0.5, "radius": 0.5}},
        ),
        (Cylinder(3, 0.25, 0), {"type": "cylinder", "cylinder": {"height": 3, "radiusBottom": 0.25, "radiusTop": 0}}),
        (Convex(4), {"type": "convex", "convex": {"mesh": 4}}),
        (Trimesh(0), {"type": "trimesh", "trimesh": {"mesh": 0}}),
    ],
)
def test_a_shape_says_every_dimension_and_one_radius_where_both_are_equal(geometry, expected) -> None:
    assert codec.encode_shape(Shape(geometry)) == expected
    assert codec.encode_shape(Shape(geometry, "Hull")) == {**expected, "name": "Hull"}


def test_nothing_empty_is_written() -> None:
    document = Document([Shape(Box())], [PhysicsMaterial()], [CollisionFilter()], [PhysicsJoint()])
    body = Body(Motion("dynamic"), Collider(), Trigger())

    def check(value: object) -> None:
        assert value not in ({}, [], "", None)
        for child in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
            check(child)

    check(codec.encode_document(document))
    check(codec.encode_body(body))
    assert codec.encode_document(Document()) == {}
    assert codec.encode_body(body)["collider"] == {"extras": {"compound": True}}


def test_only_tables_with_entries_are_written() -> None:
    written = codec.encode_document(Document(collision_filters=[CollisionFilter(("A",), ("B",))]))
    assert written == {
        names.BODY: {"collisionFilters": [{"collisionSystems": ["A"], "collideWithSystems": ["B"]}]},
    }
    with pytest.raises(ValueError, match="could not be read"):
        codec.encode_document(Document(shapes=[None]))


def test_a_compound_trigger_has_no_shape_and_no_filter() -> None:
    assert codec.encode_body(Body(trigger=Trigger(None, (3, 1), 0))) == {"trigger": {"nodes": [3, 1]}}
    assert codec.encode_body(Body(trigger=Trigger(2, (), 0))) == {"trigger": {"shape": 2, "collisionFilter": 0}}


def test_material_values() -> None:
    material = PhysicsMaterial(0.5, 0.0, 1.0, "multiply", "maximum", "Ice")
    assert codec.encode_material(material) == {
        "staticFriction": 0.5,
        "dynamicFriction": 0,
        "restitution": 1,
        "frictionCombine": "multiply",
        "restitutionCombine": "maximum",
        "name": "Ice",
    }


def test_limits_and_drives() -> None:
    joint = PhysicsJoint(
        (Limit((0, 2), (), None, 1.5), Limit((), (1,), -1.0, None, 0.0, 2.0), Limit((0,), (0, 1), 0.0, 0.0)),
        (Drive("linear", "force", 1), Drive("angular", "acceleration", 2, 5.0, 0.0, -3.0, 4.0, 6.0)),
        "Hinge",
    )
    assert codec.encode_physics_joint(joint) == {
        "limits": [
            {"linearAxes": [0, 2], "max": 1.5},
            {"angularAxes": [1], "min": -1, "stiffness": 0, "damping": 2},
            {"linearAxes": [0], "min": 0, "max": 0},
            {"angularAxes": [0, 1], "min": 0, "max": 0},
        ],
        "drives": [
            {"type": "linear", "mode": "force", "axis": 1},
            {
                "type": "angular",
                "mode": "acceleration",
                "axis": 2,
                "maxForce": 5,
                "positionTarget": 0,
                "velocityTarget": -3,
                "stiffness": 4,
                "damping": 6,
            },
        ],
        "name": "Hinge",
    }


def test_joint_nodes() -> None:
    assert codec.encode_joint_node(JointNode(0, 7)) == {"joint": 0, "connectedNode": 7}
    assert codec.encode_joint_node(JointNode(1, 2, True)) == {"joint": 1, "connectedNode": 2, "enableCollision": True}
    with pytest.raises(ValueError, match="no connected node"):
        codec.encode_joint_node(JointNode(1, None))


def test_the_archived_form_has_one_radius_and_the_full_height() -> None:
    assert codec.encode_collider(Capsule(2.0, 0.5, 0.5)) == {"type": "capsule", "radius": 0.5, "height": 3}
    assert codec.encode_collider(Cylinder(2.0, 0.5, 0.5)) == {"type": "cylinder", "radius": 0.5, "height": 2}
    assert codec.encode_collider(Convex(3), True) == {"type": "hull", "mesh": 3, "isTrigger": True}
    assert codec.encode_collider(Box((1, 2, 3))) == {"type": "box", "size": [1, 2, 3]}
    with pytest.raises(ValueError, match="tapered"):
        codec.encode_collider(Capsule(2.0, 0.5, 0.25))


def test_numbers_are_plain_whole_ones_integers_and_never_negative_zero() -> None:
    size = tuple(np.float32([1.0, 2.5, 3.0]))
    written = codec.encode_body(Body(Motion("dynamic", np.float64(2.0), (-0.0, 1.0, -0.0))))
    assert json.dumps(written) == '{"motion": {"type": "dynamic", "mass": 2, "centerOfMass": [0, 1, 0]}}'
    assert json.dumps(codec.encode_shape(Shape(Box(size)))) == '{"type": "box", "box": {"size": [1, 2.5, 3]}}'
