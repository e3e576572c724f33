# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Joints and triggers refer to the right nodes, whatever the order, the copies and what is left out."""

from __future__ import annotations

import itertools

import bpy
import pytest

from tests.blender.scenes import add, cube, cube_mesh, make_body, make_collider, make_joint, make_trigger, update
from tests.blender.support import addon_module, export_glb

BODY, SHAPE, JOINT = "OMI_physics_body", "OMI_physics_shape", "OMI_physics_joint"


def codes():
    return sorted(i.code for i in addon_module("io_hooks.record").last_export().issues if i.severity != "info")


def joints(gltf):
    """(index of the joint node, index of the connected node) of all joints."""
    found = []
    for i, node in enumerate(gltf.nodes):
        data = node.get("extensions", {}).get(JOINT)
        if data is not None:
            assert 0 <= data["connectedNode"] < len(gltf.nodes) and data["connectedNode"] != i
            found.append((i, data["connectedNode"]))
    return found


def body_above(gltf, index):
    while index is not None:
        if "motion" in gltf.nodes[index].get("extensions", {}).get(BODY, {}):
            return index
        index = gltf.parent(index)
    return None


@pytest.mark.parametrize("names", list(itertools.permutations("ABC")))
def test_target_in_every_order(names):
    body_name, joint_name, target_name = names
    body = make_body(add(body_name))
    target = make_body(add(target_name, location=(0, 0, 5)))
    make_joint(add(joint_name, parent=body), target)
    gltf = export_glb()
    ((joint, connected),) = joints(gltf)
    assert gltf.nodes[joint]["name"] == joint_name and gltf.parent_name(joint_name) == body_name
    assert gltf.nodes[connected]["name"] == f"{joint_name}_Attachment"
    assert gltf.nodes[gltf.parent(connected)]["name"] == target_name
    assert gltf.world(joint) == pytest.approx(gltf.world(connected), abs=1e-6)


def test_target_that_lies_there_is_used_as_it_is():
    body, other = make_body(add("Body")), make_body(add("Other", location=(4, 0, 0)))
    target = add("Target", parent=other, location=(-4, 0, 0))
    make_joint(add("J", parent=body), target)
    gltf = export_glb()
    assert joints(gltf) == [(gltf.index("J"), gltf.index("Target"))]


def test_attach_target_keeps_the_targets_frame():
    body, other = make_body(add("Body")), make_body(add("Other", location=(4, 0, 0)))
    target = add("Target", parent=other, location=(1, 0, 0), rotation=(0, 0, 1))
    make_joint(add("J", parent=body), target, attach="TARGET")
    make_joint(add("K", parent=body), other, attach="TARGET")
    gltf = export_glb()
    assert dict(joints(gltf))[gltf.index("J")] == gltf.index("Target")
    assert gltf.world("K_Attachment") == pytest.approx(gltf.world("Other"), abs=1e-6)
    assert gltf.parent_name("K_Attachment") == "Other"


def test_joint_to_a_parent_above():
    top = make_body(add("Top"), "STATIC")
    body = make_body(add("Body", parent=top, location=(1, 0, 0)))
    make_joint(add("J", parent=body), top)
    gltf = export_glb()
    ((joint, connected),) = joints(gltf)
    assert gltf.nodes[joint]["name"] == "J"
    assert gltf.nodes[gltf.parent(connected)]["name"] == "Top"


def test_joints_between_two_bodies_both_ways():
    a, b = make_body(add("A")), make_body(add("B"))
    make_joint(add("AB", parent=a), b)
    make_joint(add("BA", parent=b), a)
    gltf = export_glb()
    assert len(joints(gltf)) == 2
    assert gltf.parent_name("AB_Attachment") == "B" and gltf.parent_name("BA_Attachment") == "A"


def test_joint_on_a_body_itself_gets_a_node_at_its_origin():
    body = make_body(add("Body", location=(1, 2, 3), scale=(2, 2, 2)))
    make_joint(body, make_body(add("Other")))
    gltf = export_glb()
    assert gltf.parent_name("Body_Joint") == "Body"
    assert gltf.world("Body_Joint")[:3, 3] == pytest.approx((1, 3, -2))
    assert gltf.world("Body_Joint")[:3, :3] == pytest.approx(gltf.world("Body_Attachment")[:3, :3], abs=1e-6)


def test_no_target_is_the_world():
    body = make_body(add("Body", location=(1, 2, 3)))
    make_joint(add("J", parent=body, location=(0, 0, 1)))
    gltf = export_glb()
    ((_, connected),) = joints(gltf)
    anchor = gltf.parent(connected)
    assert gltf.nodes[anchor]["name"] == "J_Anchor" and gltf.parent(anchor) is None
    assert anchor in gltf.json["scenes"][0]["nodes"]
    assert gltf.nodes[anchor]["extensions"][BODY] == {"motion": {"type": "static"}}
    assert gltf.world(connected)[:3, 3] == pytest.approx((1, 4, -2))


