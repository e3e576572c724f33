# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks against the export of the same scene; growth of all that is our own work; the memory physics adds."""

from __future__ import annotations

import statistics
import time
import tracemalloc

from common import FOLDER, RUNS, addon_module, empty_scene, export, finish, grid, header, make_bodies, silence, timed

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


def _median(work, runs: int = RUNS) -> float:
    work()
    return statistics.median(timed(work) for _ in range(runs))


def _inside(owner, names: tuple[str, ...], work) -> float:
    """Median seconds that some work spends inside functions of ours, which Blender calls."""
    spent = [0.0]
    plain = {name: getattr(owner, name) for name in names}

    def watched(function):
        def call(*args, **options):
            start = time.process_time()
            try:
                return function(*args, **options)
            finally:
                spent[0] += time.process_time() - start

        return call

    for name, function in plain.items():
        setattr(owner, name, watched(function))
    runs = []
    for _ in range(RUNS):
        spent[0] = 0.0
        work()
        runs.append(spent[0])
    for name, function in plain.items():
        setattr(owner, name, function)
    return statistics.median(runs)


def _export_own() -> float:
    hooks = addon_module("io_hooks.export").glTF2ExportUserExtension
    return _inside(hooks, ("vtree_before_filter_hook", "gather_scene_hook", "gather_gltf_extensions_hook"), export)


def _import_own() -> float:
    """Of the file that was exported last; replaces the scene."""

    def run() -> None:
        empty_scene()
        with silence():
            bpy.ops.import_scene.gltf(filepath=str(FOLDER / "bench.glb"))

    return _inside(addon_module("io_hooks.import_"), ("read_physics",), run)


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
        "Checks, overlay, memory",
        f"{'objects':>8}{'export s':>10}{'checks s':>10}{'ratio':>7}{'overlay s':>11}{'MiB':>7}",
    )
    own: dict[int, tuple[float, ...]] = {}
    for size in (5000, 10000):
        make_bodies(grid(size))
        whole, checks, lines, memory = _median(export), _median(_check), _median(_lines), _added_memory()
        own[size] = (_export_own(), _import_own(), checks, lines)
        print(f"{size:>8}{whole:>10.3f}{checks:>10.3f}{checks / whole:>7.2f}{lines:>11.3f}{memory:>7.1f}", flush=True)
    growth = [more / less for less, more in zip(own[5000], own[10000], strict=True)]
    print("growth of our own work from 5,000 to 10,000: ", end="")
    print(", ".join(f"{n} {g:.2f}" for n, g in zip(("export", "import", "checks", "overlay"), growth, strict=True)))
    finish()


if __name__ == "__main__":
    main()
