# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Rules about joints: what hangs on what, and where the ends are."""

from __future__ import annotations

import math
from functools import lru_cache

from ..geometry.joint_ends import joint_frame, target_frame
from ..geometry.split import is_mirrored
from ..ground.linear import Mat4, column, length
from ..physics.scene import DriveSettings, JointSettings, LimitSettings, SceneNode
from ..physics.words import number
from .godot_joints import godot_joint_findings
from .limits import drive_findings, limit_findings
from .review import Finding, Review

_FAR = 1e-4
"""Metres or radians beyond which two frames count as apart."""


def joint_findings(joint: JointSettings, y_up: bool, for_godot: bool, mirrored: bool = False) -> list[Finding]:
    """What is odd about a joint by its settings alone; `mirrored` tells whether its object is."""
    return list(_findings(joint.limits, joint.drives, y_up, for_godot, mirrored))


@lru_cache(maxsize=256)
def _findings(
    limits: tuple[LimitSettings, ...], drives: tuple[DriveSettings, ...], y_up: bool, for_godot: bool, mirrored: bool
) -> tuple[Finding, ...]:
    """Many joints of a scene differ only in what they connect."""
    if not limits and not drives:
        return (("joint-no-effect", "its joint has no limits and no drives; everything stays free"),)
    joint = JointSettings(limits=limits, drives=drives)
    found = limit_findings(joint, y_up, for_godot, mirrored) + drive_findings(joint, for_godot)
    return tuple(found + godot_joint_findings(joint, y_up, mirrored) if for_godot else found)


def check_joint(review: Review, node: SceneNode, joint: JointSettings) -> None:
    """Rules about a joint in its place, and about the two ends of one that is written."""
    mirrored = is_mirrored(node.object_world)
    for code, sentence in joint_findings(joint, review.options.y_up, review.for_godot, mirrored):
        review.report(code, node, sentence)
    tree, ref = review.tree, joint.connected
    body = tree.body_of[node.index]
    if body is None or ref is None or ref.is_deleted:
        return
    index = tree.copy_near(node.index, ref.key)
    if index is None or index == node.index or not review.nodes[index].is_exported:
        return
    target = review.nodes[index]
    if tree.body_of[index] is None:
        text = f"its joint is connected to {target.name}, which belongs to no body; the file gets a static one there"
        review.report("joint-target-no-body", node, text)
    if joint.attach == "TARGET" and tree.body_of[index] != body:
        frame = target_frame(node.object_world, target.object_world)
        distance, angle = _apart(joint_frame(node.object_world), frame)
        if distance > _FAR or angle > _FAR:
            how = _apart_words(distance, angle)
            text = f"the ends of its joint are {how} apart; Godot uses the place of {node.name} for both"
            review.report("joint-ends-apart", node, text)


def _apart(a: Mat4, b: Mat4) -> tuple[float, float]:
    """Distance in metres and angle in radians between two frames."""
    place, other = column(a, 3), column(b, 3)
    distance = length((place[0] - other[0], place[1] - other[1], place[2] - other[2]))
    # The chord of an axis resolves small angles, which a scalar product near 1 does not.
    angle = 0.0
    for i in range(3):
        x, y = column(a, i), column(b, i)
        chord = length((x[0] - y[0], x[1] - y[1], x[2] - y[2]))
        angle = max(angle, 2.0 * math.asin(min(1.0, chord / 2.0)))
    return distance, angle


def _apart_words(distance: float, angle: float) -> str:
    words: list[str] = []
    if distance > _FAR:
        words.append(f"{number(distance)} m")
    if angle > _FAR:
        words.append(f"{number(round(math.degrees(angle), 2))} degrees")
    return " and ".join(words)
