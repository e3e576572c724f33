# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What docs/migrate.md says: its scripts run on properties as other add-ons keep them, and its pictures are there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import bpy
import pytest
from bpy.props import BoolProperty, EnumProperty, FloatProperty, FloatVectorProperty, PointerProperty

from tests.support.package import ROOT

from . import rigid, scenes

PAGE = (ROOT / "docs" / "migrate.md").read_text(encoding="utf-8")
OF_KHR, OF_PIPELINE = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
COMBINE = [(name, name.title(), "") for name in ("AVERAGE", "MINIMUM", "MAXIMUM", "MULTIPLY")]


class KhrExtras(bpy.types.PropertyGroup):
    """The properties of a glTF physics exporter, as far as the script reads them."""

    non_renderable: BoolProperty()
    is_trigger: BoolProperty()
    gravity_factor: FloatProperty(default=1.0)
    linear_velocity: FloatVectorProperty()
    angular_velocity: FloatVectorProperty()
    enable_com_override: BoolProperty()
    center_of_mass: FloatVectorProperty()
    friction_combine: EnumProperty(items=COMBINE)
    restitution_combine: EnumProperty(items=COMBINE)


@pytest.fixture
def extras() -> Iterator[None]:
    bpy.utils.register_class(KhrExtras)
    bpy.types.Object.khr_physics_extra_props = PointerProperty(type=KhrExtras)
    yield
    del bpy.types.Object.khr_physics_extra_props
    bpy.utils.unregister_class(KhrExtras)


def run(script: str) -> None:
    scenes.update()
    exec(compile(script, "migrate.md", "exec"), {})


@pytest.mark.usefixtures("extras")
def test_what_a_gltf_exporter_keeps_beside_rigid_bodies() -> None:
    crate = rigid.body(scenes.cube("Crate", rotation=(0, 0, 1.5707964)), shape="BOX")
    zone = rigid.body(scenes.cube("Zone"), "PASSIVE", "SPHERE")
    scenes.add("Lamp")
    extra: Any = crate.khr_physics_extra_props
    extra.gravity_factor, extra.linear_velocity, extra.non_renderable = 0.5, (2, 0, 0), True
    extra.enable_com_override, extra.center_of_mass, extra.friction_combine = True, (0, 0, 1), "MAXIMUM"
    zone.khr_physics_extra_props.is_trigger = True
    bpy.ops.omi_physics.from_rigid_bodies(use_selection=False)
    run(OF_KHR)
    physics = crate.omi_physics
    assert physics.motion.gravity_factor == 0.5 and tuple(physics.motion.center_of_mass) == (0, 0, 1)
    # Kept along the object's axes there, along the scene's here.
    assert tuple(physics.motion.linear_velocity) == pytest.approx((0, 2, 0), abs=1e-5)
    assert physics.collider.material.friction_combine == "MAXIMUM"
    assert physics.collider.shape.use_collision_only
    group = zone.omi_physics
    assert group.use_trigger and not group.use_collider and group.trigger.shape.type == "SPHERE"


@pytest.mark.parametrize(
    ("word", "role", "shape", "motion"),
    [
        ("box-r", "collider", "BOX", "DYNAMIC"),
        ("trimesh", "collider", "TRIMESH", "NONE"),
        ("simple-m", "collider", "CONVEX", "KINEMATIC"),
        ("sphere-a", "trigger", "SPHERE", "NONE"),
        ("capsule-c", "collider", "CAPSULE", "NONE"),
        ("bodyonly-r", "", "", "NONE"),
    ],
)
def test_a_word_in_a_custom_property(word: str, role: str, shape: str, motion: str) -> None:
    crate = scenes.cube("Crate")
    crate["collision"] = word
    run(OF_PIPELINE)
    group = crate.omi_physics
    assert (group.use_collider, group.use_trigger) == (role == "collider", role == "trigger")
    assert group.motion.type == motion
    if role:
        assert getattr(group, role).shape.type == shape
        assert getattr(group, role).shape.use_collision_only == word.endswith("-c")


def test_its_pictures_are_there() -> None:
    pictures = re.findall(r"!\[[^\]]+\]\(([^)]+)\)", PAGE)
    assert len(pictures) == 3
    assert all((ROOT / "docs" / picture).is_file() for picture in pictures)


def test_every_label_it_names_is_that_of_the_interface() -> None:
    for name, label in (
        ("from_rigid_bodies", "Take Over Rigid Bodies"),
        ("to_rigid_bodies", "Make Rigid Bodies"),
        ("from_names", "Take Over Collision Names"),
        ("preview_start", "Play Physics"),
    ):
        assert getattr(bpy.ops.omi_physics, name).get_rna_type().name == label and f"**{label}**" in PAGE
