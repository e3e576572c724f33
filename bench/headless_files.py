# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Many small .blend files for the headless command, some of them broken, each in another way."""

from __future__ import annotations

import math
import shutil
from pathlib import Path

import bpy

from tests.blender.cli_support import save
from tests.blender.scenes import add, cube, make_body, make_collider, make_joint, make_trigger
from tests.support.blender import empty_scene

# What a worker does with a file of such a name; the rest of the faults is in the files.
FAULTS = """
def change(module):
    import ctypes, os, sys, time, types
    import bpy
    plain = module.opening.open_file

    def open_file(path):
        plain(path)
        name = os.path.basename(bpy.data.filepath)
        if name.startswith("crash"):
            ctypes.string_at(0)
        if name.startswith("killed"):
            os.kill(os.getpid(), 9)
        if name.startswith("hang"):
            time.sleep(3600)
        if name.startswith("memory"):
            raise MemoryError

    module.opening.open_file = open_file

    class Hook:
        def gather_node_hook(self, node, blender_object, export_settings):
            if blender_object is not None and blender_object.name == "Poison":
                raise KeyError("deliberate")

    Hook.__module__ = "other_addon"
    other = types.ModuleType("other_addon")
    other.glTF2ExportUserExtension = Hook
    sys.modules["other_addon"] = other
    bpy.context.preferences.addons.new().module = "other_addon"
"""

BROKEN = ("truncated", "empty", "text", "newer", "library", "texture", "hook", "crash", "killed", "hang")


def make_files(folder: Path, count: int, broken: tuple[str, ...] = ()) -> list[Path]:
    """`count` files in folders of 25, those of `broken` spread among them; gives the good ones."""
    every = max(count // max(len(broken), 1), 1)
    good: list[Path] = []
    waiting = list(broken)
    for number in range(count):
        place = folder / f"level {number // 25}"
        if waiting and number % every == every // 2:
            kind = waiting.pop(0)
            _break(place / f"{kind}.blend", kind)
        else:
            good.append(make_file(place / f"crate {number:03}.blend", number))
    return good


def make_file(path: Path, number: int) -> Path:
    """A floor, some crates, a trigger and a hinge; no two files are alike."""
    empty_scene()
    floor = make_collider(make_body(cube("Floor", (20, 20, 0.2)), "STATIC"))
    shapes = ("BOX", "SPHERE", "CAPSULE", "CYLINDER", "CONVEX", "TRIMESH")
    for index in range(4 + number % 5):
        size = 0.5 + (number + index) % 7 / 10
        place = {"location": (index * 2 - 5, number % 5, 2), "rotation": (0, 0, index / 3)}
        crate = make_body(cube(f"Crate {index}", (size, size, 2 * size), **place), mass=1 + index)
        make_collider(crate, shapes[(number + index) % 6])
        if index == 1:
            limits = (
                {"kind": "LINEAR"},
                {"kind": "ANGULAR", "axes": {"Y"}, "min_angle": -0.2, "max_angle": math.pi / 2},
            )
            make_joint(add("Hinge", parent=crate), floor, limits)
    make_trigger(add("Zone", location=(0, 0, 1)), "BOX", "MANUAL", size=(2, 2, 1 + number / 100))
    return save(path)


def _break(path: Path, kind: str) -> None:
    """A file with one fault. Some faults are the worker's: see FAULTS."""
    make_file(path, 1)
    data = path.read_bytes()
    if kind == "truncated":
        path.write_bytes(data[: len(data) // 2])
    elif kind == "empty":
        path.write_bytes(b"")
    elif kind == "text":
        path.write_text("This is no scene.\n", encoding="utf-8")
    elif kind == "newer":
        _make_newer(path)
    elif kind == "library":
        _lose_library(path)
    elif kind == "texture":
        _lose_texture(path)
    elif kind == "hook":
        cube("Poison")
        save(path)


def _make_newer(path: Path) -> None:
    save(path, compress=False)
    data = path.read_bytes()
    start = data.index(b"v", 7) + 1
    digits = 4 if data[start : start + 4].isdigit() else 3
    path.write_bytes(data[:start] + b"9901"[:digits] + data[start + digits :])


def _lose_library(path: Path) -> None:
    library = make_file(path.with_name("parts.blend"), 2)
    empty_scene()
    with bpy.data.libraries.load(str(library), link=True) as (_, to):
        to.objects = ["Crate 0"]
    bpy.context.scene.collection.objects.link(to.objects[0])
    save(path)
    library.unlink()


def _lose_texture(path: Path) -> None:
    picture = bpy.data.images.new("Picture", 4, 4)
    picture.filepath_raw, picture.file_format = str(path.with_suffix(".png")), "PNG"
    picture.save()
    material = bpy.data.materials.new("Wood")
    if material.node_tree is None:
        material.use_nodes = True
    node = material.node_tree.nodes.new("ShaderNodeTexImage")
    node.image = bpy.data.images.load(str(path.with_suffix(".png")))
    bsdf = material.node_tree.nodes["Principled BSDF"]
    material.node_tree.links.new(node.outputs[0], bsdf.inputs["Base Color"])
    bpy.data.objects["Floor"].data.materials.append(material)
    save(path)
    path.with_suffix(".png").unlink()


def make_levels(folder: Path, count: int) -> None:
    """Files with some hundred bodies each, where the work counts and not the start."""
    for number in range(count):
        empty_scene()
        for index in range(300):
            place = (index % 20 * 2, index // 20 * 2, number)
            crate = make_body(cube(f"Crate {index}", (1 + index / 100, 1, 1), location=place))
            make_collider(crate, ("BOX", "SPHERE", "CAPSULE", "CYLINDER", "CONVEX")[index % 5])
        save(folder / f"level {number:02}.blend")


def copy_good(good: list[Path], folder: Path, root: Path) -> Path:
    """The good files alone, in the same folders."""
    for path in good:
        target = folder / path.relative_to(root)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(path, target)
    return folder
