# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Where an export spends its time: our own stages, and what Blender's exporter does with the JSON of the nodes."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from common import RUNS, addon_module, export, finish, grid, header, make_bodies

# isort: split
# After the harness, which sets Blender's folders.
import bpy

SIZE = 5000


def _stages() -> list[tuple[str, Any, str]]:
    """What is watched: a word for it, and whose attribute it is."""
    hooks, vtree = addon_module("io_hooks.export"), addon_module("io_hooks.vtree")
    exporter = sys.modules["io_scene_gltf2.io.com.gltf2_io"]
    json_writer = next(m for n, m in sys.modules.items() if n.startswith("io_scene_gltf2") and hasattr(m, "save_gltf"))
    return [
        ("ours: reading properties", vtree.TreeBeforeFilter, "__init__"),
        ("ours: picture of the scene", vtree, "take_picture"),
        ("ours: planning and placing", addon_module("core.plan.assemble").Assembler, "add_scene"),
        ("ours: checks", hooks, "check_rules"),
        ("ours: writing", hooks.glTF2ExportUserExtension, "gather_gltf_extensions_hook"),
        ("exporter: objects to dictionaries", exporter.Gltf, "to_dict"),
        ("exporter: dictionaries to text", json_writer, "save_gltf"),
    ]


@contextmanager
def _watched(stages: list[tuple[str, Any, str]], spent: dict[str, float]) -> Iterator[None]:
    def watch(word: str, function: Callable[..., object]) -> Callable[..., object]:
        def call(*args: object, **options: object) -> object:
            start = time.process_time()
            try:
                return function(*args, **options)
            finally:
                spent[word] = spent.get(word, 0.0) + time.process_time() - start

        return call

    plain = [getattr(owner, name) for _, owner, name in stages]
    for (word, owner, name), function in zip(stages, plain, strict=True):
        setattr(owner, name, watch(word, function))
    try:
        yield
    finally:
        for (_, owner, name), function in zip(stages, plain, strict=True):
            setattr(owner, name, function)


def _least(is_on: bool, layout: str, stages: list[tuple[str, Any, str]]) -> dict[str, float]:
    """Microseconds an object of each stage, the least of some runs."""
    bpy.context.scene.omi_physics.use_export = is_on
    bpy.context.scene.omi_physics.node_layout = layout
    found: dict[str, float] = {}
    for _ in range(RUNS):
        spent: dict[str, float] = {}
        start = time.process_time()
        with _watched(stages, spent):
            export()
        spent["all of the export"] = time.process_time() - start
        found = {word: min(seconds, found.get(word, seconds)) for word, seconds in spent.items()}
    return {word: seconds / SIZE * 1e6 for word, seconds in found.items()}


def main() -> None:
    """One row a stage, one column a layout."""
    make_bodies(grid(SIZE))
    export()
    stages = _stages()
    columns = [_least(*case, stages) for case in ((False, "COMPACT"), (True, "COMPACT"), (True, "SEPARATE"))]
    header(f"Microseconds an object, {SIZE} boxes", f"{'':36}{'without':>10}{'COMPACT':>10}{'SEPARATE':>10}")
    for word in [*(stage[0] for stage in stages), "all of the export"]:
        print(f"{word:36}" + "".join(f"{column.get(word, 0.0):>10.1f}" for column in columns), flush=True)
    finish()


if __name__ == "__main__":
    main()
