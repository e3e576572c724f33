# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""A picture of a scene -> what each node of the file carries, the nodes to add, and the root tables.

Pure: indices below the number of nodes in the picture are those nodes, later ones the added nodes. What cannot be
written is left out and named by an `Issue`.
"""

from __future__ import annotations

from ..physics.scene import Picture
from .assembly import SceneAssembly, ScenePlan, Tables
from .joints import add_joint
from .shapes import add_collider, add_compound_triggers, add_trigger


class Assembler:
    """Plans the file scene by scene; the tables are shared by all scenes of an export."""

    def __init__(self) -> None:
        self.tables = Tables()

    def add_scene(self, picture: Picture) -> ScenePlan:
        """Plans one scene."""
        return _plan(SceneAssembly(self.tables, picture))


def _plan(assembly: SceneAssembly) -> ScenePlan:
    """Bodies first, then shapes, triggers made of parts, and joints, which refer to all of them."""
    busy = [(node, node.physics) for node in assembly.nodes if node.physics is not None and node.is_exported]
    for node, physics in busy:
        for path in physics.dropped:
            assembly.report("value-not-finite", node, f"{path} holds no usable value; the default is written instead")
        if physics.motion is not None:
            assembly.plan.bodies[node.index] = assembly.moving(physics.motion)
            assembly.clear_content(node)
    for node, physics in busy:
        if physics.collider is not None:
            add_collider(assembly, node, physics.collider)
    add_compound_triggers(assembly, busy)
    for node, physics in busy:
        if physics.trigger is not None and physics.trigger.kind == "SHAPE":
            add_trigger(assembly, node, physics.trigger)
    for node, physics in busy:
        if physics.joint is not None:
            add_joint(assembly, node, physics.joint)
    return assembly.plan
