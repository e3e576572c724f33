# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Puts planned physics into the exporter's finished glTF data, where nodes and meshes are plain indices."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from ..core.ground.linear import NO_ROTATION, ZERO
from ..core.issues.faults import object_fault, scene_fault
from ..core.issues.issue import Issue
from ..core.plan.assembly import AddedNode, ScenePlan, Tables
from ..core.plan.without import leave_out, needed, owner_of
from .node_payloads import Format, KhrFormat, OmiFormat, Target
from .root_tables import Places, users_of
from .sparse import sparse_node_class
from .undo import Undo

Json = dict[str, Any]
Payload = tuple[int, str, Json]
"""A node's index in the file, the name of an extension, and what the node carries of it."""


@dataclass(slots=True)
class PlannedScene:
    """A plan with the exporter's objects it speaks of: the node of each node of the picture, and the scene.

    `name` is that of Blender's scene. `is_whole` is False once objects were left out of the plan.
    """

    plan: ScenePlan
    nodes: list[Any]
    scene: Any
    restored: dict[int, tuple[Any, Any, Any]]
    name: str = ""
    is_whole: bool = True

    def name_of(self, index: int) -> str:
        """The name of a node of the picture."""
        return self.nodes[index].name

    def added(self) -> list[tuple[int, AddedNode]]:
        """The nodes to add, with their numbers behind those of the picture."""
        numbered = list(enumerate(self.plan.added, len(self.nodes)))
        if self.is_whole:
            return numbered
        return [pair for pair, is_needed in zip(numbered, needed(self.plan, len(self.nodes)), strict=True) if is_needed]


