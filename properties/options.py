# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Options that all properties share: not animatable, since animation of them is not exported, and overridable."""

from __future__ import annotations

from typing import Any

OVERRIDE: dict[str, Any] = {"override": {"LIBRARY_OVERRIDABLE"}}
PLAIN: dict[str, Any] = {"options": set(), **OVERRIDE}
LIST: dict[str, Any] = {"override": {"LIBRARY_OVERRIDABLE", "USE_INSERTION"}}
