# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Blender is Z-up, glTF is Y-up: the one place where either is turned into the other.

The map is (x, y, z) -> (x, z, -y) and holds in every local frame too, so Blender's Y is glTF's -Z: limits there
become [-max, -min] and targets change sign. With `y_up` off the exporter turns nothing, and neither do we.
"""

from __future__ import annotations

from dataclasses import replace

from ...ground.linear import Mat4, Quat, Vec3, from_columns, shortest
from ...physics.mirror import TURNED_ROUND
from ...physics.model import Drive, Limit, Motion
from ...physics.scene import DriveSettings, LimitSettings

_TO_GLTF_AXIS = {"X": 0, "Y": 2, "Z": 1}
_TO_PLAIN_AXIS = {"X": 0, "Y": 1, "Z": 2}
_TO_BLENDER_AXIS = "XZY"


def negated(value: float) -> float:
    """The number with the other sign; never -0.0."""
    return 0.0 - value


def vector_to_gltf(v: Vec3, y_up: bool = True) -> Vec3:
    """A position, direction, velocity or axial vector."""
    return (v[0], v[2], negated(v[1])) if y_up else v


def vector_to_blender(v: Vec3) -> Vec3:
    """The inverse of `vector_to_gltf` for a Y-up file."""
    return (v[0], negated(v[2]), v[1])


def size_to_gltf(v: Vec3, y_up: bool = True) -> Vec3:
    """Sizes, scales and inertia diagonals: per axis, without sign."""
    return (v[0], v[2], v[1]) if y_up else v


def size_to_blender(v: Vec3) -> Vec3:
    """The inverse of `size_to_gltf` for a Y-up file."""
    return (v[0], v[2], v[1])


def quaternion_to_gltf(q: Quat, y_up: bool = True) -> Quat:
    """A rotation (x, y, z, w)."""
    return (q[0], q[2], negated(q[1]), q[3]) if y_up else q


def quaternion_to_blender(q: Quat) -> Quat:
    """The inverse of `quaternion_to_gltf` for a Y-up file."""
    return (q[0], negated(q[2]), q[1], q[3])


def matrix_to_gltf(m: Mat4, y_up: bool = True) -> Mat4:
    """An affine matrix, turned on both sides: columns and rows both change places."""
    if not y_up:
        return m
    x, y, z, t = (vector_to_gltf((m[0][i], m[1][i], m[2][i])) for i in range(4))
    return from_columns(x, z, (negated(y[0]), negated(y[1]), negated(y[2])), t)


def motion_to_gltf(motion: Motion, y_up: bool = True) -> Motion:
    """A body's motion; mass and gravity factor have no axes."""
    if not y_up:
        return motion
    return replace(
        motion,
        center_of_mass=vector_to_gltf(motion.center_of_mass),
        inertia_diagonal=size_to_gltf(motion.inertia_diagonal),
        inertia_orientation=quaternion_to_gltf(motion.inertia_orientation),
        linear_velocity=vector_to_gltf(motion.linear_velocity),
        angular_velocity=vector_to_gltf(motion.angular_velocity),
    )


def motion_to_blender(motion: Motion) -> Motion:
    """The inverse of `motion_to_gltf` for a Y-up file."""
    return replace(
        motion,
        center_of_mass=vector_to_blender(motion.center_of_mass),
        inertia_diagonal=size_to_blender(motion.inertia_diagonal),
        inertia_orientation=quaternion_to_blender(motion.inertia_orientation),
        linear_velocity=vector_to_blender(motion.linear_velocity),
        angular_velocity=vector_to_blender(motion.angular_velocity),
    )


def _flipped(bound: float | None) -> float | None:
    return None if bound is None else negated(bound)


def _is_symmetric(low: float | None, high: float | None) -> bool:
    return _flipped(low) == high


def _reads_as_distance(low: float | None, high: float | None) -> bool:
    """Whether a list of several axes with these bounds is read as one radial distance or angle."""
    return low is not None and low >= 0.0 and (high is None or high > 0.0)


def _one_limit(limit: LimitSettings, axes: str, low: float | None, high: float | None, y_up: bool) -> Limit:
    table = _TO_GLTF_AXIS if y_up else _TO_PLAIN_AXIS
    indices = tuple(sorted(table[a] for a in axes))
    linear = limit.kind == "LINEAR"
    return Limit(
        linear_axes=indices if linear else (),
        angular_axes=() if linear else indices,
        min=low,
        max=high,
        stiffness=limit.stiffness,
        damping=limit.damping,
    )


