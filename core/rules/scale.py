# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Rules about the scale of what shapes belong to.

The shapes themselves are written at their right size, whatever the scale. But they stand below their body's node, and
engines put its scale onto them again and take it off: measured in Godot, what is no longer round in between goes wrong.
"""

from __future__ import annotations

from ..ground.linear import Mat4, Vec3, column, determinant, inverse, length
from ..physics.scene import SceneNode, ShapeSettings
from ..physics.words import number
from .review import Review, axis_lengths


def check_dynamic_scale(review: Review, node: SceneNode) -> None:
    """A dynamic body wants a scale of 1."""
    lengths = axis_lengths(node.world)
    if lengths is None:
        return
    parent = None if node.parent is None else review.nodes[node.parent]
    above = f" with {parent.name} above it" if parent is not None and axis_lengths(parent.world) is not None else ""
    what = f"is a dynamic body scaled by {_amount(lengths)}{above}"
    review.report("body-scaled", node, f"{what}; Godot's own physics sets the scale of moving bodies to 1")


def check_owner_scale(review: Review, node: SceneNode, shape: ShapeSettings) -> None:
    """Round shapes, and triangle meshes, on a body or compound that does not fall. Each of these is named once."""
    owner = review.tree.owner_of[node.index]
    if owner is None or owner in review.named_owners:
        return
    above = review.nodes[owner]
    motion = None if above.physics is None else above.physics.motion
    lengths = None if motion is not None and motion.type == "dynamic" else axis_lengths(above.world)
    if lengths is None:
        return
    if shape.type == "TRIMESH":
        wrong = "GodotPhysics takes its inside for its outside" if lengths[0] < 0.0 else ""
    else:
        wrong = "Jolt gives it a wrong size" if _stretches(above.world, node.world, shape) else ""
    if wrong:
        review.named_owners.add(owner)
        whose = "its own" if above is node else f"the one of {node.name}"
        what = {"TRIMESH": "triangle mesh"}.get(shape.type, shape.type.lower())
        text = f"is scaled by {_amount(lengths)} and has a {what} collider, {whose}; {wrong}"
        review.report("body-uneven-scale", above, text)


def _amount(lengths: Vec3) -> str:
    x, y, z = lengths
    if x > 0.0 and max(lengths) - min(lengths) < 1e-4 * max(lengths):
        return number(x)
    return f"({number(x)}, {number(y)}, {number(z)})"


def _stretches(owner: Mat4, world: Mat4, shape: ShapeSettings) -> bool:
    """Whether a body's scale, put on a round shape that stands at `world`, would make it no longer round."""
    if abs(determinant(owner)) < 1e-12:
        return False
    back = inverse(owner)
    across = [axis for axis in (0, 1, 2) if shape.type != "CYLINDER" or axis != "XYZ".index(shape.axis)]
    if any(shape.rotation) and shape.fit == "MANUAL":
        across = [0, 1, 2]
    lengths = [length(_direction(back, column(world, axis))) for axis in across]
    return max(lengths) - min(lengths) > 1e-4 * max(lengths)


def _direction(m: Mat4, v: Vec3) -> Vec3:
    """A direction taken through m at length 1."""
    size = length(v) or 1.0
    x, y, z = (sum(row[i] * v[i] for i in range(3)) / size for row in m[:3])
    return (x, y, z)
