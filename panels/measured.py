# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What will be written for a shape, in words: measured once, and again when the geometry changes.

Panels ask while they draw. Small meshes are measured at once; a large one right after, in a timer, and until then the
panels show what was found last.
"""

from __future__ import annotations

from collections.abc import Hashable
from contextlib import ExitStack
from dataclasses import dataclass

import bpy

from ..core.geometry.place import MeshShape, Placed, Placer, Unplaceable
from ..core.ground.linear import Mat4, apply, column, inverse, length
from ..core.physics.model import Box, Capsule, Cylinder, Sphere
from ..core.physics.scene import SceneNode, ShapeSettings
from ..core.physics.words import Units, number, shape_words
from ..properties import keys
from ..properties.capture import as_rows
from ..properties.meshes import BlenderMeshes
from . import watch

SMALL = 5_000
"""Meshes of up to so many vertices are measured while drawing: a few milliseconds, once."""

_REMEMBERED = 64


@dataclass(frozen=True, slots=True)
class Written:
    """The placed shape, or why there is none; `settings` and `place` are what it was measured for."""

    settings: ShapeSettings
    place: Mat4
    result: Placed | Unplaceable


_found: dict[Hashable, Written] = {}
_stale: set[int] = set()
_waiting: dict[Hashable, ShapeSettings] = {}


def written(context: bpy.types.Context, obj: bpy.types.Object, shape: ShapeSettings, role: str) -> Written | None:
    """The shape that the file gets, measured on the evaluated mesh; None until it has been measured.

    For primitives only: a hull or a triangle mesh needs no measuring. `role` tells shapes of one object apart.
    """
    key = (obj.session_uid, role)
    found = _found.get(key)
    place = as_rows(obj.matrix_world)
    if found is not None and found.settings == shape and found.place == place and obj.session_uid not in _stale:
        return found
    depsgraph = context.view_layer.depsgraph
    if vertex_count(obj, depsgraph) <= SMALL:
        return _measure(key, obj, shape, depsgraph)
    if key not in _waiting:
        bpy.app.timers.register(_measure_waiting, first_interval=0.1)
    _waiting[key] = shape
    return found if found is not None and found.settings.type == shape.type else None


def vertex_count(obj: bpy.types.Object, depsgraph: bpy.types.Depsgraph) -> int:
    """How many vertices the evaluated mesh of an object has; 0 for objects that are no meshes."""
    if obj.type != "MESH":
        return 0
    data = obj.evaluated_get(depsgraph).data
    return max(len(obj.data.vertices), len(data.vertices) if data is not None else 0)


def _measure(key: Hashable, obj: bpy.types.Object, shape: ShapeSettings, depsgraph: bpy.types.Depsgraph) -> Written:
    node = SceneNode(0, obj.name, keys.object_key(obj), world=as_rows(obj.matrix_world))
    meshes = BlenderMeshes(depsgraph, lambda _: obj, use_modifiers=True)
    if len(_found) >= _REMEMBERED:
        _found.clear()
    _stale.discard(obj.session_uid)
    found = _found[key] = Written(shape, node.world, Placer(meshes).place(node, shape))
    return found


def _measure_waiting() -> None:
    view_layer = bpy.context.view_layer
    waiting = dict(_waiting)
    _waiting.clear()
    if view_layer is None:
        return
    objects = {obj.session_uid: obj for obj in view_layer.objects}
    for key, shape in waiting.items():
        obj = objects.get(key[0])  # type: ignore[index]
        if obj is not None:
            _measure(key, obj, shape, bpy.context.evaluated_depsgraph_get())
    for window in bpy.context.window_manager.windows:
        for area in window.screen.areas:
            if area.type in ("VIEW_3D", "PROPERTIES"):
                area.tag_redraw()


def rows(found: Written, units: Units) -> list[tuple[str, str]]:
    """The dimensions as (label, value), and where the center is when that is not the object's origin."""
    result = found.result
    if isinstance(result, Unplaceable) or isinstance(result.geometry, MeshShape):
        return []
    texts = _dimensions(result.geometry, units)
    try:
        center = apply(inverse(found.place), column(result.world, 3))
    except ZeroDivisionError:
        return texts
    if max(map(abs, center)) > 1e-4:
        texts.append(("Center", ", ".join(number(round(value, 3)) for value in center)))
    return texts


def is_scaled(world: Mat4) -> bool:
    """Whether an object's scale makes its shape another size in the scene than in its own space."""
    return any(abs(length(column(world, i)) - 1.0) > 1e-4 for i in range(3))


def dimensions_words(placed: Placed, units: Units) -> str:
    """Dimensions in a line; empty for shapes made of a mesh."""
    if isinstance(placed.geometry, MeshShape):
        return ""
    words = shape_words(placed.geometry, units)
    return words[:1].lower() + words[1:]


def unscaled_words(found: Written, units: Units) -> str:
    """What was measured as it would be entered by hand; empty where the object is not scaled."""
    if isinstance(found.result, Unplaceable) or not is_scaled(found.place):
        return ""
    x, y, z = (length(column(found.place, i)) for i in range(3))
    geometry = found.result.geometry
    if isinstance(geometry, Box) and min(x, y, z) > 0.0:
        a, b, c = geometry.size
        return dimensions_words(Placed(Box((a / x, b / y, c / z)), found.result.world), units)
    return ""


def _dimensions(geometry: Box | Sphere | Capsule | Cylinder, units: Units) -> list[tuple[str, str]]:
    if isinstance(geometry, Box):
        x, y, z = map(units.length, geometry.size)
        return [("Size X", x), ("Y", y), ("Z", z)]
    if isinstance(geometry, Sphere):
        return [("Radius", units.length(geometry.radius))]
    bottom, top = units.length(geometry.radius_bottom), units.length(geometry.radius_top)
    radii = [("Radius", bottom)] if bottom == top else [("Radius Bottom", bottom), ("Top", top)]
    return [*radii, ("Height", units.length(geometry.height))]


def _forget() -> None:
    _found.clear()
    _stale.clear()
    _waiting.clear()


def _look(update: bpy.types.DepsgraphUpdate) -> None:
    if update.is_updated_geometry and isinstance(update.id, bpy.types.Object):
        # An evaluated copy has no identity of its own.
        _stale.add(update.id.original.session_uid)


watch.on_change(_forget, _look)


def _stop_waiting() -> None:
    if bpy.app.timers.is_registered(_measure_waiting):
        bpy.app.timers.unregister(_measure_waiting)


def register_extra(undo: ExitStack) -> None:
    """Leaves no timer behind."""
    undo.callback(_stop_waiting)
