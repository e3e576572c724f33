# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Builds Blender's rigid bodies and constraints from plain settings, without operators' context.

How to use it, for real objects as for stand-ins:

    world = ensure_world(scene)                      # collections for bodies and constraints included
    set_body(scene, obj, RigidBody("ACTIVE", shape="BOX", mass=2.0))     # obj is a mesh object of the scene
    for made in constraints_of(joint_settings).constraints:            # core.takeover.constraint
        empty = bpy.data.objects.new(name, None)     # in no body's hierarchy: Blender would see a circle
        collection.objects.link(empty)
        empty.matrix_world = turned_place(place_of_the_joint, made.axes)
        set_constraint(scene, empty, made.constraint, joint_body, connected_body)

Object 1 is the joint's body and object 2 the connected one; Blender has no world, so a joint to the world needs a
passive body at the other end. Signs are dealt with in `core.takeover.constraint`.
"""

from __future__ import annotations

from typing import Any

import bpy
from mathutils import Matrix

from ..core.ground.linear import shortest
from ..core.takeover.body import COLLECTIONS, RigidBody
from ..core.takeover.constraint import AXES, KINDS, Constraint

_PART = {"LINEAR": "lin", "ANGULAR": "ang"}


def ensure_world(scene: bpy.types.Scene) -> Any:
    """The scene's rigid body world with both its collections; what is missing is added."""
    if scene.rigidbody_world is None:
        with bpy.context.temp_override(scene=scene):
            bpy.ops.rigidbody.world_add()
    world: Any = scene.rigidbody_world
    if world.collection is None:
        world.collection = bpy.data.collections.new("RigidBodyWorld")
    if world.constraints is None:
        world.constraints = bpy.data.collections.new("RigidBodyConstraints")
    return world


def set_body(scene: bpy.types.Scene, obj: bpy.types.Object, body: RigidBody) -> None:
    """Makes a mesh object a rigid body of the scene, or changes the one it is; what `body` does not say stays."""
    bodies = ensure_world(scene).collection
    if obj.name not in bodies.objects or bodies.objects[obj.name] != obj:
        bodies.objects.link(obj)
    rigid: Any = obj.rigid_body
    rigid.type = body.type
    rigid.enabled = body.enabled
    rigid.kinematic = body.kinematic
    rigid.mass = body.mass
    rigid.collision_shape = body.shape
    rigid.mesh_source = "FINAL"
    rigid.friction = body.friction
    rigid.restitution = body.restitution
    rigid.collision_collections = [number in body.collections for number in range(COLLECTIONS)]


def set_constraint(
    scene: bpy.types.Scene,
    owner: bpy.types.Object,
    constraint: Constraint,
    object1: bpy.types.Object,
    object2: bpy.types.Object,
) -> None:
    """Gives an object a rigid body constraint between two bodies; its place and axes are the constraint's."""
    constraints = ensure_world(scene).constraints
    if owner.name not in constraints.objects or constraints.objects[owner.name] != owner:
        constraints.objects.link(owner)
    made: Any = owner.rigid_body_constraint
    made.type = constraint.type
    made.object1, made.object2 = object1, object2
    made.disable_collisions = not constraint.use_collision
    made.spring_type = "SPRING1" if constraint.is_old_spring else "SPRING2"
    for kind in KINDS:
        part = _PART[kind]
        spring = "" if kind == "LINEAR" else "ang_"
        for axis in AXES:
            name = axis.lower()
            bounds = constraint.limits.get((kind, axis))
            setattr(made, f"use_limit_{part}_{name}", bounds is not None)
            if bounds is not None:
                setattr(made, f"limit_{part}_{name}_lower", bounds[0])
                setattr(made, f"limit_{part}_{name}_upper", bounds[1])
            values = constraint.springs.get((kind, axis))
            setattr(made, f"use_spring_{spring}{name}", values is not None)
            if values is not None:
                setattr(made, f"spring_stiffness_{spring}{name}", values[0])
                setattr(made, f"spring_damping_{spring}{name}", values[1])
        motor = constraint.motors.get(kind)
        setattr(made, f"use_motor_{part}", motor is not None)
        if motor is not None:
            setattr(made, f"motor_{part}_target_velocity", motor[0])
            setattr(made, f"motor_{part}_max_impulse", motor[1])


def read_constraint(made: Any) -> Constraint:
    """What a rigid body constraint holds."""
    found = Constraint(
        made.type, is_old_spring=made.spring_type == "SPRING1", use_collision=not made.disable_collisions
    )
    for kind in KINDS:
        part = _PART[kind]
        spring = "" if kind == "LINEAR" else "ang_"
        for axis in AXES:
            name = axis.lower()
            if getattr(made, f"use_limit_{part}_{name}"):
                bounds = (getattr(made, f"limit_{part}_{name}_lower"), getattr(made, f"limit_{part}_{name}_upper"))
                found.limits[kind, axis] = (shortest(bounds[0]), shortest(bounds[1]))
            if getattr(made, f"use_spring_{spring}{name}"):
                values = (
                    getattr(made, f"spring_stiffness_{spring}{name}"),
                    getattr(made, f"spring_damping_{spring}{name}"),
                )
                found.springs[kind, axis] = (shortest(values[0]), shortest(values[1]))
        if getattr(made, f"use_motor_{part}"):
            speed, force = getattr(made, f"motor_{part}_target_velocity"), getattr(made, f"motor_{part}_max_impulse")
            found.motors[kind] = (shortest(speed), shortest(force))
    return found


def turned_place(place: Matrix, axes: str) -> Matrix:
    """A place without scale, with its axes exchanged: column i of the outcome is the axis `axes[i]` of the place."""
    rotation: Any = place.to_quaternion().to_matrix()
    columns = [rotation.col[AXES.index(axis)] for axis in axes]
    turned = Matrix(columns).transposed().to_4x4()
    turned.translation = place.translation
    return turned


def remove_bodies(scene: bpy.types.Scene, objects: list[bpy.types.Object]) -> None:
    """Takes rigid bodies away, with their places in the rigid body world."""
    if objects:
        # The operator for one object would have the scene evaluated for each.
        with bpy.context.temp_override(scene=scene, selected_objects=objects, object=objects[0]):
            bpy.ops.rigidbody.objects_remove()


def remove_constraints(scene: bpy.types.Scene, objects: list[bpy.types.Object]) -> None:
    """Takes rigid body constraints away, with their places in the rigid body world.

    Blender does it for the active object of a view layer only, and has that layer evaluated each time: here it is one
    that holds as little as can be, with an empty world. It must be one of this scene, whose simulation holds the
    constraints: anything else leaves it with what is gone, and crashes.
    """
    world: Any = scene.rigidbody_world
    if world is None or not objects:
        return
    bodies, constraints = world.collection, world.constraints
    layer, apart = scene.view_layers.new("Apart"), bpy.data.collections.new("Apart")
    scene.collection.children.link(apart)
    for child in layer.layer_collection.children:
        child.exclude = child.collection != apart
    for obj in objects:
        apart.objects.link(obj)
    layer.update()
    world.collection = world.constraints = None
    try:
        for obj in objects:
            if constraints is not None and constraints.objects.get(obj.name) == obj:
                constraints.objects.unlink(obj)
            layer.objects.active = obj
            with bpy.context.temp_override(scene=scene, view_layer=layer, object=obj, active_object=obj):
                bpy.ops.rigidbody.constraint_remove()
    finally:
        world.collection, world.constraints = bodies, constraints
        bpy.data.collections.remove(apart)
        scene.view_layers.remove(layer)
