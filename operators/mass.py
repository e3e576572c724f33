# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Mass from a density, and inertia from the shapes of a body."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import bpy
import numpy as np
from bpy.props import BoolProperty, EnumProperty, FloatProperty

from ..core.geometry import inertia, volume
from ..core.geometry.density import BY_ID, DENSITIES
from ..core.geometry.place import Unplaceable
from ..core.geometry.split import split_scale
from ..core.geometry.volume import Solid
from ..core.ground.linear import from_columns, inverse, multiply
from ..core.physics.scene import FloatArray
from ..properties.access import physics
from ..properties.capture import as_rows
from ..properties.read import read_object
from .common import OperatorResult, Skip
from .measure import Measure, MeasuringOperator
from .modes import undoable
from .shapes import world_scale

_CUSTOM = ("CUSTOM", "Custom", "A density of your own")
_DENSITIES = (*((d.id, d.name, f"{d.value:g} kg/m\u00b3") for d in DENSITIES), _CUSTOM)


def body_solid(body: bpy.types.Object, measure: Measure) -> Solid:
    """All colliders of a body as one solid of density 1, in the body's own frame without its scale.

    Without a collider the body's mesh counts. Skip where there is no volume.
    """
    split = split_scale(as_rows(body.matrix_world))
    if split is None:
        raise Skip("is scaled to nothing")
    x, y, z = ((split.rotation[0][i], split.rotation[1][i], split.rotation[2][i]) for i in range(3))
    center = body.matrix_world.translation
    to_body = inverse(from_columns(x, y, z, (center.x, center.y, center.z)))
    parts: list[Solid] = []
    for obj in _parts(body):
        settings = read_object(obj)
        if settings is not None and settings.collider is not None and settings.collider.shape.type != "NONE":
            placed = measure.place(obj, settings.collider.shape)
            if not isinstance(placed, Unplaceable):
                parts.append(volume.of_geometry(placed.geometry).at(multiply(to_body, placed.world)))
    if not parts:
        data = measure.geometry(body)
        if data is not None:
            world = np.asarray(multiply(to_body, as_rows(body.matrix_world)))
            points = data.points() @ world[:3, :3].T + world[:3, 3]
            parts.append(volume.of_mesh(points, data.triangles()))
    solid = volume.combined(parts)
    if solid.volume <= 0.0:
        raise Skip("has no collider or mesh with a volume")
    return solid


def _parts(body: bpy.types.Object) -> Iterator[bpy.types.Object]:
    """The body and all below it that move with it."""
    stack = [body]
    while stack:
        obj = stack.pop()
        yield obj
        stack.extend(child for child in obj.children if physics(child).motion.type == "NONE")


class _BodyOperator(MeasuringOperator):
    """Acts on those of the objects that are bodies."""

    def act(self, obj: bpy.types.Object, measure: Measure) -> None:
        if physics(obj).motion.type == "NONE":
            raise Skip("is no body")
        self.act_on_body(obj, measure)

    def act_on_body(self, obj: bpy.types.Object, measure: Measure) -> None:
        raise NotImplementedError


@undoable
class OMI_OT_mass_from_density(_BodyOperator, bpy.types.Operator):
    """Set the mass of the selected bodies to the volume of their colliders times a density"""

    bl_idname = "omi_physics.mass_from_density"
    bl_label = "Mass from Density"

    if TYPE_CHECKING:
        material: str
        density: float
    else:
        material: EnumProperty(
            name="Material", description="What the bodies are made of", items=_DENSITIES, default="WOOD"
        )
        density: FloatProperty(
            name="Density", description="Kilograms per cubic meter", default=1000.0, min=0.001, soft_max=20000.0
        )

    def invoke(self, context: bpy.types.Context, event: bpy.types.Event) -> OperatorResult:
        if self.properties.is_property_set("material") and self.material != "CUSTOM":
            # Chosen from a menu.
            return self.execute(context)
        return context.window_manager.invoke_props_dialog(self)

    def draw(self, context: bpy.types.Context) -> None:
        layout: Any = self.layout
        layout.use_property_split = True
        layout.prop(self, "material")
        row = layout.row()
        row.enabled = self.material == "CUSTOM"
        if row.enabled:
            row.prop(self, "density")
        else:
            row.label(text=f"{BY_ID[self.material].value:g} kg/m\u00b3")

    def act_on_body(self, obj: bpy.types.Object, measure: Measure) -> None:
        per_volume = self.density if self.material == "CUSTOM" else BY_ID[self.material].value
        physics(obj).motion.mass = body_solid(obj, measure).volume * per_volume


@undoable
class OMI_OT_inertia_from_shape(_BodyOperator, bpy.types.Operator):
    """Compute the inertia of the selected bodies from their colliders and mass, instead of leaving it to the engine"""

    bl_idname = "omi_physics.inertia_from_shape"
    bl_label = "Inertia from Shape"

    if TYPE_CHECKING:
        use_center: bool
    else:
        use_center: BoolProperty(
            name="Center of Mass",
            description="Also put the center of mass into the middle of the colliders",
            default=True,
        )

    def act_on_body(self, obj: bpy.types.Object, measure: Measure) -> None:
        motion = physics(obj).motion
        solid = body_solid(obj, measure)
        if motion.mass <= 0.0:
            raise Skip("has no mass")
        scale = np.asarray(world_scale(obj))
        if self.use_center:
            x, y, z = (_without_noise(solid.center, solid.volume ** (1.0 / 3.0)) / scale).tolist()
            motion.center_of_mass = (x, y, z)
        center = np.asarray(motion.center_of_mass) * scale
        tensor = solid.inertia_about(tuple(center)) * (motion.mass / solid.volume)
        diagonal, (x, y, z, w) = inertia.principal(tuple(float(v) for v in tensor.reshape(-1)))
        motion.inertia_diagonal = diagonal
        motion.inertia_orientation = (w, x, y, z)


def _without_noise(center: FloatArray, size: float) -> FloatArray:
    return np.where(np.abs(center) < 1e-6 * size, 0.0, center)


CLASSES = (OMI_OT_mass_from_density, OMI_OT_inertia_from_shape)
