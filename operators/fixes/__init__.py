# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Fixes of what the checks find: one function for each fix id of the catalog."""
