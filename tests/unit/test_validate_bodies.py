# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The rules about bodies: for each a scene that breaks it and one that almost does."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from omi_physics.core.physics.model import CollisionFilter, Motion, PhysicsMaterial
from omi_physics.core.physics.scene import ColliderSettings, ObjectPhysics, Picture, ShapeSettings, TriggerSettings
from omi_physics.core.rules.validate import check
from tests.support.pictures import (
    BOX,
    CUBE,
    DYNAMIC,
    KINEMATIC,
    PARENT,
    STATIC,
    ZONE,
    Builder,
    FakeMesh,
    codes,
    only,
    place,
    shape,
)


def body(motion: Motion, collider: Any = BOX, **place: Any) -> Picture:
    built = Builder()
    built.add("Crate", motion=motion, collider=collider, **place)
    return built.picture


@pytest.mark.parametrize("motion", [DYNAMIC, KINEMATIC, STATIC])
def test_a_clean_body_has_no_issue(motion: Motion) -> None:
    assert codes(body(motion)) == []


@pytest.mark.parametrize(
    ("code", "broken", "almost"),
    [
        ("mass-not-positive", {"mass": 0.0}, {"mass": 1e-6}),
        ("mass-not-positive", {"mass": -2.0}, {"mass": 2.0}),
        ("inertia-odd", {"inertia_diagonal": (0.0, 1.0, 0.0)}, {"inertia_diagonal": (0.0, 0.0, 0.0)}),
        ("inertia-odd", {"inertia_diagonal": (1.0, 1.0, 2.1)}, {"inertia_diagonal": (1.0, 1.0, 2.0)}),
        ("inertia-odd", {"inertia_diagonal": (1.0, 1.0, -1.0)}, {"inertia_diagonal": (1.0, 1.0, 1.0)}),
        ("center-of-mass-off-origin", {"center_of_mass": (0.0, 0.1, 0.0)}, {"center_of_mass": (0.0, 0.0, 0.0)}),
        ("motion-value-unused", {"inertia_orientation": (0.0, 0.0, 1.0, 0.0)}, {}),
    ],
)
def test_values_of_a_dynamic_body(code: str, broken: dict[str, Any], almost: dict[str, Any]) -> None:
    assert only(body(replace(DYNAMIC, **broken))).code == code
    assert codes(body(replace(DYNAMIC, **almost))) == []


def test_an_inertia_orientation_that_is_no_rotation() -> None:
    motion = replace(DYNAMIC, inertia_diagonal=(1.0, 1.0, 1.0))
    turned = replace(motion, inertia_orientation=(0.0, 0.0, 0.0, 2.0))
    assert codes(body(turned)) == ["inertia-not-unit", "godot-ignores"]
    assert codes(body(replace(motion, inertia_orientation=(0.6, 0.0, 0.0, 0.8)))) == ["godot-ignores"]


@pytest.mark.parametrize("motion", [STATIC, KINEMATIC])
@pytest.mark.parametrize("values", [{"mass": 5.0}, {"inertia_diagonal": (1.0, 1.0, 1.0)}, {"gravity_factor": 0.0}])
def test_values_a_motion_type_cannot_use(motion: Motion, values: dict[str, Any]) -> None:
    found = only(body(replace(motion, **values)))
    assert (found.code, found.severity) == ("motion-value-unused", "info")
    assert found.message.startswith("Crate: ") and motion.type in found.message


def test_a_velocity_on_a_static_body() -> None:
    moving = {"linear_velocity": (0.0, 0.0, 1.0)}
    assert only(body(replace(STATIC, **moving))).code == "velocity-on-static"
    assert only(body(replace(STATIC, angular_velocity=(0.0, 0.0, 1.0)))).code == "velocity-on-static"
    assert codes(body(replace(KINEMATIC, **moving))) == []


def test_a_velocity_of_a_turned_body() -> None:
    motion = replace(DYNAMIC, linear_velocity=(1.0, 0.0, 0.0))
    assert only(body(motion, turned=(0, 0, 90))).code == "velocity-in-world"
    assert codes(body(motion)) == []
    # Turned about the velocity itself, both frames say the same.
    assert codes(body(motion, turned=(90, 0, 0))) == []


