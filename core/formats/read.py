# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""All physics of a glTF file, whatever formats it is in. Where a node has two, OMI counts, for each of its roles."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ..issues.faults import fault_words
from ..physics.model import Body, JointNode, Motion, Notice, PhysicsFile
from .common.reader import FILE, as_object
from .khr.names import ALL, BODY, SHAPE
from .khr.read import Translation, has_khr, translate
from .omi import names as omi
from .omi.decode import decode

EXTENSIONS = (*omi.EXTENSIONS, *ALL)
"""All names that are understood."""
_NEAR = 1e-4
_IS_WORLD = "has no body with a motion at or above it; kept"
"""What the OMI reader says of a joint's end that does not move; in the Khronos format that is the world."""
_SAME_NAMES = ((omi.BODY, BODY), (omi.JOINT, BODY), (omi.SHAPE, SHAPE))


def read_physics(gltf_json: object) -> PhysicsFile:
    """The physics of a parsed file. Never raises on anything that a file may hold."""
    data = as_object(gltf_json) or {}
    if not has_khr(data):
        return decode(gltf_json)
    file = decode(gltf_json)
    try:
        translation = translate(data)
    # Whatever it is: it is named, and what OMI says is read.
    except Exception as error:  # noqa: BLE001
        file.faults.append(Notice(FILE, "/extensions", f"Khronos physics is left out, {fault_words(error)}"))
        return file
    found = decode(translation.data)
    kept = [notice for notice in found.notices if not notice.reason.endswith(_IS_WORLD)]
    found.notices = [*translation.notes.finish(), *(_in_khr_names(notice) for notice in kept)]
    return _merged(file, found, translation)


def _in_khr_names(notice: Notice) -> Notice:
    path = notice.path
    for name, other in _SAME_NAMES:
        path = path.replace(f"/{name}", f"/{other}")
    return replace(notice, path=path)


def _merged(file: PhysicsFile, found: PhysicsFile, translation: Translation) -> PhysicsFile:
    document, added = file.document, found.document
    shapes, materials, filters, joints = (
        len(table)
        for table in (
            document.shapes, document.physics_materials, document.collision_filters, document.physics_joints,
        )
    )  # fmt: skip
    differing: list[int] = []
    adds_something = False
    for index, body in found.bodies.items():
        ours = file.bodies.get(index)
        if ours is not None and _differs(ours, body, document.shapes, added.shapes):
            differing.append(index)
        theirs = _shifted(body, shapes, materials, filters)
        file.bodies[index] = theirs if ours is None else _filled(ours, theirs)
        adds_something = adds_something or file.bodies[index] != ours
        if index in translation.massless and (ours is None or ours.motion is None):
            file.massless.add(index)
    taken = {frozenset((index, joint.connected_node)) for index, joint in file.joints.items()}
    for index, joint in found.joints.items():
        # One joint may stand on either of its ends.
        if index not in file.joints and frozenset((index, joint.connected_node)) not in taken:
            file.joints[index] = JointNode(joint.joint + joints, joint.connected_node, joint.enable_collision)
            adds_something = True
        elif index in file.joints and file.joints[index].connected_node != joint.connected_node:
            differing.append(index)
    for table, more in (
        (document.shapes, added.shapes),
        (document.physics_materials, added.physics_materials),
        (document.collision_filters, added.collision_filters),
        (document.physics_joints, added.physics_joints),
    ):
        if adds_something:
            table.extend(more)  # type: ignore[arg-type]
    file.merged_meshes = list(translation.merged)
    file.shape_offsets = {index + shapes: offset for index, offset in translation.offsets.items()}
    file.geometry_nodes = set(translation.geometry_nodes)
    file.notices += found.notices
    file.faults += found.faults
    if differing:
        where = translation.notes.node_label(differing[0])
        more = f" and {len(differing) - 1} more" if len(differing) > 1 else ""
        text = f"OMI and Khronos physics differ on {where}{more}; OMI counts"
        file.notices.append(Notice(FILE, f"/nodes/{differing[0]}/extensions", text))
    return file


def _shifted(body: Body, shapes: int, materials: int, filters: int) -> Body:
    def by(index: int | None, offset: int) -> int | None:
        return None if index is None else index + offset

    collider, trigger = body.collider, body.trigger
    if collider is not None:
        collider = replace(
            collider,
            shape=by(collider.shape, shapes),
            physics_material=by(collider.physics_material, materials),
            collision_filter=by(collider.collision_filter, filters),
        )
    if trigger is not None:
        trigger = replace(
            trigger, shape=by(trigger.shape, shapes), collision_filter=by(trigger.collision_filter, filters)
        )
    return Body(body.motion, collider, trigger)


def _filled(ours: Body, theirs: Body) -> Body:
    """What OMI says, and of the rest what the other format does."""
    return Body(
        ours.motion if ours.motion is not None else theirs.motion,
        ours.collider if ours.collider is not None else theirs.collider,
        ours.trigger if ours.trigger is not None else theirs.trigger,
    )


def _differs(ours: Body, theirs: Body, shapes: list[Any], other_shapes: list[Any]) -> bool:
    """Whether two formats say different things of the roles that both know."""
    if ours.motion is not None and theirs.motion is not None and not _same_motion(ours.motion, theirs.motion):
        return True
    for one, other in ((ours.collider, theirs.collider), (ours.trigger, theirs.trigger)):
        if one is None or other is None or one.shape is None or other.shape is None:
            continue
        a, b = shapes[one.shape], other_shapes[other.shape]
        if a is not None and b is not None and not _same_geometry(a.geometry, b.geometry):
            return True
    return False


def _same_motion(a: Motion, b: Motion) -> bool:
    numbers = ((*m.center_of_mass, *m.linear_velocity, *m.angular_velocity, m.gravity_factor) for m in (a, b))
    is_same_mass = a.type != "dynamic" or abs(a.mass - b.mass) <= _NEAR * max(abs(a.mass), 1.0)
    return (
        a.type == b.type
        and is_same_mass
        and all(abs(p - q) <= _NEAR * max(abs(p), 1.0) for p, q in zip(*numbers, strict=True))
    )


def _same_geometry(a: Any, b: Any) -> bool:
    if hasattr(a, "mesh") or hasattr(b, "mesh"):
        return type(a) is type(b)
    return a == b
