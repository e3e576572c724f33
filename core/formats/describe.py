# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a glTF file holds of OMI physics, in words. Sizes and axes are Blender's, with Z up."""

from __future__ import annotations

from collections.abc import Iterator

from ..ground.linear import NO_ROTATION, ZERO, Vec3
from ..physics import words
from ..physics.model import (
    Body,
    Box,
    CollisionFilter,
    Convex,
    JointNode,
    Motion,
    PhysicsFile,
    PhysicsJoint,
    PhysicsMaterial,
    Shape,
    Trimesh,
)
from ..physics.scene import DriveSettings, LimitSettings, ObjectRef
from .common import axes, to_blender
from .common.reader import Notes, as_list, as_object
from .read import read_physics

_SINGULAR = {"bodies": "body", "colliders": "collider", "triggers": "trigger", "joints": "joint", "shapes": "shape"}


def describe(gltf_json: object) -> list[str]:
    """Lines about the bodies, colliders, triggers and joints of a parsed file, then the oddities found."""
    data = as_object(gltf_json) or {}
    return _Lines(read_physics(gltf_json), as_list(data.get("nodes")) or []).all()


def count(file: PhysicsFile) -> dict[str, int]:
    """How many bodies, colliders, triggers, joints and shapes a file has."""
    bodies = file.bodies.values()
    return {
        "bodies": sum(body.motion is not None for body in bodies),
        "colliders": sum(body.collider is not None for body in bodies),
        "triggers": sum(body.trigger is not None for body in bodies),
        "joints": len(file.joints),
        "shapes": sum(shape is not None for shape in file.document.shapes),
    }


def count_words(counts: dict[str, int]) -> str:
    """Counts such as "1 body, 2 joints"; those of 0 are left out."""
    return ", ".join(f"{n} {word if n != 1 else _SINGULAR[word]}" for word, n in counts.items() if n)


def _number(value: float) -> str:
    return f"{value:.6g}"


def _vector(v: Vec3, unit: str) -> str:
    return f"({', '.join(map(_number, v))}) {unit}"


def shape_words(shape: Shape | None) -> str:
    """A shape with its dimensions."""
    if shape is None:
        return "a shape that could not be read"
    match shape.geometry:
        case Convex(mesh):
            return f"convex hull of mesh {mesh}"
        case Trimesh(mesh):
            return f"triangles of mesh {mesh}"
        case Box(size):
            return words.shape_words(Box(axes.size_to_blender(size)))
        case _:
            return words.shape_words(shape.geometry)


def motion_words(motion: Motion) -> str:
    """A motion in Blender's axes, with all that is not default."""
    parts = [f"{motion.type} body"]
    if motion.type == "dynamic" or motion.mass != 1.0:
        parts.append(f"{_number(motion.mass)} kg")
    if motion.center_of_mass != ZERO:
        parts.append(f"center of mass at {_vector(motion.center_of_mass, 'm')}")
    if motion.inertia_diagonal != ZERO:
        turned = " turned" if motion.inertia_orientation != NO_ROTATION else ""
        parts.append(f"inertia {_vector(motion.inertia_diagonal, 'kg m2')}{turned}")
    if motion.linear_velocity != ZERO:
        parts.append(f"moving at {_vector(motion.linear_velocity, 'm/s')}")
    if motion.angular_velocity != ZERO:
        parts.append(f"turning at {_vector(motion.angular_velocity, 'rad/s')}")
    if motion.gravity_factor != 1.0:
        parts.append(f"gravity times {_number(motion.gravity_factor)}")
    return ", ".join(parts)


def material_words(material: PhysicsMaterial) -> str:
    """A material with its name."""
    name = f' "{material.name}"' if material.name else ""
    friction = f"friction {_number(material.static_friction)} static, {_number(material.dynamic_friction)} dynamic"
    return (
        f"material{name} ({friction}, {material.friction_combine}; "
        f"restitution {_number(material.restitution)}, {material.restitution_combine})"
    )


