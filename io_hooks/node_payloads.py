# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the nodes of a plan carry of each format, with the file's indices in place of ours."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any, Protocol

from ..core.formats.khr import names as khr_names
from ..core.formats.khr import write as khr
from ..core.formats.omi import names as omi_names
from ..core.formats.omi.write import encode_body, encode_collider, encode_joint_node
from ..core.ground.linear import ZERO
from ..core.physics.model import Body, Collider, Convex, Document, JointNode, Trigger, Trimesh
from ..core.plan.assembly import ScenePlan, Tables
from .root_tables import Encoders, Places, RootTables, omi_encoders, proved, shifted

Json = dict[str, Any]
Target = Callable[[int], int]
"""The index in the file of a node of the picture, or of one to be added."""
Part = tuple[Mapping[int, Any], str, Callable[[int, Any], Json | None]]
"""Entries of a plan by node, the extension they go into, and what makes the JSON of one; None for nothing to say."""


class Format(Protocol):
    """One of the formats that a file can be written in."""

    @property
    def extensions(self) -> tuple[str, ...]:
        """The names of its extensions, in the order in which a file lists them."""
        ...

    @property
    def root(self) -> RootTables:
        """Its tables at the root of the file."""
        ...

    def parts(self, plan: ScenePlan, places: Places, target: Target) -> Iterable[Part]:
        """What the nodes of a scene carry, part by part."""
        ...


class OmiFormat:
    """OMI_physics_shape, _body and _joint, and the archived OMI_collider for Godot."""

    extensions = omi_names.EXTENSIONS

    def __init__(self, tables: Tables, mesh_indices: list[int]) -> None:
        self.root = RootTables(tables, omi_names.ROOT_TABLES, omi_encoders(mesh_indices))
        self._mesh_indices = mesh_indices

    def parts(self, plan: ScenePlan, places: Places, target: Target) -> Iterable[Part]:
        """Bodies, joints and archived colliders; equal bodies share one object."""
        bodies: dict[int, Json] = {}

        def body_payload(_: int, body: Body) -> Json:
            payload = bodies.get(id(body))
            if payload is None:
                payload = bodies[id(body)] = proved(encode_body(_resolved(body, target, places)))
            return payload

        def joint_payload(_: int, joint: JointNode) -> Json:
            return proved(encode_joint_node(_resolved_joint(joint, target, places)))

        def compat_payload(_: int, found: tuple[Any, bool]) -> Json:
            geometry, is_trigger = found
            if isinstance(geometry, Convex):
                geometry = Convex(self._mesh_indices[geometry.mesh])
            return proved(encode_collider(geometry, is_trigger))

        return (
            (plan.bodies, omi_names.BODY, body_payload),
            (plan.joints, omi_names.JOINT, joint_payload),
            (plan.compat, omi_names.COLLIDER, compat_payload),
        )


class KhrFormat:
    """KHR_implicit_shapes and KHR_physics_rigid_bodies.

    `mesh_nodes` has, for each shape made of a mesh, the node outside of every scene that shows it.
    """

    extensions = khr_names.EXTENSIONS

    def __init__(self, tables: Tables, mesh_indices: list[int]) -> None:
        encoders: Encoders = (khr.encode_shape, khr.encode_material, khr.encode_filter, khr.encode_physics_joint)
        self.root = RootTables(tables, khr_names.ROOT_TABLES, encoders)
        self._document: Document = tables.document
        self._mesh_indices = mesh_indices
        self.mesh_nodes: dict[int, int] = {}

    def mesh_of(self, shape: int) -> int | None:
        """The file's mesh of a shape that is made of one."""
        entry = self._document.shapes[shape]
        geometry = None if entry is None else entry.geometry
        return self._mesh_indices[geometry.mesh] if isinstance(geometry, (Convex, Trimesh)) else None

    def mesh_shapes(self, plan: ScenePlan) -> Iterable[int]:
        """The shapes made of meshes that a scene uses."""
        for body in plan.bodies.values():
            for role in (body.collider, body.trigger):
                if role is not None and role.shape is not None and self.mesh_of(role.shape) is not None:
                    yield role.shape

    def parts(self, plan: ScenePlan, places: Places, target: Target) -> Iterable[Part]:
        """Bodies and joints, which share one object of a node."""
        bodies: dict[int, Json | None] = {}

        def body_payload(index: int, body: Body) -> Json | None:
            if index in plan.velocities:
                return proved(self._node(body, plan.velocities[index], places, target))
            if id(body) not in bodies:
                bodies[id(body)] = proved(self._node(body, (ZERO, ZERO), places, target)) or None
            return bodies[id(body)]

        def joint_payload(_: int, joint: JointNode) -> Json:
            return proved({"joint": khr.encode_joint_node(_resolved_joint(joint, target, places))})

        return ((plan.bodies, khr_names.BODY, body_payload), (plan.joints, khr_names.BODY, joint_payload))

    def _node(self, body: Body, velocities: tuple[Any, Any], places: Places, target: Target) -> Json:
        data: Json = {}
        motion = None if body.motion is None else khr.encode_motion(body.motion, *velocities)
        if motion is not None:
            data["motion"] = motion
        resolved = _resolved(body, target, places)
        if body.collider is not None and body.collider.shape is not None and resolved.collider is not None:
            geometry = self._geometry(body.collider.shape, places)
            data["collider"] = khr.encode_collider(resolved.collider, geometry)
        if body.trigger is not None and resolved.trigger is not None:
            shape = body.trigger.shape
            data["trigger"] = khr.encode_trigger(
                resolved.trigger, None if shape is None else self._geometry(shape, places)
            )
        return data

    def _geometry(self, shape: int, places: Places) -> khr.GeometryRef:
        mesh = self.mesh_of(shape)
        if mesh is None:
            return khr.GeometryRef(shape=places.shapes[shape])
        entry = self._document.shapes[shape]
        is_hull = entry is not None and isinstance(entry.geometry, Convex)
        return khr.GeometryRef(mesh=mesh, node=self.mesh_nodes.get(shape, 0), is_hull=is_hull)


def _resolved_joint(joint: JointNode, target: Target, places: Places) -> JointNode:
    other = None if joint.connected_node is None else target(joint.connected_node)
    return replace(joint, joint=places.joints[joint.joint], connected_node=other)


def _resolved(body: Body, target: Target, places: Places) -> Body:
    """The payload with the file's indices."""
    collider, trigger = body.collider, body.trigger
    if collider is not None:
        collider = Collider(
            shifted(collider.shape, places.shapes),
            shifted(collider.physics_material, places.materials),
            shifted(collider.collision_filter, places.filters),
        )
    if trigger is not None:
        trigger = Trigger(
            shifted(trigger.shape, places.shapes),
            tuple(target(n) for n in trigger.nodes),
            shifted(trigger.collision_filter, places.filters),
        )
    return Body(body.motion, collider, trigger)
