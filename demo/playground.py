# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""A playground with one of everything, set up through the add-on's public properties alone.

With the bpy package:  python demo/playground.py OUTPUT.blend
In a Blender that has the add-on enabled, paste this file into the Text Editor and run it.
"""

from __future__ import annotations

import itertools
import math
import sys
from pathlib import Path

if __name__ == "__main__" and "bpy" not in sys.modules:
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
    from tests.support.blender import load_addon

    load_addon()

import bmesh
import bpy
from mathutils import Matrix, Vector


def build() -> None:
    """Fill the open scene."""
    floor_and_loose_things()
    table()
    goal()
    door()
    slider()
    chain()
    stage()


# Physics ------------------------------------------------------------------------------------------------------------


def body(obj: bpy.types.Object, motion: str, mass: float = 1.0) -> None:
    """Make an object a body of its own."""
    physics = obj.omi_physics
    physics.motion.type = motion
    physics.motion.mass = mass


def collider(obj: bpy.types.Object, shape: str = "BOX", axis: str = "Z") -> None:
    """Give an object a solid shape that follows its mesh."""
    physics = obj.omi_physics
    physics.use_collider = True
    physics.collider.shape.type = shape
    physics.collider.shape.axis = axis


def surface(obj: bpy.types.Object, name: str, friction: float, restitution: float) -> None:
    """Give a collider friction and bounciness of its own."""
    settings = obj.omi_physics.collider
    settings.use_material = True
    settings.material.name = name
    settings.material.static_friction = settings.material.dynamic_friction = friction
    settings.material.restitution = restitution


def joint(name: str, owner: bpy.types.Object, connected: bpy.types.Object, place: tuple[float, float, float]):
    """An empty below `owner`, at `place` in the world, that joins the two bodies; returns the joint's properties."""
    empty = bpy.data.objects.new(name, None)
    empty.empty_display_type = "ARROWS"
    empty.empty_display_size = 0.3
    bpy.context.scene.collection.objects.link(empty)
    attach(empty, owner)
    empty.matrix_world = Matrix.Translation(place)
    physics = empty.omi_physics
    physics.use_joint = True
    physics.joint.connected = connected
    return physics.joint


def limit(settings, kind: str, axes: str, low: float = 0.0, high: float = 0.0) -> None:
    """Add a limit; without bounds it locks its axes. Meters or radians."""
    added = settings.limits.add()
    added.kind = kind
    added.axes = set(axes)
    if kind == "LINEAR":
        added.min_distance, added.max_distance = low, high
    else:
        added.min_angle, added.max_angle = low, high


# The things ---------------------------------------------------------------------------------------------------------


def floor_and_loose_things() -> None:
    """What lies around: a floor, a crate, a ball, a lying capsule, a rock and a ramp."""
    floor = box("Floor", (14, 8, 0.2), (0, 0, -0.1), "Ground")
    body(floor, "STATIC")
    collider(floor)
    surface(floor, "Ground", 0.8, 0.1)

    crate = box("Crate", (0.8, 0.8, 0.8), (-1, -2, 1.5), "Wood", turned=20)
    body(crate, "DYNAMIC", 12)
    collider(crate)
    surface(crate, "Wood", 0.5, 0.2)

    ball = rounded("Ball", 0.35, 0, "Z", (-2.4, -2.2, 3), "Rubber")
    body(ball, "DYNAMIC", 0.5)
    collider(ball, "SPHERE")
    surface(ball, "Rubber", 0.9, 0.8)

    capsule = rounded("Capsule", 0.25, 0.8, "X", (0.6, -2.2, 2), "Plastic")
    body(capsule, "DYNAMIC", 3)
    collider(capsule, "CAPSULE", axis="X")

    rock = stone("Rock", (2, -2, 1.5), "Metal")
    body(rock, "DYNAMIC", 8)
    collider(rock, "CONVEX")

    ramp = wedge("Ramp", (2, 1.4, 0.7), (4.5, -1.8, 0), "Ground")
    body(ramp, "STATIC")
    collider(ramp, "TRIMESH")


def table() -> None:
    """One body of several shapes: the legs' colliders belong to the table top, which alone has a motion type."""
    top = box("Table", (1.6, 1, 0.08), (-4.5, -1.5, 0.8), "Wood")
    body(top, "DYNAMIC", 15)
    collider(top)
    for number, (x, y) in enumerate(((-1, -1), (-1, 1), (1, -1), (1, 1)), 1):
        leg = tube(f"Table Leg {number}", 0.04, 0.76, (-4.5 + 0.7 * x, -1.5 + 0.4 * y, 0.38), "Wood")
        collider(leg, "CYLINDER")
        attach(leg, top)


