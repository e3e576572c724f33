# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""A scene of Blender's rigid bodies simulated three ways: by Blender itself, by the preview, and by Godot."""

from __future__ import annotations

from pathlib import Path

import bpy
import pytest

from tests.blender import previewing, rigid, three_ways
from tests.blender.support import export_glb
from tests.engine import godot

pytestmark = pytest.mark.skipif(godot.missing() is not None, reason=str(godot.missing()))

Places = dict[str, tuple[float, ...]]


def three_pictures(folder: Path) -> list[Places]:
    """Where each of the three things is in the end, in Blender's axes; one picture per simulation."""
    # Godot's reader of joints mirrors angles: it gets a range that is its own mirror image.
    moving = three_ways.build(highest=three_ways.LOWEST)
    own = rigid.simulated(bpy.context.scene, moving, three_ways.SECONDS)
    found: list[Places] = [{obj.name: tuple(world.translation) for obj, world in zip(moving, own, strict=True)}]
    bpy.context.scene.frame_set(1)
    three_ways.take_over()
    previewing.start()
    previewing.play(three_ways.SECONDS)
    found.append({obj.name: previewing.place(obj) for obj in moving})
    previewing.stop()
    export_glb(folder / "scene.glb")
    after = godot.load(folder / "scene.glb", "jolt", three_ways.SECONDS).after
    places = {obj.name: after[obj.name]["position"] for obj in moving}
    # Godot's Y is up.
    found.append({name: (x, -z, y) for name, (x, y, z) in places.items()})
    return found


def test_three_simulations_end_alike(tmp_path: Path) -> None:
    own, preview, engine = three_pictures(tmp_path)
    names = ["Crate", "Flap", "Cart"] if godot.addons() is not None else ["Crate"]
    for name in names:
        expected = pytest.approx(three_ways.ENDS[name], abs=three_ways.TOLERANCE)
        assert own[name] == expected and preview[name] == expected, name
        assert engine[name] == pytest.approx(three_ways.ENDS[name], abs=0.06), name
