# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The root tables of a file: our entries as JSON, and where they stand among those of other exporter extensions."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count
from typing import Any

from ..core.formats.omi import names
from ..core.formats.omi.write import encode_filter, encode_material, encode_physics_joint, encode_shape
from ..core.physics.model import Convex, Shape, Trimesh
from ..core.plan.assembly import ScenePlan, Tables

Json = dict[str, Any]
Entry = tuple[int, int]
"""An entry of ours: the number of its table in the order of `names.ROOT_TABLES`, and its index there."""
SHAPES, MATERIALS, FILTERS, JOINTS = range(4)


@dataclass(frozen=True, slots=True)
class Places:
    """The file's index for each entry of ours; -1 for one that was left out, to which nothing refers."""

    shapes: Sequence[int]
    materials: Sequence[int]
    filters: Sequence[int]
    joints: Sequence[int]


def shifted(index: int | None, places: Sequence[int]) -> int | None:
    """The file's index of an entry."""
    return None if index is None else places[index]


def proved(data: Json) -> Json:
    """The JSON itself; ValueError or TypeError where the exporter could not write it, which would end the export."""
    json.dumps(data, allow_nan=False)
    return data


class RootTables:
    """All tables of one export."""

    def __init__(self, tables: Tables, mesh_indices: list[int]) -> None:
        self._document = tables.document
        self._mesh_indices = mesh_indices
        self._encoded: list[list[Json | None]] = []

    def encode(self) -> dict[Entry, Exception]:
        """Makes the JSON of all entries; tells with what error of ours which of them fail, and leaves those out."""
        found = self._document
        tables: list[tuple[Sequence[Any], Callable[[Any], Json]]] = [
            (found.shapes, self._shape),
            (found.physics_materials, encode_material),
            (found.collision_filters, encode_filter),
            (found.physics_joints, encode_physics_joint),
        ]
        errors: dict[Entry, Exception] = {}
        self._encoded = []
        for number, (entries, encode) in enumerate(tables):
            encoded: list[Json | None] = []
            for index, entry in enumerate(entries):
                try:
                    encoded.append(proved(encode(entry)))
                # Whatever it is: it is told, and costs no more than the objects that use the entry.
                except Exception as error:  # noqa: BLE001
                    errors[number, index] = error
                    encoded.append(None)
            self._encoded.append(encoded)
        return errors

    def _shape(self, shape: Shape) -> Json:
        """A shape with the file's mesh index in place of our own."""
        geometry = shape.geometry
        if isinstance(geometry, (Convex, Trimesh)):
            shape = replace(shape, geometry=replace(geometry, mesh=self._mesh_indices[geometry.mesh]))
        return encode_shape(shape)

    def places(self, gltf: Any) -> Places:
        """Where the entries will stand."""
        places: list[Sequence[int]] = []
        for entries, (extension, key) in zip(self._encoded, names.ROOT_TABLES, strict=True):
            start = len(_root(gltf, extension).get(key, ()))
            if None not in entries:
                places.append(range(start, start + len(entries)))
            else:
                numbers = count(start)
                places.append([-1 if entry is None else next(numbers) for entry in entries])
        return Places(*places)

    def write(self, gltf: Any, plans: Iterable[ScenePlan], is_alone: bool) -> set[str]:
        """Puts the tables that the plans refer to into the file; gives the names of the extensions used."""
        used: set[str] = set()
        wanted = {table for plan in plans for _, (table, _) in _references(plan)}
        existing = dict(gltf.extensions or {})
        # The exporter walks lists time and again; our entries are in their final form.
        table: Callable[[list[Json]], Sequence[Json]] = tuple if is_alone else list
        for number, (extension, key) in enumerate(names.ROOT_TABLES):
            entries = [entry for entry in self._encoded[number] if entry is not None]
            if number in wanted and entries:
                root = existing.get(extension) or {}
                used.add(extension)
                existing[extension] = {**root, key: table([*root.get(key, ()), *entries])}
        gltf.extensions = existing
        return used


def _root(gltf: Any, extension: str) -> Json:
    return (gltf.extensions or {}).get(extension) or {}


def users_of(plan: ScenePlan, errors: dict[Entry, Exception]) -> dict[int, Exception]:
    """The nodes that refer to entries which failed, each with the error."""
    found: dict[int, Exception] = {}
    for index, entry in _references(plan):
        if entry in errors:
            found.setdefault(index, errors[entry])
    return found


def _references(plan: ScenePlan) -> Iterator[tuple[int, Entry]]:
    for index, body in plan.bodies.items():
        for role in (body.collider, body.trigger):
            if role is None:
                continue
            if role.shape is not None:
                yield index, (SHAPES, role.shape)
            if role.collision_filter is not None:
                yield index, (FILTERS, role.collision_filter)
        if body.collider is not None and body.collider.physics_material is not None:
            yield index, (MATERIALS, body.collider.physics_material)
    for index, joint in plan.joints.items():
        yield index, (JOINTS, joint.joint)
