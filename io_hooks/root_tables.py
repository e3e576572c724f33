# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The root tables of a file: our entries as JSON, and where they stand among those of other exporter extensions."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count
from typing import Any, TypeVar

from ..core.formats.omi.write import encode_filter, encode_material, encode_physics_joint, encode_shape
from ..core.physics.model import Convex, Shape, Trimesh
from ..core.plan.assembly import ScenePlan, Tables

Json = dict[str, Any]
Encoders = tuple[Callable[[Any], Json | None], ...]
Entry = tuple[int, int]
"""An entry of ours: the number of its table in the order of `names.ROOT_TABLES`, and its index there."""
SHAPES, MATERIALS, FILTERS, JOINTS = range(4)


@dataclass(frozen=True, slots=True)
class Places:
    """The file's index for each entry of ours; -1 for one that is not in its table.

    Nothing refers to one that was left out. Shapes made of a mesh stand in no table of KHR_implicit_shapes.
    """

    shapes: Sequence[int]
    materials: Sequence[int]
    filters: Sequence[int]
    joints: Sequence[int]


def shifted(index: int | None, places: Sequence[int]) -> int | None:
    """The file's index of an entry."""
    return None if index is None else places[index]


_Data = TypeVar("_Data")


def proved(data: _Data) -> _Data:
    """The JSON itself; ValueError or TypeError where the exporter could not write it, which would end the export."""
    json.dumps(data, allow_nan=False)
    return data


def omi_encoders(mesh_indices: list[int]) -> Encoders:
    """What makes the JSON of an entry, for each of the OMI tables; shapes take the file's mesh index."""

    def shape(entry: Shape) -> Json:
        geometry = entry.geometry
        if isinstance(geometry, (Convex, Trimesh)):
            entry = replace(entry, geometry=replace(geometry, mesh=mesh_indices[geometry.mesh]))
        return encode_shape(entry)

    return (shape, encode_material, encode_filter, encode_physics_joint)


class RootTables:
    """All tables of one export in one format: their names and keys, and what encodes their entries."""

    def __init__(self, tables: Tables, root_tables: Sequence[tuple[str, str]], encoders: Encoders) -> None:
        self._document = tables.document
        self._names = root_tables
        self._encoders = encoders
        self._encoded: list[list[Json | None]] = []

    def encode(self) -> dict[Entry, Exception]:
        """Makes the JSON of all entries; tells with what error of ours which of them fail, and leaves those out."""
        found = self._document
        tables = (found.shapes, found.physics_materials, found.collision_filters, found.physics_joints)
        errors: dict[Entry, Exception] = {}
        self._encoded = []
        for number, (entries, encode) in enumerate(zip(tables, self._encoders, strict=True)):
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

    def places(self, gltf: Any) -> Places:
        """Where the entries will stand."""
        places: list[Sequence[int]] = []
        for entries, (extension, key) in zip(self._encoded, self._names, strict=True):
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
        for number, (extension, key) in enumerate(self._names):
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
