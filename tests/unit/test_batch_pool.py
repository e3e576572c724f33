# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Workers that answer, die, hang, babble or never start; here they are plain Python processes, told what to do."""

from __future__ import annotations

import os
import queue
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from omi_physics.batch.pool import MARK, Pool, WorkerFailed

WORKER = f"""
import json, os, sys, tempfile, time
def say(data):
    sys.stdout.write("\\n{MARK}" + json.dumps(data) + "\\n")
    sys.stdout.flush()
say({{"blender": "1.2.3"}})
served = 0
for line in sys.stdin:
    do = json.loads(line)["do"]
    say({{"taken": True}})
    print("words about", do, flush=True)
    if do == "die" or (do == "die if used" and served):
        print("last words of", do, flush=True)
        os._exit(7)
    if do == "hang":
        time.sleep(600)
    if do == "sleep":
        time.sleep(0.4)
    if do == "babble":
        sys.stderr.write("x" * 300000 + "\\n{MARK[:-1]} no answer\\n")
        sys.stdout.write("\\xff\\n" * 10)
    served += 1
    say({{"did": do, "pid": os.getpid(), "temp": tempfile.gettempdir()}})
    if do == "leave":
        os._exit(0)
"""


class Run:
    """Runs words on a pool and keeps the answers by their place."""

    def __init__(
        self, *words: str, jobs: int = 1, timeout: float | None = 30, code: str = WORKER, folder: str | None = None
    ):
        self.answers: dict[int, Any] = {}
        self.seconds: dict[int, float] = {}
        items = list(enumerate(words))
        with Pool([sys.executable, "-c", code], jobs, timeout, folder) as pool:
            pool.run(items, lambda item: {"do": item[1]}, self._done)

    def _done(self, item: tuple[int, str], answer: Any, seconds: float) -> None:
        self.answers[item[0]] = answer
        self.seconds[item[0]] = seconds

    def did(self) -> list[str]:
        """What each answer says was done, or why there is none."""
        return [a["did"] if isinstance(a, dict) else a for _, a in sorted(self.answers.items())]

    def processes(self) -> set[int]:
        return {a["pid"] for a in self.answers.values() if isinstance(a, dict)}


def test_one_worker_serves_many() -> None:
    run = Run("a", "b", "c")
    assert run.did() == ["a", "b", "c"] and len(run.processes()) == 1


def test_a_slow_file_holds_nobody_up() -> None:
    run = Run("sleep", *"abcdefgh", jobs=2)
    slow = run.answers[0]["pid"]
    assert run.did() == ["sleep", *"abcdefgh"]
    assert len(run.processes()) == 2 and sum(a["pid"] == slow for a in run.answers.values()) < 5


def test_a_death_costs_one_file_and_quotes_that_file_alone() -> None:
    run = Run("a", "die", "b")
    assert run.did()[0] == "a" and run.did()[2] == "b"
    assert run.answers[1] == "the worker ended with code 7: words about die | last words of die"


def test_a_log_that_goes_on_in_a_file_is_quoted(tmp_path: Path) -> None:
    path = tmp_path / "log"
    code = WORKER.replace('say({"blender": "1.2.3"})', f'say({{"log": {str(path)!r}}}); sys.stdout = sys.__stdout__')
    code = code.replace(
        'print("last words of", do, flush=True)', f'open({str(path)!r}, "w").write("INFO\\n\\nlast!\\n")'
    )
    run = Run("a", "die", "b", code=code)
    assert run.did()[::2] == ["a", "b"] and run.answers[1].endswith("words about die | last!")


def test_a_log_that_is_gone_is_not_quoted() -> None:
    code = WORKER.replace('say({"blender": "1.2.3"})', 'say({"log": "/nonexistent/log"})')
    assert Run("die", code=code).answers[0].endswith("words about die | last words of die")


def test_what_ends_a_used_worker_is_tried_in_a_fresh_one() -> None:
    run = Run("die if used", "die if used", "die if used")
    assert run.did() == ["die if used"] * 3 and len(run.processes()) == 3


def test_a_worker_that_leaves_between_two_files_costs_none() -> None:
    assert Run("leave", "a", "leave", "leave", "b").did() == ["leave", "a", "leave", "leave", "b"]


def test_a_hang_ends_with_its_time() -> None:
    run = Run("a", "hang", "b", timeout=1.0)
    assert run.did() == ["a", "took longer than 1 seconds and was stopped", "b"]
    assert 0.9 < run.seconds[1] < 10


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_a_signal_is_named() -> None:
    code = WORKER.replace("os._exit(7)", "os.kill(os.getpid(), 9)")
    assert Run("die", code=code).answers[0].startswith("the worker was ended by signal 9 (SIGKILL)")


def test_other_output_is_no_answer() -> None:
    assert Run("babble", "a").did() == ["babble", "a"]


def test_temporary_files_go_where_they_are_cleared_away(tmp_path: Path) -> None:
    assert Run("a", folder=str(tmp_path)).answers[0]["temp"] == str(tmp_path)


