# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The fix for scaled bodies: nothing moves or changes size in the world, what is seen and what collides."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import bpy
import numpy as np
import pytest
from mathutils import Vector

from tests.blender.scenes import add, cube, cube_mesh, make_body, make_collider, make_trigger, update
from tests.support.blender import addon_module
from tests.support.shape_extent import extent


def fix_module() -> Any:
    return addon_module("operators.fix")


def codes() -> set[tuple[str, str]]:
    picture = addon_module("properties.capture").capture(bpy.context.scene, bpy.context.evaluated_depsgraph_get())
    return {(found.code, found.object) for found in addon_module("core.rules.validate").check(picture)}


def apply_scale(obj: bpy.types.Object, code: str = "body-scaled") -> None:
    session = addon_module("operators.fixes.session").Session(bpy.context)
    fix_module().FIXES["apply-scale"](session, code, obj)
    update()


def physical(obj: bpy.types.Object) -> dict[str, Any]:
    """Reach of an object's shapes in the world."""
    measure = addon_module("operators.measure").Measure(bpy.context)
    found = addon_module("properties.read").read_object(obj)
    shapes = {"collider": found and found.collider, "trigger": found and found.trigger}
    return {role: extent(measure.place(obj, it.shape)) for role, it in shapes.items() if it is not None}


def seen(obj: bpy.types.Object) -> np.ndarray:
    """World positions of an object's evaluated vertices."""
    mesh = obj.evaluated_get(bpy.context.evaluated_depsgraph_get()).to_mesh()
    return np.array([obj.matrix_world @ vertex.co for vertex in mesh.vertices]).reshape(-1, 3)


def normals(obj: bpy.types.Object) -> np.ndarray:
    """World normals of the faces as seen: a mirrored object's faces show their other winding."""
    mesh = obj.evaluated_get(bpy.context.evaluated_depsgraph_get()).to_mesh()
    flip = -1.0 if obj.matrix_world.determinant() < 0.0 else 1.0
    corners = [[obj.matrix_world @ mesh.vertices[i].co for i in polygon.vertices] for polygon in mesh.polygons]
    return np.array([flip * np.cross(c[1] - c[0], c[2] - c[1]) for c in corners])


def assert_kept(fix: Callable[[], None], *objects: bpy.types.Object) -> None:
    """Nothing that objects are or show in the world changes by a fix."""
    update()
    before = [(physical(obj), obj.matrix_world.translation.copy()) for obj in objects]
    shown = [(seen(obj), normals(obj)) for obj in objects if obj.type == "MESH"]
    fix()
    for obj, (shapes, place) in zip(objects, before, strict=True):
        assert (obj.matrix_world.translation - place).length < 1e-5
        now = physical(obj)
        assert now.keys() == shapes.keys()
        for role, reach in shapes.items():
            np.testing.assert_allclose(now[role], reach, atol=2e-5, err_msg=f"{obj.name}: {role}")
    for obj, (points, faces) in zip([o for o in objects if o.type == "MESH"], shown, strict=True):
        np.testing.assert_allclose(seen(obj), points, atol=1e-5)
        np.testing.assert_allclose(normals(obj), faces, atol=1e-4)


PLACE = {"location": (1, 2, 3), "rotation": (0.3, -0.5, 0.8)}


@pytest.mark.parametrize("kind", ["BOX", "SPHERE", "CAPSULE", "CYLINDER", "CONVEX", "TRIMESH"])
@pytest.mark.parametrize("fit", ["AUTO", "MANUAL"])
@pytest.mark.parametrize("scale", [(2, 2, 2), (1, 2, 3), (-1, 1, 1), (-0.5, 2, 1)], ids=str)
def test_shape_of_a_scaled_body(kind: str, fit: str, scale: tuple[float, float, float]) -> None:
    if fit == "MANUAL" and kind in ("SPHERE", "CAPSULE", "CYLINDER"):
        values: dict[str, Any] = {"radius": 0.4, "radius_bottom": 0.3, "radius_top": 0.3, "height": 1.5}
        values |= {"offset": (0.1, 0.2, 0.3)}
    elif fit == "MANUAL":
        values = {"size": (1, 2, 3), "offset": (0.1, 0.2, 0.3)}
    else:
        values = {}
    body = make_collider(make_body(cube("Body", (1, 2, 4), (0.2, 0.1, 0), scale=scale, **PLACE)), kind, fit, **values)
    before = read_mesh(body)
    assert_kept(lambda: apply_scale(body), body)
    assert tuple(body.scale) == (1, 1, 1)
    assert not {code for code, _ in codes()} & {"body-scaled", "shape-nonuniform-round"}
    assert read_mesh(body) is before


def read_mesh(obj: bpy.types.Object) -> bpy.types.Mesh:
    assert isinstance(obj.data, bpy.types.Mesh)
    return obj.data


def test_code_is_gone_and_was_there() -> None:
    body = make_collider(make_body(cube("Body", scale=(2, 2, 2))))
    update()
    assert ("body-scaled", "Body") in codes()
    apply_scale(body)
    assert codes() == set()


def test_center_of_mass_stays_in_the_world() -> None:
    body = make_body(cube("Body", scale=(2, 3, -4), **PLACE), center_of_mass=(0.1, 0.2, 0.3))
    update()
    before = body.matrix_world @ Vector(body.omi_physics.motion.center_of_mass)
    apply_scale(body)
    assert (body.matrix_world @ Vector(body.omi_physics.motion.center_of_mass) - before).length < 1e-5


