# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Shows the lines in the 3D View. Built when something changed, drawn from batches otherwise; takes no input."""

from __future__ import annotations

from contextlib import ExitStack
from typing import Any

import bpy
from bpy.app.handlers import persistent

from ..core.physics.scene import Picture
from ..properties import keys
from ..properties.access import overlay_settings
from ..properties.capture import capture_objects
from .scene_lines import Group, SceneLines, Shown

COLORS: dict[str, tuple[float, float, float]] = {
    "dynamic": (0.25, 0.85, 0.35),
    "kinematic": (1.0, 0.65, 0.15),
    "static": (0.35, 0.6, 1.0),
    "collider": (0.35, 0.6, 1.0),
    "trigger": (0.95, 0.35, 0.85),
    "center": (1.0, 0.9, 0.2),
    "velocity": (1.0, 0.9, 0.2),
    "spin": (1.0, 0.5, 0.3),
    "x": (1.0, 0.25, 0.3),
    "y": (0.5, 0.85, 0.1),
    "z": (0.2, 0.55, 1.0),
    "limit": (1.0, 1.0, 1.0),
    "link": (0.8, 0.8, 0.8),
}
_ALPHA = {True: 1.0, False: 0.4}
_WIDTH = {True: 2.0, False: 1.2}


class Overlay:
    """The lines of the scene on show, rebuilt lazily after `tag`."""

    def __init__(self) -> None:
        self._lines = SceneLines()
        self._meshes: dict[Any, Any] = {}
        self._batches: list[tuple[Group, Any]] = []
        self._built_for: tuple[Any, ...] | None = None
        self.rebuilds = 0

    def tag(self, forget_meshes: bool = False) -> None:
        """Has the lines rebuilt at the next draw."""
        self._built_for = None
        if forget_meshes:
            self._meshes.clear()
            self._lines.clear()

    def forget(self, data: bpy.types.ID) -> None:
        """Reads the geometry of an object or mesh anew."""
        key = keys.mesh_key(data) if isinstance(data, bpy.types.Mesh) else keys.object_key(data)  # type: ignore[arg-type]
        for kind in ("BASE", "EVALUATED"):
            self._meshes.pop((kind, key), None)
        # Outlines are kept by the key of their mesh.
        self._lines.clear()

    def update(self, context: bpy.types.Context) -> None:
        """Rebuilds the batches if something changed."""
        settings = overlay_settings(context.window_manager)
        shown = Shown(
            settings.show_colliders, settings.show_triggers, settings.show_centers,
            settings.show_velocities, settings.show_joints, settings.use_selected_only,
        )  # fmt: skip
        stamp = (context.scene.session_uid, context.view_layer.name, shown, _selection(context))
        if stamp == self._built_for:
            return
        self._built_for = stamp
        self.rebuilds += 1
        depsgraph = context.evaluated_depsgraph_get()
        picture, objects = capture_objects(context.scene, depsgraph, self._meshes)
        visible = _visible(picture, objects, context.view_layer)
        selected = {i for i in visible if objects[i].select_get(view_layer=context.view_layer)}
        self._batches = _make_batches(self._lines.build(picture, selected, shown, visible))

    def draw(self) -> None:
        """Called by Blender for each 3D View."""
        context = bpy.context
        space, region = context.space_data, context.region
        settings = overlay_settings(context.window_manager)
        if not settings.show_overlay or not isinstance(space, bpy.types.SpaceView3D) or not space.overlay.show_overlays:
            return
        self.update(context)
        if self._batches:
            _draw_batches(self._batches, (region.width, region.height))


def _visible(picture: Picture, objects: list[bpy.types.Object], view_layer: bpy.types.ViewLayer) -> set[int]:
    """Nodes of objects on show; what a collection instance holds shows with its instancer."""
    visible: set[int] = set()
    instanced: set[int] = set()
    for node, obj in zip(picture.nodes, objects, strict=True):
        above = node.parent
        if above in visible and (above in instanced or objects[above].instance_type == "COLLECTION"):
            is_inside = above in instanced or obj.parent is not objects[above]
            visible.add(node.index)
            if is_inside:
                instanced.add(node.index)
        elif obj.visible_get(view_layer=view_layer):
            visible.add(node.index)
    return visible


def _selection(context: bpy.types.Context) -> frozenset[int]:
    return frozenset(obj.session_uid for obj in context.selected_objects)


def _make_batches(groups: dict[Group, Any]) -> list[tuple[Group, Any]]:
    import gpu
    from gpu_extras.batch import batch_for_shader

    shader = gpu.shader.from_builtin("POLYLINE_UNIFORM_COLOR")
    order = sorted(groups, key=lambda group: group[1])
    return [(group, batch_for_shader(shader, "LINES", {"pos": groups[group].astype("f4")})) for group in order]


def _draw_batches(batches: list[tuple[Group, Any]], size: tuple[int, int]) -> None:
    import gpu

    shader = gpu.shader.from_builtin("POLYLINE_UNIFORM_COLOR")
    gpu.state.blend_set("ALPHA")
    gpu.state.depth_test_set("NONE")
    try:
        shader.bind()
        shader.uniform_float("viewportSize", size)
        for (what, is_selected), batch in batches:
            shader.uniform_float("lineWidth", _WIDTH[is_selected])
            shader.uniform_float("color", (*COLORS[what], _ALPHA[is_selected]))
            batch.draw(shader)
    finally:
        gpu.state.blend_set("NONE")


overlay = Overlay()


@persistent
def _on_depsgraph(_scene: bpy.types.Scene, depsgraph: bpy.types.Depsgraph) -> None:
    for update in depsgraph.updates:
        if update.is_updated_geometry and isinstance(update.id, (bpy.types.Object, bpy.types.Mesh)):
            overlay.forget(update.id.original or update.id)
    overlay.tag()


@persistent
def _on_other_data(*_args: Any) -> None:
    overlay.tag(forget_meshes=True)


def register_extra(undo: ExitStack) -> None:
    """Adds the draw handler (with a window only) and the handlers that notice changes."""
    handlers: Any = bpy.app.handlers
    for listeners, listener in (
        (handlers.depsgraph_update_post, _on_depsgraph),
        (handlers.undo_post, _on_other_data),
        (handlers.redo_post, _on_other_data),
        (handlers.load_post, _on_other_data),
        (handlers.frame_change_post, _on_depsgraph),
    ):
        listeners.append(listener)
        undo.callback(listeners.remove, listener)
    if not bpy.app.background:
        handle = bpy.types.SpaceView3D.draw_handler_add(overlay.draw, (), "WINDOW", "POST_VIEW")
        undo.callback(bpy.types.SpaceView3D.draw_handler_remove, handle, "WINDOW")
