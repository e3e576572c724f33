# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Errors of our own code while planning and checking: they cost the object where they happen, and are named."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from omi_physics.core.physics.model import Trigger
from omi_physics.core.physics.scene import JointSettings, LimitSettings, TriggerSettings
from omi_physics.core.plan import assemble, assembly, joints, shapes, without
from omi_physics.core.plan.assemble import Assembler
from omi_physics.core.rules import validate
from omi_physics.core.rules.validate import check
from tests.support.pictures import BOX, DYNAMIC, STATIC, Builder, ref

HINGE = JointSettings(limits=(LimitSettings("LINEAR", "XYZ"), LimitSettings("ANGULAR", "XY")))


def five() -> Builder:
    """Five bodies, named A to E, with a collider each."""
    built = Builder()
    for name in "ABCDE":
        built.add(name, motion=DYNAMIC, collider=BOX)
    return built


def breaking(step: Callable[..., Any], name: str) -> Callable[..., Any]:
    """The step, but it fails on the node of that name."""

    def broken(state: Any, node: Any, *values: Any) -> Any:
        if node.name == name:
            raise ZeroDivisionError("on purpose")
        return step(state, node, *values)

    return broken


@pytest.mark.parametrize("step", ["_add_body", "add_collider"])
def test_planning_fails_on_one_of_five(step: str, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = Assembler().add_scene(_without(five(), "C").picture)
    monkeypatch.setattr(assemble, step, breaking(getattr(assemble, step), "C"))
    built = five()
    plan = Assembler().add_scene(built.picture)
    assert (plan.bodies, plan.joints, plan.added) == (expected.bodies, expected.joints, expected.added)
    assert [(i.code, i.severity, i.object) for i in plan.issues] == [("object-failed", "error", "C")]
    assert plan.issues[0].message == (
        "C: its physics is left out, a fault of the add-on: ZeroDivisionError: on purpose"
    )


def _without(built: Builder, name: str) -> Builder:
    next(node for node in built.picture.nodes if node.name == name).physics = None
    return built


def test_a_fault_leaves_nothing_in_the_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    built = five()
    monkeypatch.setattr(assembly.SceneAssembly, "note_compat", breaking_index(built, "C"))
    assembler = Assembler()
    plan = assembler.add_scene(built.picture)
    assert len(assembler.tables.document.shapes) == 1 and len(plan.collider_hosts) == 4


def breaking_index(built: Builder, name: str) -> Callable[..., None]:
    wanted = next(node.index for node in built.picture.nodes if node.name == name)

    def broken(_state: Any, index: int, *_values: Any) -> None:
        if index == wanted:
            raise ZeroDivisionError("on purpose")

    return broken


def test_what_belongs_to_a_lost_body_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    built = Builder()
    built.add("Frame", motion=STATIC, collider=BOX)
    built.add("Door", motion=DYNAMIC)
    built.add("Leaf", "Door", collider=BOX)
    built.add("Hinge", "Door", joint=JointSettings(ref("Frame"), limits=HINGE.limits))
    built.add("Other", motion=DYNAMIC, collider=BOX)
    built.add("Chain", "Other", joint=JointSettings(ref("Door"), limits=HINGE.limits))
    monkeypatch.setattr(assemble, "_add_body", breaking(assemble._add_body, "Door"))
    plan = Assembler().add_scene(built.picture)
    assert {i.object: i.code for i in plan.issues} == {
        "Door": "object-failed", "Leaf": "body-not-exported", "Hinge": "joint-no-body",
        "Chain": "joint-target-not-exported",
    }  # fmt: skip
    assert not plan.joints


def test_a_part_of_a_compound_trigger_fails_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    built = Builder()
    built.add("Zone", trigger=TriggerSettings("COMPOUND"))
    for name in ("Left", "Right"):
        built.add(name, "Zone", trigger=TriggerSettings())
    monkeypatch.setattr(shapes, "add_trigger", breaking(shapes.add_trigger, "Left"))
    monkeypatch.setattr(assemble, "add_trigger", breaking(assemble.add_trigger, "Left"))
    plan = Assembler().add_scene(built.picture)
    assert [i.object for i in plan.issues if i.code == "object-failed"] == ["Left"]
    assert sorted(plan.trigger_hosts) == [0, 2]


def test_what_fails_anew_each_time_fails_the_scene(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_values: Any) -> None:
        raise ZeroDivisionError("on purpose")

    monkeypatch.setattr(assemble, "_add_triggers", broken)
    found = check(five().picture)
    assert [(i.code, i.severity) for i in found] == [("scene-failed", "error")]


@pytest.mark.parametrize(("step", "code"), [("check_body", "object-failed"), ("check_names", "scene-failed")])
def test_a_check_that_fails_is_named(step: str, code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_review: Any, node: Any, *_values: Any) -> None:
        if isinstance(node, list) or node.name == "C":
            raise ZeroDivisionError("on purpose")

    monkeypatch.setattr(validate, step, broken)
    found = check(five().picture)
    assert [i.code for i in found if i.severity == "error"] == [code]


# A finished plan without some of its objects ------------------------------------------------------------------------


def test_left_out_of_a_plan_goes_all_that_leans_on_it() -> None:
    built = Builder()
    built.add("Frame", motion=STATIC, collider=BOX)
    built.add("Door", motion=DYNAMIC, collider=BOX)
    built.add("Hinge", "Door", joint=JointSettings(ref("Frame"), limits=HINGE.limits))
    built.add("Zone", trigger=TriggerSettings("COMPOUND"))
    built.add("Part", "Zone", trigger=TriggerSettings())
    count = len(built.picture.nodes)
    plan = Assembler().add_scene(built.picture)
    assert plan.joints and plan.bodies[3].trigger == Trigger(None, (4,))
    lost = without.leave_out(plan, count, {0, 4})
    assert set(lost) == {2, 3} and not plan.joints and 0 not in plan.bodies and 3 not in plan.bodies
    assert plan.bodies[1].motion == DYNAMIC
    needed = without.needed(plan, count)
    assert not any(needed[n] for n, added in enumerate(plan.added) if "Attachment" in added.name)


def test_joints_know_both_their_bodies() -> None:
    built = Builder()
    built.add("Door", motion=DYNAMIC, collider=BOX)
    built.add("Hinge", "Door", joint=HINGE)
    plan = Assembler().add_scene(built.picture)
    assert list(plan.joint_bodies.values()) == [(0, None)]
    assert joints.add_joint is assemble.add_joint
