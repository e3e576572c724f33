# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What has to be built to simulate a picture of a scene by Blender's rigid bodies: bodies, shapes, joints, forces.

All in Blender's axes and the scene's space. A moving body is one stand-in whose origin is the center of mass, since
Blender knows no other; each shape of what stands still, or is moved by hand, is a stand-in of its own.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace

import numpy as np

from ..geometry.place import MeshShape, Placed, Placer, Unplaceable
from ..geometry.split import at, rigid_part
from ..geometry.tapered import TaperedHull
from ..ground.linear import IDENTITY, Mat4, Vec3, apply, coincide, column, inverse, multiply, translation
from ..physics.model import Box, Capsule, CollisionFilter, Cylinder, Motion, PhysicsMaterial, Sphere
from ..physics.scene import ColliderSettings, FloatArray, IntArray, Picture, SceneNode
from ..physics.tree import Tree
from .body import LIGHTEST
from .layers import collections_of

_UNKNOWN = PhysicsMaterial()
_DOT_RADIUS = 0.05
"""Radius in m of the stand-in of a body without any shape, which touches nothing."""


@dataclass(frozen=True, slots=True)
class Part:
    """A shape in the space of its stand-in. `shape` is one of Blender's collision shapes.

    Primitives are `size` (x, y, z) in m about their origin, round ones along Z; CONVEX_HULL and MESH have `points`
    (n, 3), MESH has `triangles` (m, 3) too.
    """

    shape: str
    size: Vec3 = (0.0, 0.0, 0.0)
    points: FloatArray | None = None
    triangles: IntArray | None = None
    place: Mat4 = IDENTITY


@dataclass(slots=True)
class StandIn:
    """A rigid body to build at `place` (rigid, in the scene's space).

    `node` is the object's in the picture; what stands still has no need of one. `kind` is "static", "kinematic" or
    "dynamic". Velocities in m/s and rad/s along the scene's axes. Friction and restitution are those that give the
    author's when Blender multiplies them with another of the same.
    """

    kind: str
    place: Mat4
    parts: tuple[Part, ...]
    node: int | None = None
    motion: Motion = field(default_factory=lambda: Motion("static"))
    friction: float = 0.5
    restitution: float = 0.0
    filter: CollisionFilter | None = None
    collections: frozenset[int] = frozenset({0})


@dataclass(slots=True)
class Stage:
    """All stand-ins of a picture; `bodies` tells which of them stands for the body at a node of the picture.

    `shapes` tells which others are the shapes of that one, where it does not move by itself.
    `notes` are sentences on what cannot be shown, each after the names it is about (none: the whole scene).
    """

    stand_ins: list[StandIn] = field(default_factory=list[StandIn])
    bodies: dict[int, int] = field(default_factory=dict[int, int])
    shapes: dict[int, list[int]] = field(default_factory=dict[int, list[int]])
    notes: dict[str, list[str]] = field(default_factory=dict[str, list[str]])

    def note(self, sentence: str, name: str = "") -> None:
        """Adds a sentence, or a name to it."""
        names = self.notes.setdefault(sentence, [])
        if name and name not in names:
            names.append(name)


def stage(picture: Picture, tree: Tree, fixed: frozenset[int]) -> Stage:
    """The stand-ins of all bodies and colliders of a picture.

    `fixed` are the nodes of objects that nobody can move, such as those within instances of collections: their bodies
    stand still.
    """
    found = Stage()
    placer = Placer(picture.meshes)
    shapes: dict[int | None, list[tuple[SceneNode, ColliderSettings, Placed]]] = {}
    for node in picture.nodes:
        collider = None if node.physics is None else node.physics.collider
        if node.physics is not None and node.physics.trigger is not None:
            found.note("Triggers report nothing")
        if collider is None or collider.shape.type == "NONE":
            continue
        placed = placer.place(node, collider.shape)
        if isinstance(placed, Unplaceable):
            found.note("Shapes that cannot be exported collide with nothing", node.name)
            continue
        shapes.setdefault(tree.body_of[node.index], []).append((node, collider, placed))
    for node in picture.nodes:
        motion = None if node.physics is None else node.physics.motion
        if motion is not None:
            if node.index in fixed and motion.type != "static":
                found.note("Instances of collections stay where they are")
                motion = Motion("static")
            _add_body(found, node, motion, shapes.pop(node.index, []))
    for of_body in shapes.values():
        for _, collider, placed in of_body:
            found.stand_ins.append(_standing("static", None, collider, placed))
    _fill_collections(found)
    return found