def filter_words(collision_filter: CollisionFilter) -> str:
    """A filter with its name."""
    name = f' "{collision_filter.name}"' if collision_filter.name else ""
    parts: list[str] = []
    if collision_filter.collision_systems:
        parts.append(f"is in {', '.join(collision_filter.collision_systems)}")
    if collision_filter.collide_with_systems:
        parts.append(f"collides only with {', '.join(collision_filter.collide_with_systems)}")
    if collision_filter.not_collide_with_systems:
        parts.append(f"does not collide with {', '.join(collision_filter.not_collide_with_systems)}")
    return f"filter{name} ({'; '.join(parts) or 'collides with all'})"


def _limit_details(limit: LimitSettings) -> str:
    """What the sentence about a joint does not say of a limit; empty for a hard one."""
    parts = [] if limit.stiffness is None else [f"stiffness {_number(limit.stiffness)}"]
    parts += [f"damping {_number(limit.damping)}"] if limit.damping else []
    return f"{words.limit_words(limit)} ({', '.join(parts)})" if parts else ""


def _drive_details(drive: DriveSettings) -> str:
    parts = [drive.mode.lower(), f"stiffness {_number(drive.stiffness)}", f"damping {_number(drive.damping)}"]
    if drive.max_force is not None:
        parts.append(f"at most {_number(drive.max_force)} {'N m' if drive.kind == 'ANGULAR' else 'N'}")
    return f"{words.drive_title(drive)} ({', '.join(parts)})"


class _Lines:
    def __init__(self, file: PhysicsFile, nodes: list[object]) -> None:
        self._file = file
        self._notes = Notes(nodes)

    def all(self) -> list[str]:
        """The lines of the whole file."""
        lines = [count_words(count(self._file)) or "No OMI physics"]
        for index in sorted(self._file.bodies.keys() | self._file.joints.keys()):
            lines.extend(f"{self._name(index)}: {text}" for text in self._node(index))
        if self._file.notices:
            lines.append(f"Oddities: {len(self._file.notices)}")
            lines.extend(f"  {notice}" for notice in self._file.notices)
        return lines

    def _name(self, index: int) -> str:
        return self._notes.node_label(index)

    def _node(self, index: int) -> Iterator[str]:
        body = self._file.bodies.get(index)
        if body is not None:
            yield from self._body(body)
        joint = self._file.joints.get(index)
        if joint is not None:
            yield self._joint(joint)

    def _body(self, body: Body) -> Iterator[str]:
        if body.motion is not None:
            yield motion_words(axes.motion_to_blender(body.motion))
        if body.collider is not None:
            material = body.collider.physics_material
            parts = ["collider: " + self._shape(body.collider.shape, "compound, of the colliders below it")]
            if material is not None and (found := self._file.document.physics_materials[material]):
                parts.append(material_words(found))
            yield ", ".join([*parts, *self._filter(body.collider.collision_filter)])
        if body.trigger is not None:
            whole = "compound, of all triggers below it"
            if body.trigger.nodes:
                whole = f"compound of {', '.join(map(self._name, body.trigger.nodes))}"
            parts = ["trigger: " + self._shape(body.trigger.shape, whole)]
            yield ", ".join([*parts, *self._filter(body.trigger.collision_filter)])

    def _shape(self, index: int | None, without: str) -> str:
        return without if index is None else shape_words(self._file.document.shapes[index])

    def _filter(self, index: int | None) -> list[str]:
        found = None if index is None else self._file.document.collision_filters[index]
        return [filter_words(found)] if found else []

    def _joint(self, joint: JointNode) -> str:
        other = None if joint.connected_node is None else ObjectRef(None, self._name(joint.connected_node))
        settings = to_blender.joint_settings(
            self._file.document.physics_joints[joint.joint] or PhysicsJoint(), other, "JOINT", joint.enable_collision
        )
        details = [*map(_limit_details, settings.limits), *map(_drive_details, settings.drives)]
        parts = [words.joint_words(settings), *filter(None, details)]
        if joint.enable_collision:
            parts.append("the two collide")
        return f"joint: {'; '.join(parts)}"
