# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""glTF JSON -> dataclasses of `core.physics.model`, in glTF axes. The other direction is in `core.formats.omi.write`.

Any JSON is taken: a wrong value costs that value, and every value that was dropped, replaced or read with tolerance
leaves a notice. An error in our own code costs the node or entry at which it happened. Time is linear in the size of
the file.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from ...physics.model import PhysicsFile
from ..common.reader import Faults, Path, Place, as_list, as_object
from . import names
from .legacy import OldBodies, is_flat_body, is_mixed_body
from .legacy_joints import OldJoints, is_old_joint
from .read_body import read_body, read_filter, read_material
from .read_joint import read_joint_node, read_physics_joint
from .read_shape import read_shape
from .reading import Reading


def decode(gltf_json: object) -> PhysicsFile:
    """All OMI physics of a parsed glTF file. Never raises, whatever the file holds."""
    reading = Reading(gltf_json)
    _read_tables(reading)
    old_bodies, old_joints = OldBodies(reading), OldJoints(reading)
    for index, node in enumerate(reading.nodes):
        data = as_object(node)
        extensions = as_object(data.get("extensions")) if data else None
        if extensions:
            reading.attempt(("nodes", index), _read_node, reading, old_bodies, old_joints, index, extensions)
    for finish in (old_bodies.finish, old_joints.finish):
        reading.attempt((), finish)
    for check in (_check_triggers, _check_joints, _check_used):
        reading.attempt((), check, reading)
    reading.file.notices = reading.notes.finish()
    reading.file.faults = reading.notes.faults()
    return reading.file


def _read_tables(reading: Reading) -> None:
    document = reading.file.document
    shapes = reading.root(names.SHAPE)
    if shapes:
        document.shapes = _entries(reading, shapes, "shapes", lambda place: read_shape(place, reading))
    body = reading.root(names.BODY)
    if body:
        document.physics_materials = _entries(reading, body, "physicsMaterials", read_material)
        document.collision_filters = _entries(reading, body, "collisionFilters", read_filter)
    joints = reading.root(names.JOINT)
    if joints:
        document.physics_joints = _entries(reading, joints, "physicsJoints", read_physics_joint)


def _entries(reading: Reading, root: Place, key: str, read: Callable[[Place], Any]) -> list[Any]:
    """The entries of a root table; None for those that are none."""
    return [place and reading.attempt(place.path, read, place) for place in root.objects(key)]


def _read_node(
    reading: Reading, old_bodies: OldBodies, old_joints: OldJoints, index: int, extensions: dict[str, object]
) -> None:
    path: Path = ("nodes", index, "extensions")
    if names.BODY in extensions:
        place = reading.place(extensions, names.BODY, path)
        if place and is_flat_body(place.data):
            old_bodies.read_body(index, place)
        elif place and is_mixed_body(place.data):
            old_bodies.read_mixed_body(index, place)
        elif place:
            read_body(reading, index, place)
    if names.SHAPE in extensions:
        old_bodies.read_shape_node(index, reading.place(extensions, names.SHAPE, path))
    if names.COLLIDER in extensions and not old_bodies.has_current_shape(index):
        old_bodies.read_collider_node(index, reading.place(extensions, names.COLLIDER, path))
    if names.JOINT in extensions:
        place = reading.place(extensions, names.JOINT, path)
        if place and is_old_joint(place.data):
            old_joints.read_node(index, place)
        elif place:
            read_joint_node(reading, index, place)


def _check_triggers(reading: Reading) -> None:
    """Drops parts of compound triggers that are no triggers below them."""
    bodies = reading.file.bodies
    for index, body in bodies.items():
        if body.trigger is None or not body.trigger.nodes:
            continue
        parts: list[int] = []
        listed = Place({}, reading.notes, ("nodes", index, "extensions", names.BODY, "trigger"))
        faults = Faults(listed, "nodes")
        for node in body.trigger.nodes:
            part = bodies.get(node)
            if not reading.is_below(node, index):
                faults.add_here(f"lists {reading.notes.node_label(node)}, which is not below it; left out")
            elif part is None or part.trigger is None:
                faults.add_here(f"lists {reading.notes.node_label(node)}, which has no trigger; left out")
            else:
                parts.append(node)
        faults.close()
        if len(parts) < len(body.trigger.nodes):
            bodies[index] = replace(body, trigger=replace(body.trigger, nodes=tuple(parts)))


def _check_joints(reading: Reading) -> None:
    """Names joints that cannot work. They are kept: in Blender the author can mend them."""
    for index, joint in reading.file.joints.items():
        if joint.connected_node is None:
            continue
        own = reading.file.joint_parents.get(index, index)
        body, other = reading.body_of(own), reading.body_of(joint.connected_node)
        reason = ""
        if joint.connected_node == index:
            reason = "is this node itself; kept"
        elif body is not None and body == other:
            reason = f"belongs to the joint's own body, {reading.notes.node_label(body)}; kept"
        elif other is None:
            reason = "has no body with a motion at or above it; kept"
        elif body is None:
            reading.notes.add(("nodes", index, "extensions", names.JOINT), "has no body with a motion above it; kept")
        if reason:
            reading.notes.add(("nodes", index, "extensions", names.JOINT, "connectedNode"), reason)


def _check_used(reading: Reading) -> None:
    """Names extensions that the file uses without listing them: other readers ignore those."""
    listed = as_list(reading.data.get("extensionsUsed")) or []
    for name in sorted(reading.seen - {name for name in listed if isinstance(name, str)}):
        reading.notes.add(("extensionsUsed",), f"does not list {name}; read all the same")
