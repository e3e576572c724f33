# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Where data files lie that tests may use but that are no part of the repository: $OMI_SHARED, else ../shared."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from .package import ROOT

SHARED = Path(os.environ.get("OMI_SHARED") or ROOT.parent / "shared").resolve()
FILES = SHARED / "files"

requires_files = pytest.mark.skipif(not FILES.is_dir(), reason="needs the data files in ../shared or $OMI_SHARED")


def files(pattern: str) -> list[Path]:
    """The data files that match a pattern such as `omi-spec/**/*.gltf`, sorted; none where the folder is absent."""
    return sorted(FILES.glob(pattern)) if FILES.is_dir() else []
