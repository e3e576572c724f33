# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""OMI_physics_body of a node in the current form, and the materials and filters it refers to."""

from __future__ import annotations

from ...ground.fingerprint import fingerprint
from ...ground.linear import NO_ROTATION, ZERO, Quat, Vec3
from ...physics.model import Body, Collider, CollisionFilter, Motion, PhysicsMaterial, Trigger
from ..common.reader import Faults, Place, as_list, as_object, describe, whole
from . import names
from .read_joint import read_joint_node
from .reading import FILTERS, MATERIALS, SHAPES, Reading

_BODY_KEYS = frozenset(("motion", "collider", "trigger", "extras"))
_MOTION_KEYS = frozenset((
    "type", "mass", "centerOfMass", "inertiaDiagonal", "inertiaOrientation", "linearVelocity", "angularVelocity",
    "gravityFactor", "extras",
))  # fmt: skip
_COLLIDER_KEYS = frozenset(("shape", "physicsMaterial", "collisionFilter", "extras"))
_TRIGGER_KEYS = frozenset(("shape", "nodes", "collisionFilter", "extras"))
_MATERIAL_KEYS = frozenset((
    "staticFriction", "dynamicFriction", "restitution", "frictionCombine", "restitutionCombine", "name", "extras",
))  # fmt: skip
_FILTER_KEYS = frozenset(("collisionSystems", "collideWithSystems", "notCollideWithSystems", "name", "extras"))


def read_material(place: Place) -> PhysicsMaterial:
    """An item of `physicsMaterials`."""
    place.unread(_MATERIAL_KEYS)
    return PhysicsMaterial(
        static_friction=place.number("staticFriction", 0.6, 0.0),
        dynamic_friction=place.number("dynamicFriction", 0.6, 0.0),
        restitution=place.number("restitution", 0.0, 0.0),
        friction_combine=place.word("frictionCombine", names.COMBINE_MODES, "average"),
        restitution_combine=place.word("restitutionCombine", names.COMBINE_MODES, "average"),
        name=place.text("name"),
    )


def read_filter(place: Place) -> CollisionFilter:
    """An item of `collisionFilters`."""
    place.unread(_FILTER_KEYS)
    collide, not_collide = place.texts("collideWithSystems"), place.texts("notCollideWithSystems")
    if collide and not_collide:
        place.note("notCollideWithSystems", "stands beside collideWithSystems; left out")
        not_collide = ()
    for key in ("collisionSystems", "collideWithSystems", "notCollideWithSystems"):
        if as_list(place.data.get(key)) == []:
            place.note(key, "is empty; read as absent")
    return CollisionFilter(place.texts("collisionSystems"), collide, not_collide, place.text("name"))


def read_body(reading: Reading, index: int, place: Place) -> None:
    """OMI_physics_body of a node. Nodes with the same JSON get the same body, once one was read without a notice."""
    key = fingerprint(place.data)
    known = reading.known_bodies.get(key)
    if known is not None:
        reading.file.bodies[index] = known
        return
    noticed = place.notes.count
    _read_body(reading, index, place)
    body = reading.file.bodies.get(index)
    if key and body is not None and place.notes.count == noticed and _is_complete(place.data, body):
        reading.known_bodies[key] = body


def _is_complete(data: dict[str, object], body: Body) -> bool:
    """Whether all that the JSON refers to was found, and nothing in it depends on the node."""
    if not data.keys() <= _BODY_KEYS or (body.trigger is not None and body.trigger.shape is None):
        return False
    for name, role in (("collider", body.collider), ("trigger", body.trigger)):
        part = as_object(data.get(name)) or {}
        found = {
            "shape": None if role is None else role.shape,
            "physicsMaterial": None if not isinstance(role, Collider) else role.physics_material,
            "collisionFilter": None if role is None else role.collision_filter,
        }
        if any(key in part and value is None for key, value in found.items()):
            return False
    return True


def _read_body(reading: Reading, index: int, place: Place) -> None:
    data = place.data
    if not data.keys() <= _BODY_KEYS:
        # One writer keeps the joint of the node in here.
        inside = as_object(data.get("joint"))
        if inside is not None and "connectedNode" in inside:
            place.note("joint", f"belongs into {names.JOINT}; read all the same")
            read_joint_node(reading, index, Place(inside, place.notes, (*place.path, "joint")))
            place.unread(_BODY_KEYS | {"joint"})
        else:
            place.unread(_BODY_KEYS)
    motion = place.child("motion")
    collider = place.child("collider")
    trigger = place.child("trigger")
    body = Body(
        motion=read_motion(motion) if motion else None,
        collider=_collider(reading, index, collider) if collider else None,
        trigger=_trigger(reading, index, trigger) if trigger else None,
    )
    if body.motion or body.collider or body.trigger:
        reading.file.bodies[index] = body
    elif not data:
        place.note(None, "is empty; left out")


