# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Puts planned physics into the exporter's finished glTF data, where nodes and meshes are plain indices."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ..core.formats.omi import names
from ..core.formats.omi.write import encode_body, encode_collider, encode_document, encode_joint_node
from ..core.ground.linear import NO_ROTATION, ZERO
from ..core.physics.model import Body, Collider, Convex, Document, JointNode, Shape, Trigger, Trimesh
from ..core.plan.assembly import AddedNode, ScenePlan, Tables
from .sparse import sparse_node_class

Json = dict[str, Any]


@dataclass(slots=True)
class PlannedScene:
    """A plan with the exporter's objects it speaks of: the node of each node of the picture, and the scene."""

    plan: ScenePlan
    nodes: list[Any]
    scene: Any
    restored: dict[int, tuple[Any, Any, Any]]


@dataclass(frozen=True, slots=True)
class _Offsets:
    """How many entries of the root tables another exporter extension wrote before us."""

    shapes: int = 0
    materials: int = 0
    filters: int = 0
    joints: int = 0


class GltfWriter:
    """Writes all scenes of one export. `warn` takes a sentence for the exporter's log.

    `is_alone`: no other exporter extension takes part, so nobody else reads what is written here.
    """

    def __init__(
        self, gltf: Any, tables: Tables, mesh_indices: list[int], warn: Callable[[str], None], is_alone: bool
    ) -> None:
        self._gltf = gltf
        self._tables = tables
        self._mesh_indices = mesh_indices
        self._warn = warn
        # The exporter walks lists time and again; our entries are in their final form.
        self._table: Callable[[list[Json]], Sequence[Json]] = tuple if is_alone else list
        self._used: set[str] = set()
        self._node_class = sparse_node_class(is_alone)
        self._index_of = {id(node): i for i, node in enumerate(gltf.nodes)}

    def write(self, scenes: Iterable[PlannedScene]) -> None:
        """Adds nodes and payloads, then the root tables, then names the extensions used."""
        offsets = self._write_tables()
        for scene in scenes:
            self._write_scene(scene, offsets)
        for name in names.EXTENSIONS:
            if name in self._used and name not in self._gltf.extensions_used:
                self._gltf.extensions_used.append(name)

    # Root tables -----------------------------------------------------------------------------------------------------

    def _write_tables(self) -> _Offsets:
        existing = self._gltf.extensions or {}
        counts: list[int] = []
        encoded = encode_document(self._document())
        for extension, key in names.ROOT_TABLES:
            entries = encoded.get(extension, {}).get(key, [])
            root = existing.get(extension) or {}
            counts.append(len(root.get(key, ())))
            if entries:
                self._used.add(extension)
                existing[extension] = {**root, key: self._table([*root.get(key, ()), *entries])}
        self._gltf.extensions = existing
        return _Offsets(*counts)

    def _document(self) -> Document:
        """The tables with the file's mesh indices in place of our own."""
        document = self._tables.document
        shapes: list[Shape | None] = []
        for shape in document.shapes:
            geometry = shape.geometry if shape is not None else None
            if shape is not None and isinstance(geometry, (Convex, Trimesh)):
                shape = replace(shape, geometry=replace(geometry, mesh=self._mesh_indices[geometry.mesh]))
            shapes.append(shape)
        return Document(shapes, document.physics_materials, document.collision_filters, document.physics_joints)

    # Scenes ----------------------------------------------------------------------------------------------------------

    def _write_scene(self, scene: PlannedScene, offsets: _Offsets) -> None:
        count = len(scene.nodes)
        targets: dict[int, int] = {}

        def target(index: int) -> int:
            if index not in targets:
                targets[index] = self._index_of[id(scene.nodes[index])]
            return targets[index]

        for number, added in enumerate(scene.plan.added, count):
            targets[number] = self._add_node(scene, added, target)
        moved = {target(a.takes[1]): targets[i] for i, a in enumerate(scene.plan.added, count) if a.takes}
        if moved:
            self._redirect_weights(moved)
        for index, transform in scene.restored.items():
            node = self._gltf.nodes[target(index)]
            node.translation, node.rotation, node.scale = transform
        self._write_payloads(scene, offsets, target)

    def _write_payloads(self, scene: PlannedScene, offsets: _Offsets, target: Callable[[int], int]) -> None:
        payloads: dict[int, Json] = {}
        for index, body in scene.plan.bodies.items():
            payload = payloads.get(id(body))
            if payload is None:
                payload = payloads[id(body)] = encode_body(_resolved(body, target, offsets))
            self._set(target(index), names.BODY, payload)
        for index, joint in scene.plan.joints.items():
            other = None if joint.connected_node is None else target(joint.connected_node)
            resolved = JointNode(joint.joint + offsets.joints, other, joint.enable_collision)
            self._set(target(index), names.JOINT, encode_joint_node(resolved))
        for index, (geometry, is_trigger) in scene.plan.compat.items():
            if isinstance(geometry, Convex):
                geometry = Convex(self._mesh_indices[geometry.mesh])
            self._set(target(index), names.COLLIDER, encode_collider(geometry, is_trigger))

    def _add_node(self, scene: PlannedScene, added: AddedNode, target: Callable[[int], int]) -> int:
        node = self._node_class(
            camera=None,
            children=[],
            extensions=None,
            extras=None,
            matrix=None,
            mesh=None,
            name=added.name,
            rotation=None if added.rotation == NO_ROTATION else list(added.rotation),
            scale=None if added.scale == (1.0, 1.0, 1.0) else list(added.scale),
            skin=None,
            translation=None if added.translation == ZERO else list(added.translation),
            weights=None,
        )
        index = len(self._gltf.nodes)
        self._gltf.nodes.append(node)
        siblings = scene.scene.nodes if added.parent is None else self._gltf.nodes[target(added.parent)].children
        siblings.append(index)
        if added.takes:
            self._move(added.takes[0], self._gltf.nodes[target(added.takes[1])], node)
        return index

    def _move(self, kind: str, source: Any, node: Any) -> None:
        """What the source node shows goes to the added node."""
        if kind == "mesh":
            node.mesh, node.skin, node.weights = source.mesh, source.skin, source.weights
            source.mesh = source.skin = source.weights = None
        elif kind == "camera":
            node.camera, source.camera = source.camera, None
        else:
            node.extensions = {"KHR_lights_punctual": source.extensions.pop("KHR_lights_punctual")}

    def _redirect_weights(self, moved: dict[int, int]) -> None:
        """Shape key animation follows the mesh to its new node."""
        for animation in self._gltf.animations:
            for channel in animation.channels:
                goal = channel.target
                if goal.path == "weights" and goal.node in moved:
                    goal.node = moved[goal.node]
                elif goal.path == "pointer" and goal.extensions:
                    _redirect_pointer(goal.extensions["KHR_animation_pointer"], moved)

    def _set(self, index: int, extension: str, payload: Json) -> None:
        """Adds to what a node carries; what another exporter extension wrote stays."""
        node = self._gltf.nodes[index]
        if not node.extensions:
            node.extensions = {}
        if type(node) is self._node_class.__base__:
            node.__class__ = self._node_class
        found = node.extensions.get(extension)
        if isinstance(found, dict) and found:
            payload, kept = _merged(found, payload)
            if kept:
                which = f"{', '.join(kept)} of {extension}"
                self._warn(f"{node.name}: another exporter extension has set {which}; its values are kept")
        node.extensions[extension] = payload
        self._used.add(extension)


