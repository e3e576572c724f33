# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Which processors a worker counts."""

from __future__ import annotations

import os

import pytest

from omi_physics.batch import processors

VARIABLE = "OMI_PHYSICS_PROCESSORS"
needs_affinity = pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="the system cannot place a process")


@pytest.mark.parametrize(
    ("jobs", "expected"),
    [
        (2, ["0 1", "2 5"]),
        (3, ["0", "1", "2"]),
        (4, ["0", "1", "2", "5"]),
        (6, ["0", "1", "2", "5", "0", "1"]),
    ],
)
def test_workers_get_shares_that_do_not_overlap_while_there_are_enough(
    jobs: int, expected: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("OMP_NUM_THREADS", raising=False)
    monkeypatch.setattr(processors, "available", lambda: [0, 1, 2, 5])
    found = [processors.environment(jobs, number) for number in range(jobs)]
    assert [own[VARIABLE] for own in found] == expected
    assert {own["OMP_NUM_THREADS"] for own in found} == {"2" if jobs == 2 else "1"}


def test_a_single_worker_is_told_nothing() -> None:
    assert processors.environment(1, 0) == {}


@needs_affinity
def test_only_a_workers_own_processors_are_counted_meanwhile(monkeypatch: pytest.MonkeyPatch) -> None:
    before = os.sched_getaffinity(0)
    last = max(before)
    monkeypatch.setenv(VARIABLE, str(last))
    with pytest.raises(ValueError, match="inside"), processors.counted():
        assert os.sched_getaffinity(0) == {last}
        raise ValueError("inside")
    assert os.sched_getaffinity(0) == before


@needs_affinity
def test_processors_that_are_gone_are_no_reason_to_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    before = os.sched_getaffinity(0)
    monkeypatch.setenv(VARIABLE, "4095")
    with processors.counted():
        assert os.sched_getaffinity(0) == before
    assert os.sched_getaffinity(0) == before
