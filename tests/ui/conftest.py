# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The tests of this folder run inside Blender (the bpy package) with the add-on enabled."""

from tests.support.blender_folder import addon, empty_scene, pytest_pycollect_makemodule

__all__ = ["addon", "empty_scene", "pytest_pycollect_makemodule"]
