# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Whether an export is whole: its files are there, none is empty or cut off, and it names no other."""

from __future__ import annotations

import hashlib
import json
import os
import struct
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote

# Paths below the attempt's folder: size in bytes, SHA-256 as hex.
Files = dict[str, tuple[int, str]]


class NotWhole(Exception):
    """The text says what is missing."""


def survey(main: Path) -> Files:
    """The files of an export; NotWhole where one of them is empty, cut off or not there."""
    folder = main.parent
    files = {path.relative_to(folder).as_posix(): _measured(path) for path in folder.rglob("*") if path.is_file()}
    if main.name not in files:
        raise NotWhole("Blender's exporter wrote no file")
    for name, (size, _) in files.items():
        if not size:
            raise NotWhole(f"Blender's exporter wrote nothing into {name}")
    if main.suffix == ".glb":
        _check_glb(main, files[main.name][0])
    return files


def _measured(path: Path) -> tuple[int, str]:
    with path.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
        return os.fstat(file.fileno()).st_size, digest


def _check_glb(main: Path, size: int) -> None:
    with main.open("rb") as file:
        start = file.read(12)
    if len(start) < 12 or start[:4] != b"glTF" or struct.unpack("<I", start[8:])[0] != size:
        raise NotWhole("the .glb is cut off")


def mend_gltf(main: Path, final: Path) -> None:
    """Has references to files outside the folder lead from the final place; NotWhole where others lead nowhere.

    Only originals of textures lie outside, where the exporter is told to leave them there.
    """
    data: dict[str, Any] = json.loads(main.read_text(encoding="utf-8"))
    is_mended = False
    for entry in (*data.get("buffers", ()), *data.get("images", ())):
        uri = entry.get("uri")
        if uri is None or uri.startswith("data:") or "://" in uri:
            continue
        path = Path(os.path.normpath(main.parent / unquote(uri)))
        is_outside = not path.is_relative_to(main.parent)
        if is_outside:
            entry["uri"] = _uri(path, final.parent)
            is_mended = True
        if not path.is_file() or path.stat().st_size < entry.get("byteLength", 0):
            raise NotWhole(f"{uri} is not there, or cut off")
    if is_mended:
        main.write_text(json.dumps(data, indent="\t", ensure_ascii=False), encoding="utf-8")


def _uri(path: Path, folder: Path) -> str:
    """The way from a folder to a file, both without links, since `..` does not lead back through one."""
    try:
        return quote(Path(os.path.relpath(path.resolve(), folder.resolve())).as_posix())
    except ValueError:
        raise NotWhole(f"there is no way from the output to {path}, which is on another drive") from None
