# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The commands themselves: arguments, the run, what is said, exit codes."""

from __future__ import annotations

import argparse
import contextlib
import os
import signal
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from . import report as reports
from .manifest import ROOT, addon_version
from .options import known_from_json, parse_options
from .outputs import Busy, OutputFolder
from .plan import Shard, UsageError, find_tasks, parse_shard, take_shard
from .pool import Pool, WorkerFailed
from .run import Run, Settings

OK, FAILED, USAGE, STOPPED = 0, 1, 2, 130
_STOPPING = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]


class CannotStart(Exception):
    """There is no Blender to work with; the text says why."""


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> Any:
        raise UsageError(message)


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="omi_physics", description="Export and check the OMI physics of .blend files.")
    commands = parser.add_subparsers(dest="command", required=True, parser_class=_Parser)
    for name, text in (("export", "export .blend files as glTF"), ("validate", "check the physics of .blend files")):
        command = commands.add_parser(name, help=text, description=text)
        command.add_argument("paths", nargs="+", metavar="PATH", help="a .blend file, or a folder to search through")
        command.add_argument("--jobs", type=_count, default=1, metavar="N", help="number of worker processes (1)")
        command.add_argument("--timeout", type=_seconds, metavar="S", help="seconds after which a file has failed")
        command.add_argument("--report", metavar="FILE.json", help="write what became of each file")
        command.add_argument("--html", metavar="FILE.html", help="write the same as a page for a browser")
        command.add_argument("--strict", action="store_true", help="exit with 1 on warnings and errors of the checks")
        command.add_argument("--quiet", action="store_true", help="say nothing but what failed")
        command.add_argument("--shard", metavar="K/N", help="take the K-th of N parts of the files")
        command.add_argument("--allow-missing", action="store_true", help="accept missing libraries and textures")
        command.add_argument(
            "--option", action="append", default=[], metavar="KEY=VALUE",
            help="an option of Blender's glTF exporter or of the scene's OMI physics; may be repeated",
        )  # fmt: skip
        if name == "export":
            command.add_argument("--output-dir", required=True, metavar="DIR", help="where the files go")
            command.add_argument("--format", choices=("glb", "gltf"), default="glb", help="glb")
            command.add_argument("--force", action="store_true", help="export also what has not changed")
    inspect = commands.add_parser("inspect", help="say in words what physics a glTF file holds")
    inspect.add_argument("file", metavar="FILE")
    inspect.add_argument("--report", metavar="FILE.json")
    merge = commands.add_parser("merge-reports", help="join the reports of shards")
    merge.add_argument("files", nargs="+", metavar="FILE.json")
    merge.add_argument("--report", metavar="FILE.json")
    merge.add_argument("--html", metavar="FILE.html", help="write the same as a page for a browser")
    merge.add_argument("--strict", action="store_true", help="exit with 1 on warnings and errors of the checks")
    return parser


def _count(text: str) -> int:
    if text.isdecimal() and int(text) > 0:
        return int(text)
    raise argparse.ArgumentTypeError(f"expected a whole number from 1, not {text}")


def _seconds(text: str) -> float:
    with contextlib.suppress(ValueError):
        value = float(text)
        if 0.0 < value <= threading.TIMEOUT_MAX:
            return value
    raise argparse.ArgumentTypeError(f"expected a number of seconds above 0, not {text}")


def main(argv: Sequence[str]) -> int:
    """Runs a command and gives its exit code: 0 good, 1 something failed, 2 wrong usage, 130 stopped by Ctrl-C."""
    try:
        args = _parser().parse_args(argv)
        commands: dict[str, Callable[[argparse.Namespace], int]] = {
            "export": _run, "validate": _run, "inspect": _inspect, "merge-reports": _merge,
        }  # fmt: skip
        return commands[args.command](args)
    except UsageError as error:
        print(f"omi_physics: {error}", file=sys.stderr)
        return USAGE
    except CannotStart as error:
        print(f"omi_physics: {error}", file=sys.stderr)
        return FAILED
    except KeyboardInterrupt:
        print("omi_physics: stopped", file=sys.stderr)
        return STOPPED
    except SystemExit as leave:
        # argparse leaves so after --help.
        return leave.code if isinstance(leave.code, int) else OK


def _inspect(args: argparse.Namespace) -> int:
    path = Path(args.file)
    if not path.is_file():
        raise UsageError(f"{args.file}: there is no such file")
    place = reports.check_place(args.report)
    start = time.monotonic()
    entry, lines = _described(args.file)
    entry["seconds"] = seconds = round(time.monotonic() - start, 3)
    if entry["status"] == "failed":
        print(f"{args.file}: {entry['reason']}", file=sys.stderr)
    report = reports.build("inspect", "", addon_version(), seconds, [entry])
    is_kept = place is None or _write(place, report)
    try:
        if lines:
            print("\n".join(lines), flush=True)
    except BrokenPipeError:
        # Whoever reads has read enough. What is still to be flushed goes nowhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return OK if is_kept and entry["status"] == "ok" else FAILED


def _described(file: str) -> tuple[reports.Entry, list[str]]:
    """The report's entry of a glTF file, and what is said of it."""
    from ..core.formats.common.container import ContainerError, read_json
    from ..core.formats.describe import count, describe
    from ..core.formats.read import read_physics

    try:
        data, remarks = read_json(Path(file))
    except (ContainerError, OSError) as error:
        return reports.entry(file, "failed", reason=str(error)), []
    lines = [*describe(data), *remarks]
    return reports.entry(file, "ok", counts=count(read_physics(data)), log=remarks, description=lines), lines


