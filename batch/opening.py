# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Opens .blend files, and says what is wrong with those that cannot be worked on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import bpy

from . import header

_SHOWN = 5
_NO_BLEND = "not a blend file"


class FileFailed(Exception):
    """A file cannot be worked on; the text says why."""


def open_file(path: Path) -> None:
    """Opens a file in place of the one that is open; FileFailed where Blender cannot."""
    try:
        bpy.ops.wm.open_mainfile(filepath=str(path), load_ui=False)
    except RuntimeError as error:
        # A Blender before 5.0 takes files of later ones for none at all.
        refuse_newer(header.saved_by(path))
        hint = ", or one saved by a newer Blender" if header.is_compressed(path) and _NO_BLEND in str(error) else ""
        raise FileFailed(f"Blender cannot open it: {plain(error)}{hint}") from error
    except UnicodeEncodeError:
        raise FileFailed("its name is no Unicode text, and Blender opens no such files") from None
    version: Any = bpy.data.version
    refuse_newer(tuple(version)[:2])


def refuse_newer(saved: tuple[int, ...]) -> None:
    """FileFailed where a file was saved by a newer Blender than this one, which would lose some of it."""
    runs = bpy.app.version[:2]
    if saved > runs:
        words = (".".join(map(str, version)) for version in (saved, runs))
        raise FileFailed("it was saved by Blender {}, and this is {}".format(*words))


def demand(missing: Iterable[str], allow_missing: bool) -> list[str]:
    """What is missing, as lines for the log; FileFailed where that is not allowed."""
    found = list(dict.fromkeys(missing))
    if found and not allow_missing:
        more = f", and {len(found) - _SHOWN} more" if len(found) > _SHOWN else ""
        raise FileFailed(", ".join(found[:_SHOWN]) + more)
    return [f"WARNING: {line}" for line in found]


def missing_links() -> Iterator[str]:
    """The libraries that are not there, and what is not in those that are."""
    gone: set[bpy.types.Library] = set()
    for library in bpy.data.libraries:
        if not getattr(library, "is_archive", False) and library.packed_file is None and not _path(library).is_file():
            gone.add(library)
            yield f"the library {library.filepath} is missing"
    for data in _all_data():
        if data.is_missing and data.library is not None and data.library not in gone:
            yield f"{data.name} is missing in the library {data.library.filepath}"


def _all_data() -> Iterator[bpy.types.ID]:
    """All data-blocks of the open file, of whatever kind."""
    lists = (prop for prop in bpy.types.BlendData.bl_rna.properties if isinstance(prop, bpy.types.CollectionProperty))
    # Blender 5.3 has some under two names.
    yield from dict.fromkeys(data for prop in lists for data in getattr(bpy.data, prop.identifier))


def missing_fonts() -> Iterator[str]:
    """The fonts of text objects whose files are not there; Blender shows the text in its own font, in another size."""
    for curve in bpy.data.curves:
        if isinstance(curve, bpy.types.TextCurve) and curve.users:
            fonts = (curve.font, curve.font_bold, curve.font_italic, curve.font_bold_italic)
            for font in dict.fromkeys(font for font in fonts if font is not None):
                if not _has_file(font):
                    yield f"the font {font.filepath} of the text {curve.name} is missing"


def _has_file(font: bpy.types.VectorFont) -> bool:
    is_built_in = not font.filepath or font.filepath.startswith("<")
    return (
        is_built_in
        or font.packed_file is not None
        or Path(bpy.path.abspath(font.filepath, library=font.library)).is_file()
    )


def missing_textures() -> Iterator[str]:
    """The textures of materials whose files are not there; the exporter leaves them out without a word."""
    for material in bpy.data.materials:
        if material.users and material.node_tree is not None:
            for image in _images(material.node_tree, set()):
                if not _has_pixels(image):
                    yield f"the texture {image.filepath} of the material {material.name} is missing"


def _images(tree: bpy.types.NodeTree, entered: set[bpy.types.NodeTree]) -> Iterator[bpy.types.Image]:
    if tree in entered:
        return
    entered.add(tree)
    for node in tree.nodes:
        image, group = getattr(node, "image", None), getattr(node, "node_tree", None)
        is_used = not node.mute and any(socket.is_linked for socket in node.outputs)
        if isinstance(image, bpy.types.Image) and is_used:
            yield image
        if isinstance(group, bpy.types.NodeTree):
            yield from _images(group, entered)


def _has_pixels(image: bpy.types.Image) -> bool:
    if image.source not in ("FILE", "TILED") or image.packed_file is not None or not image.filepath:
        return True
    path = Path(bpy.path.abspath(image.filepath, library=image.library))
    if image.source == "TILED":
        pattern = path.name.replace("<UDIM>", "*").replace("<UVTILE>", "*")
        return path.parent.is_dir() and any(path.parent.glob(pattern))
    return path.is_file()


def _path(library: bpy.types.Library) -> Path:
    return Path(bpy.path.abspath(library.filepath, library=library.library))


def referenced_files() -> Iterator[Path]:
    """The files outside the open one that it is made of: libraries, textures, caches, fonts."""
    paths = {Path(path) for path in bpy.utils.blend_paths(absolute=True)}
    paths.update(_path(library) for library in bpy.data.libraries)
    yield from sorted(path for path in paths if path.is_absolute() and not path.is_dir())


def plain(error: RuntimeError) -> str:
    """The text of an operator's error without labels, calls and places."""
    lines = [line.strip() for line in str(error).removeprefix("Error: ").splitlines() if line.strip()]
    lines = [line for line in lines if not line.startswith("Location: ")]
    if any(line.startswith("Python: Traceback") for line in lines):
        return lines[-1].removeprefix("io_hooks.export.").split("ExportStopped: ")[-1]
    return " ".join(dict.fromkeys(lines))
