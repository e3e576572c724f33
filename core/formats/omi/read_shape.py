# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Shapes of OMI_physics_shape and of OMI_collider, in all forms they have had."""

from __future__ import annotations

from ...physics.model import Box, Capsule, Convex, Cylinder, Geometry, Shape, Sphere, Trimesh
from ..common.reader import Place
from .reading import Reading

_DIMENSIONS = {
    "box": frozenset(("size",)),
    "sphere": frozenset(("radius",)),
    "capsule": frozenset(("height", "radius", "radiusBottom", "radiusTop")),
    "cylinder": frozenset(("height", "radius", "radiusBottom", "radiusTop")),
    "convex": frozenset(("mesh",)),
    "trimesh": frozenset(("mesh",)),
}
_TYPES = (*_DIMENSIONS, "hull")
_SHAPE_KEYS = frozenset(("type", "name", "extras"))
_COLLIDER_KEYS = frozenset(("type", "isTrigger", "name", "extras"))
_EXTRAS = frozenset(("extras",))

# Dimensions outside of this are kept, but hardly meant.
_SMALLEST, _LARGEST = 1e-9, 1e9


def read_shape(place: Place, reading: Reading) -> Shape | None:
    """An item of `shapes`; None where there is no telling what it is."""
    kind = place.word("type", _TYPES, "", "the shape is left out")
    if not kind:
        return None
    key = kind
    if kind == "hull":
        place.note("type", 'is the older "hull"; read as "convex"')
        kind, key = "convex", ("hull" if "hull" in place.data else "convex")
    flat = _DIMENSIONS[kind] & place.data.keys()
    if key in place.data:
        inner, known = place.child(key), _SHAPE_KEYS | {key}
        if inner:
            inner.unread(_DIMENSIONS[kind] | _EXTRAS)
        if flat and not (inner and inner.data.keys() & _DIMENSIONS[kind]):
            place.note(None, f"has its dimensions not in {key}, an older form; read all the same")
            inner, known = place, known | flat
    elif flat:
        place.note(None, f"has its dimensions not in {key}, an older form; read all the same")
        inner, known = place, _SHAPE_KEYS | flat
    else:
        place.note(key, "is missing; the defaults are used")
        inner, known = None, _SHAPE_KEYS
    place.unread(known)
    geometry = _geometry(inner or Place({}, place.notes, (*place.path, key)), kind, reading, is_old=inner is place)
    return Shape(geometry, place.text("name")) if geometry else None


def read_collider_shape(place: Place, reading: Reading) -> Shape | None:
    """A collider of the archived OMI_collider: dimensions beside the type, capsules in full height."""
    kind = place.word("type", _TYPES, "", "the shape is left out")
    if not kind:
        return None
    kind = "convex" if kind == "hull" else kind
    place.unread(_COLLIDER_KEYS | _DIMENSIONS[kind])
    geometry = _geometry(place, kind, reading, is_old=True)
    return Shape(geometry, place.text("name")) if geometry else None


def _geometry(place: Place, kind: str, reading: Reading, is_old: bool) -> Geometry | None:
    if kind == "box":
        return Box(_size(place))
    if kind == "sphere":
        return Sphere(_length(place, "radius", 0.5))
    if kind == "capsule":
        return _capsule(place, is_old)
    if kind == "cylinder":
        return _cylinder(place, is_old)
    mesh = place.index("mesh", reading.mesh_count, "mesh", "the shape is left out")
    if mesh is None:
        return None
    return Convex(mesh) if kind == "convex" else Trimesh(mesh)


def _size(place: Place) -> tuple[float, float, float]:
    size = place.vector("size", (1.0, 1.0, 1.0))
    if min(size) < 0.0:
        place.note("size", "has a negative number; the default is used")
        return (1.0, 1.0, 1.0)
    for value in {min(size), max(size)}:
        _check_length(place, "size", value)
    return size


def _length(place: Place, key: str, default: float) -> float:
    value = place.number(key, default, 0.0)
    if key in place.data:
        _check_length(place, key, value)
    return value


def _check_length(place: Place, key: str, value: float) -> None:
    if value == 0.0:
        place.note(key, "has a 0; kept, though such a shape has no inside")
    elif value < _SMALLEST:
        place.note(key, f"has {value:g}, which is next to nothing; kept")
    elif value > _LARGEST:
        place.note(key, f"has {value:g}, which is hardly meant; kept")


def _radii(place: Place, base: float) -> tuple[float, float]:
    """Both radii; `radius`, the name before 2025, where their own names are absent."""
    if "radius" not in place.data:
        return _length(place, "radiusBottom", 0.5), _length(place, "radiusTop", 0.5)
    if not place.data.keys() & {"radiusBottom", "radiusTop"}:
        return base, base
    bottom, top = _length(place, "radiusBottom", base), _length(place, "radiusTop", base)
    if bottom != base or top != base:
        place.note("radius", "differs from radiusBottom and radiusTop; left out")
    return bottom, top


def _cylinder(place: Place, is_old: bool) -> Cylinder:
    base = _length(place, "radius", 0.5)
    bottom, top = _radii(place, base)
    if not is_old and "radius" in place.data and not place.data.keys() & {"radiusBottom", "radiusTop"}:
        place.note("radius", "is the form before 2025; read as both radii")
    return Cylinder(_length(place, "height", 2.0), bottom, top)


def _capsule(place: Place, is_old: bool) -> Capsule | Sphere:
    base = _length(place, "radius", 0.5)
    bottom, top = _radii(place, base)
    if place.data.keys() & {"radiusBottom", "radiusTop"} or not (is_old or "radius" in place.data):
        return Capsule(_length(place, "height", 1.0), bottom, top)
    full = _length(place, "height", 2.0)
    if not is_old:
        place.note("radius", f"is the form before 2025; the height of {full:g} is read as the full height")
    middle = full - 2.0 * base
    if middle <= 0.0:
        place.note("height", "leaves nothing between the hemispheres; read as a sphere")
        return Sphere(base)
    return Capsule(middle, base, base)
