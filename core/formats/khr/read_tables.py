# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The root tables of the Khronos format, said in the terms of OMI, whose reader takes any JSON.

Only what differs is changed: defaults of dimensions (height 0.5, radii 0.25), planes, shapes made of meshes.
"""

from __future__ import annotations

from typing import Any

from ...ground.linear import Vec3
from ..common.reader import Notes, as_list, as_object, is_number
from . import names

Json = dict[str, Any]

_HEIGHT, _RADIUS = 0.5, 0.25
PLANE_THICKNESS = 0.1
"""Thickness in metres of the box that stands for a plane, below it."""
ENDLESS = 1000.0
"""Size in metres of the box that stands for an endless plane."""


def root(data: Json, *candidates: str) -> Json:
    """The first of the root extensions of these names that is there; empty for none."""
    extensions: Json = as_object(data.get("extensions")) or {}
    for name in candidates:
        found = as_object(extensions.get(name))
        if found:
            return found
    return {}


class ShapeTable:
    """Shapes in OMI terms. `add_mesh` appends those that stand for meshes; `offsets` moves the boxes of planes."""

    def __init__(self, data: Json, notes: Notes) -> None:
        self.offsets: dict[int, Vec3] = {}
        self._notes = notes
        found = root(data, names.SHAPE, *names.OLDER_SHAPES)
        key = next((key for key in ("shapes", "collisionShapes") if key in found), "shapes")
        self.entries: list[Any] = [self._shape(i, entry) for i, entry in enumerate(as_list(found.get(key)) or [])]
        self._meshes: dict[tuple[int, bool], int] = {}

    def add_mesh(self, mesh: int, is_hull: bool) -> int:
        """The index of the shape of a mesh."""
        known = self._meshes.get((mesh, is_hull))
        if known is None:
            kind = "convex" if is_hull else "trimesh"
            known = self._meshes[mesh, is_hull] = len(self.entries)
            self.entries.append({"type": kind, kind: {"mesh": mesh}})
        return known

    def _shape(self, index: int, entry: Any) -> Any:
        data = as_object(entry)
        kind = data.get("type") if data else None
        inner = (as_object(data.get(kind)) or {}) if data and isinstance(kind, str) else {}
        if data is None:
            return entry
        if kind == "plane":
            return self._plane(index, data, inner)
        if kind == "mesh":
            is_hull = bool(inner.get("convexHull") or data.get("convexHull"))
            kind = "convex" if is_hull else "trimesh"
            return {**_kept(data), "type": kind, kind: {"mesh": inner.get("mesh")}}
        if kind in ("capsule", "cylinder"):
            sizes = {"height": _HEIGHT, "radiusBottom": _RADIUS, "radiusTop": _RADIUS}
            return {**_kept(data), "type": kind, kind: {**sizes, **inner}}
        if kind in ("box", "sphere"):
            return {**_kept(data), "type": kind, kind: inner or _UNSAID[kind]}
        return entry

    def _plane(self, index: int, data: Json, inner: Json) -> Json:
        x, z = _extent(inner.get("sizeX")), _extent(inner.get("sizeZ"))
        is_endless = x is None or z is None
        self.offsets[index] = (0.0, -PLANE_THICKNESS / 2.0, 0.0)
        words = f"is a plane; read as a box of {PLANE_THICKNESS:g} m below it"
        if is_endless:
            words += f", {ENDLESS:g} m wide where it has no end"
        if inner.get("doubleSided"):
            words += "; its other side is open now"
        self._notes.add(("extensions", names.SHAPE, "shapes", index), words)
        return {**_kept(data), "type": "box", "box": {"size": [x or ENDLESS, PLANE_THICKNESS, z or ENDLESS]}}


def _extent(value: Any) -> float | None:
    return float(value) if is_number(value) and value > 0 else None


_UNSAID: dict[str, Json] = {"box": {"size": [1, 1, 1]}, "sphere": {"radius": 0.5}}


def _kept(data: Json) -> Json:
    return {key: data[key] for key in ("name",) if key in data}


def joints_turned(entry: Any) -> Any:
    """An entry of `physicsJoints` as seen from its other end: ranges of one axis and targets change their sign."""
    data = as_object(entry)
    if data is None:
        return entry
    limits = [_turned_limit(limit) for limit in as_list(data.get("limits")) or []]
    drives = [_turned_drive(drive) for drive in as_list(data.get("drives")) or []]
    return {**data, **({"limits": limits} if limits else {}), **({"drives": drives} if drives else {})}


def _turned_limit(limit: Any) -> Any:
    data = as_object(limit)
    if data is None or len(as_list(data.get("linearAxes")) or as_list(data.get("angularAxes")) or []) != 1:
        return limit
    found = {key: value for key, value in data.items() if key not in ("min", "max")}
    for key, other in (("min", "max"), ("max", "min")):
        if is_number(data.get(other)):
            found[key] = -data[other]
    return found


def _turned_drive(drive: Any) -> Any:
    data = as_object(drive)
    if data is None:
        return drive
    flipped = {k: -data[k] for k in ("positionTarget", "velocityTarget") if is_number(data.get(k))}
    return {**data, **flipped}
