# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Our physics as Blender's rigid bodies and constraints, and back: the file says the same."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import bpy
import pytest

from tests.roundtrip.semantics import differences, meaning

from . import scenes
from .selection import select
from .support import export_glb

DEGREES = math.pi / 180.0
MANUAL = {"fit": "MANUAL"}
BLENDERS = {"friction_combine": "MULTIPLY", "restitution_combine": "MULTIPLY"}


def give(**values: Any) -> set[str]:
    scenes.update()
    return bpy.ops.omi_physics.to_rigid_bodies(**{"use_selection": False, **values})


def body(obj: bpy.types.Object, kind: str = "DYNAMIC", shape: str = "BOX", fit: str = "AUTO", **values: Any) -> Any:
    """A body with a shape and a material that Blender can hold."""
    scenes.make_collider(scenes.make_body(obj, kind), shape, fit, **values)
    collider = obj.omi_physics.collider
    collider.use_material = True
    for name, value in (*BLENDERS.items(), ("static_friction", 0.5), ("dynamic_friction", 0.5)):
        setattr(collider.material, name, value)
    return obj


def joint(
    name: str, owner: bpy.types.Object, target: bpy.types.Object | None, *limits: Any, **place: Any
) -> bpy.types.Object:
    return scenes.make_joint(scenes.add(name, parent=owner, **place), target, limits)


def locked(kind: str, axes: str) -> dict[str, Any]:
    return {"kind": kind, "axes": set(axes)}


BALL = locked("LINEAR", "XYZ")
NO_TURN = locked("ANGULAR", "XYZ")


def angle(axis: str, low: float, high: float) -> dict[str, Any]:
    return {"kind": "ANGULAR", "axes": {axis}, "min_angle": low * DEGREES, "max_angle": high * DEGREES}


def distance(axis: str, low: float, high: float) -> dict[str, Any]:
    return {"kind": "LINEAR", "axes": {axis}, "min_distance": low, "max_distance": high}


def forget_all() -> None:
    """Takes our physics off all objects."""
    for obj in bpy.data.objects:
        group = obj.omi_physics
        group.motion.type = "NONE"
        group.use_collider = group.use_trigger = group.use_joint = False
        group.collider.use_material = group.collider.use_filter = False
        group.joint.limits.clear()
        group.joint.drives.clear()
        for name in ("linear_velocity", "center_of_mass", "inertia_diagonal", "gravity_factor", "mass"):
            group.motion.property_unset(name)


def in_file(folder: Path, name: str) -> dict[str, Any]:
    """What the exported file means; joints by their bodies, whatever objects carry them."""
    scenes.update()
    found = meaning(export_glb(folder / f"{name}.glb"))
    joints = {}
    for one in found["joints"].values():
        joints.setdefault(f"{one['body']} to {one['connected']}", []).append(one)
    return {**found, "joints": joints}


def scene() -> None:
    frame = body(scenes.cube("Frame"), "STATIC")
    box = body(scenes.cube("Box", (1, 2, 3), location=(0, 5, 0)))
    capsule = body(scenes.cube("Capsule", (1, 1, 3), location=(0, 0, 9)), shape="CAPSULE", fit="MANUAL", height=2)
    hull = body(scenes.cube("Hull", (2, 2, 2), location=(9, 0, 0), rotation=(0.1, 0.2, 0.3)), shape="CONVEX")
    box.omi_physics.motion.mass = 7
    body(scenes.cube("Lift", location=(20, 0, 0)), "KINEMATIC")
    body(scenes.cube("Floor", (50, 50, 1), location=(0, 0, -9)), "STATIC", "TRIMESH")
    joint("Hinge", box, frame, BALL, locked("ANGULAR", "XY"), angle("Z", -20, 40), location=(0.5, 0, 0))
    joint("Point", capsule, frame, BALL, rotation=(0.3, 0.4, 0.5))
    joint("Slider", hull, frame, locked("LINEAR", "YZ"), NO_TURN, distance("X", 0, 0.5))
    spring = joint("Spring", hull, box, distance("X", -1, 1), location=(0, 0, 1)).omi_physics.joint.drives.add()
    spring.axis, spring.stiffness, spring.damping = "Z", 40, 2
    spring.use_position_target = True


