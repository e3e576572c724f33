# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""One frozen dataclass per object of the three OMI extensions.

The fields bear the names of the extensions' properties in snake case, and their defaults. Units are SI.
The same classes serve in Blender's axes and in glTF's; only `core.formats.common.axes` turns one into the other.
An index or bound that is absent from the file is None.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from ..ground.linear import NO_ROTATION, ZERO, Mat4, Quat, Vec3


@dataclass(frozen=True, slots=True)
class Box:
    """A box centred on its node; `size` is the full size per axis in metres."""

    size: Vec3 = (1.0, 1.0, 1.0)


@dataclass(frozen=True, slots=True)
class Sphere:
    """A sphere centred on its node; `radius` in metres."""

    radius: float = 0.5


@dataclass(frozen=True, slots=True)
class Capsule:
    """A capsule along its node's up axis; `height` is between the centres of its hemispheres, in metres."""

    height: float = 1.0
    radius_bottom: float = 0.5
    radius_top: float = 0.5


@dataclass(frozen=True, slots=True)
class Cylinder:
    """A cylinder along its node's up axis; `height` is its whole height in metres."""

    height: float = 2.0
    radius_bottom: float = 0.5
    radius_top: float = 0.5


@dataclass(frozen=True, slots=True)
class Convex:
    """The convex hull of a mesh; `mesh` is its index in the file."""

    mesh: int


@dataclass(frozen=True, slots=True)
class Trimesh:
    """The triangles of a mesh; `mesh` is its index in the file."""

    mesh: int


Geometry = Box | Sphere | Capsule | Cylinder | Convex | Trimesh


@dataclass(frozen=True, slots=True)
class Shape:
    """An item of OMI_physics_shape `shapes`."""

    geometry: Geometry
    name: str = ""


@dataclass(frozen=True, slots=True)
class PhysicsMaterial:
    """An item of OMI_physics_body `physicsMaterials`."""

    static_friction: float = 0.6
    dynamic_friction: float = 0.6
    restitution: float = 0.0
    friction_combine: str = "average"
    restitution_combine: str = "average"
    name: str = ""


@dataclass(frozen=True, slots=True)
class CollisionFilter:
    """An item of OMI_physics_body `collisionFilters`; at most one of the two target lists is not empty."""

    collision_systems: tuple[str, ...] = ()
    collide_with_systems: tuple[str, ...] = ()
    not_collide_with_systems: tuple[str, ...] = ()
    name: str = ""


@dataclass(frozen=True, slots=True)
class Motion:
    """How a body moves. Mass in kg, inertia in kg m2 (all 0: the engine computes it), velocities in m/s and rad/s."""

    type: str
    mass: float = 1.0
    center_of_mass: Vec3 = ZERO
    inertia_diagonal: Vec3 = ZERO
    inertia_orientation: Quat = NO_ROTATION
    linear_velocity: Vec3 = ZERO
    angular_velocity: Vec3 = ZERO
    gravity_factor: float = 1.0


@dataclass(frozen=True, slots=True)
class Collider:
    """A solid shape; without a shape, the parent of a compound collider."""

    shape: int | None = None
    physics_material: int | None = None
    collision_filter: int | None = None


@dataclass(frozen=True, slots=True)
class Trigger:
    """A volume that reports what overlaps it: of one shape, or of the trigger nodes listed in `nodes`."""

    shape: int | None = None
    nodes: tuple[int, ...] = ()
    collision_filter: int | None = None


@dataclass(frozen=True, slots=True)
class Body:
    """OMI_physics_body on a node."""

    motion: Motion | None = None
    collider: Collider | None = None
    trigger: Trigger | None = None


@dataclass(frozen=True, slots=True)
class Limit:
    """A limit of a joint on the listed axes (0, 1, 2). Bounds in m or rad; None is unbounded, stiffness None infinite.

    The schema allows one of the two axis lists. What is limited is the connected node relative to the joint node.
    """

    linear_axes: tuple[int, ...] = ()
    angular_axes: tuple[int, ...] = ()
    min: float | None = None
    max: float | None = None
    stiffness: float | None = None
    damping: float = 0.0


@dataclass(frozen=True, slots=True)
class Drive:
    """A drive of a joint along or about one axis; `max_force` None is unlimited, a target of None is no target."""

    type: str
    mode: str
    axis: int
    max_force: float | None = None
    position_target: float | None = None
    velocity_target: float | None = None
    stiffness: float = 0.0
    damping: float = 0.0


@dataclass(frozen=True, slots=True)
class PhysicsJoint:
    """An item of OMI_physics_joint `physicsJoints`."""

    limits: tuple[Limit, ...] = ()
    drives: tuple[Drive, ...] = ()
    name: str = ""


@dataclass(frozen=True, slots=True)
class JointNode:
    """OMI_physics_joint on a node: the index of its settings and of the node at the other end.

    `connected_node` None is the world, which only the form before 2024-09 can say.
    """

    joint: int
    connected_node: int | None
    enable_collision: bool = False


@dataclass(slots=True)
class Document:
    """The root tables of the three extensions. An entry that could not be read is None, so that indices stay true."""

    shapes: list[Shape | None] = field(default_factory=list[Shape | None])
    physics_materials: list[PhysicsMaterial | None] = field(default_factory=list[PhysicsMaterial | None])
    collision_filters: list[CollisionFilter | None] = field(default_factory=list[CollisionFilter | None])
    physics_joints: list[PhysicsJoint | None] = field(default_factory=list[PhysicsJoint | None])


@dataclass(frozen=True, slots=True)
class Notice:
    """Something tolerated or dropped while reading: which node or table entry, where in the JSON, and why."""

    where: str
    path: str
    reason: str

    def __str__(self) -> str:
        return f"{self.where}: {self.path}: {self.reason}"


@dataclass(slots=True)
class PhysicsFile:
    """All OMI physics of one glTF file; node payloads are keyed by node index.

    `joint_parents` names, for joints of the form before 2024-09, the node of the body under which the joint belongs;
    the pivot of such a joint is the joint's own place for both bodies. `faults` names what our own code failed on.

    What only the Khronos format has: `merged_meshes` are put together of meshes of the file, each with the matrix that
    takes it there, and count on behind the file's own; `shape_offsets` moves shapes within their node; `massless` are
    bodies whose mass the engine computes; `geometry_nodes` only show the mesh of a shape, in no scene.
    """

    document: Document = field(default_factory=Document)
    bodies: dict[int, Body] = field(default_factory=dict[int, Body])
    joints: dict[int, JointNode] = field(default_factory=dict[int, JointNode])
    joint_parents: dict[int, int] = field(default_factory=dict[int, int])
    notices: list[Notice] = field(default_factory=list[Notice])
    faults: list[Notice] = field(default_factory=list[Notice])
    merged_meshes: list[tuple[tuple[int, Mat4], ...]] = field(default_factory=list[tuple[tuple[int, Mat4], ...]])
    shape_offsets: dict[int, Vec3] = field(default_factory=dict[int, Vec3])
    massless: set[int] = field(default_factory=set[int])
    geometry_nodes: set[int] = field(default_factory=set[int])
