# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Physics in the viewport: `shape_lines` and `scene_lines` make line segments, `draw` shows them."""
