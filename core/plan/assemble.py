# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""A picture of a scene -> what each node of the file carries, the nodes to add, and the root tables.

Pure: indices below the number of nodes in the picture are those nodes, later ones the added nodes. What cannot be
written is left out and named by an `Issue`.
"""

from __future__ import annotations

from ..issues.faults import object_fault
from ..physics.scene import ObjectPhysics, Picture, SceneNode
from .assembly import SceneAssembly, ScenePlan, Tables
from .joints import add_joint
from .shapes import add_collider, add_compound_triggers, add_trigger

_ROUNDS = 8
"""How often planning starts anew without objects on which it failed: each time it names all that it comes upon."""


class Assembler:
    """Plans the file scene by scene; the tables are shared by all scenes of an export."""

    def __init__(self) -> None:
        self.tables = Tables()

    def add_scene(self, picture: Picture) -> ScenePlan:
        """Plans one scene. Objects on which our own code fails are left out of the picture, and named."""
        mark = self.tables.mark()
        for _ in range(_ROUNDS):
            assembly = SceneAssembly(self.tables, picture)
            _plan(assembly)
            if not assembly.faults:
                break
            # From the start without them: half of what they hold may be in the plan, and others may lean on it.
            self.tables.back_to(mark)
            for index, error in assembly.faults.items():
                picture.leave_out(index, error)
        else:
            raise next(iter(picture.faults.values()))
        faults = [object_fault(picture.nodes[index].name, error) for index, error in picture.faults.items()]
        assembly.plan.issues[:0] = faults
        return assembly.plan


Busy = list[tuple[SceneNode, ObjectPhysics]]


def _plan(assembly: SceneAssembly) -> None:
    """Step by step; ends after one that fails on an object, since later ones may lean on what is missing then."""
    busy = [(node, node.physics) for node in assembly.nodes if node.physics is not None and node.is_exported]
    for step in (_add_bodies, _add_colliders, add_compound_triggers, _add_triggers, _add_joints):
        step(assembly, busy)
        if assembly.faults:
            return


def _add_bodies(assembly: SceneAssembly, busy: Busy) -> None:
    for node, physics in busy:
        assembly.attempt(node, _add_body, physics)


def _add_colliders(assembly: SceneAssembly, busy: Busy) -> None:
    for node, physics in busy:
        if physics.collider is not None:
            assembly.attempt(node, add_collider, physics.collider)


def _add_triggers(assembly: SceneAssembly, busy: Busy) -> None:
    """The triggers that are no part of a compound."""
    for node, physics in busy:
        if physics.trigger is not None and physics.trigger.kind == "SHAPE":
            assembly.attempt(node, add_trigger, physics.trigger)


def _add_joints(assembly: SceneAssembly, busy: Busy) -> None:
    for node, physics in busy:
        if physics.joint is not None:
            assembly.attempt(node, add_joint, physics.joint)


def _add_body(assembly: SceneAssembly, node: SceneNode, physics: ObjectPhysics) -> None:
    for path in physics.dropped:
        assembly.report("value-not-finite", node, f"{path} holds no usable value; the default is written instead")
    if physics.motion is not None:
        assembly.plan.bodies[node.index] = assembly.moving(physics.motion)
        if "KHR" in assembly.options.formats:
            assembly.note_velocities(node, physics.motion)
        assembly.clear_content(node)
