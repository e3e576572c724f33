# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""One run over many files: what is skipped, what workers are asked, what becomes of their answers."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from . import report as reports
from .options import Options
from .outputs import OutputFolder
from .plan import Shard, Task
from .pool import Pool
from .progress import Progress
from .state import State, settings_digest


@dataclass(frozen=True, slots=True)
class Settings:
    """How a run is done. `output_dir` is None where nothing is exported; `makers`: Blender, the add-on and its like."""

    command: str
    options: Options
    makers: Sequence[str]
    output_dir: Path | None = None
    file_format: str = "glb"
    is_forced: bool = False
    is_quiet: bool = False
    allow_missing: bool = False
    shard: Shard | None = None

    def fingerprint(self) -> str:
        """Equal for equal outputs from equal inputs."""
        return settings_digest([list(self.makers), self.options.as_json(), self.file_format, self.allow_missing])


class Run:
    """`entries` tells of every task, also when the run was stopped."""

    def __init__(self, settings: Settings, tasks: Sequence[Task], outputs: OutputFolder | None = None) -> None:
        self._settings = settings
        self._tasks = tasks
        self._outputs = outputs
        folder = settings.output_dir
        self._state = None if folder is None else State(folder, settings.fingerprint(), settings.shard)
        self._entries: dict[int, reports.Entry] = {}
        self.progress = Progress(len(tasks), settings.is_quiet)
        self.seconds = 0.0

    def run(self, pool: Pool) -> None:
        """Works on all tasks; where that ends early, KeyboardInterrupt included, the workers are ended."""
        start = time.monotonic()
        todo = [task for task in self._tasks if not self._skip(task)]
        try:
            if self._outputs is not None and self._outputs.problem:
                for task in todo:
                    self._done(task, self._outputs.problem, 0.0)
            elif todo:
                pool.run(todo, self._request, self._done)
        except BaseException:
            # Before what they are writing is cleared away.
            pool.stop()
            raise
        finally:
            self._save()
            self.progress.end()
            self.seconds = time.monotonic() - start

    @property
    def entries(self) -> list[reports.Entry]:
        """The entries of all tasks, in their order."""
        stopped = {"status": "failed", "reason": "the run was stopped before"}
        return [self._entries.get(t.index) or reports.entry(str(t.source), **stopped) for t in self._tasks]

    def _skip(self, task: Task) -> bool:
        if self._state is None or self._settings.is_forced:
            return False
        known = self._state.entry(task.key, task.source)
        if known is None:
            return False
        fresh = {"file": str(task.source), "output": str(task.output), "status": "skipped", "seconds": 0.0}
        self._entries[task.index] = {**known, **fresh, "reason": "unchanged"}
        self.progress.file(self._entries[task.index])
        return True

    def _request(self, task: Task) -> dict[str, Any]:
        return {
            "command": self._settings.command,
            "index": task.index,
            "staging": None if self._outputs is None else str(self._outputs.folder),
            "source": str(task.source.absolute()),
            "output": None if task.output is None else str(task.output.absolute()),
            "format": self._settings.file_format,
            "options": self._settings.options.as_json(),
            "allow_missing": self._settings.allow_missing,
        }

    def _done(self, task: Task, answer: dict[str, Any] | str, seconds: float) -> None:
        if isinstance(answer, str):
            answer = {"status": "failed", "reason": answer}
        inputs, written = answer.pop("inputs", {}), self._publish(task, answer)
        entry = reports.entry(str(task.source), seconds=round(seconds, 3), **answer)
        self._entries[task.index] = entry
        self.progress.file(entry)
        if self._state is not None:
            if written:
                self._state.remember(task.key, task.source, inputs, written, entry)
            else:
                self._state.forget(task.key)
            self._save(is_last=False)

    def _publish(self, task: Task, answer: dict[str, Any]) -> dict[Path, str]:
        """Gives an export its final names, and them and their digests back; says in the answer where that failed."""
        attempt, files = answer.pop("attempt", ""), answer.pop("written", {})
        if task.output is None or self._outputs is None:
            return {}
        try:
            if answer["status"] == "ok":
                placed = self._outputs.publish(attempt, files, task.output)
                answer["output"] = str(task.output)
                return placed
        except OSError as error:
            answer.update(status="failed", reason=f"it cannot be written: {error}")
        finally:
            self._outputs.clear(task.index)
        return {}

    def _save(self, is_last: bool = True) -> None:
        if self._state is None:
            return
        try:
            self._state.save() if is_last else self._state.save_now_and_then()
        except OSError as error:
            if is_last:
                self.progress.say(f"What is needed to skip unchanged files could not be kept: {error}")
