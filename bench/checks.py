# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks and the overlay's lines against the export of the same scene, their growth, and the memory physics adds."""

from __future__ import annotations

import statistics
import tracemalloc

from common import addon_module, export, finish, grid, header, make_bodies, timed

# isort: split
# After the harness, which sets Blender's folders.
import bpy


def _check() -> None:
    capture = addon_module("properties.capture").capture
    addon_module("core.validate").check(capture(bpy.context.scene, bpy.context.evaluated_depsgraph_get()))


def _lines() -> None:
    picture, _ = addon_module("properties.capture").capture_objects(
        bpy.context.scene, bpy.context.evaluated_depsgraph_get()
    )
    lines = addon_module("overlay.scene_lines")
    lines.SceneLines().build(picture, set(), lines.Shown())


def _median(work) -> float:
    work()
    return statistics.median(timed(work) for _ in range(3))


def _added_memory() -> float:
    """MiB at the peak of an export with physics above one without, as Python counts them."""
    peaks = []
    for is_on in (False, True):
        bpy.context.scene.omi_physics.use_export = is_on
        tracemalloc.start()
        export()
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    return (peaks[1] - peaks[0]) / 2**20


def main() -> None:
    """One row a size, then the growth."""
    header(
        "Checks and overlay", f"{'objects':>8}{'export s':>10}{'checks s':>10}{'ratio':>7}{'overlay s':>11}{'MiB':>7}"
    )
    seconds: dict[int, tuple[float, float]] = {}
    for size in (5000, 10000):
        make_bodies(grid(size))
        whole, checks, lines = _median(export), _median(_check), _median(_lines)
        seconds[size] = (checks, lines)
        memory = _added_memory()
        print(f"{size:>8}{whole:>10.3f}{checks:>10.3f}{checks / whole:>7.2f}{lines:>11.3f}{memory:>7.1f}", flush=True)
    growth = [seconds[10000][i] / seconds[5000][i] for i in (0, 1)]
    print(f"growth from 5,000 to 10,000: checks {growth[0]:.2f}, overlay {growth[1]:.2f}", flush=True)
    finish()


if __name__ == "__main__":
    main()
