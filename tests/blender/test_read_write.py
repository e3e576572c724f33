# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Properties <-> `core.physics.scene`: what is written is read back, and nothing a property can hold raises."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import bpy
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from .scenes import add, cube_mesh
from .support import addon_module

model = addon_module("core.physics.model")
scene = addon_module("core.physics.scene")
keys = addon_module("properties.keys")
read = addon_module("properties.read")
write = addon_module("properties.write")
read_object = read.read_object


def write_object(obj: bpy.types.Object, physics: Any, is_new: bool = False) -> None:
    """Writes with keys resolved among all objects and meshes of the file."""
    objects = {keys.object_key(o): o for o in bpy.data.objects}
    meshes = {keys.mesh_key(m): m for m in bpy.data.meshes}
    write.write_object(obj, physics, objects.get, meshes.get, is_new)


# Numbers that single precision holds exactly, so that they can come back unchanged.
wide = st.floats(-1e6, 1e6, width=32).map(lambda x: addon_module("core.ground.linear").shortest(x + 0.0))
positive = st.floats(0, 1e6, width=32).map(lambda x: addon_module("core.ground.linear").shortest(x + 0.0))
vectors = st.tuples(wide, wide, wide)
sizes = st.tuples(positive, positive, positive)
names = st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=8)
systems = st.lists(names.filter(bool), max_size=3, unique=True).map(tuple)
COMBINE = ("average", "minimum", "maximum", "multiply")


