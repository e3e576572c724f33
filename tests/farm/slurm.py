# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Slurm's own daemons, for one machine and one test session, as the user at hand and without a cluster's secrets."""

from __future__ import annotations

import getpass
import os
import shutil
import socket
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

_CONFIGURATION = """
ClusterName=tests
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={ports[0]}
SlurmdPort={ports[1]}
AuthType=auth/none
CredType=cred/none
SlurmUser={user}
SlurmdUser={user}
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd.log
PluginDir={plugins}
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU_Memory
SchedulerType=sched/builtin
SchedulerParameters=sched_interval=1,batch_sched_delay=0
MinJobAge=300
KillWait=10
MpiDefault=none
ReturnToService=2
AccountingStorageType=accounting_storage/none
NodeName={host} NodeAddr=127.0.0.1 CPUs=2 RealMemory=4000
PartitionName=main Nodes=ALL Default=YES State=UP
"""


def root() -> Path | None:
    """The folder below which Slurm's programs are, with the plugin that needs no secret of a cluster."""
    if os.name != "posix":
        return None
    named = Path(os.environ.get("SLURM_ROOT") or "/")
    has_all = all(
        _program(named, name) for name in ("slurmctld", "slurmd", "slurmstepd", "sbatch", "scancel", "squeue")
    )
    return named if has_all and _plugins(named) is not None else None


def _program(top: Path, name: str) -> str | None:
    # Debian's have a suffix, since other programs had those names first.
    paths = os.pathsep.join(str(top / "usr" / folder) for folder in ("sbin", "bin"))
    return shutil.which(name, path=paths) or shutil.which(f"{name}-wlm", path=paths)


def _plugins(top: Path) -> Path | None:
    return next((path.parent for path in top.glob("usr/lib*/**/auth_none.so")), None)


@dataclass
class Slurm:
    """A cluster of this machine alone."""

    top: Path
    folder: Path
    daemons: list[subprocess.Popen[bytes]]

    @property
    def environment(self) -> dict[str, str]:
        """What Slurm's commands need to meet these daemons."""
        plugins = _plugins(self.top)
        assert plugins is not None
        bins = os.pathsep.join((str(self.top / "usr" / "bin"), os.environ["PATH"]))
        libraries = os.pathsep.join((str(plugins), str(plugins.parent)))
        found = {k: v for k, v in os.environ.items() if not k.startswith(("SLURM_", "SBATCH_"))}
        return {**found, "PATH": bins, "LD_LIBRARY_PATH": libraries, "SLURM_CONF": str(self.folder / "slurm.conf")}

    def command(self, *words: str, **extra: str) -> subprocess.CompletedProcess[str]:
        """Runs a command of Slurm, or one that calls them."""
        environment = {**self.environment, **extra}
        return subprocess.run(words, env=environment, capture_output=True, encoding="utf-8", check=False, timeout=120)

    def start(self) -> None:
        """Starts the daemons and waits until the machine takes jobs."""
        for name in ("state", "spool"):
            (self.folder / name).mkdir()
        plugins = _plugins(self.top)
        text = _CONFIGURATION.format(
            host=socket.gethostname().split(".")[0],
            ports=_free_ports(),
            user=getpass.getuser(),
            folder=self.folder,
            plugins=plugins,
        )
        (self.folder / "slurm.conf").write_text(text, encoding="utf-8")
        step = _program(self.top, "slurmstepd")
        for name, options in (("slurmctld", ()), ("slurmd", ("-d", str(step)))):
            command = [str(_program(self.top, name)), "-D", *options]
            with (self.folder / f"{name}.out").open("wb") as output:
                daemon = subprocess.Popen(command, env=self.environment, stdout=output, stderr=subprocess.STDOUT)
            self.daemons.append(daemon)
        self.wait(lambda: "idle" in self.command("sinfo", "--noheader", "--format=%t").stdout, 30)

    def wait(self, is_so, seconds: float) -> None:
        """Waits until something is so; an error with the daemons' words where it does not come."""
        end = time.monotonic() + seconds
        while not is_so():
            if time.monotonic() > end:
                logs = [path.read_text(errors="replace")[-2000:] for path in sorted(self.folder.glob("*.log"))]
                raise AssertionError("\n".join(["Slurm does not come to it", *logs]))
            time.sleep(0.2)

    def state(self, job: str) -> tuple[str, str]:
        """State and exit code of a job, such as ("COMPLETED", "0:0")."""
        words = self.command("scontrol", "show", "job", job).stdout.split()
        found = dict(word.split("=", 1) for word in words if "=" in word)
        return found.get("JobState", ""), found.get("ExitCode", "")

    def waited(self, job: str, seconds: float = 120) -> tuple[str, str]:
        """State and exit code of a job that has ended."""
        self.wait(lambda: self.state(job)[0] not in ("", "PENDING", "RUNNING", "COMPLETING", "CONFIGURING"), seconds)
        return self.state(job)

    def stop(self) -> None:
        """Ends all jobs and the daemons."""
        self.command("scancel", "--full", "--user", getpass.getuser())
        self.wait(lambda: not self.command("squeue", "--noheader", "--states=R,CG").stdout.strip(), 30)
        for daemon in reversed(self.daemons):
            daemon.terminate()
        for daemon in self.daemons:
            daemon.wait(20)


def _free_ports() -> list[int]:
    with socket.socket() as one, socket.socket() as other:
        for each in (one, other):
            each.bind(("127.0.0.1", 0))
        return [each.getsockname()[1] for each in (one, other)]
