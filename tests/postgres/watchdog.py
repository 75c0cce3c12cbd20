"""Ends a private server and removes its folder as soon as the tests have ended, also by `kill -9`.

A process of its own, started with the folder and whom to become (user, group); `Cluster` holds the end of its input.
The standard library only: it runs as a file.
"""

import ctypes
import os
import shutil
import signal
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

PROC = Path("/proc")
END_S_MAX = 5.0  # for a server to stop on its own, which takes 10 ms
_REMOVE = 0  # IPC_RMID of shmctl(2)
_SHARED_MEMORY_LINE = 6  # of postmaster.pid, from 0: key and id


def main(folder: Path, *identity: int) -> None:
    for ending in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(ending, signal.SIG_IGN)
    if identity:  # only the owner may signal the server and remove its shared memory where root has few rights
        user, group = identity
        os.setgroups([])
        os.setgid(group)
        os.setuid(user)
    sys.stdin.buffer.read()
    end(folder)
    shutil.rmtree(folder, ignore_errors=True)


def end(folder: Path) -> None:
    """End the server of this folder: in order, so that it leaves no shared memory behind, or else by force."""
    for pooler in beside(folder):
        signal_if_there(pooler, signal.SIGKILL)
    if postmaster := _postmaster(folder):
        signal_if_there(postmaster, signal.SIGQUIT)
    if not until(lambda: not processes(folder), seconds=END_S_MAX):
        end_by_force(folder)
    _remove_shared_memory(folder)


def end_by_force(folder: Path) -> None:
    """Send SIGKILL to every process of this folder's server, until there is none."""

    def none_is_left() -> bool:
        for pid in processes(folder):
            signal_if_there(pid, signal.SIGKILL)
        return not processes(folder)

    until(none_is_left, seconds=END_S_MAX)


def processes(folder: Path) -> list[int]:
    """Every process of the server in this folder, by the name that each carries (`cluster_name`)."""
    data, child = os.fsencode(folder / "data"), os.fsencode(f"postgres: {folder.name}: ")
    return [
        pid
        for pid, words in _all_processes()
        if words[0].startswith(child) or (words[0].endswith(b"/postgres") and data in words)
    ]


def beside(folder: Path) -> list[int]:
    """Every PgBouncer that has its settings in this folder."""
    within = os.fsencode(folder) + b"/"
    return [
        pid
        for pid, words in _all_processes()
        if words[0].endswith(b"/pgbouncer") and any(word.startswith(within) for word in words[1:])
    ]


def until(true: Callable[[], bool], *, seconds: float) -> bool:
    """Look every few milliseconds whether something has come true."""
    end_at = time.monotonic() + seconds
    while not (found := true()) and time.monotonic() < end_at:
        time.sleep(0.003)
    return found


def signal_if_there(pid: int, number: int) -> None:
    with suppress(ProcessLookupError):
        os.kill(pid, number)


def _all_processes() -> list[tuple[int, list[bytes]]]:
    found = []
    for one in PROC.iterdir():
        if one.name.isdigit():
            with suppress(OSError):  # it has just ended
                found.append((int(one.name), (one / "cmdline").read_bytes().split(b"\0")))
    return found


def _postmaster(folder: Path) -> int | None:
    """The number in postmaster.pid, while that process is this server."""
    lines = _pid_file(folder)
    pid = int(lines[0]) if lines else 0
    return pid if pid in processes(folder) else None


def _remove_shared_memory(folder: Path) -> None:
    """Remove the shared memory that a killed server leaves; one that stops normally has removed it."""
    lines = _pid_file(folder)
    if len(lines) > _SHARED_MEMORY_LINE and len(block := lines[_SHARED_MEMORY_LINE].split()) == 2:
        ctypes.CDLL(None).shmctl(int(block[1]), _REMOVE, None)


def _pid_file(folder: Path) -> list[str]:
    try:
        return (folder / "data" / "postmaster.pid").read_text().splitlines()
    except OSError:
        return []


if __name__ == "__main__":
    main(Path(sys.argv[1]), *map(int, sys.argv[2:]))
