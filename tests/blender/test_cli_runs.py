# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs as a whole: names, skipping, stopping and starting again, shards, what is said."""

from __future__ import annotations

import json
import os
import signal
import stat
import subprocess
import sys
import time
from pathlib import Path

import bpy
import pytest

from tests.support.blender import empty_scene
from tests.support.gltf import Gltf, export_glb

from . import scenes
from .cli_support import COMMAND, Result, changed_command, environment, left_over, run, save, save_box

SLOW = """
def change(module):
    import time
    plain = module.Assembler.add_scene
    def add_scene(self, picture):
        time.sleep(0.3)
        return plain(self, picture)
    module.Assembler.add_scene = add_scene
"""


def export(tmp_path: Path, *arguments: object, **extra: str) -> Result:
    return run(
        "export",
        tmp_path / "in",
        "--output-dir",
        tmp_path / "out",
        *arguments,
        report=tmp_path / "report.json",
        **extra,
    )


def children(pid: int) -> list[int]:
    found = subprocess.run(["pgrep", "-P", str(pid)], capture_output=True, text=True, check=False).stdout.split()
    return [int(word) for word in found]


def is_alive(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rsplit(")", 1)[1].split()[0]
    except OSError:
        return False
    return state != "Z"


def wait_for(what, seconds: float = 60.0) -> None:
    end = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < end
        time.sleep(0.05)


def test_files_of_one_run_are_as_if_exported_alone(tmp_path: Path) -> None:
    """Nothing of one file shows in the next: neither settings, nor scenes, nor frames."""
    empty_scene()
    scene = bpy.context.scene
    scene.omi_physics.node_layout = "SEPARATE"
    scene.omi_physics.use_godot_compat = not scene.omi_physics.use_godot_compat
    scenes.make_trigger(scenes.make_collider(scenes.make_body(scenes.cube("Box"))))
    other = bpy.data.scenes.new("Other")
    bpy.context.window.scene = other
    scenes.make_collider(scenes.cube("In Other"), "SPHERE")
    bpy.context.window.scene = other
    save(tmp_path / "in" / "1.blend")
    expected = {"1.blend": export_glb(tmp_path / "one.glb", use_active_scene=True).json}
    save_box(tmp_path / "in" / "2.blend", size=2, mass=7)
    expected["2.blend"] = export_glb(tmp_path / "two.glb", use_active_scene=True).json
    empty_scene()
    scenes.cube("No Physics")
    save(tmp_path / "in" / "3.blend")
    expected["3.blend"] = export_glb(tmp_path / "three.glb", use_active_scene=True).json
    result = export(tmp_path, "--option", "use_active_scene=true")
    assert result.code == 0
    for name, data in expected.items():
        assert Gltf(tmp_path / "out" / name.replace(".blend", ".glb")).json == data
    counts = [result.file(f"{n}.blend")["counts"] for n in (1, 2, 3)]
    assert [c["bodies"] for c in counts] == [0, 1, 0] and [c["colliders"] for c in counts] == [1, 1, 0]


def test_bodies_are_counted_once_a_node(tmp_path: Path) -> None:
    empty_scene()
    body = scenes.make_collider(scenes.make_body(scenes.cube("Body")))
    wheel = scenes.make_collider(scenes.cube("Part", parent=body))
    assert wheel.parent == body
    rail = scenes.make_body(scenes.add("No shape"), "KINEMATIC")
    scenes.make_trigger(scenes.cube("Zone"))
    scenes.make_joint(scenes.add("Joint", parent=rail), body)
    save(tmp_path / "in" / "a.blend")
    for command in (["export", "--output-dir", tmp_path / "out"], ["validate"]):
        result = run(command[0], tmp_path / "in", *command[1:], report=tmp_path / "report.json")
        assert result.code == 0
        assert result.file("a.blend")["counts"] == {
            "bodies": 2, "colliders": 2, "triggers": 1, "joints": 1, "shapes": 1,
        }  # fmt: skip


def test_unicode_and_folders_and_permissions(tmp_path: Path) -> None:
    old = os.umask(0o022)
    try:
        for name in ("Größe/カート №1.blend", "a b/x'y.blend", "plain.tar.blend"):
            save_box(tmp_path / "in" / name)
        result = export(tmp_path)
    finally:
        os.umask(old)
    assert result.code == 0
    written = {p.relative_to(tmp_path / "out").as_posix() for p in (tmp_path / "out").rglob("*.glb")}
    assert written == {"Größe/カート №1.glb", "a b/x'y.glb", "plain.tar.glb"}
    assert Path(result.file("カート №1.blend")["output"]) == tmp_path / "out" / "Größe" / "カート №1.glb"
    if os.name == "posix":
        for path in (
            tmp_path / "out" / "plain.tar.glb",
            tmp_path / "out" / ".omi_physics.json",
            tmp_path / "report.json",
        ):
            assert stat.S_IMODE(path.stat().st_mode) == 0o644, path
        assert stat.S_IMODE((tmp_path / "out" / "Größe").stat().st_mode) == 0o755


def test_what_has_not_changed_is_skipped(tmp_path: Path) -> None:
    library = save_box(tmp_path / "library.blend")
    save_box(tmp_path / "in" / "alone.blend")
    empty_scene()
    with bpy.data.libraries.load(str(library), link=True) as (_, to):
        to.objects = ["Box"]
    bpy.context.scene.collection.objects.link(to.objects[0])
    save(tmp_path / "in" / "linked.blend")
    assert export(tmp_path).code == 0
    again = export(tmp_path)
    assert again.code == 0 and again.report["summary"] == {"ok": 0, "failed": 0, "skipped": 2}
    assert again.file("alone.blend")["counts"]["bodies"] == 1, "the report of a skipped file still tells of it"

    save_box(library, mass=3)
    assert export(tmp_path).statuses() == {"alone.blend": "skipped", "linked.blend": "ok"}
    (tmp_path / "out" / "alone.glb").write_bytes(b"damaged")
    assert export(tmp_path).statuses() == {"alone.blend": "ok", "linked.blend": "skipped"}
    assert export(tmp_path, "--option", "export_yup=false").report["summary"]["ok"] == 2
    assert export(tmp_path, "--force").report["summary"]["ok"] == 2

    source = tmp_path / "in" / "alone.blend"
    source.write_bytes(source.read_bytes()[:100])
    before = (tmp_path / "out" / "alone.glb").read_bytes()
    for _ in range(2):
        result = export(tmp_path)
        assert result.code == 1 and result.statuses() == {"alone.blend": "failed", "linked.blend": "skipped"}
    assert (tmp_path / "out" / "alone.glb").read_bytes() == before


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_stopped_half_way_and_started_again(tmp_path: Path, number: signal.Signals) -> None:
    for index in range(10):
        save_box(tmp_path / "in" / f"{index}.blend")
    out = tmp_path / "out"
    process = subprocess.Popen(
        [*COMMAND, "export", str(tmp_path / "in"), "--output-dir", str(out), "--jobs", "2"],
        env=environment(**changed_command(tmp_path / "site", ".core.plan.assemble", SLOW)),
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    wait_for(lambda: len(list(out.glob("*.glb"))) >= 3)
    workers = children(process.pid)
    assert workers
    process.send_signal(number)
    code = process.wait(timeout=20)
    assert code == (130 if number != signal.SIGKILL else -9)
    wait_for(lambda: not any(is_alive(pid) for pid in workers), 5.0)
    if number != signal.SIGKILL:
        assert not left_over(out)
    before = {p.name: p.stat().st_mtime_ns for p in out.glob("*.glb")}
    assert 3 <= len(before) < 10
    for path in out.glob("*.glb"):
        Gltf(path)

    result = export(tmp_path)
    assert result.code == 0 and not left_over(out)
    assert len(list(out.glob("*.glb"))) == 10
    # The last ones may not have come to be noted.
    assert result.report["summary"]["skipped"] >= len(before) - 2


def test_gltf_with_its_parts(tmp_path: Path) -> None:
    empty_scene()
    for name, color in (("Red", (1, 0, 0, 1)), ("Blue", (0, 0, 1, 1))):
        picture = bpy.data.images.new("Same Name", 4, 4)
        picture.pixels = color * 16
        picture.pack()
        cube = scenes.cube(name)
        cube.data.uv_layers.new()
        material = bpy.data.materials.new("Paint")
        if material.node_tree is None:
            material.use_nodes = True
        tree = material.node_tree
        node = tree.nodes.new("ShaderNodeTexImage")
        node.image = picture
        tree.links.new(node.outputs[0], tree.nodes["Principled BSDF"].inputs["Base Color"])
        cube.data.materials.append(material)
        save(tmp_path / "in" / f"{name}.blend")
        empty_scene()
    arguments = ["--format", "gltf", "--option", "export_texture_dir=textures"]
    for extra in ([], arguments[2:]):
        result = export(tmp_path, "--format", "gltf", *extra)
        assert result.code == 0
        pictures = set()
        for name in ("Red", "Blue"):
            data = json.loads((tmp_path / "out" / f"{name}.gltf").read_text(encoding="utf-8"))
            assert data["buffers"][0]["uri"] == f"{name}.bin" and (tmp_path / "out" / f"{name}.bin").is_file()
            pictures.add((tmp_path / "out" / data["images"][0]["uri"].replace("%20", " ")).read_bytes())
        assert len(pictures) == 2
    (tmp_path / "out" / "Red.bin").unlink()
    assert export(tmp_path, *arguments).statuses() == {"Red.blend": "ok", "Blue.blend": "skipped"}


def test_original_textures_are_referred_to_where_they_are(tmp_path: Path) -> None:
    empty_scene()
    picture = bpy.data.images.new("Picture", 4, 4)
    picture.filepath_raw, picture.file_format = str(tmp_path / "picture.png"), "PNG"
    picture.save()
    cube = scenes.cube("Cube")
    cube.data.uv_layers.new()
    material = bpy.data.materials.new("Paint")
    if material.node_tree is None:
        material.use_nodes = True
    tree = material.node_tree
    node = tree.nodes.new("ShaderNodeTexImage")
    node.image = bpy.data.images.load(str(tmp_path / "picture.png"))
    tree.links.new(node.outputs[0], tree.nodes["Principled BSDF"].inputs["Base Color"])
    cube.data.materials.append(material)
    save(tmp_path / "in" / "level" / "a.blend")
    assert export(tmp_path, "--format", "gltf", "--option", "export_keep_originals=true").code == 0
    target = tmp_path / "out" / "level" / "a.gltf"
    uri = json.loads(target.read_text(encoding="utf-8"))["images"][0]["uri"]
    assert (target.parent / uri).resolve() == (tmp_path / "picture.png").resolve()


def test_shards_are_complete_and_their_reports_join(tmp_path: Path) -> None:
    for index in range(7):
        save_box(tmp_path / "in" / f"{index}.blend")
    (tmp_path / "in" / "6.blend").write_bytes(b"no such thing")
    reports = []
    for number in (1, 2, 3):
        report = tmp_path / f"{number}.json"
        run("export", tmp_path / "in", "--output-dir", tmp_path / "out", "--shard", f"{number}/3", report=report)
        reports.append(report)
    names = [Path(f["file"]).name for r in reports for f in json.loads(r.read_text(encoding="utf-8"))["files"]]
    assert sorted(names) == [f"{index}.blend" for index in range(7)]
    merged = run("merge-reports", *reports, report=tmp_path / "all.json")
    assert merged.code == 1 and merged.report["summary"] == {"ok": 6, "failed": 1, "skipped": 0}
    assert export(tmp_path).report["summary"] == {"ok": 0, "failed": 1, "skipped": 6}, "shards know for the whole"


def test_what_is_said(tmp_path: Path) -> None:
    save_box(tmp_path / "in" / "a.blend")
    result = export(tmp_path)
    assert "a.blend" in result.err and "1 ok, 0 failed, 0 skipped" in result.err and result.out == ""
    assert export(tmp_path, "--quiet", "--force").err == ""
    (tmp_path / "in" / "bad.blend").write_bytes(b"")
    quiet = export(tmp_path, "--quiet")
    assert quiet.code == 1 and len(quiet.err.splitlines()) == 1 and "bad.blend" in quiet.err
    assert set(quiet.report) == {"version", "command", "blender", "addon", "seconds", "summary", "files"}
    for entry in quiet.report["files"]:
        assert set(entry) == {"file", "status", "reason", "output", "seconds", "counts", "issues", "log"}


def test_strict_and_validate(tmp_path: Path) -> None:
    empty_scene()
    box = scenes.make_body(scenes.cube("Odd"), mass=1)
    scenes.make_collider(box, "BOX", "MANUAL", size=(0.0, 1.0, 1.0))
    save(tmp_path / "in" / "odd.blend")
    plain = run("validate", tmp_path / "in", report=tmp_path / "report.json")
    assert plain.code == 0 and plain.file("odd.blend")["output"] is None
    issue = plain.file("odd.blend")["issues"][0]
    assert set(issue) >= {"code", "severity", "object", "message", "fix"} and issue["object"] == "Odd"
    assert "Odd" in plain.err
    assert run("validate", tmp_path / "in", "--strict").code == 1
    save_box(tmp_path / "in" / "odd.blend")
    assert run("validate", tmp_path / "in", "--strict").code == 0


def test_inspect_for_a_reader_that_leaves(tmp_path: Path) -> None:
    empty_scene()
    for index in range(3000):
        scenes.make_collider(scenes.make_body(scenes.cube(f"A body with quite a long name, number {index}")))
    export_glb(tmp_path / "large.glb")
    command = " ".join(f"'{word}'" for word in [*COMMAND, "inspect", str(tmp_path / "large.glb")])
    done = subprocess.run(
        f"{command} | head -n 1", shell=True, capture_output=True, text=True, env=environment(), check=False
    )
    assert done.stderr == "" and len(done.stdout.splitlines()) == 1
