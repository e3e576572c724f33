# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Takes pictures of the add-on in Blender's window; see README.md in this folder. Standard library only."""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
HERE = Path(__file__).resolve().parent
WINDOW = (1360, 980)
NOT_COPIED = shutil.ignore_patterns(".*", "__pycache__", "build", "tests", "bench", "docs")


def main(argv: list[str]) -> int:
    """Takes the pictures named, or all; 0 when every one was taken."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help="pictures to take (default: all)")
    parser.add_argument("--output", type=Path, default=ROOT / "build" / "pictures", help="folder for the pictures")
    parser.add_argument("--display", type=int, default=71, help="number of the X display to use")
    parser.add_argument("--timeout", type=int, default=300, help="seconds for everything")
    arguments = parser.parse_args(argv)
    system = Path(os.environ.get("OMI_PHYSICS_ROOT", "/"))
    with tempfile.TemporaryDirectory(prefix="omi-pictures-", dir=system / "tmp") as folder:
        work = Path(folder)
        shutil.copytree(ROOT, work / "extensions" / "user_default" / "omi_physics", ignore=NOT_COPIED)
        for script in HERE.glob("*.py"):
            shutil.copy(script, work)
        (work / "out").mkdir()
        with display(system, arguments.display):
            code = _run_blender(system, work, arguments)
        arguments.output.mkdir(parents=True, exist_ok=True)
        for picture in sorted((work / "out").glob("*.png")):
            shutil.copy(picture, arguments.output)
            print(arguments.output / picture.name)
    return code


def in_system(system: Path, *command: str) -> list[str]:
    """A command for this system, or for the one whose root is a folder."""
    return list(command) if system == Path("/") else ["chroot", str(system), *command]


@contextmanager
def display(system: Path, number: int) -> Iterator[None]:
    size = f"{WINDOW[0]}x{WINDOW[1]}x24"
    command = in_system(system, "Xvfb", f":{number}", "-screen", "0", size, "-nolisten", "tcp")
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        socket = system / "tmp" / ".X11-unix" / f"X{number}"
        for _ in range(100):
            if socket.exists():
                break
            time.sleep(0.1)
        yield
    finally:
        server.terminate()
        server.wait()


def _run_blender(system: Path, work: Path, arguments: argparse.Namespace) -> int:
    inside = Path("/") / work.relative_to(system)
    settings = {
        "DISPLAY": f":{arguments.display}",
        "LIBGL_ALWAYS_SOFTWARE": "1",
        "BLENDER_USER_RESOURCES": str(inside / "resources"),
        "BLENDER_USER_EXTENSIONS": str(inside / "extensions"),
    }
    command = in_system(
        system,
        "env",
        *(f"{name}={value}" for name, value in settings.items()),
        "blender",
        "--factory-startup",
        "--window-geometry",
        "0",
        "0",
        *map(str, WINDOW),
        "--python",
        str(inside / "in_blender.py"),
        "--",
        json.dumps({"names": arguments.names, "output": str(inside / "out")}),
    )
    return run(command, arguments.timeout)


def run(command: list[str], seconds: int) -> int:
    """Runs a command; prints the end of what it said where it failed."""
    result = subprocess.run(
        command, capture_output=True, encoding="utf-8", errors="replace", check=False, timeout=seconds
    )
    output = result.stdout + result.stderr
    shown = [line for line in output.splitlines() if "Warning" not in line and line.strip()]
    print("\n".join(shown[-40:]) if result.returncode else "", end="", file=sys.stderr)
    return result.returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
