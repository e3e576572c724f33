# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Registration in a fixed order, undone in reverse. Whatever fails half-way leaves nothing behind."""

from __future__ import annotations

import importlib
import sys
from contextlib import ExitStack

import bpy

# Modules with CLASSES or register_extra(undo), in order: a group comes after the groups it points to.
MODULES = (
    "properties.groups_shape",
    "properties.groups_joint",
    "properties.groups",
    "properties.groups_overlay",
    "properties.versions",
    "properties.preferences",
    "translations",
    "operators.roles",
    "operators.role_toggle",
    "operators.joint_presets",
    "operators.shapes",
    "operators.shape_to_mesh",
    "operators.decompose",
    "operators.mass",
    "operators.add_joint",
    "operators.lists",
    "operators.limit_from_pose",
    "operators.zones",
    "operators.copy_physics",
    "operators.from_rigid_bodies",
    "operators.to_rigid_bodies",
    "operators.from_names",
    "operators.material_presets",
    "operators.select_object",
    "operators.playground",
    "operators.preview",
    "properties.issue_store",
    "operators.fix",
    "panels.watch",
    "panels.measured",
    "panels.lists",
    "panels.sidebar",
    "panels.menus",
    "io_hooks.dialog",
    "overlay.popover",
    "overlay.draw",
    "batch.register",
)
# All that takes part in an export. Workers of the headless command have no interface, and start faster without.
WORKER_MODULES = (
    "properties.groups_shape",
    "properties.groups_joint",
    "properties.groups",
    "properties.groups_overlay",
    "properties.versions",
    "properties.issue_store",
    "io_hooks.dialog",
    "batch.register",
)
# The last word on the command line of a worker.
WORKER = "_worker"

_undo = ExitStack()
_addon_id = ""


def addon_id() -> str:
    """The module name under which Blender knows the add-on, such as bl_ext.user_default.omi_physics.

    Empty while the add-on is not enabled.
    """
    return _addon_id


def _set_addon_id(package: str) -> None:
    global _addon_id
    _addon_id = package


def is_worker() -> bool:
    """Whether this process is a worker of the headless command."""
    return sys.argv[-1:] == [WORKER]


def register(package: str) -> None:
    """Registers everything; on failure nothing stays registered and the error goes on."""
    with ExitStack() as undo:
        _set_addon_id(package)
        undo.callback(_set_addon_id, "")
        for name in WORKER_MODULES if is_worker() else MODULES:
            module = importlib.import_module(f".{name}", __package__)
            for cls in getattr(module, "CLASSES", ()):
                bpy.utils.register_class(cls)
                undo.callback(bpy.utils.unregister_class, cls)
            if hasattr(module, "register_extra"):
                module.register_extra(undo)
        _undo.enter_context(undo.pop_all())


def unregister() -> None:
    """Undoes everything in reverse order."""
    _undo.close()
