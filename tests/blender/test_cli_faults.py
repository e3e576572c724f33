# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Whatever is wrong with one file costs that file only, and is named; nothing half-made stays under a final name."""

from __future__ import annotations

import os
from pathlib import Path

import bpy
import pytest

from tests.support.blender import empty_scene

from . import scenes
from .cli_support import Result, changed_command, left_over, run, save, save_box

# What a worker does with a file is told by the file's name.
TROUBLE = """
def change(module):
    import bpy
    plain = module.Assembler.add_scene
    def add_scene(self, picture):
        name = os.path.basename(bpy.data.filepath)
        if name.startswith("crash"):
            os.kill(os.getpid(), 11)
        if name.startswith("killed"):
            os.kill(os.getpid(), 9)
        if name.startswith("hang"):
            import time
            time.sleep(600)
        if name.startswith("raise"):
            raise ValueError("deliberate")
        if name.startswith("leave"):
            sys.exit(0)
        if name.startswith("memory"):
            raise MemoryError
        return plain(self, picture)
    module.Assembler.add_scene = add_scene
    plan_body = module._add_body
    def add_body(assembly, node, physics):
        if os.path.basename(bpy.data.filepath).startswith("object"):
            raise LookupError("deliberate")
        plan_body(assembly, node, physics)
    module._add_body = add_body
"""

BROKEN_ADDON = """
def change(module):
    import types
    import bpy
    class Hook:
        def gather_node_hook(self, node, blender_object, export_settings):
            if blender_object is not None and blender_object.name == "Poison":
                raise KeyError("deliberate")
    Hook.__module__ = "other_addon"
    other = types.ModuleType("other_addon")
    other.glTF2ExportUserExtension = Hook
    sys.modules["other_addon"] = other
    bpy.context.preferences.addons.new().module = "other_addon"
"""

SMALL_DISK = """
def change(module):
    import resource, signal
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (20000, 20000))
"""


def export(tmp_path: Path, *arguments: object, **extra: str) -> Result:
    source, output = tmp_path / "in", tmp_path / "out"
    return run("export", source, "--output-dir", output, *arguments, report=tmp_path / "report.json", **extra)


def named(result: Result, name: str, *words: str) -> None:
    """The file failed, and both the report and stderr say why."""
    entry = result.file(name)
    assert entry["status"] == "failed" and entry["output"] is None
    line = next(text for text in result.err.splitlines() if text.startswith("FAILED") and f"{name}:" in text)
    for word in words:
        assert word in entry["reason"], entry["reason"]
        assert word in line


