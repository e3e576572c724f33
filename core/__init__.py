# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The rules of OMI physics, without Blender: no bpy, no mathutils, no io_scene_gltf2."""
