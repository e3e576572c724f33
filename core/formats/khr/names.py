# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Names that stand in files of the Khronos format: extension names, tables at the root, older names."""

from __future__ import annotations

SHAPE = "KHR_implicit_shapes"
BODY = "KHR_physics_rigid_bodies"

EXTENSIONS = (SHAPE, BODY)

# Extension and key of the lists at the root of a file, in the order of `core.physics.model.Document`.
ROOT_TABLES = (
    (SHAPE, "shapes"),
    (BODY, "physicsMaterials"),
    (BODY, "collisionFilters"),
    (BODY, "physicsJoints"),
)

# Names of the same content before the present ones, the nearest first.
OLDER_SHAPES = ("KHR_collision_shapes", "MSFT_collision_primitives")
OLDER_BODIES = ("KHR_rigid_bodies", "MSFT_rigid_bodies")

ALL = (*EXTENSIONS, *OLDER_SHAPES, *OLDER_BODIES)