class GltfWriter:
    """Writes all scenes of one export. `warn` takes a sentence for the exporter's log, `tell` what our code fails on.

    `is_alone`: no other exporter extension takes part, so nobody else reads what is written here. `formats`: "OMI",
    "KHR".
    """

    def __init__(
        self,
        gltf: Any,
        tables: Tables,
        mesh_indices: list[int],
        warn: Callable[[str], None],
        tell: Callable[[Issue, Exception], None],
        is_alone: bool,
        formats: Collection[str],
    ) -> None:
        self._gltf = gltf
        self._khr = KhrFormat(tables, mesh_indices) if "KHR" in formats else None
        omi = OmiFormat(tables, mesh_indices) if "OMI" in formats else None
        self._formats: Sequence[Format] = [found for found in (omi, self._khr) if found is not None]
        self._warn = warn
        self._tell = tell
        self._is_alone = is_alone
        self._undo = Undo()
        self._node_class = sparse_node_class(is_alone)

    def write(self, scenes: list[PlannedScene]) -> None:
        """Adds nodes and payloads, then the root tables, then names the extensions used.

        An error of ours costs the object, or else the scene, that it belongs to, and is told. What Blender wrote stays.
        """
        index_of = {id(node): i for i, node in enumerate(self._gltf.nodes)}
        places = self._leave_out_broken_entries(scenes)
        self._add_mesh_nodes(scenes)
        written: list[tuple[PlannedScene, Undo]] = []
        used: set[str] = set()
        for scene in scenes:
            self._undo = Undo()
            try:
                used |= self._write_scene(scene, places, index_of)
                written.append((scene, self._undo))
            # Whatever it is: it is told, and costs no more than this scene's physics.
            except Exception as error:  # noqa: BLE001
                self._undo.bring_back()
                self._tell(scene_fault(scene.name, error), error)
        try:
            plans = [scene.plan for scene, _ in written]
            for format_ in self._formats:
                used |= format_.root.write(self._gltf, plans, self._is_alone)
        # None of what was written means anything without the tables.
        except Exception as error:  # noqa: BLE001
            for scene, undo in reversed(written):
                undo.bring_back()
                self._tell(scene_fault(scene.name, error), error)
            return
        for name in (name for format_ in self._formats for name in format_.extensions):
            if name in used and name not in self._gltf.extensions_used:
                self._gltf.extensions_used.append(name)

    def rehearse(self, scenes: list[PlannedScene]) -> None:
        """Finds out what our code fails on, without writing anything; before the exporter writes its first file."""
        places = self._leave_out_broken_entries(scenes)
        for scene in scenes:
            self._encode(scene, places, lambda index: index)

    def _leave_out_broken_entries(self, scenes: list[PlannedScene]) -> list[Places]:
        """Where the entries of each format will stand."""
        for format_ in self._formats:
            errors = format_.root.encode()
            for scene in scenes if errors else ():
                self._leave_out(scene, users_of(scene.plan, errors))
        return [format_.root.places(self._gltf) for format_ in self._formats]

    def _add_mesh_nodes(self, scenes: list[PlannedScene]) -> None:
        """A node in no scene for each mesh that is a shape: readers of the Khronos format look for it there."""
        if self._khr is None:
            return
        for shape in sorted({shape for scene in scenes for shape in self._khr.mesh_shapes(scene.plan)}):
            mesh = self._khr.mesh_of(shape)
            self._khr.mesh_nodes[shape] = len(self._gltf.nodes)
            self._gltf.nodes.append(self._new_node(f"{self._gltf.meshes[mesh].name}_Shape", mesh=mesh))

    def _leave_out(self, scene: PlannedScene, errors: dict[int, Exception]) -> None:
        """Goes on without what failed; `errors` is by the indices of nodes that carry something."""
        if not errors:
            return
        scene.is_whole = False
        count = len(scene.nodes)
        failed: dict[int, Exception] = {}
        for index, error in errors.items():
            failed.setdefault(owner_of(scene.plan, count, index), error)
        lost = leave_out(scene.plan, count, failed)
        for index, error in failed.items():
            self._tell(object_fault(scene.name_of(index), error), error)
        for index, sentence in lost.items():
            error = next(iter(failed.values()))
            self._tell(object_fault(scene.name_of(index), error, sentence), error)

    # Scenes ----------------------------------------------------------------------------------------------------------

    def _write_scene(self, scene: PlannedScene, places: list[Places], index_of: dict[int, int]) -> set[str]:
        """Gives the names of the extensions used."""
        targets: dict[int, int] = {}

        def target(index: int) -> int:
            if index not in targets:
                targets[index] = index_of[id(scene.nodes[index])]
            return targets[index]

        def place_added() -> None:
            for place, (number, _) in enumerate(scene.added(), len(self._gltf.nodes)):
                targets[number] = place

        place_added()
        payloads = self._encode(scene, places, target, place_added)
        self._undo.keep_length(self._gltf.nodes)
        self._undo.keep_list(scene.scene.nodes)
        moved: dict[int, int] = {}
        for number, added in scene.added():
            self._add_node(scene, added, target)
            if added.takes:
                moved[target(added.takes[1])] = targets[number]
        if moved:
            self._redirect_weights(moved)
        for index, transform in scene.restored.items():
            node = self._undo.keep(self._gltf.nodes[target(index)])
            node.translation, node.rotation, node.scale = transform
        for index, extension, payload in payloads:
            self._set(index, extension, payload)
        return {extension for _, extension, _ in payloads}

    def _encode(
        self, scene: PlannedScene, places: list[Places], target: Target, place_added: Callable[[], None] = lambda: None
    ) -> list[Payload]:
        """What the nodes carry. Objects on which this fails are left out, so that it may have to begin anew."""
        while True:
            errors: dict[int, Exception] = {}
            payloads = list(self._payloads(scene, places, target, errors))
            if not errors:
                return payloads
            self._leave_out(scene, errors)
            place_added()

    def _payloads(
        self, scene: PlannedScene, places: list[Places], target: Target, errors: dict[int, Exception]
    ) -> Iterable[Payload]:
        for format_, of_format in zip(self._formats, places, strict=True):
            for table, extension, encode in format_.parts(scene.plan, of_format, target):
                for index, entry in table.items():
                    try:
                        payload = encode(index, entry)
                        if payload:
                            yield target(index), extension, payload
                    # Whatever it is: it is told, and costs no more than this object's physics.
                    except Exception as error:  # noqa: BLE001
                        errors[index] = error

    def _new_node(self, name: str, **values: Any) -> Any:
        empty = dict.fromkeys(
            ("camera", "extensions", "extras", "matrix", "mesh", "rotation", "scale", "skin", "translation", "weights")
        )
        return self._node_class(**{**empty, "children": [], "name": name, **values})

    def _add_node(self, scene: PlannedScene, added: AddedNode, target: Callable[[int], int]) -> int:
        node = self._new_node(
            added.name,
            rotation=None if added.rotation == NO_ROTATION else list(added.rotation),
            scale=None if added.scale == (1.0, 1.0, 1.0) else list(added.scale),
            translation=None if added.translation == ZERO else list(added.translation),
        )
        index = len(self._gltf.nodes)
        self._gltf.nodes.append(node)
        if added.parent is None:
            scene.scene.nodes.append(index)
        else:
            self._undo.keep(self._gltf.nodes[target(added.parent)]).children.append(index)
        if added.takes:
            self._move(added.takes[0], self._undo.keep(self._gltf.nodes[target(added.takes[1])]), node)
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
                goal = (
                    self._undo.keep(channel.target) if channel.target.path in ("weights", "pointer") else channel.target
                )
                if goal.path == "weights" and goal.node in moved:
                    goal.node = moved[goal.node]
                elif goal.path == "pointer" and goal.extensions:
                    pointer = dict(goal.extensions["KHR_animation_pointer"])
                    _redirect_pointer(pointer, moved)
                    goal.extensions["KHR_animation_pointer"] = pointer

    def _set(self, index: int, extension: str, payload: Json) -> None:
        """Adds to what a node carries; what another exporter extension wrote stays."""
        node = self._undo.keep(self._gltf.nodes[index])
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
