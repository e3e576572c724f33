# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The rules about shapes and triggers: for each a scene that breaks it and one that almost does."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from omi_physics.core.physics.model import Motion
from omi_physics.core.physics.scene import Picture, TriggerSettings
from omi_physics.core.rules.validate import check
from tests.support.pictures import (
    CUBE,
    DYNAMIC,
    FLAT,
    KINEMATIC,
    PARENT,
    STATIC,
    ZONE,
    Builder,
    FakeMesh,
    codes,
    only,
    ref,
    shape,
    zone,
)


def wall(collider: Any, points: Any = None, **place: Any) -> Picture:
    built = Builder()
    built.add("Wall", collider=collider, mesh=None if points is None else FakeMesh(points), **place)
    return built.picture


def sphere_of_points(count: int) -> np.ndarray:
    angles = np.linspace(0.0, 6.0, count)
    return np.stack([np.cos(angles), np.sin(angles), angles], axis=1)


@pytest.mark.parametrize("kind", ["BOX", "SPHERE", "CAPSULE", "CONVEX", "TRIMESH"])
def test_a_clean_shape_has_no_issue(kind: str) -> None:
    tall = CUBE * (1.0, 1.0, 3.0)
    assert codes(wall(shape(kind, "AUTO"), tall)) == []


@pytest.mark.parametrize(
    ("code", "broken", "almost"),
    [
        ("shape-size-not-positive", shape("BOX", size=(1.0, 0.0, 1.0)), shape("BOX", size=(1.0, 1e-3, 1.0))),
        ("shape-size-not-positive", shape("SPHERE", radius=0.0), shape("SPHERE", radius=1e-3)),
        ("shape-size-not-positive", shape("CAPSULE", radius_bottom=0.0, radius_top=0.0), shape("CAPSULE", radius=0.0)),
        ("shape-tapered", shape("CAPSULE", radius_bottom=0.4), shape("CAPSULE", radius=0.4)),
        ("shape-cylinder", shape("CYLINDER"), shape("CAPSULE")),
        ("shape-tapered", shape("CYLINDER", radius_top=0.0), shape("BOX", radius_top=0.0)),
        ("capsule-becomes-sphere", shape("CAPSULE", height=0.0), shape("CAPSULE", height=0.01)),
    ],
)
def test_dimensions_set_by_hand(code: str, broken: Any, almost: Any) -> None:
    assert only(wall(broken)).code == code
    assert codes(wall(almost)) == []


def test_a_cylinder_without_height_is_left_out() -> None:
    assert codes(wall(shape("CYLINDER", height=0.0))) == ["shape-size-not-positive", "shape-cylinder"]


def test_an_object_scaled_to_nothing() -> None:
    assert only(wall(shape("BOX"), scale=(1, 1, 0))).code == "shape-size-not-positive"


def test_a_fit_without_geometry() -> None:
    found = only(wall(shape("BOX", "AUTO")))
    assert (found.code, found.severity, found.fix) == ("shape-fit-no-geometry", "warning", "use-manual")
    assert codes(wall(shape("BOX", "AUTO"), CUBE)) == []


@pytest.mark.parametrize("kind", ["CONVEX", "TRIMESH"])
def test_a_mesh_shape_without_a_mesh(kind: str) -> None:
    found = only(wall(shape(kind, "AUTO")))
    assert (found.code, found.severity, found.fix) == ("shape-no-geometry", "error", "use-box")
    built = Builder()
    built.add("Wall", collider=shape("CONVEX", "AUTO"), mesh=FakeMesh(FLAT, has_hull=False))
    assert only(built.picture).code == "shape-no-geometry"


def test_a_box_around_a_flat_mesh() -> None:
    found = only(wall(shape("BOX", "AUTO"), FLAT))
    assert (found.code, found.fix) == ("shape-flat", "thicken")
    assert codes(wall(shape("BOX", "AUTO"), CUBE * (1.0, 1.0, 1e-3))) == []


def test_a_round_shape_scaled_unevenly() -> None:
    assert only(wall(shape("SPHERE"), scale=(1, 2, 1))).code == "shape-nonuniform-round"
    assert only(wall(shape("CAPSULE"), scale=(1, 2, 1))).code == "shape-nonuniform-round"
    # Along its axis a capsule may be stretched; a fitted shape encloses the stretched mesh.
    assert codes(wall(shape("CAPSULE"), scale=(1, 1, 2))) == []
    assert codes(wall(shape("SPHERE"), scale=(2, 2, 2))) == []
    assert codes(wall(shape("SPHERE", "AUTO"), CUBE, scale=(1, 2, 1))) == []


def test_a_sheared_shape() -> None:
    def tilted(angle: float) -> Picture:
        built = Builder()
        built.add("Root", scale=(1, 1, 3))
        built.add("Wall", "Root", turned=(angle, 0, 0), collider=shape("BOX"))
        return built.picture

    found = only(tilted(30))
    assert (found.code, found.fix) == ("shape-shear", "apply-scale")
    assert codes(tilted(90)) == []


def test_a_fitted_capsule_no_longer_than_wide() -> None:
    assert only(wall(shape("CAPSULE", "AUTO"), CUBE)).code == "capsule-becomes-sphere"
    assert codes(wall(shape("CAPSULE", "AUTO"), CUBE * (1, 1, 2))) == []


