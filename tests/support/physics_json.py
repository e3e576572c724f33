# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Made-up OMI physics: any legal model, as hypothesis strategies, and JSON that is wrong in every way."""

from __future__ import annotations

import copy
from random import Random
from typing import Any

from hypothesis import strategies as st

from omi_physics.core.physics import model

# Numbers that single precision keeps exactly, so that equality is equality.
numbers = st.floats(-1e6, 1e6, width=32).map(lambda x: x + 0.0)
positive = st.floats(2.0**-20, 1e6, width=32)
amounts = st.floats(0, 1e6, width=32).map(abs)
vectors = st.tuples(numbers, numbers, numbers)
names = st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=8)
systems = st.lists(names.filter(bool), max_size=3, unique=True).map(tuple)
unit_quaternions = st.sampled_from([(0.0, 0.0, 0.0, 1.0), (0.5, 0.5, 0.5, 0.5), (1.0, 0.0, 0.0, 0.0)])
axes = st.lists(st.integers(0, 2), min_size=1, max_size=3, unique=True).map(lambda a: tuple(sorted(a)))

geometries = st.one_of(
    st.builds(model.Box, st.tuples(positive, positive, positive)),
    st.builds(model.Sphere, positive),
    st.builds(model.Capsule, positive, positive, positive),
    st.builds(model.Cylinder, positive, positive, positive),
    st.builds(model.Convex, st.integers(0, 3)),
    st.builds(model.Trimesh, st.integers(0, 3)),
)
shapes = st.builds(model.Shape, geometries, names)
combines = st.sampled_from(["average", "minimum", "maximum", "multiply"])
materials = st.builds(model.PhysicsMaterial, amounts, amounts, amounts, combines, combines, names)
filters = st.one_of(
    st.builds(model.CollisionFilter, systems, systems, st.just(()), names),
    st.builds(model.CollisionFilter, systems, st.just(()), systems, names),
)
motions = st.builds(
    model.Motion,
    st.sampled_from(["static", "kinematic", "dynamic"]),
    amounts, vectors, st.tuples(amounts, amounts, amounts), unit_quaternions, vectors, vectors, numbers,
)  # fmt: skip


@st.composite
def limits(draw: st.DrawFn) -> model.Limit:
    """One axis list, bounds in order."""
    listed, is_linear = draw(axes), draw(st.booleans())
    low, high = sorted((draw(numbers), draw(numbers)))
    return model.Limit(
        linear_axes=listed if is_linear else (),
        angular_axes=() if is_linear else listed,
        min=draw(st.sampled_from([low, None])),
        max=draw(st.sampled_from([high, None])),
        stiffness=draw(st.none() | amounts),
        damping=draw(amounts),
    )


drives = st.builds(
    model.Drive,
    st.sampled_from(["linear", "angular"]), st.sampled_from(["force", "acceleration"]), st.integers(0, 2),
    st.none() | amounts, st.none() | numbers, st.none() | numbers, amounts, amounts,
)  # fmt: skip
joints = st.builds(
    model.PhysicsJoint, st.lists(limits(), max_size=4).map(tuple), st.lists(drives, max_size=3).map(tuple), names
)

NODES = 8
"""Nodes of a made-up file: node 0 is the parent of all others, which are bodies, shapes and joints."""


@st.composite
def files(draw: st.DrawFn) -> model.PhysicsFile:
    """A legal file: every index right, node 0 with a motion, compound triggers on it only."""
    document = model.Document(*(draw(st.lists(s, max_size=3)) for s in (shapes, materials, filters, joints)))

    def index(table: list[Any]) -> int | None:
        return draw(st.none() | st.integers(0, len(table) - 1)) if table else None

    bodies: dict[int, model.Body] = {}
    for node in range(1, NODES - 2):
        collider = model.Collider(
            index(document.shapes), index(document.physics_materials), index(document.collision_filters)
        )
        shape = index(document.shapes)
        trigger = None if shape is None else model.Trigger(shape, (), index(document.collision_filters))
        motion = draw(st.none() | motions)
        body = model.Body(motion, draw(st.sampled_from([None, collider])), trigger)
        if body != model.Body():
            bodies[node] = body
    parts = tuple(n for n, body in bodies.items() if body.trigger and draw(st.booleans()))
    bodies[0] = model.Body(draw(motions), None, model.Trigger(nodes=parts) if parts else None)
    nodes = {}
    if document.physics_joints:
        other = next((n for n, body in bodies.items() if n and body.motion), None)
        if other is not None:
            settings = draw(st.integers(0, len(document.physics_joints) - 1))
            nodes[NODES - 1] = model.JointNode(settings, other, draw(st.booleans()))
    return model.PhysicsFile(document, bodies, nodes)


