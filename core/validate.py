# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The rules, applied to a picture of a scene."""

from __future__ import annotations

from .issues import Issue
from .scene import Picture


def check_rules(picture: Picture) -> list[Issue]:
    """What an engine would get wrong; what the exporter leaves out is found while assembling."""
    return []
