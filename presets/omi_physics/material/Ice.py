# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
import bpy

material = bpy.context.object.path_resolve("omi_physics.collider.material")

material.name = "Ice"
material.static_friction = 0.05
material.dynamic_friction = 0.03
material.restitution = 0.05
material.friction_combine = "AVERAGE"
material.restitution_combine = "AVERAGE"