def optional(strategy: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.none() | strategy


def filters() -> st.SearchStrategy[Any]:
    plain = st.builds(model.CollisionFilter, systems)
    only = st.builds(lambda own, other: model.CollisionFilter(own, other), systems, systems)
    others = st.builds(lambda own, other: model.CollisionFilter(own, (), other), systems, systems)
    return plain | only | others


def shapes(types: tuple[str, ...], mesh_keys: list[Any]) -> st.SearchStrategy[Any]:
    return st.builds(
        scene.ShapeSettings,
        st.sampled_from(types),
        st.sampled_from(("AUTO", "MANUAL")),
        sizes,
        positive,
        positive,
        positive,
        positive,
        st.sampled_from("XYZ"),
        vectors,
        vectors,
        st.sampled_from([None, *mesh_keys]),
        st.booleans(),
    )


def objects_physics(references: list[Any], mesh_keys: list[Any]) -> st.SearchStrategy[Any]:
    """Everything that an object can be given."""
    types = ("BOX", "SPHERE", "CAPSULE", "CYLINDER", "CONVEX", "TRIMESH")
    motions = st.builds(
        model.Motion,
        st.sampled_from(("static", "kinematic", "dynamic")),
        positive,
        vectors,
        sizes,
        st.tuples(wide, wide, wide, wide),
        vectors,
        vectors,
        wide,
    )
    combine = st.sampled_from(COMBINE)
    materials = st.builds(model.PhysicsMaterial, positive, positive, positive, combine, combine, names)
    colliders = st.builds(
        scene.ColliderSettings, shapes((*types, "NONE"), mesh_keys), optional(materials), optional(filters())
    )
    triggers = st.builds(
        scene.TriggerSettings,
        st.sampled_from(("SHAPE", "COMPOUND")),
        shapes(types, mesh_keys),
        optional(filters()),
        st.booleans(),
        st.lists(st.sampled_from(references), max_size=3).map(tuple),
    )
    kinds = st.sampled_from(("LINEAR", "ANGULAR"))
    axes = st.sets(st.sampled_from("XYZ")).map(lambda chosen: "".join(sorted(chosen)))
    limits = st.builds(
        scene.LimitSettings, kinds, axes, optional(wide), optional(wide), optional(positive), positive, st.booleans()
    )
    drives = st.builds(
        scene.DriveSettings,
        kinds,
        st.sampled_from("XYZ"),
        st.sampled_from(("FORCE", "ACCELERATION")),
        optional(positive),
        optional(wide),
        optional(wide),
        positive,
        positive,
    )
    joints = st.builds(
        scene.JointSettings,
        st.sampled_from([None, *references]),
        st.sampled_from(("JOINT", "TARGET")),
        st.booleans(),
        st.lists(limits, max_size=3).map(tuple),
        st.lists(drives, max_size=3).map(tuple),
    )
    return st.builds(scene.ObjectPhysics, optional(motions), optional(colliders), optional(triggers), optional(joints))


def as_read(physics: Any) -> Any:
    """What comes back: an empty list of targets is no list; one entry for each name."""
    return None if physics == scene.ObjectPhysics() else physics


def test_what_is_written_is_read_back() -> None:
    obj, other = add("Thing", cube_mesh("Thing")), add("Other")
    references = [scene.ObjectRef(keys.object_key(o), o.name) for o in (obj, other)]
    mesh_keys = [keys.mesh_key(cube_mesh("Hull"))]

    # One object for all examples: what one writes, the next must overwrite.
    @settings(max_examples=300, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
    @given(objects_physics(references, mesh_keys))
    def check(physics: Any) -> None:
        write_object(obj, physics)
        assert read_object(obj) == as_read(physics)
        # The second time it is known already.
        assert read_object(obj) == as_read(physics)
        fresh = bpy.data.objects.new("Fresh", None)
        write_object(fresh, physics, is_new=True)
        assert read_object(fresh) == as_read(physics)
        bpy.data.objects.remove(fresh)

    check()


def test_values_by_hand() -> None:
    obj, target = add("Door", cube_mesh("Door")), add("Frame")
    group = obj.omi_physics
    group.motion.type = "KINEMATIC"
    group.motion.mass = 0.1
    group.motion.inertia_orientation = (0.5, 0.1, 0.2, 0.3)
    group.use_collider = group.collider.use_material = group.collider.use_filter = True
    group.collider.material.friction_combine = "MULTIPLY"
    group.collider.filter.target_mode = "NOT_COLLIDE_WITH"
    for name in ("a", "", "b", "a"):
        group.collider.filter.collision_systems.add().name = name
        group.collider.filter.target_systems.add().name = name
    group.use_joint = True
    group.joint.connected = target
    limit, drive = group.joint.limits.add(), group.joint.drives.add()
    limit.kind, limit.axes, limit.use_max, limit.min_distance, limit.min_angle = "ANGULAR", {"Z", "X"}, False, 7, -0.2
    drive.axis, drive.use_velocity_target, drive.velocity_linear, drive.velocity_angular = "Y", True, 3.3, 5
    found = read_object(obj)
    assert found.motion.type == "kinematic"
    # The shortest number that is the same in single precision, and (x, y, z, w).
    assert found.motion.mass == 0.1
    assert found.motion.inertia_orientation == (0.1, 0.2, 0.3, 0.5)
    assert found.collider.material.friction_combine == "multiply"
    assert found.collider.filter == model.CollisionFilter(("a", "b"), (), ("a", "b"))
    assert found.joint.connected == scene.ObjectRef(keys.object_key(target), "Frame", is_deleted=False)
    assert found.joint.limits == (scene.LimitSettings("ANGULAR", "XZ", -0.2, None),)
    assert found.joint.drives == (scene.DriveSettings("LINEAR", "Y", velocity_target=3.3),)
    assert found.trigger is None and found.dropped == ()


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf])
def test_numbers_that_are_not_finite_become_the_default_and_are_named(value: float) -> None:
    obj = add("Thing")
    group = obj.omi_physics
    group.motion.type = "DYNAMIC"
    group.motion.gravity_factor = value
    group.motion.center_of_mass = (1, value, 2)
    group.motion.inertia_orientation = (1, 0, 0, value)
    group.use_trigger = True
    group.trigger.shape.offset[2] = value
    group.use_joint = True
    limit = group.joint.limits.add()
    limit.min_distance = value
    found = read_object(obj)
    assert set(found.dropped) == {
        "motion.gravity_factor", "motion.center_of_mass", "motion.inertia_orientation", "trigger.shape.offset",
        "joint.limits[0].min_distance",
    }  # fmt: skip
    assert found.motion == model.Motion("dynamic")
    assert found.trigger.shape.offset == (0.0, 0.0, 0.0)
    # A bound that is no number is no bound.
    assert found.joint.limits == (scene.LimitSettings(min=None),)


