# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks against the export of the same scene; growth of all that is our own work; the memory physics adds."""

from __future__ import annotations

import contextlib
import time
import tracemalloc
from collections.abc import Callable, Iterator
from pathlib import Path

from common import FOLDER, addon_module, empty_scene, export, finish, grid, header, make_bodies, ratio, silence

# isort: split
# After the harness, which sets Blender's folders.
import bpy

SIZES = (5000, 10000)
HOOKS = ("vtree_before_filter_hook", "gather_scene_hook", "gather_gltf_extensions_hook")
Work = Callable[[], object]


def _check() -> None:
    capture = addon_module("properties.capture").capture
    addon_module("core.rules.validate").check(capture(bpy.context.scene, bpy.context.evaluated_depsgraph_get()))


def _lines() -> None:
    picture, _ = addon_module("properties.capture").capture_objects(
        bpy.context.scene, bpy.context.evaluated_depsgraph_get()
    )
    lines = addon_module("overlay.scene_lines")
    lines.SceneLines().build(picture, set(), lines.Shown())


def _export() -> None:
    export(use_active_scene=True)


def _scenes() -> dict[int, bpy.types.Scene]:
    """A scene of each size, of bodies on one mesh, in one file."""
    objects = grid(sum(SIZES))
    make_bodies(objects)
    first = bpy.context.scene
    found = {}
    for size in SIZES:
        scene = found[size] = bpy.data.scenes.new(f"{size} bodies")
        for obj in objects[:size]:
            scene.collection.objects.link(obj)
        del objects[:size]
    bpy.context.window.scene = found[SIZES[0]]
    bpy.data.scenes.remove(first)
    return found


def _in(scene: bpy.types.Scene, work: Work) -> Work:
    def run() -> None:
        bpy.context.window.scene = scene
        bpy.context.view_layer.update()
        work()

    return run


@contextlib.contextmanager
def _watched(owner: object, names: tuple[str, ...]) -> Iterator[Callable[[Work], float]]:
    """A measure of the processor seconds that some work spends inside functions of ours, which Blender calls."""
    spent = [0.0]
    plain = {name: getattr(owner, name) for name in names}

    def watch(function):
        def call(*args, **options):
            start = time.process_time()
            try:
                return function(*args, **options)
            finally:
                spent[0] += time.process_time() - start

        return call

    def inside(work: Work) -> float:
        spent[0] = 0.0
        work()
        return spent[0]

    for name, function in plain.items():
        setattr(owner, name, watch(function))
    try:
        yield inside
    finally:
        for name, function in plain.items():
            setattr(owner, name, function)


def _added_memory() -> float:
    """MiB at the peak of an export with physics above one without, as Python counts them."""
    peaks = []
    for is_on in (False, True):
        bpy.context.scene.omi_physics.use_export = is_on
        tracemalloc.start()
        _export()
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    return (peaks[1] - peaks[0]) / 2**20


def _import(file: Path) -> Work:
    def run() -> None:
        empty_scene()
        with silence():
            bpy.ops.import_scene.gltf(filepath=str(file))

    return run


def _growth(scenes: dict[int, bpy.types.Scene]) -> None:
    """Of all that is our own work, the two sizes by turns."""
    files = []
    for size, scene in scenes.items():
        _in(scene, _export)()
        files.append((FOLDER / "bench.glb").rename(FOLDER / f"{size}.glb"))
    found = {}
    for name, work in (("checks", _check), ("overlay", _lines)):
        found[name] = ratio(*(_in(scenes[size], work) for size in SIZES))
    with _watched(addon_module("io_hooks.export").glTF2ExportUserExtension, HOOKS) as inside:
        found["export"] = ratio(*(_in(scenes[size], _export) for size in SIZES), measure=inside)
    with _watched(addon_module("io_hooks.import_"), ("read_physics",)) as inside:
        found["import"] = ratio(*map(_import, files), measure=inside)
    print(f"growth of our own work, {'seconds':>20}{'growth':>18}")
    for name, (less, more, growth) in found.items():
        print(f"{name:24}{less:>10.3f}{more:>10.3f}{growth:>18.2f}", flush=True)


def main() -> None:
    """One row a size, then the growth."""
    header("Checks, memory", f"{'objects':>8}{'export s':>10}{'checks s':>10}{'ratio':>7}{'MiB':>7}")
    scenes = _scenes()
    for size, scene in scenes.items():
        whole, checks, quotient = ratio(_in(scene, _export), _in(scene, _check))
        print(f"{size:>8}{whole:>10.3f}{checks:>10.3f}{quotient:>7.2f}{_added_memory():>7.1f}", flush=True)
    _growth(scenes)
    finish()


if __name__ == "__main__":
    main()
