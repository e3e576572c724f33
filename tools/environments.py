# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Virtual environments under .venvs/, made on demand from requirements/*.txt. Standard library only.

Runs on any Python 3.9 or later, so that it can say which Python is needed.
"""

from __future__ import annotations

import functools
import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

import stubs

ROOT = Path(__file__).resolve().parents[1]
VENVS = ROOT / ".venvs"
REQUIREMENTS = ROOT / "requirements"
BUNDLED = REQUIREMENTS / "bundled.txt"
NODE_PACKAGES = ("gltf-validator@2.0.0-dev.3.10",)

# Blender's version -> the Python it is built for; oldest first.
BLENDERS = {
    "4.2.23": "3.11",
    "4.5.15": "3.11",
    "5.0.1": "3.11",
    "5.2.3": "3.13",
    "5.3.0": "3.13",
}
PYTHONS = ("3.11", "3.13")
THIS_PYTHON = ".".join(str(part) for part in sys.version_info[:2])

_LIBRARIES = "libx11-6 libxrender1 libxxf86vm1 libxfixes3 libxi6 libxkbcommon0 libsm6 libice6 libgl1 libgomp1"


class Problem(Exception):
    """Something the person at the keyboard has to put right; the text says what."""


@functools.cache
def find_python(version: str) -> str | None:
    """The command of a Python such as "3.11", None where the machine has none that starts."""
    if version == THIS_PYTHON:
        return sys.executable
    candidates = [[f"python{version}"], ["python3"], ["python"]]
    if os.name == "nt":
        candidates.insert(0, ["py", f"-{version}"])
    for candidate in candidates:
        found = _ask_python(candidate)
        if found and found[0] == version:
            return found[1]
    return None


def _ask_python(command: list[str]) -> list[str] | None:
    code = "import sys; print('%d.%d' % sys.version_info[:2]); print(sys.executable)"
    try:
        # A version manager may answer to a name and then have nothing behind it.
        result = subprocess.run([*command, "-c", code], capture_output=True, encoding="utf-8", timeout=30, check=True)
    except (OSError, subprocess.SubprocessError):
        return None
    return result.stdout.splitlines()


def default_python() -> str:
    """The version of the Python to work with: this one where Blender has a package for it, else one on PATH."""
    for version in (THIS_PYTHON, "3.13", "3.11"):
        if version in PYTHONS and find_python(version):
            return version
    raise Problem(
        "Needs Python 3.11 (for Blender 4.2 to 5.0) or 3.13 (for Blender 5.2 and later).\n"
        f"This is Python {sys.version.split()[0]}, and there is no python3.11 or python3.13 on PATH."
    )


def newest_blender(python: str) -> str:
    """The newest Blender that is built for a version of Python."""
    return [blender for blender, needed in BLENDERS.items() if needed == python][-1]


def environment(name: str, python: str) -> str:
    """The Python of .venvs/<name>, with requirements/<name>.txt installed; made or renewed when it is not up to date.

    `python` is a version such as "3.11"; where the name carries no version of its own, it is added.
    """
    requirements = REQUIREMENTS / f"{name}.txt"
    folder = VENVS / (name if name.startswith("blender-") else f"{name}-{python}")
    interpreter = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    stamp = folder / "installed.txt"
    wanted = _fingerprint(requirements, python)
    if stamp.is_file() and stamp.read_text(encoding="utf-8") == wanted and _ask_python([str(interpreter)]):
        return str(interpreter)
    base = find_python(python)
    if base is None:
        raise Problem(f"{name} needs Python {python}, and there is no python{python} on PATH.")
    print(f"Setting up {folder.relative_to(ROOT)} ...", flush=True)
    _run([base, "-m", "venv", "--clear", str(folder)], "python -m venv failed. On Debian: apt-get install python3-venv")
    pip = [str(interpreter), "-m", "pip", "--disable-pip-version-check", "install", "-qq", "--no-compile"]
    _run([*pip, "-r", str(requirements)], f"pip could not install {requirements.relative_to(ROOT)}")
    if name.startswith("blender-"):
        _check_bpy(str(interpreter))
        _install_bundled(pip)
    if name.startswith("types-"):
        stubs.mend(folder)
    stamp.write_text(wanted, encoding="utf-8")
    return str(interpreter)


def blender_environment(blender: str) -> str:
    """The Python of the environment with a version of Blender's bpy package."""
    return environment(f"blender-{blender}", BLENDERS[blender])


def node_packages() -> None:
    """Install the npm packages that some tests use when they are there; without Node or npm, do nothing."""
    folder = VENVS / "node"
    stamp = folder / "installed.txt"
    wanted = "\n".join(NODE_PACKAGES)
    if stamp.is_file() and stamp.read_text(encoding="utf-8") == wanted:
        return
    npm = shutil.which("npm")
    if npm is None or shutil.which("node") is None:
        return
    folder.mkdir(parents=True, exist_ok=True)
    command = [npm, "install", "--silent", "--no-audit", "--no-fund", "--prefix", str(folder), *NODE_PACKAGES]
    if subprocess.run(command, check=False).returncode == 0:
        stamp.write_text(wanted, encoding="utf-8")
    else:
        print("npm could not install gltf-validator: the tests that use it are skipped.", flush=True)


def _fingerprint(requirements: Path, python: str) -> str:
    digest = hashlib.sha256(python.encode())
    # What a file refers to through -r counts too, and what is installed beside it.
    mending = [Path(stubs.__file__)] if requirements.name.startswith("types-") else []
    mending += [BUNDLED] if requirements.name.startswith("blender-") else []
    for path in (requirements, REQUIREMENTS / "tests.txt", *mending):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def _install_bundled(pip: list[str]) -> None:
    """What the extension bundles for some platforms; where there is no wheel, its tests are skipped."""
    if subprocess.run([*pip, "--only-binary", ":all:", "-r", str(BUNDLED)], check=False).returncode != 0:
        print(f"{BUNDLED.name} has nothing for this platform: the tests that use it are skipped.", flush=True)


def _check_bpy(interpreter: str) -> None:
    code = "import os, sys, bpy; print(bpy.app.version_string); sys.stdout.flush(); os._exit(0)"
    result = subprocess.run([interpreter, "-c", code], capture_output=True, encoding="utf-8", check=False)
    if result.returncode != 0:
        hint = f"\nOn Debian: apt-get install {_LIBRARIES}" if "cannot open shared object" in result.stderr else ""
        raise Problem(f"bpy is installed but does not start:\n{result.stderr.strip()}{hint}")


def _run(command: list[str], message: str) -> None:
    if subprocess.run(command, check=False).returncode != 0:
        raise Problem(message)
