# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Fitting shapes, changing their type, turning them into meshes; mass and inertia. Numbers worked out by hand."""

from __future__ import annotations

import bmesh
import bpy
import pytest

from . import scenes
from .selection import select


def near(*values: float) -> object:
    return pytest.approx(values, abs=1e-5)


def test_a_fit_by_hand_has_the_numbers_of_the_mesh() -> None:
    crate = scenes.make_collider(scenes.cube("Crate", (1, 2, 3), (0, 0, 1.5), scale=(2, 1, 1)))
    select(crate)
    assert bpy.ops.omi_physics.fit_shape() == {"FINISHED"}
    shape = crate.omi_physics.collider.shape
    assert (shape.fit, tuple(shape.size), tuple(shape.offset)) == ("MANUAL", near(1, 2, 3), near(0, 0, 1.5))


def test_a_round_fit_encloses_the_scaled_mesh() -> None:
    # 2 x 2 x 3 in the world: a sphere of radius sqrt(1 + 1 + 2.25), which the largest scale, 2, makes of 1.0308.
    crate = scenes.make_collider(scenes.cube("Crate", (1, 2, 3), scale=(2, 1, 1)), "SPHERE")
    select(crate)
    bpy.ops.omi_physics.fit_shape()
    assert crate.omi_physics.collider.shape.radius == pytest.approx(1.030776, abs=1e-5)


def test_switching_the_type_keeps_how_far_a_shape_reaches() -> None:
    crate = scenes.make_collider(scenes.cube("Crate"), "BOX", "MANUAL", size=(1, 4, 1), offset=(0, 0, 5))
    select(crate)
    shape = crate.omi_physics.collider.shape
    bpy.ops.omi_physics.set_shape_type(type="CAPSULE")
    assert (shape.type, shape.axis, shape.radius_bottom, shape.radius_top) == ("CAPSULE", "Y", 0.5, 0.5)
    assert (shape.height, tuple(shape.offset)) == (3.0, (0, 0, 5))
    bpy.ops.omi_physics.set_shape_type(type="BOX")
    assert tuple(shape.size) == near(1, 4, 1)


def test_switching_an_automatic_shape_lays_it_along_the_longest_side() -> None:
    crate = scenes.make_collider(scenes.cube("Crate", (1, 1, 2), scale=(4, 1, 1)))
    select(crate)
    bpy.ops.omi_physics.set_shape_type(type="CYLINDER")
    shape = crate.omi_physics.collider.shape
    assert (shape.type, shape.fit, shape.axis) == ("CYLINDER", "AUTO", "X")


def edit(obj: bpy.types.Object, wanted: object) -> None:
    """Edit Mode with the vertices selected for which `wanted` holds."""
    select(obj)
    bpy.ops.object.mode_set(mode="EDIT")
    mesh = bmesh.from_edit_mesh(obj.data)
    for vertex in mesh.verts:
        vertex.select = wanted(vertex.co)  # type: ignore[operator]
    mesh.select_flush_mode()
    bmesh.update_edit_mesh(obj.data)


def test_a_shape_fits_the_vertices_selected_in_edit_mode() -> None:
    crate = scenes.cube("Crate", (2, 2, 2))
    edit(crate, lambda co: co.z > 0)
    assert bpy.ops.omi_physics.fit_to_selection() == {"FINISHED"}
    bpy.ops.object.mode_set(mode="OBJECT")
    group = crate.omi_physics
    assert group.use_collider
    assert tuple(group.collider.shape.offset) == near(0, 0, 1)
    assert tuple(group.collider.shape.size) == near(2, 2, 0.001)


def test_a_hull_of_the_selected_vertices_is_a_mesh_of_its_own() -> None:
    crate = scenes.make_collider(scenes.cube("Crate", (2, 2, 2)), "CONVEX")
    edit(crate, lambda co: co.z > 0 or co.x > 0)
    assert bpy.ops.omi_physics.fit_to_selection() == {"FINISHED"}
    bpy.ops.object.mode_set(mode="OBJECT")
    assert len(crate.omi_physics.collider.shape.mesh.vertices) == 6


