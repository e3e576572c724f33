# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Joints: a node of their own below their body, and a node below the other body for the connected end."""

from __future__ import annotations

from ..formats.common.axes import drive_to_gltf, limit_to_gltf
from ..geometry.joint_ends import joint_frame, target_frame
from ..geometry.split import is_mirrored
from ..ground.linear import Mat4
from ..physics.model import Body, JointNode, Limit, Motion, PhysicsJoint
from ..physics.scene import JointSettings, ObjectRef, SceneNode
from . import suffixes
from .assembly import SceneAssembly


def add_joint(assembly: SceneAssembly, node: SceneNode, settings: JointSettings) -> None:
    """The joint of a node; left out and named where an end is missing."""
    body = assembly.tree.body_of[node.index]
    if body is None:
        missing = assembly.tree.missing_body_of[node.index]
        reason = (
            f"it belongs to {assembly.why_missing(missing)}"
            if missing is not None
            else ("neither it nor a parent of it has a motion type")
        )
        assembly.report("joint-no-body", node, f"has a joint, but {reason}; the joint is left out")
        return
    target = _find_target(assembly, node, settings.connected, body)
    if settings.connected is not None and target is None:
        return
    motion = assembly.plan.bodies[body].motion
    if motion is not None and motion.type != "dynamic":
        assembly.report(
            "joint-body-not-dynamic", node,
            f"its joint belongs to {assembly.nodes[body].name}, which is not dynamic; "
            "most engines expect a dynamic body there",
        )  # fmt: skip
    place = joint_frame(node.object_world)
    host = _joint_host(assembly, node, body, place)
    if target is None:
        connected = _world_anchor(assembly, node, place)
    else:
        connected = _connected_end(assembly, node, settings, target, place)
    index = assembly.tables.joint(_settings_to_gltf(assembly, node, settings))
    assembly.plan.joints[host] = JointNode(index, connected, settings.use_collision)
    assembly.plan.joint_bodies[host] = (body, None if target is None else assembly.tree.body_of[target.index])


def _find_target(assembly: SceneAssembly, node: SceneNode, ref: ObjectRef | None, body: int) -> SceneNode | None:
    """The node of the connected object in the joint's own copy; None for the world, or with an issue where it fails."""
    if ref is None:
        return None
    if ref.is_deleted:
        text = f"its joint's target {ref.name} was deleted; the joint is left out"
        assembly.report("joint-target-deleted", node, text)
        return None
    index = assembly.tree.copy_near(node.index, ref.key)
    if index is None or not assembly.nodes[index].is_exported:
        text = f"its joint's target {ref.name} is not exported; the joint is left out"
        assembly.report("joint-target-not-exported", node, text)
        return None
    if index == node.index:
        assembly.report("joint-target-is-self", node, "its joint is connected to itself; the joint is left out")
        return None
    missing = assembly.tree.missing_body_of[index]
    if missing is not None:
        of = "is left out" if missing == index else f"belongs to {assembly.why_missing(missing)}"
        text = f"its joint's target {ref.name} {of}; the joint is left out"
        assembly.report("joint-target-not-exported", node, text)
        return None
    if assembly.tree.body_of[index] == body:
        text = f"both ends of its joint are on {assembly.nodes[body].name}; the joint is left out"
        assembly.report("joint-same-body", node, text)
        return None
    return assembly.nodes[index]


def _joint_host(assembly: SceneAssembly, node: SceneNode, body: int, place: Mat4) -> int:
    """The object's own node where it is an unscaled empty right below the body, else a node added there."""
    own = node.index
    if own == body:
        return assembly.add_node(node.name + suffixes.JOINT, body, place)
    is_free = own not in assembly.plan.bodies and not assembly.is_visible(node)
    if is_free and node.file_parent == body and assembly.stands_at(own, place):
        return own
    return assembly.add_node(node.name + suffixes.JOINT, body, place)


def _connected_end(
    assembly: SceneAssembly, node: SceneNode, settings: JointSettings, target: SceneNode, place: Mat4
) -> int:
    """A node below the target's body, never the body itself, at the joint's place or at the target's."""
    body = assembly.tree.body_of[target.index]
    is_own = settings.attach == "TARGET"
    where = target_frame(node.object_world, target.object_world) if is_own else place
    name = node.name + suffixes.ATTACHMENT
    if body is None:
        anchor = _add_anchor(assembly, node, target.index, where)
        return assembly.add_child(name, anchor)
    is_usable = body != target.index and assembly.tree.is_below_in_file(target.index, body)
    is_as_it_is = is_own and not (is_mirrored(node.object_world) or is_mirrored(target.object_world))
    if is_usable and (is_as_it_is or assembly.stands_at(target.index, where)):
        return target.index
    return assembly.add_node(name, body, where)


def _add_anchor(assembly: SceneAssembly, node: SceneNode, parent: int | None, place: Mat4) -> int:
    anchor = assembly.add_node(node.name + suffixes.ANCHOR, parent, place)
    assembly.plan.bodies[anchor] = Body(motion=Motion("static"))
    return anchor


def _world_anchor(assembly: SceneAssembly, node: SceneNode, place: Mat4) -> int:
    anchor = _add_anchor(assembly, node, None, place)
    return assembly.add_child(node.name + suffixes.ATTACHMENT, anchor)


def _settings_to_gltf(assembly: SceneAssembly, node: SceneNode, settings: JointSettings) -> PhysicsJoint:
    y_up, mirrored = assembly.options.y_up, is_mirrored(node.object_world)
    limits: list[Limit] = []
    for number, limit in enumerate(settings.limits, 1):
        written = limit_to_gltf(limit, y_up, mirrored)
        if not written:
            assembly.report("limit-no-axis", node, f"limit {number} has no axis; it is left out")
        elif len(written) > 1:
            text = f"limit {number} covers several axes and is written as {len(written)} limits"
            assembly.report("limit-split", node, text)
        limits.extend(written)
    return PhysicsJoint(tuple(limits), tuple(drive_to_gltf(drive, y_up, mirrored) for drive in settings.drives))
