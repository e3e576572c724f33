# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""A picture of a scene: what the author set on the objects, and where the objects stand.

Everything here is in Blender's axes and units (1 unit = 1 m). The exporter, the checks and the overlay
work on the same picture, so that they agree.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np
import numpy.typing as npt

from ..ground.linear import IDENTITY, ZERO, Mat4, Vec3, multiply
from .model import CollisionFilter, Motion, PhysicsMaterial

ObjectKey = Hashable
"""Identifies an object or a mesh of the scene; what it is made of is the business of who takes the picture."""

FloatArray = npt.NDArray[np.float64]
IntArray = npt.NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class ShapeSettings:
    """`collider.shape` or `trigger.shape` of an object, in the object's own space.

    `type` is BOX, SPHERE, CAPSULE, CYLINDER, CONVEX, TRIMESH or NONE; `fit` AUTO or MANUAL; `axis` X, Y or Z.
    `rotation` is an XYZ Euler in radians. `mesh` is None for the object's own geometry.
    """

    type: str = "BOX"
    fit: str = "AUTO"
    size: Vec3 = (1.0, 1.0, 1.0)
    radius: float = 0.5
    radius_bottom: float = 0.5
    radius_top: float = 0.5
    height: float = 1.0
    axis: str = "Z"
    offset: Vec3 = ZERO
    rotation: Vec3 = ZERO
    mesh: ObjectKey | None = None
    use_collision_only: bool = False


@dataclass(frozen=True, slots=True)
class ColliderSettings:
    """`collider` of an object; `material` and `filter` are None where they are switched off."""

    shape: ShapeSettings = ShapeSettings()
    material: PhysicsMaterial | None = None
    filter: CollisionFilter | None = None


@dataclass(frozen=True, slots=True)
class ObjectRef:
    """A pointer to another object. `is_deleted`: it stands in no scene and no collection any more."""

    key: ObjectKey
    name: str
    is_deleted: bool = False


@dataclass(frozen=True, slots=True)
class TriggerSettings:
    """`trigger` of an object; `kind` is SHAPE or COMPOUND."""

    kind: str = "SHAPE"
    shape: ShapeSettings = ShapeSettings()
    filter: CollisionFilter | None = None
    use_all_parts: bool = True
    parts: tuple[ObjectRef, ...] = ()


@dataclass(frozen=True, slots=True)
class LimitSettings:
    """A limit about the joint object's own Blender axes. `kind` is LINEAR or ANGULAR, `axes` sorted, such as XZ.

    Bounds in m or rad, None where switched off; `stiffness` None is infinite.
    """

    kind: str = "LINEAR"
    axes: str = "XYZ"
    min: float | None = 0.0
    max: float | None = 0.0
    stiffness: float | None = None
    damping: float = 0.0
    is_radial: bool = False


@dataclass(frozen=True, slots=True)
class DriveSettings:
    """A drive along or about one Blender axis of the joint object.

    `kind` is LINEAR or ANGULAR, `mode` FORCE or ACCELERATION.
    """

    kind: str = "LINEAR"
    axis: str = "X"
    mode: str = "FORCE"
    max_force: float | None = None
    position_target: float | None = None
    velocity_target: float | None = None
    stiffness: float = 0.0
    damping: float = 0.0


@dataclass(frozen=True, slots=True)
class JointSettings:
    """`joint` of an object; `connected` None is the world; `attach` is JOINT or TARGET."""

    connected: ObjectRef | None = None
    attach: str = "JOINT"
    use_collision: bool = False
    limits: tuple[LimitSettings, ...] = ()
    drives: tuple[DriveSettings, ...] = ()


@dataclass(frozen=True, slots=True)
class ObjectPhysics:
    """All physics of one object. `motion` is in Blender's axes and None for motion type NONE.

    `dropped` names the properties that held NaN, infinity or an unknown word and were replaced by their default.
    `is_newer`: a later version of the add-on saved them, so there may be more than is known here.
    """

    motion: Motion | None = None
    collider: ColliderSettings | None = None
    trigger: TriggerSettings | None = None
    joint: JointSettings | None = None
    dropped: tuple[str, ...] = ()
    is_newer: bool = False

    @property
    def is_collision_only(self) -> bool:
        """Whether the object's mesh only serves a shape and is not to be seen."""
        roles = (self.collider, self.trigger)
        return any(role is not None and role.shape.use_collision_only for role in roles)


