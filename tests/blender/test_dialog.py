# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Our options in Blender's glTF dialogs, and our data's absence from custom properties in the file."""

from __future__ import annotations

import json
import sys
from types import ModuleType
from typing import Any

import bpy

from tests.support.layouts import Recorder

from .scenes import add, cube_mesh
from .support import ADDON, addon_module, export_gltf


class ClosedPanels(Recorder):
    """A layout whose panels are closed."""

    def panel(self, *_: Any, **__: Any) -> tuple[Any, None]:
        return Recorder(self.calls), None


def drawn(draw: Any, layout: Recorder) -> list[str]:
    """The properties that a dialog section shows; all of them are the scene's."""
    draw(bpy.context, layout)
    shown = [values for name, values in layout.calls if name == "prop"]
    assert all(values["data"] == bpy.context.scene.omi_physics for values in shown)
    return [values["property"] for values in shown]


def test_the_dialogs_show_the_options_of_the_scene(addon: ModuleType) -> None:
    exported = drawn(addon.draw_export, Recorder())
    assert exported == ["use_export", "formats", "node_layout", "use_godot_compat", "on_issues"]
    assert drawn(addon.draw_import, Recorder()) == ["use_import", "use_import_shape_nodes"]


def test_closed_sections_show_their_switch(addon: ModuleType) -> None:
    assert drawn(addon.draw_export, ClosedPanels()) == ["use_export"]
    assert drawn(addon.draw_import, ClosedPanels()) == ["use_import"]


def test_the_export_dialog_draws_us_once() -> None:
    gltf = sys.modules["io_scene_gltf2"]
    assert list(gltf.exporter_extension_layout_draw) == [ADDON]
    # Blender 4.2 fills the dialog anew when it opens, from the module of each add-on.
    module = sys.modules[ADDON]
    gltf.exporter_extension_layout_draw[ADDON] = module.draw_export
    assert list(gltf.exporter_extension_layout_draw) == [ADDON]


def add_everything() -> None:
    mesh = cube_mesh("Crate")
    crate = add("Crate", mesh)
    crate.omi_physics.motion.type = "DYNAMIC"
    crate.omi_physics.use_collider = crate.omi_physics.use_joint = True
    crate.omi_physics.joint.connected = add("Other")
    bpy.context.scene.omi_physics.node_layout = "COMPACT"
    for owner in (crate, mesh, bpy.context.scene):
        owner["note"] = "mine"
    addon_module("properties.versions").stamp(bpy.data.objects)


def test_custom_properties_in_the_file_hold_none_of_our_data() -> None:
    add_everything()
    document = export_gltf(export_extras=True).json
    extras = [item["extras"] for key in ("nodes", "meshes", "scenes") for item in document[key] if "extras" in item]
    # Only what the user made himself.
    assert extras == [{"note": "mine"}] * 3
    assert "omi_physics" not in json.dumps(document)


def test_nor_where_the_export_of_physics_is_off() -> None:
    add_everything()
    bpy.context.scene.omi_physics.use_export = False
    document = export_gltf(export_extras=True).json
    assert "omi_physics" not in json.dumps(document).lower()
    assert "extensionsUsed" not in document
