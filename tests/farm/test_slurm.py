# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The templates for Slurm, on its own daemons where they are found, and under bash with an array's variables."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.package import ROOT

from . import slurm
from .make_files import BROKEN, CLEAN, WARNED

pytestmark = pytest.mark.skipif(os.name != "posix", reason="the templates are for bash")
TEMPLATES = ROOT / "templates" / "slurm"
OUTPUTS = sorted(Path(name).with_suffix(".glb").name for name in (*CLEAN, WARNED))


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[slurm.Slurm]:
    top = slurm.root()
    if top is None:
        pytest.skip("needs slurmctld and slurmd: installed, or below a folder named by SLURM_ROOT")
    found = slurm.Slurm(top, tmp_path_factory.mktemp("slurm"), [])
    try:
        found.start()
        yield found
    finally:
        found.stop()


def submit(cluster: slurm.Slurm, program: Path, sources: Path, output: Path, shards: int, **extra: str) -> str:
    """Submits all; gives back the number of the last job."""
    words = [str(TEMPLATES / "submit.sh"), str(sources), str(output), str(shards), "--cpus-per-task=1", "--mem=900M"]
    found = cluster.command(*words, BLENDER=str(program), REPORT_OPTIONS="--mem=100M", **extra)
    assert found.returncode == 0, found.stderr
    assert found.stdout.strip().isdecimal()
    return found.stdout.strip()


def report_of(output: Path) -> dict:
    return json.loads((output / "omi_physics-reports" / "report.json").read_text(encoding="utf-8"))


def test_an_array_exports_all_and_its_reports_are_joined(
    cluster: slurm.Slurm, program: Path, sources: Path, tmp_path: Path
) -> None:
    output = tmp_path / "o'ut, $(x)"
    last = submit(cluster, program, sources, output, 3)
    assert cluster.waited(last) == ("FAILED", "1:0"), "a file is broken"
    assert sorted(p.name for p in output.glob("*.glb")) == OUTPUTS
    found = report_of(output)
    assert found["summary"] == {"ok": 7, "failed": 1, "skipped": 0}
    assert [Path(f["file"]).name for f in found["files"] if f["status"] == "failed"] == [BROKEN]
    assert (output / "omi_physics-reports" / "report.html").stat().st_size > 10_000
    # The parts themselves did what they had to.
    array = str(int(last) - 1)
    assert cluster.state(f"{array}_1") == ("COMPLETED", "0:0")


def test_a_cancelled_array_leaves_no_blender_and_can_be_started_again(
    cluster: slurm.Slurm, program: Path, sources: Path, tmp_path: Path
) -> None:
    slow = tmp_path / "slow"
    # Its first start says so and then takes its time, as a large file does.
    text = (
        f'#!/bin/bash\ntouch {tmp_path}/started\n[ -e {tmp_path}/quick ] || sleep 4321 & wait\nexec "{program}" "$@"\n'
    )
    slow.write_text(text, encoding="utf-8")
    slow.chmod(0o755)
    output = tmp_path / "out"
    last = submit(cluster, slow, sources, output, 1)
    cluster.wait((tmp_path / "started").exists, 60)
    assert cluster.command("scancel", str(int(last) - 1)).returncode == 0
    cluster.waited(last)
    log = (output / "omi_physics-reports" / "report.log").read_text(encoding="utf-8")
    assert "part 1 of 1 left no report" in log
    assert "4321" not in subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True, check=True).stdout
    (tmp_path / "quick").touch()
    assert cluster.waited(submit(cluster, slow, sources, output, 1)) == ("FAILED", "1:0")
    assert sorted(p.name for p in output.glob("*.glb")) == OUTPUTS


def as_array(program: Path, sources: Path, output: Path, shards: int, parts: range, **extra: str) -> list[int]:
    """Runs parts of an array under bash, with the variables that Slurm sets; gives back the exit codes."""
    (output / "omi_physics-reports").mkdir(parents=True, exist_ok=True)
    codes = []
    for part in parts:
        variables = {
            "OMI_SOURCES": str(sources), "OMI_OUTPUT": str(output), "OMI_SHARDS": str(shards), "BLENDER": str(program),
            "SLURM_ARRAY_TASK_ID": str(part), "SLURM_CPUS_PER_TASK": "1", **extra,
        }  # fmt: skip
        script = "export.sh" if part else "report.sh"
        done = subprocess.run(["bash", str(TEMPLATES / script)], env={**os.environ, **variables}, check=False)
        codes.append(done.returncode)
    return codes


def test_the_scripts_under_bash(
    program: Path, sources: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    good = tmp_path / "sources"
    good.mkdir()
    for name in (*CLEAN[:3], WARNED):
        (good / name).write_bytes((sources / name).read_bytes())
    output = tmp_path / "out"
    assert as_array(program, good, output, 2, range(1, 2)) == [0]
    assert as_array(program, good, output, 2, range(1)) == [1]
    assert "part 2 of 2 left no report" in capfd.readouterr().err
    assert as_array(program, good, output, 2, range(2, 3)) == [0]
    assert as_array(program, good, output, 2, range(1)) == [0]
    assert report_of(output)["summary"] == {"ok": 4, "failed": 0, "skipped": 0}
    assert as_array(program, good, output, 2, range(1), STRICT="1") == [1], "one file has a warning"
    assert as_array(program, good / "gone", output, 2, range(1, 2)) == [2], "wrong usage is no part that is done"


def test_a_part_that_is_told_to_end_waits_for_its_blenders(tmp_path: Path) -> None:
    program = tmp_path / "program"
    lines = (
        "#!/bin/bash",
        f"trap 'sleep 1; touch {tmp_path}/ended; exit 130' TERM",
        f"touch {tmp_path}/started",
        "while true; do sleep 0.1; done",
    )
    program.write_text("\n".join(lines), encoding="utf-8")
    program.chmod(0o755)
    variables = {
        "OMI_SOURCES": "in", "OMI_OUTPUT": str(tmp_path), "OMI_SHARDS": "1", "BLENDER": str(program),
        "SLURM_ARRAY_TASK_ID": "1",
    }  # fmt: skip
    with subprocess.Popen(["bash", str(TEMPLATES / "export.sh")], env={**os.environ, **variables}) as part:
        while not (tmp_path / "started").exists():
            time.sleep(0.02)
        part.send_signal(signal.SIGTERM)
        assert part.wait(20) == 130
    assert (tmp_path / "ended").exists()


@pytest.mark.parametrize("words", [(), ("one",), ("in", "out", "0"), ("in", "out", "x"), ("in", "out", "-3")])
def test_wrong_words_submit_nothing(tmp_path: Path, words: tuple[str, ...]) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "sbatch").write_text("#!/bin/sh\ntouch submitted\n", encoding="utf-8")
    (tmp_path / "sbatch").chmod(0o755)
    environment = {**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}"}
    command = ["bash", str(TEMPLATES / "submit.sh"), *words]
    done = subprocess.run(command, env=environment, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 2 and "SHARDS" in done.stderr
    assert not (tmp_path / "submitted").exists()