@dataclass(slots=True)
class SceneNode:
    """One occurrence of an object (or bone, collection, generated instance) in one scene.

    An instanced object occurs once per instance. `parent` follows Blender's parenting (instancers count as parents
    of what they instance), `file_parent` the nodes as written; both are indices into `Picture.nodes`.
    `world` is the node's matrix in Blender space; `file_world` is what the file's transforms come to, where that
    differs (shear, skins), else None. `to_object` turns the node's space into the
    object's (identity but for cameras and lights, which the exporter writes turned).
    `has_*` tells what the node itself shows in the file, `mesh_name` what its mesh is called there. `lost_body`: it may
    have been a body, but our own code failed on it, so that what belongs to it has none.
    """

    index: int
    name: str
    key: ObjectKey | None = None
    parent: int | None = None
    file_parent: int | None = None
    world: Mat4 = IDENTITY
    file_world: Mat4 | None = None
    to_object: Mat4 = IDENTITY
    physics: ObjectPhysics | None = None
    is_exported: bool = True
    is_animated: bool = False
    has_mesh: bool = False
    has_camera: bool = False
    has_light: bool = False
    has_skin: bool = False
    mesh_name: str = ""
    lost_body: bool = False

    @property
    def object_world(self) -> Mat4:
        """The matrix of the object itself: without the turn that the exporter gives cameras and lights."""
        return self.world if self.to_object is IDENTITY else multiply(self.world, self.to_object)


class MeshData(Protocol):
    """Geometry in the space of the object it belongs to."""

    @property
    def key(self) -> Hashable:
        """Equal keys mean equal geometry."""
        ...

    @property
    def name(self) -> str:
        """What the mesh is called in the file."""
        ...

    def points(self) -> FloatArray:
        """Vertex positions, shape (n, 3)."""
        ...

    def triangles(self) -> IntArray:
        """Vertex indices, shape (m, 3)."""
        ...

    def hull(self) -> tuple[FloatArray, IntArray]:
        """Points (n, 3) and outward triangles (m, 3) of the convex hull; empty arrays where there is none."""
        ...


class MeshSource(Protocol):
    """Gives the geometry that a shape measures."""

    def get(self, node: SceneNode, shape: ShapeSettings) -> MeshData | None:
        """Geometry for a shape of a node: its `mesh`, else the object's own; None where the object has none."""
        ...

    def differs_from_base(self, node: SceneNode) -> bool:
        """Whether modifiers or shape keys change the mesh of a node's object."""
        ...


@dataclass(slots=True)
class Options:
    """How the file is written. `applies_modifiers` is None where no export is under way. `formats`: "OMI", "KHR"."""

    y_up: bool = True
    layout: str = "SEPARATE"
    use_godot_compat: bool = True
    applies_modifiers: bool | None = None
    formats: frozenset[str] = frozenset({"OMI"})


@dataclass(slots=True)
class Picture:
    """A scene as the exporter and the checks see it; `nodes` is in the order of the exporter's tree, parents first.

    `world_offset` is what the exporter subtracts from root positions (Collection Exporters that centre the file).
    `faults` tells by index on which nodes our own code failed, and with what error.
    """

    nodes: list[SceneNode] = field(default_factory=list[SceneNode])
    meshes: MeshSource | None = None
    options: Options = field(default_factory=Options)
    scene_name: str = ""
    world_offset: Vec3 = ZERO
    faults: dict[int, Exception] = field(default_factory=dict[int, Exception])

    def leave_out(self, index: int, error: Exception) -> None:
        """Goes on without the physics of a node on which our own code failed."""
        node = self.nodes[index]
        node.lost_body = node.physics is None or node.physics.motion is not None
        node.physics = None
        self.faults.setdefault(index, error)
