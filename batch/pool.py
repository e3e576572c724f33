# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Worker processes that serve many files each. Work is handed out one by one; a worker that dies costs one file.

A worker reads one request a line from its standard input. It answers on its standard output with lines that start
with MARK: that it is ready, that it has taken a request, and what came of it. All else it prints is its log, until it
says where that goes on.
"""

from __future__ import annotations

import contextlib
import json
import os
import queue
import signal
import subprocess
import threading
import time
from collections import deque
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, TypeVar

from . import processors
from .channel import LOG, MARK, TAKEN, end_of_log

START_TIMEOUT = 120.0
_LOG_LINES = 40
# Lines that Blender and its exporter print for every file.
_USUAL = ("INFO", "Read blend", "Draco mesh compression")

_NOTHING = object()

Request = dict[str, Any]
Answer = dict[str, Any]
_T = TypeVar("_T")


class WorkerFailed(Exception):
    """A worker gave no answer; the text says what became of it."""


class NotStarted(WorkerFailed):
    """There is no process to ask, which is no file's fault."""


class _Died(WorkerFailed):
    """The process ended over a request."""


class _NeverTaken(Exception):
    """The process was gone before it had read the request."""


class Worker:
    """One process; started at the first request, if not before."""

    def __init__(self, command: Sequence[str], environment: Mapping[str, str]) -> None:
        self._command = list(command)
        self._environment = environment
        self._process: subprocess.Popen[str] | None = None
        self._answers: queue.SimpleQueue[Answer | None] = queue.SimpleQueue()
        self._taken = threading.Event()
        self._hello: Answer | None = None
        self._log: deque[str] = deque(maxlen=_LOG_LINES)
        self._log_file = ""
        self._served = 0
        self.asked_at = 0.0
        self._lock = threading.Lock()
        self._starting = threading.Lock()
        self._is_closed = False

    def ask(self, request: Request, timeout: float | None) -> Answer:
        """The answer to a request; WorkerFailed where the process dies or takes too long, and is gone then.

        What ends a process that has served others is tried once more in a fresh one: it may be on account of those.
        """
        try:
            return self._ask(request, timeout)
        except _NeverTaken:
            pass
        except _Died:
            if self._served == 0:
                raise
        self.stop()
        try:
            return self._ask(request, timeout)
        except _NeverTaken:
            raise WorkerFailed(self._last_words()) from None

    def _ask(self, request: Request, timeout: float | None) -> Answer:
        self.hello()
        assert self._process is not None and self._process.stdin is not None
        self.asked_at = time.monotonic()
        self._log.clear()
        self._taken.clear()
        try:
            self._process.stdin.write(json.dumps(request) + "\n")
            self._process.stdin.flush()
        except OSError:
            raise _NeverTaken from None
        end = None if timeout is None else self.asked_at + timeout
        answer = self._next(end, timeout)
        if answer is None and not self._taken.is_set():
            raise _NeverTaken
        if answer is None:
            raise _Died(self._last_words())
        self._served += 1
        return answer

    def _next(self, end: float | None, timeout: float | None) -> Answer | None:
        try:
            return self._answers.get(timeout=None if end is None else max(end - time.monotonic(), 0.0))
        except queue.Empty:
            self.stop()
            raise WorkerFailed(f"took longer than {timeout:g} seconds and was stopped") from None

    @property
    def is_launched(self) -> bool:
        """Whether there is a process, ready or not."""
        return self._process is not None

    def launch(self) -> None:
        """Starts the process without waiting for it; NotStarted where that is not possible."""
        # New ones: what a former process said may still come.
        self._answers = queue.SimpleQueue()
        self._taken = threading.Event()
        self._log.clear()
        self._hello = None
        self._log_file = ""
        self._served = 0
        failures: list[OSError] = []
        # Ctrl-C interrupts the main thread alone: in this one a process that has been made is also known.
        thread = threading.Thread(target=self._spawn, args=(failures,))
        thread.start()
        thread.join()
        if failures:
            raise NotStarted(f"no worker could be started: {failures[0]}") from failures[0]
        if self._process is None:
            raise NotStarted("stopped")

    def _spawn(self, failures: list[OSError]) -> None:
        # In a session of its own, so that Ctrl-C reaches this process alone, which then ends the workers.
        own: dict[str, Any] = {"start_new_session": True} if os.name == "posix" else {"creationflags": 0x00000200}
        with self._lock:
            if self._is_closed:
                return
            try:
                self._process = process = subprocess.Popen(
                    self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                    text=True, encoding="utf-8", errors="replace", bufsize=1, env=self._environment, **own,
                )  # fmt: skip
            except OSError as error:
                failures.append(error)
                return
        threading.Thread(target=self._listen, args=(process, self._answers, self._taken), daemon=True).start()

    def hello(self) -> Answer:
        """What the process says when it is ready; NotStarted where it does not come to that."""
        with self._starting:
            if self._process is None or self._process.poll() is not None:
                self.launch()
            if self._hello is None:
                try:
                    self._hello = self._answers.get(timeout=START_TIMEOUT)
                except queue.Empty:
                    self.stop()
                    raise NotStarted("the worker did not start in time") from None
            if self._hello is None:
                raise NotStarted(self._last_words())
            self._log_file = self._hello.pop(LOG, self._log_file)
            return self._hello

    def _listen(
        self, process: subprocess.Popen[str], answers: queue.SimpleQueue[Answer | None], taken: threading.Event
    ) -> None:
        assert process.stdout is not None
        try:
            for line in process.stdout:
                if line.startswith(MARK):
                    answer = json.loads(line[len(MARK) :])
                    # Nobody waits for the word that a request is taken.
                    taken.set() if TAKEN in answer else answers.put(answer)
                elif line.strip():
                    self._log.append(line.rstrip())
        finally:
            answers.put(None)

    def _last_words(self) -> str:
        if self._process is None:
            return "the worker was stopped"
        code = self._process.wait()
        how = f"was ended by signal {-code}" if code < 0 else f"ended with code {code}"
        if -code in {s.value for s in signal.Signals}:
            how += f" ({signal.Signals(-code).name})"
        log = [*self._log, *(end_of_log(self._log_file) if self._log_file else ())]
        said = [line for line in log if not any(word in line for word in _USUAL)][-3:]
        return f"the worker {how}" + (f": {' | '.join(said)}" if said else "")

    def stop(self) -> None:
        """Ends the process and what it has started at once."""
        process, self._process = self._process, None
        if process is None:
            return
        if os.name == "posix":
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(process.pid, signal.SIGKILL)
        process.kill()
        process.wait()

    def stop_for_good(self) -> None:
        """Ends the process; no other is started."""
        with self._lock:
            self._is_closed = True
        self.stop()

    def finish(self) -> None:
        """Has the process end by itself; `close` waits for that."""
        if self._process is not None and self._process.stdin is not None:
            with contextlib.suppress(OSError):
                self._process.stdin.close()

    def close(self) -> None:
        """Lets the process end by itself, and sees to it that it does."""
        if self._process is None or not self.asked_at:
            self.stop()
            return
        self.finish()
        try:
            self._process.wait(timeout=10.0)
        except subprocess.TimeoutExpired:
            self.stop()
        self._process = None