def test_a_number_that_is_not_finite_does_not_count_where_its_role_is_off() -> None:
    obj = add("Thing")
    obj.omi_physics.motion.type = "STATIC"
    obj.omi_physics.collider.shape.radius = math.nan
    assert read_object(obj) == scene.ObjectPhysics(model.Motion("static"))


def test_words_of_a_later_version_become_the_default_and_are_named() -> None:
    obj = add("Thing")
    group = obj.omi_physics
    group.motion.mass = 2
    group.use_collider = True
    group.collider.shape.axis = "X"
    stored = addon_module("properties.pointers").stored_properties(obj)
    stored["motion"]["type"] = 99
    stored["collider"]["shape"]["axis"] = 99
    found = read_object(obj)
    assert found == scene.ObjectPhysics(
        collider=scene.ColliderSettings(), dropped=("motion.type", "collider.shape.axis")
    )
    group.use_collider = False
    assert read_object(obj) == scene.ObjectPhysics(dropped=("motion.type",))


def test_a_property_of_our_name_that_is_not_ours_does_no_harm() -> None:
    for value in (7, "text", [1, 2], {"motion": 3}, {"motion": {"type": "DYNAMIC"}}):
        obj = add("Thing")
        obj["omi_physics"] = value
        assert read_object(obj) is None
        obj.omi_physics.motion.type = "STATIC"
        assert read_object(obj).motion == model.Motion("static")


class TestSharing:
    def test_equal_settings_are_the_same_instance(self) -> None:
        first, second = add("A", cube_mesh("A")), add("B", cube_mesh("B"))
        for obj in (first, second):
            obj.omi_physics.motion.type = "DYNAMIC"
            obj.omi_physics.use_collider = True
        assert read_object(first) is read_object(second)
        second.omi_physics.motion.mass = 3
        assert read_object(first).motion.mass == 1
        assert read_object(second).motion.mass == 3

    def test_every_change_is_seen(self) -> None:
        obj = add("A")
        obj.omi_physics.use_collider = True
        assert read_object(obj).collider.shape.radius == 0.5
        for radius in (0.0, 1.0, 0.5, 1.0000001):
            obj.omi_physics.collider.shape.radius = radius
            assert read_object(obj).collider.shape.radius == radius
        obj.omi_physics.use_collider = False
        assert read_object(obj) is None

    def test_zero_and_minus_zero_are_told_apart(self) -> None:
        obj = add("A")
        obj.omi_physics.motion.type = "DYNAMIC"
        obj.omi_physics.motion.gravity_factor = 0.0
        assert math.copysign(1, read_object(obj).motion.gravity_factor) == 1
        obj.omi_physics.motion.gravity_factor = -0.0
        assert math.copysign(1, read_object(obj).motion.gravity_factor) == -1

    def test_equal_names_of_targets_are_told_apart(self) -> None:
        # An object of one name in the file, and after its removal another of the same name.
        obj, target = add("Joint"), add("Target")
        obj.omi_physics.use_joint = True
        obj.omi_physics.joint.connected = target
        before = read_object(obj).joint.connected
        bpy.data.objects.remove(target)
        assert read_object(obj).joint.connected is None
        obj.omi_physics.joint.connected = add("Target")
        after = read_object(obj).joint.connected
        assert before.name == after.name and before.key != after.key

    def test_the_memory_is_limited(self) -> None:
        obj = add("A")
        obj.omi_physics.motion.type = "DYNAMIC"
        for number in range(read._MOST_KNOWN + 10):
            obj.omi_physics.motion.mass = number
            assert read_object(obj).motion.mass == number
        assert len(read._known) <= read._MOST_KNOWN


