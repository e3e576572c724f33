# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the rules share while they look at one picture: the tree, who has shapes, and the list of issues."""

from __future__ import annotations

from ..ground.linear import Mat4
from ..issues.catalog import issue
from ..issues.issue import Issue
from ..physics.scene import Picture, SceneNode
from ..physics.tree import Tree

Finding = tuple[str, str]
"""A code, and the rest of a sentence that begins with the object's name and a colon."""


class Review:
    """One picture under review.

    `shaped_bodies` are the bodies to which a collider or trigger belongs; `has_parts[i]` tells whether a collider
    lies below node i that moves with it. `named_owners` are bodies whose scale was named already.
    """

    def __init__(self, picture: Picture, tree: Tree | None = None) -> None:
        self.picture = picture
        self.nodes = picture.nodes
        self.meshes = picture.meshes
        self.options = picture.options
        self.for_godot = picture.options.use_godot_compat
        self.tree = tree or Tree(picture)
        self.issues: list[Issue] = []
        self.shaped_bodies: set[int] = set()
        self.named_owners: set[int] = set()
        self.has_parts = [False] * len(picture.nodes)
        self._find_shapes()

    def _find_shapes(self) -> None:
        body_of = self.tree.body_of
        for node in reversed(self.nodes):
            physics, index = node.physics, node.index
            has_own = False
            if physics is not None and node.is_exported:
                has_own = physics.collider is not None and physics.collider.shape.type != "NONE"
                body = body_of[index]
                if body is not None and (has_own or physics.trigger is not None):
                    self.shaped_bodies.add(body)
            moves_alone = physics is not None and physics.motion is not None
            if node.parent is not None and not moves_alone and (has_own or self.has_parts[index]):
                self.has_parts[node.parent] = True

    def report(self, code: str, node: SceneNode, sentence: str) -> None:
        """Adds an issue; the sentence follows the node's name."""
        self.issues.append(issue(code, node.name, f"{node.name}: {sentence}"))


def axis_lengths(world: Mat4) -> tuple[float, float, float] | None:
    """The scale along a node's three axes, the first negative where it is mirrored; None where all are 1."""
    (a, b, c, _), (d, e, f, _), (g, h, i, _), _ = world
    x, y, z = a * a + d * d + g * g, b * b + e * e + h * h, c * c + f * f + i * i
    mirrored = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g) < 0.0
    if abs(x - 1.0) < 2e-4 and abs(y - 1.0) < 2e-4 and abs(z - 1.0) < 2e-4 and not mirrored:
        return None
    return (-(x**0.5) if mirrored else x**0.5, y**0.5, z**0.5)


def listed(words: list[str]) -> str:
    """Words as "a", "a and b" or "a, b and c"."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def counted(number: int, word: str) -> str:
    """A number with its word: "1 other", "2 others"."""
    return f"{number} {word}" if number == 1 else f"{number} {word}s"
