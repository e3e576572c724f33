# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""A scene of Blender's rigid bodies in which something falls, a flap on a hinge falls, and a cart slides down a rail.

Where each comes to rest follows from the numbers here. Taken over, the scene must end the same way in the preview and
in an engine.
"""

from __future__ import annotations

import math

import bpy

from . import rigid, scenes

SECONDS = 2.5
LOWEST = 40.0
"""Degrees by which the flap falls before its limit stops it."""
DROP = 0.5
"""How far in m the cart slides down before its limit stops it."""

ENDS = {
    # A cube of 1 m on a floor whose top is at 0.
    "Crate": (0.0, 0.0, 0.5),
    # Its middle is 1 m from the pivot at (5, 0, 3), level at the start.
    "Flap": (5.0 + math.cos(math.radians(LOWEST)), 0.0, 3.0 - math.sin(math.radians(LOWEST))),
    "Cart": (-5.0, 0.0, 3.0 - DROP),
}
TOLERANCE = 0.03
"""In m: limits give a little under load."""


def build(highest: float = 10.0) -> list[bpy.types.Object]:
    """The three that move. The flap could also rise, by `highest` degrees: a limit with its sense turned shows."""
    rigid.body(scenes.cube("Floor", (30, 30, 1), location=(0, 0, -0.5)), "PASSIVE", "BOX")
    crate = rigid.body(scenes.cube("Crate", location=(0, 0, 3)), shape="BOX", mass=2)
    wall = rigid.body(scenes.cube("Wall", (0.2, 2, 1), location=(4.5, 0, 3)), "PASSIVE", "BOX")
    flap = rigid.body(scenes.cube("Flap", (1.6, 1, 0.1), location=(6, 0, 3)), shape="BOX", mass=2)
    # Its Z points along the scene's Y: falling is a positive turn about it.
    hinge = scenes.add("Hinge", location=(5, 0, 3), rotation=(-math.pi / 2, 0, 0))
    limits = {
        "use_limit_ang_z": True,
        "limit_ang_z_lower": -math.radians(highest),
        "limit_ang_z_upper": math.radians(LOWEST),
    }
    rigid.constraint(hinge, "HINGE", flap, wall, **limits)
    rail = rigid.body(scenes.cube("Rail", (0.1, 0.1, 4), location=(-6, 0, 3)), "PASSIVE", "BOX")
    cart = rigid.body(scenes.cube("Cart", (0.5, 0.5, 0.5), location=(-5, 0, 3)), shape="BOX", mass=2)
    # Its X points up, and the limit is that of the rail as the cart sees it.
    slide = scenes.add("Slide", location=(-5, 0, 3), rotation=(0, -math.pi / 2, 0))
    limits = {"use_limit_lin_x": True, "limit_lin_x_lower": -0.2, "limit_lin_x_upper": DROP}
    rigid.constraint(slide, "SLIDER", cart, rail, **limits)
    return [crate, flap, cart]


def take_over() -> None:
    """Makes the scene one of our physics alone."""
    scenes.update()
    assert bpy.ops.omi_physics.from_rigid_bodies(use_selection=False, use_remove=True) == {"FINISHED"}
    bpy.ops.rigidbody.world_remove()
