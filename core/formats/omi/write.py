# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Dataclasses of `core.physics.model` -> glTF JSON, in glTF axes. The other direction is in `core.formats.omi.decode`.

Defaults are left out, except the dimensions of shapes, since readers disagree about those. Nothing empty is ever
written: Blender's exporter removes empty values in some versions and keeps them in others. All numbers come out as
plain Python numbers, whole ones as integers, as that exporter writes them; whether they are finite is the caller's
business.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from ...ground.linear import NO_ROTATION, ZERO
from ...physics.model import (
    Body,
    Box,
    Capsule,
    Collider,
    CollisionFilter,
    Convex,
    Cylinder,
    Document,
    Drive,
    Geometry,
    JointNode,
    Limit,
    Motion,
    PhysicsJoint,
    PhysicsMaterial,
    Shape,
    Sphere,
    Trigger,
)
from . import names

Json = dict[str, Any]

COMPOUND_MARK = {"compound": True}
"""`extras` of a collider or trigger that has nothing else to say."""
DEFAULT_MARK = {"default": True}
"""`extras` of an entry of a root table that has all defaults."""


def _number(value: float) -> float:
    """A plain number without a negative zero; whole ones are integers."""
    plain = float(value)
    return int(plain) if plain.is_integer() else plain


def _numbers(values: Iterable[float]) -> list[float]:
    return [_number(v) for v in values]


def encode_motion(motion: Motion) -> Json:
    """`motion` of OMI_physics_body; the type always, other values where they differ from the default."""
    data: Json = {"type": motion.type}
    if motion.mass != 1.0:
        data["mass"] = _number(motion.mass)
    if motion.center_of_mass != ZERO:
        data["centerOfMass"] = _numbers(motion.center_of_mass)
    if motion.inertia_diagonal != ZERO:
        data["inertiaDiagonal"] = _numbers(motion.inertia_diagonal)
    if motion.inertia_orientation != NO_ROTATION:
        data["inertiaOrientation"] = _numbers(motion.inertia_orientation)
    if motion.linear_velocity != ZERO:
        data["linearVelocity"] = _numbers(motion.linear_velocity)
    if motion.angular_velocity != ZERO:
        data["angularVelocity"] = _numbers(motion.angular_velocity)
    if motion.gravity_factor != 1.0:
        data["gravityFactor"] = _number(motion.gravity_factor)
    return data


def _encode_body_collider(collider: Collider) -> Json:
    data: Json = {}
    if collider.shape is not None:
        data["shape"] = collider.shape
    if collider.physics_material is not None:
        data["physicsMaterial"] = collider.physics_material
    if collider.collision_filter is not None:
        data["collisionFilter"] = collider.collision_filter
    if not data:
        data["extras"] = dict(COMPOUND_MARK)
    return data


def _encode_trigger(trigger: Trigger) -> Json:
    """The schema allows either `shape`, with a filter, or `nodes`, without one."""
    if trigger.shape is None and trigger.nodes:
        return {"nodes": list(trigger.nodes)}
    data: Json = {}
    if trigger.shape is not None:
        data["shape"] = trigger.shape
    if trigger.collision_filter is not None:
        data["collisionFilter"] = trigger.collision_filter
    if not data:
        data["extras"] = dict(COMPOUND_MARK)
    return data


def encode_body(body: Body) -> Json:
    """OMI_physics_body of a node; empty only where the body has neither motion, collider nor trigger."""
    data: Json = {}
    if body.motion is not None:
        data["motion"] = encode_motion(body.motion)
    if body.collider is not None:
        data["collider"] = _encode_body_collider(body.collider)
    if body.trigger is not None:
        data["trigger"] = _encode_trigger(body.trigger)
    return data


def encode_joint_node(joint: JointNode) -> Json:
    """OMI_physics_joint of a node; ValueError for a joint to the world, which takes a node of its own."""
    if joint.connected_node is None:
        raise ValueError("A joint to be written has no connected node")
    data: Json = {"joint": joint.joint, "connectedNode": joint.connected_node}
    if joint.enable_collision:
        data["enableCollision"] = True
    return data


def _encode_round(geometry: Capsule | Cylinder) -> Json:
    data: Json = {
        "height": _number(geometry.height),
        "radiusBottom": _number(geometry.radius_bottom),
        "radiusTop": _number(geometry.radius_top),
    }
    if geometry.radius_bottom == geometry.radius_top:
        # The name before 2025; Godot 4.6 knows no other.
        data["radius"] = _number(geometry.radius_bottom)
    return data


def _encode_geometry(geometry: Geometry) -> tuple[str, Json]:
    match geometry:
        case Box():
            return "box", {"size": _numbers(geometry.size)}
        case Sphere():
            return "sphere", {"radius": _number(geometry.radius)}
        case Capsule():
            return "capsule", _encode_round(geometry)
        case Cylinder():
            return "cylinder", _encode_round(geometry)
        case Convex():
            return "convex", {"mesh": geometry.mesh}
        case _:
            return "trimesh", {"mesh": geometry.mesh}


def encode_shape(shape: Shape) -> Json:
    """An item of `shapes`, with every dimension."""
    kind, dimensions = _encode_geometry(shape.geometry)
    data: Json = {"type": kind, kind: dimensions}
    if shape.name:
        data["name"] = shape.name
    return data


