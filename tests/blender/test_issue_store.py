# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the Checks panel shows: the last check or export, never anything else."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import bpy
import pytest

from tests.blender.scenes import cube, make_body, make_collider, update
from tests.support.blender import addon_module
from tests.support.layouts import draw, texts


@pytest.fixture
def store() -> Any:
    found = addon_module("properties.issue_store")
    found.clear()
    return found


@pytest.fixture
def scaled() -> bpy.types.Object:
    body = make_collider(make_body(cube("Rock", scale=(2, 2, 2))))
    update()
    return body


def export(folder: Path) -> None:
    bpy.ops.export_scene.gltf(filepath=str(folder / "scene.glb"))


def codes(store: Any) -> list[str]:
    return [issue.code for issue in store.issues()]


def test_nothing_is_known_before_a_check(store: Any, scaled: bpy.types.Object) -> None:
    assert not store.was_checked()
    assert store.issues() == []


def test_check_fills_it_and_a_new_file_empties_it(store: Any, scaled: bpy.types.Object) -> None:
    assert bpy.ops.omi_physics.check() == {"FINISHED"}
    assert codes(store) == ["body-scaled"]
    assert store.counts() == {"error": 0, "warning": 1, "info": 0}
    bpy.ops.wm.read_homefile(use_empty=True)
    assert not store.was_checked()


def test_export_fills_it(store: Any, scaled: bpy.types.Object, tmp_path: Path) -> None:
    export(tmp_path)
    assert codes(store) == ["body-scaled"]
    scaled.scale = (1, 1, 1)
    update()
    bpy.ops.omi_physics.check()
    assert store.was_checked() and store.issues() == [], "the check is newer than the export"


def test_stopped_export_fills_it(store: Any, scaled: bpy.types.Object, tmp_path: Path) -> None:
    bpy.context.scene.omi_physics.on_issues = "STOP"
    scaled.omi_physics.collider.shape.fit = "MANUAL"
    scaled.omi_physics.collider.shape.size = (0, 1, 1)
    with pytest.raises(RuntimeError, match="Rock"):
        export(tmp_path)
    assert codes(store) == ["shape-size-not-positive", "body-scaled"]
    assert store.was_stopped()
    calls = draw(bpy.types.OMI_PT_view_export)
    said = texts(calls)
    assert any("no file was written" in text for text in said)
    assert any("Rock" in text and "size of 0" in text for text in said)
    assert "omi_physics.select_issue" in [values.get("operator") for _, values in calls]
    scaled.omi_physics.collider.shape.size = (1, 1, 1)
    bpy.ops.omi_physics.check()
    assert not store.was_stopped()
    assert not any("no file was written" in text for text in texts(draw(bpy.types.OMI_PT_view_export)))


def test_export_that_does_not_check_leaves_it(store: Any, scaled: bpy.types.Object, tmp_path: Path) -> None:
    bpy.context.scene.omi_physics.on_issues = "IGNORE"
    export(tmp_path)
    assert not store.was_checked()
    bpy.ops.omi_physics.check()
    bpy.context.scene.omi_physics.use_export = False
    bpy.context.scene.omi_physics.on_issues = "WARN"
    export(tmp_path)
    assert codes(store) == ["body-scaled"]


def test_export_before_the_file_was_opened_is_not_shown(store: Any, scaled: bpy.types.Object, tmp_path: Path) -> None:
    export(tmp_path)
    bpy.ops.wm.read_homefile(use_empty=True)
    assert not store.was_checked()
