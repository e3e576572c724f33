# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The headless command over many files: broken ones, a second run, a killed run; then times and memory as ratios.

python bench/headless.py [FILES]        needs the bpy package; 200 files take some minutes
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from common import FOLDER, finish, header, silence

# isort: split
# After the harness, which sets Blender's folders.
import bpy
from headless_files import BROKEN, FAULTS, copy_good, make_files, make_levels

from tests.blender.cli_support import COMMAND, changed_command, environment
from tests.support.package import ROOT

STATE = ".omi_physics.json"
_ALONE = """
import os, sys
sys.path.insert(0, sys.argv[1])
from tests.support.blender import clean_up, load_addon
load_addon()
import bpy
bpy.ops.wm.open_mainfile(filepath=sys.argv[2])
bpy.ops.export_scene.gltf(filepath=sys.argv[3])
clean_up()
os._exit(0)
"""


def start(*arguments: object, **extra: str) -> subprocess.Popen[bytes]:
    """Starts the command in silence."""
    words = [*COMMAND, *map(str, arguments)]
    quiet = subprocess.DEVNULL
    return subprocess.Popen(words, stdout=quiet, stderr=quiet, env=installed(**extra), start_new_session=True)


def installed(**extra: str) -> dict[str, str]:
    """The environment in which Python keeps what it has compiled, as where the add-on is installed."""
    return environment(PYTHONDONTWRITEBYTECODE="", PYTHONPYCACHEPREFIX=str(FOLDER / "compiled"), **extra)


def run(*arguments: object, code: int = 0, **extra: str) -> float:
    """Seconds of the command, which must end with a code."""
    begin = time.perf_counter()
    found = start(*arguments, **extra).wait()
    assert found == code, f"ended with {found}, not {code}: {arguments}"
    return time.perf_counter() - begin


def export_args(source: Path, out: Path, jobs: int) -> list[object]:
    """What an export is called with."""
    return [
        "export",
        source,
        "--output-dir",
        out,
        "--jobs",
        jobs,
        "--timeout",
        15,
        "--report",
        out.with_suffix(".json"),
    ]


def summary(out: Path) -> dict[str, int]:
    """The counts in the report."""
    return json.loads(out.with_suffix(".json").read_text(encoding="utf-8"))["summary"]


def export_alone(good: list[Path], root: Path) -> dict[str, bytes]:
    """What Blender's exporter writes for each file, without the command."""
    found = {}
    for path in good:
        with silence():
            bpy.ops.wm.open_mainfile(filepath=str(path))
            bpy.ops.export_scene.gltf(filepath=str(FOLDER / "alone.glb"))
        found[path.relative_to(root).with_suffix(".glb").as_posix()] = (FOLDER / "alone.glb").read_bytes()
    (FOLDER / "alone.glb").unlink()
    return found


def outputs(folder: Path) -> dict[str, bytes]:
    """All files of an output folder but the state; a half-made one would show here."""
    found = (p for p in folder.rglob("*") if p.is_file() and p.name != STATE)
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in found}


def check_runs(source: Path, good: list[Path], expected: dict[str, bytes]) -> None:
    """Broken files cost only themselves; the second run skips; a killed run is finished by the next."""
    faults = changed_command(FOLDER / "site", ".batch.worker", FAULTS)
    out = FOLDER / "out"
    begin = time.perf_counter()
    run(*export_args(source, out, 2), code=1, **faults)
    files = json.loads(out.with_suffix(".json").read_text(encoding="utf-8"))["files"]
    bad = {Path(f["file"]).stem: f["reason"] for f in files if f["status"] == "failed"}
    assert summary(out) == {"ok": len(good), "failed": len(BROKEN), "skipped": 0}, summary(out)
    assert set(bad) == set(BROKEN) and all(bad.values())
    assert outputs(out) == expected
    seconds = time.perf_counter() - begin
    print(f"{len(good)} good, {len(bad)} broken, 2 jobs: {seconds:.1f} s, outputs equal single exports")
    for name, reason in bad.items():
        print(f"  {name:10} {reason[:130]}")

    seconds = run(*export_args(source, out, 2), code=1, **faults)
    assert summary(out) == {"ok": 0, "failed": len(BROKEN), "skipped": len(good)}, summary(out)
    print(f"again: {len(good)} skipped, {len(bad)} broken ones tried again, {seconds:.1f} s")

    killed = FOLDER / "killed"
    process = start(*export_args(source, killed, 2), **faults)
    while len(list(killed.rglob("*.glb"))) < len(good) // 2:
        time.sleep(0.02)
    workers = children(process.pid)
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    # A worker that is still starting notices when it has started.
    end = time.monotonic() + 20.0
    while (left := [pid for pid in workers if resident(pid)]) and time.monotonic() < end:
        time.sleep(0.1)
    assert workers and not left, f"workers {left} of {workers} outlived the command"
    run(*export_args(source, killed, 2), code=1, **faults)
    found = summary(killed)
    assert found["ok"] + found["skipped"] == len(good) and found["failed"] == len(BROKEN), found
    assert outputs(killed) == expected
    print(f"killed half-way: no worker left; the next run skipped {found['skipped']} and exported {found['ok']}")