def test_scale_on_or_above_a_dynamic_body() -> None:
    found = only(body(DYNAMIC, scale=(2, 2, 2)))
    assert (found.code, found.severity, found.fix) == ("body-scaled", "warning", "apply-scale")
    assert "scaled by 2;" in found.message
    built = Builder()
    built.add("Root", scale=(1, 1, 3))
    built.add("Crate", "Root", motion=DYNAMIC, collider=BOX)
    found = only(built.picture)
    assert found.code == "body-scaled" and found.object == "Crate"
    assert "(1, 1, 3) with Root above it" in found.message
    assert codes(body(DYNAMIC, scale=(1.00001, 1, 1))) == []


@pytest.mark.parametrize("motion", [STATIC, KINEMATIC])
@pytest.mark.parametrize(
    ("collider", "broken", "almost"),
    [
        (shape("SPHERE"), (4, 4, 1), (4, 4, 4)),
        (shape("SPHERE"), (1, 1, 2), (-1, 1, 1)),
        (shape("CAPSULE"), (1, 1, 2), (2, 2, 2)),
        (shape("CYLINDER"), (4, 2, 1), (4, 4, 1)),
        (shape("CYLINDER", axis="X"), (4, 4, 1), (1, 4, 4)),
        (shape("CYLINDER", rotation=(0.5, 0, 0)), (4, 4, 1), (4, 4, 4)),
    ],
)
def test_round_shapes_on_scaled_bodies(motion: Motion, collider: Any, broken: Any, almost: Any) -> None:
    """What Godot was seen to do: Jolt puts the body's scale on the shape and takes it off again."""

    def found(scale: Any) -> list[str]:
        return [i.code for i in check(body(motion, collider, scale=scale)) if i.code == "body-uneven-scale"]

    assert found(broken) == ["body-uneven-scale"]
    assert found(almost) == []


def test_shapes_that_stand_any_scale() -> None:
    for kind in ("BOX", "CONVEX"):
        built = Builder()
        built.add("Ground", motion=STATIC, collider=shape(kind), scale=(-4, 2, 1), mesh=FakeMesh(CUBE))
        assert codes(built.picture) == []
    built = Builder()
    built.add("Loose", collider=shape("CYLINDER", axis="X"), scale=(4, 4, 4), turned=(10, 20, 30))
    assert codes(built.picture) == ["shape-cylinder"]


def test_a_triangle_mesh_on_a_mirrored_body() -> None:
    for scale, expected in (((-1, 1, 1), ["body-uneven-scale"]), ((1, 2, 1), [])):
        built = Builder()
        built.add("Ground", motion=STATIC, collider=shape("TRIMESH"), scale=scale, mesh=FakeMesh(CUBE))
        assert codes(built.picture) == expected


def test_round_parts_below_a_scaled_parent_name_it_once() -> None:
    built = Builder()
    built.add("Wall", collider=PARENT, scale=(4, 4, 1))
    for name in ("Left", "Right"):
        built.add(name, "Wall", collider=shape("SPHERE"), scale=(0.25, 0.25, 1))
    found = only(built.picture)
    assert (found.code, found.object) == ("body-uneven-scale", "Wall")
    assert (
        found.message
        == "Wall: is scaled by (4, 4, 1) and has a sphere collider, the one of Left; Jolt gives it a wrong size"
    )


def test_a_turned_cylinder_below_a_scaled_body() -> None:
    """Its axis lies along the body's X, so the body's Y and Z must be alike."""
    for scale, expected in (((4, 1, 1), []), ((1, 1, 4), ["body-uneven-scale"])):
        built = Builder()
        built.add("Ground", motion=STATIC, scale=scale)
        part = built.add("Part", "Ground", collider=shape("CYLINDER"))
        part.world = place((0, 0, 0), (0, 90, 0), (1, 1, 1))
        assert [i.code for i in check(built.picture) if i.severity != "info"] == expected


def test_a_body_without_a_collider() -> None:
    built = Builder()
    built.add("Crate", motion=DYNAMIC)
    found = only(built.picture)
    assert (found.code, found.severity) == ("body-no-collider", "info")
    built.add("Part", "Crate", collider=BOX)
    assert codes(built.picture) == []