class TestDeletedTargets:
    @staticmethod
    def joint_to(target: bpy.types.Object | None) -> bpy.types.Object:
        obj = add("Joint")
        obj.omi_physics.use_joint = True
        obj.omi_physics.joint.connected = target
        return obj

    def test_deleted_as_the_user_does_it(self) -> None:
        target = add("Target")
        obj = self.joint_to(target)
        assert read_object(obj).joint.connected == scene.ObjectRef(keys.object_key(target), "Target")
        with bpy.context.temp_override(selected_objects=[target]):
            bpy.ops.object.delete()
        assert obj.omi_physics.joint.connected is target
        assert read_object(obj).joint.connected == scene.ObjectRef(keys.object_key(target), "Target", is_deleted=True)
        assert read.is_deleted(target)

    def test_a_part_of_a_trigger(self) -> None:
        part, zone = add("Part"), add("Zone")
        zone.omi_physics.use_trigger = True
        zone.omi_physics.trigger.parts.add().object = part
        zone.omi_physics.trigger.parts.add()
        bpy.context.scene.collection.objects.unlink(part)
        assert read_object(zone).trigger.parts == (scene.ObjectRef(keys.object_key(part), "Part", is_deleted=True),)

    def test_hidden_and_excluded_objects_are_present(self) -> None:
        target = add("Target")
        obj = self.joint_to(target)
        target.hide_set(True)
        assert not read_object(obj).joint.connected.is_deleted
        target.hide_viewport = True
        assert not read_object(obj).joint.connected.is_deleted
        collection = bpy.data.collections.new("Away")
        bpy.context.scene.collection.children.link(collection)
        collection.objects.link(target)
        bpy.context.scene.collection.objects.unlink(target)
        bpy.context.view_layer.layer_collection.children["Away"].exclude = True
        assert not read_object(obj).joint.connected.is_deleted

    def test_objects_of_another_scene_and_of_instanced_collections_are_present(self) -> None:
        elsewhere, instanced = bpy.data.objects.new("Elsewhere", None), bpy.data.objects.new("Instanced", None)
        bpy.data.scenes.new("Other").collection.objects.link(elsewhere)
        collection = bpy.data.collections.new("Prefab")
        collection.objects.link(instanced)
        add("Instance").instance_collection = collection
        assert not read_object(self.joint_to(elsewhere)).joint.connected.is_deleted
        assert not read_object(self.joint_to(instanced)).joint.connected.is_deleted

    def test_one_look_serves_many_objects(self) -> None:
        targets = [add(f"T{i}") for i in range(4)]
        for target in targets:
            target.hide_viewport = True
        bpy.context.scene.collection.objects.unlink(targets[1])
        present = read.Present()
        joints = [self.joint_to(target) for target in targets]
        found = [read_object(joint, present).joint.connected.is_deleted for joint in joints]
        assert found == [False, True, False, False]


def test_writing_switches_roles_off_and_keeps_their_values() -> None:
    obj = add("Thing")
    write_object(obj, scene.ObjectPhysics(collider=scene.ColliderSettings(scene.ShapeSettings(radius=3.0))))
    write_object(obj, scene.ObjectPhysics(motion=model.Motion("static")))
    assert read_object(obj) == scene.ObjectPhysics(motion=model.Motion("static"))
    assert obj.omi_physics.collider.shape.radius == 3.0


def test_a_target_that_cannot_be_resolved_becomes_empty() -> None:
    obj = add("Joint")
    joint = scene.JointSettings(connected=scene.ObjectRef(("OBJECT", -1), "Gone"))
    write_object(obj, scene.ObjectPhysics(joint=joint))
    assert read_object(obj).joint == replace(joint, connected=None)