def test_fitting_to_a_selection_is_greyed_out_elsewhere() -> None:
    select(scenes.cube("Crate"))
    assert not bpy.ops.omi_physics.fit_to_selection.poll()


@pytest.mark.parametrize("kind", ["BOX", "SPHERE", "CAPSULE", "CYLINDER", "CONVEX", "TRIMESH"])
def test_a_shape_becomes_a_mesh_object_in_its_place(kind: str) -> None:
    parent = scenes.add("Parent", location=(5, 0, 0), rotation=(0, 0, 1), scale=(2, 3, 1))
    crate = scenes.make_collider(scenes.cube("Crate", (1, 1, 2), (0, 0, 1), parent=parent), kind)
    crate.omi_physics.collider.use_material = True
    crate.omi_physics.collider.material.name = "Ice"
    select(crate)
    assert bpy.ops.omi_physics.shape_to_mesh() == {"FINISHED"}
    scenes.update()
    made = bpy.context.object
    assert (made.name, made.parent) == ("Crate_Collision", crate)
    shape = made.omi_physics.collider.shape
    assert (shape.type, shape.use_collision_only) == ("TRIMESH" if kind == "TRIMESH" else "CONVEX", True)
    assert made.omi_physics.collider.material.name == "Ice"
    assert not crate.omi_physics.use_collider and made.omi_physics.use_collider
    # The crate reaches from 0 to 2 in Z; whatever encloses it reaches as far.
    heights = [(made.matrix_world @ vertex.co).z for vertex in made.data.vertices]
    assert min(heights) < 1e-5 and max(heights) > 2 - 1e-5
    if kind in ("BOX", "CONVEX", "TRIMESH"):
        assert sorted(tuple(round(v, 4) for v in made.matrix_world @ p.co) for p in made.data.vertices) == sorted(
            tuple(round(v, 4) for v in crate.matrix_world @ p.co) for p in crate.data.vertices
        )


def test_the_mass_is_density_times_the_volume_of_all_colliders() -> None:
    # A box of 2 m3, and a child of 1 x 1 x 0.5 m; the child that is a body of its own does not count.
    body = scenes.make_body(scenes.make_collider(scenes.cube("Body", (1, 1, 2))))
    scenes.make_collider(scenes.cube("Part", (1, 1, 1), parent=body, scale=(1, 1, 0.5), location=(0, 0, 5)))
    scenes.make_body(scenes.make_collider(scenes.cube("Other", parent=body)))
    select(body)
    assert bpy.ops.omi_physics.mass_from_density(material="STEEL") == {"FINISHED"}
    assert body.omi_physics.motion.mass == pytest.approx(2.5 * 7850)
    bpy.ops.omi_physics.mass_from_density(material="CUSTOM", density=10.0)
    assert body.omi_physics.motion.mass == pytest.approx(25)


def test_the_inertia_is_that_of_the_shapes() -> None:
    # 12 kg in a box 1 x 2 x 3: m/12 (y2 + z2, x2 + z2, x2 + y2).
    body = scenes.make_body(scenes.make_collider(scenes.cube("Body", (1, 2, 3), (0, 0, 1))), mass=12)
    select(body)
    assert bpy.ops.omi_physics.inertia_from_shape() == {"FINISHED"}
    motion = body.omi_physics.motion
    assert tuple(motion.inertia_diagonal) == near(13, 10, 5)
    assert tuple(motion.inertia_orientation) == near(1, 0, 0, 0)
    assert tuple(motion.center_of_mass) == near(0, 0, 1)
    # About the origin, 12 kg an arm of 1 m more in X and Y.
    motion.center_of_mass = (0, 0, 0)
    bpy.ops.omi_physics.inertia_from_shape(use_center=False)
    assert tuple(motion.inertia_diagonal) == near(25, 22, 5)


def test_without_a_volume_the_mass_stays() -> None:
    body = scenes.make_body(scenes.add("Empty"))
    select(body)
    assert bpy.ops.omi_physics.mass_from_density() == {"CANCELLED"}
    assert body.omi_physics.motion.mass == 1.0
