# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Suffixes of the nodes that the file gets in addition; the name of the object comes first."""

from __future__ import annotations

MESH = "_Mesh"
CAMERA = "_Camera"
LIGHT = "_Light"
COLLIDER = "_Collider"
TRIGGER = "_Trigger"
JOINT = "_Joint"
ATTACHMENT = "_Attachment"
ANCHOR = "_Anchor"
