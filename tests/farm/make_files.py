# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes .blend files in a folder, with the bpy package: six clean ones, one with a warning, one that is broken."""

from __future__ import annotations

import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.support.blender import clean_up, empty_scene, load_addon

CLEAN = tuple(f"crate {number}.blend" for number in range(1, 7))
WARNED = "warned.blend"
BROKEN = "broken.blend"


def main(folder: Path) -> None:
    """Writes the files."""
    load_addon()
    for name in (*CLEAN, WARNED):
        _save(folder / name, scale=2.0 if name == WARNED else 1.0)
    (folder / BROKEN).write_bytes(b"this is no .blend file")
    clean_up()


def _save(path: Path, scale: float) -> None:
    import bpy

    empty_scene()
    bpy.ops.mesh.primitive_cube_add()
    physics = bpy.context.object.omi_physics
    physics.motion.type = "DYNAMIC"
    physics.use_collider = True
    # An engine sets it to 1: a warning.
    bpy.context.object.scale = (scale, scale, scale)
    bpy.ops.wm.save_as_mainfile(filepath=str(path), check_existing=False)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
    sys.stdout.flush()
    # bpy 4.2 may crash in Python's teardown.
    os._exit(0)
