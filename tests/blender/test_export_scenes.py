# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Collections, Collection Exporters, linked and overridden data, constraints, deltas and parent inverses."""

from __future__ import annotations

import bpy
import numpy as np
import pytest
from mathutils import Matrix

from tests.blender.scenes import add, cube, make_body, make_collider, make_joint, make_trigger, update
from tests.blender.support import addon_module, export_glb
from tests.support.gltf import Gltf

BODY, SHAPE, JOINT = "OMI_physics_body", "OMI_physics_shape", "OMI_physics_joint"


def collection(name, parent=None):
    made = bpy.data.collections.new(name)
    (parent or bpy.context.scene.collection).children.link(made)
    return made


def carriers(gltf, role="collider"):
    return sorted(n["name"] for n in gltf.nodes if role in n.get("extensions", {}).get(BODY, {}))


def test_full_collection_hierarchy_keeps_bodies_whole():
    first, second = collection("First"), collection("Second")
    body = make_body(cube("Body", collection=first, location=(1, 2, 3)))
    make_collider(body)
    make_collider(cube("Part", parent=body, location=(0, 0, 2), collection=second))
    make_joint(add("J", parent=body, collection=second), make_body(add("Other", collection=second)))
    update()
    gltf = export_glb(export_hierarchy_full_collections=True)
    assert gltf.parent_name("Part_Collider") == "Body"
    assert gltf.world("Part_Collider")[:3, 3] == pytest.approx((1, 5, -2))
    joint = "J_Joint" if "J_Joint" in gltf.names() else "J"
    assert gltf.parent_name(joint) == "Body"
    connected = gltf.extension(joint, JOINT)["connectedNode"]
    assert gltf.nodes[gltf.parent(connected)]["name"] == "Other"


@pytest.mark.parametrize("is_centered", [False, True])
def test_collection_exporter(tmp_path, is_centered):
    chosen, other = collection("Chosen"), collection("Other")
    body = make_collider(make_body(cube("Body", location=(4, 0, 0), collection=chosen)))
    make_joint(add("World", parent=body, location=(0, 0, 1), collection=chosen))
    make_joint(add("Lost", parent=body, collection=chosen), make_body(add("Target", collection=other)))
    update()
    path = tmp_path / "chosen.glb"
    layer = bpy.context.view_layer.layer_collection.children["Chosen"]
    bpy.context.view_layer.active_layer_collection = layer
    with bpy.context.temp_override(collection=chosen):
        bpy.ops.collection.exporter_add(name="IO_FH_gltf2")
        settings = chosen.exporters[0].export_properties
        settings.filepath = str(path)
        if hasattr(settings, "at_collection_center"):
            settings.at_collection_center = is_centered
        else:
            settings.collection_center_mode = "CENTER_MASS" if is_centered else "WORLD_ORIGIN"
        bpy.ops.collection.export_all()
    gltf = Gltf(path)
    assert "Target" not in gltf.names()
    assert gltf.extension("Body", BODY)["motion"]["type"] == "dynamic"
    assert gltf.world("Body")[:3, 3] == pytest.approx((0 if is_centered else 4, 0, 0))
    assert gltf.world("World_Anchor") == pytest.approx(gltf.world("World"), abs=1e-5)
    codes = {i.code for i in addon_module("io_hooks.record").last_export().issues}
    assert "joint-target-not-exported" in codes


def test_linked_and_overridden_objects(tmp_path):
    library = tmp_path / "library.blend"
    source = collection("Source")
    body = make_collider(make_body(cube("Body", (1, 2, 3), collection=source), mass=5))
    make_joint(add("J", parent=body, collection=source), make_body(add("T", collection=source)))
    bpy.data.libraries.write(str(library), {source})
    bpy.ops.wm.read_homefile(use_empty=True)
    with bpy.data.libraries.load(str(library), link=True) as (_, wanted):
        wanted.collections = ["Source"]
    holder = add("Holder", location=(7, 0, 0))
    holder.instance_type, holder.instance_collection = "COLLECTION", bpy.data.collections["Source"]
    update()
    gltf = export_glb()
    assert gltf.extension("Body", BODY)["motion"] == {"type": "dynamic", "mass": 5}
    assert gltf.root(SHAPE)["shapes"][0]["box"]["size"] == [1, 3, 2]
    assert gltf.extension("J", JOINT)["connectedNode"] is not None


