# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Meshes are split into hulls by CoACD, in a process of its own. Nothing here knows Blender."""
