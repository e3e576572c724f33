# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What physics is: the dataclasses, the picture of a scene, its tree, words for people."""