def _redirect_pointer(target: Json, moved: dict[int, int]) -> None:
    parts = target["pointer"].split("/")
    if len(parts) == 4 and parts[1] == "nodes" and parts[3] == "weights" and int(parts[2]) in moved:
        target["pointer"] = f"/nodes/{moved[int(parts[2])]}/weights"


def _merged(found: Json, ours: Json) -> tuple[Json, list[str]]:
    """Both objects in one, and the keys in which they differ, whose value stays as found."""
    merged, kept = dict(ours), []
    for key, value in found.items():
        if key in ours and ours[key] != value:
            kept.append(key)
        merged[key] = value
    return merged, kept


def _resolved(body: Body, target: Callable[[int], int], offsets: _Offsets) -> Body:
    """The payload with the file's indices."""
    collider, trigger = body.collider, body.trigger
    if collider is not None:
        collider = Collider(
            _shifted(collider.shape, offsets.shapes),
            _shifted(collider.physics_material, offsets.materials),
            _shifted(collider.collision_filter, offsets.filters),
        )
    if trigger is not None:
        trigger = Trigger(
            _shifted(trigger.shape, offsets.shapes),
            tuple(target(n) for n in trigger.nodes),
            _shifted(trigger.collision_filter, offsets.filters),
        )
    return Body(body.motion, collider, trigger)


def _shifted(index: int | None, offset: int) -> int | None:
    return None if index is None else index + offset
