# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Opens .blend files, and says what is wrong with those that cannot be worked on."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import bpy

_SHOWN = 5


class FileFailed(Exception):
    """A file cannot be worked on; the text says why."""


def open_file(path: Path, allow_missing: bool) -> None:
    """Opens a file in place of the one that is open; FileFailed where it is not whole."""
    try:
        bpy.ops.wm.open_mainfile(filepath=str(path), load_ui=False)
    except RuntimeError as error:
        raise FileFailed(f"Blender cannot open it: {plain(error)}") from error
    except UnicodeEncodeError:
        raise FileFailed("its name is no Unicode text, and Blender opens no such files") from None
    if bpy.data.version[:2] > bpy.app.version[:2]:
        saved, running = (".".join(map(str, v[:2])) for v in (bpy.data.version, bpy.app.version))
        raise FileFailed(f"it was saved by Blender {saved}, and this is {running}")
    missing = [] if allow_missing else list(_missing())
    if missing:
        more = f", and {len(missing) - _SHOWN} more" if len(missing) > _SHOWN else ""
        raise FileFailed(", ".join(missing[:_SHOWN]) + more)


def _missing() -> Iterator[str]:
    """What the file links to and is not there."""
    gone: set[bpy.types.Library] = set()
    for library in bpy.data.libraries:
        if not getattr(library, "is_archive", False) and library.packed_file is None and not _path(library).is_file():
            gone.add(library)
            yield f"the library {library.filepath} is missing"
    for obj in bpy.data.objects:
        for data in (obj, obj.data):
            if data is not None and data.is_missing and data.library not in gone:
                assert data.library is not None
                yield f"{data.name} is missing in the library {data.library.filepath}"


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
