# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Rules about which node of the file carries what: only the compact layout can break them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..issues.catalog import issue
from .review import Review, counted

if TYPE_CHECKING:
    from ..plan.assembly import ScenePlan


def check_layout(review: Review, plan: ScenePlan) -> None:
    """What Godot drops or takes for something else because of where it stands."""
    nodes = review.nodes
    shared = [
        node for node in nodes if (node.has_mesh or node.has_camera or node.has_light) and node.index in plan.bodies
    ]
    if shared:
        scene = review.picture.scene_name
        others = len(shared) - 1
        some = f"{shared[0].name} and {counted(others, 'other')} show" if others else f"{shared[0].name} shows"
        text = f"{scene}: with the compact layout {some} something on a node that carries physics; Godot drops it"
        review.issues.append(issue("mesh-shares-node", scene, text))
    animated = {found.object for found in plan.issues if found.code == "collider-animated-between"}
    for index, host in plan.collider_hosts.items():
        body = review.tree.body_of[index]
        if body is None or host == body or host >= len(nodes) or nodes[host].file_parent == body:
            continue
        if nodes[index].name not in animated:
            where = f"stands deep below its body {nodes[body].name}"
            review.report(
                "collider-too-deep", nodes[index], f"its collider {where}; Godot takes it for a static body of its own"
            )
