# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Check, Select, Fix and Fix All as operators: what they report, keep and refuse."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import bpy
import pytest

from tests.blender.fixing import check, codes, fix
from tests.blender.scenes import add, cube, make_body, make_collider, make_joint, make_trigger, update
from tests.support.blender import addon_module


@pytest.fixture
def store() -> Iterator[Any]:
    module = addon_module("properties.issue_store")
    module.clear()
    yield module
    module.clear()


def broken_scene() -> None:
    """A bit of everything that Fix All can mend."""
    make_collider(make_body(cube("Scaled"), mass=0.0)).scale = (2, 3, 1)
    make_collider(make_body(cube("Hollow")), "TRIMESH")
    root = add("Root", scale=(1, 1, 3))
    make_collider(cube("Slanted", parent=root, rotation=(0.5, 0, 0)))
    flat = bpy.data.meshes.new("Floor")
    flat.from_pydata([(0, 0, 0), (1, 0, 0), (0, 1, 0)], [], [(0, 1, 2)])
    make_collider(make_body(add("Floor", flat), "STATIC", linear_velocity=(1, 0, 0)), "CONVEX")
    make_collider(add("Empty"), "SPHERE", "AUTO")
    make_collider(cube("Animated")).keyframe_insert("location")
    make_body(bpy.data.objects["Animated"])
    area = make_trigger(cube("Area"))
    area.omi_physics.trigger.kind = "COMPOUND"
    limits = ({}, {"kind": "ANGULAR", "axes": {"Y", "Z"}}, {"axes": set()}, {"use_min": False, "use_max": False})
    make_joint(bpy.data.objects["Hollow"], None, limits)
    make_joint(add("Loose", parent=bpy.data.objects["Floor"]), bpy.data.objects["Hollow"], ())
    update()


def test_fix_all_leaves_none_of_the_fixed_codes(store: Any) -> None:
    broken_scene()
    before = set(codes())
    assert len(before) > 10
    assert bpy.ops.omi_physics.fix_all() == {"FINISHED"}
    assert codes() == []
    assert [issue for issue in store.issues() if issue.severity != "info"] == []
    assert bpy.ops.omi_physics.fix_all() == {"CANCELLED"}


def test_fix_all_leaves_what_is_only_worth_knowing(store: Any) -> None:
    make_body(cube("Free"))
    make_collider(cube("Pipe"), "CYLINDER")
    update()
    assert bpy.ops.omi_physics.fix_all() == {"CANCELLED"}
    assert sorted(issue.code for issue in store.issues()) == ["body-no-collider", "shape-cylinder"]


def test_fix_all_goes_on_past_what_it_cannot_mend(store: Any) -> None:
    make_collider(make_body(cube("Constrained"))).scale = (2, 2, 2)
    bpy.data.objects["Constrained"].constraints.new("COPY_ROTATION")
    make_collider(make_body(cube("Weightless"), mass=0.0))
    update()
    assert bpy.ops.omi_physics.fix_all() == {"FINISHED"}
    assert [(issue.code, issue.object) for issue in store.issues()] == [("body-scaled", "Constrained")]


def test_check_keeps_what_it_finds(store: Any) -> None:
    make_collider(make_body(cube("Crate"), mass=0.0))
    update()
    assert not store.was_checked() and store.issues() == []
    assert bpy.ops.omi_physics.check() == {"FINISHED"}
    assert store.was_checked() and store.counts() == {"error": 0, "warning": 1, "info": 0}
    assert store.issues() == check()
    bpy.ops.wm.read_homefile(use_empty=True)
    assert not store.was_checked()


def test_select(store: Any) -> None:
    one, other = cube("One"), cube("Other")
    other.select_set(True)
    assert bpy.ops.omi_physics.select_issue(object="One") == {"FINISHED"}
    assert bpy.context.view_layer.objects.active == one and one.select_get() and not other.select_get()
    one.hide_set(True)
    assert bpy.ops.omi_physics.select_issue(object="One") == {"CANCELLED"}
    assert bpy.ops.omi_physics.select_issue(object="Nobody") == {"CANCELLED"}
    assert bpy.ops.omi_physics.select_issue() == {"CANCELLED"}


