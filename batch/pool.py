# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Worker processes that serve many files each. Work is handed out one by one; a worker that dies costs one file.

A worker reads one request a line from its standard input and answers on its standard output with a line that starts
with MARK. Everything else it prints is kept as its log.
"""

from __future__ import annotations

import json
import queue
import subprocess
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from typing import Any

MARK = "@omi_physics@"
START_TIMEOUT = 120.0
_LOG_LINES = 40

Request = dict[str, Any]
Answer = dict[str, Any]


class WorkerFailed(Exception):
    """A worker gave no answer; the text says what became of it."""


class Worker:
    """One process; started at the first request."""

    def __init__(self, command: Sequence[str]) -> None:
        self._command = list(command)
        self._process: subprocess.Popen[str] | None = None
        self._answers: queue.Queue[Answer | None] = queue.Queue()
        self._log: deque[str] = deque(maxlen=_LOG_LINES)

    def ask(self, request: Request, timeout: float | None) -> Answer:
        """The answer to a request; WorkerFailed where the process dies or takes too long, and is gone then."""
        if self._process is None or self._process.poll() is not None:
            self._start()
        assert self._process is not None and self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(request) + "\n")
            self._process.stdin.flush()
            answer = self._answers.get(timeout=timeout)
        except queue.Empty:
            self.stop()
            raise WorkerFailed(f"took longer than {timeout:g} seconds and was stopped") from None
        except OSError as error:
            self.stop()
            raise WorkerFailed(f"the worker is gone: {error}") from error
        if answer is None:
            raise WorkerFailed(self._last_words())
        return answer

    def _start(self) -> None:
        self._answers = queue.Queue()
        self._log.clear()
        self._process = subprocess.Popen(
            self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            text=True, encoding="utf-8", errors="replace", bufsize=1,
        )  # fmt: skip
        threading.Thread(target=self._listen, args=(self._process, self._answers), daemon=True).start()
        try:
            hello = self._answers.get(timeout=START_TIMEOUT)
        except queue.Empty:
            self.stop()
            raise WorkerFailed("the worker did not start in time") from None
        if hello is None:
            raise WorkerFailed(self._last_words())

    def _listen(self, process: subprocess.Popen[str], answers: queue.Queue[Answer | None]) -> None:
        assert process.stdout is not None
        for line in process.stdout:
            if line.startswith(MARK):
                answers.put(json.loads(line[len(MARK) :]))
            elif line.strip():
                self._log.append(line.rstrip())
        answers.put(None)

    def _last_words(self) -> str:
        assert self._process is not None
        code = self._process.wait()
        how = f"was ended by signal {-code}" if code < 0 else f"ended with code {code}"
        said = [line for line in self._log if "INFO" not in line][-3:]
        return f"the worker {how}" + (f": {' | '.join(said)}" if said else "")

    def stop(self) -> None:
        """Ends the process at once."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    def close(self) -> None:
        """Lets the process end by itself, and sees to it that it does."""
        if self._process is None or self._process.stdin is None:
            return
        try:
            self._process.stdin.close()
            self._process.wait(timeout=10.0)
        except (OSError, subprocess.TimeoutExpired):
            self.stop()
        self._process = None


class Pool:
    """Runs requests on a number of workers."""

    def __init__(self, command: Sequence[str], jobs: int, timeout: float | None) -> None:
        self._workers = [Worker(command) for _ in range(jobs)]
        self._timeout = timeout
        self._stopped = threading.Event()

    def run(
        self, items: Iterable[Any], request: Callable[[Any], Request], done: Callable[[Any, Answer | str, float], None]
    ) -> None:
        """Calls `done` in this thread for each item with the answer, or the reason there is none, and its seconds.

        KeyboardInterrupt ends all workers and goes on.
        """
        todo: deque[Any] = deque(items)
        results: queue.Queue[tuple[Any, Answer | str, float]] = queue.Queue()
        left = len(todo)
        threads = [
            threading.Thread(target=self._serve, args=(worker, todo, request, results), daemon=True)
            for worker in self._workers
        ]
        try:
            for thread in threads:
                thread.start()
            while left:
                try:
                    # A wait without an end could not be interrupted on Windows.
                    item, answer, seconds = results.get(timeout=0.5)
                except queue.Empty:
                    continue
                left -= 1
                done(item, answer, seconds)
        except BaseException:
            self._stopped.set()
            for worker in self._workers:
                worker.stop()
            raise
        for thread in threads:
            thread.join()
        for worker in self._workers:
            worker.close()

    def _serve(
        self,
        worker: Worker,
        todo: deque[Any],
        request: Callable[[Any], Request],
        results: queue.Queue[tuple[Any, Answer | str, float]],
    ) -> None:
        while not self._stopped.is_set():
            try:
                item = todo.popleft()
            except IndexError:
                return
            start = time.monotonic()
            answer: Answer | str
            try:
                answer = worker.ask(request(item), self._timeout)
            except WorkerFailed as failure:
                answer = str(failure)
            results.put((item, answer, time.monotonic() - start))
