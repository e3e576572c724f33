# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Rules about the shapes of colliders and triggers."""

from __future__ import annotations

from collections.abc import Hashable

from ..physics.scene import SceneNode, ShapeSettings
from ..physics.words import number
from .review import Finding, Review
from .scale import check_owner_scale

MOST_POINTS = 255
"""More points of a convex hull than engines take."""

_OF_MESH = ("CONVEX", "TRIMESH")
_SENSITIVE = ("SPHERE", "CAPSULE", "CYLINDER", "TRIMESH")
"""Shapes that the scale of their body can spoil."""


def shape_findings(shape: ShapeSettings, role: str) -> list[Finding]:
    """What is odd about a shape by its settings; `role` is collider or trigger."""
    kind = shape.type
    if kind in ("CAPSULE", "CYLINDER"):
        bottom, top = shape.radius_bottom, shape.radius_top
        if shape.fit == "MANUAL" and bottom != top:
            what = f"the {kind.lower()} of its {role} has the radii {number(bottom)} m and {number(top)} m"
            return [("shape-tapered", f"{what}; most engines use one radius, the mean of both")]
        if kind == "CYLINDER":
            return [("shape-cylinder", f"the shape of its {role} is a cylinder; some engines only come near to it")]
    if kind == "TRIMESH" and role == "trigger":
        text = "its trigger is a triangle mesh, which is hollow; what is wholly inside is not noticed"
        return [("trimesh-trigger", text)]
    return []


class ShapeReview:
    """Rules that need the geometry; each mesh is looked at once."""

    def __init__(self, review: Review) -> None:
        self._review = review
        self._points: dict[Hashable, int] = {}

    def check(self, node: SceneNode, shape: ShapeSettings, role: str) -> None:
        """Rules about one shape in its place."""
        review = self._review
        if shape.type == "CONVEX":
            count = self._count_points(node, shape)
            if count > MOST_POINTS:
                text = f"the convex hull of its {role} has {count} points; engines stop at about {MOST_POINTS}"
                review.report("convex-many-points", node, text)
        elif shape.type == "TRIMESH" and role == "collider":
            self._check_trimesh(node)
        if role == "collider" and shape.type in _SENSITIVE:
            check_owner_scale(review, node, shape)
        if review.options.applies_modifiers is not True and follows_own_mesh(shape):
            self._check_modifiers(node, role)

    def _count_points(self, node: SceneNode, shape: ShapeSettings) -> int:
        data = self._review.meshes.get(node, shape) if self._review.meshes else None
        if data is None:
            return 0
        if data.key not in self._points:
            self._points[data.key] = len(data.hull()[0])
        return self._points[data.key]

    def _check_trimesh(self, node: SceneNode) -> None:
        review = self._review
        body = review.tree.body_of[node.index]
        physics = None if body is None else review.nodes[body].physics
        motion = None if physics is None else physics.motion
        if body is None or motion is None or motion.type == "static":
            return
        whose = "it is" if body == node.index else f"{review.nodes[body].name} is"
        text = f"collides with the triangles of its mesh, and {whose} {motion.type}"
        if motion.type == "dynamic":
            review.report("trimesh-dynamic", node, f"{text}; many engines refuse that or let things through")
        else:
            review.report("trimesh-kinematic", node, f"{text}; the mesh is hollow and slow to test")

    def _check_modifiers(self, node: SceneNode, role: str) -> None:
        meshes = self._review.meshes
        if meshes is None or not meshes.differs_from_base(node):
            return
        is_open = self._review.options.applies_modifiers is None
        when = "unless the export applies modifiers" if is_open else "since this export does not apply modifiers"
        text = f"its {role} follows a mesh that modifiers or shape keys change; the file gets the unchanged one, {when}"
        self._review.report("shape-modifiers", node, text)


def follows_own_mesh(shape: ShapeSettings) -> bool:
    """Whether the geometry of the shape's own object decides what the shape is."""
    if shape.type in _OF_MESH:
        return shape.mesh is None
    return shape.fit == "AUTO"


def check_compound(review: Review, node: SceneNode) -> None:
    """A compound parent needs parts."""
    if not review.has_parts[node.index]:
        text = "is the parent of a compound collider, but no collider below belongs to it; nothing collides"
        review.report("compound-no-parts", node, text)