def goal() -> None:
    """A zone that reports what enters it. An empty has no mesh to measure, so its size is set by hand."""
    zone = bpy.data.objects.new("Goal", None)
    zone.empty_display_type = "CUBE"
    zone.empty_display_size = 0.75
    zone.location = (-2.4, -2.2, 0.75)
    bpy.context.scene.collection.objects.link(zone)
    physics = zone.omi_physics
    physics.use_trigger = True
    physics.trigger.shape.type = "BOX"
    physics.trigger.shape.fit = "MANUAL"
    physics.trigger.shape.size = (1.5, 1.5, 1.5)


def door() -> None:
    """A door in a frame: locked in place, and free to turn about Z from -10 to 80 degrees."""
    frame = box("Frame", (0.2, 0.2, 2.2), (-3.5, 2, 1.1), "Metal")
    body(frame, "STATIC")
    collider(frame)
    for name, size, place in (
        ("Frame Post", (0.2, 0.2, 2.2), (-2.1, 2, 1.1)),
        ("Frame Lintel", (1.6, 0.2, 0.2), (-2.8, 2, 2.3)),
    ):
        part = box(name, size, place, "Metal")
        collider(part)
        attach(part, frame)

    leaf = box("Door", (1.16, 0.06, 2.1), (-2.8, 2, 1.1), "Wood")
    body(leaf, "DYNAMIC", 20)
    collider(leaf)
    hinge = joint("Door Hinge", leaf, frame, (-3.38, 2, 1.1))
    limit(hinge, "LINEAR", "XYZ")
    limit(hinge, "ANGULAR", "XY")
    limit(hinge, "ANGULAR", "Z", math.radians(-10), math.radians(80))


def slider() -> None:
    """A cart that a motor drives along X, one meter to either side."""
    rail = box("Rail", (3, 0.1, 0.1), (0.5, 2, 0.6), "Metal")
    body(rail, "STATIC")
    collider(rail)
    cart = box("Cart", (0.5, 0.5, 0.3), (0.5, 2, 0.9), "Plastic")
    body(cart, "DYNAMIC", 4)
    collider(cart)
    slide = joint("Cart Slider", cart, rail, (0.5, 2, 0.75))
    limit(slide, "LINEAR", "X", -1, 1)
    limit(slide, "LINEAR", "YZ")
    limit(slide, "ANGULAR", "XYZ")
    drive = slide.drives.add()
    drive.kind, drive.axis, drive.mode = "LINEAR", "X", "FORCE"
    # A drive moves the connected body relative to this one: the rail backward is the cart forward.
    drive.use_velocity_target, drive.velocity_linear = True, -0.5
    drive.damping = 40
    drive.use_max_force, drive.max_force = True, 200


def chain() -> None:
    """Links that hang from a beam; each joint locks a point and leaves all turning free."""
    beam = box("Beam", (0.4, 0.4, 0.2), (4, 1, 3.1), "Metal")
    body(beam, "STATIC")
    collider(beam)
    above = beam
    for number in range(1, 6):
        top = 3 - 0.4 * (number - 1)
        link = rounded(f"Link {number}", 0.06, 0.28, "Z", (4, 1, top - 0.2), "Metal")
        body(link, "DYNAMIC", 0.6)
        collider(link, "CAPSULE")
        limit(joint(f"Link {number} Pin", link, above, (4, 1, top)), "LINEAR", "XYZ")
        above = link


# Meshes -------------------------------------------------------------------------------------------------------------

_COLORS = {
    "Ground": (0.30, 0.34, 0.30),
    "Wood": (0.45, 0.26, 0.12),
    "Rubber": (0.70, 0.10, 0.08),
    "Plastic": (0.10, 0.35, 0.65),
    "Metal": (0.45, 0.47, 0.50),
}


def box(name: str, size: tuple, place: tuple, color: str, turned: float = 0.0) -> bpy.types.Object:
    """A box of real dimensions, so that the object needs no scale."""
    mesh = bmesh.new()
    bmesh.ops.create_cube(mesh, size=1, matrix=Matrix.Diagonal((*size, 1)))
    obj = _object(name, mesh, place, color)
    obj.rotation_euler.z = math.radians(turned)
    return obj


def tube(name: str, radius: float, height: float, place: tuple, color: str) -> bpy.types.Object:
    """An upright cylinder."""
    mesh = bmesh.new()
    bmesh.ops.create_cone(mesh, cap_ends=True, segments=16, radius1=radius, radius2=radius, depth=height)
    return _object(name, mesh, place, color)


