# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Options that properties share: overridable, and not animatable, since animation of them is not exported."""

from __future__ import annotations

from typing import Any

OVERRIDE: dict[str, Any] = {"override": {"LIBRARY_OVERRIDABLE"}}
PLAIN: dict[str, Any] = {"options": set(), **OVERRIDE}
LIST: dict[str, Any] = {"options": set(), "override": {"LIBRARY_OVERRIDABLE", "USE_INSERTION"}}
# The active row of a list, which may be chosen in linked data as well.
ROW: dict[str, Any] = {"options": {"HIDDEN", "SKIP_SAVE", "LIBRARY_EDITABLE"}, **OVERRIDE}

LENGTH: dict[str, Any] = {"subtype": "DISTANCE", "precision": 4, **PLAIN}
FACTOR: dict[str, Any] = {"min": 0.0, "soft_max": 1.0, "subtype": "FACTOR", "precision": 3, **PLAIN}
ANGLE: dict[str, Any] = {"subtype": "ANGLE", **PLAIN}
