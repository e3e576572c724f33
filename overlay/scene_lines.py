# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""All physics of a scene as coloured line segments in world space (Blender's axes)."""

from __future__ import annotations

import math
from collections.abc import Hashable
from dataclasses import dataclass

import numpy as np

from ..core.geometry.place import Placer, Unplaceable
from ..core.geometry.split import drawn_axes
from ..core.ground.garbage import uncollected
from ..core.ground.linear import Mat4
from ..core.physics.model import Motion
from ..core.physics.scene import FloatArray, JointSettings, LimitSettings, Picture, SceneNode, ShapeSettings
from ..core.physics.tree import Tree
from .shape_lines import SEGMENTS, chain, outline

_AXES = {"X": 0, "Y": 1, "Z": 2}
_JOINT_SIZE = 0.25
_FAR = 1.0
"""Length in metres that stands for an unbounded distance."""

Group = tuple[str, bool]
"""What a line is (static, kinematic, dynamic, collider, trigger, center, velocity, spin, x, y, z, limit, link), and
whether its object is selected."""


@dataclass(frozen=True, slots=True)
class Shown:
    """What the overlay shows."""

    colliders: bool = True
    triggers: bool = True
    centers: bool = True
    velocities: bool = True
    joints: bool = True
    selected_only: bool = False


class SceneLines:
    """Makes the lines of pictures; keeps the outlines of shapes between them."""

    def __init__(self) -> None:
        self._outlines: dict[Hashable, FloatArray] = {}

    def clear(self) -> None:
        """Forgets outlines; for when meshes may have changed."""
        self._outlines.clear()

    @uncollected()
    def build(
        self, picture: Picture, selected: set[int], shown: Shown, visible: set[int] | None = None
    ) -> dict[Group, FloatArray]:
        """Segments per group, each array of shape (2 n, 3).

        `selected` and `visible` hold indices into the picture's nodes; without `visible` all count.
        """
        return _Build(picture, selected, shown, visible, self._outlines).run()


class _Build:
    def __init__(
        self,
        picture: Picture,
        selected: set[int],
        shown: Shown,
        visible: set[int] | None,
        outlines: dict[Hashable, FloatArray],
    ) -> None:
        self._picture = picture
        self._selected = selected
        self._wanted = selected if shown.selected_only else visible
        self._shown = shown
        self._outlines = outlines
        self._placer = Placer(picture.meshes)
        self._tree = Tree(picture)
        self._parts: dict[Group, list[FloatArray]] = {}

    def run(self) -> dict[Group, FloatArray]:
        for node in self._picture.nodes:
            if node.physics is not None and (self._wanted is None or node.index in self._wanted):
                self._add_node(node)
        return {group: np.concatenate(parts) for group, parts in self._parts.items()}

    def _add(self, node: SceneNode, what: str, segments: FloatArray) -> None:
        self._parts.setdefault((what, node.index in self._selected), []).append(segments)

    def _add_node(self, node: SceneNode) -> None:
        physics = node.physics
        assert physics is not None
        if physics.collider is not None and self._shown.colliders and physics.collider.shape.type != "NONE":
            self._add_shape(node, physics.collider.shape, self._role(node))
        if physics.trigger is not None and self._shown.triggers and physics.trigger.kind == "SHAPE":
            self._add_shape(node, physics.trigger.shape, "trigger")
        if physics.motion is not None:
            self._add_motion(node, physics.motion)
        if physics.joint is not None and self._shown.joints:
            self._add_joint(node, physics.joint)

    def _role(self, node: SceneNode) -> str:
        """The motion type of the body the collider belongs to."""
        body = self._tree.body_of[node.index]
        physics = None if body is None else self._picture.nodes[body].physics
        return physics.motion.type if physics is not None and physics.motion is not None else "collider"

    def _add_shape(self, node: SceneNode, shape: ShapeSettings, what: str) -> None:
        placed = self._placer.place(node, shape)
        if not isinstance(placed, Unplaceable):
            self._add(node, what, moved(placed.world, outline(placed.geometry, self._outlines)))

    def _add_motion(self, node: SceneNode, motion: Motion) -> None:
        if motion.type != "dynamic":
            return
        center = moved(node.world, np.array([motion.center_of_mass]))[0]
        if self._shown.centers:
            arms = np.vstack([np.identity(3), -np.identity(3)])[[0, 3, 1, 4, 2, 5]]
            self._add(node, "center", center + arms * 0.08)
        if self._shown.velocities:
            for velocity, what in ((motion.linear_velocity, "velocity"), (motion.angular_velocity, "spin")):
                if any(velocity):
                    self._add(node, what, arrow(center, np.array(velocity)))

    def _add_joint(self, node: SceneNode, joint: JointSettings) -> None:
        # The scale of a joint's object does not count. In a mirrored place a drawn angle runs the other way, as in the
        # file.
        frame = drawn_axes(node.world) or node.world
        for name, axis in _AXES.items():
            tip = np.zeros((2, 3))
            tip[1, axis] = _JOINT_SIZE
            self._add(node, name.lower(), moved(frame, tip))
        for limit in joint.limits:
            for axis in limit.axes:
                self._add(node, "limit", moved(frame, limit_lines(limit, _AXES[axis])))
        if joint.connected is not None and not joint.connected.is_deleted:
            target = self._tree.copy_near(node.index, joint.connected.key)
            if target is not None:
                ends = [_origin(node.world), _origin(self._picture.nodes[target].world)]
                self._add(node, "link", np.array(ends))