def world_in_gltf(obj):
    turn = np.array([[1, 0, 0, 0], [0, 0, 1, 0], [0, -1, 0, 0], [0, 0, 0, 1]], dtype=float)
    return turn @ np.array(obj.matrix_world) @ np.linalg.inv(turn)


def test_deltas_constraints_and_parent_inverse():
    delta = make_collider(cube("Delta", location=(1, 0, 0)))
    delta.delta_location, delta.delta_rotation_euler = (0, 2, 0), (0.3, 0, 0)
    goal = add("Goal", location=(5, 5, 5), rotation=(0.1, 0.2, 0.3))
    bound = make_collider(cube("Bound"))
    bound.constraints.new("COPY_TRANSFORMS").target = goal
    parent = make_body(cube("Parent", location=(3, 0, 0), rotation=(0, 0, 1)))
    child = make_trigger(cube("Child", parent=parent, location=(0, 4, 0)), "SPHERE", "MANUAL")
    update()
    child.matrix_parent_inverse = Matrix(parent.matrix_world).inverted()
    update()
    gltf = export_glb()
    for obj, name in ((delta, "Delta_Collider"), (bound, "Bound_Collider"), (child, "Child_Trigger")):
        assert gltf.world(name) == pytest.approx(world_in_gltf(obj), abs=1e-5), name
    assert gltf.parent_name("Child_Trigger") == "Parent"


def test_a_body_inside_a_body_is_its_own():
    outer = make_body(cube("Outer"))
    inner = make_collider(make_body(cube("Inner", parent=outer, location=(0, 0, 2))))
    make_collider(cube("Deep", parent=inner, location=(0, 0, 1)))
    gltf = export_glb()
    assert gltf.parent_name("Inner") == "Outer" and gltf.parent_name("Deep_Collider") == "Inner"
    assert carriers(gltf) == ["Deep_Collider", "Inner"]


def test_a_static_compound_keeps_its_mark_and_parts():
    group = make_collider(add("Group"), "NONE")
    make_collider(cube("One", parent=add("Between", parent=group), location=(1, 0, 0)))
    gltf = export_glb()
    assert gltf.extension("Group", BODY)["collider"]
    assert "shape" not in gltf.extension("Group", BODY)["collider"]
    assert gltf.parent_name("One_Collider") == "Group"


def test_selection_of_a_part_without_its_body():
    body = make_body(cube("Body"))
    part = make_collider(cube("Part", parent=body))
    part.select_set(True)
    gltf = export_glb(use_selection=True)
    assert carriers(gltf) == ["Part_Collider"] and "Body" not in gltf.names()
    assert "body-not-exported" in {i.code for i in addon_module("io_hooks.record").last_export().issues}


@pytest.mark.parametrize("kind", ["BOX", "CONVEX"])
def test_a_body_in_edit_mode(kind):
    obj = make_collider(make_body(cube("Box")), kind)
    bpy.context.view_layer.objects.active = obj
    bpy.ops.object.mode_set(mode="EDIT")
    bpy.ops.mesh.select_all(action="SELECT")
    bpy.ops.transform.resize(value=(3, 1, 1))
    gltf = export_glb()
    shape = gltf.root(SHAPE)["shapes"][0]
    size = shape["box"]["size"] if kind == "BOX" else np.ptp(gltf.points(shape["convex"]["mesh"]), axis=0).tolist()
    assert size == pytest.approx([3, 1, 1])