def rounded(name: str, radius: float, straight: float, axis: str, place: tuple, color: str) -> bpy.types.Object:
    """A sphere, or with a straight part between its halves a capsule along an axis."""
    mesh = bmesh.new()
    angles = [math.radians(15 * step) for step in range(-6, 7)]
    if straight:
        angles.insert(6, 0.0)
    profile = []
    for number, angle in enumerate(angles):
        half = straight / 2 if number > 6 else -straight / 2
        profile.append(mesh.verts.new((radius * math.cos(angle), 0, radius * math.sin(angle) + half)))
    edges = [mesh.edges.new(pair) for pair in itertools.pairwise(profile)]
    bmesh.ops.spin(mesh, geom=profile + edges, axis=(0, 0, 1), angle=math.tau, steps=24, use_merge=True)
    bmesh.ops.remove_doubles(mesh, verts=mesh.verts, dist=1e-5)
    bmesh.ops.recalc_face_normals(mesh, faces=mesh.faces)
    if axis == "X":
        bmesh.ops.rotate(mesh, verts=mesh.verts, matrix=Matrix.Rotation(math.radians(90), 3, "Y"))
    for face in mesh.faces:
        face.smooth = True
    return _object(name, mesh, place, color)


def stone(name: str, place: tuple, color: str) -> bpy.types.Object:
    """An irregular lump."""
    mesh = bmesh.new()
    bmesh.ops.create_icosphere(mesh, subdivisions=2, radius=0.4)
    for vertex in mesh.verts:
        x, y, z = vertex.co
        vertex.co *= 1 + 0.15 * math.sin(9 * x + 5 * y) * math.cos(7 * z)
    return _object(name, mesh, place, color)


def wedge(name: str, size: tuple, place: tuple, color: str) -> bpy.types.Object:
    """A ramp that rises along X, standing on its place."""
    mesh = bmesh.new()
    length, width, height = size
    low, high, back = (
        [mesh.verts.new((x * length / 2, y * width / 2, z)) for y in (-1, 1)] for x, z in ((-1, 0), (1, height), (1, 0))
    )
    for corners in ((*low, *high[::-1]), (*high, *back[::-1]), (*back, *low[::-1])):
        mesh.faces.new(corners)
    for side in (0, 1):
        mesh.faces.new((low[side], high[side], back[side]))
    bmesh.ops.recalc_face_normals(mesh, faces=mesh.faces)
    return _object(name, mesh, place, color)


def attach(child: bpy.types.Object, parent: bpy.types.Object) -> None:
    """Parent an object and leave it where it is."""
    bpy.context.view_layer.update()
    child.parent = parent
    child.matrix_parent_inverse = parent.matrix_world.inverted()


def _object(name: str, geometry: bmesh.types.BMesh, place: tuple, color: str) -> bpy.types.Object:
    mesh = bpy.data.meshes.new(name)
    geometry.to_mesh(mesh)
    geometry.free()
    mesh.materials.append(_material(color))
    obj = bpy.data.objects.new(name, mesh)
    obj.location = place
    bpy.context.scene.collection.objects.link(obj)
    return obj


def _material(name: str) -> bpy.types.Material:
    material = bpy.data.materials.get(name)
    if material is None:
        material = bpy.data.materials.new(name)
        if material.node_tree is None:
            material.use_nodes = True
        color = (*_COLORS[name], 1)
        material.diffuse_color = color
        material.node_tree.nodes["Principled BSDF"].inputs["Base Color"].default_value = color
    return material


def stage() -> None:
    """A camera and a sun."""
    scene = bpy.context.scene
    camera = bpy.data.objects.new("Camera", bpy.data.cameras.new("Camera"))
    camera.location = (-5, -12, 6)
    camera.data.lens = 37
    camera.rotation_euler = (Vector((-0.8, 0, 0.9)) - camera.location).to_track_quat("-Z", "Y").to_euler()
    sun = bpy.data.objects.new("Sun", bpy.data.lights.new("Sun", "SUN"))
    sun.rotation_euler = (0.6, 0.3, 0.5)
    for obj in (camera, sun):
        scene.collection.objects.link(obj)
    scene.camera = camera


def main(output: str) -> None:
    """Build the scene in an empty file and save it."""
    build()
    bpy.ops.wm.save_as_mainfile(filepath=output, check_existing=False, compress=True)
    print(f"Built {len(bpy.data.objects)} objects, saved {output}", flush=True)


if __name__ == "__main__":
    if len(sys.argv) > 1 and sys.argv[-1].endswith(".blend"):
        main(str(Path(sys.argv[-1]).resolve()))
    else:
        build()
