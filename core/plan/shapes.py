# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Which node carries which collider and trigger."""

from __future__ import annotations

from ..geometry.place import Placed, Unplaceable
from ..ground.linear import Mat4
from ..physics.model import CollisionFilter, Trigger
from ..physics.scene import ColliderSettings, ObjectPhysics, SceneNode, ShapeSettings, TriggerSettings
from . import suffixes
from .assembly import SceneAssembly

_SENTENCES = {
    "shape-shear": "is sheared by its parents' scale; a shape cannot be, so it only comes near what is seen",
    "shape-nonuniform-round": "is scaled unevenly; its round shape takes the larger scale",
    "shape-flat": "has a flat mesh; its box gets a thickness of 1 mm",
    "capsule-becomes-sphere": "has a capsule without a straight part; the file gets a sphere",
    "shape-fit-no-geometry": "has no faces to fit a shape to; the manual size counts",
}


def _place(assembly: SceneAssembly, node: SceneNode, shape: ShapeSettings) -> Placed | None:
    placed = assembly.placer.place(node, shape)
    if isinstance(placed, Unplaceable):
        assembly.report(placed.code, node, f"{placed.reason}; the shape is left out")
        return None
    for note in placed.notes:
        assembly.report(note, node, _SENTENCES[note])
    return placed


def _is_animated_below(assembly: SceneAssembly, node: SceneNode, owner: int) -> bool:
    """Whether the node, or one between it and its owner, moves by animation."""
    if node.is_animated:
        return True
    for above in assembly.tree.ancestors(node.index):
        if above == owner:
            return False
        if assembly.nodes[above].is_animated:
            return True
    return False


def _host(
    assembly: SceneAssembly, node: SceneNode, world: Mat4, suffix: str, owner: int | None, own_is_free: bool
) -> int:
    """The node that carries a shape: the object's own where that is right, else one added for it.

    `owner` is the node of which the shape shall be a direct child, or which it may stand on.
    """
    separate = assembly.options.layout == "SEPARATE"
    own = node.index
    may_stand_on_own = own_is_free and assembly.stands_at(own, world)
    if separate and owner != own and assembly.is_visible(node):
        may_stand_on_own = False
    if owner is None or owner == own:
        parents = (own,) if owner == own else (own, *assembly.tree.file_ancestors(own), None)
    elif owner < len(assembly.nodes) and _is_animated_below(assembly, node, owner):
        assembly.report(
            "collider-animated-between", node,
            f"moves by animation below its body {assembly.nodes[owner].name}; "
            "some engines take its shape for a body of its own",
        )  # fmt: skip
        parents = (own,)
    else:
        below = node.file_parent == owner if separate else assembly.tree.is_below_in_file(own, owner)
        may_stand_on_own = may_stand_on_own and below
        parents = (owner,)
    if may_stand_on_own:
        return own
    for parent in parents:
        if parent is None or parent >= len(assembly.nodes) or assembly.fits_under(parent, world):
            return assembly.add_node(node.name + suffix, parent, world)
    assembly.report("shape-shear", node, _SENTENCES["shape-shear"])
    return assembly.add_node(node.name + suffix, parents[0], world)


def add_collider(assembly: SceneAssembly, node: SceneNode, settings: ColliderSettings) -> None:
    """The collider of a node, as a shape or as the mark of a compound parent."""
    owner = assembly.tree.owner_of[node.index]
    missing = assembly.tree.missing_body_of[node.index]
    if missing is not None:
        now = "is static" if owner is None else f"goes to {assembly.nodes[owner].name}"
        text = f"belongs to {assembly.why_missing(missing)}; its collider {now}"
        assembly.report("body-not-exported", node, text)
    material, collision_filter = assembly.tables.material(settings.material), assembly.tables.filter(settings.filter)
    if settings.shape.type == "NONE":
        assembly.clear_content(node)
        assembly.set_collider(node.index, None, material, collision_filter)
        assembly.plan.collider_hosts[node.index] = node.index
        return
    placed = _place(assembly, node, settings.shape)
    if placed is None:
        return
    host = _host(assembly, node, placed.world, suffixes.COLLIDER, owner, True)
    shape, geometry = assembly.shape_index(placed)
    assembly.set_collider(host, shape, material, collision_filter)
    assembly.note_compat(host, geometry, False)
    assembly.plan.collider_hosts[node.index] = host


