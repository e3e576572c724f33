# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Installs a built zip in Blender's window, splits meshes with it and removes it; see README.md in this folder.

    python tests/ui/use_zip.py build/dist/omi_physics-0.1.0-linux_x64.zip

Prints what was found; 0 where all is as it should be. Standard library only.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from take_pictures import HERE, ROOT, WINDOW, display, in_system, run


def main(argv: list[str]) -> int:
    """Runs everything."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("zip", type=Path, help="the zip to install")
    parser.add_argument("--output", type=Path, default=ROOT / "build" / "pictures", help="folder for the pictures")
    parser.add_argument("--display", type=int, default=73, help="number of the X display to use")
    parser.add_argument("--timeout", type=int, default=600, help="seconds for everything")
    arguments = parser.parse_args(argv)
    system = Path(os.environ.get("OMI_PHYSICS_ROOT", "/"))
    with tempfile.TemporaryDirectory(prefix="omi-zip-", dir=system / "tmp") as folder:
        work = Path(folder)
        shutil.copy(arguments.zip, work)
        shutil.copy(HERE / "split_in_window.py", work)
        for name in ("out", "temporary"):
            (work / name).mkdir()
        inside = Path("/") / work.relative_to(system)
        settings = {
            "DISPLAY": f":{arguments.display}",
            "LIBGL_ALWAYS_SOFTWARE": "1",
            "BLENDER_USER_RESOURCES": str(inside / "resources"),
            "TMPDIR": str(inside / "temporary"),
        }
        told = {
            "zip": str(inside / arguments.zip.name),
            "output": str(inside / "out"),
            "extensions": str(inside / "resources" / "extensions"),
            "temporary": str(inside / "temporary"),
        }
        blender = ["blender", "--factory-startup", "--enable-event-simulate", "--window-geometry", "0", "0"]
        command = [*blender, *map(str, WINDOW), "--python", str(inside / "split_in_window.py"), "--", json.dumps(told)]
        variables = [f"{name}={value}" for name, value in settings.items()]
        with display(system, arguments.display):
            code = run(in_system(system, "env", *variables, *command), arguments.timeout)
        arguments.output.mkdir(parents=True, exist_ok=True)
        for picture in sorted((work / "out").glob("*.png")):
            shutil.copy(picture, arguments.output)
        found = json.loads((work / "out" / "found.json").read_text(encoding="utf-8"))
    print(json.dumps(found, indent=1))
    wrong = list(faults(found))
    print("\n".join(wrong) or "All is as it should be.")
    return code or bool(wrong)


def faults(found: dict[str, Any]) -> Iterator[str]:
    """What is not as it should be."""
    if not found.get("enabled"):
        yield "The zip could not be enabled."
    if found.get("loaded") or found.get("left") or found.get("property left") or found.get("temporary"):
        yield "Something stays."
    if not found.get("coacd"):
        if found.get("bent poll") or not found.get("box poll"):
            yield "Without CoACD, a torus should be greyed out and a box not."
        return
    if not 2 <= found["torus"]["hulls"] <= 16 or found["torus"]["hulls after undo"]:
        yield "The torus was not split, or not undone."
    if found["triangles"] < 500_000 or not found["before esc"]["running"]:
        yield "The large mesh was not being split."
    if found["esc"]["seconds"] > 1.0 or not found["esc"]["unchanged"]:
        yield "Esc did not stop it within a second, or something changed."
    if not 2 <= found["large"]["hulls"] <= 16 or max(found["before esc"]["gap"], found["large"]["gap"]) > 1.0:
        yield "The large mesh was not split, or the window stood still for more than a second."


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
