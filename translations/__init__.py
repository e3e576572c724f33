# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Translations of the interface: one dictionary per language, as `bpy.app.translations` wants them."""
