# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the Khronos format says differently, or not at all."""

from __future__ import annotations

from ..formats.khr.write import completed, is_split
from ..issues.catalog import issue
from ..physics.model import Drive, Limit, Motion
from ..physics.scene import DriveSettings, JointSettings, LimitSettings, ObjectPhysics, SceneNode
from .review import Finding, Review


def check_khr(review: Review, node: SceneNode, physics: ObjectPhysics) -> None:
    """All findings of an object."""
    if physics.motion is not None:
        for code, sentence in _motion_findings(physics.motion):
            review.report(code, node, sentence)
        _check_static(review, node, physics.motion)
    if physics.collider is not None and physics.collider.shape.type == "NONE":
        review.report("khr-shapeless", node, "is a compound parent, for which the Khronos format has no word")
    if physics.joint is not None:
        for code, sentence in _joint_findings(physics.joint):
            review.report(code, node, sentence)


def note_draft(review: Review) -> None:
    """Once a scene: the format is not final."""
    name = review.picture.scene_name
    text = f"{name}: carries physics in a draft of the Khronos format, which may still change"
    review.issues.append(issue("khr-draft", name, text))


def _motion_findings(motion: Motion) -> list[Finding]:
    found: list[Finding] = []
    if motion.type != "dynamic":
        return found
    if motion.mass <= 0.0:
        found.append(
            ("khr-mass-zero", f"has a mass of {motion.mass:g} kg; engines that read the Khronos format compute one")
        )
    if any(motion.inertia_diagonal) and not all(motion.inertia_diagonal):
        found.append(("khr-inertia-zero", "has an inertia with a 0 in it, which is infinite in the Khronos format"))
    return found


def _check_static(review: Review, node: SceneNode, motion: Motion) -> None:
    above = None if node.parent is None else review.tree.body_of[node.parent]
    if motion.type != "static" or above is None:
        return
    body = review.nodes[above].physics
    if body is not None and body.motion is not None and body.motion.type != "static":
        sentence = f"is static below {review.nodes[above].name}, which moves; in the Khronos format it moves with that"
        review.report("khr-static-below", node, sentence)


def _joint_findings(joint: JointSettings) -> list[Finding]:
    found: list[Finding] = []
    for number, limit in enumerate(joint.limits, 1):
        if not limit.is_radial and is_split(_as_limit(limit), tuple(range(len(limit.axes)))):
            found.append(
                ("khr-multi-axis", f"limit {number} covers several axes; the Khronos format gets one for each")
            )
    for number, drive in enumerate(joint.drives, 1):
        plain = _as_drive(drive)
        if completed(plain) != plain or _lacks_gain(plain):
            found.append(("khr-drive-pair", f"drive {number} is completed by a 0 for the Khronos format"))
    return found


def _lacks_gain(drive: Drive) -> bool:
    return (drive.position_target is not None and drive.stiffness == 0.0) or (
        drive.velocity_target is not None and drive.damping == 0.0
    )


def _as_limit(limit: LimitSettings) -> Limit:
    return Limit((), (), limit.min, limit.max)


def _as_drive(drive: DriveSettings) -> Drive:
    return Drive(
        "linear", "force", 0, None, drive.position_target, drive.velocity_target, drive.stiffness, drive.damping
    )