def test_there_and_back_the_file_says_the_same(tmp_path: Path) -> None:
    scene()
    before = in_file(tmp_path, "before")
    assert give() == {"FINISHED"}
    forget_all()
    assert bpy.ops.omi_physics.from_rigid_bodies(use_selection=False, use_remove=True) == {"FINISHED"}
    after = in_file(tmp_path, "after")
    assert not differences(before, after)


def shapes_in(found: dict[str, Any]) -> dict[str, list[Any]]:
    """Body -> its shapes in the world, whatever objects carry them."""
    shapes: dict[str, list[Any]] = {}
    for one in found["colliders"].values():
        if one["shape"] is not None:
            shapes.setdefault(str(one["body"]), []).append(one["shape"])
    return {
        name: sorted(listed, key=lambda shape: (shape[0], *map(float, shape[1]))) for name, listed in shapes.items()
    }


def two_shapes() -> None:
    crate = body(scenes.cube("Crate"))
    scenes.make_collider(scenes.cube("Lid", parent=crate, location=(0, 0, 1), rotation=(0, 0, 0.3)), "BOX")


def with_an_empty() -> None:
    crate = body(scenes.cube("Crate", rotation=(0.2, 0.3, 0.4), scale=(2, 2, 2)))
    scenes.make_collider(scenes.add("Knob", parent=crate, location=(0, 1, 0)), "SPHERE", "MANUAL", radius=0.3)


def deep() -> None:
    crate = body(scenes.cube("Crate"))
    middle = scenes.add("Middle", parent=crate, location=(1, 0, 0))
    scenes.make_collider(scenes.cube("Deep", parent=middle, location=(0, 1, 0)), "BOX")


STAND_INS = {
    "offset box": lambda: body(scenes.cube("Crate"), **MANUAL, size=(1, 2, 3), offset=(0, 0, 1), rotation=(0, 1, 0)),
    "other size": lambda: body(scenes.cube("Crate", scale=(1, 2, 3)), fit="MANUAL", size=(2, 2, 2)),
    "mesh beside its origin": lambda: body(scenes.cube("Crate", center=(3, 0, 0))),
    "capsule along X": lambda: body(scenes.cube("Crate", (4, 1, 1)), shape="CAPSULE", axis="X"),
    "tilted cylinder": lambda: body(scenes.cube("Crate"), shape="CYLINDER", **MANUAL, height=3, rotation=(1, 0, 0)),
    "ball about a box": lambda: body(scenes.cube("Crate"), shape="SPHERE"),
    "cone": lambda: body(scenes.cube("Crate"), shape="CYLINDER", fit="MANUAL", radius_top=0, offset=(0, 0, 1)),
    "two shapes": two_shapes,
    "an Empty": with_an_empty,
    "a grandchild": deep,
}  # fmt: skip


@pytest.mark.parametrize("name", STAND_INS)
def test_shapes_that_the_mesh_does_not_have_come_back_too(name: str, tmp_path: Path) -> None:
    STAND_INS[name]()
    before = in_file(tmp_path, "before")
    assert give() == {"FINISHED"}
    crate = bpy.data.objects["Crate"]
    assert crate.rigid_body.collision_shape == "COMPOUND"
    forget_all()
    bpy.ops.omi_physics.from_rigid_bodies(use_selection=False)
    after = in_file(tmp_path, "after")
    assert not differences(before["bodies"], after["bodies"])
    assert not differences(shapes_in(before), shapes_in(after))


@pytest.mark.parametrize("name", STAND_INS)
def test_the_file_is_the_same_while_stand_ins_are_there(name: str, tmp_path: Path) -> None:
    STAND_INS[name]()
    before = in_file(tmp_path, "before")
    meshes = len(export_glb().json["meshes"])
    give()
    assert not differences(before, in_file(tmp_path, "after"))
    assert len(export_glb().json["meshes"]) == meshes


