# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""An output is there whole or not at all, and an older one stays until then."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from omi_physics.batch import staging


def stage(output: Path, **files: str) -> Path:
    """Files below the staging folder; `__` stands for a dot and `_textures_` for a folder."""
    folder = staging.staging_folder(output)
    for name, text in files.items():
        path = folder / name.replace("__", ".").replace("_textures_", "_textures/")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


def tree(folder: Path) -> dict[str, str]:
    """All files below a folder with their text, hidden ones too."""
    files = (p for p in folder.rglob("*") if p.is_file())
    return {p.relative_to(folder).as_posix(): p.read_text(encoding="utf-8") for p in files}


def test_a_single_file(tmp_path: Path) -> None:
    output = tmp_path / "a.glb"
    assert staging.publish(stage(output, a__glb="new"), output) == ["a.glb"]
    staging.clear(output)
    assert tree(tmp_path) == {"a.glb": "new"} and len(list(tmp_path.iterdir())) == 1


def test_a_single_file_is_never_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    output = tmp_path / "a.glb"
    output.write_text("old", encoding="utf-8")
    folder = stage(output, a__glb="new")
    moves: list[tuple[str, str]] = []
    plain = Path.replace

    def replace(path: Path, target: Path) -> Path:
        moves.append((path.name, output.read_text(encoding="utf-8")))
        return plain(path, target)

    monkeypatch.setattr(Path, "replace", replace)
    staging.publish(folder, output)
    assert moves == [("a.glb", "old")] and output.read_text(encoding="utf-8") == "new"


OLD = {"a.gltf": "old", "a.bin": "old bin", "a_textures/wood.png": "old wood"}
NEW = {"a__gltf": "new", "a__bin": "new bin", "a_textures_wood__png": "new wood", "a_textures_more__png": "more"}


def put_old(folder: Path) -> Path:
    for name, text in OLD.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder / "a.gltf"


def test_several_files(tmp_path: Path) -> None:
    output = put_old(tmp_path)
    names = staging.publish(stage(output, **NEW), output)
    staging.clear(output)
    found = {"a.gltf": "new", "a.bin": "new bin", "a_textures/wood.png": "new wood", "a_textures/more.png": "more"}
    assert tree(tmp_path) == found and sorted(names) == sorted(found) and names[-1] == "a.gltf"


@pytest.mark.parametrize("failing", range(7))
def test_a_move_that_fails_leaves_all_as_it_was(tmp_path: Path, failing: int, monkeypatch: pytest.MonkeyPatch) -> None:
    output = put_old(tmp_path)
    folder = stage(output, **NEW)
    plain, count = Path.replace, iter(range(100))

    def replace(path: Path, target: Path) -> Path:
        if next(count) == failing:
            raise OSError(28, "No space left on device")
        return plain(path, target)

    monkeypatch.setattr(Path, "replace", replace)
    with pytest.raises(OSError, match="No space"):
        staging.publish(folder, output)
    monkeypatch.undo()
    staging.clear(output)
    assert tree(tmp_path) == OLD


def test_no_old_main_file_ever_stands_beside_new_parts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    output = put_old(tmp_path)
    folder = stage(output, **NEW)
    plain = Path.replace
    seen: list[tuple[str | None, str | None]] = []

    def replace(path: Path, target: Path) -> Path:
        found = plain(path, target)
        now = [p.read_text(encoding="utf-8") if p.is_file() else None for p in (output, tmp_path / "a.bin")]
        seen.append((now[0], now[1]))
        return found

    monkeypatch.setattr(Path, "replace", replace)
    staging.publish(folder, output)
    assert set(seen) <= {(None, "old bin"), (None, None), (None, "new bin"), ("new", "new bin")}


@pytest.mark.parametrize("names", [("a__glb",), ("a__glb", "a__bin")])
def test_a_folder_in_the_way(tmp_path: Path, names: tuple[str, ...]) -> None:
    output = tmp_path / "a.glb"
    output.mkdir()
    with pytest.raises(OSError):
        staging.publish(stage(output, **dict.fromkeys(names, "new")), output)
    staging.clear(output)
    assert output.is_dir() and tree(tmp_path) == {}


def test_what_a_killed_run_left_is_cleared_by_the_next(tmp_path: Path) -> None:
    output = tmp_path / "a.glb"
    stage(output, a__glb="half")
    staging.clear(output)
    assert list(tmp_path.iterdir()) == []
    staging.clear(output)
    assert staging.staging_folder(output) != staging.staging_folder(tmp_path / "b.glb")


def test_references_to_original_textures_lead_to_the_same_files(tmp_path: Path) -> None:
    output = tmp_path / "out" / "a.gltf"
    images = [{"uri": "../../textures/a.png"}, {"uri": "../b.png"}, {"uri": "a_textures/c.png"}, {"bufferView": 1}]
    folder = stage(output, a__gltf=json.dumps({"images": images, "asset": {}}))
    staging.mend_references(folder / "a.gltf")
    found = json.loads((folder / "a.gltf").read_text(encoding="utf-8"))["images"]
    assert [image.get("uri") for image in found] == ["../textures/a.png", "b.png", "a_textures/c.png", None]
    for before, after in zip(images[:2], found[:2], strict=True):
        assert (folder / before["uri"]).resolve() == (output.parent / after["uri"]).resolve()
