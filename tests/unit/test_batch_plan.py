# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Which files become which outputs, and which machine takes them; wrong usage is found before anything is written."""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest

from omi_physics.batch.plan import Shard, Task, UsageError, find_tasks, parse_shard, take_shard

OUT = Path("out")


def make(root: Path, *names: str) -> Path:
    for name in names:
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_bytes(b"")
    return root


def test_a_folder_keeps_its_structure(tmp_path: Path) -> None:
    make(tmp_path, "b.blend", "level/a.blend", "level/deep/c.v2.blend", "notes.txt", "b.blend1", "UPPER.BLEND")
    tasks = find_tasks([str(tmp_path)], OUT)
    assert [(task.name, task.output) for task in tasks] == [
        ("UPPER.BLEND", OUT / "UPPER.glb"),
        ("b.blend", OUT / "b.glb"),
        ("level/a.blend", OUT / "level" / "a.glb"),
        ("level/deep/c.v2.blend", OUT / "level" / "deep" / "c.v2.glb"),
    ]
    assert [task.index for task in tasks] == [0, 1, 2, 3]
    assert tasks[3].key == "level/deep/c.v2.glb"


def test_a_file_goes_by_its_stem(tmp_path: Path) -> None:
    make(tmp_path, "level/a.blend")
    (task,) = find_tasks([str(tmp_path / "level" / "a.blend")], OUT, "gltf")
    assert task.output == OUT / "a.gltf" and task.source == tmp_path / "level" / "a.blend"


def test_names_of_many_kinds(tmp_path: Path) -> None:
    names = ["Kiste (1).blend", "дверь.blend", "扉/門.blend", "emoji 🚪.blend", "-dash.blend", "a%20b.blend"]
    make(tmp_path, *names)
    assert sorted(task.name for task in find_tasks([str(tmp_path)], OUT)) == sorted(names)


def test_hidden_things_are_left_out(tmp_path: Path) -> None:
    make(tmp_path, "a.blend", "._a.blend", ".trash/b.blend")
    assert [task.name for task in find_tasks([str(tmp_path)], OUT)] == ["a.blend"]


@pytest.mark.skipif(os.name == "nt", reason="links need special rights there")
def test_links_are_followed_and_lead_round_once(tmp_path: Path) -> None:
    make(tmp_path, "in/a.blend", "elsewhere/b.blend")
    (tmp_path / "in" / "linked").symlink_to(tmp_path / "elsewhere", target_is_directory=True)
    (tmp_path / "elsewhere" / "back").symlink_to(tmp_path / "in", target_is_directory=True)
    assert [task.name for task in find_tasks([str(tmp_path / "in")], OUT)] == ["a.blend", "linked/b.blend"]


def test_a_file_given_twice_is_one(tmp_path: Path) -> None:
    make(tmp_path, "a.blend", "b.blend")
    tasks = find_tasks([str(tmp_path / "a.blend"), str(tmp_path), str(tmp_path / "a.blend")], OUT)
    assert [task.name for task in tasks] == ["a.blend", "b.blend"]


def test_two_outputs_of_one_name_are_refused(tmp_path: Path) -> None:
    make(tmp_path, "one/a.blend", "two/a.blend")
    paths = [str(tmp_path / "one"), str(tmp_path / "two")]
    with pytest.raises(UsageError, match=r"one.a\.blend and .*two.a\.blend would both become .*a\.glb"):
        find_tasks(paths, OUT)
    assert len(find_tasks(paths, None)) == 2, "where nothing is exported, names may repeat"


@pytest.mark.parametrize("platform", ["win32", "darwin"])
def test_names_that_only_some_systems_tell_apart(
    tmp_path: Path, platform: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    make(tmp_path, "one/A.blend", "two/a.blend")
    paths = [str(tmp_path / "one"), str(tmp_path / "two")]
    monkeypatch.setattr("sys.platform", "linux")
    assert len(find_tasks(paths, OUT)) == 2
    monkeypatch.setattr("sys.platform", platform)
    with pytest.raises(UsageError, match="would both become"):
        find_tasks(paths, OUT)


@pytest.mark.parametrize("name", ["nothing.blend", "text.txt", "empty"])
def test_paths_that_are_none(tmp_path: Path, name: str) -> None:
    make(tmp_path, "text.txt")
    (tmp_path / "empty").mkdir()
    with pytest.raises(UsageError, match=name):
        find_tasks([str(tmp_path / name)], OUT)


def tasks(count: int) -> list[Task]:
    return [Task(number, Path(f"{number}.blend"), f"level {number % 7}/{number}.blend") for number in range(count)]


@pytest.mark.parametrize("count", [1, 2, 3, 8])
def test_shards_are_all_files_once_and_of_like_size(count: int) -> None:
    parts = [take_shard(tasks(1000), Shard(number, count)) for number in range(1, count + 1)]
    assert sorted(task.index for part in parts for task in part) == list(range(1000))
    assert all(0.7 * 1000 / count < len(part) < 1.3 * 1000 / count for part in parts)


def test_a_file_stays_in_its_shard_whatever_comes_and_goes() -> None:
    every, fewer = tasks(300), random.Random(1).sample(tasks(300), 100)
    whole = {task.name for task in take_shard(every, Shard(2, 5))}
    assert {task.name for task in take_shard(fewer, Shard(2, 5))} == whole & {task.name for task in fewer}


def test_a_shard_is_the_same_on_every_machine() -> None:
    # SHA-256 of "a.blend" ends with 3755 (sha256sum): an odd number, so it is in the second of two parts.
    name = Task(0, Path("/somewhere/a.blend"), "a.blend")
    assert take_shard([name], Shard(2, 2)) == [name] and take_shard([name], Shard(1, 2)) == []
    composed, decomposed = (Task(0, Path(), text) for text in ("\u00e9.blend", "e\u0301.blend"))
    for number in range(1, 8):
        assert bool(take_shard([composed], Shard(number, 7))) == bool(take_shard([decomposed], Shard(number, 7)))


@pytest.mark.parametrize("text", ["0/2", "3/2", "1", "1/", "/2", "a/b", "-1/2", "1/2/3", "1.5/2", ""])
def test_shards_that_are_none(text: str) -> None:
    with pytest.raises(UsageError, match="expected K/N"):
        parse_shard(text)


def test_a_shard() -> None:
    assert parse_shard("2/8") == Shard(2, 8) and str(Shard(2, 8)) == "2/8"
