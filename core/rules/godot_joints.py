# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Which joint Godot makes of a joint's settings, and what goes wrong with it there.

Godot's add-on looks at the settings as they stand in the file and chooses a pin, a hinge about the file's Z axis, a
slider along its X axis, or a general joint. Only the general one does what the settings say.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from ..formats.common.axes import drive_to_gltf, limit_to_gltf
from ..physics.model import Drive, Limit
from ..physics.scene import JointSettings
from .review import Finding

_NEAR_ZERO = 1e-5

Limits = list[Limit | None]
Drives = list[Drive | None]


@dataclass(slots=True)
class GodotJoint:
    """What Godot reads: for each of the file's axes the last limit and the last drive.

    `places` tells for a limit which of the author's limits it comes from, counted from 1.
    """

    linear: Limits = field(default_factory=lambda: [None, None, None])
    angular: Limits = field(default_factory=lambda: [None, None, None])
    linear_drives: Drives = field(default_factory=lambda: [None, None, None])
    angular_drives: Drives = field(default_factory=lambda: [None, None, None])
    places: dict[int, int] = field(default_factory=dict[int, int])

    @property
    def kind(self) -> str:
        """PIN, HINGE, SLIDER or GENERIC."""
        x, y, z = self.angular
        only_angular_z = not any((*self.linear_drives, *self.angular_drives[:2]))
        if all(map(_is_fixed, self.linear)) and only_angular_z:
            if not any((x, y, z, self.angular_drives[2])):
                return "PIN"
            if _are_fixed_alike(x, y) and not _is_fixed(z):
                return "HINGE"
        is_driven = not only_angular_z or self.angular_drives[2] is not None
        is_straight = _are_fixed_alike(self.linear[1], self.linear[2]) and _are_fixed_alike(y, z)
        if is_straight and not is_driven and not (_is_fixed(x) and _is_fixed(self.linear[0])):
            return "SLIDER"
        return "GENERIC"

    @property
    def is_hinge_about_x(self) -> bool:
        """Whether a hinge is read as a slider, which holds it fast."""
        return self.kind == "SLIDER" and _is_fixed(self.linear[0])


def _is_fixed(limit: Limit | None) -> bool:
    if limit is None or limit.min is None or limit.max is None:
        return False
    return abs(limit.min) < _NEAR_ZERO and abs(limit.max) < _NEAR_ZERO


def _are_fixed_alike(a: Limit | None, b: Limit | None) -> bool:
    if a is None or b is None or not (_is_fixed(a) and _is_fixed(b)):
        return False
    return a.stiffness == b.stiffness and a.damping == b.damping


def read_as_godot(joint: JointSettings, y_up: bool = True, mirrored: bool = False) -> GodotJoint:
    """The joint as Godot's add-on reads it out of the file; `mirrored` tells whether its object is."""
    found = GodotJoint()
    for place, settings in enumerate(joint.limits, 1):
        for limit in limit_to_gltf(settings, y_up, mirrored):
            found.places[id(limit)] = place
            for axis in limit.linear_axes:
                found.linear[axis] = limit
            for axis in limit.angular_axes:
                found.angular[axis] = limit
    for drive in joint.drives:
        written = drive_to_gltf(drive, y_up, mirrored)
        table = found.linear_drives if written.type == "linear" else found.angular_drives
        table[written.axis] = written
    return found


def one_sided_limits(found: GodotJoint) -> list[int]:
    """Numbers of the author's limits that lack a bound which Godot's hinge or slider needs."""
    kind = found.kind
    if kind == "HINGE":
        free = [found.angular[2]]
    elif kind == "SLIDER":
        free = [found.linear[0], found.angular[0]]
    else:
        return []
    return sorted({found.places[id(limit)] for limit in free if limit and (limit.min is None) != (limit.max is None)})


def godot_joint_findings(joint: JointSettings, y_up: bool, mirrored: bool = False) -> list[Finding]:
    """What Godot makes of the joint that the author would not expect."""
    found = read_as_godot(joint, y_up, mirrored)
    findings: list[Finding] = []
    if found.is_hinge_about_x:
        findings.append(("joint-reads-as-slider", "its joint turns about X; Godot reads that as a slider and locks it"))
    drive = found.angular_drives[2]
    if found.kind == "HINGE" and drive is not None and drive.velocity_target is None:
        axis = "Y" if y_up else "Z"
        text = f"its hinge about {axis} has a drive without a velocity; Godot makes a motor without a speed of it"
        findings.append(("hinge-spring", text))
    for place in one_sided_limits(found):
        limit = joint.limits[place - 1]
        only = "maximum" if limit.min is None else "minimum"
        text = f"limit {place} has only a {only}; Godot's {found.kind.lower()} breaks down without both bounds"
        findings.append(("limit-one-sided", text))
    limits = [*found.linear, *found.angular]
    is_hard = any(limit is not None and limit.stiffness is None for limit in limits)
    if is_hard and found.kind != "GENERIC" and not found.is_hinge_about_x:
        text = (
            f"its joint is a {found.kind.lower()} in Godot; hard limits make it unstable in GodotPhysics, not in Jolt"
        )
        findings.append(("joint-hard-in-godot", text))
    if is_mirrored(joint):
        text = "its joint has angles that differ by direction; Godot's add-on turns them the other way"
        findings.append(("joint-mirrored-in-godot", text))
    return findings


def is_mirrored(joint: JointSettings) -> bool:
    """Whether an angle of the joint is not the same in both directions."""
    for limit in joint.limits:
        if limit.kind == "ANGULAR" and not limit.is_radial:
            low, high = limit.min, limit.max
            if (low is None) != (high is None) or (low is not None and high is not None and abs(low + high) > 1e-6):
                return True
    return any(drive.kind == "ANGULAR" and (drive.position_target or drive.velocity_target) for drive in joint.drives)
