# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""A preview: it steps the stand-ins as the author's scene plays, and moves the author's objects with them.

A frame that is shown for the first time is simulated, others come from what was kept, so that playing in a circle and
scrubbing back work. Before the first frame the stand-ins of dynamic bodies are held and moved by hand, which gives
them their initial velocity: Blender keeps the speed of what it lets go.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

import bpy
from mathutils import Matrix, Quaternion, Vector

from ..core.physics.tree import Tree
from ..core.takeover.stand_in_joints import Link, links
from ..core.takeover.stand_ins import StandIn, stage
from ..properties.capture import capture_objects
from . import preview_build

_HELD = 3
"""The frame of the stand-ins' scene that shows the start; after it the bodies are let go."""
_NAMES_SHOWN = 3


class NothingMoves(Exception):
    """There is no dynamic body that could be shown."""


@dataclass(slots=True)
class _Led:
    """A stand-in that follows an object which animation moves. Both matrices are from the start."""

    stand_in: bpy.types.Object
    obj: bpy.types.Object
    place: Matrix
    unmoved: Matrix


@dataclass(slots=True)
class _Mover:
    """A dynamic body: its stand-in, which leads the author's object.

    From the start: `unmoved` is the inverse of the stand-in's place, `world` the object's, and `frame` what its own
    channels are seen from. `above` is the mover that carries it, else `parent` may be moved by animation.
    """

    stand_in: bpy.types.Object
    obj: bpy.types.Object
    plan: StandIn
    unmoved: Matrix
    world: Matrix
    frame: Matrix
    above: _Mover | None
    parent: _Led | None
    moved: Matrix = field(default_factory=Matrix)


