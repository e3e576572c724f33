# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a file looked like, to tell later whether it has changed."""

from __future__ import annotations

import hashlib
import time
from pathlib import Path

# [size, time of change in nanoseconds, SHA-256 as hex or "" for a large file]; None where there is no file.
Stamp = list[int | str] | None

_LARGE = 128 * 1024 * 1024
# File systems keep times in steps of up to two seconds: a younger file may change again without a new time.
_STEP = 2.0


class Stamps:
    """Takes stamps, and reads a file that many outputs share only once."""

    def __init__(self) -> None:
        self._digests: dict[tuple[str, int, int], str] = {}

    def take(self, path: Path) -> Stamp:
        """What a file looks like now. Without a time where that may not tell the next change."""
        try:
            found = path.stat()
            digest = self._digest(path, found.st_size, found.st_mtime_ns)
        except OSError:
            return None
        is_young = abs(time.time() - found.st_mtime_ns / 1e9) < _STEP
        return [found.st_size, 0 if is_young and digest else found.st_mtime_ns, digest]

    def is_unchanged(self, path: Path, before: Stamp) -> bool:
        """Whether a file still has the content it had; reads it only where its time differs and its size does not."""
        try:
            found = path.stat()
        except OSError:
            return before is None
        if before is None or found.st_size != before[0]:
            return False
        if found.st_mtime_ns == before[1]:
            return True
        return bool(before[2]) and self._digest(path, found.st_size, found.st_mtime_ns) == before[2]

    def _digest(self, path: Path, size: int, changed: int) -> str:
        if size > _LARGE:
            return ""
        key = (str(path), size, changed)
        if key not in self._digests:
            with path.open("rb") as file:
                self._digests[key] = hashlib.file_digest(file, "sha256").hexdigest()
        return self._digests[key]
