# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a file links out of others, or reads from them, and what is not there."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import bpy
import pytest

from tests.support.blender import empty_scene

from . import scenes
from .cli_support import run, save
from .support import addon_module


def _collection() -> Any:
    collection = bpy.data.collections.new("Props")
    scenes.cube("Prop", collection=collection)
    return collection


def _use_collection(data: Any) -> None:
    instance = scenes.add("Instance")
    instance.instance_type, instance.instance_collection = "COLLECTION", data


def _use_group(data: Any) -> None:
    body = scenes.make_collider(scenes.make_body(scenes.cube("Box")))
    body.modifiers.new("Nodes", "NODES").node_group = data


def _use_mesh(data: Any) -> None:
    scenes.make_collider(scenes.make_body(scenes.cube("Box")), "CONVEX", mesh=data)


KINDS: dict[str, tuple[str, Callable[[], Any], Callable[[Any], None]]] = {
    "collection": ("collections", _collection, _use_collection),
    "node group": ("node_groups", lambda: bpy.data.node_groups.new("Props", "GeometryNodeTree"), _use_group),
    "mesh": ("meshes", lambda: scenes.cube_mesh("Props"), _use_mesh),
}


def _library(path: Path, name: str, make: Callable[[], Any]) -> None:
    empty_scene()
    data = make()
    data.name = name
    bpy.data.libraries.write(str(path), {data}, fake_user=True)


def _missing(path: Path) -> list[str]:
    opening = addon_module("batch.opening")
    opening.open_file(path)
    return [*opening.missing_links(), *opening.missing_fonts()]


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_not_in_a_library_any_more(tmp_path: Path, kind: str) -> None:
    table, make, use = KINDS[kind]
    _library(tmp_path / "lib.blend", "Props", make)
    empty_scene()
    with bpy.data.libraries.load(str(tmp_path / "lib.blend"), link=True) as (_, wanted):
        setattr(wanted, table, ["Props"])
    use(getattr(wanted, table)[0])
    path = save(tmp_path / "scene.blend", relative_remap=True)
    assert _missing(path) == []
    _library(tmp_path / "lib.blend", "Renamed", make)
    found = _missing(path)
    assert len(found) == 1 and "Props" in found[0] and "lib.blend" in found[0]
    if kind == "mesh":
        result = run("export", path, "--output-dir", tmp_path / "out", report=tmp_path / "r.json")
        assert result.code == 1 and "Props is missing in the library" in result.file("scene.blend")["reason"]
        result = run("export", path, "--output-dir", tmp_path / "out", "--allow-missing", report=tmp_path / "r.json")
        assert result.statuses() == {"scene.blend": "ok"}
        assert any("Props is missing" in line for line in result.file("scene.blend")["log"])


def test_a_font_whose_file_is_not_there(tmp_path: Path) -> None:
    built_in = bpy.data.curves.new("Plain", "FONT")
    scenes.make_collider(scenes.add("Plain", built_in))
    assert _missing(save(tmp_path / "plain.blend")) == []
    empty_scene()
    source = Path(bpy.utils.system_resource("DATAFILES")) / "fonts" / "DejaVuSansMono.woff2"
    if not source.is_file():
        source = next(source.parent.glob("*.woff2"))
    copy = tmp_path / "gone.woff2"
    copy.write_bytes(source.read_bytes())
    text = bpy.data.curves.new("Sign", "FONT")
    text.font = bpy.data.fonts.load(str(copy))
    scenes.make_collider(scenes.add("Sign", text))
    path = save(tmp_path / "sign.blend")
    assert _missing(path) == []
    copy.unlink()
    found = _missing(path)
    assert len(found) == 1 and "gone.woff2" in found[0] and "Sign" in found[0]