@pytest.mark.parametrize("name", STAND_INS)
def test_once_more_changes_nothing(name: str, capfd: pytest.CaptureFixture[str]) -> None:
    STAND_INS[name]()
    give()
    count = len(bpy.data.objects), len(bpy.data.meshes)
    capfd.readouterr()
    assert give() == {"CANCELLED"}
    assert "Nothing taken over. Crate: has that physics already" in capfd.readouterr().out
    bpy.ops.omi_physics.from_rigid_bodies(use_selection=False)
    give()
    assert (len(bpy.data.objects), len(bpy.data.meshes)) == count


def test_a_shape_that_changed_gets_a_new_stand_in() -> None:
    crate = body(scenes.cube("Crate"), fit="MANUAL", offset=(0, 0, 1))
    give()
    crate.omi_physics.collider.shape.offset = (0, 0, 2)
    assert give() == {"FINISHED"}
    (stand_in,) = crate.children
    scenes.update()
    assert stand_in.matrix_world.translation.z == pytest.approx(2)
    crate.omi_physics.collider.shape.fit = "AUTO"
    assert give() == {"FINISHED"}
    assert not crate.children and crate.rigid_body.collision_shape == "BOX"


@pytest.mark.parametrize(
    ("made", "expected"),
    [
        (lambda: body(scenes.cube("Crate")), ("ACTIVE", "BOX", False)),
        (lambda: body(scenes.cube("Crate"), "KINEMATIC"), ("PASSIVE", "BOX", True)),
        (lambda: body(scenes.cube("Crate"), "STATIC"), ("PASSIVE", "BOX", False)),
        (lambda: scenes.make_collider(scenes.cube("Crate"), "CONVEX"), ("PASSIVE", "CONVEX_HULL", False)),
        (lambda: scenes.make_collider(scenes.cube("Crate"), "TRIMESH"), ("PASSIVE", "MESH", False)),
    ],
)
def test_what_becomes_of_bodies(made: Any, expected: tuple[str, str, bool]) -> None:
    crate = made()
    give()
    rigid = crate.rigid_body
    assert (rigid.type, rigid.collision_shape, rigid.kinematic) == expected
    assert rigid.mesh_source == "FINAL"


def test_what_blender_cannot_hold_is_named(capfd: pytest.CaptureFixture[str]) -> None:
    crate = body(scenes.cube("Crate"))
    motion = crate.omi_physics.motion
    motion.gravity_factor, motion.linear_velocity, motion.mass = 0.5, (1, 0, 0), 0
    motion.inertia_diagonal, motion.center_of_mass = (1, 1, 1), (0, 0, 1)
    crate.omi_physics.collider.material.static_friction = 0.9
    crate.omi_physics.collider.material.friction_combine = "MINIMUM"
    scenes.make_trigger(crate)
    scenes.make_body(scenes.add("Nothing"))
    scenes.make_body(scenes.cube("Bare"))
    scenes.make_collider(scenes.cube("Plain"))
    soft = {**distance("X", -1, 1), "use_stiffness": True, "stiffness": 5.0}
    joint("Spring", crate, bpy.data.objects["Plain"], soft)
    joint("Lonely", None, crate, BALL)
    give()
    said = capfd.readouterr().out
    for words in (
        "Crate: its gravity factor is lost",
        "Crate: its initial velocity is lost",
        "Crate: its inertia is lost; Blender's is that of the shape",
        "Crate: its center of mass is lost; Blender's is the origin",
        "Crate: its mass becomes 1 g, the least that Blender takes",
        "Crate: its static friction is lost",
        "Crate: how its material combines with others is lost; Blender multiplies",
        "Crate: its trigger is lost",
        "Nothing: is no mesh object, and only those can be rigid bodies",
        "Bare: it has no shape; its rigid body collides with nothing",
        "it has no material, and gets Blender's: a friction of 0.5, multiplied",
        "Spring: a soft limit becomes a hard one",
        "Lonely: belongs to no body",
    ):
        assert words in said, words


def filtered(name: str, systems: list[str], mode: str = "ALL", targets: list[str] | None = None) -> bpy.types.Object:
    crate = body(scenes.cube(name))
    collider = crate.omi_physics.collider
    collider.use_filter, collider.filter.target_mode = True, mode
    for listed, names in (
        (collider.filter.collision_systems, systems),
        (collider.filter.target_systems, targets or []),
    ):
        for system in names:
            listed.add().name = system
    return crate


