# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The state of planning one scene's part of a file: the nodes to add, their payloads, the root tables."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field, replace
from typing import Any, Concatenate, ParamSpec

from ..formats.common.axes import matrix_to_gltf, motion_to_gltf, size_to_gltf, tidy, vector_to_gltf
from ..geometry.place import MeshShape, Placed, Placer
from ..geometry.split import UNIT3, relative, split_scale
from ..geometry.tapered import TaperedHull
from ..ground.linear import (
    IDENTITY,
    NO_ROTATION,
    ZERO,
    Mat4,
    Quat,
    Vec3,
    coincide,
    column,
    dot,
    quaternion_of,
    shortest,
    translation,
)
from ..issues.catalog import issue
from ..issues.issue import Issue
from ..physics.model import (
    Body,
    Box,
    Capsule,
    Collider,
    CollisionFilter,
    Convex,
    Cylinder,
    Document,
    Geometry,
    JointNode,
    Motion,
    PhysicsJoint,
    PhysicsMaterial,
    Shape,
    Sphere,
    Trigger,
    Trimesh,
)
from ..physics.scene import Picture, SceneNode
from ..physics.tree import Tree
from . import suffixes

_UNIT: Vec3 = (1.0, 1.0, 1.0)

Values = ParamSpec("Values")


@dataclass(slots=True)
class AddedNode:
    """A node the file gets in addition. The transform is relative to `parent` (None: the scene), in glTF axes.

    `takes` moves content of a node of the picture here: ("mesh" | "camera" | "light", its index). `owner` is the node
    of the picture whose physics asks for it.
    """

    name: str
    parent: int | None
    translation: Vec3 = ZERO
    rotation: Quat = NO_ROTATION
    scale: Vec3 = _UNIT
    takes: tuple[str, int] | None = None
    owner: int = -1


@dataclass(slots=True)
class ScenePlan:
    """What becomes of one scene; node payloads are keyed by index.

    `compat` holds, for Godot, the nodes that also carry the archived form of a shape: its index and whether it is a
    trigger. `hosts` tells for each node of the picture which node carries its collider and trigger. `tree` is that of
    the picture. `velocities` holds those of moving bodies in the space of their nodes, linear and angular, where a
    format wants them so. `joint_bodies` holds the bodies at both ends of each joint that are nodes of the picture.
    """

    bodies: dict[int, Body] = field(default_factory=dict[int, Body])
    joints: dict[int, JointNode] = field(default_factory=dict[int, JointNode])
    compat: dict[int, tuple[Geometry, bool]] = field(default_factory=dict[int, tuple[Geometry, bool]])
    added: list[AddedNode] = field(default_factory=list[AddedNode])
    issues: list[Issue] = field(default_factory=list[Issue])
    collider_hosts: dict[int, int] = field(default_factory=dict[int, int])
    trigger_hosts: dict[int, int] = field(default_factory=dict[int, int])
    velocities: dict[int, tuple[Vec3, Vec3]] = field(default_factory=dict[int, "tuple[Vec3, Vec3]"])
    joint_bodies: dict[int, tuple[int, int | None]] = field(default_factory=dict[int, "tuple[int, int | None]"])
    tree: Tree | None = field(default=None, compare=False, repr=False)

    @property
    def is_empty(self) -> bool:
        """Whether the scene has no physics in the file."""
        return not (self.bodies or self.joints)


def _without_noise(v: Vec3) -> Vec3:
    size = max(map(abs, v))
    x, y, z = (0.0 if abs(part) < 1e-6 * size else shortest(part) for part in v)
    return (x, y, z)


class Tables:
    """The root tables of a file: equal entries stand once. `mesh` of a convex or trimesh shape indexes `meshes`."""

    def __init__(self) -> None:
        self.document = Document()
        self.meshes: list[MeshShape] = []
        self._indices: dict[Hashable, int] = {}

    def _index(self, table: list[Any], entry: Hashable) -> int:
        found = self._indices.get(entry)
        if found is None:
            found = self._indices[entry] = len(table)
            table.append(entry)
        return found

    def _lists(self) -> tuple[list[Any], ...]:
        found = self.document
        return (found.shapes, found.physics_materials, found.collision_filters, found.physics_joints, self.meshes)

    def mark(self) -> tuple[int, ...]:
        """What `back_to` needs to take away all that is added later."""
        return (len(self._indices), *map(len, self._lists()))

    def back_to(self, mark: tuple[int, ...]) -> None:
        """The tables as they were when the mark was taken."""
        while len(self._indices) > mark[0]:
            self._indices.popitem()
        for table, length in zip(self._lists(), mark[1:], strict=True):
            del table[length:]

    def shape(self, geometry: Geometry) -> int:
        """Index of a shape in glTF axes."""
        return self._index(self.document.shapes, Shape(geometry))

    def material(self, material: PhysicsMaterial | None) -> int | None:
        """Index of a material; None for none."""
        return None if material is None else self._index(self.document.physics_materials, material)

    def filter(self, collision_filter: CollisionFilter | None) -> int | None:
        """Index of a filter; None for none."""
        return None if collision_filter is None else self._index(self.document.collision_filters, collision_filter)

    def joint(self, joint: PhysicsJoint) -> int:
        """Index of joint settings."""
        return self._index(self.document.physics_joints, joint)

    def mesh(self, shape: MeshShape) -> int:
        """Index of a shape's mesh in `meshes`."""
        key = ("mesh", shape.key)
        found = self._indices.get(key)
        if found is None:
            found = self._indices[key] = len(self.meshes)
            self.meshes.append(shape)
        return found


