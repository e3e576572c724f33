# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The processors of this machine, shared out among workers.

Blender and NumPy start a thread for each processor they count. While those wait for work they spin, which takes the
processors that other workers need.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Generator

_VARIABLE = "OMI_PHYSICS_PROCESSORS"


def available() -> list[int]:
    """The numbers of the processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return sorted(os.sched_getaffinity(0))
    return list(range(os.cpu_count() or 1))


def threads(jobs: int) -> int:
    """How many threads each of so many workers can have for itself, at least one."""
    return max(len(available()) // jobs, 1)


def environment(jobs: int, number: int) -> dict[str, str]:
    """What the worker of a number, of so many, is told. The user's own number of threads stays."""
    if jobs == 1:
        return {}
    found, count = available(), threads(jobs)
    own = [found[(number * count + i) % len(found)] for i in range(count)]
    threads_of_numpy = os.environ.get("OMP_NUM_THREADS", str(count))
    return {_VARIABLE: " ".join(map(str, own)), "OMP_NUM_THREADS": threads_of_numpy}


@contextlib.contextmanager
def counted() -> Generator[None]:
    """Shows to what counts processors meanwhile those of this worker alone, where the system can do that.

    For the bpy package, which takes no number of threads. Afterwards the system places the process as it likes.
    """
    own = os.environ.get(_VARIABLE)
    if not own or not hasattr(os, "sched_setaffinity"):
        yield
        return
    before = os.sched_getaffinity(0)
    # Refused, it costs a little time.
    with contextlib.suppress(OSError):
        os.sched_setaffinity(0, map(int, own.split()))
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)