def add_trigger(
    assembly: SceneAssembly,
    node: SceneNode,
    settings: TriggerSettings,
    owner: int | None = None,
    inherited: CollisionFilter | None = None,
) -> None:
    """The trigger shape of a node. `owner` is the node of the compound it is part of; its filter is inherited."""
    if node.index in assembly.plan.trigger_hosts:
        return
    if settings.shape.type == "NONE":
        assembly.report("trigger-no-shape", node, "has a trigger without a shape; it is left out")
        return
    placed = _place(assembly, node, settings.shape)
    if placed is None:
        return
    if owner is None:
        owner = assembly.tree.owner_of[node.index]
    shape, geometry = assembly.shape_index(placed)
    # One node holds one archived collider, so what needs one must not share a node with another shape.
    alone = (
        assembly.options.layout == "SEPARATE" or assembly.needs_compat(geometry) or node.index in assembly.plan.compat
    )
    free = not (alone and _has_collider_on(assembly, node.index))
    host = _host(assembly, node, placed.world, suffixes.TRIGGER, owner, free)
    assembly.set_trigger(host, Trigger(shape, (), assembly.tables.filter(settings.filter or inherited)))
    assembly.note_compat(host, geometry, True)
    assembly.plan.trigger_hosts[node.index] = host


def _has_collider_on(assembly: SceneAssembly, index: int) -> bool:
    body = assembly.plan.bodies.get(index)
    return body is not None and body.collider is not None


def add_compound_triggers(assembly: SceneAssembly, busy: list[tuple[SceneNode, ObjectPhysics]]) -> None:
    """The triggers made of parts, inner ones first, so that a part goes to the compound nearest above it."""
    compounds = [(n, p.trigger) for n, p in busy if p.trigger is not None and p.trigger.kind == "COMPOUND"]
    for node, settings in reversed(compounds):
        assembly.attempt(node, _add_compound_trigger, settings)


def _add_compound_trigger(assembly: SceneAssembly, node: SceneNode, settings: TriggerSettings) -> None:
    parts = _parts(assembly, node, settings)
    if not parts:
        assembly.report("trigger-no-parts", node, "has a compound trigger without parts; it is left out")
        return
    body = assembly.tree.body_of[node.index]
    moving = {part.index for part, _ in parts if assembly.tree.body_of[part.index] != body}
    # A part on a body of its own moves with that, and stands below no other node than this one.
    host = node.index if moving else _compound_host(assembly, node)
    if moving:
        assembly.clear_content(node)
    hosts: list[int] = []
    for part, trigger in parts:
        if trigger.kind == "SHAPE":
            owner = None if part.index in moving else host
            assembly.attempt(part, add_trigger, trigger, owner, settings.filter)
        if part.index in assembly.plan.trigger_hosts:
            hosts.append(assembly.plan.trigger_hosts[part.index])
    if hosts:
        assembly.set_trigger(host, Trigger(None, tuple(dict.fromkeys(hosts))))
        assembly.plan.trigger_hosts[node.index] = host
    else:
        assembly.report("trigger-no-parts", node, "has a compound trigger whose parts are all left out, so it is too")


def _compound_host(assembly: SceneAssembly, node: SceneNode) -> int:
    """A compound trigger stands on a node without motion, and without a collider where engines shall read it."""
    separate = assembly.options.layout == "SEPARATE"
    taken = node.index in assembly.plan.bodies or (separate and assembly.is_visible(node))
    if not taken:
        return node.index
    return assembly.add_child(node.name + suffixes.TRIGGER, node.index)


def _parts(
    assembly: SceneAssembly, node: SceneNode, settings: TriggerSettings
) -> list[tuple[SceneNode, TriggerSettings]]:
    if settings.use_all_parts:
        return _triggers_below(assembly, node)
    found: list[tuple[SceneNode, TriggerSettings]] = []
    for ref in settings.parts:
        index = None if ref.is_deleted else assembly.tree.copy_near(node.index, ref.key)
        if index is None or not assembly.nodes[index].is_exported:
            reason = "was deleted" if ref.is_deleted else "is not exported"
            assembly.report("trigger-part-not-exported", node, f"its trigger part {ref.name} {reason}; it is left out")
            continue
        part = assembly.nodes[index]
        if part.physics is None or part.physics.trigger is None:
            assembly.report("trigger-part-invalid", node, f"its part {ref.name} has no trigger; it is left out")
        elif not assembly.tree.is_below(index, node.index):
            assembly.report("trigger-part-invalid", node, f"its part {ref.name} is not below it; it is left out")
        else:
            found.append((part, part.physics.trigger))
    return found


def _triggers_below(assembly: SceneAssembly, node: SceneNode) -> list[tuple[SceneNode, TriggerSettings]]:
    """Exported triggers below a node, but for those that move on their own."""
    body = assembly.tree.body_of[node.index]
    found: list[tuple[SceneNode, TriggerSettings]] = []
    for index in assembly.tree.descendants(node.index):
        part = assembly.nodes[index]
        if part.physics and part.physics.trigger and part.is_exported and assembly.tree.body_of[index] == body:
            found.append((part, part.physics.trigger))
    return found