def test_what_counts_as_the_collider_of_a_body() -> None:
    built = Builder()
    built.add("Area", motion=STATIC, trigger=ZONE)
    assert codes(built.picture) == []
    built = Builder()
    built.add("Car", motion=DYNAMIC)
    built.add("Wheel", "Car", motion=DYNAMIC, collider=BOX)
    assert codes(built.picture) == ["body-no-collider", "body-nested"]


def test_a_body_below_a_body() -> None:
    built = Builder()
    built.add("Car", motion=DYNAMIC, collider=BOX)
    built.add("Axle", "Car")
    built.add("Wheel", "Axle", motion=DYNAMIC, collider=BOX)
    found = only(built.picture)
    assert found.code == "body-nested" and found.object == "Wheel" and "below Car" in found.message
    built = Builder()
    built.add("Car", motion=DYNAMIC)
    built.add("Wheel", "Car", collider=BOX)
    assert codes(built.picture) == []


def test_animation() -> None:
    assert only(body(DYNAMIC, animated=True)).code == "dynamic-animated"
    assert only(body(STATIC, animated=True)).code == "static-animated"
    assert codes(body(KINEMATIC, animated=True)) == []
    built = Builder()
    built.add("Lift", collider=BOX, animated=True)
    assert only(built.picture).code == "static-animated"
    built = Builder()
    built.add("Area", trigger=ZONE, animated=True)
    built.add("Cart", animated=True)
    assert codes(built.picture) == []


def test_materials() -> None:
    def used(**values: Any) -> Picture:
        built = Builder(use_godot_compat=False)
        built.add("Ice", collider=ColliderSettings(BOX.shape, PhysicsMaterial(**values)))
        return built.picture

    assert only(used(restitution=1.01)).code == "restitution-above-one"
    assert only(used(static_friction=1.2)).code == "friction-above-one"
    assert only(used(dynamic_friction=1.2)).code == "friction-above-one"
    assert codes(used(restitution=1.0, static_friction=1.0, dynamic_friction=0.0)) == []


def test_an_empty_filter() -> None:
    built = Builder(use_godot_compat=False)
    built.add("Wall", collider=ColliderSettings(BOX.shape, filter=CollisionFilter()))
    assert only(built.picture).code == "filter-empty"
    built = Builder(use_godot_compat=False)
    built.add("Area", trigger=TriggerSettings(shape=BOX.shape, filter=CollisionFilter()))
    assert only(built.picture).code == "filter-empty"
    built = Builder(use_godot_compat=False)
    built.add("Wall", collider=ColliderSettings(BOX.shape, filter=CollisionFilter(("walls",))))
    assert codes(built.picture) == []


def test_what_godot_ignores() -> None:
    material = ColliderSettings(BOX.shape, PhysicsMaterial(), CollisionFilter(("walls",)))
    motion = replace(DYNAMIC, gravity_factor=0.5)
    found = only(body(motion, material))
    assert (found.code, found.severity) == ("godot-ignores", "info")
    assert found.message == "Crate: Godot ignores its gravity factor, physics material and collision filter"
    built = Builder(use_godot_compat=False)
    built.add("Crate", motion=motion, collider=material)
    assert codes(built.picture) == []


def test_names_that_godot_changes() -> None:
    built = Builder()
    for name in ("Cube.001", "Cube.002", "Plain"):
        built.add(name, motion=DYNAMIC, collider=BOX)
    built.add("Without.physics")
    found = only(built.picture)
    assert (found.code, found.severity, found.object) == ("name-changes-in-godot", "info", "Cube.001")
    assert found.message == "Cube.001: Godot writes the name as Cube_001, and changes 1 other name"
    built = Builder()
    built.add("Cube_001-a b", motion=DYNAMIC, collider=BOX)
    assert codes(built.picture) == []


def test_values_that_are_not_finite() -> None:
    built = Builder()
    node = built.add("Crate", motion=DYNAMIC, collider=BOX)
    node.physics = ObjectPhysics(motion=DYNAMIC, collider=BOX, dropped=("motion.mass",))
    found = only(built.picture)
    assert (found.code, found.severity, found.fix) == ("value-not-finite", "error", "reset-value")


