# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""KHR_implicit_shapes and KHR_physics_rigid_bodies: names, writing, reading, older names."""
