# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The public properties: names, types, defaults, units and ranges on which scripts rely."""

from __future__ import annotations

import inspect
import math
from collections.abc import Iterator
from typing import Any

import bpy
import pytest

from .scenes import add
from .support import addon_module

ZERO = (0.0, 0.0, 0.0)
# Path below Object.omi_physics: default, unit, lowest value that a property takes.
NUMBERS: dict[str, tuple[Any, str, float]] = {
    "motion.mass": (1.0, "MASS", 0.0),
    "motion.center_of_mass": (ZERO, "LENGTH", -math.inf),
    "motion.inertia_diagonal": (ZERO, "NONE", 0.0),
    "motion.inertia_orientation": ((1.0, 0.0, 0.0, 0.0), "NONE", -math.inf),
    "motion.linear_velocity": (ZERO, "VELOCITY", -math.inf),
    "motion.angular_velocity": (ZERO, "ROTATION", -math.inf),
    "motion.gravity_factor": (1.0, "NONE", -math.inf),
    **{
        f"{role}.shape.{name}": expected
        for role in ("collider", "trigger")
        for name, expected in {
            "size": ((1.0, 1.0, 1.0), "LENGTH", 0.0),
            "radius": (0.5, "LENGTH", 0.0),
            "radius_bottom": (0.5, "LENGTH", 0.0),
            "radius_top": (0.5, "LENGTH", 0.0),
            "height": (1.0, "LENGTH", 0.0),
            "offset": (ZERO, "LENGTH", -math.inf),
            "rotation": (ZERO, "ROTATION", -math.inf),
        }.items()
    },
    "collider.material.static_friction": (0.6, "NONE", 0.0),
    "collider.material.dynamic_friction": (0.6, "NONE", 0.0),
    "collider.material.restitution": (0.0, "NONE", 0.0),
    "joint.limits[].min_distance": (0.0, "LENGTH", -math.inf),
    "joint.limits[].max_distance": (0.0, "LENGTH", -math.inf),
    "joint.limits[].min_angle": (0.0, "ROTATION", -math.inf),
    "joint.limits[].max_angle": (0.0, "ROTATION", -math.inf),
    "joint.limits[].stiffness": (1.0, "NONE", 0.0),
    "joint.limits[].damping": (0.0, "NONE", 0.0),
    "joint.drives[].max_force": (1.0, "NONE", 0.0),
    "joint.drives[].position_distance": (0.0, "LENGTH", -math.inf),
    "joint.drives[].position_angle": (0.0, "ROTATION", -math.inf),
    "joint.drives[].velocity_linear": (0.0, "VELOCITY", -math.inf),
    "joint.drives[].velocity_angular": (0.0, "ROTATION", -math.inf),
    "joint.drives[].stiffness": (0.0, "NONE", 0.0),
    "joint.drives[].damping": (0.0, "NONE", 0.0),
}
SWITCHES = {
    "use_collider": False,
    "use_trigger": False,
    "use_joint": False,
    "collider.use_material": False,
    "collider.use_filter": False,
    "collider.shape.use_collision_only": False,
    "trigger.shape.use_collision_only": False,
    "trigger.use_filter": False,
    "trigger.use_all_parts": True,
    "joint.use_collision": False,
    "joint.limits[].use_min": True,
    "joint.limits[].use_max": True,
    "joint.limits[].use_stiffness": False,
    "joint.limits[].is_radial": False,
    "joint.drives[].use_max_force": False,
    "joint.drives[].use_position_target": False,
    "joint.drives[].use_velocity_target": False,
}
SHAPES = ["BOX", "SPHERE", "CAPSULE", "CYLINDER", "CONVEX", "TRIMESH"]
COMBINE = ["AVERAGE", "MINIMUM", "MAXIMUM", "MULTIPLY"]
TARGETS = ["ALL", "COLLIDE_WITH", "NOT_COLLIDE_WITH"]
# Words; the first is not always the default.
CHOICES: dict[str, tuple[Any, list[str]]] = {
    "motion.type": ("NONE", ["NONE", "STATIC", "KINEMATIC", "DYNAMIC"]),
    "collider.shape.type": ("BOX", [*SHAPES, "NONE"]),
    "trigger.shape.type": ("BOX", SHAPES),
    "collider.shape.fit": ("AUTO", ["AUTO", "MANUAL"]),
    "trigger.shape.fit": ("AUTO", ["AUTO", "MANUAL"]),
    "collider.shape.axis": ("Z", ["X", "Y", "Z"]),
    "trigger.shape.axis": ("Z", ["X", "Y", "Z"]),
    "collider.material.friction_combine": ("AVERAGE", COMBINE),
    "collider.material.restitution_combine": ("AVERAGE", COMBINE),
    "collider.filter.target_mode": ("ALL", TARGETS),
    "trigger.filter.target_mode": ("ALL", TARGETS),
    "trigger.kind": ("SHAPE", ["SHAPE", "COMPOUND"]),
    "joint.attach": ("JOINT", ["JOINT", "TARGET"]),
    "joint.limits[].kind": ("LINEAR", ["LINEAR", "ANGULAR"]),
    "joint.limits[].axes": ({"X", "Y", "Z"}, ["X", "Y", "Z"]),
    "joint.drives[].kind": ("LINEAR", ["LINEAR", "ANGULAR"]),
    "joint.drives[].axis": ("X", ["X", "Y", "Z"]),
    "joint.drives[].mode": ("FORCE", ["FORCE", "ACCELERATION"]),
}
TEXTS = [
    "collider.material.name",
    "collider.filter.collision_systems[].name",
    "collider.filter.target_systems[].name",
    "trigger.filter.collision_systems[].name",
    "trigger.filter.target_systems[].name",
]
POINTERS = {
    "collider.shape.mesh": "Mesh",
    "trigger.shape.mesh": "Mesh",
    "trigger.parts[].object": "Object",
    "joint.connected": "Object",
}
SCENE: dict[str, Any] = {
    "use_export": True,
    "use_import": True,
    "node_layout": "SEPARATE",
    "use_godot_compat": True,
    "on_issues": "WARN",
}