@pytest.mark.parametrize("code", ["import sys; sys.exit('no Blender here')", "raise SystemExit(3)"])
def test_a_worker_that_does_not_start(code: str) -> None:
    run = Run("a", "b", code=code)
    assert len(run.did()) == 2 and all("the worker ended with code" in words for words in run.did())
    assert "no Blender here" in run.did()[0] or "3" in run.did()[0]


def test_a_program_that_is_not_there() -> None:
    with Pool(["/nonexistent/blender"], 1, None) as pool, pytest.raises(WorkerFailed, match="could be started"):
        pool.hello()


def test_a_worker_tells_of_itself() -> None:
    with Pool([sys.executable, "-c", WORKER], 2, None) as pool:
        pool.launch(1)
        assert pool.hello() == {"blender": "1.2.3"}


@pytest.mark.parametrize("fault", ["time.sleep(600)", "sys.exit('no Blender here')"])
def test_nobody_waits_for_the_slowest_to_start(tmp_path: Path, fault: str) -> None:
    place = tmp_path / "first"
    # The one that comes first has the fault.
    code = f"import os, sys, time\ntry: os.mkdir({str(place)!r})\nexcept OSError: pass\nelse: {fault}\n{WORKER}"
    with Pool([sys.executable, "-c", code], 2, None) as pool:
        pool.launch(2)
        assert pool.hello() == {"blender": "1.2.3"}
        answers: queue.Queue[Any] = queue.Queue()
        pool._workers = [worker for worker in pool._workers if worker._hello]
        pool.run(["a", "b"], lambda word: {"do": word}, lambda _item, answer, _seconds: answers.put(answer["did"]))
        assert {answers.get(), answers.get()} == {"a", "b"}


def test_a_worker_without_work_ends_while_others_go_on() -> None:
    left: list[int] = []
    with Pool([sys.executable, "-c", WORKER], 2, None) as pool:

        def done(_item: str, answer: Any, _seconds: float) -> None:
            if answer["did"] == "sleep":
                left.extend(worker._process.poll() for worker in pool._workers if worker._process)

        pool.launch(2)
        pool.run(["sleep", "a"], lambda word: {"do": word}, done)
    assert 0 in left


@pytest.mark.parametrize(("jobs", "own"), [(1, None), (1000, None), (2, "7")])
def test_workers_share_the_processors(jobs: int, own: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OMP_NUM_THREADS", raising=False)
    if own:
        monkeypatch.setenv("OMP_NUM_THREADS", own)
    code = WORKER.replace('"pid": os.getpid()', '"pid": os.environ.get("OMP_NUM_THREADS")')
    found: list[str] = []
    with Pool([sys.executable, "-c", code], jobs, None) as pool:
        pool.run(["a"], lambda word: {"do": word}, lambda _item, answer, _seconds: found.append(answer["pid"]))
    # One worker may use all; a thousand get one thread each.
    assert found == [own or (None if jobs == 1 else "1")]


def test_a_worker_that_does_not_start_leaves_its_file_to_the_others(tmp_path: Path) -> None:
    fails_once = f"""
import os
try:
    os.close(os.open({str(tmp_path / "first")!r}, os.O_CREAT | os.O_EXCL))
except FileExistsError:
    pass
else:
    raise SystemExit("no memory")
"""
    run = Run("a", "b", "c", "d", jobs=2, code=fails_once + WORKER)
    assert [run.answers[i]["did"] for i in range(4)] == ["a", "b", "c", "d"]


def test_where_no_worker_starts_each_file_says_so() -> None:
    run = Run("a", "b", "c", jobs=2, code="raise SystemExit('no memory')")
    assert sorted(run.answers) == [0, 1, 2] and all("no memory" in answer for answer in run.answers.values())


@pytest.mark.skipif(sys.platform != "linux", reason="Ctrl-C is made with a signal")
def test_ctrl_c_while_a_process_is_being_made_leaves_none(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[int] = []
    plain = subprocess.Popen._execute_child  # type: ignore[attr-defined]

    def interrupted(self: Any, *args: Any) -> None:
        plain(self, *args)
        made.append(self.pid)
        os.kill(os.getpid(), signal.SIGINT)

    monkeypatch.setattr(subprocess.Popen, "_execute_child", interrupted)
    with pytest.raises(KeyboardInterrupt), Pool([sys.executable, "-c", WORKER], 2, None) as pool:
        pool.launch(2)
    assert made
    for pid in made:
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)


@pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc")
@pytest.mark.parametrize("do", ["hang", "a"])
def test_an_exception_leaves_no_worker(do: str) -> None:
    process: list[int] = []

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt), Pool([sys.executable, "-c", WORKER], 2, None) as pool:
        pool.launch(2)
        pool.hello()
        process += [worker._process.pid for worker in pool._workers if worker._process]
        pool.run(["a", do], lambda word: {"do": word}, interrupt)
    assert len(process) == 2 and not any(Path(f"/proc/{pid}").exists() for pid in process)
    for _ in range(100):
        if not [t for t in threading.enumerate() if "_serve" in t.name]:
            return
        time.sleep(0.05)
    pytest.fail("a thread of the pool goes on")
