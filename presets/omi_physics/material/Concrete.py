# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
import bpy

material = bpy.context.object.path_resolve("omi_physics.collider.material")

material.name = "Concrete"
material.static_friction = 0.8
material.dynamic_friction = 0.7
material.restitution = 0.1
material.friction_combine = "AVERAGE"
material.restitution_combine = "AVERAGE"
