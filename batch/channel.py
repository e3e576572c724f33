# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""A worker's way to the command: answers go through the pipe, all else that is printed to a file.

Blender's exporter prints some lines for every mesh. In the pipe each of them would wake the command, which takes that
time from the workers where they have all processors.
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
import tempfile
from pathlib import Path
from typing import Any

# Begins the lines that are answers.
MARK = "@omi_physics@"
# Keys of answers: a request has been taken; where the log is.
TAKEN = "taken"
LOG = "log"
_LOG_END = 64 * 1024


class Channel:
    """Takes the standard output and the standard error over."""

    def __init__(self) -> None:
        sys.stdout.flush()
        self._answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
        number, self.log = tempfile.mkstemp(prefix="omi-physics-", suffix=".log")
        os.close(number)
        # Appending, so that it goes on at the start when it is emptied.
        number = os.open(self.log, os.O_WRONLY | os.O_APPEND)
        os.dup2(number, 1)
        os.dup2(number, 2)
        os.close(number)

    def answer(self, answer: dict[str, Any]) -> None:
        """Says something to the command."""
        self._answers.write(f"\n{MARK}{json.dumps(answer)}\n")
        self._answers.flush()

    def close(self) -> None:
        """Takes the log away, which nobody will read."""
        # Windows does not remove what is open; the command's temporary folder goes later.
        with contextlib.suppress(OSError):
            Path(self.log).unlink()

    def empty_log(self) -> None:
        """Begins the log of another file."""
        # A log that cannot be written is no reason for a file to fail.
        with contextlib.suppress(OSError):
            sys.stdout.flush()
            os.ftruncate(1, 0)


def end_of_log(path: str) -> list[str]:
    """The last lines of a worker's log, without empty ones."""
    try:
        with Path(path).open("rb") as file:
            file.seek(max(file.seek(0, os.SEEK_END) - _LOG_END, 0))
            text = file.read().decode("utf-8", "replace")
    except OSError:
        return []
    return [line.rstrip() for line in text.splitlines() if line.strip()]
