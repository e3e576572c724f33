# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""An output is there whole or not at all, and an older one stays until then, also when the run is killed."""

from __future__ import annotations

import contextlib
import json
import os
import struct
from collections.abc import Iterator
from pathlib import Path

import pytest

from omi_physics.batch import outputs, staging, whole
from omi_physics.batch.outputs import Busy, OutputFolder

OLD = {"level/a.gltf": "old", "level/a.bin": "old bin", "level/a_textures/wood.png": "old wood"}
NEW = {"a.gltf": "new", "a.bin": "new bin", "a_textures/wood.png": "new wood", "a_textures/more.png": "more"}
PLACED = {f"level/{name}": text for name, text in NEW.items()}


class Killed(BaseException):
    """Nothing of the run's own code runs after it."""


@pytest.fixture
def place(tmp_path: Path) -> Iterator[OutputFolder]:
    found = OutputFolder(tmp_path / "out")
    found.claim()
    yield found
    found.close()


def write(folder: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def publish(place: OutputFolder, name: str, files: dict[str, str]) -> list[str]:
    attempt = write(staging.new_attempt(place.folder, 0), files)
    made = {path: (len(text), path) for path, text in files.items()}
    return [path.relative_to(place.home).as_posix() for path in place.publish(attempt.name, made, place.home / name)]


def tree(folder: Path) -> dict[str, str]:
    """All files below a folder with their text, without what a run has for itself."""
    files = (p for p in folder.rglob("*") if p.is_file() and not p.relative_to(folder).parts[0].startswith("."))
    return {p.relative_to(folder).as_posix(): p.read_text(encoding="utf-8") for p in files}


def test_a_single_file_and_nothing_beside_it(place: OutputFolder) -> None:
    assert publish(place, "a.glb", {"a.glb": "new"}) == ["a.glb"]
    place.close()
    assert tree(place.home) == {"a.glb": "new"} and len(list(place.home.iterdir())) == 1


def test_a_single_file_is_never_away(place: OutputFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    output = write(place.home, {"a.glb": "old"}) / "a.glb"
    moves: list[tuple[str, str]] = []
    plain = Path.replace

    def replace(path: Path, target: Path) -> Path:
        moves.append((path.name, output.read_text(encoding="utf-8")))
        return plain(path, target)

    monkeypatch.setattr(Path, "replace", replace)
    publish(place, "a.glb", {"a.glb": "new"})
    assert moves == [("a.glb", "old")] and output.read_text(encoding="utf-8") == "new"


def test_several_files(place: OutputFolder) -> None:
    write(place.home, OLD)
    names = publish(place, "level/a.gltf", NEW)
    assert tree(place.home) == PLACED and sorted(names) == sorted(PLACED) and names[-1] == "level/a.gltf"


@pytest.mark.parametrize("failing", range(8))
def test_a_move_that_fails_leaves_all_as_it_was(
    place: OutputFolder, failing: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(place.home, OLD)
    plain, count = staging._put, iter(range(100))

    def put(path: Path, target: Path) -> None:
        if next(count) == failing:
            raise OSError(28, "No space left on device")
        plain(path, target)

    monkeypatch.setattr(staging, "_put", put)
    if failing == 7:
        publish(place, "level/a.gltf", NEW)
    else:
        with pytest.raises(OSError, match="No space"):
            publish(place, "level/a.gltf", NEW)
    assert tree(place.home) == (PLACED if failing == 7 else OLD)


def kill_at(monkeypatch: pytest.MonkeyPatch, moment: int) -> None:
    """From a moment on no change of the file system happens any more."""
    seen: list[str] = []
    for owner, name in ((Path, "replace"), (Path, "unlink"), (Path, "mkdir"), (Path, "write_bytes")):
        plain = getattr(owner, name)

        def change(*args: object, _plain=plain, _name=name, **more: object) -> object:
            if len(seen) >= moment:
                raise Killed
            seen.append(_name)
            return _plain(*args, **more)

        monkeypatch.setattr(owner, name, change)
    return seen


@pytest.mark.parametrize("moment", range(20))
def test_killed_between_any_two_steps_the_next_run_brings_it_to_an_end(
    place: OutputFolder, moment: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(place.home, OLD)
    with monkeypatch.context() as patch:
        attempt = write(staging.new_attempt(place.folder, 0), NEW)
        made = {path: (len(text), path) for path, text in NEW.items()}
        kill_at(patch, moment)
        with contextlib.suppress(Killed):
            place.publish(attempt.name, made, place.home / "level" / "a.gltf")
    found = tree(place.home)
    assert (moment < 19) or found == PLACED, "there are more steps"
    if "level/a.gltf" in found:
        assert found in (OLD, PLACED) or (found["level/a.gltf"] == "old" and OLD.items() <= found.items())
    # As the system does when the process ends.
    place._life.release()
    place._gate.release()
    following = OutputFolder(place.home)
    following.claim()
    assert tree(place.home) in (OLD, PLACED)
    following.close()
    assert not list(place.home.glob(".*"))


def test_no_old_main_file_ever_stands_beside_new_parts(place: OutputFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    write(place.home, OLD)
    plain = Path.replace
    seen: list[tuple[str | None, str | None]] = []

    def replace(path: Path, target: Path) -> Path:
        found, now = plain(path, target), tree(place.home)
        seen.append((now.get("level/a.gltf"), now.get("level/a.bin")))
        return found

    monkeypatch.setattr(Path, "replace", replace)
    publish(place, "level/a.gltf", NEW)
    assert set(seen) <= {("old", "old bin"), (None, "old bin"), (None, None), (None, "new bin"), ("new", "new bin")}


@pytest.mark.parametrize("files", [{"a.glb": "new"}, {"a.glb": "new", "a.bin": "new"}])
def test_a_folder_in_the_way(place: OutputFolder, files: dict[str, str]) -> None:
    (place.home / "a.glb").mkdir()
    with pytest.raises(OSError):
        publish(place, "a.glb", files)
    assert (place.home / "a.glb").is_dir() and tree(place.home) == {}


def test_another_file_system_below_the_folder(place: OutputFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    write(place.home, OLD)
    plain = Path.replace

    def replace(path: Path, target: Path) -> Path:
        if path.parent.name != target.parent.name and "plan" not in target.name:
            raise OSError(18, "Invalid cross-device link")
        return plain(path, target)

    monkeypatch.setattr(Path, "replace", replace)
    publish(place, "level/a.gltf", NEW)
    assert tree(place.home) == PLACED and not list((place.home / "level").glob(".*"))


@pytest.mark.parametrize("change", ["shorter", "gone", "empty", "elsewhere", "no main"])
def test_what_is_not_as_it_was_made_is_not_published(place: OutputFolder, change: str) -> None:
    write(place.home, OLD)
    attempt = write(staging.new_attempt(place.folder, 0), NEW)
    made = {path: (len(text), path) for path, text in NEW.items()}
    if change == "shorter":
        (attempt / "a.bin").write_bytes(b"new")
    elif change == "gone":
        (attempt / "a.bin").unlink()
    elif change == "empty":
        (attempt / "a.bin").write_bytes(b"")
        made["a.bin"] = (0, "")
    elif change == "elsewhere":
        made["../../victim"] = (1, "")
    else:
        del made["a.gltf"]
    with pytest.raises(OSError):
        place.publish(attempt.name, made, place.home / "level" / "a.gltf")
    assert tree(place.home) == OLD


def test_one_run_at_a_time_but_shards_beside_each_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outputs, "_PATIENCE", 0.0)

    def claim(shard: str) -> OutputFolder:
        found = OutputFolder(tmp_path, shard)
        found.claim()
        return found

    one, two = claim("1/3"), claim("2/3")
    for shard in ("1/3", ""):
        with pytest.raises(Busy, match=str(os.getpid())):
            claim(shard)
    one.close()
    again = claim("1/3")
    again.close()
    two.close()
    whole_run = claim("")
    for shard in ("1/3", ""):
        with pytest.raises(Busy):
            claim(shard)
    whole_run.close()
    assert list(tmp_path.iterdir()) == []


def test_what_a_killed_run_left_is_cleared_by_the_next(tmp_path: Path) -> None:
    dead = OutputFolder(tmp_path)
    dead.claim()
    write(staging.new_attempt(dead.folder, 3), {"a.glb": "half"})
    dead._life.release()
    following = OutputFolder(tmp_path, "1/2")
    following.claim()
    assert not dead.folder.exists()
    following.close()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "plan",
    ["", "[1]", "{", '[["0-a/x", "../../victim"]]', '[["../../victim", "x"]]', '[["0-a/x", "/etc/victim"]]', "NaN",
     '{"a": 1}', "[" * 100_000],
)  # fmt: skip
def test_a_plan_that_leads_elsewhere_is_none(tmp_path: Path, plan: str) -> None:
    home, said = tmp_path / "a" / "out", list[str]()
    write(tmp_path, {"victim": "old", "a/out/.omi_physics-run-1-x/plan.json": plan})
    write(home, {".omi_physics-run-1-x/0-a/x": "new"})
    found = OutputFolder(home, say=said.append)
    found.claim()
    found.close()
    assert tree(tmp_path) == {"victim": "old"} and len(said) == 1
    assert list(home.iterdir()) == []


@pytest.mark.skipif(os.name != "posix", reason="makes pipes and links")
def test_odd_things_under_the_names_of_a_run(tmp_path: Path) -> None:
    home, other = tmp_path / "out", write(tmp_path / "other", {"kept": "kept"})
    home.mkdir()
    os.mkfifo(home / ".omi_physics.lock")
    (home / ".omi_physics-run-2-y").symlink_to(other)
    folder = home / ".omi_physics-run-1-x"
    folder.mkdir()
    for name in ("lock", "run.json"):
        os.mkfifo(folder / name)
    (folder / "plan.json").symlink_to("/dev/zero")
    found = OutputFolder(home, say=lambda _: None)
    found.claim()
    assert found.problem == ""
    found.close()
    assert tree(other) == {"kept": "kept"}


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    write(tmp_path, {"out": "a file"})
    found = OutputFolder(tmp_path / "out")
    found.claim()
    assert "cannot be written" in found.problem
    found.close()


def test_references_to_original_textures_lead_to_the_same_files(tmp_path: Path) -> None:
    final = tmp_path / "out" / "level" / "a.gltf"
    main = tmp_path / "out" / ".omi_physics-run" / "0-a" / "a.gltf"
    images = [
        {"uri": "../../../tex%20tures/a.png"},
        {"uri": "../../b.png"},
        {"uri": "a_textures/c.png"},
        {"bufferView": 1},
    ]
    write(tmp_path, {"tex tures/a.png": "a", "out/b.png": "b"})
    write(main.parent, {"a_textures/c.png": "c", "a.gltf": json.dumps({"images": images, "asset": {}})})
    whole.mend_gltf(main, final)
    found = json.loads(main.read_text(encoding="utf-8"))["images"]
    assert [i.get("uri") for i in found] == ["../../tex%20tures/a.png", "../b.png", "a_textures/c.png", None]


@pytest.mark.parametrize("size", [0, 3])
def test_an_export_that_is_not_whole(tmp_path: Path, size: int) -> None:
    main = write(tmp_path, {"a.gltf": json.dumps({"buffers": [{"uri": "a.bin", "byteLength": 4}]})}) / "a.gltf"
    with pytest.raises(whole.NotWhole, match=r"a\.bin"):
        whole.mend_gltf(main, main)
    write(tmp_path, {"a.bin": "x" * size})
    with pytest.raises(whole.NotWhole, match=r"a\.bin"):
        whole.mend_gltf(main, main)
    (tmp_path / "a.glb").write_bytes(b"glTF" + struct.pack("<II", 2, 12 + size))
    if size:
        with pytest.raises(whole.NotWhole, match="cut off"):
            whole.survey(tmp_path / "a.glb")
    else:
        with pytest.raises(whole.NotWhole, match=r"nothing into a\.bin"):
            whole.survey(tmp_path / "a.glb")