def test_a_body_that_is_not_exported() -> None:
    built = Builder()
    built.add("Crate", motion=DYNAMIC, collider=BOX, exported=False)
    built.add("Part", "Crate", collider=BOX)
    found = only(built.picture)
    assert found.code == "body-not-exported" and found.object == "Part"


def test_a_mesh_on_a_node_with_physics_in_the_compact_layout() -> None:
    def shown(layout: str, **options: Any) -> Picture:
        built = Builder(layout=layout, **options)
        for name in ("Crate", "Barrel"):
            built.add(name, motion=DYNAMIC, collider=BOX, shown=True)
        return built.picture

    found = only(shown("COMPACT"))
    assert (found.code, found.object) == ("mesh-shares-node", "Scene")
    assert "Crate and 1 other show" in found.message
    assert codes(shown("SEPARATE")) == []
    assert codes(shown("COMPACT", use_godot_compat=False)) == []
    built = Builder(layout="COMPACT")
    built.add("Crate", motion=DYNAMIC, collider=BOX)
    built.add("Look", "Crate", shown=True)
    assert codes(built.picture) == []


def test_a_collider_deep_below_its_body_in_the_compact_layout() -> None:
    def deep(layout: str, between: bool) -> Picture:
        built = Builder(layout=layout)
        built.add("Crate", motion=DYNAMIC)
        if between:
            built.add("Group", "Crate")
        built.add("Part", "Group" if between else "Crate", collider=BOX)
        return built.picture

    found = only(deep("COMPACT", True))
    assert (found.code, found.object, found.fix) == ("collider-too-deep", "Part", "reparent-collider")
    assert codes(deep("COMPACT", False)) == []
    assert codes(deep("SEPARATE", True)) == []


def test_a_collider_animated_below_its_body() -> None:
    for layout in ("SEPARATE", "COMPACT"):
        built = Builder(layout=layout)
        built.add("Crate", motion=DYNAMIC)
        built.add("Group", "Crate", animated=True)
        built.add("Part", "Group", collider=BOX)
        assert only(built.picture).code == "collider-animated-between"


def test_a_compound_parent_without_parts() -> None:
    built = Builder()
    built.add("Wall", collider=PARENT)
    found = only(built.picture)
    assert (found.code, found.object) == ("compound-no-parts", "Wall")
    built.add("Group", "Wall")
    built.add("Stone", "Group", collider=BOX)
    assert codes(built.picture) == []


def test_a_part_that_is_a_body_of_its_own_is_none() -> None:
    built = Builder()
    built.add("Wall", collider=PARENT)
    built.add("Stone", "Wall", motion=DYNAMIC)
    built.add("Chip", "Stone", collider=BOX)
    assert codes(built.picture) == ["compound-no-parts"]


def test_objects_that_are_not_exported_are_not_checked() -> None:
    assert codes(body(replace(DYNAMIC, mass=0.0), exported=False)) == []


def test_copies_of_an_object_are_named_once() -> None:
    built = Builder()
    for at in range(3):
        built.add("Crate", motion=replace(DYNAMIC, mass=0.0), collider=BOX, at=(at, 0, 0))
    assert codes(built.picture) == ["mass-not-positive"]


def test_errors_come_first() -> None:
    built = Builder()
    built.add("Crate", motion=DYNAMIC)
    built.add("Ball", motion=replace(DYNAMIC, mass=0.0), collider=BOX)
    built.add("Net", collider=ColliderSettings(ShapeSettings("CONVEX")), mesh=FakeMesh([[0, 0, 0]], has_hull=False))
    assert [found.severity for found in check(built.picture)] == ["error", "warning", "info"]


def test_physics_that_a_later_version_saved() -> None:
    built = Builder()
    node = built.add("Crate", motion=DYNAMIC, collider=BOX)
    node.physics = ObjectPhysics(motion=DYNAMIC, collider=BOX, is_newer=True)
    found = only(built.picture)
    assert (found.code, found.severity, found.object) == ("saved-by-later-version", "warning", "Crate")
    node.physics = ObjectPhysics(motion=DYNAMIC, collider=BOX)
    assert codes(built.picture) == []
