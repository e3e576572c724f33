# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""A small scene to play with: everything that the sidebar can do, once."""

from __future__ import annotations

import math

import bmesh
import bpy
from bpy.app.translations import pgettext_data as data_
from bpy.app.translations import pgettext_rpt as rpt_
from mathutils import Matrix, Vector

from ..core.ground.linear import Vec3
from ..core.physics.joint_presets import PresetOptions
from ..properties.access import physics
from .add_joint import new_joint
from .common import UNDO, OperatorResult, select_only
from .joint_presets import write_preset
from .modes import undoable


@undoable
class OMI_OT_add_playground(bpy.types.Operator):
    """Add a small scene to play with at the 3D cursor: a ball on a ramp, crates, a door, a swing and a trigger zone"""

    bl_idname = "omi_physics.add_playground"
    bl_label = "Playground"
    bl_options = UNDO

    @classmethod
    def poll(cls, context: bpy.types.Context) -> bool:
        """Objects are added in Object Mode."""
        if context.mode != "OBJECT":
            cls.poll_message_set("Works in Object Mode only")
            return False
        return True

    def execute(self, context: bpy.types.Context) -> OperatorResult:
        """Builds it in a collection of its own."""
        collection = bpy.data.collections.new(data_("Playground"))
        context.scene.collection.children.link(collection)
        made = _Playground(collection, context.scene.cursor.location).build()
        select_only([made], context)
        self.report({"INFO"}, rpt_("Playground added: press Play Physics in the sidebar"))
        return {"FINISHED"}


class _Playground:
    def __init__(self, collection: bpy.types.Collection, origin: Vector) -> None:
        self._collection = collection
        self._origin = origin.copy()

    def build(self) -> bpy.types.Object:
        """Everything; gives the ball."""
        self._body(self._box("Ground", (8.0, 6.0, 0.2), (0.0, 0.0, -0.1)), "STATIC")
        ramp = self._box("Ramp", (2.4, 1.4, 0.1), (-2.4, -1.2, 0.55))
        ramp.rotation_euler.y = math.radians(22.0)
        self._body(ramp, "STATIC")
        self._crates()
        self._door()
        self._swing()
        self._goal()
        return self._ball()

    def _crates(self) -> None:
        for number, (x, z) in enumerate(((1.7, 0.25), (2.3, 0.25), (2.0, 0.75))):
            crate = self._box(f"{data_('Crate')} {number + 1}", (0.5, 0.5, 0.5), (x, -1.2, z))
            self._body(crate, "DYNAMIC", mass=5.0)

    def _ball(self) -> bpy.types.Object:
        mesh = bpy.data.meshes.new(data_("Ball"))
        shape = bmesh.new()
        bmesh.ops.create_uvsphere(shape, u_segments=24, v_segments=12, radius=0.3)
        shape.to_mesh(mesh)
        shape.free()
        mesh.shade_smooth()
        ball = self._object("Ball", mesh, (-3.1, -1.2, 1.35))
        self._body(ball, "DYNAMIC", "SPHERE", mass=8.0)
        return ball

    def _door(self) -> None:
        frame = self._box("Frame", (0.12, 0.2, 2.0), (-1.0, 1.6, 1.0))
        self._body(frame, "STATIC")
        door = self._box("Door", (0.9, 0.06, 1.9), (-0.46, 1.6, 1.0))
        self._body(door, "DYNAMIC", mass=12.0)
        physics(door).motion.angular_velocity = (0.0, 0.0, 1.0)
        physics(door).motion.linear_velocity = (0.0, 0.46, 0.0)
        options = PresetOptions(use_range=True, low=math.radians(-90.0), high=math.radians(90.0))
        self._hinge("Door Hinge", door, frame, Matrix.Translation((-0.92, 1.6, 1.0)), options)

    def _swing(self) -> None:
        beam = self._box("Beam", (0.15, 1.2, 0.15), (2.0, 1.2, 2.3))
        self._body(beam, "STATIC")
        swing = self._box("Swing", (0.06, 0.6, 1.5), (2.0, 1.2, 1.5))
        self._body(swing, "DYNAMIC", mass=6.0)
        # The joint's Z, the axis of the hinge, lies along the beam.
        pivot = Matrix.Translation((2.0, 1.2, 2.3))
        self._hinge("Swing Hinge", swing, beam, pivot @ Matrix.Rotation(math.radians(-90.0), 4, "X"), PresetOptions())
        tilt = pivot @ Matrix.Rotation(math.radians(50.0), 4, "Y") @ pivot.inverted()
        swing.matrix_basis = Matrix.Translation(self._origin) @ tilt @ Matrix.Translation((2.0, 1.2, 1.5))

    def _goal(self) -> None:
        zone = self._object("Goal", None, (0.4, -1.2, 0.6))
        zone.empty_display_type, zone.empty_display_size = "CUBE", 0.6
        shape = physics(zone).trigger.shape
        shape.type, shape.fit, shape.size = "BOX", "MANUAL", (1.2, 1.2, 1.2)
        physics(zone).use_trigger = True

    def _hinge(
        self, name: str, body: bpy.types.Object, other: bpy.types.Object, place: Matrix, options: PresetOptions
    ) -> None:
        """A hinge about the Z axis of a place, which is given from the playground's origin."""
        joint = new_joint(data_(name), 0.3)
        self._collection.objects.link(joint)
        joint.parent = body
        joint.matrix_basis = body.matrix_basis.inverted() @ Matrix.Translation(self._origin) @ place
        physics(joint).joint.connected = other
        physics(joint).use_joint = True
        write_preset(physics(joint).joint, "HINGE", options)

    def _body(self, obj: bpy.types.Object, motion: str, shape: str = "BOX", mass: float | None = None) -> None:
        group = physics(obj)
        group.motion.type = motion
        if mass is not None:
            group.motion.mass = mass
        group.collider.shape.type = shape
        group.use_collider = True

    def _box(self, name: str, size: Vec3, where: Vec3) -> bpy.types.Object:
        mesh = bpy.data.meshes.new(data_(name))
        shape = bmesh.new()
        bmesh.ops.create_cube(shape, size=1.0, matrix=Matrix.Diagonal((*size, 1.0)))
        shape.to_mesh(mesh)
        shape.free()
        return self._object(name, mesh, where)

    def _object(self, name: str, mesh: bpy.types.Mesh | None, where: Vec3) -> bpy.types.Object:
        obj = bpy.data.objects.new(data_(name), mesh)
        obj.location = self._origin + Vector(where)
        self._collection.objects.link(obj)
        return obj


CLASSES = (OMI_OT_add_playground,)