class Pool:
    """Runs requests on a number of workers. As a context it ends them all, at once where it is left by an exception."""

    def __init__(
        self, command: Sequence[str], jobs: int, timeout: float | None, temporary_folder: str | None = None
    ) -> None:
        self._workers = [Worker(command, _environment(jobs, number, temporary_folder)) for number in range(jobs)]
        self._timeout = timeout
        self._stopped = threading.Event()
        self._serving = 0
        self._serving_lock = threading.Lock()

    def __enter__(self) -> Pool:
        return self

    def __exit__(self, kind: object, *_rest: object) -> None:
        if kind is not None:
            self.stop()
        for worker in self._workers:
            worker.close()

    def stop(self) -> None:
        """Ends all workers at once."""
        self._stopped.set()
        for worker in self._workers:
            worker.stop_for_good()

    def launch(self, count: int) -> None:
        """Starts workers ahead of their first request."""
        for worker in self._workers[:count]:
            worker.launch()

    def hello(self) -> Answer:
        """What the worker that is ready first tells of itself; WorkerFailed where none of those launched can."""
        found: queue.SimpleQueue[Answer | WorkerFailed] = queue.SimpleQueue()

        def ask(worker: Worker) -> None:
            try:
                found.put(worker.hello())
            except WorkerFailed as failure:
                found.put(failure)

        launched = [worker for worker in self._workers if worker.is_launched] or self._workers[:1]
        for worker in launched:
            threading.Thread(target=ask, args=(worker,), daemon=True).start()
        failures: list[WorkerFailed] = []
        for _ in launched:
            answer = _wait_for(found)
            if not isinstance(answer, WorkerFailed):
                return answer
            failures.append(answer)
        raise failures[-1]

    def run(
        self,
        items: Collection[Any],
        request: Callable[[Any], Request],
        done: Callable[[Any, Answer | str, float], None],
    ) -> None:
        """Calls `done` in this thread for each item with the answer, or the reason there is none, and its seconds.

        It runs once: a worker ends when there is nothing left for it.
        """
        todo: deque[Any] = deque(items)
        results: queue.SimpleQueue[tuple[Any, Answer | str, float]] = queue.SimpleQueue()
        threads = [
            threading.Thread(target=self._serve, args=(worker, todo, request, results), daemon=True)
            for worker in self._workers[: len(todo)]
        ]
        self._serving = len(threads)
        for thread in threads:
            thread.start()
        for _ in items:
            done(*_wait_for(results))
        for thread in threads:
            thread.join()

    def _serve(
        self,
        worker: Worker,
        todo: deque[Any],
        request: Callable[[Any], Request],
        results: queue.SimpleQueue[tuple[Any, Answer | str, float]],
    ) -> None:
        while not self._stopped.is_set():
            item = self._take(todo)
            if item is _NOTHING:
                # While others still work.
                worker.finish()
                return
            start = time.monotonic()
            answer: Answer | str
            try:
                answer = worker.ask(request(item), self._timeout)
            except NotStarted as failure:
                if self._hand_back(item, todo):
                    return
                answer = str(failure)
            except WorkerFailed as failure:
                answer = str(failure)
            except Exception as error:  # noqa: BLE001 - a file without a result would be waited for without an end
                answer = f"{type(error).__name__}: {error}"
            # The time that a worker takes to start is no file's.
            results.put((item, answer, time.monotonic() - max(start, worker.asked_at)))

    def _take(self, todo: deque[Any]) -> Any:
        with self._serving_lock:
            if todo:
                return todo.popleft()
            self._serving -= 1
            return _NOTHING

    def _hand_back(self, item: Any, todo: deque[Any]) -> bool:
        """Leaves an item, which a worker that does not start did not get, to others; False where there are none."""
        with self._serving_lock:
            if self._serving == 1:
                return False
            self._serving -= 1
            todo.appendleft(item)
            return True


def _environment(jobs: int, number: int, temporary_folder: str | None) -> dict[str, str]:
    """That of this process, with what is the worker's own."""
    found = {**os.environ, **processors.environment(jobs, number)}
    if temporary_folder is not None:
        found.update(dict.fromkeys(("TMPDIR", "TEMP", "TMP"), temporary_folder))
    return found


def _wait_for(results: queue.SimpleQueue[_T]) -> _T:
    while True:
        # A wait without an end could not be interrupted on Windows.
        with contextlib.suppress(queue.Empty):
            return results.get(timeout=0.5)
