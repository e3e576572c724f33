# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Splits the mesh of one object into convex pieces: what is convex at once, the rest by CoACD in its own process."""

from __future__ import annotations

import sys
from concurrent.futures import Future
from dataclasses import dataclass
from pathlib import Path
from threading import Lock

import bpy
import numpy as np
from bpy.app.translations import pgettext_rpt as rpt_

from ..core.geometry.fit import transformed
from ..core.geometry.parts import Part
from ..core.geometry.pieces import Piece, Sorted, gathered, shares, sort_parts
from ..core.geometry.split import at, split_scale
from ..core.ground.linear import Mat4, column
from ..core.physics.scene import FloatArray, IntArray
from ..properties.capture import as_rows
from ..properties.hull import convex_hull
from ..splitting.job import Job, JobFailed
from ..splitting.settings import package_paths, settings_for
from .common import Skip
from .measure import Measure


@dataclass(frozen=True, slots=True)
class SplitSettings:
    """What the author chose: see the operator."""

    threshold: float
    max_hulls: int
    max_points: int
    quality: str


def why_no_coacd() -> str:
    """Why nothing but convex parts can be split off here; empty where CoACD is there."""
    if package_paths():
        return ""
    return rpt_("CoACD, which splits hollow and bent meshes, is not in the extension for this platform")


def world_mesh(obj: bpy.types.Object, measure: Measure) -> tuple[FloatArray, IntArray, Mat4]:
    """Points and triangles of an object in real size, and the rigid place in the world that they are seen from.

    Skip where there is none.
    """
    world = as_rows(obj.matrix_world)
    split = split_scale(world)
    if split is None:
        raise Skip(rpt_("is scaled to nothing"))
    data = measure.geometry(obj)
    if data is None:
        raise Skip(rpt_("has no faces to split"))
    stretch = np.diag(split.scale) if split.stretch is None else np.asarray(split.stretch, dtype=np.float64)
    triangles = data.triangles()
    if np.linalg.det(stretch) < 0.0:
        triangles = triangles[:, ::-1]
    return transformed(data.points(), stretch), triangles, at(split.rotation, column(world, 3))


class SplitTask:
    """One object that is being split: `prepare`, `check`, wait for `job` where there is one, `pieces`, `close`."""

    def __init__(self, context: bpy.types.Context, obj: bpy.types.Object, settings: SplitSettings) -> None:
        """Reads the mesh; Skip where there is none."""
        self.name = obj.name
        self.max_points = settings.max_points
        self.job: Job | None = None
        self._uid = obj.session_uid
        self._settings = settings
        points, triangles, self.frame = world_mesh(obj, Measure(context))
        self._mesh = (points, triangles)
        self._sorted: Future[Sorted] = Future()
        self._plain: list[Part] = []
        self._paths = package_paths()
        self._lock = Lock()
        self._is_closed = False

    def prepare(self) -> None:
        """Sorts the parts of the mesh and starts CoACD for those that need it.

        Touches no data of Blender's, and so may run in a thread of its own.
        """
        try:
            found = sort_parts(*self._mesh, self._settings.threshold, convex_hull)
            counts = shares(found.excess, self._settings.max_hulls - len(found.convex))
            self._plain = [part for part, count in zip(found.others, counts, strict=True) if count == 1]
            hard = [(part, count) for part, count in zip(found.others, counts, strict=True) if count > 1]
            if hard and self._paths:
                self._start([part for part, _ in hard], [count for _, count in hard])
            self._sorted.set_result(found)
        except Exception as error:  # noqa: BLE001 - `check` raises it again
            self._sorted.set_exception(error)

    def _start(self, parts: list[Part], counts: list[int]) -> None:
        chosen = self._settings
        settings = [
            settings_for(part, chosen.threshold, count, chosen.max_points, chosen.quality)
            for part, count in zip(parts, counts, strict=True)
        ]
        job = Job(parts, settings, _python(), self._paths)
        with self._lock:
            self.job = job
            if self._is_closed:
                job.close()

    @property
    def is_prepared(self) -> bool:
        """Whether `prepare` has ended."""
        return self._sorted.done()

    def check(self) -> None:
        """Skip where there is nothing to split, or nothing to split it with; only when prepared."""
        found = self._sorted.result()
        if not found.convex and not found.others:
            raise Skip(rpt_("is flat: it has no volume to make hulls of"))
        if self.job is None and len(self._plain) < len(found.others):
            raise Skip(why_no_coacd())

    @property
    def is_running(self) -> bool:
        """Whether there is more to wait for."""
        return not self.is_prepared or (self.job is not None and self.job.is_running)

    @property
    def flat(self) -> int:
        """How many parts have no volume; only when prepared."""
        return self._sorted.result().flat

    def pieces(self) -> list[Piece]:
        """The convex pieces, at most as many as chosen; only when `job` has ended. Skip where CoACD failed."""
        clouds: list[FloatArray] = [part.points for part in self._plain]
        if self.job is not None:
            try:
                clouds += [points for hulls in self.job.hulls() for points in hulls]
            except JobFailed as failed:
                raise Skip(rpt_("CoACD failed: %s") % failed) from failed
        hulls = [convex_hull(points) for points in clouds]
        found = self._sorted.result().convex + [Piece(*hull) for hull in hulls if len(hull[1])]
        return gathered(found, self._settings.max_hulls, convex_hull)

    def progress(self) -> str:
        """One line for the status bar."""
        if self.job is None or not self.is_prepared:
            return rpt_("Splitting %s: looking for its parts. Esc to stop") % self.name
        part = min(self.job.done + 1, self.job.count)
        words = rpt_("Splitting %s: part %d of %d, round %d, %d s. Esc to stop")
        return words % (self.name, part, self.job.count, self.job.round, self.job.seconds)

    def object(self, context: bpy.types.Context) -> bpy.types.Object | None:
        """The object as it is now; None where it is gone."""
        return next((obj for obj in context.view_layer.objects if obj.session_uid == self._uid), None)

    def close(self) -> None:
        """Ends CoACD and removes what was written for it."""
        with self._lock:
            self._is_closed = True
            if self.job is not None:
                self.job.close()


def all_parts_are_convex(obj: bpy.types.Object, measure: Measure, threshold: float) -> bool:
    """Whether an object can be split without CoACD."""
    points, triangles, _ = world_mesh(obj, measure)
    return not sort_parts(points, triangles, threshold, convex_hull).others


def _python() -> list[str]:
    """The start of a command that runs a script in Blender's Python, apart from the settings of its user."""
    if Path(sys.executable).stem.lower().startswith("python"):
        return [sys.executable, "-I"]
    return [bpy.app.binary_path, "--background", "--factory-startup", "--python"]