def test_scale_above_the_body() -> None:
    """A parent scaled by 2 and a turned body below: both end unscaled and nothing moves, siblings included."""
    top = add("Top", None, scale=(2, 2, 2), **PLACE)
    body = make_collider(make_body(cube("Body", parent=top, location=(1, 0, 0), rotation=(0, 0, 0.7))))
    child = make_collider(cube("Child", parent=body, location=(0, 0, 1), rotation=(1, 0, 0)), "CAPSULE", height=2)
    sibling = make_trigger(cube("Sibling", parent=top, location=(0, 3, 0)), "BOX", "MANUAL", size=(1, 2, 3))
    assert_kept(lambda: apply_scale(body), body, child, sibling)
    for obj in (top, body):
        np.testing.assert_allclose(obj.matrix_world.to_scale(), (1, 1, 1), atol=1e-6)


def test_uneven_scale_above_a_turned_body_slants_it() -> None:
    top = add("Top", None, scale=(1, 1, 3))
    body = make_collider(make_body(cube("Body", parent=top, rotation=(0, 0.5, 0))), "CONVEX")
    update()
    assert ("shape-shear", "Body") in codes()
    assert_kept(lambda: apply_scale(body, "shape-shear"), body)
    assert codes() == set()


def test_shared_mesh_stays_as_it_is_for_others() -> None:
    mesh = cube_mesh("Shared")
    body = make_collider(make_body(add("Body", mesh, scale=(2, 2, 2))))
    other = add("Other", mesh)
    assert_kept(lambda: apply_scale(body), body, other)
    assert other.data == mesh and body.data != mesh


def test_bodies_that_shared_a_mesh_and_a_scale_share_the_new_one() -> None:
    mesh = cube_mesh("Shared")
    bodies = [
        make_collider(make_body(add(f"Body{i}", mesh, location=(3 * i, 0, 0), scale=(2, 2, 2)))) for i in range(3)
    ]
    update()
    session = addon_module("operators.fixes.session").Session(bpy.context)
    for body in bodies:
        fix_module().FIXES["apply-scale"](session, "body-scaled", body)
    update()
    assert len({body.data for body in bodies}) == 1
    assert all(max(body.dimensions) == pytest.approx(2) for body in bodies)


def test_shape_mesh_of_its_own() -> None:
    body = make_body(cube("Body", scale=(1, 2, 3), **PLACE))
    hull = cube_mesh("Hull", (2, 1, 1), (1, 0, 0))
    make_collider(body, "CONVEX", "MANUAL", mesh=hull, offset=(0, 0, 1), rotation=(0.2, 0.3, 0.4))
    points = [tuple(vertex.co) for vertex in hull.vertices]
    assert_kept(lambda: apply_scale(body), body)
    assert [tuple(vertex.co) for vertex in hull.vertices] == points, "the mesh itself is not touched"


def test_shape_keys_are_scaled() -> None:
    body = make_collider(make_body(cube("Body", scale=(2, 2, 2))), "CONVEX")
    body.shape_key_add(name="Basis")
    key = body.shape_key_add(name="Long")
    for point in key.data:
        point.co.z *= 2
    key.value = 1.0
    assert_kept(lambda: apply_scale(body), body)


@pytest.mark.parametrize("scale", [(2, 2, 2), (-2, 2, 2)], ids=str)
def test_children_keep_place_and_scale(scale: tuple[float, float, float]) -> None:
    body = make_collider(make_body(cube("Body", scale=scale, **PLACE)))
    child = cube("Child", (1, 1, 1), (0.5, 0, 0), parent=body, location=(1, 1, 0), rotation=(0, 0.4, 0))
    update()
    before = child.matrix_world.copy()
    assert_kept(lambda: apply_scale(body), body, child)
    np.testing.assert_allclose(child.matrix_world, before, atol=1e-5)


@pytest.mark.parametrize("reason", ["animated", "constraints", "modifiers", "bones", "collection"])
def test_what_cannot_be_applied_is_named_and_left(reason: str) -> None:
    body = make_collider(make_body(cube("Body", scale=(2, 2, 2))))
    if reason == "animated":
        body.keyframe_insert("scale")
    elif reason == "constraints":
        body.constraints.new("LIMIT_SCALE")
    elif reason == "modifiers":
        body.modifiers.new("Solid", "SOLIDIFY")
    elif reason == "bones":
        add("Child", None, parent=body).parent_type = "VERTEX"
    else:
        top = add("Top", None, scale=(2, 2, 2))
        top.instance_type, top.instance_collection = "COLLECTION", bpy.data.collections.new("Parts")
        body.parent = top
    update()
    places = {obj.name: [list(row) for row in obj.matrix_world] for obj in bpy.context.scene.objects}
    with pytest.raises(addon_module("operators.common").Skip):
        apply_scale(body)
    assert places == {obj.name: [list(row) for row in obj.matrix_world] for obj in bpy.context.scene.objects}


def test_slanted_box_stays_as_it_was_written() -> None:
    """A turned box below an uneven scale is slanted, which no file can say; the fix keeps what the file said."""
    body = make_body(cube("Body", scale=(1, 1, 2)))
    make_collider(body, "BOX", "MANUAL", size=(1, 1, 1), rotation=(math.radians(30), 0, 0))
    update()
    before = physical(body)["collider"]
    apply_scale(body)
    np.testing.assert_allclose(physical(body)["collider"], before, atol=2e-5)
