# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""OMI Physics: rigid-body physics for Blender objects, exchanged as glTF.

Importing this package imports nothing of Blender. The names that Blender and its glTF add-on look up here
are found when they are asked for.
"""

from __future__ import annotations

import importlib
from typing import Any

ADDON_ID = __package__

_LOOKED_UP = {
    "glTF2ExportUserExtension": "export",
    "glTF2ImportUserExtension": "import_",
    "draw_export": "dialog",
    "draw_import": "dialog",
}


def __getattr__(name: str) -> Any:
    """The hooks of Blender's glTF add-on, imported at their first use."""
    if name not in _LOOKED_UP:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    if name == "glTF2ExportUserExtension":
        # The exporter asks at the start of each export.
        importlib.import_module(".io_hooks.dialog", __package__).attach()
    return getattr(importlib.import_module(f".io_hooks.{_LOOKED_UP[name]}", __package__), name)


def register() -> None:
    """Called by Blender when the add-on is enabled."""
    from . import registration

    registration.register(__package__ or __name__)


def unregister() -> None:
    """Called by Blender when the add-on is disabled."""
    from . import registration

    registration.unregister()
