# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs Khronos' `gltf-validator` (an npm package) where Node and the package are at hand.

It is looked for in `.venvs/node`, where `make test` puts it, and in $OMI_NODE_MODULES.
"""

from __future__ import annotations

import functools
import json
import os
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any

import pytest

from .gltf import Gltf
from .package import ROOT

_MODULES = Path(os.environ.get("OMI_NODE_MODULES") or ROOT / ".venvs" / "node" / "node_modules")
_SCRIPT = """
const fs = require("fs"), path = require("path"), validator = require("gltf-validator");
const file = process.argv[1];
validator.validateBytes(new Uint8Array(fs.readFileSync(file)), {
  uri: path.basename(file),
  maxIssues: 0,
  externalResourceFunction: uri => fs.promises.readFile(
    path.join(path.dirname(file), decodeURIComponent(uri))).then(data => new Uint8Array(data)),
}).then(report => console.log(JSON.stringify(report.issues.messages)));
"""


@functools.cache
def is_available() -> bool:
    """Whether Node and the package are there."""
    return shutil.which("node") is not None and (_MODULES / "gltf-validator").is_dir()


requires_validator = pytest.mark.skipif(
    not is_available(), reason="needs Node and the npm package gltf-validator, which 'make test' installs"
)


def validator_issues(gltf: Gltf) -> list[dict[str, Any]]:
    """What the validator says about a file, but for what it cannot know: the OMI extensions and what only they use."""
    expected = {"UNSUPPORTED_EXTENSION", "UNUSED_OBJECT", "NODE_EMPTY"}
    return [issue for issue in _run(gltf) if issue["code"] not in expected]


def _run(gltf: Gltf) -> list[dict[str, Any]]:
    with tempfile.TemporaryDirectory(prefix="omi-physics-validator-") as folder:
        for name, data in gltf.files.items():
            (Path(folder) / name).write_bytes(data)
        result = subprocess.run(
            ["node", "-e", _SCRIPT, str(Path(folder) / gltf.path.name)],
            env={**os.environ, "NODE_PATH": str(_MODULES)},
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
    assert result.returncode == 0, result.stderr
    return json.loads(result.stdout)
