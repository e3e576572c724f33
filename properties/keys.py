# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What identifies an object or mesh in `core.physics.scene`: valid for this session, unique among linked data too."""

from __future__ import annotations

import bpy

from ..core.physics.scene import ObjectKey


def object_key(obj: bpy.types.Object) -> ObjectKey:
    """The key of an object; ask the original, since an evaluated copy has none."""
    return ("OBJECT", obj.session_uid)


def mesh_key(mesh: bpy.types.Mesh) -> ObjectKey:
    """The key of a mesh; ask the original, since an evaluated copy has none."""
    return ("MESH", mesh.session_uid)