def _runs_back(kind: str, axis: str, y_up: bool, is_mirrored: bool) -> bool:
    """Whether values of a Blender axis change sign: Blender Y with Y-up, and what a mirror turns round."""
    return (y_up and axis == "Y") != (is_mirrored and axis in TURNED_ROUND[kind])


def limit_to_gltf(limit: LimitSettings, y_up: bool = True, is_mirrored: bool = False) -> tuple[Limit, ...]:
    """A limit in the joint node's glTF axes; empty where no axis is set. `is_mirrored`: the joint's object is.

    An asymmetric range takes two limits where some of its axes change their sign, as Y does, and others do not. A range
    that readers would take for a distance is written axis by axis, unless it is meant so (`is_radial`).
    """
    axes, low, high = limit.axes, limit.min, limit.max
    if not axes:
        return ()
    if limit.is_radial and len(axes) > 1:
        return (_one_limit(limit, axes, 0.0 if low is None else low, high, y_up),)
    groups = [axes]
    if not _is_symmetric(low, high):
        # Y by itself, also where a mirror makes it like another: so it is when the file is read.
        apart = "Y" if y_up else ""
        back = "".join(a for a in axes if a not in apart and _runs_back(limit.kind, a, y_up, is_mirrored))
        forth = "".join(a for a in axes if a not in apart and a not in back)
        groups = [names for names in (forth, back, apart if apart in axes else "") if names]
    written: list[Limit] = []
    for names in groups:
        is_back = _runs_back(limit.kind, names[0], y_up, is_mirrored)
        lower, upper = (_flipped(high), _flipped(low)) if is_back else (low, high)
        parts = list(names) if len(names) > 1 and _reads_as_distance(lower, upper) else [names]
        written.extend(_one_limit(limit, part, lower, upper, y_up) for part in parts)
    return tuple(written)


def _half_to_blender(limit: Limit, kind: str, axes: tuple[int, ...]) -> list[LimitSettings]:
    names = "".join(sorted(_TO_BLENDER_AXIS[a] for a in axes))
    whole = LimitSettings(kind, names, limit.min, limit.max, limit.stiffness, limit.damping)
    if len(axes) > 1 and _reads_as_distance(limit.min, limit.max):
        return [replace(whole, is_radial=True)]
    if "Y" not in names or _is_symmetric(limit.min, limit.max):
        return [whole]
    turned = replace(whole, axes="Y", min=_flipped(limit.max), max=_flipped(limit.min))
    others = names.replace("Y", "")
    return [replace(whole, axes=others), turned] if others else [turned]


def limit_to_blender(limit: Limit) -> tuple[LimitSettings, ...]:
    """A limit of a Y-up file in the joint object's Blender axes; one per axis list, Y on its own where it flips."""
    found: list[LimitSettings] = []
    if limit.linear_axes:
        found.extend(_half_to_blender(limit, "LINEAR", limit.linear_axes))
    if limit.angular_axes:
        found.extend(_half_to_blender(limit, "ANGULAR", limit.angular_axes))
    return tuple(found)


def drive_to_gltf(drive: DriveSettings, y_up: bool = True, is_mirrored: bool = False) -> Drive:
    """A drive in the joint node's glTF axes. `is_mirrored`: the joint's object is."""
    flip = _runs_back(drive.kind, drive.axis, y_up, is_mirrored)
    position, velocity = drive.position_target, drive.velocity_target
    return Drive(
        type=drive.kind.lower(),
        mode=drive.mode.lower(),
        axis=(_TO_GLTF_AXIS if y_up else _TO_PLAIN_AXIS)[drive.axis],
        max_force=drive.max_force,
        position_target=_flipped(position) if flip else position,
        velocity_target=_flipped(velocity) if flip else velocity,
        stiffness=drive.stiffness,
        damping=drive.damping,
    )


def drive_to_blender(drive: Drive) -> DriveSettings:
    """A drive of a Y-up file in the joint object's Blender axes."""
    axis = _TO_BLENDER_AXIS[drive.axis]
    position, velocity = drive.position_target, drive.velocity_target
    return DriveSettings(
        kind=drive.type.upper(),
        axis=axis,
        mode=drive.mode.upper(),
        max_force=drive.max_force,
        position_target=_flipped(position) if axis == "Y" else position,
        velocity_target=_flipped(velocity) if axis == "Y" else velocity,
        stiffness=drive.stiffness,
        damping=drive.damping,
    )


def tidy(v: tuple[float, ...]) -> tuple[float, ...]:
    """Numbers that came out of matrix maths, rid of single-precision noise."""
    return tuple(shortest(round(x, 7)) for x in v)
