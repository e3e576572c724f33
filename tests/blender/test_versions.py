# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The number of the form in which physics is stored, and the steps from one form to the next."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import bpy
import pytest

from .scenes import add
from .support import ADDON, addon_module, export_gltf

access = addon_module("properties.access")
versions = addon_module("properties.versions")
read_object = addon_module("properties.read").read_object


def save(path: Path) -> str:
    bpy.ops.wm.save_as_mainfile(filepath=str(path), check_existing=False)
    return str(path)


def number(obj: bpy.types.Object) -> int:
    return obj.omi_physics.data_version


def test_there_is_a_step_for_every_older_form() -> None:
    assert sorted(versions.STEPS) == list(range(1, versions.CURRENT))


def test_saving_numbers_what_has_physics(tmp_path: Path) -> None:
    crate, seen, plain = add("Crate"), add("Seen"), add("Plain")
    crate.omi_physics.use_collider = True
    # As a panel reads it.
    assert seen.omi_physics.collider.shape.mesh is None
    assert number(crate) == 0
    save(tmp_path / "crate.blend")
    assert (number(crate), number(seen), number(plain)) == (versions.CURRENT, 0, 0)
    bpy.ops.wm.open_mainfile(filepath=str(tmp_path / "crate.blend"))
    assert number(bpy.data.objects["Crate"]) == versions.CURRENT


def test_disabling_numbers_it_too() -> None:
    # What is enabled next may be a later version.
    add("Crate").omi_physics.use_collider = True
    bpy.ops.preferences.addon_disable(module=ADDON)
    bpy.ops.preferences.addon_enable(module=ADDON)
    assert number(bpy.data.objects["Crate"]) == versions.CURRENT


def save_first_form(folder: Path) -> str:
    """A file of a made-up first form: the mass was called weight, in pounds, and motion was a switch."""
    crate = add("Crate")
    crate.omi_physics.use_collider = True
    crate.omi_physics.motion.gravity_factor = 2
    stored = addon_module("properties.pointers").stored_properties(crate)
    stored["motion"]["weight"] = 10.0
    stored["motion"]["is_moving"] = 1
    path = save(folder / "first.blend")
    assert number(crate) == 1
    return path


@pytest.fixture
def third_form(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The add-on as it would be two forms later; lists the steps that ran."""
    ran: list[str] = []

    def kilograms(obj: bpy.types.Object, stored: Any) -> None:
        ran.append(f"{obj.name} 1")
        weight = stored.get("motion", {}).get("weight")
        if weight is not None:
            obj.omi_physics.motion.mass = weight * 0.5

    def motion_types(obj: bpy.types.Object, stored: Any) -> None:
        ran.append(f"{obj.name} 2")
        if stored.get("motion", {}).get("is_moving"):
            obj.omi_physics.motion.type = "DYNAMIC"

    monkeypatch.setattr(versions, "CURRENT", 3)
    monkeypatch.setattr(versions, "STEPS", {1: kilograms, 2: motion_types})
    return ran


def assert_is_third_form(crate: bpy.types.Object) -> None:
    motion = read_object(crate).motion
    assert (motion.type, motion.mass, motion.gravity_factor) == ("dynamic", 5.0, 2.0)
    assert number(crate) == 3


class TestSteps:
    """The file is saved by the add-on as it is; then the add-on becomes a later one."""

    @pytest.fixture
    def first_form(self, tmp_path: Path) -> str:
        path = save_first_form(tmp_path)
        bpy.ops.wm.read_homefile(use_empty=True)
        return path

    def test_opened(self, first_form: str, third_form: list[str]) -> None:
        bpy.ops.wm.open_mainfile(filepath=first_form)
        assert_is_third_form(bpy.data.objects["Crate"])
        assert third_form == ["Crate 1", "Crate 2"]
        # Once is enough, also after it was saved.
        save(Path(first_form))
        bpy.ops.wm.open_mainfile(filepath=first_form)
        assert_is_third_form(bpy.data.objects["Crate"])
        assert len(third_form) == 2

    def test_appended(self, first_form: str, third_form: list[str]) -> None:
        made_here = add("Made Here")
        made_here.omi_physics.motion.type = "STATIC"
        bpy.ops.wm.append(filename="Crate", directory=f"{first_form}/Object/")
        if not hasattr(bpy.app.handlers, "blend_import_post"):
            # Blender 4.2 says nothing about appended objects.
            export_gltf()
        assert_is_third_form(bpy.data.objects["Crate"])
        # What was made in this session has the form of today.
        assert third_form == ["Crate 1", "Crate 2"]

    def test_checked_after_appending(self, first_form: str, third_form: list[str]) -> None:
        bpy.ops.wm.append(filename="Crate", directory=f"{first_form}/Object/")
        capture = addon_module("properties.capture").capture
        picture = capture(bpy.context.scene, bpy.context.evaluated_depsgraph_get())
        assert picture.nodes[0].physics.motion.mass == 5.0

    def test_linked(self, first_form: str, third_form: list[str], tmp_path: Path) -> None:
        bpy.ops.wm.link(filename="Crate", directory=f"{first_form}/Object/", instance_object_data=False)
        shot = save(tmp_path / "shot.blend")
        bpy.ops.wm.open_mainfile(filepath=shot)
        assert bpy.data.objects["Crate"].library is not None
        assert_is_third_form(bpy.data.objects["Crate"])

    def test_enabled_later(self, first_form: str, third_form: list[str]) -> None:
        bpy.ops.preferences.addon_disable(module=ADDON)
        bpy.ops.wm.open_mainfile(filepath=first_form)
        bpy.ops.preferences.addon_enable(module=ADDON)
        assert_is_third_form(bpy.data.objects["Crate"])


def test_what_a_later_version_saved_is_left_alone_and_named(tmp_path: Path) -> None:
    crate = add("Crate")
    crate.omi_physics.use_collider = True
    crate.omi_physics.data_version = versions.CURRENT + 1
    path = save(tmp_path / "later.blend")
    bpy.ops.wm.open_mainfile(filepath=path)
    crate = bpy.data.objects["Crate"]
    assert number(crate) == versions.CURRENT + 1
    assert read_object(crate).is_newer
    export_gltf()
    issues = addon_module("io_hooks.record").last_export().issues
    assert [(i.object, i.severity) for i in issues if i.code == "saved-by-later-version"] == [("Crate", "warning")]
    crate.omi_physics.data_version = versions.CURRENT
    assert not read_object(crate).is_newer
