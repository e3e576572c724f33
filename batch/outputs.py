# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The output folder while a run works into it: one run at a time, or shards beside each other.

A run has a folder of its own there for all that is not final. A lock in it tells whether the run still lives; what a
dead one left is brought to an end and cleared away by the next.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import socket
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from . import staging
from .locks import Lock, NoLocks
from .plain import read_json
from .report import write_json
from .whole import Files

_RUN = f"{staging.PREFIX}-run-"
_GATE = f"{staging.PREFIX}.lock"
_LOCK, _ABOUT = "lock", "run.json"
# Seconds that a run waits for another to end, and a shard for another to have moved its files.
_PATIENCE, _LONG_PATIENCE = 5.0, 60.0


class Busy(Exception):
    """Another run works into the folder; the text names it."""


@dataclass(frozen=True, slots=True)
class _About:
    """What a run says of itself."""

    process: int = 0
    machine: str = ""
    shard: str = ""


class OutputFolder:
    """A run's place in the folder; `problem` says why there is none where the folder cannot be written."""

    def __init__(self, home: Path, shard: str = "", say: Callable[[str], None] = print) -> None:
        self.home = home.absolute()
        self._shard = shard
        self._say = say
        self.folder = self.home / f"{_RUN}{os.getpid()}-{os.urandom(6).hex()}"
        self.problem = ""
        self._life = Lock(self.folder / _LOCK)
        self._gate = Lock(self.home / _GATE)
        self._has_locks = True

    def claim(self) -> None:
        """Takes the place, which `close` leaves; Busy where another run is there."""
        try:
            self.home.mkdir(parents=True, exist_ok=True)
            self._wait_for_place()
        except OSError as error:
            self.problem = f"it cannot be written: {error}"

    def _wait_for_place(self) -> None:
        end = time.monotonic() + _PATIENCE
        while True:
            with self._at_gate(max(end - time.monotonic(), 0.0)):
                other = self._look_at_others()
                if not other:
                    self._settle()
                    return
            if time.monotonic() >= end:
                raise Busy(f"{other} exports into {self.home}")
            time.sleep(0.1)

    def _settle(self) -> None:
        self.folder.mkdir()
        about = _About(os.getpid(), socket.gethostname(), self._shard)
        write_json(self.folder / _ABOUT, asdict(about), indent=None)
        with contextlib.suppress(NoLocks):
            self._life.take()

    def close(self) -> None:
        """Clears away what is not final."""
        if self.problem:
            return
        # Files that could be moved neither on nor back are kept for the next run.
        is_done = self._bring_to_an_end(self.folder)
        self._life.release()
        if is_done:
            shutil.rmtree(self.folder, ignore_errors=True)

    @contextlib.contextmanager
    def _at_gate(self, seconds: float) -> Iterator[None]:
        """Alone among the runs; Busy where another does not go on."""
        try:
            is_ours = self._gate.take(seconds)
        except NoLocks as error:
            if self._has_locks:
                self._say(f"{self.home} has no locks ({error.strerror}): see to it that one run at a time writes there")
            self._has_locks, is_ours = False, True
            (self.home / _GATE).unlink(missing_ok=True)
        if not is_ours:
            raise Busy(f"another run does not let go of {self.home}")
        try:
            yield
        finally:
            self._gate.release(is_last=True)

    def _look_at_others(self) -> str:
        """Clears away what dead runs left; names one that lives and is in our way."""
        for folder in sorted(self.home.glob(f"{_RUN}*")):
            if folder.is_symlink() or not folder.is_dir():
                continue
            about = _about(folder)
            is_alive = _is_alive(folder, about)
            if is_alive is False and self._bring_to_an_end(folder):
                shutil.rmtree(folder, ignore_errors=True)
            if is_alive and not (self._shard and about.shard and about.shard != self._shard):
                place = "" if about.machine in ("", socket.gethostname()) else f" on {about.machine}"
                return f"another run (process {about.process}{place})"
        return ""

    def _bring_to_an_end(self, folder: Path) -> bool:
        """Finishes what a run was moving; False where that is not possible."""
        try:
            staging.recover(folder, self.home)
        except ValueError as error:
            self._say(f"{folder} holds no plan of moves ({error}); it is left out")
        except OSError as error:
            self._say(f"{folder} holds files that could be moved neither on nor back: {error}")
            return False
        return True

    def publish(self, attempt: str, files: Files, output: Path) -> dict[Path, str]:
        """Moves the files of an attempt to their final places, which it gives back with what they hold.

        OSError where that is not possible, or where the files are no longer what was made.
        """
        output = output.absolute()
        folder = self.folder / attempt
        staged = staging.check_whole(folder, files, output.name)
        # A single file is in its place at once. Shards move several of one output one after the other.
        alone = contextlib.nullcontext() if len(staged) == 1 else self._at_gate(_LONG_PATIENCE)
        try:
            with alone:
                placed = staging.publish(self.folder, self.home, staged, folder, output)
        except Busy as busy:
            raise OSError(str(busy)) from busy
        return {
            place: files[path.relative_to(folder).as_posix()][1] for path, place in zip(staged, placed, strict=True)
        }

    def clear(self, index: int) -> None:
        """Takes away what is left of the attempts at a task."""
        staging.clear(self.folder, index)


def _about(folder: Path) -> _About:
    """What a run says of itself; nothing where that cannot be read."""
    try:
        found = read_json(folder / _ABOUT)
        process, machine, shard = (found[key] for key in ("process", "machine", "shard"))
    except (OSError, ValueError, LookupError, TypeError):
        return _About()
    is_sound = type(process) is int and 0 < process < 2**31 and isinstance(machine, str) and isinstance(shard, str)
    return _About(process, machine, shard) if is_sound else _About()


def _is_alive(folder: Path, about: _About) -> bool | None:
    """Whether the run of a folder lives; None where nobody can tell."""
    lock = Lock(folder / _LOCK)
    try:
        if not lock.take():
            return True
    except NoLocks:
        return _is_running(about.process) if about.machine == socket.gethostname() else None
    lock.release()
    return False


def _is_running(process: int) -> bool | None:
    """Whether there is a process of that number on this machine; None where asking would be a signal."""
    if os.name != "posix":
        return None
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:
        pass
    return True