def test_target_without_a_body_gets_an_anchor():
    body = make_body(add("Body"))
    make_joint(add("J", parent=body), make_collider(cube("Wall", location=(3, 0, 0))))
    gltf = export_glb()
    ((_, connected),) = joints(gltf)
    assert gltf.parent_name("J_Anchor") == "Wall" and gltf.nodes[gltf.parent(connected)]["name"] == "J_Anchor"
    assert gltf.world(connected) == pytest.approx(gltf.world("J"), abs=1e-6)


@pytest.mark.parametrize(
    ("code", "build"),
    [
        ("joint-no-body", lambda body: make_joint(add("J"), body)),
        ("joint-target-is-self", lambda body: make_joint(j := add("J", parent=body), j)),
        ("joint-same-body", lambda body: make_joint(add("J", parent=body), add("T", parent=body))),
    ],
)
def test_impossible_joints_are_left_out_and_named(code, build):
    body, other = make_body(cube("Body")), make_body(cube("Other", location=(3, 0, 0)))
    build(body)
    make_joint(add("Good", parent=body), other)
    gltf = export_glb()
    assert len(joints(gltf)) == 1
    assert code in codes()


def test_deleted_target_is_not_the_world(tmp_path):
    body = make_body(add("Body"))
    target = make_body(add("T"))
    parented = make_body(add("P", parent=body))
    make_joint(add("J", parent=body), target)
    make_joint(add("K", parent=body), parented)
    for obj in (target, parented):
        bpy.data.objects.remove(obj) if obj is None else bpy.context.scene.collection.objects.unlink(obj)
    gltf = export_glb()
    assert joints(gltf) == [] and JOINT not in gltf.extensions_used
    assert [c for c in codes() if c.startswith("joint")] == ["joint-target-deleted"] * 2
    bpy.ops.wm.save_as_mainfile(filepath=str(tmp_path / "a.blend"))
    bpy.ops.wm.open_mainfile(filepath=str(tmp_path / "a.blend"))
    assert joints(export_glb()) == []
    assert [c for c in codes() if c.startswith("joint")] == ["joint-target-deleted"] * 2


@pytest.mark.parametrize("how", ["selection", "collection", "visible"])
def test_target_that_is_not_exported(how):
    shown, hidden = (bpy.data.collections.new(n) for n in ("Shown", "Hidden"))
    for collection in (shown, hidden):
        bpy.context.scene.collection.children.link(collection)
    body = make_body(add("Body", collection=shown))
    joint = add("J", parent=body, collection=shown)
    make_joint(joint, make_body(add("T", collection=hidden)))
    for obj in (body, joint):
        obj.select_set(True)
    layers = bpy.context.view_layer.layer_collection.children
    options = {
        "selection": {"use_selection": True},
        "collection": {"use_active_collection": True},
        "visible": {"use_visible": True},
    }[how]
    if how == "collection":
        bpy.context.view_layer.active_layer_collection = layers["Shown"]
    if how == "visible":
        layers["Hidden"].exclude = True
    gltf = export_glb(**options)
    assert sorted(gltf.names()) == ["Body", "J"] and joints(gltf) == []
    (issue,) = [
        i for i in addon_module("io_hooks.record").last_export().issues if i.code == "joint-target-not-exported"
    ]
    assert "J" in issue.message and "T" in issue.message


def instance(name, collection, location):
    holder = add(name, location=location)
    holder.instance_type, holder.instance_collection = "COLLECTION", collection
    return holder


@pytest.mark.parametrize("nested", [False, True])
def test_each_instance_refers_to_its_own_copy(nested):
    source = bpy.data.collections.new("Source")
    a = make_body(add("A", collection=source))
    b = make_body(add("B", location=(1, 0, 0), collection=source))
    make_joint(add("J", parent=a, collection=source), b)
    source.instance_offset = (0, 0, 0.5)
    if nested:
        outer = bpy.data.collections.new("Outer")
        holder = bpy.data.objects.new("Inner", None)
        holder.instance_type, holder.instance_collection = "COLLECTION", source
        outer.objects.link(holder)
        source = outer
    instance("I0", source, (0, 0, 0))
    instance("I5", source, (5, 0, 0))
    update()
    gltf = export_glb()
    found = joints(gltf)
    assert len(found) == 2
    for joint, connected in found:
        other = gltf.nodes[gltf.parent(connected)]
        assert other["name"] == "B"
        assert gltf.world(connected) == pytest.approx(gltf.world(joint), abs=1e-5)
        tops = []
        for index in (joint, connected):
            while gltf.parent(index) is not None:
                index = gltf.parent(index)
            tops.append(index)
        assert tops[0] == tops[1]


