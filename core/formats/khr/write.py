# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Dataclasses of `core.physics.model` -> JSON of KHR_implicit_shapes and KHR_physics_rigid_bodies, in glTF axes.

By the drafts of 2025-10-29 (KhronosGroup/glTF pull requests 2370 and 2424), with meshes as the code of 2026 has them.
Where readers disagree about a default, or compute a value that is absent, it is written: dimensions, mass, center of
mass, combine modes. Velocities are in the node's own space.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from ...ground.linear import NO_ROTATION, ZERO, Vec3
from ...physics.model import (
    Body,
    Box,
    Capsule,
    Collider,
    CollisionFilter,
    Convex,
    Cylinder,
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

Json = dict[str, Any]

DEFAULT_MARK = {"default": True}
"""`extras` of an entry of a root table that has nothing to say."""


@dataclass(frozen=True, slots=True)
class GeometryRef:
    """What a collider or trigger refers to: a shape of the table, or a mesh with the node that shows it.

    `node` is one with that mesh and without a transform: readers before 2026 take the mesh from there, later ones take
    `mesh`. `is_hull`: the convex hull of the mesh.
    """

    shape: int | None = None
    mesh: int | None = None
    node: int | None = None
    is_hull: bool = False


def _number(value: float) -> float:
    """A plain number without a negative zero; whole ones are integers."""
    plain = float(value)
    return int(plain) if plain.is_integer() else plain


def _numbers(values: Iterable[float]) -> list[float]:
    return [_number(v) for v in values]


def encode_shape(shape: Shape) -> Json | None:
    """An item of `shapes` with every dimension; None for shapes made of a mesh, which do not stand there."""
    geometry = shape.geometry
    if isinstance(geometry, (Convex, Trimesh)):
        return None
    if isinstance(geometry, Box):
        kind, dimensions = "box", {"size": _numbers(geometry.size)}
    elif isinstance(geometry, Sphere):
        kind, dimensions = "sphere", {"radius": _number(geometry.radius)}
    else:
        kind, dimensions = ("capsule" if isinstance(geometry, Capsule) else "cylinder"), _round(geometry)
    data: Json = {"type": kind, kind: dimensions}
    if shape.name:
        data["name"] = shape.name
    return data


def _round(geometry: Capsule | Cylinder) -> Json:
    return {
        "height": _number(geometry.height),
        "radiusBottom": _number(geometry.radius_bottom),
        "radiusTop": _number(geometry.radius_top),
    }


def encode_motion(motion: Motion, linear: Vec3, angular: Vec3) -> Json | None:
    """`motion` of a node; None for static bodies, which have none.

    `linear` and `angular` are the velocities in the node's space. A mass of 0 or less means an infinite one or nothing
    there, so it is left to the reader.
    """
    if motion.type == "static":
        return None
    data: Json = {}
    if motion.type == "kinematic":
        data["isKinematic"] = True
    else:
        if motion.mass > 0.0:
            data["mass"] = _number(motion.mass)
        data["centerOfMass"] = _numbers(motion.center_of_mass)
        if motion.inertia_diagonal != ZERO:
            data["inertiaDiagonal"] = _numbers(motion.inertia_diagonal)
            if motion.inertia_orientation != NO_ROTATION:
                data["inertiaOrientation"] = _numbers(motion.inertia_orientation)
    if linear != ZERO:
        data["linearVelocity"] = _numbers(linear)
    if angular != ZERO:
        data["angularVelocity"] = _numbers(angular)
    if motion.gravity_factor != 1.0:
        data["gravityFactor"] = _number(motion.gravity_factor)
    return data


def _geometry(ref: GeometryRef) -> Json:
    if ref.shape is not None:
        return {"shape": ref.shape}
    data: Json = {"mesh": ref.mesh, "node": ref.node}
    if ref.is_hull:
        data["convexHull"] = True
    return data


def encode_collider(collider: Collider, geometry: GeometryRef) -> Json:
    """`collider` of a node."""
    data: Json = {"geometry": _geometry(geometry)}
    if collider.physics_material is not None:
        data["physicsMaterial"] = collider.physics_material
    if collider.collision_filter is not None:
        data["collisionFilter"] = collider.collision_filter
    return data


def encode_trigger(trigger: Trigger, geometry: GeometryRef | None) -> Json:
    """`trigger` of a node: a geometry, with a filter, or nodes, without one."""
    if geometry is None:
        return {"nodes": list(trigger.nodes)}
    data: Json = {"geometry": _geometry(geometry)}
    if trigger.collision_filter is not None:
        data["collisionFilter"] = trigger.collision_filter
    return data


def encode_joint_node(joint: JointNode) -> Json:
    """`joint` of a node; ValueError for a joint to the world, which takes a node of its own."""
    if joint.connected_node is None:
        raise ValueError("A joint to be written has no connected node")
    data: Json = {"connectedNode": joint.connected_node, "joint": joint.joint}
    if joint.enable_collision:
        data["enableCollision"] = True
    return data


def says_nothing(body: Body) -> bool:
    """Whether a body has no form here: one that is static, and a compound parent without a shape."""
    is_still = body.motion is None or body.motion.type == "static"
    return is_still and (body.collider is None or body.collider.shape is None) and body.trigger is None


def _named(data: Json, name: str) -> Json:
    if name:
        data["name"] = name
    elif not data:
        data["extras"] = dict(DEFAULT_MARK)
    return data


def encode_material(material: PhysicsMaterial) -> Json:
    """An item of `physicsMaterials`; the combine modes always, since readers take different ones for granted."""
    data: Json = {}
    if material.static_friction != 0.6:
        data["staticFriction"] = _number(material.static_friction)
    if material.dynamic_friction != 0.6:
        data["dynamicFriction"] = _number(material.dynamic_friction)
    if material.restitution != 0.0:
        data["restitution"] = _number(material.restitution)
    data["frictionCombine"] = material.friction_combine
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


def is_split(limit: Limit, axes: tuple[int, ...]) -> bool:
    """Whether a limit of several axes must be written axis by axis: here it would be a distance or a cone.

    Locked axes are the same either way; a range that begins at 0 or above is meant as a distance.
    """
    if len(axes) < 2 or limit.min == limit.max == 0.0:
        return False
    return not (limit.min is not None and limit.min >= 0.0 and (limit.max is None or limit.max > 0.0))


def _limits(limits: Iterable[Limit]) -> list[Json]:
    data: list[Json] = []
    for limit in limits:
        for key, axes in (("linearAxes", limit.linear_axes), ("angularAxes", limit.angular_axes)):
            parts = [(axis,) for axis in axes] if is_split(limit, axes) else [axes] if axes else []
            data.extend(_limit(limit, key, part) for part in parts)
    return data


def _limit(limit: Limit, key: str, axes: tuple[int, ...]) -> Json:
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


def completed(drive: Drive) -> Drive:
    """A drive with both parts of each pair: a position target comes with a stiffness, a velocity target with damping.

    What is missing is 0: a target without a gain does nothing, damping without a target brakes.
    """
    position, velocity = drive.position_target, drive.velocity_target
    if position is None and drive.stiffness != 0.0:
        position = 0.0
    if velocity is None and drive.damping != 0.0:
        velocity = 0.0
    return replace(drive, position_target=position, velocity_target=velocity)


def _drive(drive: Drive) -> Json:
    data: Json = {"type": drive.type, "mode": drive.mode, "axis": drive.axis}
    if drive.max_force is not None:
        data["maxForce"] = _number(drive.max_force)
    drive = completed(drive)
    if drive.position_target is not None:
        data["positionTarget"] = _number(drive.position_target)
        data["stiffness"] = _number(drive.stiffness)
    if drive.velocity_target is not None:
        data["velocityTarget"] = _number(drive.velocity_target)
        data["damping"] = _number(drive.damping)
    return data


def encode_physics_joint(joint: PhysicsJoint) -> Json:
    """An item of `physicsJoints`."""
    data: Json = {}
    limits = _limits(joint.limits)
    if limits:
        data["limits"] = limits
    if joint.drives:
        data["drives"] = [_drive(drive) for drive in joint.drives]
    return _named(data, joint.name)
