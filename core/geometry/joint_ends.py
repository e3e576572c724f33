# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The two frames of a joint, as right-handed places without scale (Blender's axes)."""

from __future__ import annotations

from ..ground.linear import IDENTITY, Mat4, column, dot, from_columns, multiply, translation
from .split import is_mirrored, rigid_part

_O = (0.0, 0.0, 0.0)
_X, _Y, _Z = (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)
# No turn, and half a turn about X, Y and Z.
_HALF_TURNS = (
    IDENTITY,
    from_columns(_X, (0.0, -1.0, 0.0), (0.0, 0.0, -1.0), _O),
    from_columns((-1.0, 0.0, 0.0), _Y, (0.0, 0.0, -1.0), _O),
    from_columns((-1.0, 0.0, 0.0), (0.0, -1.0, 0.0), _Z, _O),
)


def joint_frame(world: Mat4) -> Mat4:
    """A joint's frame, at the place of its object. Mirrored ones have X turned round: see `core.physics.mirror`."""
    return rigid_part(world) or translation(column(world, 3))


def target_frame(joint: Mat4, target: Mat4) -> Mat4:
    """The connected frame with `attach` TARGET, given the places of the joint's object and of the target.

    Where only one of them is mirrored, no turn takes one's axes to the other's. Then the target's frame is the one, of
    those along its axes, that is nearest to the joint's.
    """
    frame = joint_frame(target)
    if is_mirrored(joint) == is_mirrored(target):
        return frame
    own = joint_frame(joint)

    def likeness(turn: Mat4) -> float:
        turned = multiply(frame, turn)
        return round(sum(dot(column(own, i), column(turned, i)) for i in range(3)), 5)

    return multiply(frame, max(_HALF_TURNS, key=likeness))
