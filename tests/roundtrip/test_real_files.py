# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Real files: import, export, and the physics means the same; again, and the files are the same."""

from __future__ import annotations

from pathlib import Path

import bpy
import pytest

from tests.roundtrip.semantics import differences, has_physics, layout, meaning
from tests.support import shared
from tests.support.blender import empty_scene
from tests.support.gltf import Gltf, export_glb

FILES = [
    path
    for pattern in ("omi-spec/**/*.gl*", "omi-godot/**/*.gl*")
    for path in shared.files(pattern)
    if has_physics(path)
]

pytestmark = shared.requires_files


def name(path: Path) -> str:
    return path.relative_to(shared.FILES).as_posix()


def import_file(path: Path) -> None:
    assert bpy.ops.import_scene.gltf(filepath=str(path)) == {"FINISHED"}


def round_trip(path: Path, folder: Path, number: int) -> Gltf:
    empty_scene()
    import_file(path)
    return export_glb(folder / f"{number}.glb")


def root_sizes(gltf: Gltf) -> dict[str, int]:
    """How many entries each root table has."""
    root = gltf.json.get("extensions", {})
    return {f"{name}/{table}": len(rows) for name, tables in root.items() for table, rows in tables.items()}


@pytest.mark.parametrize("path", FILES, ids=name)
def test_the_physics_means_the_same_after_import_and_export(path: Path, tmp_path: Path) -> None:
    first = round_trip(path, tmp_path, 1)
    assert differences(meaning(Gltf(path)), meaning(first)) == []
    second = round_trip(first.path, tmp_path, 2)
    assert differences(layout(first), layout(second)) == []
    assert first.extensions_used == second.extensions_used
    assert root_sizes(first) == root_sizes(second)
