# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The scenes of the pictures, built as an author would build them: with Blender's objects and our operators."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import radians

import bpy
from mathutils import Euler, Quaternion


@dataclass(frozen=True)
class Picture:
    """What is built and what is shown: SIDEBAR, VIEW (the 3D view with its sidebar), PROPERTIES, EXPORT or IMPORT.

    With `plays` physics is played for so many seconds, and stopped after the picture.
    """

    build: Callable[[], None]
    shows: str = "SIDEBAR"
    scale: float = 1.0
    looks_at: tuple[float, float, float] = (0.0, 0.0, 0.5)
    distance: float = 9.0
    angles: tuple[float, float] = (65.0, 30.0)
    opens: tuple[str, ...] = ()
    plays: float = 0.0

    def view_rotation(self) -> Quaternion:
        """From the tilt and the turn in degrees."""
        return Euler((radians(self.angles[0]), 0.0, radians(self.angles[1]))).to_quaternion()


def clear() -> None:
    """Takes the start scene away, and what the view shows besides objects."""
    for obj in list(bpy.data.objects):
        bpy.data.objects.remove(obj)
    for area in bpy.context.window_manager.windows[0].screen.areas:
        if area.type == "VIEW_3D":
            space = area.spaces.active
            space.shading.color_type = "OBJECT"
            space.shading.show_cavity = True
            space.overlay.show_axis_x = space.overlay.show_axis_y = False
            space.overlay.show_cursor = False
            space.overlay.show_floor = False
            space.show_region_toolbar = False
            space.show_gizmo = False


def select(*objects: bpy.types.Object) -> None:
    """Selects objects, the first as the active one."""
    bpy.context.view_layer.update()
    for obj in bpy.context.view_layer.objects:
        obj.select_set(obj in objects)
    bpy.context.view_layer.objects.active = objects[0] if objects else None


def cube(name: str, size: tuple[float, float, float], where: tuple[float, float, float]) -> bpy.types.Object:
    """A box of its real size, without scale."""
    bpy.ops.mesh.primitive_cube_add(size=1.0, location=where)
    obj = bpy.context.object
    obj.name = name
    obj.color = COLORS.get(name.rstrip("0123456789"), (0.8, 0.8, 0.8, 1.0))
    for vertex in obj.data.vertices:
        vertex.co = [c * s for c, s in zip(vertex.co, size, strict=True)]
    return obj


def nothing() -> None:
    clear()


def crate() -> None:
    clear()
    body = cube("Crate", (1.0, 1.0, 1.0), (0.0, 0.0, 0.5))
    select(body)
    bpy.ops.omi_physics.dynamic_body()
    bpy.ops.omi_physics.mass_from_density(material="WOOD")


def plain() -> None:
    clear()
    select(cube("Crate", (1.0, 1.0, 1.0), (0.0, 0.0, 0.5)))


def details() -> None:
    crate()
    group = bpy.context.object.omi_physics
    group.collider.shape.fit = "MANUAL"
    group.collider.shape.type = "CAPSULE"
    group.collider.use_material = True
    group.collider.material.name = "Wood"
    group.collider.use_filter = True
    for name in ("Props", "Player"):
        group.collider.filter.collision_systems.add().name = name
    group.collider.filter.target_mode = "NOT_COLLIDE_WITH"
    group.collider.filter.target_systems.add().name = "Ghosts"
    group.motion.linear_velocity = (0.0, 2.0, 0.0)


def door() -> None:
    clear()
    frame = cube("Frame", (0.1, 0.2, 2.1), (-0.05, 0.0, 1.05))
    panel = cube("Door", (0.9, 0.06, 2.0), (0.46, 0.0, 1.02))
    select(frame)
    bpy.ops.omi_physics.static_collider()
    select(panel)
    bpy.ops.omi_physics.dynamic_body()
    bpy.ops.omi_physics.mass_from_density(material="WOOD")
    bpy.context.scene.cursor.location = (0.0, 0.0, 1.0)
    select(frame, panel)
    bpy.ops.omi_physics.add_joint(
        preset="HINGE", place="CURSOR", use_range=True, min_angle=radians(-10), max_angle=radians(80)
    )