def test_fix_with_defaults_and_nonsense_reports(store: Any) -> None:
    cube("Cube")
    assert bpy.ops.omi_physics.fix_issue() == {"CANCELLED"}
    assert bpy.ops.omi_physics.fix_issue(code="no-such-code", object="Cube") == {"CANCELLED"}
    assert bpy.ops.omi_physics.fix_issue(code="shape-cylinder", object="Cube") == {"CANCELLED"}
    assert bpy.ops.omi_physics.fix_issue(code="body-scaled", object="Nobody") == {"CANCELLED"}


def test_every_fix_on_every_kind_of_object_works_or_reports(store: Any) -> None:
    """None raises, whatever object it is pressed on."""
    catalog = addon_module("core.issues.catalog").CATALOG
    objects = [cube("Mesh"), add("Empty"), add("Camera", bpy.data.cameras.new("Camera"))]
    objects += [add("Text", bpy.data.curves.new("Text", "FONT")), add("Light", bpy.data.lights.new("Light", "POINT"))]
    objects.append(make_joint(make_trigger(make_collider(make_body(cube("All"))), "CONVEX")))
    update()
    for code, rule in catalog.items():
        for obj in objects:
            if rule.fix_id:
                update()
                assert fix(code, obj) in ({"FINISHED"}, {"CANCELLED"}), (code, obj.name)


def test_fixes_exist_for_every_id(store: Any) -> None:
    catalog = addon_module("core.issues.catalog")
    assert set(addon_module("operators.fix").FIXES) | {"use-separate"} == set(catalog.FIX_LABELS)


def test_nothing_is_fixed_outside_object_mode(store: Any) -> None:
    obj = make_collider(make_body(cube("Crate"), mass=0.0))
    update()
    bpy.context.view_layer.objects.active = obj
    bpy.ops.object.mode_set(mode="EDIT")
    try:
        for operator in (bpy.ops.omi_physics.fix_issue, bpy.ops.omi_physics.fix_all, bpy.ops.omi_physics.select_issue):
            assert not operator.poll()
        assert bpy.ops.omi_physics.check.poll() and bpy.ops.omi_physics.check() == {"FINISHED"}
    finally:
        bpy.ops.object.mode_set(mode="OBJECT")


def test_objects_of_a_library_are_left_alone(store: Any, tmp_path: Any) -> None:
    make_collider(make_body(cube("Linked"), mass=0.0))
    path = str(tmp_path / "library.blend")
    bpy.ops.wm.save_as_mainfile(filepath=path)
    bpy.ops.wm.read_homefile(use_empty=True)
    with bpy.data.libraries.load(path, link=True) as (source, target):
        target.objects = list(source.objects)
    bpy.context.scene.collection.objects.link(bpy.data.objects["Linked"])
    update()
    assert codes() == ["mass-not-positive"]
    assert bpy.ops.omi_physics.fix_all() == {"CANCELLED"}
    assert codes() == ["mass-not-positive"]


def test_a_local_object_is_fixed_before_a_linked_one_of_its_name(store: Any, tmp_path: Any) -> None:
    make_collider(make_body(cube("Crate"), mass=0.0))
    path = str(tmp_path / "library.blend")
    bpy.ops.wm.save_as_mainfile(filepath=path, copy=True)
    with bpy.data.libraries.load(path, link=True) as (_, target):
        target.objects = ["Crate"]
    bpy.context.scene.collection.objects.link(target.objects[0])
    update()
    local = next(obj for obj in bpy.context.scene.objects if obj.library is None)
    assert fix("mass-not-positive", local) == {"FINISHED"}
    assert local.omi_physics.motion.mass == 1.0


@pytest.mark.parametrize("on_issues", ["WARN", "STOP"])
def test_an_export_leaves_its_issues_for_the_panel(store: Any, on_issues: str, tmp_path: Any) -> None:
    bpy.context.scene.omi_physics.on_issues = on_issues
    make_collider(make_body(cube("Crate")), "BOX", "MANUAL", size=(0, 1, 1))
    update()
    path = tmp_path / "scene.glb"
    if on_issues == "WARN":
        assert bpy.ops.export_scene.gltf(filepath=str(path)) == {"FINISHED"}
    else:
        with pytest.raises(BaseException, match="Crate"):
            bpy.ops.export_scene.gltf(filepath=str(path))
    assert path.exists() == (on_issues == "WARN")
    assert [issue.code for issue in store.issues()] == ["shape-size-not-positive"]
