# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Export of 10 bodies that share a mesh of 100,000 vertices, for each shape, against the same scene without physics."""

from __future__ import annotations

from common import empty_scene, export, finish, header, make_bodies, ratio

# isort: split
# After the harness, which sets Blender's folders.
import bmesh
import bpy

KINDS = ("BOX", "SPHERE", "CAPSULE", "CYLINDER", "CONVEX", "TRIMESH")


def _switch(is_on: bool):
    def run() -> None:
        bpy.context.scene.omi_physics.use_export = is_on
        export()

    return run


def main() -> None:
    """One row a shape."""
    header("100,000 vertices", f"{'shape':12}{'without s':>11}{'with s':>9}{'ratio':>7}")
    empty_scene()
    mesh = bpy.data.meshes.new("Dense")
    ball = bmesh.new()
    bmesh.ops.create_uvsphere(ball, u_segments=400, v_segments=250, radius=1.0)
    for number, vertex in enumerate(ball.verts):
        # Not all points lie on the hull, as in most meshes.
        vertex.co *= 1.0 + 0.05 * ((number * 7919) % 101) / 101
    ball.to_mesh(mesh)
    ball.free()
    objects = [bpy.data.objects.new(f"Body {i}", mesh) for i in range(10)]
    for obj in objects:
        bpy.context.scene.collection.objects.link(obj)
    for kind in KINDS:
        make_bodies(objects, kind)
        base, other, quotient = ratio(_switch(False), _switch(True))
        print(f"{kind:12}{base:>11.3f}{other:>9.3f}{quotient:>7.2f}", flush=True)
    finish()


if __name__ == "__main__":
    main()