def test_a_hull_of_many_points() -> None:
    found = only(wall(shape("CONVEX", "AUTO"), sphere_of_points(256)))
    assert (found.code, found.fix) == ("convex-many-points", "simplify-hull")
    assert "256 points" in found.message
    assert codes(wall(shape("CONVEX", "AUTO"), sphere_of_points(255))) == []


def test_a_mesh_is_measured_once() -> None:
    built = Builder()
    mesh = FakeMesh(sphere_of_points(300))
    for number in range(20):
        built.add(f"Rock{number}", collider=shape("CONVEX", "AUTO"), mesh=mesh)
    assert codes(built.picture) == ["convex-many-points"] * 20
    assert mesh.hulls_made <= 21  # what the exporter asks for, and once for the rule


@pytest.mark.parametrize(
    ("motion", "expected"),
    [(DYNAMIC, ["trimesh-dynamic"]), (KINEMATIC, ["trimesh-kinematic"]), (STATIC, [])],
)
def test_triangle_meshes_on_bodies(motion: Motion, expected: list[str]) -> None:
    built = Builder()
    built.add("Rock", motion=motion, collider=shape("TRIMESH", "AUTO"), mesh=FakeMesh(CUBE))
    assert codes(built.picture) == expected
    built = Builder()
    built.add("Body", motion=motion)
    built.add("Rock", "Body", collider=shape("TRIMESH", "AUTO"), mesh=FakeMesh(CUBE))
    found = check(built.picture)
    assert [f.code for f in found] == expected
    assert all(f.object == "Rock" and "Body is" in f.message for f in found)


def test_a_triangle_mesh_below_a_dynamic_body_but_on_a_static_one() -> None:
    built = Builder()
    built.add("Ship", motion=DYNAMIC, collider=shape("BOX"))
    built.add("Deck", "Ship", motion=STATIC, collider=shape("TRIMESH", "AUTO"), mesh=FakeMesh(CUBE))
    assert codes(built.picture) == ["body-nested"]


def test_a_triangle_mesh_in_a_trigger() -> None:
    built = Builder()
    built.add("Area", trigger=zone("TRIMESH", "AUTO"), mesh=FakeMesh(CUBE))
    assert only(built.picture).code == "trimesh-trigger"
    built = Builder()
    built.add("Area", trigger=zone("CONVEX", "AUTO"), mesh=FakeMesh(CUBE))
    assert codes(built.picture) == []


@pytest.mark.parametrize(("applies", "words"), [(None, "unless the export applies"), (False, "does not apply")])
def test_modifiers_that_change_the_shape(applies: bool | None, words: str) -> None:
    built = Builder(applies_modifiers=applies)
    built.add("Rock", collider=shape("BOX", "AUTO"), mesh=FakeMesh(CUBE))
    built.meshes.changed.add("Rock")
    found = only(built.picture)
    assert (found.code, found.severity) == ("shape-modifiers", "info") and words in found.message


def test_modifiers_that_do_not_matter() -> None:
    for options, kind, fit, mesh in (
        ({"applies_modifiers": True}, "BOX", "AUTO", None),
        ({}, "BOX", "MANUAL", None),
        ({}, "CONVEX", "MANUAL", ("MESH", "other")),
    ):
        built = Builder(**options)
        built.add("Rock", collider=shape(kind, fit, mesh=mesh), mesh=FakeMesh(CUBE))
        built.meshes.changed.add("Rock")
        assert codes(built.picture) == []


def test_compound_triggers() -> None:
    compound = TriggerSettings("COMPOUND")
    built = Builder()
    built.add("Area", trigger=compound)
    found = only(built.picture)
    assert (found.code, found.severity, found.fix) == ("trigger-no-parts", "error", "give-shape")
    built.add("Part", "Area", trigger=ZONE)
    assert codes(built.picture) == []


@pytest.mark.parametrize(
    ("part", "code"),
    [
        (ref("Gone", is_deleted=True), "trigger-part-not-exported"),
        (ref("Elsewhere"), "trigger-part-not-exported"),
        (ref("Plain"), "trigger-part-invalid"),
        (ref("Outside"), "trigger-part-invalid"),
    ],
)
def test_listed_parts(part: Any, code: str) -> None:
    built = Builder()
    built.add("Area", trigger=TriggerSettings("COMPOUND", use_all_parts=False, parts=(ref("Part"), part)))
    built.add("Part", "Area", trigger=ZONE)
    built.add("Plain", "Area")
    built.add("Outside", trigger=ZONE)
    found = only(built.picture)
    assert (found.code, found.object, found.fix) == (code, "Area", "remove-part")


def test_a_trigger_without_shape() -> None:
    built = Builder()
    built.add("Area", trigger=zone("NONE"))
    assert only(built.picture).code == "trigger-no-shape"


def test_a_compound_collider_is_clean() -> None:
    built = Builder()
    built.add("Wall", collider=PARENT)
    built.add("Left", "Wall", collider=shape("BOX"))
    built.add("Right", "Wall", collider=shape("SPHERE"))
    assert codes(built.picture) == []


def test_a_compound_trigger_whose_parts_are_left_out_is_named_too() -> None:
    built = Builder()
    built.add("Area", trigger=TriggerSettings("COMPOUND"))
    built.add("Part", "Area", trigger=zone("BOX", size=(0.0, 1.0, 1.0)))
    found = {(issue.code, issue.object) for issue in check(built.picture)}
    assert found == {("shape-size-not-positive", "Part"), ("trigger-no-parts", "Area")}