def _merge(args: argparse.Namespace) -> int:
    if args.report is None and args.html is None:
        raise UsageError("merge-reports needs a place to write to: --report FILE.json or --html FILE.html")
    merged = reports.merge(args.files)
    is_kept = _Places(args).write(merged)
    return OK if is_kept and reports.is_good(merged["files"], args.strict) else FAILED


def _run(args: argparse.Namespace) -> int:
    """`export` and `validate`."""
    output_dir = _output_dir(args.output_dir) if args.command == "export" else None
    shard = parse_shard(args.shard) if args.shard else None
    tasks = find_tasks(args.paths, output_dir, getattr(args, "format", "glb"))
    if shard is not None:
        tasks = take_shard(tasks, shard)
    is_forced = getattr(args, "force", False)
    jobs = max(min(args.jobs, len(tasks)), 1)
    with _stoppable(), _temporary_folder() as folder, Pool(_worker_command(jobs), jobs, args.timeout, folder) as pool:
        about = _about(pool, sum(is_forced or t.output is None or not t.output.exists() for t in tasks))
        options = parse_options(args.option, known_from_json(about["options"]))
        places = _Places(args)
        settings = Settings(
            command=args.command,
            options=options,
            makers=about["makers"],
            output_dir=output_dir,
            file_format=getattr(args, "format", "glb"),
            is_forced=is_forced,
            is_quiet=args.quiet,
            allow_missing=args.allow_missing,
            shard=shard,
        )
        with _outputs(output_dir, shard) as outputs:
            run = Run(settings, tasks, outputs)
            try:
                run.run(pool)
            finally:
                data = reports.build(args.command, about["blender"], about["addon"], run.seconds, run.entries)
                is_kept = places.write(data)
    if not args.quiet:
        run.progress.summary(data["summary"])
    return OK if is_kept and reports.is_good(run.entries, args.strict) else FAILED


@contextlib.contextmanager
def _outputs(folder: Path | None, shard: Shard | None) -> Iterator[OutputFolder | None]:
    """The output folder for this run alone; CannotStart where another works into it."""
    if folder is None:
        yield None
        return
    outputs = OutputFolder(folder, str(shard or ""), lambda text: print(text, file=sys.stderr))
    try:
        outputs.claim()
    except Busy as busy:
        raise CannotStart(str(busy)) from busy
    with contextlib.closing(outputs):
        yield outputs


def _worker_command(jobs: int) -> list[str]:
    if "bpy" in sys.modules:
        from . import launch

        return launch.worker_command(jobs)
    return [sys.executable, str(ROOT / "cli.py"), "_worker"]


def _about(pool: Pool, likely: int) -> dict[str, Any]:
    """Versions and options. Outside Blender a worker tells; as many as will likely have work are started at once."""
    is_blender = "bpy" in sys.modules
    try:
        pool.launch(likely if is_blender else max(likely, 1))
        if not is_blender:
            return pool.hello()
    except WorkerFailed as failure:
        raise CannotStart(f"Blender does not start: {failure}") from failure
    from . import launch

    return launch.about()


def _output_dir(text: str) -> Path:
    """The folder for the outputs, which need not exist; UsageError where a file is in its way."""
    folder = Path(text)
    for place in (folder, *folder.parents):
        if place.is_dir():
            break
        if os.path.lexists(place):
            raise UsageError(f"--output-dir {text}: {place} is no folder")
    return folder


class _Places:
    """Where a report goes, as JSON and as a page; UsageError where it cannot."""

    def __init__(self, args: argparse.Namespace) -> None:
        self._json = reports.check_place(args.report)
        self._page = reports.check_place(args.html, "--html")
        if self._json is not None and self._page is not None and _is_same(self._json, self._page):
            raise UsageError(f"--html {args.html}: --report goes there")

    def write(self, data: dict[str, Any]) -> bool:
        """Writes both, each also where the other cannot be written."""
        is_kept = self._json is None or _write(self._json, data)
        return (self._page is None or _write_page(self._page, data)) and is_kept


def _is_same(one: Path, other: Path) -> bool:
    return os.path.realpath(one) == os.path.realpath(other) or (one.exists() and other.exists() and one.samefile(other))


def _write(place: Path, data: dict[str, Any]) -> bool:
    """Writes a report, and says so where that is not possible."""
    try:
        reports.write_json(place, data)
    except OSError as error:
        print(f"omi_physics: the report could not be written: {error}", file=sys.stderr)
        return False
    return True


def _write_page(place: Path, data: dict[str, Any]) -> bool:
    # Most runs write none.
    from .page import page

    try:
        reports.write_whole(place, page(data).encode())
    except OSError as error:
        print(f"omi_physics: the page could not be written: {error}", file=sys.stderr)
        return False
    return True


def _temporary_folder() -> tempfile.TemporaryDirectory[str]:
    # Blender leaves its own behind when it is ended.
    return tempfile.TemporaryDirectory(prefix="omi-physics-", ignore_cleanup_errors=True)


@contextlib.contextmanager
def _stoppable() -> Iterator[None]:
    """Ctrl-C and the system's wish to end raise KeyboardInterrupt, once; the workers are then ended in peace."""
    if threading.current_thread() is not threading.main_thread():
        # Signals are another's.
        yield
        return

    def interrupt(_number: int, _frame: Any) -> None:
        for number in _STOPPING:
            signal.signal(number, signal.SIG_IGN)
        raise KeyboardInterrupt

    # Blender's own handler would only set a flag.
    before = {number: signal.signal(number, interrupt) for number in _STOPPING}
    try:
        yield
    finally:
        for number, handler in before.items():
            # None: it was not set from Python, and Python cannot set it.
            signal.signal(number, signal.SIG_DFL if handler is None else handler)
