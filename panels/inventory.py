# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Which objects of a scene have physics.

Looked up at every draw in small scenes. In large ones it is kept for a moment, and as long as Blender tells of no
change: it does not tell when a script or an operator sets a property.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field

import bpy

from ..properties.access import physics
from . import watch

SMALL = 1000
"""Scenes of up to so many objects are looked through at every draw: a few milliseconds."""
_SECONDS = 1.0

DYNAMIC, KINEMATIC, STATIC, COLLIDER, TRIGGER, JOINT = (1 << i for i in range(6))
_MOTION = {"NONE": 0, "DYNAMIC": DYNAMIC, "KINEMATIC": KINEMATIC, "STATIC": STATIC}
BODY = DYNAMIC | KINEMATIC | STATIC


@dataclass(slots=True)
class Inventory:
    """Roles of all objects of a scene in the scene's order, and when they were looked up.

    `candidates`: how many rigid bodies and collision names could be taken over, once that was asked.
    """

    taken_at: float
    roles: list[int] = field(default_factory=list)
    by_uid: dict[int, int] = field(default_factory=dict)
    candidates: tuple[int, int] | None = None

    def count(self, role: int) -> int:
        """How many objects have one of the roles."""
        return sum(1 for roles in self.roles if roles & role)


_taken: dict[int, Inventory] = {}


def roles_of(obj: bpy.types.Object) -> int:
    """The roles of an object as bits."""
    group = physics(obj)
    return (
        _MOTION.get(group.motion.type, 0)
        | COLLIDER * group.use_collider
        | TRIGGER * group.use_trigger
        | JOINT * group.use_joint
    )


def inventory(scene: bpy.types.Scene) -> Inventory:
    """What physics is in a scene."""
    found = _taken.get(scene.session_uid)
    now = time.monotonic()
    if found is None or len(found.roles) != len(scene.objects) or not _is_fresh(found, now):
        found = Inventory(now)
        for obj in scene.objects:
            roles = roles_of(obj)
            found.roles.append(roles)
            found.by_uid[obj.session_uid] = roles
        _taken[scene.session_uid] = found
    return found


def _is_fresh(found: Inventory, now: float) -> bool:
    return len(found.roles) > SMALL and now - found.taken_at < _SECONDS


def words(found: Inventory) -> list[str]:
    """The counts, such as "3 bodies: 2 dynamic, 1 static"; nothing where there is no physics."""
    kinds = (("dynamic", DYNAMIC), ("kinematic", KINEMATIC), ("static", STATIC))
    bodies = [f"{found.count(bit)} {name}" for name, bit in kinds if found.count(bit)]
    lines: list[str] = []
    if bodies:
        lines.append(f"{_counted(found.count(BODY), 'body', 'bodies')}: {', '.join(bodies)}")
    others = [
        _counted(found.count(bit), name, f"{name}s")
        for name, bit in (("collider", COLLIDER), ("trigger", TRIGGER), ("joint", JOINT))
        if found.count(bit)
    ]
    if others:
        lines.append(", ".join(others))
    return lines


def _counted(count: int, one: str, many: str) -> str:
    return f"{count} {one if count == 1 else many}"


def _look(update: bpy.types.DepsgraphUpdate) -> None:
    if not _taken:
        return
    if isinstance(update.id, bpy.types.Object):
        obj = update.id.original
        if any(found.by_uid.get(obj.session_uid, 0) != roles_of(obj) for found in _taken.values()):
            _taken.clear()
    elif isinstance(update.id, bpy.types.Collection):
        _taken.clear()


watch.on_change(_taken.clear, _look)
