# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Codes about what the Khronos format cannot say; only where it is written."""

from __future__ import annotations

from .rule import Rule

KHR_RULES = (
    Rule(
        "khr-draft", "info", "Draft Format",
        "The file carries KHR_physics_rigid_bodies, which the Khronos Group has not ratified.",
        "The format may still change; later versions of engines may read this file differently or not at all.",
        "Keep the .blend, and export again when the format is final.",
    ),
    Rule(
        "khr-mass-zero", "warning", "No Mass in Khronos Format",
        "The mass is 0 or less, which the Khronos format does not allow. It is left out of that format.",
        "Engines compute a mass from the shapes.",
        "Give the body a mass above 0.",
        "reset-mass",
    ),
    Rule(
        "khr-inertia-zero", "warning", "Infinite Inertia in Khronos Format",
        "One part of the inertia is 0 and another is not. In the Khronos format 0 means infinite.",
        "The body cannot be turned about that axis.",
        "Give all three parts a value above 0, or set all to 0.",
        "clear-inertia",
    ),
    Rule(
        "khr-drive-pair", "info", "Drive Completed",
        "The Khronos format wants a position target and a stiffness together, and a velocity target and damping. "
        "What is missing is written as 0.",
        "Nothing changes: a target without strength does nothing, and damping without a target brakes.",
        "Nothing to do.",
    ),
    Rule(
        "khr-static-below", "warning", "Static Below a Moving Body",
        "A static body lies below a body that moves. The Khronos format has no word for static.",
        "Engines take its shapes for a part of the body above, and they move with it.",
        "Clear the parent of the static body (Object > Parent > Clear and Keep Transformation).",
    ),
    Rule(
        "khr-multi-axis", "info", "Limit Split for Khronos Format",
        "A limit covers several axes with a range of its own for each. In the Khronos format several axes share one "
        "distance or one cone, so it is written axis by axis.",
        "Nothing changes.",
        "Nothing to do.",
    ),
    Rule(
        "khr-shapeless", "info", "Compound Parent Left Out",
        "A collider without a shape of its own marks a compound. The Khronos format has no such mark.",
        "Nothing changes: the shapes below belong to the body in any case.",
        "Nothing to do.",
    ),
)  # fmt: skip
