# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the operators share: which objects they act on, and how they say what became of each."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

import bpy
from bpy.app.translations import pgettext_rpt as rpt_

from ..properties.preferences import COLLIDERS, preferences
from .told import role_words, what_it_is

if TYPE_CHECKING:
    from bpy.stub_internal.rna_enums import OperatorReturnItems

    OperatorResult = set[OperatorReturnItems]
else:
    OperatorResult = set

UNDO: Any = {"REGISTER", "UNDO"}
_NAMES_SHOWN = 3


class Skip(Exception):
    """An object that an operator leaves as it is; the text is the reason, and follows the object's name."""


def selected_objects(context: bpy.types.Context, use_active: bool = False) -> list[bpy.types.Object]:
    """The selected objects; with `use_active` the active one too, and first. Without a selection the active one."""
    chosen = getattr(context, "selected_objects", None)
    if chosen is None and context.view_layer is not None:
        chosen = context.view_layer.objects.selected
    found: list[bpy.types.Object] = list(chosen or ())
    active = context.object
    if active is not None and (use_active or not found):
        found = [active, *(obj for obj in found if obj != active)]
    return found


def why_locked(data: bpy.types.ID) -> str:
    """Why a data-block cannot be changed here, to follow its name; empty where it can."""
    if data.library is not None:
        return rpt_("is linked from another file")
    override = data.override_library
    if override is not None and override.is_system_override:
        return rpt_("is an override that is not editable")
    return ""


def poll_objects(cls: Any, context: bpy.types.Context) -> bool:
    """Whether anything is selected or active."""
    if context.object is None and not getattr(context, "selected_objects", None):
        cls.poll_message_set("Select an object first")
        return False
    return True


def poll_active(cls: Any, context: bpy.types.Context) -> bool:
    """Whether there is an active object that can be changed."""
    if context.object is None:
        cls.poll_message_set("Select an object first")
        return False
    reason = why_locked(context.object)
    if reason:
        cls.poll_message_set(f"{context.object.name} {reason}")
    return not reason


class Outcome:
    """Counts the objects an operator changed, and names the others by reason."""

    def __init__(self) -> None:
        self.changed: list[str] = []
        self.detail = ""
        self._reasons: dict[str, list[str]] = {}

    def skip(self, name: str, reason: str) -> None:
        """Notes an object that stays as it was."""
        self._reasons.setdefault(reason, []).append(name)

    @property
    def total(self) -> int:
        """How many objects were looked at."""
        return len(self.changed) + sum(map(len, self._reasons.values()))

    def words(self, many: str = "", single: str = "") -> str:
        """One line, such as "12 of 15 objects changed. Rock, Tree: has no faces".

        `many` and `single` stand in for "%d objects changed" and "%s changed", where all went well. With a `detail`
        it is "Rock: dynamic, 7 kg" or "3 objects: dynamic".
        """
        if self.detail and self.total == len(self.changed):
            whom = self.changed[0] if self.total == 1 else rpt_("%d objects") % self.total
            return f"{whom}: {self.detail}"
        if self.total == len(self.changed) == 1:
            return (single or rpt_("%s changed")) % self.changed[0]
        if self.total == len(self.changed):
            return (many or rpt_("%d objects changed")) % self.total
        parts = [rpt_("%d of %d objects changed") % (len(self.changed), self.total)]
        for reason, names in self._reasons.items():
            more = f" (+{len(names) - _NAMES_SHOWN})" if len(names) > _NAMES_SHOWN else ""
            parts.append(f"{', '.join(names[:_NAMES_SHOWN])}{more}: {reason}")
        return ". ".join(parts)

    def finish(self, operator: bpy.types.Operator, many: str = "", single: str = "") -> OperatorResult:
        """Reports, and returns the operator's result: nothing changed means nothing to undo."""
        operator.report({"WARNING"} if self._reasons or not self.changed else {"INFO"}, self.words(many, single))
        return {"FINISHED"} if self.changed else {"CANCELLED"}


def act_on_each(
    operator: bpy.types.Operator, objects: Iterable[bpy.types.Object], change: Callable[[bpy.types.Object], None]
) -> OperatorResult:
    """Calls `change` for each object that can be changed; it raises Skip where it has nothing to do.

    Says what the objects are then.
    """
    outcome = Outcome()
    done: list[bpy.types.Object] = []
    for obj in objects:
        reason = why_locked(obj)
        if reason:
            outcome.skip(obj.name, reason)
            continue
        try:
            change(obj)
        except Skip as skip:
            outcome.skip(obj.name, str(skip))
        else:
            outcome.changed.append(obj.name)
            done.append(obj)
    if len(done) == 1:
        outcome.detail = what_it_is(done[0], bpy.context)
    elif len({role_words(obj) for obj in done}) == 1:
        outcome.detail = role_words(done[0])
    return outcome.finish(operator)


def link_beside(made: bpy.types.Object, obj: bpy.types.Object, context: bpy.types.Context) -> None:
    """Puts a new object into the collections of another, those that may be changed; else into the scene's own."""
    own = [collection for collection in obj.users_collection if collection.library is None]
    for collection in own or [context.scene.collection]:
        collection.objects.link(made)


def link_collider(made: bpy.types.Object, obj: bpy.types.Object, context: bpy.types.Context) -> None:
    """Puts a collider that was made for an object beside it, or into the collection that the preferences ask for."""
    if not preferences(context).use_collider_collection:
        link_beside(made, obj, context)
        return
    _colliders(context.scene).objects.link(made)


def _colliders(scene: bpy.types.Scene) -> bpy.types.Collection:
    """The scene's collection of colliders; another scene's, or one that is linked, is not touched."""
    for collection in scene.collection.children_recursive:
        if collection.name.partition(".")[0] == COLLIDERS and collection.library is None:
            return collection
    found = bpy.data.collections.new(COLLIDERS)
    scene.collection.children.link(found)
    return found


def select_only(objects: list[bpy.types.Object], context: bpy.types.Context) -> None:
    """Selects the objects that the view layer shows, the first as the active one."""
    layer = context.view_layer
    layer.update()
    for obj in list(layer.objects.selected):
        obj.select_set(False)
    shown = [obj for obj in objects if layer.objects.get(obj.name) == obj]
    for obj in shown:
        obj.select_set(True)
    if shown:
        layer.objects.active = shown[0]