def as_gltf(root: dict[str, Any], nodes: dict[int, dict[str, Any]], count: int = NODES) -> dict[str, Any]:
    """A glTF JSON of `count` nodes, all below node 0, with the extensions of some of them, and four meshes."""
    gltf_nodes: list[dict[str, Any]] = [{"name": f"N{i}"} for i in range(count)]
    gltf_nodes[0]["children"] = list(range(1, count))
    for index, extensions in nodes.items():
        gltf_nodes[index]["extensions"] = extensions
    used = sorted({name for part in (root, *nodes.values()) for name in part})
    return {
        "asset": {"version": "2.0"},
        "scene": 0,
        "scenes": [{"nodes": [0]}],
        "nodes": gltf_nodes,
        "meshes": [{"primitives": [{"attributes": {}}]} for _ in range(4)],
        "extensionsUsed": used,
        "extensions": root,
    }


def full_document() -> dict[str, Any]:
    """A file that uses every property of the three extensions and of their older forms."""
    body = {
        "motion": {
            "type": "dynamic", "mass": 2.0, "centerOfMass": [0, 1, 0], "inertiaDiagonal": [1, 2, 3],
            "inertiaOrientation": [0, 0, 0, 1], "linearVelocity": [1, 2, 3], "angularVelocity": [4, 5, 6],
            "gravityFactor": 0.5,
        },
        "collider": {"shape": 0, "physicsMaterial": 0, "collisionFilter": 0},
        "trigger": {"shape": 1, "collisionFilter": 1},
    }  # fmt: skip
    tensor = [2.0, 0.5, 0, 0.5, 3, 0, 0, 0, 4]
    shapes = [
        {"type": "box", "box": {"size": [1, 2, 3]}, "name": "Crate"},
        {"type": "sphere", "sphere": {"radius": 0.5}},
        {"type": "capsule", "capsule": {"height": 1, "radiusBottom": 0.5, "radiusTop": 0.25}},
        {"type": "cylinder", "cylinder": {"height": 1, "radiusBottom": 0.5, "radiusTop": 0.5, "radius": 0.5}},
        {"type": "convex", "convex": {"mesh": 0}},
        {"type": "trimesh", "trimesh": {"mesh": 1}},
        {"type": "capsule", "capsule": {"radius": 0.5, "height": 3}},
        {"type": "hull", "mesh": 2},
        {"type": "box", "size": [1, 1, 1]},
    ]
    settings = {
        "limits": [
            {"linearAxes": [0, 1], "min": -1, "max": 2, "stiffness": 3, "damping": 4},
            {"angularAxes": [2], "min": 0, "max": 0},
        ],
        "drives": [
            {
                "type": "angular", "mode": "force", "axis": 2, "maxForce": 9, "positionTarget": 1, "velocityTarget": 2,
                "stiffness": 3, "damping": 4,
            },
        ],
        "name": "Hinge",
    }  # fmt: skip
    constraint = {"linearAxes": [0, 1, 2], "angularAxes": [], "lowerLimit": -1, "upperLimit": 1, "damping": 2}
    material = {
        "staticFriction": 0.1, "dynamicFriction": 0.2, "restitution": 0.3, "frictionCombine": "minimum",
        "restitutionCombine": "multiply", "name": "Ice",
    }  # fmt: skip
    root = {
        "OMI_physics_shape": {"shapes": shapes},
        "OMI_physics_body": {
            "physicsMaterials": [material],
            "collisionFilters": [
                {"collisionSystems": ["A"], "collideWithSystems": ["B"]},
                {"collisionSystems": ["B"], "notCollideWithSystems": ["A", "C"], "name": "F"},
            ],
        },
        "OMI_physics_joint": {"physicsJoints": [settings], "constraints": [constraint]},
        "OMI_collider": {"colliders": [{"type": "capsule", "radius": 0.5, "height": 2, "isTrigger": True}]},
    }
    flat = {"type": "rigid", "mass": 5, "linearVelocity": [0, 1, 0], "inertiaTensor": tensor}
    nodes: dict[int, dict[str, Any]] = {
        0: {"OMI_physics_body": body},
        1: {"OMI_physics_joint": {"joint": 0, "connectedNode": 2, "enableCollision": True}},
        2: {"OMI_physics_body": {"motion": {"type": "static"}, "collider": {"shape": 4}}},
        3: {"OMI_physics_body": flat, "OMI_physics_shape": {"shape": 7}},
        4: {"OMI_collider": {"collider": 0}},
        5: {"OMI_collider": {"type": "hull", "mesh": 3}},
        6: {"OMI_physics_joint": {"constraints": [0], "nodeA": 3, "nodeB": 2}},
        7: {"OMI_physics_body": {"type": "trigger"}},
        8: {"OMI_physics_body": {"trigger": {"nodes": [9]}}},
        9: {"OMI_physics_body": {"trigger": {"shape": 2}}},
    }
    document = as_gltf(root, nodes, 12)
    document["nodes"][0]["children"] = [1, 2, 3, 5, 6, 7, 8]
    document["nodes"][7]["children"] = [4]
    document["nodes"][8]["children"] = [9]
    return document


