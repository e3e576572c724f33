# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""A finished plan without some of its objects, for when the file cannot take what they hold."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace
from typing import Any

from ..physics.model import Body, Convex, Document, Geometry, Trimesh
from .assembly import ScenePlan


def owner_of(plan: ScenePlan, count: int, index: int) -> int:
    """The node of the picture, of `count`, whose physics a node of the file carries."""
    return index if index < count else plan.added[index - count].owner


def leave_out(plan: ScenePlan, count: int, failed: Collection[int]) -> dict[int, str]:
    """Takes out what belongs to the failed nodes of the picture, and what others hold that cannot be without it.

    Tells of each of the others, by index, the rest of a sentence that begins with its name.
    """

    def is_gone(index: int) -> bool:
        return owner_of(plan, count, index) in failed

    lost: dict[int, str] = {}
    for host, ends in plan.joint_bodies.items():
        if host in plan.joints and not is_gone(host) and any(end in failed for end in ends):
            del plan.joints[host]
            lost[owner_of(plan, count, host)] = "its joint holds an object that is left out, so it is too"
    for table in (plan.bodies, plan.joints, plan.compat, plan.velocities):
        _drop(table, is_gone)
    while lonely := _without_parts(plan):
        for index in lonely:
            lost[owner_of(plan, count, index)] = "the parts of its trigger are left out, so it is too"
    return lost


def _without_parts(plan: ScenePlan) -> list[int]:
    """Takes parts that are no triggers any more out of compound triggers; the nodes of those that have none left."""
    lonely: list[int] = []
    for index, body in list(plan.bodies.items()):
        trigger = body.trigger
        if trigger is None or not trigger.nodes:
            continue
        parts = tuple(n for n in trigger.nodes if n in plan.bodies and plan.bodies[n].trigger is not None)
        if parts:
            plan.bodies[index] = replace(body, trigger=replace(trigger, nodes=parts))
            continue
        lonely.append(index)
        if body.motion is None and body.collider is None:
            del plan.bodies[index]
        else:
            plan.bodies[index] = Body(body.motion, body.collider)
    return lonely


def _drop(table: dict[int, Any], is_gone: Callable[[int], bool]) -> None:
    for index in [index for index in table if is_gone(index)]:
        del table[index]


def users_of_meshes(
    plan: ScenePlan, count: int, document: Document, errors: dict[int, Exception]
) -> dict[int, Exception]:
    """The nodes of the picture that need a mesh of the tables which failed, each with the error."""
    found: dict[int, Exception] = {}

    def look(index: int, geometry: Geometry) -> None:
        if isinstance(geometry, (Convex, Trimesh)) and geometry.mesh in errors:
            found.setdefault(owner_of(plan, count, index), errors[geometry.mesh])

    for index, body in plan.bodies.items():
        for role in (body.collider, body.trigger):
            shape = None if role is None or role.shape is None else document.shapes[role.shape]
            if shape is not None:
                look(index, shape.geometry)
    for index, (geometry, _) in plan.compat.items():
        look(index, geometry)
    return found


def needed(plan: ScenePlan, count: int) -> list[bool]:
    """For each node to add, whether it carries anything, or stands above one that does."""
    kept = [False] * len(plan.added)
    carrying = {*plan.bodies, *plan.joints, *plan.compat}
    carrying.update(joint.connected_node for joint in plan.joints.values() if joint.connected_node is not None)
    for number in reversed(range(len(plan.added))):
        added = plan.added[number]
        kept[number] = kept[number] or added.takes is not None or number + count in carrying
        if kept[number] and added.parent is not None and added.parent >= count:
            kept[added.parent - count] = True
    return kept
