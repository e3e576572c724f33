# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Outputs are made in a folder beside their final place and moved there when they are complete."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
from pathlib import Path


def staging_folder(output: Path) -> Path:
    """The folder in which an output is made; always the same, so that a later run clears away what was left there."""
    name = hashlib.sha256(os.fsencode(output.name)).hexdigest()[:16]
    return output.parent / f".omi_physics-{name}"


def clear(output: Path) -> None:
    """Takes away what is left of an attempt."""
    folder = staging_folder(output)
    try:
        # Mostly nothing is.
        folder.rmdir()
    except OSError:
        shutil.rmtree(folder, ignore_errors=True)


def publish(folder: Path, output: Path) -> list[str]:
    """Moves all that was written to the output's folder and gives the paths below it.

    A single file takes the place of the older one at once. Of several the output itself comes last, and an older one
    goes first: never does it stand beside files of another export. Where something cannot be moved, what was there
    before is put back and OSError goes on.
    """
    main = folder / output.name
    is_alone = list(folder.iterdir()) == [main]
    written = [main] if is_alone else sorted((p for p in folder.rglob("*") if p.is_file()), key=lambda p: p == main)
    if written == [main]:
        main.replace(output)
        return [output.name]
    targets = [output.parent / path.relative_to(folder) for path in written]
    # Beside the staged files, below no name of theirs.
    old = folder / ".old"
    saved: list[tuple[Path, Path]] = []
    placed: list[Path] = []
    try:
        for number, target in enumerate(reversed(targets)):
            if target.is_file() or target.is_symlink():
                old.mkdir(exist_ok=True)
                target.replace(old / str(number))
                saved.append((old / str(number), target))
        for path, target in zip(written, targets):
            target.parent.mkdir(parents=True, exist_ok=True)
            path.replace(target)
            placed.append(target)
    except BaseException:
        for target in placed:
            target.unlink(missing_ok=True)
        for kept, target in reversed(saved):
            kept.replace(target)
        raise
    return [path.relative_to(folder).as_posix() for path in written]


def mend_references(path: Path) -> None:
    """References to files outside the staging folder lead one folder too far up, where a .gltf file has any."""
    data = json.loads(path.read_text(encoding="utf-8"))
    wrong = [image for image in data.get("images", ()) if str(image.get("uri", "")).startswith("../")]
    for image in wrong:
        image["uri"] = image["uri"].removeprefix("../")
    if wrong:
        path.write_text(json.dumps(data, indent="\t", ensure_ascii=False), encoding="utf-8")
