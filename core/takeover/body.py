# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Blender's rigid bodies as motion, collider, material and filter, and back.

Blender centers boxes, spheres, capsules, cylinders and cones on the object's origin, along Z, with the sizes of the
mesh's bounding box: measured. Friction and restitution multiply.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

import numpy as np

from ..geometry import fit
from ..ground.linear import Vec3, shortest
from ..physics.model import CollisionFilter, Motion, PhysicsMaterial
from ..physics.scene import FloatArray, ShapeSettings

COLLECTIONS = 20
"""How many collision collections Blender has."""
LIGHTEST = 0.001
"""Smallest mass in kg that Blender's interface allows; scripts may set any."""
SYSTEM = "Layer {}"
"""The collision system that stands for a collision collection, counted from 1 as the interface does."""
_NO_SYSTEM = "No Layer"
_SAME = 1e-4


@dataclass(frozen=True, slots=True)
class RigidBody:
    """A rigid body of Blender. `collections` holds the numbers of its collision collections, from 0."""

    type: str = "ACTIVE"
    shape: str = "CONVEX_HULL"
    mass: float = 1.0
    enabled: bool = True
    kinematic: bool = False
    friction: float = 0.5
    restitution: float = 0.0
    collections: frozenset[int] = frozenset({0})


# Blender -> ours ------------------------------------------------------------------------------------------------------


def motion_of(body: RigidBody, before: Motion | None = None) -> Motion:
    """How the body moves; what Blender does not know (velocities, inertia, gravity factor) stays as it was before."""
    known = before or Motion("static")
    if body.kinematic:
        return replace(known, type="kinematic")
    if body.type == "PASSIVE" or not body.enabled:
        return replace(known, type="static")
    return replace(known, type="dynamic", mass=max(shortest(body.mass), LIGHTEST))


def material_of(body: RigidBody, name: str = "") -> PhysicsMaterial:
    """Friction and restitution, which Blender multiplies."""
    friction = shortest(body.friction)
    return PhysicsMaterial(friction, friction, shortest(body.restitution), "multiply", "multiply", name)


def needs_filters(of_all: Iterable[frozenset[int]]) -> bool:
    """Whether there are two bodies, of all with such collision collections, that pass through each other.

    One without any collection passes through all; that is its own matter.
    """
    kinds = [kind for kind in dict.fromkeys(of_all) if kind]
    return any(not a & b for i, a in enumerate(kinds) for b in kinds[i:])


def filter_of(collections: frozenset[int]) -> CollisionFilter:
    """The filter for collision collections: two bodies collide where they share one.

    Either all bodies of a scene have such a filter or none that is in a collection has: one that belongs to no system
    would be passed through by all that list theirs.
    """
    systems = tuple(SYSTEM.format(number + 1) for number in sorted(collections))
    return CollisionFilter(systems, systems or (_NO_SYSTEM,))


def shape_of(
    body: RigidBody, points: FloatArray, of_faces: FloatArray | None, scale: Vec3
) -> tuple[ShapeSettings, tuple[str, ...]]:
    """The shape as Blender simulates it, and sentences on what differs.

    `points` are all vertices (n, 3) of the mesh in the object's space, `of_faces` those of its faces, None where there
    are no faces; `scale` is that of the object in the world. The shape is AUTO where that comes to the same.
    """
    if body.shape == "COMPOUND":
        return ShapeSettings("NONE"), ()
    if body.shape in ("CONVEX_HULL", "MESH"):
        notes = () if of_faces is not None else ("its mesh has no faces, which its shape needs in a file",)
        return ShapeSettings("CONVEX" if body.shape == "CONVEX_HULL" else "TRIMESH"), notes
    if not len(points):
        # Blender gives it a size of its own, which nobody sees.
        return ShapeSettings(_TYPES[body.shape], "MANUAL"), ("its mesh is empty; its shape has the default size",)
    low, high = points.min(axis=0), points.max(axis=0)
    size = tuple(shortest(float(v)) for v in high - low)
    half = max(size[0], size[1]) / 2.0
    sx, sy, sz = (abs(s) for s in scale)
    notes = ()
    if body.shape != "BOX" and not _near(sx, sy):
        notes = ("it is scaled unevenly, which Blender's round shapes and ours take in different ways",)
    shape = ShapeSettings(_TYPES[body.shape], "MANUAL")
    if body.shape == "BOX":
        shape = replace(shape, size=size)
    elif body.shape == "SPHERE":
        # Blender takes the scale along X, ours the largest.
        largest = max(sx, sy, sz)
        factor = sx / largest if largest > 0.0 else 1.0
        shape = replace(shape, radius=shortest(max(size) / 2.0 * factor))
        notes = ()
    elif body.shape == "CAPSULE":
        straight = max(size[2] - 2.0 * half, 0.0)
        shape = replace(shape, radius_bottom=shortest(half), radius_top=shortest(half), height=shortest(straight))
    else:
        top = 0.0 if body.shape == "CONE" else half
        shape = replace(shape, radius_bottom=shortest(half), radius_top=shortest(top), height=size[2])
    automatic = None if of_faces is None else _automatic(shape, of_faces, scale)
    return automatic or shape, notes


