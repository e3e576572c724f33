# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What tests inside Blender import: the add-on's own modules and the export as a parsed file."""

from tests.support.blender import ADDON, addon_module, load_addon
from tests.support.gltf import Gltf, export_glb, export_gltf

__all__ = ["ADDON", "Gltf", "addon_module", "export_glb", "export_gltf", "load_addon"]
