# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Names that stand in files: extension names and the words of their enumerations."""

from __future__ import annotations

SHAPE = "OMI_physics_shape"
BODY = "OMI_physics_body"
JOINT = "OMI_physics_joint"
# Archived, but the only form from which Godot 4.6 reads capsules and tapered shapes right.
COLLIDER = "OMI_collider"

EXTENSIONS = (SHAPE, BODY, JOINT, COLLIDER)

# Extension and key of the lists at the root of a file, in the order of `core.physics.model.Document`.
ROOT_TABLES = (
    (SHAPE, "shapes"),
    (BODY, "physicsMaterials"),
    (BODY, "collisionFilters"),
    (JOINT, "physicsJoints"),
)

MOTION_TYPES = ("static", "kinematic", "dynamic")
COMBINE_MODES = ("average", "minimum", "maximum", "multiply")
DRIVE_TYPES = ("linear", "angular")
DRIVE_MODES = ("force", "acceleration")
