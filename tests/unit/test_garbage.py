# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Python's garbage collection is as it was after work that pauses it."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest

from omi_physics.core.ground.garbage import uncollected


@pytest.fixture(autouse=True)
def collecting() -> Iterator[None]:
    yield
    gc.enable()


@uncollected()
def work(fails: bool) -> bool:
    with uncollected():
        pass
    # Still paused: what is inside another is not its end.
    if fails:
        raise ValueError("on purpose")
    return gc.isenabled()


def test_it_is_paused_meanwhile_and_goes_on_after() -> None:
    assert work(False) is False and gc.isenabled()
    with pytest.raises(ValueError, match="on purpose"):
        work(True)
    assert gc.isenabled()


def test_where_it_is_off_it_stays_off() -> None:
    gc.disable()
    assert work(False) is False and not gc.isenabled()