def _nested(depth: int) -> list[Any]:
    value: list[Any] = []
    for _ in range(depth):
        value = [value]
    return value


HOSTILE: list[Any] = [
    None, True, False, 0, -1, 1, 2, 7, 10_000, -2, 4.0, 1.5, 1e30, 1e39, 1e308,
    float("inf"), float("-inf"), float("nan"),
    10**400, -(10**30), -0.0, 1e-320, "", "0", "dynamic", "box", "x" * 5000, "\ud800", "a\0b", "linear",
    [], [[]], [0], [0, 1, 2], [0, 0, 0, 0], [1.0, None, 3.0], [True, False, True], ["A", 3, None], [float("nan")] * 3,
    [float("inf")] * 4, [-1] * 9, list(range(10_000)), [0] * 10_000, {}, {"shape": 0}, {"nodes": [0, 1, 2, 3]},
    {"type": "box"}, {"": {"": None}}, {"joint": {"joint": 0, "connectedNode": 1}}, _nested(150),
]  # fmt: skip


def hostile_document(random: Random, mutations: int = 4) -> dict[str, Any]:
    """The full document with some values under any extension replaced, removed, repeated or put elsewhere."""
    document = full_document()
    for _ in range(random.randint(1, mutations)):
        holders = [document["extensions"], *(n["extensions"] for n in document["nodes"] if "extensions" in n)]
        holder: Any = random.choice(holders)
        while True:
            keys = list(holder) if isinstance(holder, dict) else list(range(len(holder)))
            if not keys:
                break
            key = random.choice(keys[:50])
            inner = holder[key]
            if isinstance(inner, dict | list) and inner and random.random() < 0.75:
                holder = inner
                continue
            _spoil(random, holder, key)
            break
    return document


def _spoil(random: Random, holder: Any, key: Any) -> None:
    """Replace a value, or remove it, or repeat it, or put it under another name."""
    kind = random.random()
    if kind < 0.7:
        holder[key] = copy.deepcopy(random.choice(HOSTILE))
    elif kind < 0.8:
        del holder[key]
    elif isinstance(holder, list):
        holder.extend([copy.deepcopy(holder[key])] * random.choice((1, 3, 100)))
    else:
        name = random.choice(("type", "shape", "motion", "nodes", "name", "extras", "min", "weird"))
        holder[name] = copy.deepcopy(holder[key])
