# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The physics of one imported file -> properties of the objects that Blender's importer made."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import bpy
from mathutils import Euler, Quaternion, Vector

from ..core.formats.common import to_blender
from ..core.formats.common.node_places import local_matrix, without_scale, world_matrices
from ..core.formats.common.reader import FILE
from ..core.ground.linear import Mat4, coincide, inverse, multiply
from ..core.issues.faults import fault_words
from ..core.physics.model import Body, Collider, Convex, Motion, Notice, PhysicsFile, PhysicsJoint, Trigger, Trimesh
from ..core.physics.scene import (
    ColliderSettings,
    JointSettings,
    ObjectKey,
    ObjectPhysics,
    ObjectRef,
    ShapeSettings,
    TriggerSettings,
)
from ..properties import keys
from ..properties.write import switch_off, write_object
from .compat import is_bone
from .import_meshes import ShapeMeshes, UnreadableMesh

# Looked up once: `bpy.types` searches all of Blender's classes each time.
_OBJECT = bpy.types.Object
_OF_MESH = ("CONVEX", "TRIMESH")
_NO_BODY = Body()


class SceneImporter:
    """Gives one file's physics to its objects. What cannot be given is added to the file's notices."""

    def __init__(self, gltf: Any, file: PhysicsFile) -> None:
        self._gltf = gltf
        self._file = file
        self._nodes: list[Any] = gltf.data.nodes or []
        self._unit = float(gltf.loc_gltf_to_blender((1.0, 0.0, 0.0))[0])
        self._meshes: ShapeMeshes | None = None
        self._mesh_keys: dict[ObjectKey, bpy.types.Mesh] = {}
        self._objects: dict[int, bpy.types.Object] = {}
        self._keys: dict[ObjectKey, bpy.types.Object] = {}
        self._worlds: dict[int, Mat4] = {}
        self._colliders: dict[Collider, ColliderSettings] = {}

    def run(self) -> None:
        """Writes all properties, then moves the joints of the older form below their bodies."""
        busy = sorted(self._file.bodies.keys() | self._file.joints.keys())
        targets = {joint.connected_node for joint in self._file.joints.values()}
        for index in {*busy, *targets, *self._file.joint_parents.values()} - {None}:
            self._attempt(index, self._find_object, index in self._file.bodies or index in self._file.joints)
        self._find_worlds()
        for index in busy:
            self._attempt(index, self._write)
        for index, parent in self._file.joint_parents.items():
            self._attempt(index, self._move_below, parent)
        self._note_lost_names()

    def _attempt(self, index: int, step: Callable[[int, Any], None], value: Any = None) -> None:
        """Does something for a node; an error in our own code costs that node's physics, and is named."""
        try:
            step(index, value)
        # Whatever it is: it is named, and the other nodes get theirs.
        except Exception as error:  # noqa: BLE001
            reason = f"its physics is left out, {fault_words(error)}"
            self._file.faults.append(Notice(self._where(index), f"/nodes/{index}", reason))
            if index in self._objects:
                switch_off(self._objects[index])

    def _write(self, index: int, _: Any) -> None:
        obj = self._objects.get(index)
        if obj is not None:
            settings = self._turned(index, self._settings(index, obj))
            write_object(obj, settings, self._keys.get, self._mesh_keys.get, is_new=True)

    @property
    def objects(self) -> dict[int, bpy.types.Object]:
        """The objects of the nodes that have physics or are referred to by it."""
        return self._objects

    def _note(self, index: int, reason: str) -> None:
        self._file.notices.append(Notice(self._where(index), f"/nodes/{index}", reason))

    def _where(self, index: int) -> str:
        name = self._nodes[index].name
        return f"{name} (node {index})" if name else f"Node {index}"

    def _note_lost_names(self) -> None:
        """Materials and filters keep their names; shapes and the settings of joints have none in Blender."""
        document = self._file.document
        named = sum(bool(entry and entry.name) for entry in (*document.shapes, *document.physics_joints))
        if named:
            self._file.notices.append(Notice(FILE, "/extensions", f"{named} names of shapes and joints are not kept"))

    def _find_object(self, index: int, is_busy: Any) -> None:
        vnode = self._gltf.vnodes.get(index)
        obj = None if vnode is None else getattr(vnode, "blender_object", None)
        if isinstance(obj, _OBJECT):
            self._objects[index] = obj
        elif is_busy:
            became = "a bone, which carries no physics here" if vnode is not None and is_bone(vnode) else "no object"
            self._note(index, f"became {became}; its physics is left out")

    def _find_worlds(self) -> None:
        """Places of the ends of joints and of the bodies that older joints go to, in the file's axes."""
        joints = self._file.joints
        wanted = {*joints, *(j.connected_node for j in joints.values()), *self._file.joint_parents.values()} - {None}
        if not wanted:
            return
        parents = [-1] * len(self._nodes)
        for index, node in enumerate(self._nodes):
            for child in node.children or ():
                parents[child] = index
        local = [local_matrix(n.translation, n.rotation, n.scale, n.matrix) for n in self._nodes]
        self._worlds = world_matrices(parents, local, sorted(wanted))

    def _settings(self, index: int, obj: bpy.types.Object) -> ObjectPhysics:
        body = self._file.bodies.get(index, _NO_BODY)
        return ObjectPhysics(
            motion=None if body.motion is None else to_blender.motion_settings(body.motion, self._unit),
            collider=None if body.collider is None else self._collider(index, obj, body.collider),
            trigger=None if body.trigger is None else self._trigger(index, obj, body.trigger),
            joint=self._joint(index) if index in self._file.joints else None,
        )

    def _collider(self, index: int, obj: bpy.types.Object, collider: Collider) -> ColliderSettings:
        if collider in self._colliders:
            return self._colliders[collider]
        document = self._file.document
        material, collision_filter = collider.physics_material, collider.collision_filter
        found = ColliderSettings(
            shape=self._shape(index, obj, collider.shape) or ShapeSettings("NONE", "MANUAL"),
            material=None if material is None else document.physics_materials[material],
            filter=None if collision_filter is None else document.collision_filters[collision_filter],
        )
        if collider.shape is None or found.shape.type not in (*_OF_MESH, "NONE"):
            self._colliders[collider] = found
        return found

    def _trigger(self, index: int, obj: bpy.types.Object, trigger: Trigger) -> TriggerSettings | None:
        number = trigger.collision_filter
        collision_filter = None if number is None else self._file.document.collision_filters[number]
        if trigger.shape is not None:
            shape = self._shape(index, obj, trigger.shape)
            return None if shape is None else TriggerSettings("SHAPE", shape, collision_filter)
        parts: list[ObjectRef] = []
        for node in trigger.nodes:
            part = self._reference(node)
            if part is None:
                self._note(index, f"lists node {node} as a part of its trigger, which became no object; left out")
            else:
                parts.append(part)
        return TriggerSettings("COMPOUND", ShapeSettings(), collision_filter, not trigger.nodes, tuple(parts))

    def _shape(self, index: int, obj: bpy.types.Object, number: int | None) -> ShapeSettings | None:
        shape = None if number is None else self._file.document.shapes[number]
        if shape is None:
            return None
        if not isinstance(shape.geometry, Convex | Trimesh):
            found = to_blender.shape_settings(shape.geometry, self._unit)
            offset = self._file.shape_offsets.get(number or 0)
            return found if offset is None else replace(found, offset=tuple(self._gltf.loc_gltf_to_blender(offset)))
        if self._meshes is None:
            self._meshes = ShapeMeshes(self._gltf, self._file.merged_meshes)
        if self._meshes.is_shown_by(shape.geometry.mesh, obj):
            return to_blender.shape_settings(shape.geometry, self._unit)
        try:
            mesh = self._meshes.get(shape.geometry.mesh, shape.name or f"{obj.name}_Shape")
        except UnreadableMesh as error:
            self._note(index, f"has a shape whose {error}; the shape is left out")
            return None
        key = keys.mesh_key(mesh)
        self._mesh_keys[key] = mesh
        return to_blender.shape_settings(shape.geometry, self._unit, key)

    def _reference(self, index: int) -> ObjectRef | None:
        if index not in self._objects:
            self._find_object(index, False)
        obj = self._objects.get(index)
        if obj is None:
            return None
        key = keys.object_key(obj)
        self._keys[key] = obj
        return ObjectRef(key, obj.name)

    def _joint(self, index: int) -> JointSettings | None:
        joint = self._file.joints[index]
        connected: ObjectRef | None = None
        if joint.connected_node is not None:
            connected = self._reference(joint.connected_node)
            if connected is None:
                self._note(index, f"is joined to node {joint.connected_node}, which became no object; left out")
                return None
        settings = self._file.document.physics_joints[joint.joint] or PhysicsJoint()
        attach = "JOINT" if self._is_at_joint(index, joint.connected_node) else "TARGET"
        return to_blender.joint_settings(settings, connected, attach, joint.enable_collision, self._unit)

    def _is_at_joint(self, index: int, connected: int | None) -> bool:
        """Whether the connected end is at the joint's place: always in the older form, which knows one pivot only."""
        if connected is None or index in self._file.joint_parents:
            return True
        body = self._file.bodies.get(connected)
        is_body = body is not None and body.motion is not None
        return not is_body and coincide(without_scale(self._worlds[index]), self._worlds[connected])

    def _turned(self, index: int, settings: ObjectPhysics) -> ObjectPhysics:
        """The importer turns cameras and lights against their nodes: turn what is told in the node's axes back."""
        vnode = self._gltf.vnodes[index]
        if vnode.camera_node_idx is None and vnode.light_node_idx is None:
            return settings
        turn: Quaternion = vnode.rotation_before.inverted()
        if settings.joint is not None:
            self._note(
                index, "is a camera or light, whose axes Blender turns; the axes of its joint are turned as well"
            )
        return replace(
            settings,
            motion=None if settings.motion is None else _turned_motion(settings.motion, turn),
            collider=None
            if settings.collider is None
            else replace(settings.collider, shape=_turned_shape(settings.collider.shape, turn)),
            trigger=None
            if settings.trigger is None
            else replace(settings.trigger, shape=_turned_shape(settings.trigger.shape, turn)),
        )

    def _move_below(self, index: int, parent: int) -> None:
        """Puts a joint's object below its body without moving it in the world."""
        obj, above = self._objects.get(index), self._objects.get(parent)
        if obj is None or obj.parent == above:
            return
        if above is None:
            self._note(index, f"belongs below node {parent}, which became no object; it stays where it is")
            return
        if obj == above or obj in _ancestors(above):
            self._note(index, f"cannot go below {above.name}, which is below it; it stays where it is")
            return
        try:
            local = multiply(inverse(self._worlds[parent]), self._worlds[index])
        except ZeroDivisionError:
            self._note(index, f"cannot go below {above.name}, whose scale is 0; it stays where it is")
            return
        obj.parent = above
        obj.parent_type = "OBJECT"
        obj.matrix_parent_inverse.identity()
        columns = [local[row][column] for column in range(4) for row in range(4)]
        place, rotation, scale = self._gltf.matrix_gltf_to_blender(columns).decompose()
        before: Quaternion = self._gltf.vnodes[index].rotation_before
        above_turn: Quaternion = self._gltf.vnodes[parent].rotation_before.inverted()
        obj.location = above_turn @ place
        obj.rotation_quaternion = above_turn @ rotation @ before
        obj.scale = scale


def _turned_motion(motion: Motion, turn: Quaternion) -> Motion:
    x, y, z, w = motion.inertia_orientation
    center = turn @ Vector(motion.center_of_mass)
    orientation = turn @ Quaternion((w, x, y, z))
    return replace(
        motion,
        center_of_mass=tuple(center),
        inertia_orientation=(orientation.x, orientation.y, orientation.z, orientation.w),
    )


def _turned_shape(shape: ShapeSettings, turn: Quaternion) -> ShapeSettings:
    if shape.fit == "AUTO":
        return shape
    rotation = turn @ Euler(shape.rotation).to_quaternion()
    return replace(shape, offset=tuple(turn @ Vector(shape.offset)), rotation=tuple(rotation.to_euler()))


def _ancestors(obj: bpy.types.Object) -> list[bpy.types.Object]:
    found: list[bpy.types.Object] = []
    while obj.parent is not None:
        obj = obj.parent
        found.append(obj)
    return found
