# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Hooks in Blender's glTF exporter and importer: adapters between its data and `core`."""
