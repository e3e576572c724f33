# SPDX-FileCopyrightText: 2026 OMI Physics for Blender contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Locks on files, which the system takes from a process that ends, however it ends."""

from __future__ import annotations

import contextlib
import errno
import os
import sys
import time
from pathlib import Path

_STEP = 0.05
# What file systems say that have no locks.
_WITHOUT = (errno.ENOLCK, errno.ENOSYS, errno.EOPNOTSUPP, errno.ENOTSUP, errno.EINVAL)
_BUSY = (errno.EAGAIN, errno.EACCES, errno.EDEADLK)


class NoLocks(OSError):
    """The file system has no locks."""


class Lock:
    """One process at a time holds the lock of a file, which is made where it is not there."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file: int | None = None

    def take(self, seconds: float = 0.0) -> bool:
        """Whether the lock is ours now, after that time at the latest; NoLocks, or OSError where no file can be."""
        end = time.monotonic() + seconds
        while not self._try():
            if time.monotonic() >= end:
                return False
            time.sleep(_STEP)
        return True

    def release(self, is_last: bool = False) -> None:
        """Gives the lock back; where it is the last time, the file goes too."""
        number, self._file = self._file, None
        if number is None:
            return
        try:
            if is_last and os.name == "posix":
                # While it is ours: whoever waits for it sees that it is gone, and begins again.
                with contextlib.suppress(OSError):
                    self._path.unlink()
        finally:
            os.close(number)
        if is_last and os.name != "posix":
            # Windows lets nobody remove what another has open.
            with contextlib.suppress(OSError):
                self._path.unlink()

    def _try(self) -> bool:
        number = _open(self._path)
        try:
            if _lock(number) and _is_at(number, self._path):
                self._file = number
        finally:
            if self._file is None:
                os.close(number)
        return self._file is not None


def _open(path: Path) -> int:
    # Neither does a link lead elsewhere, nor does a pipe hold anybody up.
    flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    try:
        if path.is_symlink() or (path.exists() and not path.is_file()):
            path.unlink()
    except FileNotFoundError:
        # Another has been faster.
        pass
    try:
        return os.open(path, flags, 0o666)
    except PermissionError:
        # Another user's.
        return os.open(path, flags & ~(os.O_RDWR | os.O_CREAT))


def _lock(number: int) -> bool:
    """Locks an open file; False where another has."""
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(number, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        if error.errno in _BUSY:
            return False
        if error.errno in _WITHOUT:
            raise NoLocks(*error.args) from error
        raise
    return True


def _is_at(number: int, path: Path) -> bool:
    """Whether an open file is still what lies at a path."""
    try:
        return os.path.samestat(os.fstat(number), path.stat())
    except FileNotFoundError:
        return False
