# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Where the add-on lies, and its version; without Blender."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def addon_version() -> str:
    """The version in the manifest."""
    import tomllib

    with (ROOT / "blender_manifest.toml").open("rb") as file:
        return str(tomllib.load(file)["version"])
