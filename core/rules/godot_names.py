# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Names that the import of Godot's editor acts on, measured with Godot 4.6.3.

It looks for words at the end of a name, after `-` or `_`, or anywhere behind a `$`; case, and what digits, spaces and
`_` stand behind, do not matter. Characters that Godot does not allow have become `_` by then.
"""

from __future__ import annotations

from functools import lru_cache

from ..physics.scene import SceneNode
from ..plan.assembly import ScenePlan
from ..plan.suffixes import MESH
from .review import Review

_BODY_BESIDE = "adds a second, static body to it"
_BODY_INSTEAD = "puts a static body in place of its mesh"
_OF_ANY = {
    "noimp": "leaves it out, and all below it",
    "wheel": "makes a wheel of a vehicle of it",
    "vehicle": "makes a vehicle of it",
}
"""What becomes of any node, by word."""
_OF_SHOWN = {
    "col": _BODY_BESIDE,
    "convcol": _BODY_BESIDE,
    "colonly": _BODY_INSTEAD,
    "convcolonly": _BODY_INSTEAD,
    "rigid": "adds a second, dynamic body to it",
    "navmesh": "puts a navigation mesh in place of its mesh",
    "occ": "adds an occluder to it",
    "occonly": "puts an occluder in place of its mesh",
}
"""What becomes of a node that shows a mesh, by word."""
OF_MESH = frozenset(("col", "convcol", "occ"))
"""The words that count in the name of a mesh."""
OF_OBJECT = frozenset((*_OF_ANY, *_OF_SHOWN))
"""The words that count in the name of an object."""
_NOT_ALLOWED = '.:@/"%'
_CHANGED = str.maketrans(dict.fromkeys(_NOT_ALLOWED, "_"))
_BLANKS = _NOT_ALLOWED + "_" + "".join(map(chr, range(33)))
_BEHIND = _BLANKS + "0123456789"
_IN_FRONT_OF_MESH = "file_"


def godot_name(name: str) -> str:
    """The name of a node as Godot writes it."""
    return name.translate(_CHANGED)


@lru_cache(maxsize=8192)
def word_in(name: str, words: frozenset[str]) -> str:
    """The word of a name that Godot's editor acts on, the longest where several do; empty where none does."""
    bare = _lower(godot_name(name.rstrip(_BEHIND)))
    found = [w for w in words if f"${w}" in bare or bare.endswith((f"-{w}", f"_{w}"))]
    return max(found, key=len, default="")


def word_in_mesh(name: str) -> str:
    """The same for the name of a mesh, in front of which Godot puts the name of the file and `_`."""
    return word_in(_IN_FRONT_OF_MESH + name, OF_MESH) if name else ""


def harmless(name: str) -> str:
    """A name of an object without the words; where nothing else is left, the word alone, which is harmless."""
    return _without(name, OF_OBJECT) or word_in(name, OF_OBJECT).title()


def harmless_mesh(name: str, spare: str) -> str:
    """A name of a mesh without the words; `spare`, where that is harmless, if nothing is left of it."""
    left = _without(_IN_FRONT_OF_MESH + name, OF_MESH)[len(_IN_FRONT_OF_MESH) :]
    return left or (spare if not word_in_mesh(spare) else "Mesh")


def _lower(text: str) -> str:
    """Lower case, letter by letter, so that places stay the same."""
    return "".join(low if len(low := c.lower()) == 1 else c for c in text)


def _without(name: str, words: frozenset[str]) -> str:
    while word := word_in(name, words):
        at = _lower(name).find(f"${word}")
        if at < 0:
            name = name.rstrip(_BEHIND)[: -len(word)].rstrip(_BLANKS + "-")
        else:
            name = f"{name[:at]}_{name[at + 1 :]}"
    return name


def check_acting_names(review: Review, plan: ScenePlan) -> None:
    """Objects whose name, or the name of whose mesh, makes something else of the physics in Godot's editor."""
    suspects = [n for n in review.nodes if n.is_exported and (word_in(n.name, OF_OBJECT) or word_in_mesh(n.mesh_name))]
    if not suspects:
        return
    involved = _involved(review)
    moved = {added.takes[1] for added in plan.added if added.takes and added.takes[0] == "mesh"}
    for node in suspects:
        if node.index in involved:
            _check_name(review, node, node.index in moved, node.index in plan.bodies)


def _check_name(review: Review, node: SceneNode, is_moved: bool, has_physics: bool) -> None:
    """`is_moved`: the mesh is on an added node. Beside physics Godot drops a mesh, which then shows nothing."""
    word = word_in(node.name, frozenset(_OF_ANY))
    shows = node.has_mesh and not is_moved and not has_physics
    if not word and shows:
        word = word_in(node.name, OF_OBJECT)
    if not word and is_moved:
        word = word_in(node.name + MESH, OF_OBJECT)
    if word:
        what = _OF_ANY.get(word) or _OF_SHOWN[word]
        review.report("name-acts-in-godot", node, f"Godot's editor reads {word} in the name and {what}")
        return
    word = word_in_mesh(node.mesh_name) if shows or is_moved else ""
    if word:
        text = f"Godot's editor reads {word} in the name of the mesh {node.mesh_name} and {_OF_SHOWN[word]}"
        review.report("name-acts-in-godot", node, text)


def _involved(review: Review) -> set[int]:
    """Nodes with physics, those below a body, targets of joints, and all above any of these in the file."""
    tree = review.tree
    found: set[int] = set()
    targets: set[object] = set()
    for node in review.nodes:
        if not node.is_exported:
            continue
        if node.physics is not None or tree.body_of[node.index] is not None:
            _add_upwards(review, node.index, found)
        joint = None if node.physics is None else node.physics.joint
        if joint is not None and joint.connected is not None and joint.connected.key not in targets:
            targets.add(joint.connected.key)
            for copy in tree.copies(joint.connected.key):
                if review.nodes[copy].is_exported:
                    _add_upwards(review, copy, found)
    return found


def _add_upwards(review: Review, index: int | None, found: set[int]) -> None:
    while index is not None and index not in found:
        found.add(index)
        index = review.nodes[index].file_parent