def owner_of(group: Any, path: str) -> tuple[Any, str]:
    """The group that holds the property at a path, whose lists have one item, and the property's name."""
    *above, name = path.split(".")
    for part in above:
        group = getattr(group, part[:-2])[0] if part.endswith("[]") else getattr(group, part)
    return group, name


@pytest.fixture
def physics() -> Any:
    """The physics of a new object, with one item in each list."""
    group = add("Thing").omi_physics
    for items in (group.joint.limits, group.joint.drives, group.trigger.parts):
        items.add()
    for role in (group.collider, group.trigger):
        role.filter.collision_systems.add()
        role.filter.target_systems.add()
    return group


@pytest.mark.parametrize("path", NUMBERS)
def test_number(physics: Any, path: str) -> None:
    default, unit, lowest = NUMBERS[path]
    group, name = owner_of(physics, path)
    rna = group.bl_rna.properties[name]
    assert (rna.type, rna.unit) == ("FLOAT", unit)
    value = getattr(group, name)
    if isinstance(default, tuple):
        assert tuple(value) == default
        assert tuple(rna.default_array) == default
        wide: Any = (-3.5,) * len(default)
    else:
        assert value == pytest.approx(default, abs=1e-7)
        assert rna.default == pytest.approx(default, abs=1e-7)
        wide = -3.5
    assert rna.hard_max > 1e37
    setattr(group, name, wide)
    expected = max(lowest, -3.5)
    got = getattr(group, name)
    assert (tuple(got) if isinstance(default, tuple) else got) == pytest.approx(
        (expected,) * len(default) if isinstance(default, tuple) else expected
    )


@pytest.mark.parametrize("path", SWITCHES)
def test_switch(physics: Any, path: str) -> None:
    group, name = owner_of(physics, path)
    assert group.bl_rna.properties[name].type == "BOOLEAN"
    assert getattr(group, name) is SWITCHES[path]


@pytest.mark.parametrize("path", CHOICES)
def test_choice(physics: Any, path: str) -> None:
    default, words = CHOICES[path]
    group, name = owner_of(physics, path)
    assert getattr(group, name) == default
    assert [item.identifier for item in group.bl_rna.properties[name].enum_items] == words
    for word in words:
        value = {word} if isinstance(default, set) else word
        setattr(group, name, value)
        assert getattr(group, name) == value
    # Files hold these numbers, so they are as stable as the words.
    numbers = [item.value for item in group.bl_rna.properties[name].enum_items]
    assert numbers == ([1, 2, 4] if isinstance(default, set) else list(range(len(words))))


