# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The export hook: takes a picture of each scene, has it planned, and writes the plan at the end.

Shape meshes are parked in the scene's extensions until the exporter has given them indices; nodes are added only when
all indices are final, so references point the right way whatever the order of the nodes.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

import bpy

from ..core.ground.garbage import uncollected
from ..core.issues.faults import FAULTS, object_fault, scene_fault
from ..core.issues.issue import Issue
from ..core.physics.scene import Options, Picture
from ..core.plan.assemble import Assembler
from ..core.plan.assembly import ScenePlan
from ..core.plan.without import users_of_meshes
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
    """What fails in our code costs the scene's physics, never the scene, and is named as an error."""

    @wraps(hook)
    def call(self: glTF2ExportUserExtension, *args: Any) -> None:
        try:
            with uncollected():
                hook(self, *args)
        # Whatever it is: the operator reports it as an error once the file is written, or no file is.
        except Exception as error:  # noqa: BLE001
            self.tell(scene_fault(_scene_name(), error), error, args[-1])

    return call  # type: ignore[return-value]


def _scene_name() -> str:
    """The scene that is being exported: the exporter shows each in the window meanwhile."""
    return bpy.context.window.scene.name


class glTF2ExportUserExtension:
    """Looked up by Blender's glTF exporter by this name; one instance per export."""

    def __init__(self) -> None:
        self.record = record.begin_export()
        self._is_on = False
        self._on_issues = "WARN"
        self._assembler = Assembler()
        self._before: vtree.TreeBeforeFilter | None = None
        self._scenes: list[PlannedScene] = []
        self._parked_in: list[Any] = []
        self._early_error: Exception | None = None
        try:
            self._read_settings()
        # Raised from here it would end the export; it is told at the first hook, which has a log.
        except Exception as error:  # noqa: BLE001
            self._early_error = error

    def _read_settings(self) -> None:
        running.end_all()
        self._window_scene = bpy.context.scene
        self._frame = bpy.context.scene.frame_current
        settings = scene_settings(bpy.context.scene)
        self._on_issues = settings.on_issues
        self._layout = settings.node_layout
        self._use_godot_compat = settings.use_godot_compat
        self._formats = frozenset(settings.formats)
        self._is_on = settings.use_export

    @_guarded
    def vtree_before_filter_hook(self, tree: Any, export_settings: dict[str, Any]) -> None:
        """Keeps the tree as Blender has it: filters and flattening take away who belongs to whom."""
        self._before = None
        self.__dict__.pop("gather_node_mesh_hook", None)
        if self._early_error is not None:
            error, self._early_error = self._early_error, None
            raise error
        if self._is_on and vtree.has_physics(tree) and not self._formats:
            text = f"{_scene_name()}: no format is chosen for physics, so none is written"
            export_settings["log"].warning(text, popup=True)
        elif self._is_on and vtree.has_physics(tree):
            self._before = vtree.TreeBeforeFilter(tree, export_settings)
            if self._before.has_collision_only():
                # The exporter calls it for every object, so it is there only when it has something to do.
                self.gather_node_mesh_hook = self._hide_mesh

    def _hide_mesh(self, node: Any, blender_object: Any, export_settings: dict[str, Any]) -> None:
        """Leaves out a mesh that only serves a shape."""
        try:
            if vtree.is_collision_only(blender_object):
                node.export_mesh = False
        # As in `_guarded`, but it is known which object it costs something.
        except Exception as error:  # noqa: BLE001
            loss = "its mesh is shown even if it only serves its shape"
            self.tell(object_fault(blender_object.name, error, loss), error, export_settings)

    @_guarded
    def gather_scene_hook(self, scene: Any, blender_scene: bpy.types.Scene, export_settings: dict[str, Any]) -> None:
        """Plans the physics of a scene while its depsgraph is at hand."""
        before, self._before = self._before, None
        if before is None or not (before.faults or any(before.physics)):
            return
        mark = self._assembler.tables.mark()
        try:
            self._add_scene(before, scene, blender_scene, export_settings)
        except Exception:
            self._assembler.tables.back_to(mark)
            raise

    def _add_scene(
        self, before: vtree.TreeBeforeFilter, scene: Any, blender_scene: bpy.types.Scene, settings: dict[str, Any]
    ) -> None:
        options = Options(bool(settings["gltf_yup"]), self._layout, self._use_godot_compat, formats=self._formats)
        picture = vtree.take_picture(before, settings, options, blender_scene)
        plan, meshes = self._plan(picture)
        self._judge(picture, plan, settings)
        # What the exporter does next takes the most memory; only the plan is still needed then.
        plan.tree = None
        if plan.is_empty:
            return
        nodes = [before.nodes[uuid].node for uuid in before.order]
        restored = vtree.restored_transforms(picture, nodes)
        self._count(picture, plan)
        if settings.get("gltf_gpu_instances"):
            settings["gltf_gpu_instances"] = False
            text = f"{picture.scene_name}: GPU instancing is off for this export, since instances cannot carry physics"
            settings["log"].warning(text, popup=True)
        if settings.get("gltf_use_gltfpack"):
            text = (
                f"{picture.scene_name}: gltfpack, which is switched on for this export, drops the physics of the file"
            )
            settings["log"].warning(text, popup=True)
        self._scenes.append(PlannedScene(plan, nodes, scene, restored, picture.scene_name))
        if meshes:
            scene.extensions[_PARKED] = {"meshes": meshes}
            self._parked_in.append(scene)

    @_guarded
    def gather_gltf_hook(self, _active: Any, _scenes: Any, _animations: Any, export_settings: dict[str, Any]) -> None:
        """Where an error shall stop the export, looks for ours before the exporter writes its first file."""
        if self._scenes and self._on_issues == "STOP":
            meshes = list(range(len(self._assembler.tables.meshes)))
            self._writer(_NoFile(), meshes, export_settings).rehearse(self._scenes)

    @_guarded
    def gather_gltf_extensions_hook(self, gltf: Any, export_settings: dict[str, Any]) -> None:
        """Writes what was planned; all indices are final here."""
        indices = [index for scene in self._parked_in for index in scene.extensions.pop(_PARKED)["meshes"]]
        self._parked_in.clear()
        if self._scenes:
            self._writer(gltf, indices, export_settings).write(self._scenes)
            self._scenes.clear()
        if self.record.is_checked or self.record.faults:
            issue_store.set_issues(distinct(self.record.issues))
        self.record.is_complete = not self.record.faults

    def _writer(self, gltf: Any, mesh_indices: list[int], settings: dict[str, Any]) -> GltfWriter:
        log = settings["log"]
        return GltfWriter(
            gltf,
            self._assembler.tables,
            mesh_indices,
            lambda text: log.warning(text, popup=True),
            lambda fault, error: self.tell(fault, error, settings),
            is_alone=len(settings["gltf_user_extensions"]) == 1,
            formats=self._formats,
        )

    def tell(self, fault: Issue, error: Exception | None, settings: dict[str, Any]) -> None:
        """Names an error of our own code: in the log, the report and the record; stops where errors shall."""
        if error is not None and not self.record.faults:
            traceback.print_exception(error)
        self.record.issues.append(fault)
        self.record.faults.append(fault)
        settings["log"].error(fault.message, popup=True)
        if self._on_issues == "STOP":
            self._stop([fault])

    def _stop(self, errors: list[Issue]) -> None:
        self.record.is_stopped = True
        issue_store.set_issues(distinct(self.record.issues), is_stopped=True)
        # The exporter restores the scene and the frame only when it comes to its end.
        bpy.context.window.scene = self._window_scene
        if bpy.context.scene.frame_current != self._frame:
            bpy.context.scene.frame_set(self._frame)
        raise ExportStopped(_stop_text(errors))

    def _plan(self, picture: Picture) -> tuple[ScenePlan, list[Any]]:
        """The plan of a scene and the exporter's meshes for its new shapes."""
        tables = self._assembler.tables
        mark, known = tables.mark(), len(tables.meshes)
        while True:
            plan = self._assembler.add_scene(picture)
            meshes: list[Any] = []
            errors: dict[int, Exception] = {}
            for number, shape in enumerate(tables.meshes[known:], known):
                try:
                    meshes.append(build_mesh(shape, picture.options.y_up))
                # Whatever it is: it is told, and costs no more than the objects of this shape.
                except Exception as error:  # noqa: BLE001
                    errors[number] = error
            if not errors:
                return plan, meshes
            users = users_of_meshes(plan, len(picture.nodes), tables.document, errors)
            tables.back_to(mark)
            for index, error in users.items():
                picture.leave_out(index, error)

    def _judge(self, picture: Picture, plan: ScenePlan, export_settings: dict[str, Any]) -> None:
        """Reports what was left out and, unless switched off, what the checks find; stops where asked to."""
        for index, error in picture.faults.items():
            self.tell(object_fault(picture.nodes[index].name, error), error, export_settings)
        issues = list(plan.issues)
        if self._on_issues != "IGNORE":
            issues.extend(check_rules(picture, plan))
            self.record.is_checked = True
        log = export_settings["log"]
        for found in distinct(issues):
            if found.code in FAULTS:
                if found not in self.record.faults:
                    self.tell(found, None, export_settings)
                continue
            self.record.issues.append(found)
            if found.severity == "info":
                log.info(found.message)
            else:
                log.warning(found.message, popup=True)
        errors = [i for i in issues if i.severity == "error"]
        if errors and self._on_issues == "STOP":
            self._stop(errors)

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


class _NoFile:
    """Stands for the exporter's data before it is there."""

    extensions = None
