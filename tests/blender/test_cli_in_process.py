# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The command called from a Blender that lives on, and what it leaves on the machine."""

from __future__ import annotations

import json
import os
import shutil
import signal
import threading
from pathlib import Path

import bpy
import pytest

from tests.support.package import ROOT

from . import scenes
from .cli_support import changed_command, run, save, save_box
from .support import addon_module

CRASH = """
def change(module):
    import os
    def add_scene(self, picture):
        os.kill(os.getpid(), 9)
    module.Assembler.add_scene = add_scene
"""


def call(*arguments: object) -> int:
    return addon_module("cli").main([str(argument) for argument in arguments])


def test_the_calling_blender_is_left_alone(tmp_path: Path) -> None:
    save_box(tmp_path / "in" / "a.blend")
    scenes.cube("Unsaved")
    handlers = [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)]
    assert call("export", tmp_path / "in", "--output-dir", tmp_path / "out", "--report", tmp_path / "r.json") == 0
    assert "Unsaved" in bpy.data.objects
    assert [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)] == handlers
    report = json.loads((tmp_path / "r.json").read_text(encoding="utf-8"))
    assert report["files"][0]["counts"]["bodies"] == 1 and report["blender"] == ".".join(map(str, bpy.app.version))


def test_a_thread_may_call_it(tmp_path: Path) -> None:
    save_box(tmp_path / "a.blend")
    codes: list[int] = []
    thread = threading.Thread(target=lambda: codes.append(call("validate", tmp_path / "a.blend", "--quiet")))
    thread.start()
    thread.join()
    assert codes == [0]


def test_usage_and_help_are_codes_not_exits(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert call("export", tmp_path) == 2 and "--output-dir" in capsys.readouterr().err
    assert call() == 2
    assert call("--help") == 0 and "merge-reports" in capsys.readouterr().out
    for option in (
        "--jobs=0",
        "--jobs=x",
        "--jobs=1.5",
        "--timeout=0",
        "--timeout=x",
        "--timeout=nan",
        "--timeout=inf",
    ):
        assert call("validate", tmp_path, option) == 2
        said = capsys.readouterr().err
        assert option.partition("=")[0] in said and "expected a" in said


@pytest.mark.skipif(os.name != "posix", reason="TMPDIR")
@pytest.mark.parametrize("is_broken", [False, True])
def test_no_temporary_file_stays(tmp_path: Path, is_broken: bool) -> None:
    save_box(tmp_path / "a.blend")
    (tmp_path / "temp").mkdir()
    extra = changed_command(tmp_path / "site", ".core.plan.assemble", CRASH) if is_broken else {}
    found = run(
        "export", tmp_path / "a.blend", "--output-dir", tmp_path / "out", TMPDIR=str(tmp_path / "temp"), **extra
    )
    assert found.code == int(is_broken)
    assert list((tmp_path / "temp").iterdir()) == []


@pytest.mark.parametrize("start", [b"BLENDER17-01v9901", b"BLENDER-v999RENDH"])
def test_a_file_of_a_newer_blender_that_cannot_even_be_opened(tmp_path: Path, start: bytes) -> None:
    path = tmp_path / "newer.blend"
    path.write_bytes(start + bytes(1000))
    found = run("validate", path, report=tmp_path / "r.json")
    assert found.code == 1
    assert "it was saved by Blender 9" in found.file("newer.blend")["reason"]


def test_sources_and_other_exporters_make_another_output(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    launch = addon_module("batch.launch")
    makers = launch.about()["makers"]
    assert launch.about()["makers"] == makers
    shutil.copytree(ROOT / "core", tmp_path / "core")
    for name in ("io_hooks", "properties", "batch"):
        (tmp_path / name).symlink_to(ROOT / name, target_is_directory=True)
    monkeypatch.setattr(launch, "ROOT", tmp_path)
    assert launch.about()["makers"] == makers
    with (tmp_path / "core" / "axes.py").open("a", encoding="utf-8") as file:
        file.write("# changed\n")
    assert launch.about()["makers"] != makers
    monkeypatch.undo()

    class Other:
        bl_info = {"version": (2, 1)}
        glTF2ExportUserExtension = object

    monkeypatch.setitem(__import__("sys").modules, "io_curve_svg", Other)
    assert launch.about()["makers"] == [*makers, "io_curve_svg 2.1"]


def test_the_report_of_inspect_is_as_any_other(tmp_path: Path) -> None:
    save_box(tmp_path / "a.blend")
    run("export", tmp_path / "a.blend", "--output-dir", tmp_path)
    found = run("inspect", tmp_path / "a.glb", report=tmp_path / "r.json")
    assert found.code == 0
    (file,) = found.report["files"]
    assert (found.report["version"], found.report["command"]) == (1, "inspect")
    assert file["status"] == "ok" and file["counts"]["bodies"] == 1 and file["counts"]["shapes"] == 1
    assert file["description"] == found.out.splitlines() and any(
        "dynamic body" in line for line in found.out.splitlines()
    )
    (tmp_path / "b.glb").write_bytes(b"glTF")
    found = run("inspect", tmp_path / "b.glb", report=tmp_path / "r.json")
    assert found.code == 1 and "b.glb" in found.err
    assert found.report["summary"] == {"ok": 0, "failed": 1, "skipped": 0}


def test_only_textures_that_would_be_exported_are_missed(tmp_path: Path) -> None:
    cube = scenes.cube("Cube")
    material = bpy.data.materials.new("Wood")
    if material.node_tree is None:
        material.use_nodes = True
    cube.data.materials.append(material)
    node = material.node_tree.nodes.new("ShaderNodeTexImage")
    node.image = bpy.data.images.new("Picture", 4, 4)
    node.image.source, node.image.filepath = "FILE", "//gone.png"
    base_color = material.node_tree.nodes["Principled BSDF"].inputs["Base Color"]
    save(tmp_path / "unlinked.blend")
    material.node_tree.links.new(node.outputs[0], base_color)
    save(tmp_path / "linked.blend")
    words = ("export", tmp_path, "--output-dir", tmp_path / "out")
    assert run(*words, report=tmp_path / "r.json").statuses() == {"linked.blend": "failed", "unlinked.blend": "ok"}
    assert run(*words, "--option", "export_image_format=NONE").code == 0
