# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What ends a preview, and that everything is as it was then."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import bpy
import pytest

from . import scenes
from .previewing import FPS, crate, floor, is_running, picture, place, play, start, stop
from .selection import select
from .support import addon_module, export_glb


def running_scene() -> tuple[bpy.types.Object, Any]:
    floor()
    box = crate()
    select(box)
    bpy.ops.ed.undo_push(message="Scene")
    before = picture()
    start()
    play(1)
    return box, before


def test_undo_ends_it() -> None:
    box = crate()
    select(box)
    bpy.ops.ed.undo_push(message="Scene")
    box.location.x = 3
    bpy.ops.ed.undo_push(message="Moved")
    start()
    play(1)
    bpy.ops.ed.undo()
    assert not is_running()
    assert tuple(bpy.data.objects["Crate"].location) == (0, 0, 5)
    assert len(bpy.data.scenes) == 1
    bpy.ops.ed.redo()
    assert tuple(bpy.data.objects["Crate"].location) == (3, 0, 5)


def test_an_undo_step_that_was_made_meanwhile_holds_no_stand_in() -> None:
    running_scene()
    bpy.context.scene.world = bpy.data.worlds.new("New")
    bpy.ops.ed.undo_push(message="Meanwhile")
    play(1)
    stop()
    bpy.ops.ed.undo_push(message="Later")
    bpy.ops.ed.undo()
    assert "New" in bpy.data.worlds
    assert len(bpy.data.scenes) == 1
    assert tuple(bpy.data.objects["Crate"].location) == (0, 0, 5)
    assert not [obj for obj in bpy.data.objects if "Preview" in obj.name]


def test_saving_and_loading_end_it(tmp_path: Path) -> None:
    _, before = running_scene()
    path = str(tmp_path / "scene.blend")
    bpy.ops.wm.save_as_mainfile(filepath=path)
    assert not is_running()
    assert picture()[:-1] == before[:-1]
    start()
    play(1)
    bpy.ops.wm.open_mainfile(filepath=path)
    assert not is_running()
    assert tuple(bpy.data.objects["Crate"].location) == (0, 0, 5)
    assert len(bpy.data.scenes) == 1
    assert bpy.context.scene.rigidbody_world is None


def test_a_file_that_saved_itself_meanwhile_is_put_right(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    running_scene()
    path = str(tmp_path / "auto.blend")
    preview = addon_module("operators.preview")
    bpy.app.handlers.save_pre.remove(preview._before)
    try:
        bpy.ops.wm.save_as_mainfile(filepath=path, copy=True)
    finally:
        bpy.app.handlers.save_pre.append(preview._before)
    stop()
    bpy.ops.wm.open_mainfile(filepath=path)
    assert tuple(bpy.data.objects["Crate"].location) == (0, 0, 5)
    assert len(bpy.data.scenes) == 1


def test_exporting_ends_it() -> None:
    running_scene()
    file = export_glb()
    assert not is_running()
    assert file.node("Crate")["translation"] == [0, 5, 0]
    assert [scene["name"] for scene in file.json["scenes"]] == ["Scene"]


def test_deleting_what_moves_ends_it() -> None:
    box, _ = running_scene()
    other = crate("Other", (5, 0, 7))
    stop()
    start()
    play(1)
    bpy.data.objects.remove(box)
    bpy.context.view_layer.update()
    assert not is_running()
    assert tuple(other.location) == (5, 0, 7)
    assert len(bpy.data.scenes) == 1


def test_disabling_the_extension_ends_it() -> None:
    box, _ = running_scene()
    registration = addon_module("registration")
    package = registration.addon_id()
    registration.unregister()
    try:
        assert tuple(box.location) == (0, 0, 5)
        assert len(bpy.data.scenes) == 1
    finally:
        registration.register(package)


def test_a_fault_ends_it_and_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    _, before = running_scene()
    module = addon_module("operators.preview_session")

    def fail(*_: Any) -> None:
        raise RuntimeError("broken on purpose")

    monkeypatch.setattr(module, "_move", fail)
    play(1 / FPS)
    assert not is_running()
    assert "broken on purpose" in addon_module("operators.preview").failure()
    assert picture()[:-1] == before[:-1]


def test_one_of_our_operators_ends_it_first() -> None:
    box, _ = running_scene()
    bpy.ops.omi_physics.static_collider()
    assert not is_running()
    assert tuple(box.location) == (0, 0, 5)


def test_blenders_own_rigid_body_world_stays_as_it_was() -> None:
    floor()
    box = crate()
    own = scenes.cube("Own", location=(10, 0, 9))
    select(own, box)
    bpy.ops.rigidbody.objects_add(type="ACTIVE")
    scene = bpy.context.scene
    scene.rigidbody_world.point_cache.frame_end = 30
    bpy.ops.ptcache.bake_all(bake=True)
    assert scene.rigidbody_world.point_cache.is_baked
    scene.frame_set(20)
    baked = place(own), place(box)
    scene.frame_set(1)
    start()
    play(2)
    assert place(box)[2] == pytest.approx(0.5, abs=0.01)
    stop()
    assert scene.rigidbody_world.enabled
    assert scene.rigidbody_world.point_cache.is_baked
    scene.frame_set(20)
    assert (place(own), place(box)) == baked