def read_motion(place: Place, kind: str = "") -> Motion:
    """`motion`, or the same values of a flat body, whose type is given."""
    if not kind:
        place.unread(_MOTION_KEYS)
        if "type" not in place.data:
            place.note("type", 'is missing; "dynamic" is used')
        kind = place.word("type", names.MOTION_TYPES, "dynamic")
    data = place.data
    return Motion(
        type=kind,
        mass=place.number("mass", 1.0, 0.0),
        center_of_mass=place.vector("centerOfMass", ZERO),
        inertia_diagonal=_inertia(place) if "inertiaDiagonal" in data else ZERO,
        inertia_orientation=_orientation(place) if "inertiaOrientation" in data else NO_ROTATION,
        linear_velocity=place.vector("linearVelocity", ZERO),
        angular_velocity=place.vector("angularVelocity", ZERO),
        gravity_factor=place.number("gravityFactor", 1.0),
    )


def _inertia(place: Place) -> Vec3:
    inertia = place.vector("inertiaDiagonal", ZERO)
    if min(inertia) >= 0.0:
        return inertia
    place.note("inertiaDiagonal", "has a negative number; the default is used")
    return ZERO


def _orientation(place: Place) -> Quat:
    x, y, z, w = place.numbers("inertiaOrientation", NO_ROTATION)
    square = x * x + y * y + z * z + w * w
    if square == 0.0:
        place.note("inertiaOrientation", "is all zero, no rotation; the default is used")
        return NO_ROTATION
    if abs(square - 1.0) > 1e-3:
        place.note("inertiaOrientation", "is not of length 1; kept")
    return (x, y, z, w)


def _collider(reading: Reading, index: int, place: Place) -> Collider:
    place.unread(_COLLIDER_KEYS)
    return Collider(
        shape=reading.entry(place, "shape", SHAPES, index),
        physics_material=reading.entry(place, "physicsMaterial", MATERIALS, index),
        collision_filter=reading.entry(place, "collisionFilter", FILTERS, index),
    )


def _trigger(reading: Reading, index: int, place: Place) -> Trigger | None:
    place.unread(_TRIGGER_KEYS)
    if not place.data:
        place.note(None, "is empty; read as a compound of all triggers below it")
    is_lost = "nodes" not in place.data and whole(place.data.get("shape", -1)) != -1
    shape = reading.entry(place, "shape", SHAPES, index, "the trigger is left out" if is_lost else "")
    if is_lost and shape is None:
        return None
    collision_filter = reading.entry(place, "collisionFilter", FILTERS, index)
    nodes: tuple[int, ...] = ()
    if "nodes" in place.data and shape is not None:
        place.note("nodes", "stands beside a shape; left out, the parts are triggers of their own")
    elif "nodes" in place.data:
        nodes = _part_nodes(reading, index, place)
        if nodes and collision_filter is not None:
            place.note("collisionFilter", "stands beside nodes, which is not allowed; kept")
    return Trigger(shape, nodes, collision_filter)


def _part_nodes(reading: Reading, index: int, place: Place) -> tuple[int, ...]:
    """The listed nodes that exist, each once; others go in `core.formats.omi.decode`."""
    found: dict[int, None] = {}
    faults = Faults(place, "nodes")
    items = place.items("nodes")
    for i, value in enumerate(items):
        node = whole(value)
        if node is None:
            faults.add(i, f"is {describe(value)}, not the index of a node; left out")
        elif not 0 <= node < len(reading.nodes):
            faults.add(i, f"is {describe(value)}, but there is no such node; left out")
        elif node == index:
            faults.add(i, "is this node itself; left out")
        elif node in found:
            faults.add(i, f"repeats node {node}; left out")
        else:
            if isinstance(value, float):
                faults.add(i, f"is {describe(value)}; read as a whole number")
            found[node] = None
    faults.close()
    if as_list(place.data.get("nodes")) == []:
        place.note("nodes", "is empty; read as a compound of all triggers below it")
    return tuple(found)