def test_world_anchor_of_an_instance_with_offset():
    source = bpy.data.collections.new("Source")
    body = make_body(add("A", location=(0, 0, 1), collection=source))
    make_joint(add("J", parent=body, collection=source))
    source.instance_offset = (0, 0, 0.5)
    instance("I", source, (5, 0, 0))
    update()
    gltf = export_glb()
    assert gltf.world("J_Anchor")[:3, 3] == pytest.approx((5, 0.5, 0), abs=1e-6)
    assert gltf.world("J") == pytest.approx(gltf.world("J_Anchor"), abs=1e-6)


def test_each_scene_refers_to_its_own_nodes():
    other = bpy.data.scenes.new("Second")
    for scene in (bpy.context.scene, other):
        body = make_body(add(f"Body{scene.name}", collection=scene.collection))
        make_joint(add(f"J{scene.name}", parent=body, collection=scene.collection))
    shared = make_body(add("Shared"))
    other.collection.objects.link(shared)
    j = add("JShared", parent=bpy.data.objects["BodySecond"], collection=other.collection)
    make_joint(j, shared)
    gltf = export_glb()
    assert len(gltf.json["scenes"]) == 2

    def below(root):
        yield root
        for child in gltf.nodes[root].get("children", ()):
            yield from below(child)

    scene_of = {i: s for s, scene in enumerate(gltf.json["scenes"]) for root in scene["nodes"] for i in below(root)}
    assert len(joints(gltf)) == 3
    for joint, connected in joints(gltf):
        assert scene_of[joint] == scene_of[connected]


def test_compound_trigger_and_its_filter():
    zone = add("Zone")
    zone.omi_physics.use_trigger = True
    zone.omi_physics.trigger.kind = "COMPOUND"
    zone.omi_physics.trigger.use_filter = True
    zone.omi_physics.trigger.filter.collision_systems.add().name = "zones"
    make_trigger(cube("Part", parent=zone, location=(1, 0, 0)))
    make_trigger(add("Deep", parent=add("Between", parent=zone)), "SPHERE", "MANUAL")
    make_trigger(add("Apart"), "SPHERE", "MANUAL")
    gltf = export_glb()
    nodes = gltf.extension("Zone", BODY)["trigger"]["nodes"]
    assert gltf.extension("Zone", BODY)["trigger"] == {"nodes": nodes}
    assert sorted(gltf.nodes[i]["name"] for i in nodes) == ["Deep_Trigger", "Part_Trigger"]
    for i in nodes:
        assert gltf.nodes[gltf.parent(i)]["name"] == "Zone"
        assert gltf.nodes[i]["extensions"][BODY]["trigger"]["collisionFilter"] == 0


def test_listed_parts():
    zone = add("Zone")
    zone.omi_physics.use_trigger = True
    trigger = zone.omi_physics.trigger
    trigger.kind, trigger.use_all_parts = "COMPOUND", False
    one, two = (make_trigger(add(n, parent=zone), "SPHERE", "MANUAL") for n in ("One", "Two"))
    gone = make_trigger(add("Gone", parent=zone), "SPHERE", "MANUAL")
    for obj in (two, gone, add("Plain", parent=zone)):
        trigger.parts.add().object = obj
    two.name = "Renamed"
    bpy.context.scene.collection.objects.unlink(gone)
    gltf = export_glb()
    assert gltf.extension("Zone", BODY)["trigger"]["nodes"] == [gltf.index("Renamed")]
    assert gltf.extension("One", BODY)["trigger"]["shape"] == 0 and one.name == "One"
    assert [c for c in codes() if c.startswith("trigger-part")] == ["trigger-part-invalid", "trigger-part-not-exported"]


def test_gpu_instancing_is_off_with_physics():
    mesh = cube_mesh("Shared")
    parent = add("Parent")
    for i in range(4):
        make_collider(add(f"C{i}", mesh, parent=parent, location=(i, 0, 0)))
    gltf = export_glb(export_gpu_instances=True)
    assert all(f"C{i}" in gltf.names() for i in range(4))
    assert "EXT_mesh_gpu_instancing" not in gltf.extensions_used


def test_ten_thousand_deep_references_do_not_recurse():
    parent = None
    for i in range(60):
        parent = make_body(add(f"B{i}", parent=parent))
    make_joint(add("J", parent=parent), bpy.data.objects["B0"])
    assert len(joints(export_glb())) == 1
