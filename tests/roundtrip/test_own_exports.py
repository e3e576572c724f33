# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Files that the add-on wrote itself come in without a notice and go out again the same, in both layouts."""

from __future__ import annotations

from pathlib import Path

import bpy
import pytest

from demo import playground
from tests.roundtrip.semantics import differences, layout, meaning
from tests.support.blender import empty_scene
from tests.support.gltf import Gltf, export_glb


def export(path: Path, kind: str, is_compatible: bool) -> Gltf:
    settings = bpy.context.scene.omi_physics
    settings.node_layout, settings.use_godot_compat = kind, is_compatible
    return export_glb(path)


@pytest.mark.parametrize("is_compatible", [True, False])
@pytest.mark.parametrize("kind", ["SEPARATE", "COMPACT"])
def test_the_playground(tmp_path: Path, kind: str, is_compatible: bool, caplog) -> None:
    playground.build()
    first = export(tmp_path / "1.glb", kind, is_compatible)
    empty_scene()
    caplog.clear()
    assert bpy.ops.import_scene.gltf(filepath=str(first.path)) == {"FINISHED"}
    assert [r.message for r in caplog.records if r.levelname != "INFO"] == []
    second = export(tmp_path / "2.glb", kind, is_compatible)
    assert len(meaning(first)["bodies"]) > 10 and len(meaning(first)["joints"]) > 5
    assert differences(meaning(first), meaning(second)) == []
    assert differences(layout(first), layout(second)) == []
    assert first.extensions_used == second.extensions_used
