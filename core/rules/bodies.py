# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Rules about bodies: their motion, their scale, what moves them, and what belongs to them."""

from __future__ import annotations

import math

from ..ground.linear import NO_ROTATION, ZERO, Vec3, column, dot, length
from ..physics.model import CollisionFilter, Motion, PhysicsMaterial
from ..physics.scene import ObjectPhysics, SceneNode
from ..physics.words import number
from .godot_names import godot_name
from .review import Finding, Review, counted, listed
from .scale import check_dynamic_scale

# Beyond rounding: what a real thing's inertia may miss the triangle inequality by.
_SLACK = 1.0 + 1e-4


def motion_findings(motion: Motion) -> list[Finding]:
    """What is odd about a motion by itself."""
    if motion.type == "dynamic":
        found = _mass_findings(motion)
        if motion.center_of_mass != ZERO:
            where = _vector(motion.center_of_mass)
            text = f"its center of mass is at {where}, off its origin; not every engine honors that"
            found.append(("center-of-mass-off-origin", text))
    else:
        found = _unused_findings(motion)
    if motion.type == "static":
        for name, value in (("linear", motion.linear_velocity), ("angular", motion.angular_velocity)):
            if value != ZERO:
                found.append(("velocity-on-static", f"is static and has a {name} velocity; a static body never moves"))
    return found


def _mass_findings(motion: Motion) -> list[Finding]:
    found: list[Finding] = []
    if motion.mass <= 0.0:
        text = f"its mass is {number(motion.mass)} kg; Godot uses 1 kg, others take 0 for infinite"
        found.append(("mass-not-positive", text))
    if motion.inertia_diagonal != ZERO:
        problem = _inertia_problem(motion.inertia_diagonal)
        if problem:
            found.append(("inertia-odd", f"its inertia {_vector(motion.inertia_diagonal)} {problem}"))
        size = math.sqrt(sum(v * v for v in motion.inertia_orientation))
        if abs(size - 1.0) > 1e-3:
            text = f"its inertia orientation has the length {number(size)}; only a quaternion of length 1 is a rotation"
            found.append(("inertia-not-unit", text))
    elif motion.inertia_orientation != NO_ROTATION:
        text = "its inertia orientation has no use while the engine computes the inertia"
        found.append(("motion-value-unused", text))
    return found


def _inertia_problem(inertia: Vec3) -> str:
    if min(inertia) < 0.0:
        return "is negative; no real thing has such an inertia"
    if min(inertia) == 0.0:
        return "is 0 along some axes only; some engines take that for infinite"
    if 2.0 * max(inertia) > sum(inertia) * _SLACK:
        return "has one number larger than the other two together; no real thing has such an inertia"
    return ""


def _unused_findings(motion: Motion) -> list[Finding]:
    used = [
        name
        for name, is_set in (
            (f"mass of {number(motion.mass)} kg", motion.mass != 1.0),
            ("center of mass", motion.center_of_mass != ZERO),
            ("inertia", motion.inertia_diagonal != ZERO),
            (f"gravity factor of {number(motion.gravity_factor)}", motion.gravity_factor != 1.0),
        )
        if is_set
    ]
    if not used:
        return []
    have = "has" if len(used) == 1 else "have"
    return [("motion-value-unused", f"its {listed(used)} {have} no use on a {motion.type} body")]


def material_findings(material: PhysicsMaterial) -> list[Finding]:
    """What is odd about a physics material."""
    found: list[Finding] = []
    if material.restitution > 1.0:
        text = f"its bounciness is {number(material.restitution)}; above 1 every bounce gains speed"
        found.append(("restitution-above-one", text))
    for name, value in (("static", material.static_friction), ("dynamic", material.dynamic_friction)):
        if value > 1.0:
            found.append(("friction-above-one", f"its {name} friction is {number(value)}; some engines stop at 1"))
    return found