def test_filters_become_collections_that_let_the_same_bodies_meet() -> None:
    player = filtered("Player", ["Player"])
    ghost = filtered("Ghost", ["Ghost"], "NOT_COLLIDE_WITH", ["Player"])
    wall = body(scenes.cube("Wall"), "STATIC")
    give()
    p, g, w = ({n for n in range(20) if obj.rigid_body.collision_collections[n]} for obj in (player, ghost, wall))
    assert not p & g and p & w and g & w and p & p


def test_a_joint_to_the_world_is_one_to_something_that_stands_still(tmp_path: Path) -> None:
    lamp = body(scenes.cube("Lamp", location=(0, 0, 4)))
    joint("Cord", lamp, None, BALL, location=(0, 0, 1))
    before = in_file(tmp_path, "before")
    give()
    (tie,) = [obj for obj in bpy.data.objects if obj.rigid_body_constraint is not None]
    world = tie.rigid_body_constraint.object2
    assert tie.rigid_body_constraint.object1 == lamp
    assert world.rigid_body.type == "PASSIVE" and not any(world.rigid_body.collision_collections)
    assert give() == {"CANCELLED"}
    forget_all()
    bpy.ops.omi_physics.from_rigid_bodies(use_selection=False)
    assert not world.omi_physics.use_collider
    after = in_file(tmp_path, "after")
    (old,), (new,) = before["joints"].values(), after["joints"].values()
    assert old[0].pop("connected") == "Cord_Anchor" and new[0].pop("connected").endswith("_Anchor")
    assert not differences(old, new)


def test_a_hinge_about_x_turns_about_blenders_z() -> None:
    frame, door = body(scenes.cube("Frame"), "STATIC"), body(scenes.cube("Door"))
    hinge = joint("Hinge", door, frame, BALL, locked("ANGULAR", "YZ"), angle("X", -20, 40), rotation=(0.3, 0.4, 0.5))
    give()
    (tie,) = [obj for obj in bpy.data.objects if obj.rigid_body_constraint is not None]
    made = tie.rigid_body_constraint
    assert made.type == "HINGE" and tie.parent is None
    assert tuple(tie.matrix_world.col[2][:3]) == pytest.approx(tuple(hinge.matrix_world.col[0][:3]), abs=1e-6)
    # Measured: object 2 turns from -upper to -lower.
    assert (made.limit_ang_z_lower, made.limit_ang_z_upper) == pytest.approx((-40 * DEGREES, 20 * DEGREES))


def test_ends_that_are_apart_shift_the_range() -> None:
    frame, door = body(scenes.cube("Frame", location=(3, 0, 0)), "STATIC"), body(scenes.cube("Door"))
    slider = joint("Slider", door, frame, locked("LINEAR", "YZ"), NO_TURN, distance("X", 2, 5))
    slider.omi_physics.joint.attach = "TARGET"
    give()
    (tie,) = [obj for obj in bpy.data.objects if obj.rigid_body_constraint is not None]
    made = tie.rigid_body_constraint
    assert (made.limit_lin_x_lower, made.limit_lin_x_upper) == pytest.approx((-1, 2))


def test_one_step_back_takes_all_away() -> None:
    scene()
    scenes.update()
    bpy.ops.ed.undo_push(message="Before")
    names = {obj.name for obj in bpy.data.objects}
    assert bpy.ops.omi_physics.to_rigid_bodies("EXEC_DEFAULT", True, use_selection=False) == {"FINISHED"}
    assert {obj.name for obj in bpy.data.objects} > names
    bpy.ops.ed.undo()
    assert {obj.name for obj in bpy.data.objects} == names
    assert not any(obj.rigid_body or obj.rigid_body_constraint for obj in bpy.data.objects)


def test_a_selected_part_turns_its_body_and_no_other() -> None:
    two_shapes()
    other = body(scenes.cube("Other"))
    select(bpy.data.objects["Lid"])
    assert give(use_selection=True) == {"FINISHED"}
    assert bpy.data.objects["Crate"].rigid_body is not None and other.rigid_body is None
