# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""A file is skipped only where its output is what an export of it would give today."""

from __future__ import annotations

import json
import os
import shutil
import time
from pathlib import Path

import pytest

from omi_physics.batch import report
from omi_physics.batch.plan import Shard
from omi_physics.batch.stamps import Stamps
from omi_physics.batch.state import State, settings_digest

ENTRY = report.entry("in/a.blend", "ok", output="out/a.glb", seconds=1.0)
HOUR = 3600


class Folders:
    """An input with a library and its output, an hour old, and the state that knows them."""

    def __init__(self, root: Path) -> None:
        self.source, self.library = root / "in" / "a.blend", root / "in" / "lib.blend"
        self.out = root / "out"
        self.output, self.part = self.out / "level" / "a.gltf", self.out / "level" / "a.bin"
        for path in (self.source, self.library, self.output, self.part):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(path.name.encode())
            age(path)
        self.remember("x").save()

    def remember(self, settings: str, shard: Shard | None = None) -> State:
        state = State(self.out, settings, shard)
        inputs = {str(p): Stamps().take(p) for p in (self.source, self.library)}
        state.remember("level/a.gltf", self.source, inputs, [self.output, self.part], ENTRY)
        return state

    def is_skipped(self, settings: str = "x", shard: Shard | None = None) -> bool:
        return State(self.out, settings, shard).entry("level/a.gltf", self.source) is not None


def age(path: Path, seconds: float = HOUR) -> None:
    os.utime(path, (time.time() - seconds, time.time() - seconds))


@pytest.fixture
def folders(tmp_path: Path) -> Folders:
    return Folders(tmp_path)


def test_what_is_unchanged_is_skipped_with_its_entry(folders: Folders) -> None:
    assert State(folders.out, "x").entry("level/a.gltf", folders.source) == ENTRY


@pytest.mark.parametrize("name", ["source", "library", "output", "part"])
@pytest.mark.parametrize("change", ["content", "same size", "gone"])
def test_a_change_of_any_file_counts(folders: Folders, name: str, change: str) -> None:
    path: Path = getattr(folders, name)
    if change == "gone":
        path.unlink()
    else:
        path.write_bytes(path.read_bytes()[::-1] if change == "same size" else b"something else")
    assert not folders.is_skipped()


def test_a_new_time_alone_is_no_change(folders: Folders) -> None:
    for path in (folders.source, folders.library, folders.output, folders.part):
        age(path, 60)
    assert folders.is_skipped()


def test_a_change_within_one_step_of_the_clock_is_seen(folders: Folders) -> None:
    folders.source.write_bytes(b"one")
    now = folders.source.stat().st_mtime_ns
    folders.remember("x").save()
    folders.source.write_bytes(b"two")
    os.utime(folders.source, ns=(now, now))
    assert not folders.is_skipped()


def test_a_file_that_was_missing_and_is_not_any_more(folders: Folders) -> None:
    folders.library.unlink()
    folders.remember("x").save()
    assert folders.is_skipped()
    folders.library.write_bytes(b"back")
    assert not folders.is_skipped()


def test_other_settings_and_another_source(folders: Folders) -> None:
    assert not folders.is_skipped("y")
    assert State(folders.out, "x").entry("level/a.gltf", folders.library) is None
    assert State(folders.out, "x").entry("level/b.gltf", folders.source) is None


def test_settings_are_told_apart_whatever_their_order() -> None:
    one = settings_digest({"a": 1, "b": [True]})
    assert one == settings_digest({"b": [True], "a": 1}) != settings_digest({"a": 1, "b": [False]})


def test_inputs_and_outputs_may_move_together(folders: Folders, tmp_path: Path) -> None:
    shutil.copytree(tmp_path, tmp_path.with_name("moved"))
    moved = tmp_path.with_name("moved")
    assert State(moved / "out", "x").entry("level/a.gltf", moved / "in" / "a.blend") == ENTRY
    shutil.rmtree(moved)


def test_what_failed_is_exported_again(folders: Folders) -> None:
    state = State(folders.out, "x")
    state.forget("level/a.gltf")
    state.save()
    assert not folders.is_skipped()
    folders.remember("x").save()
    assert folders.is_skipped()


def test_shards_have_states_of_their_own_and_know_of_each_other(folders: Folders) -> None:
    (folders.out / ".omi_physics.json").unlink()
    folders.remember("x", Shard(1, 2)).save()
    assert [p.name for p in folders.out.glob(".*")] == [".omi_physics.1-of-2.json"]
    assert folders.is_skipped() and folders.is_skipped(shard=Shard(2, 3)) and folders.is_skipped(shard=Shard(1, 2))
    # Only the latest word counts.
    state = State(folders.out, "x")
    state.forget("level/a.gltf")
    state.save()
    assert not folders.is_skipped(shard=Shard(1, 2))


def test_two_runs_into_one_folder_keep_each_others_outputs(folders: Folders) -> None:
    one, two = State(folders.out, "x"), State(folders.out, "x")
    for name, state in (("one.glb", one), ("two.glb", two)):
        (folders.out / name).write_bytes(name.encode())
        state.remember(name, folders.source, {}, [folders.out / name], ENTRY)
    one.save()
    two.save()
    last = State(folders.out, "x")
    assert all(last.entry(name, folders.source) for name in ("one.glb", "two.glb", "level/a.gltf"))


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", "null", '{"version": 99, "outputs": {}}', '{"version": 1}', '{"version": 1, "outputs": [1]}',
     '{"version": 1, "outputs": {"level/a.gltf": 3}}', '{"version": 1, "outputs": {"level/a.gltf": {"time": 1}}}',
     '{"version": 1, "outputs": {"level/a.gltf": {"time": "x"}}}'],
)  # fmt: skip
def test_a_broken_state_is_no_state(folders: Folders, text: str) -> None:
    (folders.out / ".omi_physics.json").write_text(text, encoding="utf-8")
    assert not folders.is_skipped()
    folders.remember("x").save()
    assert folders.is_skipped()


@pytest.mark.parametrize("key", ["settings", "source", "inputs", "outputs", "entry"])
@pytest.mark.parametrize("value", [None, 3, "text", ["a"], {"a": 1}, {"a": [1]}])
def test_an_edited_record_is_no_reason_to_fail(folders: Folders, key: str, value: object) -> None:
    path = folders.out / ".omi_physics.json"
    data = json.loads(path.read_text(encoding="utf-8"))
    data["outputs"]["level/a.gltf"][key] = value
    path.write_text(json.dumps(data), encoding="utf-8")
    assert not folders.is_skipped()


def test_a_folder_that_is_not_there_yet(tmp_path: Path) -> None:
    state = State(tmp_path / "new", "x")
    assert state.entry("a.glb", tmp_path / "a.blend") is None
    state.save()
    assert (tmp_path / "new" / ".omi_physics.json").is_file()


def test_a_large_file_goes_by_size_and_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("omi_physics.batch.stamps._LARGE", 3)
    path = tmp_path / "cache.abc"
    path.write_bytes(b"large")
    age(path)
    stamp = Stamps().take(path)
    assert Stamps().is_unchanged(path, stamp)
    age(path, 60)
    assert not Stamps().is_unchanged(path, stamp)