def filter_findings(collision_filter: CollisionFilter, role: str) -> list[Finding]:
    """What is odd about a collision filter; `role` is collider or trigger."""
    if is_empty(collision_filter):
        return [("filter-empty", f"the filter of its {role} names no system, so it filters nothing")]
    return []


def is_empty(collision_filter: CollisionFilter) -> bool:
    """Whether a filter names no system."""
    f = collision_filter
    return not (f.collision_systems or f.collide_with_systems or f.not_collide_with_systems)


def godot_findings(physics: ObjectPhysics) -> list[Finding]:
    """What Godot does not read of an object."""
    ignored: list[str] = []
    motion, collider, trigger = physics.motion, physics.collider, physics.trigger
    if motion is not None and motion.type == "dynamic":
        if motion.gravity_factor != 1.0:
            ignored.append("gravity factor")
        if motion.inertia_diagonal != ZERO and motion.inertia_orientation != NO_ROTATION:
            ignored.append("inertia orientation")
    if collider is not None and collider.material is not None:
        ignored.append("physics material")
    filters = [role.filter for role in (collider, trigger) if role is not None and role.filter is not None]
    if not all(map(is_empty, filters)):
        ignored.append("collision filter")
    return [("godot-ignores", f"Godot ignores its {listed(ignored)}")] if ignored else []


def check_body(review: Review, node: SceneNode, motion: Motion) -> None:
    """Rules that depend on where a body stands and what belongs to it."""
    if motion.type == "dynamic":
        check_dynamic_scale(review, node)
    if node.index not in review.shaped_bodies:
        goes = "falls through everything" if motion.type == "dynamic" else "collides with nothing"
        review.report("body-no-collider", node, f"is a {motion.type} body without a collider; it {goes}")
    above = None if node.parent is None else review.tree.body_of[node.parent]
    if above is not None:
        text = f"is a body of its own below {review.nodes[above].name}; engines simulate the two separately"
        review.report("body-nested", node, text)
    if node.is_animated and motion.type == "dynamic":
        text = "is dynamic and animated; the animation wins, so it neither falls nor is pushed"
        review.report("dynamic-animated", node, text)
    elif node.is_animated and motion.type == "static":
        review.report("static-animated", node, "is static and animated; it moves, but carries and pushes nothing")
    if motion.type != "static" and (motion.linear_velocity != ZERO or motion.angular_velocity != ZERO):
        _check_velocity(review, node, motion)


def _check_velocity(review: Review, node: SceneNode, motion: Motion) -> None:
    """A velocity means the same in both frames where the body's rotation leaves it as it is."""
    columns = [column(node.world, i) for i in range(3)]
    for velocity in (motion.linear_velocity, motion.angular_velocity):
        own = [sum(v * c[row] / (length(c) or 1.0) for v, c in zip(velocity, columns, strict=True)) for row in range(3)]
        change = (own[0] - velocity[0], own[1] - velocity[1], own[2] - velocity[2])
        if dot(change, change) > 1e-8 * dot(velocity, velocity):
            text = "is turned and has a velocity in scene axes; an engine that reads the body's axes sends it elsewhere"
            review.report("velocity-in-world", node, text)
            return


def check_static_collider(review: Review, node: SceneNode) -> None:
    """An animated collider without a body."""
    if node.is_animated and review.tree.body_of[node.index] is None:
        text = "its collider is animated but belongs to no body; it moves, but carries and pushes nothing"
        review.report("static-animated", node, text)


def check_names(review: Review, nodes: list[SceneNode]) -> None:
    """One issue for all names that Godot changes."""
    changed = list({node.name: node for node in nodes if godot_name(node.name) != node.name}.values())
    if not changed:
        return
    first = changed[0]
    new = godot_name(first.name)
    others = len(changed) - 1
    more = f", and changes {counted(others, 'other name')}" if others else ""
    review.report("name-changes-in-godot", first, f"Godot writes the name as {new}{more}")


def _vector(v: Vec3) -> str:
    return f"({', '.join(map(number, v))})"