def moved(matrix: Mat4, points: FloatArray) -> FloatArray:
    """Points (n, 3) taken through a matrix."""
    array = np.asarray(matrix, dtype=np.float64)
    return points @ array[:3, :3].T + array[:3, 3]


def _origin(matrix: Mat4) -> list[float]:
    return [row[3] for row in matrix[:3]]


def arrow(start: FloatArray, vector: FloatArray) -> FloatArray:
    """An arrow of the length of a vector, with a head of four strokes."""
    tip = start + vector
    length = float(np.linalg.norm(vector))
    along = vector / length
    side = np.cross(along, (0.0, 0.0, 1.0) if abs(along[2]) < 0.9 else (1.0, 0.0, 0.0))
    side /= np.linalg.norm(side)
    other = np.cross(along, side)
    head = min(0.2 * length, 0.15)
    strokes = [p for s in (side, -side, other, -other) for p in (tip, tip - along * head + s * head * 0.5)]
    return np.array([start, tip, *strokes])


def limit_lines(limit: LimitSettings, axis: int) -> FloatArray:
    """One axis of a limit in the joint's frame: a bar for a distance, an arc for an angle."""
    if limit.kind == "LINEAR":
        return _bar(limit, axis)
    low = -math.pi if limit.min is None else max(limit.min, -math.pi)
    high = math.pi if limit.max is None else min(limit.max, math.pi)
    angles = np.linspace(low, max(high, low), SEGMENTS + 1)
    first, second = (axis + 1) % 3, (axis + 2) % 3
    points = np.zeros((len(angles), 3))
    points[:, first] = np.cos(angles) * _JOINT_SIZE
    points[:, second] = np.sin(angles) * _JOINT_SIZE
    spokes = np.zeros((4, 3))
    spokes[1], spokes[3] = points[0], points[-1]
    return np.concatenate([chain(points), spokes])


def _bar(limit: LimitSettings, axis: int) -> FloatArray:
    low = (limit.max or 0.0) - _FAR if limit.min is None else limit.min
    high = (limit.min or 0.0) + _FAR if limit.max is None else limit.max
    points = np.zeros((6, 3))
    points[:, axis] = (low, high, low, low, high, high)
    # A stroke across each end that stops.
    stops = (0.0 if limit.min is None else 0.05, 0.0 if limit.max is None else 0.05)
    points[2:, (axis + 1) % 3] = (-stops[0], stops[0], -stops[1], stops[1])
    return points