def _add_body(
    found: Stage, node: SceneNode, motion: Motion, shapes: list[tuple[SceneNode, ColliderSettings, Placed]]
) -> None:
    place = rigid_part(node.object_world) or translation(column(node.object_world, 3))
    if motion.type != "dynamic":
        found.bodies[node.index] = len(found.stand_ins)
        # Joints hold on to it; the shapes stand beside it.
        found.stand_ins.append(StandIn(motion.type, place, (_dot(),), node.index, motion, collections=frozenset()))
        first = len(found.stand_ins)
        found.stand_ins.extend(_standing(motion.type, node.index, collider, placed) for _, collider, placed in shapes)
        found.shapes[first - 1] = list(range(first, len(found.stand_ins)))
        return
    if any(motion.inertia_diagonal):
        found.note("Bodies have the inertia of their shapes", node.name)
    place = at(place, apply(node.object_world, motion.center_of_mass))
    parts: list[Part] = []
    if len(shapes) == 1 and _near(column(shapes[0][2].world, 3), column(place, 3)):
        # A body needs no frame of its own: it is the turn since the start that counts.
        place = at(shapes[0][2].world, column(place, 3))
    for owner, _, placed in shapes:
        if isinstance(placed.geometry, MeshShape) and placed.geometry.kind == "TRIMESH":
            found.note("Dynamic triangle meshes move as their hulls", owner.name)
        parts.append(_part(placed, place, is_moving=True))
    first = shapes[0][1] if shapes else ColliderSettings()
    if any((collider.material, collider.filter) != (first.material, first.filter) for _, collider, _ in shapes[1:]):
        found.note("All shapes of a body have the material and the filter of the first", node.name)
    made = StandIn("dynamic", place, tuple(parts) or (_dot(),), node.index, _safe(motion), filter=first.filter)
    made.friction, made.restitution = _surface(first.material)
    if not parts:
        made.collections = frozenset()
    found.bodies[node.index] = len(found.stand_ins)
    found.stand_ins.append(made)


def _standing(kind: str, node: int | None, collider: ColliderSettings, placed: Placed) -> StandIn:
    friction, restitution = _surface(collider.material)
    part = _part(placed, placed.world, is_moving=False)
    return StandIn(kind, placed.world, (part,), node, Motion(kind), friction, restitution, collider.filter)


def _safe(motion: Motion) -> Motion:
    mass = motion.mass if math.isfinite(motion.mass) else 1.0
    return replace(motion, mass=max(mass, LIGHTEST))


def _surface(material: PhysicsMaterial | None) -> tuple[float, float]:
    """Friction and restitution as factors of a product, which is what Blender makes of two bodies."""
    known = material or _UNKNOWN
    friction, restitution = max(known.dynamic_friction, 0.0), min(max(known.restitution, 0.0), 1.0)
    if known.friction_combine != "multiply":
        friction = math.sqrt(friction)
    return friction, restitution if known.restitution_combine == "multiply" else math.sqrt(restitution)


def _fill_collections(found: Stage) -> None:
    touching = [made for made in found.stand_ins if made.collections]
    collections, is_exact = collections_of([made.filter for made in touching])
    for made, numbers in zip(touching, collections, strict=True):
        made.collections = numbers
    if not is_exact:
        found.note("Collision filters hold in part")


def _near(a: Vec3, b: Vec3) -> bool:
    return max(abs(p - q) for p, q in zip(a, b, strict=True)) < 1e-5


def _ball(radius: float, place: Mat4 = IDENTITY) -> Part:
    return Part("SPHERE", (2.0 * radius, 2.0 * radius, 2.0 * radius), place=place)


def _dot() -> Part:
    return _ball(_DOT_RADIUS)


def _part(placed: Placed, place: Mat4, is_moving: bool) -> Part:
    local = IDENTITY if placed.world is place else multiply(inverse(place), placed.world)
    if coincide(local, IDENTITY):
        local = IDENTITY
    geometry = placed.geometry
    if isinstance(geometry, MeshShape):
        if geometry.kind == "TRIMESH" and not is_moving:
            points, triangles = geometry.arrays()
            return Part("MESH", points=points, triangles=triangles, place=local)
        hull = MeshShape("CONVEX", geometry.data, geometry.linear).arrays()[0]
        return Part("CONVEX_HULL", points=hull, place=local)
    if isinstance(geometry, Box):
        return Part("BOX", geometry.size, place=local)
    if isinstance(geometry, Sphere):
        return _ball(geometry.radius, local)
    return _round_part(geometry, local)


def _round_part(geometry: Capsule | Cylinder, local: Mat4) -> Part:
    low, high = geometry.radius_bottom, geometry.radius_top
    if low != high:
        if isinstance(geometry, Cylinder) and high == 0.0:
            return Part("CONE", (2.0 * low, 2.0 * low, geometry.height), place=local)
        return Part("CONVEX_HULL", points=np.asarray(TaperedHull(geometry).points()), place=local)
    if isinstance(geometry, Cylinder):
        return Part("CYLINDER", (2.0 * low, 2.0 * low, geometry.height), place=local)
    return Part("CAPSULE", (2.0 * low, 2.0 * low, geometry.height + 2.0 * low), place=local)