class Session:
    """A preview of a scene, from the making of it to `end`."""

    def __init__(self, scene: bpy.types.Scene, depsgraph: bpy.types.Depsgraph) -> None:
        self.scene = scene
        self._first, self._subframe = scene.frame_current, scene.frame_subframe
        self._movers: list[_Mover] = []
        self._led: list[_Led] = []
        self._kept: list[list[Matrix]] = []
        self._is_busy = False
        picture, objects = capture_objects(scene, depsgraph)
        tree = Tree(picture)
        found = stage(picture, tree, _within_instances(objects, [node.parent for node in picture.nodes]))
        if not any(made.kind == "dynamic" for made in found.stand_ins):
            raise NothingMoves
        pull = scene.gravity if scene.use_gravity else (0.0, 0.0, 0.0)
        made = links(picture, tree, found, (pull[0], pull[1], pull[2]))
        self._stage = preview_build.new_scene(scene)
        try:
            self._build(found.stand_ins, objects, tree, made)
            self._hold()
        except BaseException:
            preview_build.take_down(self._stage)
            raise
        for mover in self._movers:
            if mover.obj.constraints or mover.obj.animation_data:
                found.note("Animation and constraints of dynamic bodies go on", mover.obj.name)
        self.notes = [(sentence, _listed(names)) for sentence, names in found.notes.items()]

    def _build(
        self, stand_ins: list[StandIn], objects: list[bpy.types.Object], tree: Tree, made: Iterable[Link]
    ) -> None:
        builder = preview_build.Builder(self._stage)
        movers: dict[int, _Mover] = {}
        for plan in stand_ins:
            stand_in = builder.add(plan)
            if plan.node is None or plan.kind == "static":
                continue
            obj, place = objects[plan.node], Matrix(plan.place)
            if plan.kind == "kinematic":
                self._led.append(_Led(stand_in, obj, place, obj.matrix_world.inverted_safe()))
                continue
            above = next((movers[index] for index in tree.ancestors(plan.node) if index in movers), None)
            world = obj.matrix_world.copy()
            frame = world @ obj.matrix_basis.inverted_safe()
            parent = obj.parent
            led = None if parent is None else _Led(stand_in, parent, place, parent.matrix_world.inverted_safe())
            mover = _Mover(stand_in, obj, plan, place.inverted_safe(), world, frame, above, led)
            movers[plan.node] = mover
            self._movers.append(mover)
            preview_build.remember(stand_in, obj)
        for link in made:
            builder.link(link)

    def _hold(self) -> None:
        """Builds the simulation where everything stands, then gives what is thrown a run-up."""
        self._stage.frame_set(preview_build.FIRST_FRAME)
        self._throw(-1.0)
        self._stage.frame_set(_HELD - 1)
        self._throw(0.0)
        self._stage.frame_set(_HELD)
        self._kept.append([mover.stand_in.matrix_world.copy() for mover in self._movers])

    def _throw(self, frames: float) -> None:
        """Puts held bodies where their initial velocity takes them in a number of frames."""
        seconds = frames * self._stage.render.fps_base / self._stage.render.fps
        for mover in self._movers:
            motion = mover.plan.motion
            if not any(motion.linear_velocity) and not any(motion.angular_velocity):
                continue
            place = Matrix(mover.plan.place)
            spin = Vector(motion.angular_velocity)
            turn = Quaternion(spin, spin.length * seconds) if spin.length else Quaternion()
            where = place.translation + Vector(motion.linear_velocity) * seconds
            mover.stand_in.location, mover.stand_in.rotation_quaternion = where, turn @ place.to_quaternion()

    def is_of(self, scene: bpy.types.Scene) -> bool:
        """Whether a frame of this scene is one to show."""
        return not self._is_busy and scene == self.scene

    def is_whole(self) -> bool:
        """Whether the scene and all objects that are moved are still there."""
        try:
            return bool(self.scene.name and self._stage.name) and all(mover.obj.name for mover in self._movers)
        except ReferenceError:
            return False

    def show(self, depsgraph: bpy.types.Depsgraph) -> None:
        """Moves the objects to where they are at the scene's frame."""
        self._is_busy = True
        try:
            number = self._number()
            for led in self._led:
                led.stand_in.matrix_basis = _since_start(led, depsgraph) @ led.place
            while len(self._kept) <= number:
                self._step()
            for mover, place in zip(self._movers, self._kept[number], strict=True):
                _move(mover, place, depsgraph)
        finally:
            self._is_busy = False

    def _number(self) -> int:
        """How many frames after the start the scene's frame is; playing goes on from the last frame to the first."""
        scene = self.scene
        is_part = scene.use_preview_range
        first = scene.frame_preview_start if is_part else scene.frame_start
        last = scene.frame_preview_end if is_part else scene.frame_end
        frame = scene.frame_current
        if frame >= self._first:
            return frame - self._first
        return max(frame - first + 1 + max(last - self._first, 0), 0)

    def _step(self) -> None:
        if len(self._kept) == 1:
            self._throw(1.0)
            for mover in self._movers:
                mover.stand_in.rigid_body.kinematic = False  # type: ignore[union-attr]
        self._stage.frame_set(_HELD + len(self._kept))
        self._kept.append([mover.stand_in.matrix_world.copy() for mover in self._movers])

    def end(self) -> None:
        """Puts everything back and leaves nothing behind."""
        self._is_busy = True
        preview_build.take_down(self._stage)
        try:
            self.scene.frame_set(self._first, subframe=self._subframe)
        except ReferenceError:
            # The scene itself was deleted: there is no frame to go back to.
            return


def _move(mover: _Mover, place: Matrix, depsgraph: bpy.types.Depsgraph) -> None:
    mover.moved = place @ mover.unmoved
    frame = mover.frame
    if mover.above is not None:
        frame = mover.above.moved @ frame
    elif mover.parent is not None:
        frame = _since_start(mover.parent, depsgraph) @ frame
    mover.obj.matrix_basis = frame.inverted_safe() @ mover.moved @ mover.world


def _since_start(led: _Led, depsgraph: bpy.types.Depsgraph) -> Matrix:
    """How an object has moved since the start, as a matrix of the scene's space."""
    return led.obj.evaluated_get(depsgraph).matrix_world @ led.unmoved


def _within_instances(objects: list[bpy.types.Object], parents: list[int | None]) -> frozenset[int]:
    """The nodes of objects that stand where an instance of their collection puts them."""
    found: set[int] = set()
    for index, (obj, above) in enumerate(zip(objects, parents, strict=True)):
        if above is not None and (above in found or obj.parent != objects[above]):
            found.add(index)
    return frozenset(found)


def _listed(names: list[str]) -> str:
    more = f" (+{len(names) - _NAMES_SHOWN})" if len(names) > _NAMES_SHOWN else ""
    return ", ".join(names[:_NAMES_SHOWN]) + more
