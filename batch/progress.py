# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a run says on stderr: one moving line on a terminal, one line a file otherwise; problems always."""

from __future__ import annotations

import shutil
import sys
import time
from typing import Any


class Progress:
    """Counts files and says how long the rest will take."""

    def __init__(self, total: int, is_quiet: bool) -> None:
        self._total = total
        self._done = 0
        self._worked = 0
        self._failed = 0
        self._is_quiet = is_quiet
        self._is_terminal = sys.stderr.isatty() and not is_quiet
        self._start = time.monotonic()

    def say(self, text: str) -> None:
        """A line that stays."""
        if self._is_terminal:
            sys.stderr.write("\r" + " " * (self._width() - 1) + "\r")
        print(text, file=sys.stderr, flush=True)

    def file(self, entry: dict[str, Any]) -> None:
        """Says what became of a file, and what its checks found."""
        self._done += 1
        self._worked += entry["status"] != "skipped"
        self._failed += entry["status"] == "failed"
        if entry["status"] == "failed":
            self.say(f"FAILED  {entry['file']}: {entry['reason']}")
        elif not self._is_terminal and not self._is_quiet:
            output = f" -> {entry['output']}" if entry["output"] else ""
            self.say(f"{entry['status']:7} {entry['file']}{output} ({entry['seconds']:.2f} s)")
        if not self._is_quiet and entry["status"] != "skipped":
            for issue in entry["issues"]:
                if issue["severity"] != "info":
                    self.say(f"{issue['severity']:7} {entry['file']}: {issue['message']} [{issue['code']}]")
        if self._is_terminal:
            # A line as wide as the terminal would begin another.
            room = self._width() - 1
            sys.stderr.write(f"\r{self._line(entry['file'])[:room]:<{room}}")
            sys.stderr.flush()

    def _line(self, file: str) -> str:
        passed = max(time.monotonic() - self._start, 1e-6)
        rate = self._worked / passed
        left = f"{_duration((self._total - self._done) / rate)} left" if rate else "..."
        failed = f", {self._failed} failed" if self._failed else ""
        return f"[{self._done}/{self._total}] {rate:.1f} files/s, {left}{failed}  {file}"

    @staticmethod
    def _width() -> int:
        return max(shutil.get_terminal_size().columns, 20)

    def end(self) -> None:
        """Leaves the moving line."""
        if self._is_terminal and self._done:
            sys.stderr.write("\n")

    def summary(self, summary: dict[str, int]) -> None:
        """The last line of a run."""
        print(", ".join(f"{count} {status}" for status, count in summary.items()), file=sys.stderr, flush=True)


def _duration(seconds: float) -> str:
    """Such as 40 s, 3 min 20 s, 2 h 5 min."""
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60} s"
    return f"{whole // 3600} h {whole % 3600 // 60} min"