@pytest.mark.parametrize("path", TEXTS)
def test_text(physics: Any, path: str) -> None:
    group, name = owner_of(physics, path)
    assert getattr(group, name) == ""
    setattr(group, name, "Eis, glatt")
    assert getattr(group, name) == "Eis, glatt"


@pytest.mark.parametrize("path", POINTERS)
def test_pointer(physics: Any, path: str) -> None:
    group, name = owner_of(physics, path)
    assert getattr(group, name) is None
    assert group.bl_rna.properties[name].fixed_type.identifier == POINTERS[path]


@pytest.mark.parametrize("name", SCENE)
def test_scene_option(name: str) -> None:
    assert getattr(bpy.context.scene.omi_physics, name) == SCENE[name]


def test_scene_choices() -> None:
    rna = bpy.types.Scene.bl_rna.properties["omi_physics"].fixed_type.properties
    assert [item.identifier for item in rna["node_layout"].enum_items] == ["SEPARATE", "COMPACT"]
    assert [item.identifier for item in rna["on_issues"].enum_items] == ["IGNORE", "WARN", "STOP"]


def test_reading_stores_no_value() -> None:
    obj = add("Plain")
    assert addon_module("properties.pointers").stored_properties(obj) is None
    group = obj.omi_physics
    # As panels do. Blender makes empty groups for it.
    assert group.motion.type == "NONE" and group.collider.shape.type == "BOX" and not group.joint.limits
    assert group.joint.connected is None and group.trigger.shape.mesh is None
    stored = addon_module("properties.pointers").stored_properties(obj)
    assert not addon_module("properties.versions")._has_values(stored.to_dict())
    assert addon_module("properties.read").read_object(obj) is None


def own_properties(rna: Any, seen: set[str] | None = None) -> Iterator[tuple[str, Any]]:
    """Every property that the add-on defines below a group, as (group.name, property)."""
    seen = set() if seen is None else seen
    if rna.identifier in seen:
        return
    seen.add(rna.identifier)
    base = {"rna_type"} if "name" in annotations(rna.identifier) else {"rna_type", "name"}
    for prop in {p.identifier: p for p in rna.properties}.values():
        if prop.identifier in base:
            continue
        yield f"{rna.identifier}.{prop.identifier}", prop
        fixed = getattr(prop, "fixed_type", None)
        if fixed is not None and fixed.identifier.startswith("OMI_PG_"):
            yield from own_properties(fixed, seen)


def annotations(class_name: str) -> set[str]:
    cls = bpy.types.PropertyGroup.bl_rna_get_subclass_py(class_name)
    return {name for base in cls.__mro__ for name in inspect.get_annotations(base)}


def all_properties() -> dict[str, Any]:
    found: dict[str, Any] = {}
    for owner in (bpy.types.Object, bpy.types.Scene):
        pointer = owner.bl_rna.properties["omi_physics"]
        found[f"{owner.__name__}.omi_physics"] = pointer
        found.update(own_properties(pointer.fixed_type))
    return found


def test_all_properties_are_overridable_and_none_is_animatable() -> None:
    found = all_properties()
    assert len(found) > 60
    # What animation says is not exported, so nobody shall be able to animate it.
    assert not [name for name, prop in found.items() if prop.is_animatable]
    assert not [name for name, prop in found.items() if not prop.is_overridable]


def test_texts_of_the_interface_follow_blenders_rules() -> None:
    wrong = []
    for name, prop in all_properties().items():
        texts = [(prop.name, prop.description)]
        if prop.type == "ENUM":
            texts += [(item.name, item.description) for item in prop.enum_items]
        for label, description in texts:
            if not prop.is_hidden and not (label and description):
                wrong.append(f"{name}: no text")
            if description.endswith(".") or description[:1] != description[:1].upper() or "  " in description:
                wrong.append(f"{name}: {description}")
            if prop.is_hidden:
                continue
            small = {"of", "to", "at", "with", "by", "in", "and", "or", "but", "from", "all"}
            if any(word[0].islower() and word not in small for word in label.split() if word.isalpha()):
                wrong.append(f"{name}: {label}")
    assert not wrong
