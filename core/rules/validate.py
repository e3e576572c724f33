# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The checks: what the exporter leaves out of a scene, and what an engine gets wrong of the rest."""

from __future__ import annotations

from collections.abc import Iterable

from ..ground.garbage import uncollected
from ..issues.faults import object_fault, scene_fault
from ..issues.issue import Issue
from ..physics.scene import ObjectPhysics, Options, Picture, SceneNode
from ..plan.assemble import Assembler
from ..plan.assembly import ScenePlan
from .bodies import (
    check_body,
    check_names,
    check_static_collider,
    filter_findings,
    godot_findings,
    material_findings,
    motion_findings,
)
from .godot_names import check_acting_names
from .joints import check_joint
from .khr import check_khr, note_draft
from .layout import check_layout
from .review import Finding, Review
from .shapes import ShapeReview, check_compound, shape_findings

_ORDER = {"error": 0, "warning": 1, "info": 2}


@uncollected()
def check(picture: Picture) -> list[Issue]:
    """All issues of a scene: errors first, then in the order of its tree."""
    try:
        plan = Assembler().add_scene(picture)
    except Exception as error:  # noqa: BLE001
        return [scene_fault(picture.scene_name, error, "it could not be checked")]
    return distinct([*plan.issues, *check_rules(picture, plan)])


def distinct(issues: Iterable[Issue]) -> list[Issue]:
    """The issues without repetitions (an object may stand in a scene many times), errors first."""
    return sorted(dict.fromkeys(issues), key=lambda found: _ORDER[found.severity])


def check_rules(picture: Picture, plan: ScenePlan) -> list[Issue]:
    """What an engine gets wrong; what the exporter leaves out is found while it plans.

    `plan` is what the exporter makes of the picture. Where a check of ours fails, the object, or else the scene, is
    named as not checked.
    """
    found: list[Issue] = []
    try:
        _check_all(picture, plan, found)
    # Whatever it is: it is named, and costs no more than what it would have found.
    except Exception as error:  # noqa: BLE001
        found.append(scene_fault(picture.scene_name, error, "its checks did not come to an end"))
    return found


def _check_all(picture: Picture, plan: ScenePlan, found: list[Issue]) -> None:
    review = Review(picture, plan.tree)
    review.issues = found
    shapes = ShapeReview(review)
    # Equal objects share one instance, so what depends on settings alone is judged once.
    judged: dict[int, list[Finding]] = {}
    named: list[SceneNode] = []
    is_khr = "KHR" in picture.options.formats
    for node in picture.nodes:
        physics = node.physics
        if physics is None or not node.is_exported:
            continue
        try:
            _check_node(review, shapes, judged, node, physics)
            if is_khr:
                check_khr(review, node, physics)
        except Exception as error:  # noqa: BLE001
            found.append(object_fault(node.name, error, "it was not checked to the end"))
        named.append(node)
    if is_khr and named:
        note_draft(review)
    if review.for_godot:
        check_names(review, named)
        check_acting_names(review, plan)
        if picture.options.layout == "COMPACT":
            check_layout(review, plan)


def _check_node(
    review: Review, shapes: ShapeReview, judged: dict[int, list[Finding]], node: SceneNode, physics: ObjectPhysics
) -> None:
    findings = judged.get(id(physics))
    if findings is None:
        findings = judged[id(physics)] = settings_findings(physics, review.options)
    for code, sentence in findings:
        review.report(code, node, sentence)
    if physics.is_newer:
        sentence = "a later version of the add-on saved its physics; what is new in that is left out"
        review.report("saved-by-later-version", node, sentence)
    _check_place(review, shapes, node, physics)


def settings_findings(physics: ObjectPhysics, options: Options) -> list[Finding]:
    """What is odd about an object by its settings alone."""
    found: list[Finding] = []
    if physics.motion is not None:
        found += motion_findings(physics.motion)
    collider, trigger = physics.collider, physics.trigger
    if collider is not None:
        found += shape_findings(collider.shape, "collider")
        if collider.material is not None:
            found += material_findings(collider.material)
        if collider.filter is not None:
            found += filter_findings(collider.filter, "collider")
    if trigger is not None:
        if trigger.kind == "SHAPE":
            found += shape_findings(trigger.shape, "trigger")
        if trigger.filter is not None:
            found += filter_findings(trigger.filter, "trigger")
    if options.use_godot_compat:
        found += godot_findings(physics)
    return found


def _check_place(review: Review, shapes: ShapeReview, node: SceneNode, physics: ObjectPhysics) -> None:
    """What depends on where an object stands, on its mesh and on the objects around it."""
    if physics.motion is not None:
        check_body(review, node, physics.motion)
    collider, trigger = physics.collider, physics.trigger
    if collider is not None:
        if collider.shape.type == "NONE":
            check_compound(review, node)
        else:
            shapes.check(node, collider.shape, "collider")
            if node.is_animated and physics.motion is None:
                check_static_collider(review, node)
    if trigger is not None and trigger.kind == "SHAPE":
        shapes.check(node, trigger.shape, "trigger")
    if physics.joint is not None:
        check_joint(review, node, physics.joint)