def trigger() -> None:
    clear()
    bpy.context.scene.cursor.location = (0.0, 0.0, 1.0)
    bpy.ops.omi_physics.add_trigger()


def playground() -> None:
    """A door, a stack of crates, a ball on a ramp and a zone."""
    door()
    joint = bpy.context.object
    ground = cube("Ground", (8.0, 6.0, 0.2), (0.0, -0.3, -0.1))
    ramp = cube("Ramp", (2.0, 1.5, 0.1), (-2.6, 0.5, 0.5))
    ramp.rotation_euler = (0.0, radians(25), 0.0)
    select(ground, ramp)
    bpy.ops.omi_physics.static_collider()
    crates = [cube(f"Crate{i}", (0.6, 0.6, 0.6), (2.6 + 0.1 * i, -0.5, 0.3 + 0.6 * i)) for i in range(3)]
    bpy.ops.mesh.primitive_uv_sphere_add(radius=0.35, location=(-3.1, 0.5, 1.15))
    ball = bpy.context.object
    ball.name, ball.color = "Ball", COLORS["Ball"]
    bpy.ops.object.shade_smooth()
    bpy.ops.mesh.primitive_cylinder_add(radius=0.35, depth=1.0, location=(1.6, 1.6, 0.5))
    barrel = bpy.context.object
    barrel.name, barrel.color = "Barrel", COLORS["Barrel"]
    select(ball, barrel, *crates)
    bpy.ops.omi_physics.dynamic_body()
    ball.omi_physics.motion.linear_velocity = (1.5, 0.0, 0.0)
    bpy.context.scene.cursor.location = (0.5, -2.0, 0.8)
    bpy.ops.omi_physics.add_trigger(size=1.6)
    bpy.context.scene.cursor.location = (0.0, 0.0, 0.0)
    select(joint)


def motor() -> None:
    door()
    bpy.ops.omi_physics.joint_preset(preset="MOTOR")


def compound() -> None:
    trigger()
    zone = bpy.context.object
    for x in (-1.0, 1.0):
        cube("Part", (1.0, 1.0, 1.0), (x, 0.0, 0.5)).parent = zone
    select(zone)
    bpy.ops.omi_physics.compound_from_children(role="TRIGGER")


def mistakes() -> None:
    """What authors get wrong: a scaled body, a joint without target, a mass of 0, a triangle mesh that falls."""
    playground()
    objects = bpy.data.objects
    objects["Crate0"].scale = (1.0, 1.0, 2.0)
    objects["Crate1"].omi_physics.motion.mass = 0.0
    objects["Barrel"].omi_physics.collider.shape.type = "TRIMESH"
    select(objects["Crate0"])
    if hasattr(bpy.types, "OMI_PHYSICS_OT_check"):
        bpy.ops.omi_physics.check()


def edit_mode() -> None:
    crate()
    bpy.ops.object.mode_set(mode="EDIT")


def linked() -> None:
    """An object of another file."""
    crate()
    path = bpy.app.tempdir + "library.blend"
    bpy.data.libraries.write(path, {bpy.context.object})
    clear()
    with bpy.data.libraries.load(path, link=True) as (_, wanted):
        wanted.objects = ["Crate"]
    bpy.context.scene.collection.objects.link(bpy.data.objects["Crate"])
    select(bpy.data.objects["Crate"])