def _named(data: Json, name: str) -> Json:
    """The entry of a root table with its name; never empty."""
    if name:
        data["name"] = name
    elif not data:
        data["extras"] = dict(DEFAULT_MARK)
    return data


def encode_material(material: PhysicsMaterial) -> Json:
    """An item of `physicsMaterials`."""
    data: Json = {}
    if material.static_friction != 0.6:
        data["staticFriction"] = _number(material.static_friction)
    if material.dynamic_friction != 0.6:
        data["dynamicFriction"] = _number(material.dynamic_friction)
    if material.restitution != 0.0:
        data["restitution"] = _number(material.restitution)
    if material.friction_combine != "average":
        data["frictionCombine"] = material.friction_combine
    if material.restitution_combine != "average":
        data["restitutionCombine"] = material.restitution_combine
    return _named(data, material.name)


def encode_filter(collision_filter: CollisionFilter) -> Json:
    """An item of `collisionFilters`; of the two target lists the first that is not empty."""
    data: Json = {}
    if collision_filter.collision_systems:
        data["collisionSystems"] = list(collision_filter.collision_systems)
    if collision_filter.collide_with_systems:
        data["collideWithSystems"] = list(collision_filter.collide_with_systems)
    elif collision_filter.not_collide_with_systems:
        data["notCollideWithSystems"] = list(collision_filter.not_collide_with_systems)
    return _named(data, collision_filter.name)


def _encode_limit(limit: Limit, key: str, axes: Sequence[int]) -> Json:
    data: Json = {key: list(axes)}
    if limit.min is not None:
        data["min"] = _number(limit.min)
    if limit.max is not None:
        data["max"] = _number(limit.max)
    if limit.stiffness is not None:
        data["stiffness"] = _number(limit.stiffness)
    if limit.damping != 0.0:
        data["damping"] = _number(limit.damping)
    return data


def _encode_limits(limits: Iterable[Limit]) -> list[Json]:
    """One axis list per limit: one with both becomes two, one with none says nothing."""
    data: list[Json] = []
    for limit in limits:
        if limit.linear_axes:
            data.append(_encode_limit(limit, "linearAxes", limit.linear_axes))
        if limit.angular_axes:
            data.append(_encode_limit(limit, "angularAxes", limit.angular_axes))
    return data


def _encode_drive(drive: Drive) -> Json:
    data: Json = {"type": drive.type, "mode": drive.mode, "axis": drive.axis}
    if drive.max_force is not None:
        data["maxForce"] = _number(drive.max_force)
    if drive.position_target is not None:
        data["positionTarget"] = _number(drive.position_target)
    if drive.velocity_target is not None:
        data["velocityTarget"] = _number(drive.velocity_target)
    if drive.stiffness != 0.0:
        data["stiffness"] = _number(drive.stiffness)
    if drive.damping != 0.0:
        data["damping"] = _number(drive.damping)
    return data


def encode_physics_joint(joint: PhysicsJoint) -> Json:
    """An item of `physicsJoints`."""
    data: Json = {}
    limits = _encode_limits(joint.limits)
    if limits:
        data["limits"] = limits
    if joint.drives:
        data["drives"] = [_encode_drive(drive) for drive in joint.drives]
    return _named(data, joint.name)


def encode_document(document: Document) -> dict[str, Json]:
    """The root objects by extension name, only those with something in them.

    ValueError where a table has a gap: an index into it would be wrong.
    """
    if any(None in table for table in (
        document.shapes, document.physics_materials, document.collision_filters, document.physics_joints,
    )):  # fmt: skip
        raise ValueError("A root table to be written has an entry that could not be read")
    found: dict[str, Json] = {}
    if document.shapes:
        found[names.SHAPE] = {"shapes": [encode_shape(s) for s in document.shapes if s]}
    tables: Json = {}
    if document.physics_materials:
        tables["physicsMaterials"] = [encode_material(m) for m in document.physics_materials if m]
    if document.collision_filters:
        tables["collisionFilters"] = [encode_filter(f) for f in document.collision_filters if f]
    if tables:
        found[names.BODY] = tables
    if document.physics_joints:
        found[names.JOINT] = {"physicsJoints": [encode_physics_joint(j) for j in document.physics_joints if j]}
    return found


def encode_collider(geometry: Geometry, is_trigger: bool = False) -> Json:
    """The archived OMI_collider form of a shape, as it stands on a node: one radius, capsules in full height.

    ValueError for a tapered shape, which that form cannot say: give its hull as `Convex`.
    """
    kind, data = _encode_geometry(geometry)
    if isinstance(geometry, Capsule | Cylinder):
        if geometry.radius_bottom != geometry.radius_top:
            raise ValueError("OMI_collider knows no tapered shapes")
        full = geometry.height + (2.0 * geometry.radius_bottom if isinstance(geometry, Capsule) else 0.0)
        data = {"radius": _number(geometry.radius_bottom), "height": _number(full)}
    found: Json = {"type": "hull" if kind == "convex" else kind, **data}
    if is_trigger:
        found["isTrigger"] = True
    return found
