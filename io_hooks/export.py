# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The export hook: takes a picture of each scene, has it planned, and writes the plan at the end.

Shape meshes are parked in the scene's extensions until the exporter has given them indices; nodes are added only when
all indices are final, so references point the right way whatever the order of the nodes.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

import bpy

from ..core.ground.garbage import uncollected
from ..core.issues.issue import Issue
from ..core.physics.scene import Options, Picture
from ..core.plan.assemble import Assembler
from ..core.plan.assembly import ScenePlan
from ..core.rules.validate import check_rules, distinct
from ..properties import issue_store, running
from ..properties.access import scene_settings
from . import record, vtree
from .shape_meshes import build_mesh
from .write_gltf import GltfWriter, PlannedScene

_PARKED = "OMI_physics_parked"

Hook = TypeVar("Hook", bound=Callable[..., None])


class ExportStopped(BaseException):
    """Ends an export before a file is written.

    Not an Exception: until Blender 5.0 the exporter swallows those of hooks and writes a file without our data.
    """


def _guarded(hook: Hook) -> Hook:
    """What fails in our code ends the export with a clear word, on every version."""

    @wraps(hook)
    def call(self: glTF2ExportUserExtension, *args: Any) -> None:
        try:
            with uncollected():
                hook(self, *args)
        except Exception as error:
            self.record.error = f"{type(error).__name__}: {error}"
            self.restore()
            raise ExportStopped(
                f"OMI Physics could not export its data ({self.record.error}); no file was written"
            ) from error

    return call  # type: ignore[return-value]


class glTF2ExportUserExtension:
    """Looked up by Blender's glTF exporter by this name; one instance per export."""

    def __init__(self) -> None:
        running.end_all()
        self.record = record.begin_export()
        self._window_scene = bpy.context.scene
        self._frame = bpy.context.scene.frame_current
        settings = scene_settings(bpy.context.scene)
        self._is_on = settings.use_export
        self._on_issues = settings.on_issues
        self._layout = settings.node_layout
        self._use_godot_compat = settings.use_godot_compat
        self._assembler = Assembler()
        self._before: vtree.TreeBeforeFilter | None = None
        self._scenes: list[PlannedScene] = []
        self._parked_in: list[Any] = []

    @_guarded
    def vtree_before_filter_hook(self, tree: Any, export_settings: dict[str, Any]) -> None:
        """Keeps the tree as Blender has it: filters and flattening take away who belongs to whom."""
        self._before = None
        self.__dict__.pop("gather_node_mesh_hook", None)
        if self._is_on and vtree.has_physics(tree):
            self._before = vtree.TreeBeforeFilter(tree, export_settings)
            if self._before.has_collision_only():
                # The exporter calls it for every object, so it is there only when it has something to do.
                self.gather_node_mesh_hook = _guarded(glTF2ExportUserExtension._hide_mesh).__get__(self)

    def _hide_mesh(self, node: Any, blender_object: Any, _export_settings: dict[str, Any]) -> None:
        """Leaves out a mesh that only serves a shape."""
        if vtree.is_collision_only(blender_object):
            node.export_mesh = False

    @_guarded
    def gather_scene_hook(self, scene: Any, blender_scene: bpy.types.Scene, export_settings: dict[str, Any]) -> None:
        """Plans the physics of a scene while its depsgraph is at hand."""
        before, self._before = self._before, None
        if before is None or not any(before.physics):
            return
        options = Options(bool(export_settings["gltf_yup"]), self._layout, self._use_godot_compat)
        picture = vtree.take_picture(before, export_settings, options, blender_scene)
        plan = self._assembler.add_scene(picture)
        self._judge(picture, plan, export_settings)
        # What the exporter does next takes the most memory; only the plan is still needed then.
        plan.tree = None
        if plan.is_empty:
            return
        if export_settings.get("gltf_gpu_instances"):
            export_settings["gltf_gpu_instances"] = False
            text = f"{picture.scene_name}: GPU instancing is off for this export, since instances cannot carry physics"
            export_settings["log"].warning(text, popup=True)
        if export_settings.get("gltf_use_gltfpack"):
            text = (
                f"{picture.scene_name}: gltfpack, which is switched on for this export, drops the physics of the file"
            )
            export_settings["log"].warning(text, popup=True)
        nodes = [before.nodes[uuid].node for uuid in before.order]
        self._scenes.append(PlannedScene(plan, nodes, scene, vtree.restored_transforms(picture, nodes)))
        self._park_meshes(scene, export_settings)
        self._count(picture, plan)

    @_guarded
    def gather_gltf_extensions_hook(self, gltf: Any, export_settings: dict[str, Any]) -> None:
        """Writes what was planned; all indices are final here."""
        if self._scenes:
            indices = [index for scene in self._parked_in for index in scene.extensions.pop(_PARKED)["meshes"]]
            log = export_settings["log"]
            is_alone = len(export_settings["gltf_user_extensions"]) == 1
            tables = self._assembler.tables
            writer = GltfWriter(gltf, tables, indices, lambda text: log.warning(text, popup=True), is_alone)
            writer.write(self._scenes)
            self._scenes.clear()
        if self.record.is_checked:
            issue_store.set_issues(distinct(self.record.issues))
        self.record.is_complete = True

    def restore(self) -> None:
        """The exporter restores the scene and the frame only when it comes to its end."""
        bpy.context.window.scene = self._window_scene
        if bpy.context.scene.frame_current != self._frame:
            bpy.context.scene.frame_set(self._frame)

    def _judge(self, picture: Picture, plan: ScenePlan, export_settings: dict[str, Any]) -> None:
        """Reports what was left out and, unless switched off, what the checks find; stops where asked to."""
        issues = list(plan.issues)
        if self._on_issues != "IGNORE":
            issues.extend(check_rules(picture, plan))
            self.record.is_checked = True
        issues = distinct(issues)
        self.record.issues.extend(issues)
        log = export_settings["log"]
        for found in issues:
            if found.severity == "info":
                log.info(found.message)
            else:
                log.warning(found.message, popup=True)
        errors = [i for i in issues if i.severity == "error"]
        if errors and self._on_issues == "STOP":
            self.record.is_stopped = True
            issue_store.set_issues(distinct(self.record.issues))
            self.restore()
            raise ExportStopped(_stop_text(errors))

    def _park_meshes(self, scene: Any, export_settings: dict[str, Any]) -> None:
        known = sum(len(s.extensions[_PARKED]["meshes"]) for s in self._parked_in)
        fresh = self._assembler.tables.meshes[known:]
        if fresh:
            meshes = [build_mesh(shape, bool(export_settings["gltf_yup"])) for shape in fresh]
            scene.extensions[_PARKED] = {"meshes": meshes}
            self._parked_in.append(scene)

    def _count(self, picture: Picture, plan: ScenePlan) -> None:
        counts = self.record.counts
        exported = [n.physics for n in picture.nodes if n.physics is not None and n.is_exported]
        for name, number in (
            ("bodies", sum(p.motion is not None for p in exported)),
            ("colliders", sum(b.collider is not None for b in plan.bodies.values())),
            ("triggers", sum(b.trigger is not None for b in plan.bodies.values())),
            ("joints", len(plan.joints)),
        ):
            counts[name] = counts.get(name, 0) + number
        counts["shapes"] = len(self._assembler.tables.document.shapes)


def _stop_text(errors: list[Issue]) -> str:
    shown = "; ".join(i.message for i in errors[:5])
    more = f"; and {len(errors) - 5} more" if len(errors) > 5 else ""
    return f"OMI Physics found errors, so no file was written: {shown}{more}"
