# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests, demo, checks and package of this project, each with all of its own set-up: `python tools/dev.py --help`.

`make test` and its siblings call this file; where there is no make, call it yourself.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import packages

import engine
import farm
from environments import (
    BLENDERS,
    PYTHONS,
    ROOT,
    Problem,
    blender_environment,
    default_python,
    environment,
    find_python,
    newest_blender,
    node_packages,
)

BUILD = ROOT / "build"
REPORTS = BUILD / "test-reports"
NO_TESTS = 5  # pytest's exit code where it found none
# What runs inside Blender in every round of tests; tests/engine needs an engine and has a command of its own.
BLENDER_TESTS = ("tests/blender", "tests/roundtrip", "tests/ui")


def main(argv: list[str]) -> int:
    """Run one command; return the exit code."""
    arguments = _parser().parse_args(argv)
    try:
        return arguments.run(arguments)
    except Problem as problem:
        print(f"\nERROR: {problem}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="dev.py", description=__doc__.splitlines()[0])
    commands = parser.add_subparsers(dest="command", required=True)

    def add(name: str, run, text: str) -> argparse.ArgumentParser:
        command = commands.add_parser(name, help=text, description=text)
        command.set_defaults(run=run)
        return command

    for name, run, text in (
        ("test", run_test, "unit tests without Blender, then all tests on the newest Blender this Python allows"),
        ("test-all", run_test_all, "unit tests on both Pythons, then all tests on every supported Blender"),
        ("test-engine", run_test_engine, "load and simulate exported files in a real engine, where one is found"),
        (
            "test-farm",
            run_test_farm,
            "the report's page in Chromium, the job templates on real schedulers, where found",
        ),
    ):
        command = add(name, run, text)
        command.add_argument("pytest", nargs="*", metavar="ARG", help="paths and options for pytest, after --")
        if name == "test":
            command.add_argument("--blender", choices=BLENDERS, help="this Blender instead, without the unit tests")
        if name == "test-all":
            command.add_argument("--resume", action="store_true", help="leave out what build/test-reports shows passed")
    add("demo", run_demo, "build the playground scene, export it headless, print what is in the file")
    add("bench", run_bench, "measure export times over scenes of growing size")
    add("lint", run_lint, "ruff: faults and formatting")
    add("types", run_types, "pyright against the oldest and the newest Blender's stubs")
    add("package", run_package, "build the extension's zips, one a platform, into build/dist and validate them")
    add("release", run_release, "the zips, and their checksums")
    summary = add("summary", run_summary, "one line over all test reports in build/test-reports")
    summary.add_argument("--failed-steps", type=int, default=0, help="how many commands failed")
    return parser


def run_test(arguments: argparse.Namespace) -> int:
    """`make test`."""
    if arguments.blender:
        return _pytest_in_blender(arguments.blender, arguments.pytest)
    python = default_python()
    blender = newest_blender(python)
    _heading(f"Python {python}: unit tests without Blender, then Blender {blender}")
    code = _pytest_without_blender(python, arguments.pytest) if not arguments.pytest else 0
    return _pytest_in_blender(blender, arguments.pytest) or code


def run_test_all(arguments: argparse.Namespace) -> int:
    """`make test-all`."""
    failed, missing = [], []
    for python in PYTHONS:
        if not find_python(python):
            missing += [f"Blender {blender}" for blender, needed in BLENDERS.items() if needed == python]
            continue
        if not (arguments.resume and _has_passed(f"unit-{python}")) and _pytest_without_blender(
            python, arguments.pytest
        ):
            failed.append(f"unit tests on Python {python}")
        for blender, needed in BLENDERS.items():
            if needed != python or (arguments.resume and _has_passed(f"blender-{blender}")):
                continue
            if _pytest_in_blender(blender, arguments.pytest):
                failed.append(f"Blender {blender}")
    for name in missing:
        print(f"NOT RUN: {name}: the machine has no Python {BLENDERS[name.split()[-1]]}")
    for name in failed:
        print(f"FAILED: {name}")
    if failed:
        return 1
    return 3 if missing else 0


def run_test_engine(arguments: argparse.Namespace) -> int:
    """`make test-engine`."""
    engine.prepare(ROOT / ".venvs")
    code = _pytest_in_blender(newest_blender(default_python()), ["tests/engine", *arguments.pytest], "engine")
    return 0 if code == NO_TESTS else code


def run_test_farm(arguments: argparse.Namespace) -> int:
    """`make test-farm`."""
    python = default_python()
    farm.prepare(ROOT / ".venvs")
    # The schedulers' packages and the browser's stay out of Blender's environments.
    os.environ["OMI_BLENDER_PYTHON"] = blender_environment(newest_blender(python))
    interpreter = environment("farm", python)
    _heading(f"Python {python}: schedulers and browser")
    return _pytest(interpreter, "farm", ["tests/farm", *arguments.pytest])


def run_demo(arguments: argparse.Namespace) -> int:
    """`make demo`."""
    folder = BUILD / "demo"
    folder.mkdir(parents=True, exist_ok=True)
    blender = newest_blender(default_python())
    python = blender_environment(blender)
    scene, exported = folder / "playground.blend", folder / "playground.glb"
    exported.unlink(missing_ok=True)
    _heading(f"Building the scene in Blender {blender}")
    steps = (
        [python, "demo/playground.py", str(scene)],
        [python, "cli.py", "export", str(scene), "--output-dir", str(folder), "--force", "--strict"],
        [python, "cli.py", "inspect", str(exported)],
    )
    for step in steps:
        code = subprocess.run(step, cwd=ROOT, check=False).returncode
        if code != 0:
            return code
    print(f"\nThe scene: {scene.relative_to(ROOT)}\nThe file:  {exported.relative_to(ROOT)}")
    return 0


def run_bench(arguments: argparse.Namespace) -> int:
    """`make bench`."""
    python = blender_environment(newest_blender(default_python()))
    scripts = [path for path in sorted((ROOT / "bench").glob("*.py")) if path.stem != "common"]
    codes = [subprocess.run([python, str(path)], cwd=ROOT, check=False).returncode for path in scripts]
    return max(codes, default=0)


def run_lint(arguments: argparse.Namespace) -> int:
    """`make lint`."""
    ruff = [environment("tools", default_python()), "-m", "ruff"]
    codes = [
        subprocess.run([*ruff, *rest], cwd=ROOT, check=False).returncode for rest in (["check"], ["format", "--check"])
    ]
    return max(codes)


def run_types(arguments: argparse.Namespace) -> int:
    """`make types`."""
    version = default_python()
    pyright = [environment("tools", version), "-m", "pyright"]
    worst = 0
    for stubs in ("types-4.2", "types-latest"):
        _heading(f"pyright with {stubs}")
        command = [*pyright, "--pythonpath", environment(stubs, version)]
        worst = max(worst, subprocess.run(command, cwd=ROOT, check=False).returncode)
    return worst


def run_package(arguments: argparse.Namespace) -> int:
    """`make package`."""
    for path in packages.build_all(_extension_tool(), BUILD / "dist", BUILD / "package"):
        print(f"{path.relative_to(ROOT)}: {', '.join(packages.wheels_in(path)) or 'no wheel'}")
    return 0


def run_release(arguments: argparse.Namespace) -> int:
    """`make release`."""
    found = packages.build_all(_extension_tool(), BUILD / "dist", BUILD / "package")
    (BUILD / "dist" / "SHA256SUMS").write_text(packages.checksums(found), encoding="utf-8")
    print(packages.checksums(found), end="")
    return 0


def _extension_tool() -> list[str]:
    """Blender's own tool that builds and validates extensions, as a command."""
    python = blender_environment(newest_blender(default_python()))
    found = list(Path(python).parents[1].glob("**/bl_pkg/cli/blender_ext.py"))
    if not found:
        raise Problem("The bpy package has no bl_pkg/cli/blender_ext.py.")
    return [python, str(found[0])]


def run_summary(arguments: argparse.Namespace) -> int:
    """The closing line of a run of several commands."""
    counts = [_counts(path) for path in sorted(REPORTS.glob("*.xml"))]
    passed, failed, skipped = (sum(column) for column in zip(*counts)) if counts else (0, 0, 0)
    # A failed command may show in no report, such as the linter.
    failed = max(failed, arguments.failed_steps)
    print(f"{passed} passed, {failed} failed, {skipped} skipped")
    return 1 if failed or not passed else 0


def _pytest_without_blender(python: str, extra: list[str]) -> int:
    interpreter = environment("unit", python)
    _heading(f"Unit tests, Python {python} without Blender")
    return _pytest(interpreter, f"unit-{python}", extra or ["tests/unit"])


def _pytest_in_blender(blender: str, extra: list[str], report: str = "") -> int:
    interpreter = blender_environment(blender)
    node_packages()
    _heading(f"Blender {blender}, Python {BLENDERS[blender]}")
    present = [folder for folder in BLENDER_TESTS if (ROOT / folder).is_dir()]
    return _pytest(interpreter, report or f"blender-{blender}", extra or present)


def _pytest(interpreter: str, report: str, rest: list[str]) -> int:
    target = REPORTS / f"{report}.xml"
    target.unlink(missing_ok=True)
    begin = time.monotonic()
    command = [interpreter, "-m", "pytest", f"--junitxml={target}", *rest]
    code = subprocess.run(command, cwd=ROOT, env=_clean_environment(), check=False).returncode
    if not target.is_file():
        print(f"ERROR: the tests of {report} ended without a report (exit code {code}).", file=sys.stderr)
        return code or 1
    print(f"{report}: exit code {code}, {time.monotonic() - begin:.0f} s", flush=True)
    return code


def _clean_environment() -> dict[str, str]:
    """The environment without what would let another Blender's settings or another Python's packages in."""
    return {
        k: v for k, v in os.environ.items() if not k.startswith("BLENDER_") and k not in ("PYTHONPATH", "PYTHONHOME")
    }


def _has_passed(report: str) -> bool:
    path = REPORTS / f"{report}.xml"
    return path.is_file() and _counts(path)[1] == 0 and _counts(path)[0] > 0


def _counts(path: Path) -> tuple[int, int, int]:
    """Passed, failed and skipped tests of a report."""
    total, failed, skipped = 0, 0, 0
    for suite in ElementTree.parse(path).getroot().iter("testsuite"):
        total += int(suite.get("tests", 0))
        failed += int(suite.get("failures", 0)) + int(suite.get("errors", 0))
        skipped += int(suite.get("skipped", 0))
    return total - failed - skipped, failed, skipped


def _heading(text: str) -> None:
    print(f"\n== {text} ==", flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