def test_files_that_cannot_be_opened(tmp_path: Path) -> None:
    source = tmp_path / "in"
    good = save_box(source / "good.blend").read_bytes()
    (source / "truncated.blend").write_bytes(good[: len(good) // 2])
    (source / "empty.blend").write_bytes(b"")
    (source / "text.blend").write_text("no such thing", encoding="utf-8")
    (source / "gone.blend").symlink_to(source / "nowhere.blend")
    save_box(source / "plain.blend")
    bpy.ops.wm.save_as_mainfile(filepath=str(source / "plain.blend"), compress=False)
    data = (source / "plain.blend").read_bytes()
    version = data.index(b"v", 7) + 1
    digits = 4 if data[version : version + 4].isdigit() else 3
    newer = b"9901"[:digits]
    (source / "newer.blend").write_bytes(data[:version] + newer + data[version + digits :])

    result = export(tmp_path)

    assert result.code == 1
    assert {n for n, s in result.statuses().items() if s == "ok"} == {"good.blend", "plain.blend"}
    named(result, "truncated.blend", "cannot open")
    named(result, "empty.blend", "cannot open")
    named(result, "text.blend", "cannot open")
    named(result, "gone.blend", "cannot open")
    named(result, "newer.blend", "it was saved by Blender 99" if digits == 4 else "it was saved by Blender 9.90")
    assert sorted(p.name for p in (tmp_path / "out").glob("*")) == [".omi_physics.json", "good.glb", "plain.glb"]


def link(library: Path) -> None:
    """Links the box of another file into a new scene."""
    empty_scene()
    with bpy.data.libraries.load(str(library), link=True) as (_, to):
        to.objects = ["Box"]
    bpy.context.scene.collection.objects.link(to.objects[0])


def test_missing_library_and_missing_object(tmp_path: Path) -> None:
    source = tmp_path / "in"
    library, other = save_box(tmp_path / "library.blend"), save_box(tmp_path / "other.blend")
    for place, name in ((library, "linked"), (other, "lost"), (other, "renamed")):
        link(place)
        save(source / f"{name}.blend")
    other.rename(tmp_path / "away.blend")
    result = export(tmp_path)
    assert result.statuses() == {"linked.blend": "ok", "lost.blend": "failed", "renamed.blend": "failed"}
    named(result, "lost.blend", "library", "other.blend", "missing")
    assert result.file("linked.blend")["counts"]["bodies"] == 1

    empty_scene()
    scenes.cube("Crate")
    save(other)
    result = export(tmp_path)
    named(result, "renamed.blend", "Box", "missing", "other.blend")

    other.unlink()
    result = export(tmp_path, "--allow-missing")
    assert result.code == 0
    assert "library" in result.file("lost.blend")["log"][0]


def test_missing_texture(tmp_path: Path) -> None:
    empty_scene()
    picture = bpy.data.images.new("Picture", 4, 4)
    picture.filepath_raw, picture.file_format = str(tmp_path / "picture.png"), "PNG"
    picture.save()
    unused = bpy.data.images.new("Unused", 4, 4)
    unused.source, unused.filepath = "FILE", "//not-used.png"
    unused.use_fake_user = True
    cube = scenes.cube("Cube")
    cube.data.uv_layers.new()
    material = bpy.data.materials.new("Wood")
    if material.node_tree is None:
        material.use_nodes = True
    tree = material.node_tree
    node = tree.nodes.new("ShaderNodeTexImage")
    node.image = bpy.data.images.load(str(tmp_path / "picture.png"))
    tree.links.new(node.outputs[0], tree.nodes["Principled BSDF"].inputs["Base Color"])
    cube.data.materials.append(material)
    save(tmp_path / "in" / "whole.blend")
    node.image.filepath = "//gone.png"
    save(tmp_path / "in" / "without.blend")
    result = export(tmp_path)
    assert result.statuses() == {"whole.blend": "ok", "without.blend": "failed"}
    named(result, "without.blend", "texture", "gone.png", "Wood")
    result = export(tmp_path, "--allow-missing")
    assert result.code == 0 and "gone.png" in result.file("without.blend")["log"][0]
    assert export(tmp_path, "--option", "export_materials=NONE").code == 0


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_workers_that_crash_hang_or_leave(tmp_path: Path) -> None:
    names = ("a", "crash", "hang", "killed", "leave", "memory", "object", "raise", "z")
    for name in names:
        save_box(tmp_path / "in" / f"{name}.blend")
    (tmp_path / "out").mkdir()
    for name in ("crash", "object", "raise"):
        (tmp_path / "out" / f"{name}.glb").write_bytes(b"older")
    result = export(
        tmp_path, "--timeout", "5", "--jobs", 2, **changed_command(tmp_path / "site", ".core.plan.assemble", TROUBLE)
    )
    assert result.code == 1
    assert {n for n, s in result.statuses().items() if s == "ok"} == {"a.blend", "z.blend"}
    named(result, "crash.blend", "ended")
    named(result, "killed.blend", "signal 9")
    named(result, "hang.blend", "longer than 5 seconds")
    named(result, "leave.blend")  # Blender 4.5 may hang when Python leaves
    named(result, "memory.blend", "MemoryError")
    named(result, "raise.blend", "Scene: its physics is left out, a fault of the add-on: ValueError: deliberate")
    named(result, "object.blend", "Box: its physics is left out, a fault of the add-on: LookupError: deliberate")
    assert ("object-failed", "Box") in {(i["code"], i["object"]) for i in result.file("object.blend")["issues"]}
    for name in ("crash", "object", "raise"):
        assert (tmp_path / "out" / f"{name}.glb").read_bytes() == b"older"
    kept = ["a.glb", "crash.glb", "object.glb", "raise.glb", "z.glb"]
    assert sorted(p.name for p in (tmp_path / "out").glob("*.glb")) == kept
    assert not left_over(tmp_path / "out")


def test_hook_of_another_addon(tmp_path: Path) -> None:
    save_box(tmp_path / "in" / "good.blend")
    empty_scene()
    scenes.cube("Poison")
    save(tmp_path / "in" / "poison.blend")
    result = export(tmp_path, **changed_command(tmp_path / "site", ".batch.worker", BROKEN_ADDON))
    assert result.statuses() == {"good.blend": "ok", "poison.blend": "failed"}
    named(result, "poison.blend", "hook", "other_addon", "deliberate")
    assert not (tmp_path / "out" / "poison.glb").exists()


@pytest.mark.skipif(os.name != "posix", reason="limits of the process")
@pytest.mark.parametrize("kind", ["glb", "gltf"])
def test_full_disk(tmp_path: Path, kind: str) -> None:
    save_box(tmp_path / "in" / "small.blend")
    empty_scene()
    bpy.ops.mesh.primitive_uv_sphere_add(segments=64, ring_count=64)
    save(tmp_path / "in" / "large.blend")
    out = tmp_path / "out"
    out.mkdir()
    (out / f"large.{kind}").write_bytes(b"older")
    result = export(tmp_path, "--format", kind, **changed_command(tmp_path / "site", ".batch.worker", SMALL_DISK))
    assert result.statuses() == {"small.blend": "ok", "large.blend": "failed"}
    named(result, "large.blend", "File too large")
    assert (out / f"large.{kind}").read_bytes() == b"older"
    assert not (out / "large.bin").exists()
    assert not left_over(out)


def test_place_that_cannot_be_written(tmp_path: Path) -> None:
    save_box(tmp_path / "in" / "level" / "a.blend")
    save_box(tmp_path / "in" / "b.blend")
    save_box(tmp_path / "in" / "c.blend")
    out = tmp_path / "out"
    out.mkdir()
    (out / "level").write_text("a file, not a folder", encoding="utf-8")
    (out / "b.glb").mkdir()
    result = export(tmp_path)
    assert result.statuses() == {"a.blend": "failed", "b.blend": "failed", "c.blend": "ok"}
    named(result, "a.blend", "cannot be written")
    named(result, "b.blend", "cannot be written")
    assert (out / "level").read_text(encoding="utf-8") == "a file, not a folder"
    assert not left_over(out)


def test_scene_that_asks_to_stop_names_its_objects(tmp_path: Path) -> None:
    empty_scene()
    box = scenes.make_body(scenes.cube("Bad Box"))
    scenes.make_collider(box, "BOX", "MANUAL", size=(0.0, 1.0, 1.0))
    bpy.context.scene.omi_physics.on_issues = "STOP"
    save(tmp_path / "in" / "stop.blend")
    result = export(tmp_path)
    assert result.code == 1
    named(result, "stop.blend", "Bad Box")
    issues = result.file("stop.blend")["issues"]
    assert any(i["object"] == "Bad Box" and i["severity"] == "error" and i["code"] for i in issues)
    result = export(tmp_path, "--option", "on_issues=WARN")
    assert result.code == 0 and result.file("stop.blend")["issues"] == issues
    assert export(tmp_path, "--option", "on_issues=WARN", "--strict").code == 1, "also of files that are skipped"
