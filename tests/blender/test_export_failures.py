# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What fails is heard of: our own errors, problems at which an export stops, and neighbours on the same nodes."""

from __future__ import annotations

import bpy
import pytest

from tests.blender.scenes import add, cube, make_body, make_collider, make_joint
from tests.blender.support import addon_module, export_glb

BODY, SHAPE, JOINT = "OMI_physics_body", "OMI_physics_shape", "OMI_physics_joint"


def record():
    return addon_module("io_hooks.record").last_export()


def test_stop_writes_nothing(tmp_path):
    make_joint(add("J"))
    make_body(cube("Crate"))
    bpy.context.scene.omi_physics.on_issues = "STOP"
    for name, file_format in (("out.glb", "GLB"), ("out.gltf", "GLTF_SEPARATE")):
        with pytest.raises(RuntimeError, match="J: has a joint"):
            bpy.ops.export_scene.gltf(filepath=str(tmp_path / name), export_format=file_format)
    assert list(tmp_path.iterdir()) == []
    assert record().is_stopped and record().error == ""
    bpy.context.scene.omi_physics.on_issues = "WARN"
    assert JOINT not in export_glb().extensions_used
    bpy.data.objects["J"].omi_physics.use_joint = False
    bpy.context.scene.omi_physics.on_issues = "STOP"
    assert export_glb().extension("Crate", BODY)


def test_warnings_are_in_the_operators_report(capfd):
    make_joint(add("J"))
    export_glb()
    assert "Warning: J: has a joint" in "".join(capfd.readouterr())


class _Neighbour:
    """An exporter extension that writes under our names, and one that breaks."""

    def gather_node_hook(self, node, blender_object, export_settings):
        if blender_object.name == "Crate":
            node.extensions["EXT_mine"] = {"a": 1}
            node.extensions[BODY] = {"theirs": 2, "motion": {"type": "static"}}

    def gather_gltf_extensions_hook(self, gltf, export_settings):
        gltf.extensions = {**(gltf.extensions or {}), SHAPE: {"shapes": [{"type": "box", "box": {"size": [9, 9, 9]}}]}}


def test_what_neighbours_wrote_is_kept(monkeypatch):
    make_collider(make_body(cube("Crate")), "BOX", "MANUAL", size=(1, 2, 3))
    make_collider(add("Wall"), "SPHERE", "MANUAL")
    export_module = addon_module("io_hooks.export")
    ours = export_module.glTF2ExportUserExtension

    class Both(ours):
        """Stands for several add-ons: the exporter calls their hooks one after the other."""

        def gather_node_hook(self, node, blender_object, export_settings):
            _Neighbour().gather_node_hook(node, blender_object, export_settings)

        def gather_gltf_extensions_hook(self, gltf, export_settings):
            _Neighbour().gather_gltf_extensions_hook(gltf, export_settings)
            super().gather_gltf_extensions_hook(gltf, export_settings)

    monkeypatch.setattr(export_module, "glTF2ExportUserExtension", Both)
    gltf = export_glb()
    crate = gltf.node("Crate")["extensions"]
    assert crate["EXT_mine"] == {"a": 1}
    assert crate[BODY]["theirs"] == 2 and crate[BODY]["motion"] == {"type": "static"}
    assert gltf.root(SHAPE)["shapes"][0]["box"]["size"] == [9, 9, 9]
    index = gltf.extension("Wall", BODY)["collider"]["shape"]
    assert gltf.root(SHAPE)["shapes"][index]["type"] == "sphere"
