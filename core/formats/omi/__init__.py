# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""OMI_physics_shape, OMI_physics_body and OMI_physics_joint: names, writing, reading, older forms."""
