# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The harness itself: the add-on under test is this checkout, and a test process ends as its tests did."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import bpy
import numpy as np
import pytest

from tests.blender.support import ADDON, addon_module, export_glb, export_gltf
from tests.support.gltf import to_blender
from tests.support.package import ROOT
from tests.support.validator import requires_validator, validator_issues


def test_the_addon_is_this_checkout(addon: ModuleType) -> None:
    assert addon.__name__ == ADDON
    assert ADDON in bpy.context.preferences.addons
    assert addon_module("core.physics.model") is sys.modules[f"{ADDON}.core.physics.model"]
    if os.name != "nt":
        assert addon.__file__ is not None
        assert Path(addon.__file__).resolve() == ROOT / "__init__.py"


def test_settings_of_the_user_are_not_touched() -> None:
    assert Path(bpy.utils.resource_path("USER")).is_relative_to(os.environ["BLENDER_USER_RESOURCES"])
    assert len(bpy.data.objects) == 0


@pytest.mark.parametrize("export", [export_glb, export_gltf])
def test_the_reader_reads_places_and_meshes(export) -> None:
    bpy.ops.mesh.primitive_cube_add(size=2, location=(1, 2, 3), rotation=(0, 0, np.pi / 2))
    parent = bpy.context.object
    bpy.ops.object.empty_add(location=(0, 0, 0))
    bpy.context.object.parent = parent
    bpy.context.object.location = (1, 0, 0)
    gltf = export()
    assert sorted(gltf.names()) == ["Cube", "Empty"]
    assert gltf.parent_name("Empty") == "Cube"
    np.testing.assert_allclose(to_blender(gltf.world("Empty")[None, :3, 3]), [[1, 3, 3]], atol=1e-6)
    mesh = gltf.node("Cube")["mesh"]
    assert abs(gltf.points(mesh)).max() == 1
    assert gltf.triangles(mesh).shape == (12, 3)


@requires_validator
@pytest.mark.parametrize("export", [export_glb, export_gltf])
def test_the_validator_finds_no_fault_in_a_plain_file(export) -> None:
    bpy.ops.mesh.primitive_cube_add()
    assert validator_issues(export()) == []


@pytest.mark.parametrize(("assertion", "code"), [("True", 0), ("False", 1)])
def test_the_process_ends_with_the_code_of_its_tests(tmp_path: Path, assertion: str, code: int) -> None:
    # Blender 4.2 would crash in Python's teardown after this export.
    test = ROOT / "tests" / "blender" / "test_harness.py"
    probe = tmp_path / "test_probe.py"
    probe.write_text(
        f"from tests.blender.support import export_glb\ndef test_probe():\n    export_glb()\n    assert {assertion}\n",
        encoding="utf-8",
    )
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "--rootdir", str(ROOT), str(probe)]
    command += [f"{test}::test_settings_of_the_user_are_not_touched"]
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    environment = {**os.environ, "TMPDIR": str(temporary), "TEMP": str(temporary), "TMP": str(temporary)}
    result = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, encoding="utf-8", check=False)
    assert result.returncode == code, result.stdout + result.stderr
    assert [path.name for path in temporary.iterdir() if not path.name.startswith("pytest-of-")] == []
    assert ("2 passed in" if code == 0 else "1 failed, 1 passed in") in result.stdout