def rigid_bodies() -> None:
    """A scene as Blender's own physics is set up: crates on the ground, and a door on a hinge."""
    clear()
    frame = cube("Frame", (0.1, 0.2, 2.1), (-0.05, 0.0, 1.05))
    panel = cube("Door", (0.9, 0.06, 2.0), (0.46, 0.0, 1.02))
    ground = cube("Ground", (6.0, 4.0, 0.2), (0.6, 0.0, -0.1))
    crates = [cube(f"Crate{i}", (0.6, 0.6, 0.6), (2.3 + 0.1 * i, -0.5, 0.3 + 0.6 * i)) for i in range(3)]
    for kind, objects in (("PASSIVE", (frame, ground)), ("ACTIVE", (panel, *crates))):
        select(*objects)
        bpy.ops.rigidbody.objects_add(type=kind)
    for body in (frame, panel, ground, *crates):
        body.rigid_body.collision_shape = "BOX"
    bpy.ops.object.empty_add(type="ARROWS", radius=0.4, location=(0.0, 0.0, 1.0))
    hinge = bpy.context.object
    hinge.name = "Hinge"
    bpy.ops.rigidbody.constraint_add(type="HINGE")
    tie = hinge.rigid_body_constraint
    tie.object1, tie.object2, tie.use_limit_ang_z = panel, frame, True
    tie.limit_ang_z_lower, tie.limit_ang_z_upper = radians(-10), radians(80)
    select(panel)


def taken_over() -> None:
    rigid_bodies()
    bpy.ops.omi_physics.from_rigid_bodies(use_selection=False, use_remove=True)
    select(bpy.data.objects["Hinge"])


def names() -> None:
    """Names by which Godot and Unreal tell of collision."""
    clear()
    for name, size, where in (
        ("Wall-col", (3.0, 0.2, 1.5), (0.0, 1.0, 0.75)),
        ("Rock-convcol", (0.8, 0.6, 0.5), (-1.0, 0.0, 0.25)),
        ("Barrel-rigid", (0.5, 0.5, 0.8), (0.2, 0.0, 0.4)),
        ("SM_Lamp", (0.3, 0.3, 1.2), (1.2, 0.0, 0.6)),
        ("UBX_SM_Lamp", (0.4, 0.4, 1.3), (1.2, 0.0, 0.65)),
    ):
        cube(name, size, where)
    select(bpy.data.objects["SM_Lamp"])


COLORS = {
    "Ground": (0.30, 0.34, 0.30, 1.0),
    "Ramp": (0.45, 0.47, 0.50, 1.0),
    "Frame": (0.35, 0.25, 0.18, 1.0),
    "Door": (0.62, 0.42, 0.25, 1.0),
    "Crate": (0.72, 0.55, 0.32, 1.0),
    "Ball": (0.80, 0.30, 0.20, 1.0),
    "Barrel": (0.25, 0.38, 0.55, 1.0),
}


PICTURES = {
    "sidebar-empty": Picture(nothing),
    "sidebar-plain": Picture(plain),
    "sidebar-crate": Picture(crate),
    "sidebar-motion": Picture(details, opens=("center", "inertia", "velocity", "gravity")),
    "sidebar-collider": Picture(details, opens=("collider_offset", "material")),
    "sidebar-filter": Picture(details, opens=("collider_filter",)),
    "sidebar-joint": Picture(door),
    "sidebar-motor": Picture(motor, opens=("drives",)),
    "sidebar-compound": Picture(compound),
    "sidebar-checks": Picture(mistakes, opens=("checks", "inventory", "export")),
    "sidebar-edit-mode": Picture(edit_mode),
    "sidebar-linked": Picture(linked),
    "sidebar-trigger": Picture(trigger),
    "view-door": Picture(door, "VIEW", looks_at=(0.75, 0.0, 1.0), distance=4.2),
    "view-playground": Picture(playground, "VIEW", looks_at=(0.8, -0.4, 0.5), distance=9.3, angles=(62.0, 25.0)),
    "view-rigid-bodies": Picture(rigid_bodies, "VIEW", looks_at=(1.2, 0.0, 0.9), distance=6.5),
    "view-taken-over": Picture(taken_over, "VIEW", looks_at=(1.2, 0.0, 0.9), distance=6.5, opens=("joint", "limits")),
    "sidebar-names": Picture(names),
    "view-playing": Picture(
        playground, "VIEW", looks_at=(0.8, -0.4, 0.5), distance=9.3, angles=(62.0, 25.0), plays=8.0
    ),
    "properties-crate": Picture(crate, "PROPERTIES"),
    "export-dialog": Picture(crate, "EXPORT"),
    "import-dialog": Picture(crate, "IMPORT"),
}