def children(pid: int) -> list[int]:
    """The processes that a process has started (Linux)."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            if int(path.read_text().rpartition(")")[2].split()[1]) == pid:
                found.append(int(path.parent.name))
        except OSError:
            continue
    return found


def check_times(source: Path, what: str, is_small: bool) -> None:
    """Seconds a file: for small ones a Blender each, then one job, two jobs; medians of three by turns."""
    count = len(list(source.rglob("*.blend")))
    few = sorted(source.rglob("*.blend"))[:10]
    rows: dict[str, list[float]] = {"each": [], "one": [], "two": []}
    for turn in range(3):
        begin = time.perf_counter()
        for path in few if is_small else ():
            words = [sys.executable, "-c", _ALONE, str(ROOT), str(path), str(FOLDER / "alone.glb")]
            subprocess.run(words, check=True, capture_output=True, env=installed())
        rows["each"].append((time.perf_counter() - begin) / len(few))
        for name, jobs in (("one", 1), ("two", 2)):
            rows[name].append(run(*export_args(source, FOLDER / f"{what} {name} {turn}", jobs)) / count)
    each, one, two = (statistics.median(rows[name]) for name in ("each", "one", "two"))
    print(f"{count} {what} files, seconds a file: one job {one:.3f}, two jobs {two:.3f}: {one / two:.2f} times faster")
    if is_small:
        print(f"  a Blender each {each:.3f}: one job is {each / one:.1f} times faster")


def check_memory(source: Path, count: int) -> None:
    """Resident memory of the worker late in a run against early in it (Linux)."""
    out = FOLDER / "memory"
    process = start(*export_args(source, out, 1))
    samples: dict[int, int] = {}
    while process.poll() is None:
        done = len(list(out.rglob("*.glb")))
        sizes = [resident(pid) for pid in children(process.pid)]
        if sizes:
            samples.setdefault(done, max(sizes))
        time.sleep(0.02)
    early, late = (samples[min(samples, key=lambda n: abs(n - goal))] for goal in (20, count - 1))
    words = f"{early / 1024:.0f} MB after 20 files, {late / 1024:.0f} MB after {count}"
    print(f"memory of a worker: {words}: {late / early:.2f}")


def resident(pid: int) -> int:
    """Resident kilobytes of a process; 0 where it is gone."""
    try:
        lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) for line in lines if line.startswith("VmRSS")), 0)


def main(count: int) -> None:
    """All of it."""
    source = FOLDER / "source"
    with silence():
        good = make_files(source, count, BROKEN)
        alone = copy_good(good, FOLDER / "good", source)
        make_levels(FOLDER / "levels", 30)
    header("Headless command", f"{count} files, {len(BROKEN)} of them broken")
    steps: tuple[Callable[[], None], ...] = (
        lambda: check_runs(source, good, export_alone(good, source)),
        lambda: check_times(alone, "small", True),
        lambda: check_times(FOLDER / "levels", "large", False),
        lambda: check_memory(alone, len(good)),
    )
    try:
        for step in steps:
            step()
    finally:
        for path in FOLDER.iterdir():
            shutil.rmtree(path) if path.is_dir() else path.unlink()


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 200)
    finish()
