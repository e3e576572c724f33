# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The commands themselves: arguments, the run, what is said, exit codes."""

from __future__ import annotations

import argparse
import json
import signal
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from . import report as reports
from .options import parse_options
from .plan import Task, UsageError, find_tasks, parse_shard, take_shard
from .pool import Pool
from .progress import Progress
from .state import State

OK, FAILED, USAGE, STOPPED = 0, 1, 2, 130


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
        command.add_argument("--strict", action="store_true", help="exit with 1 on warnings and errors of the checks")
        command.add_argument("--quiet", action="store_true", help="say nothing but what failed")
        command.add_argument("--shard", metavar="K/N", help="take the K-th of N parts of the files")
        command.add_argument("--allow-missing", action="store_true", help="accept files whose libraries are missing")
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
    merge.add_argument("--report", required=True, metavar="FILE.json")
    return parser


def _count(text: str) -> int:
    value = int(text)
    if value < 1:
        raise argparse.ArgumentTypeError("expected a number from 1")
    return value


def _seconds(text: str) -> float:
    value = float(text)
    if not value > 0.0:
        raise argparse.ArgumentTypeError("expected a number above 0")
    return value


def main(argv: Sequence[str]) -> int:
    """Runs a command and gives its exit code: 0 good, 1 something failed, 2 wrong usage, 130 stopped by Ctrl-C."""
    arguments = list(argv)
    if arguments == ["_worker"]:
        from .worker import serve

        return serve()
    try:
        args = _parser().parse_args(arguments)
        commands: dict[str, Callable[[argparse.Namespace], int]] = {
            "export": _run, "validate": _run, "inspect": _inspect, "merge-reports": _merge,
        }  # fmt: skip
        return commands[args.command](args)
    except UsageError as error:
        print(f"omi_physics: {error}", file=sys.stderr)
        return USAGE
    except KeyboardInterrupt:
        print("omi_physics: stopped", file=sys.stderr)
        return STOPPED
    except SystemExit as leave:
        # argparse leaves so after --help.
        return leave.code if isinstance(leave.code, int) else OK


def _inspect(args: argparse.Namespace) -> int:
    from ..core.container import ContainerError, read_json
    from ..core.describe import describe

    path = Path(args.file)
    if not path.is_file():
        raise UsageError(f"{args.file}: there is no such file")
    try:
        data, remarks = read_json(path)
        lines = [*describe(data), *remarks]
    except (ContainerError, OSError) as error:
        print(f"{args.file}: {error}", file=sys.stderr)
        return FAILED
    print("\n".join(lines))
    if args.report:
        reports.write_json(Path(args.report), {"version": reports.VERSION, "file": args.file, "lines": lines})
    return OK


def _merge(args: argparse.Namespace) -> int:
    merged = reports.merge(args.files)
    reports.write_json(Path(args.report), merged)
    return OK if reports.is_good(merged["files"], strict=False) else FAILED


def _run(args: argparse.Namespace) -> int:
    """`export` and `validate`."""
    from . import launch

    options = parse_options(args.option, launch.known_options())
    output_dir = Path(args.output_dir) if args.command == "export" else None
    if output_dir is not None and output_dir.exists() and not output_dir.is_dir():
        raise UsageError(f"{output_dir} is not a folder")
    tasks = find_tasks(args.paths, output_dir, getattr(args, "format", "glb"))
    if args.shard:
        tasks = take_shard(tasks, parse_shard(args.shard))
    signal.signal(signal.SIGINT, _interrupt)
    signal.signal(signal.SIGTERM, _interrupt)
    run = _Run(args, tasks, options, output_dir, f"{launch.blender_version()} {launch.addon_version()}")
    files = run.run(launch.worker_command())
    data = reports.build(args.command, launch.blender_version(), launch.addon_version(), run.seconds, files)
    if args.report:
        reports.write_json(Path(args.report), data)
    if not args.quiet:
        run.progress.summary(data["summary"])
    return OK if reports.is_good(files, args.strict) else FAILED


def _interrupt(_number: int, _frame: Any) -> None:
    # Blender's own handler would only set a flag.
    raise KeyboardInterrupt


class _Run:
    """One run over many files."""

    def __init__(
        self, args: argparse.Namespace, tasks: list[Task], options: dict[str, Any], output_dir: Path | None, versions: str
    ) -> None:
        self._args = args
        self._tasks = tasks
        self._options = options
        settings = json.dumps([versions, options, getattr(args, "format", ""), args.allow_missing], sort_keys=True)
        self._state = State(output_dir, settings) if output_dir is not None else None
        self._entries: dict[str, reports.Entry] = {}
        self.progress = Progress(len(tasks), args.quiet)
        self.seconds = 0.0

    def run(self, command: list[str]) -> list[reports.Entry]:
        """The entries of all files, in the order of the tasks."""
        start = time.monotonic()
        todo = [task for task in self._tasks if not self._skip(task)]
        try:
            if todo:
                jobs = min(self._args.jobs, len(todo))
                Pool(command, jobs, self._args.timeout).run(todo, self._request, self._done)
        finally:
            self.progress.end()
            self._save()
            self.seconds = time.monotonic() - start
        return [self._entries[str(task.source)] for task in self._tasks]

    def _skip(self, task: Task) -> bool:
        if self._state is None or self._args.force or task.output is None:
            return False
        known = self._state.entry(task.source, task.output)
        if known is None:
            return False
        self._entries[str(task.source)] = {**known, "status": "skipped", "seconds": 0.0}
        self.progress.file(self._entries[str(task.source)])
        return True

    def _request(self, task: Task) -> dict[str, Any]:
        return {
            "command": self._args.command,
            "source": str(task.source.absolute()),
            "output": None if task.output is None else str(task.output.absolute()),
            "format": getattr(self._args, "format", "glb"),
            "options": self._options,
            "allow_missing": self._args.allow_missing,
        }

    def _done(self, task: Task, answer: dict[str, Any] | str, seconds: float) -> None:
        if isinstance(answer, str):
            answer = {"status": "failed", "reason": answer}
        inputs, outputs = answer.pop("inputs", {}), answer.pop("outputs", [])
        is_written = answer["status"] == "ok" and task.output is not None
        answer["output"] = str(task.output) if is_written else None
        entry = reports.entry(str(task.source), seconds=round(seconds, 3), **answer)
        self._entries[str(task.source)] = entry
        if self._state is not None and task.output is not None:
            if is_written:
                self._state.remember(task.source, task.output, inputs, outputs, entry)
            else:
                self._state.forget(task.output)
        self.progress.file(entry)

    def _save(self) -> None:
        if self._state is None:
            return
        try:
            self._state.save()
        except OSError as error:
            self.progress.say(f"what is needed to skip unchanged files could not be kept: {error}")