_TYPES = {"BOX": "BOX", "SPHERE": "SPHERE", "CAPSULE": "CAPSULE", "CYLINDER": "CYLINDER", "CONE": "CYLINDER"}


def _near(a: float, b: float) -> bool:
    return abs(a - b) <= _SAME * max(1.0, abs(a), abs(b))


def _automatic(shape: ShapeSettings, points: FloatArray, scale: Vec3) -> ShapeSettings | None:
    """The same shape as one that follows the mesh; None where that would be another one."""
    stretched = points * np.abs(np.asarray(scale))
    sx, sy, sz = (abs(s) for s in scale)
    if shape.type == "BOX":
        size, centre = fit.box(points)
        same = all(_near(a, b) for a, b in zip(size, shape.size, strict=True))
    elif shape.type == "SPHERE":
        radius, centre = fit.sphere(stretched)
        same = _near(radius, shape.radius * max(sx, sy, sz))
    elif shape.type == "CYLINDER":
        radius, height, centre = fit.cylinder(stretched, 2)
        same = shape.radius_top == shape.radius_bottom and _near(radius, shape.radius_bottom * max(sx, sy))
        same = same and _near(height, shape.height * sz)
    else:
        radius, height, centre = fit.capsule(stretched, 2)
        same = _near(radius, shape.radius_bottom * max(sx, sy)) and _near(height, shape.height * sz)
    if not same or any(abs(v) > _SAME for v in centre):
        return None
    return ShapeSettings(shape.type)


# Ours -> Blender ------------------------------------------------------------------------------------------------------


def body_of(motion: Motion | None, material: PhysicsMaterial | None) -> tuple[RigidBody, tuple[str, ...]]:
    """Blender's rigid body for a motion (None stands still) and a material, and sentences on what it cannot hold.

    Shape and collections are left to who knows them.
    """
    known = motion or Motion("static")
    body = RigidBody("ACTIVE" if known.type == "dynamic" else "PASSIVE", kinematic=known.type == "kinematic")
    notes = list(_lost_of_motion(known))
    if known.type == "dynamic":
        body = replace(body, mass=max(known.mass, LIGHTEST))
        if known.mass < LIGHTEST:
            notes.append("its mass becomes 1 g, the least that Blender takes")
    if material is None:
        notes.append("it has no material, and gets Blender's: a friction of 0.5, multiplied")
        return body, tuple(notes)
    restitution = min(max(material.restitution, 0.0), 1.0)
    body = replace(body, friction=max(material.dynamic_friction, 0.0), restitution=restitution)
    if restitution != material.restitution:
        notes.append("its restitution is brought into the range of 0 to 1")
    if material.static_friction != material.dynamic_friction:
        notes.append("its static friction is lost")
    if (material.friction_combine, material.restitution_combine) != ("multiply", "multiply"):
        notes.append("how its material combines with others is lost; Blender multiplies")
    return body, tuple(notes)


def _lost_of_motion(motion: Motion) -> Iterator[str]:
    if motion.type == "static":
        return
    if any((*motion.linear_velocity, *motion.angular_velocity)):
        yield "its initial velocity is lost"
    if motion.type != "dynamic":
        return
    if motion.gravity_factor != 1.0:
        yield "its gravity factor is lost"
    if any(motion.center_of_mass):
        yield "its center of mass is lost; Blender's is the origin"
    if any(motion.inertia_diagonal):
        yield "its inertia is lost; Blender's is that of the shape"


def is_same_body(a: RigidBody, b: RigidBody) -> bool:
    """Whether two rigid bodies are the same but for the precision that Blender keeps."""
    return _in_short(a) == _in_short(b)


def _in_short(body: RigidBody) -> RigidBody:
    mass, friction, restitution = shortest(body.mass), shortest(body.friction), shortest(body.restitution)
    return replace(body, mass=mass, friction=friction, restitution=restitution)