class SceneAssembly:
    """One scene on its way into the file."""

    def __init__(self, tables: Tables, picture: Picture) -> None:
        self.tables = tables
        self.picture = picture
        self.options = picture.options
        self.nodes = picture.nodes
        self.tree = Tree(picture)
        self.placer = Placer(picture.meshes, picture.options.y_up)
        self.plan = ScenePlan(tree=self.tree)
        self._geometry_ids: dict[object, tuple[int, Geometry]] = {}
        self._moved: set[int] = set()
        self._motions: dict[int, Body] = {}
        self._bodies: dict[tuple[int, int | None, int | None, int | None], Body] = {}
        self._added_worlds: dict[int, Mat4] = {}
        self._owner = -1
        self.faults: dict[int, Exception] = {}

    def attempt(
        self,
        node: SceneNode,
        step: Callable[Concatenate[SceneAssembly, SceneNode, Values], None],
        *values: Values.args,
        **named: Values.kwargs,
    ) -> None:
        """Plans something of a node; an error in our own code counts as that node's, and the others go on."""
        outer, self._owner = self._owner, node.index
        try:
            step(self, node, *values, **named)
        # Whatever it is: it is named, and costs no more than this object's physics.
        except Exception as error:  # noqa: BLE001
            self.faults.setdefault(node.index, error)
        finally:
            self._owner = outer

    def report(self, code: str, node: SceneNode, sentence: str) -> None:
        """Names what is left out or changed; the sentence follows the object's name."""
        self.plan.issues.append(issue(code, node.name, f"{node.name}: {sentence}"))

    def why_missing(self, index: int) -> str:
        """A body that is not in the file, with the reason."""
        node = self.nodes[index]
        return f"{node.name}, which {'is left out' if node.lost_body else 'is not exported'}"

    # Nodes -----------------------------------------------------------------------------------------------------------

    def is_visible(self, node: SceneNode) -> bool:
        """Whether the node itself shows something that an engine would drop beside physics."""
        return node.has_mesh or node.has_camera or node.has_light

    def clear_content(self, node: SceneNode) -> None:
        """Moves what the node shows to children, so that physics may stand on it.

        COMPACT leaves it, but for a skinned mesh: the transform of its node does not count.
        """
        if (self.options.layout != "SEPARATE" and not node.has_skin) or node.index in self._moved:
            return
        # Without the skin the node gets a transform of its own, so it stands where Blender shows it.
        node.file_world = None if node.has_skin else node.file_world
        self._moved.add(node.index)
        for kind, has, suffix in (
            ("mesh", node.has_mesh, suffixes.MESH),
            ("camera", node.has_camera, suffixes.CAMERA),
            ("light", node.has_light, suffixes.LIGHT),
        ):
            if has:
                self._append(AddedNode(node.name + suffix, node.index, takes=(kind, node.index)), node.world)

    def world_of(self, index: int | None) -> Mat4:
        """The world matrix of a node as the file has it (Blender axes); the scene's for None."""
        if index is None:
            offset = self.picture.world_offset
            return IDENTITY if offset == ZERO else translation(offset)
        if index >= len(self.nodes):
            return self._added_worlds[index]
        node = self.nodes[index]
        return node.world if node.file_world is None else node.file_world

    def stands_at(self, index: int, world: Mat4) -> bool:
        """Whether a node of the picture stands at a rigid place, within the tolerance."""
        own = self.world_of(index)
        return own is world or coincide(own, world)

    def fits_under(self, parent: int | None, world: Mat4) -> bool:
        """Whether a rigid place can be said relative to a parent without shear."""
        local = relative(world, self.world_of(parent))
        split = None if local is None else split_scale(local)
        return split is not None and split.stretch is None

    def add_node(self, name: str, parent: int | None, world: Mat4) -> int:
        """Adds a node at a rigid place of the world (Blender axes) and gives its index."""
        local = relative(world, self.world_of(parent)) or IDENTITY
        split = split_scale(local)
        added = AddedNode(name, parent)
        if split is not None:
            y_up = self.options.y_up
            added.translation = tidy(vector_to_gltf(column(local, 3), y_up))  # type: ignore[assignment]
            added.rotation = tidy(quaternion_of(matrix_to_gltf(split.rotation, y_up)))  # type: ignore[assignment]
            added.scale = tidy(size_to_gltf(split.scale, y_up))  # type: ignore[assignment]
        return self._append(added, world)

    def add_child(self, name: str, parent: int) -> int:
        """Adds a node at the place of its parent, without a transform."""
        return self._append(AddedNode(name, parent), self.world_of(parent))

    def _append(self, added: AddedNode, world: Mat4) -> int:
        added.owner = self._owner
        self.plan.added.append(added)
        index = len(self.nodes) + len(self.plan.added) - 1
        self._added_worlds[index] = world
        return index

    # Payloads --------------------------------------------------------------------------------------------------------

    def moving(self, motion: Motion) -> Body:
        """A body that only moves; equal settings share one, as the writer does what it writes."""
        found = self._motions.get(id(motion))
        if found is None:
            found = self._motions[id(motion)] = Body(motion=motion_to_gltf(motion, self.options.y_up))
        return found

    def note_velocities(self, node: SceneNode, motion: Motion) -> None:
        """Keeps the velocities of a body as seen from its node."""
        if motion.type == "static" or motion.linear_velocity == motion.angular_velocity == ZERO:
            return
        split = split_scale(self.world_of(node.index))
        x, y, z = (column(IDENTITY if split is None else split.rotation, i) for i in range(3))
        linear, angular = (
            vector_to_gltf((dot(x, v), dot(y, v), dot(z, v)), self.options.y_up)
            for v in (motion.linear_velocity, motion.angular_velocity)
        )
        # Relative to its size: what a turn of a quarter leaves beside its axis is noise.
        self.plan.velocities[node.index] = (_without_noise(linear), _without_noise(angular))

    def set_collider(self, index: int, shape: int | None, material: int | None, collision_filter: int | None) -> None:
        """Puts a collider on a node."""
        body = self.plan.bodies.get(index)
        key = (id(body), shape, material, collision_filter)
        found = self._bodies.get(key)
        if found is None:
            collider = Collider(shape, material, collision_filter)
            found = Body(collider=collider) if body is None else Body(body.motion, collider, body.trigger)
            self._bodies[key] = found
        self.plan.bodies[index] = found

    def set_trigger(self, index: int, trigger: Trigger) -> None:
        """Puts a trigger on a node."""
        body = self.plan.bodies.get(index)
        self.plan.bodies[index] = Body(trigger=trigger) if body is None else replace(body, trigger=trigger)

    def shape_index(self, placed: Placed) -> tuple[int, Geometry]:
        """The index of a placed shape in the file's table, and its geometry in glTF axes."""
        key = placed.geometry.key if isinstance(placed.geometry, MeshShape) else placed.geometry
        found = self._geometry_ids.get(key)
        if found is None:
            geometry = self._to_gltf(placed.geometry)
            found = self._geometry_ids[key] = (self.tables.shape(geometry), geometry)
        return found

    def _to_gltf(self, geometry: Box | Sphere | Capsule | Cylinder | MeshShape) -> Geometry:
        if isinstance(geometry, MeshShape):
            index = self.tables.mesh(geometry)
            return Convex(index) if geometry.kind == "CONVEX" else Trimesh(index)
        if isinstance(geometry, Box):
            return Box(size_to_gltf(geometry.size, self.options.y_up))
        return geometry

    def needs_compat(self, geometry: Geometry) -> bool:
        """Whether Godot misreads the current form of a shape: capsules and tapered shapes."""
        if not self.options.use_godot_compat or "OMI" not in self.options.formats:
            return False
        if isinstance(geometry, Cylinder):
            return geometry.radius_bottom != geometry.radius_top
        return isinstance(geometry, Capsule)

    def note_compat(self, index: int, geometry: Geometry, is_trigger: bool) -> None:
        """Adds the archived form of a shape where Godot needs it."""
        if not self.needs_compat(geometry):
            return
        if isinstance(geometry, (Capsule, Cylinder)) and geometry.radius_bottom != geometry.radius_top:
            hull = MeshShape("CONVEX", TaperedHull(geometry), UNIT3)
            geometry = Convex(self.tables.mesh(hull))
        self.plan.compat[index] = (geometry, is_trigger)
