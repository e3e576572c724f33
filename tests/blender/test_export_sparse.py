# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Nodes that put only what is set into their JSON: the file must be the one that the exporter's own nodes give."""

from __future__ import annotations

import sys

import bpy
import pytest

from tests.blender.scenes import add, cube, make_body, make_collider, make_trigger, update
from tests.blender.support import addon_module, export_glb, export_gltf
from tests.blender.test_export_geometry import armature_with_bone
from tests.blender.test_export_schemas import everything

SHAPE, BODY = "OMI_physics_shape", "OMI_physics_body"


def things_on_bodies() -> None:
    """Bodies that carry each kind of content a node can have, with values that are falsy or whole on purpose."""
    rig = armature_with_bone()
    skinned = make_collider(make_body(cube("Skinned", (1, 2, 3), parent=rig)))
    skinned.modifiers.new("Armature", "ARMATURE").object = rig
    skinned.vertex_groups.new(name="Bone").add(range(8), 1.0, "REPLACE")
    skinned.shape_key_add(name="Basis")
    skinned.shape_key_add(name="Wide").value = 0.25
    skinned["label"] = "crate"
    skinned["empty"] = []
    turned = make_collider(make_body(cube("Turned", location=(1, 2, 3), rotation=(0.1, 0.2, 0.3), scale=(2, 2, 2))))
    make_trigger(cube("Below", parent=turned, location=(0, 0, 1)))
    for name, data in (("Camera", bpy.data.cameras.new("C")), ("Lamp", bpy.data.lights.new("L", "POINT"))):
        make_body(add(name, data, location=(4, 0, 0)))
    make_body(add("Bare"))
    update()


def plain_nodes(monkeypatch: pytest.MonkeyPatch) -> None:
    from io_scene_gltf2.io.com import gltf2_io

    class Plain(gltf2_io.Node):
        pass

    monkeypatch.setattr(addon_module("io_hooks.write_gltf"), "sparse_node_class", lambda is_alone: Plain)


@pytest.mark.parametrize("layout", ["SEPARATE", "COMPACT"])
@pytest.mark.parametrize("fill", [everything, things_on_bodies])
def test_the_file_is_that_of_the_exporters_own_nodes(layout, fill, tmp_path, monkeypatch):
    fill()
    bpy.context.scene.omi_physics.node_layout = layout
    options = {"export_cameras": True, "export_lights": True, "export_extras": True}
    export_glb(tmp_path / "sparse.glb", **options)
    plain_nodes(monkeypatch)
    export_glb(tmp_path / "plain.glb", **options)
    assert (tmp_path / "sparse.glb").read_bytes() == (tmp_path / "plain.glb").read_bytes()


class _Odd:
    """What other add-ons may put on nodes, also below our own names."""

    def to_dict(self):
        return {"q": 1}


@pytest.mark.parametrize("is_first", [True, False])
def test_what_other_extensions_put_on_nodes_is_written_as_ever(is_first, monkeypatch):
    other = type(sys)("other_addon")
    entry = bpy.context.preferences.addons.new()
    entry.module = "other_addon"
    export_module = addon_module("io_hooks.export")

    class Silent:
        pass

    class Both(export_module.glTF2ExportUserExtension):
        def gather_gltf_extensions_hook(self, gltf, export_settings):
            def write():
                for node in gltf.nodes:
                    node.extras = []
                    body = (node.extensions or {}).get(BODY, {})
                    node.extensions = {**(node.extensions or {}), BODY: {**body, "extras": _Odd()}}

            if is_first:
                write()
            super().gather_gltf_extensions_hook(gltf, export_settings)
            if not is_first:
                write()

    other.glTF2ExportUserExtension = Silent
    monkeypatch.setitem(sys.modules, "other_addon", other)
    monkeypatch.setattr(export_module, "glTF2ExportUserExtension", Both)
    make_collider(make_body(cube("Crate")))
    try:
        node = export_glb().node("Crate")
    finally:
        bpy.context.preferences.addons.remove(entry)
    assert node["extras"] == [] and node["extensions"][BODY]["extras"] == {"q": 1}


class _Reader:
    """Another add-on that takes part: the exporter's nodes and tables must stay what it knows."""

    gltf = None

    def gather_gltf_extensions_hook(self, gltf, export_settings):
        type(self).gltf = gltf


def test_other_extensions_find_nodes_and_lists(monkeypatch):
    from io_scene_gltf2.io.com import gltf2_io

    other = type(sys)("other_addon")
    other.glTF2ExportUserExtension = _Reader
    monkeypatch.setitem(sys.modules, "other_addon", other)
    entry = bpy.context.preferences.addons.new()
    entry.module = "other_addon"
    make_collider(make_body(cube("Crate")))
    try:
        export_glb()
    finally:
        bpy.context.preferences.addons.remove(entry)
    assert all(isinstance(node, gltf2_io.Node) for node in _Reader.gltf.nodes)
    shapes = _Reader.gltf.extensions[SHAPE]["shapes"]
    assert isinstance(shapes, list) and shapes[0]["type"] == "box"


def test_a_neighbours_own_kind_of_node_stays_its_own(monkeypatch):
    make_collider(make_body(cube("Crate")))
    export_module = addon_module("io_hooks.export")
    ours = export_module.glTF2ExportUserExtension

    class Both(ours):
        """The exporter calls their hook, then ours."""

        def gather_gltf_extensions_hook(self, gltf, export_settings):
            plain = type(gltf.nodes[0])
            theirs = type("Theirs", (plain,), {"to_dict": lambda s: {**plain.to_dict(s), "extras": {"by": "them"}}})
            for node in gltf.nodes:
                node.__class__ = theirs
            super().gather_gltf_extensions_hook(gltf, export_settings)

    monkeypatch.setattr(export_module, "glTF2ExportUserExtension", Both)
    gltf = export_gltf()
    assert gltf.node("Crate")["extras"] == {"by": "them"} and BODY in gltf.node("Crate")["extensions"]
