# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The first bytes of a .blend file, without Blender."""

from __future__ import annotations

import re
from pathlib import Path

# Until Blender 4.5: pointer size, byte order, three digits. From 5.0 on: size and form of the header, four digits.
_HEADER = re.compile(rb"BLENDER(?:[_-][vV](\d{3})|\d{2}-\d{2}v(\d{4}))")
_COMPRESSED = (b"\x28\xb5\x2f\xfd", b"\x1f\x8b")


def _start(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(17)
    except OSError:
        return b""


def saved_by(path: Path) -> tuple[int, int]:
    """The Blender that saved a file, such as (4, 5); (0, 0) where the file does not say, as when it is compressed."""
    found = _HEADER.match(_start(path))
    if found is None:
        return 0, 0
    return divmod(int(found[1] or found[2]), 100)


def is_compressed(path: Path) -> bool:
    """Whether the file is compressed, by Zstandard or, before Blender 3.0, by gzip."""
    return _start(path).startswith(_COMPRESSED)
