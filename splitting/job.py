# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""One run of the worker: started, asked how far it is, stopped. It never blocks unless asked to wait."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np

from ..core.geometry.parts import Part
from ..core.physics.scene import FloatArray

_WORKER = Path(__file__).resolve().parent / "worker.py"
_ROUND = re.compile(rb"iter (\d+) ----")
_TAIL = 4096


class JobFailed(Exception):
    """The worker ended without a result; the text is what it said last."""


class Job:
    """Parts that are being split, each by its own settings of CoACD (`settings.settings_for`)."""

    def __init__(self, parts: Sequence[Part], settings: Sequence[dict[str, Any]], command: list[str], paths: list[str]):
        """`command` starts a Python that runs what follows; `paths` are where it finds its packages."""
        self.count = len(parts)
        self._begin = time.monotonic()
        self._is_nice = False
        self._folder = Path(tempfile.mkdtemp(prefix="omi_physics_split_"))
        try:
            for number, part in enumerate(parts):
                np.savez(self._folder / f"part_{number}.npz", points=part.points, triangles=part.triangles)
            job = json.dumps({"paths": paths, "parts": list(settings)})
            (self._folder / "job.json").write_text(job, encoding="utf-8")
            self._process = self._start(command)
        except BaseException:
            shutil.rmtree(self._folder, ignore_errors=True)
            raise

    def _start(self, command: list[str]) -> subprocess.Popen[bytes]:
        # What a killed process leaves behind goes with the folder. Threads that wait must not keep a core busy: where
        # others work as well, that makes it several times slower.
        changed = dict.fromkeys(("TMPDIR", "TEMP", "TMP"), str(self._folder)) | {"OMP_WAIT_POLICY": "PASSIVE"}
        flags = subprocess.CREATE_NO_WINDOW if sys.platform == "win32" else 0
        with (self._folder / "log.txt").open("wb") as log:
            return subprocess.Popen(
                [*command, str(_WORKER), "--", str(self._folder)],
                stdin=subprocess.PIPE,
                stdout=log,
                stderr=subprocess.STDOUT,
                env={**os.environ, **changed},
                creationflags=flags,
            )

    def be_nice(self) -> None:
        """Lets other processes go first, such as Blender's window."""
        if sys.platform != "win32" and not self._is_nice:
            self._is_nice = True
            # It may have ended already, or the system does not let us; it works without.
            with suppress(OSError):
                os.setpriority(os.PRIO_PROCESS, self._process.pid, 10)

    @property
    def seconds(self) -> float:
        """How long it has been going on."""
        return time.monotonic() - self._begin

    @property
    def done(self) -> int:
        """How many parts are finished."""
        return sum((self._folder / f"hulls_{number}.npz").exists() for number in range(self.count))

    @property
    def round(self) -> int:
        """How many times all pieces of the present part were cut."""
        found = _ROUND.findall(self._log())
        return int(found[-1]) if found else 0

    @property
    def is_running(self) -> bool:
        """Whether there is more to come."""
        return self._process.poll() is None

    def wait(self) -> None:
        """Returns when the worker has ended."""
        self._process.wait()

    def hulls(self) -> list[list[FloatArray]]:
        """The points (n, 3) of the hulls of each part; only when it is no longer running. JobFailed without."""
        if self._process.returncode != 0 or self.done < self.count:
            lines = [line for line in self._log().decode(errors="replace").splitlines() if "[info]" not in line]
            raise JobFailed(lines[-1].strip() if lines else f"exit code {self._process.returncode}")
        found: list[list[FloatArray]] = []
        for number in range(self.count):
            with np.load(self._folder / f"hulls_{number}.npz") as arrays:
                found.append([arrays[name] for name in arrays.files])
        return found

    def close(self) -> None:
        """Ends the worker, where it is still running, and removes what it wrote."""
        if self.is_running:
            self._process.kill()
            self._process.wait()
        if self._process.stdin is not None:
            self._process.stdin.close()
        shutil.rmtree(self._folder, ignore_errors=True)

    def _log(self) -> bytes:
        with (self._folder / "log.txt").open("rb") as log:
            size = log.seek(0, os.SEEK_END)
            log.seek(max(0, size - _TAIL))
            return log.read()
