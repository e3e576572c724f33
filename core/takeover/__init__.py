# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What other ways of setting up physics mean in ours, and back: Blender's rigid bodies, names of collision objects."""
