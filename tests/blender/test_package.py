# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The zip that people install: what is in it, and that it works where the checkout is not at hand."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import bpy
import pytest

from tests.support.gltf import Gltf
from tests.support.package import ROOT
from tests.support.sources import python_files, relative

_USE = """
import os, sys
import bpy
package, output = sys.argv[1:]
bpy.ops.wm.read_factory_settings(use_empty=True)
bpy.ops.extensions.package_install_files(filepath=package, repo="user_default", enable_on_install=True)
assert "bl_ext.user_default.omi_physics" in bpy.context.preferences.addons
bpy.ops.mesh.primitive_cube_add(size=2)
bpy.context.object.omi_physics.motion.type = "DYNAMIC"
bpy.context.object.omi_physics.use_collider = True
assert bpy.ops.export_scene.gltf(filepath=output, export_format="GLB") == {"FINISHED"}
bpy.ops.preferences.addon_disable(module="bl_ext.user_default.omi_physics")
assert not hasattr(bpy.types.Object, "omi_physics")
sys.stdout.flush()
os._exit(0)
"""


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The zip, built by Blender's own tool."""
    folder = tmp_path_factory.mktemp("package")
    tool = Path(bpy.utils.system_resource("SCRIPTS")) / "addons_core" / "bl_pkg" / "cli" / "blender_ext.py"
    build = [sys.executable, str(tool), "build", "--source-dir", str(ROOT), "--output-dir", str(folder)]
    result = subprocess.run(build, capture_output=True, encoding="utf-8", check=False)
    assert result.returncode == 0, result.stdout + result.stderr
    (found,) = folder.glob("*.zip")
    result = subprocess.run([sys.executable, str(tool), "validate", str(found)], capture_output=True, check=False)
    assert result.returncode == 0, result.stdout
    return found


def test_the_package_holds_the_extension_and_nothing_else(package: Path) -> None:
    with zipfile.ZipFile(package) as archive:
        names = {name for name in archive.namelist() if not name.endswith("/")}
    assert {"__init__.py", "blender_manifest.toml", "LICENSE"} <= names
    assert {relative(path).as_posix() for path in python_files()} <= names
    assert {f"batch/page/page.{kind}" for kind in ("html", "css", "js")} <= names
    folders = {name.split("/")[0] for name in names if "/" in name}
    assert not folders & {"tests", "tools", "demo", "bench", "docs", "build", "requirements", ".venvs", ".git", ".ci"}
    assert "templates" not in folders
    assert not [name for name in names if name.startswith(".") or "__pycache__" in name or name.endswith(".zip")]


def test_the_installed_package_exports_physics(package: Path, tmp_path: Path) -> None:
    output = tmp_path / "cube.glb"
    result = subprocess.run(
        [sys.executable, "-c", _USE, str(package), str(output)],
        env={**os.environ, "BLENDER_USER_RESOURCES": str(tmp_path)},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert result.returncode == 0, result.stdout + result.stderr
    gltf = Gltf(output)
    body = gltf.extension("Cube", "OMI_physics_body")
    assert body is not None
    assert body["motion"] == {"type": "dynamic"}
    assert gltf.root("OMI_physics_shape")["shapes"] == [{"type": "box", "box": {"size": [2, 2, 2]}}]
