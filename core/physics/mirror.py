# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Joints in mirrored space: their axes are those that the viewport draws, and no rigid place has such axes.

The rigid part of a mirrored place has its X axis turned round (`core.geometry.split`). So along X, and about Y and Z,
values run the other way there: a mirror also turns the sense of every rotation about an axis that stays.
"""

from __future__ import annotations

from dataclasses import replace

from .scene import DriveSettings, JointSettings, LimitSettings

TURNED_ROUND = {"LINEAR": "X", "ANGULAR": "YZ"}
"""By kind, the axes that run the other way in the rigid part of a mirrored place."""


def unmirrored(joint: JointSettings) -> JointSettings:
    """What the joint of a mirrored object says in the axes of the rigid part of its place."""
    limits: list[LimitSettings] = []
    for limit in joint.limits:
        limits.extend(_unmirrored_limit(limit))
    return replace(joint, limits=tuple(limits), drives=tuple(map(_unmirrored_drive, joint.drives)))


def _unmirrored_limit(limit: LimitSettings) -> list[LimitSettings]:
    turned = "".join(axis for axis in limit.axes if axis in TURNED_ROUND[limit.kind])
    is_even = limit.min is not None and limit.max is not None and limit.min == -limit.max
    if not turned or is_even or (limit.is_radial and len(limit.axes) > 1):
        return [limit]
    other = replace(limit, axes=turned, min=minus(limit.max), max=minus(limit.min))
    same = "".join(axis for axis in limit.axes if axis not in turned)
    return [replace(limit, axes=same), other] if same else [other]


def _unmirrored_drive(drive: DriveSettings) -> DriveSettings:
    if drive.axis not in TURNED_ROUND[drive.kind]:
        return drive
    return replace(drive, position_target=minus(drive.position_target), velocity_target=minus(drive.velocity_target))


def minus(value: float | None) -> float | None:
    """The number with the other sign, never -0.0; None stays None."""
    return None if value is None else 0.0 - value
