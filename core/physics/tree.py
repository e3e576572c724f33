# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Questions about the tree of a scene: who moves with whom, and which copy of an object is meant."""

from __future__ import annotations

from collections.abc import Iterator

from .scene import ObjectKey, Picture, SceneNode


class Tree:
    """Answers for one picture, prepared in one pass.

    `body_of[i]` is the node with a motion type nearest at or above node i, of those in the file; None where there is
    none. `missing_body_of[i]` is a nearer one that is not in the file, or that a fault of ours took out. `owner_of[i]`
    is the body, or without one the topmost compound collider parent: whatever the shapes of node i belong to.
    """

    def __init__(self, picture: Picture) -> None:
        self.nodes = picture.nodes
        self._by_key: dict[ObjectKey, list[int]] | None = None
        self.body_of: list[int | None] = []
        self.missing_body_of: list[int | None] = []
        self.owner_of: list[int | None] = []
        self.children: dict[int, list[int]] = {}
        for node in picture.nodes:
            self._take(node)

    def _take(self, node: SceneNode) -> None:
        body = missing = owner = None
        if node.parent is not None:
            body = self.body_of[node.parent]
            missing = self.missing_body_of[node.parent]
            owner = self.owner_of[node.parent]
            self.children.setdefault(node.parent, []).append(node.index)
        physics = node.physics
        if node.lost_body:
            missing = node.index
        elif physics is not None:
            if physics.motion is not None:
                if node.is_exported:
                    body, missing, owner = node.index, None, node.index
                else:
                    missing = node.index
            collider = physics.collider
            if owner is None and collider is not None and collider.shape.type == "NONE" and node.is_exported:
                owner = node.index
        self.body_of.append(body)
        self.missing_body_of.append(missing)
        self.owner_of.append(owner)

    def ancestors(self, index: int) -> Iterator[int]:
        """The nodes above a node, nearest first, by Blender's parenting."""
        parent = self.nodes[index].parent
        while parent is not None:
            yield parent
            parent = self.nodes[parent].parent

    def file_ancestors(self, index: int) -> Iterator[int]:
        """The nodes above a node as the file is written, nearest first."""
        parent = self.nodes[index].file_parent
        while parent is not None:
            yield parent
            parent = self.nodes[parent].file_parent

    def is_below(self, index: int, ancestor: int) -> bool:
        """Whether a node lies below another by Blender's parenting."""
        return any(above == ancestor for above in self.ancestors(index))

    def is_below_in_file(self, index: int, ancestor: int) -> bool:
        """Whether a node lies below another in the file."""
        return any(above == ancestor for above in self.file_ancestors(index))

    def descendants(self, index: int) -> Iterator[int]:
        """The nodes below a node, in tree order."""
        stack = list(reversed(self.children.get(index, ())))
        while stack:
            current = stack.pop()
            yield current
            stack.extend(reversed(self.children.get(current, ())))

    def copies(self, key: ObjectKey) -> list[int]:
        """All nodes of an object, in tree order."""
        if self._by_key is None:
            self._by_key = {}
            for node in self.nodes:
                if node.key is not None:
                    self._by_key.setdefault(node.key, []).append(node.index)
        return self._by_key.get(key, [])

    def copy_near(self, index: int, key: ObjectKey) -> int | None:
        """The node of an object in the same copy as node `index`: nearest common ancestor, then shallowest.

        A node in the file is preferred to one that is not. None where the object occurs nowhere in this scene.
        """
        candidates = self.copies(key)
        if len(candidates) < 2:
            return candidates[0] if candidates else None
        heights = {index: 0}
        for height, above in enumerate(self.ancestors(index), 1):
            heights[above] = height
        far = len(heights)

        def rank(candidate: int) -> tuple[bool, int, int, int]:
            depth = 0
            for above in (candidate, *self.ancestors(candidate)):
                if above in heights:
                    return (not self.nodes[candidate].is_exported, heights[above], depth, candidate)
                depth += 1
            return (not self.nodes[candidate].is_exported, far, depth, candidate)

        return min(candidates, key=rank)
