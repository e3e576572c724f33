# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The checkout as the Python package `omi_physics`, whatever its folder is called."""

from __future__ import annotations

import sys
import types
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
NAME = "omi_physics"


def register() -> None:
    """Make `import omi_physics.core...` work without running the root `__init__`."""
    if NAME in sys.modules:
        return
    module = types.ModuleType(NAME)
    module.__path__ = [str(ROOT)]
    module.__package__ = NAME
    sys.modules[NAME] = module
