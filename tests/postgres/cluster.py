"""A private PostgreSQL server in a temporary folder: it starts in half a second, and ends with its tests."""

import os
import pwd
import random
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, Literal
from urllib.parse import quote

import psycopg

from tests.postgres import administered, binaries, watchdog

SHARED_MEMORY = Path("/dev/shm")
ROOM_BYTES_MIN = 2 * 1024**3  # of it to be free; else the folder is where temporary files are
UNPRIVILEGED = "nobody"  # the user that runs the server if root starts it: it refuses root
ADMIN, OWNER = administered.ADMIN, administered.OWNER
READY_S_MAX = 30.0
STOP_SIGNALS = {"smart": signal.SIGTERM, "fast": signal.SIGINT, "immediate": signal.SIGQUIT}
PORTS = range(20_000, 32_000)  # below the kernel's ephemeral ports, so that a restart finds its port free
SETTINGS = {  # fsync, full_page_writes and synchronous_commit stay on: the store refuses a server without them
    "dynamic_shared_memory_type": "mmap",  # nothing outside the folder
    "max_wal_size": "256MB",
    "shared_buffers": "32MB",
    "log_timezone": "UTC",
    "timezone": "UTC",
    "wal_retrieve_retry_interval": "100ms",  # else a standby that has just lost its primary is promoted after 5 s
}
_kept: list[subprocess.Popen[bytes]] = []  # watchdogs that wait for the end of this process


class ClusterFailed(Exception):
    """A server did not start, or failed a command; the message ends with its log."""


class Cluster(administered.Administered):
    """One server with a folder of its own. `running` starts one and removes it."""

    def __init__(self, *, tcp: bool = False, password: str = "", on_disk: bool = False, **settings: str) -> None:
        found = binaries.find()
        assert found is not None, binaries.MISSING
        self._programs = found
        self._identity = unprivileged()
        self.folder = make_folder(self._identity, on_disk=on_disk)
        self._watchdog = _watch(self.folder, self._identity)
        self.data = self.folder / "data"
        self.log = self.folder / "log"
        self.port = _free_port() if tcp else 5432  # without TCP only the name of the socket in our folder
        self.password = password or secrets.token_urlsafe(12)
        self._tcp, self._on_disk = tcp, on_disk
        self._settings = SETTINGS | settings
        self._server: subprocess.Popen[bytes] | None = None
        self._standbys: list[Cluster] = []

    # Starting and ending

    def create(self) -> None:
        """Make its files, and who will own the databases."""
        _run("cp", "-pR", _new_files() / "data", self.data, **self._as_unprivileged())
        self.start()
        self.sql(f"ALTER ROLE {ADMIN} PASSWORD '{self.password}'")
        self.sql(f"CREATE ROLE {OWNER} LOGIN CREATEDB PASSWORD '{self.password}'")

    def start(self) -> None:
        """Start it, or start it again, and wait until it takes connections."""
        settings = self._settings | {
            "cluster_name": self.folder.name,
            "listen_addresses": "127.0.0.1" if self._tcp else "",
            "port": str(self.port),
            "unix_socket_directories": str(self.folder),
        }
        words = [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]
        with self.log.open("ab") as log:
            self._server = subprocess.Popen(
                [self._programs / "postgres", "-D", self.data, *words],
                stdout=log,
                stderr=log,
                start_new_session=True,  # Ctrl-C is for the tests
                **self._as_unprivileged(),
            )
        self._wait(self._is_ready, "to be ready")

    def stop(self, mode: Literal["smart", "fast", "immediate"] = "fast") -> None:
        """End it as `pg_ctl stop -m` does: `immediate` is a crash of which it knows."""
        assert self._server is not None
        self._server.send_signal(STOP_SIGNALS[mode])
        self._server.wait(READY_S_MAX)
        self._server = None

    def kill(self) -> None:
        """SIGKILL the postmaster and its children, so that `start` works immediately."""
        assert self._server is not None
        self._server.kill()
        self._server.wait()
        watchdog.end_by_force(self.folder)
        self._server = None

    @contextmanager
    def frozen(self) -> Iterator[None]:
        """Stop all its processes (SIGSTOP) until the block ends: connections stay open without a response."""
        stopped = watchdog.processes(self.folder)
        assert self._server is not None and self._server.pid in stopped
        for pid in stopped:
            watchdog.signal_if_there(pid, signal.SIGSTOP)
        try:
            yield
        finally:
            for pid in stopped:
                watchdog.signal_if_there(pid, signal.SIGCONT)

    def close(self) -> None:
        """Remove the server with its standbys, as the watchdog would."""
        for standby in self._standbys:
            standby.close()
        assert self._watchdog.stdin is not None
        self._watchdog.stdin.close()
        self._watchdog.wait(3 * watchdog.END_S_MAX)
        if self._server is not None:
            self._server.wait(watchdog.END_S_MAX)
        shutil.rmtree(self.folder, ignore_errors=True)  # where its user may not: it has no right in the folder above

    # A second server

    def make_standby(self, *, synchronous: bool = False) -> "Cluster":
        """Another server that follows this one; when synchronous, no commit here ends before it is on disk there."""
        standby = Cluster(tcp=self._tcp, password=self.password, on_disk=self._on_disk, **self._settings)
        self._standbys.append(standby)
        primary = f"host={self.folder} port={self.port} user={ADMIN} application_name={standby.folder.name}"
        copying = ("--write-recovery-conf", "--checkpoint", "fast", "--no-sync")
        standby._run("pg_basebackup", "-D", standby.data, "-d", primary, *copying)
        standby.start()
        if synchronous:
            self.sql(f"""ALTER SYSTEM SET synchronous_standby_names = '"{standby.folder.name}"'""")
            self.sql("SELECT pg_reload_conf()")
        wanted = "sync" if synchronous else "async"
        following = "SELECT 1 FROM pg_stat_replication WHERE state = 'streaming' AND sync_state = %s"
        self._wait(lambda: bool(self.sql(following, [wanted])), "to be followed")
        return standby

    def promote(self) -> None:
        """Promote a standby to primary."""
        self.sql("SELECT pg_promote()")
        self._wait(lambda: self.sql("SELECT pg_is_in_recovery()") == [(False,)], "to be promoted")

    # Addresses

    def url(self, database: str, *, others: Sequence["Cluster"] = ()) -> str:
        """How the store connects, as the owner; with others, to whichever of them takes writes."""
        servers = [self, *others]
        hosts = ",".join(quote("127.0.0.1" if one._tcp else str(one.folder), safe="") for one in servers)
        address = f"postgresql://{OWNER}:{self.password}@/{database}?host={hosts}"
        address += f"&port={','.join(str(one.port) for one in servers)}"
        return address + "&target_session_attrs=read-write" * bool(others)

    def connect(self, database: str = ADMIN) -> psycopg.Connection:
        """A connection of the administrator, on the socket."""
        return psycopg.connect(
            host=str(self.folder), port=self.port, user=ADMIN, dbname=database, autocommit=True, connect_timeout=10
        )

    # Files and ports

    def make_folder(self, folder: Path, files: dict[str, str]) -> None:
        """Make a folder within its own, with files that its user may read; it goes with the server."""
        folder.mkdir()
        for name, text in files.items():
            (folder / name).write_text(text)
        for one in (folder, *folder.iterdir()):
            os.chown(one, *self._identity or (-1, -1))

    @contextmanager
    def program(self, *words: str) -> "Iterator[subprocess.Popen[bytes]]":
        """Run a program as the server's user until the block ends. The watchdog ends it by the folder in its words."""
        quiet: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "start_new_session": True}
        with subprocess.Popen(words, **quiet, **self._as_unprivileged()) as running:
            try:
                yield running
            finally:
                running.kill()

    # Helpers

    def _is_ready(self) -> bool:
        """What the server itself writes down. A file of an earlier life names another process."""
        assert self._server is not None
        if self._server.poll() is not None:
            raise ClusterFailed(f"The server ended at its start.\n{self._log_end()}")
        try:
            lines = (self.data / "postmaster.pid").read_text().split()
        except FileNotFoundError:
            return False
        return lines[:1] == [str(self._server.pid)] and lines[-1] == "ready"

    def _run(self, program: str, *words: str | Path) -> None:
        _run(self._programs / program, *words, **self._as_unprivileged())

    def _as_unprivileged(self) -> dict[str, Any]:
        return _as(self._identity, self.folder)

    def _wait(self, true: Callable[[], bool], what: str) -> None:
        if not watchdog.until(true, seconds=READY_S_MAX):
            raise ClusterFailed(f"The server had {READY_S_MAX:.0f} s {what}.\n{self._log_end()}")

    def _log_end(self) -> str:
        return self.log.read_text(errors="replace")[-2_000:]


@contextmanager
def running(*, tcp: bool = False, on_disk: bool = False, **settings: str) -> Iterator[Cluster]:
    """A server until the block ends; settings as in postgresql.conf. Unless it is to be on a disk, memory will do."""
    cluster = Cluster(tcp=tcp, on_disk=on_disk, **settings)
    try:
        cluster.create()
        yield cluster
    finally:
        cluster.close()


@cache
def _new_files() -> Path:
    """Return a folder whose `data` has the files of a new server: to copy them takes a tenth of the work of making
    them. The watchdog removes it when this process ends.
    """
    found, identity = binaries.find(), unprivileged()
    assert found is not None, binaries.MISSING
    folder = make_folder(identity)
    _kept.append(_watch(folder, identity))
    words = folder / "password"
    words.write_text(secrets.token_urlsafe(12))
    os.chown(words, *identity or (-1, -1))
    _run(
        found / "initdb",
        *("-D", folder / "data", "--username", ADMIN, "--pwfile", words),
        *("--auth-local", "trust", "--auth-host", "scram-sha-256", "--encoding", "UTF8", "--locale", "C.UTF-8"),
        *("--no-sync", "--no-instructions"),  # of these files, not of the server
        **_as(identity, folder),
    )
    return folder


def _run(*words: str | Path, **how: Any) -> None:
    done = subprocess.run(words, capture_output=True, **how)
    if done.returncode:
        raise ClusterFailed(f"{Path(words[0]).name}: {done.stderr.decode(errors='replace')}")


def _as(identity: tuple[int, int] | None, folder: Path) -> dict[str, Any]:
    """How the server's programs are run: in its folder, and as its user."""
    given: dict[str, Any] = {"cwd": folder, "env": {"PATH": os.defpath, "LC_ALL": "C.UTF-8"}}
    if identity:
        given |= {"user": identity[0], "group": identity[1], "extra_groups": []}
    return given


def unprivileged() -> tuple[int, int] | None:
    """Who the server and its watchdog become: user and group when we are root, else None."""
    if os.geteuid() != 0:
        return None
    found = pwd.getpwnam(UNPRIVILEGED)
    return found.pw_uid, found.pw_gid


def make_folder(identity: tuple[int, int] | None, *, on_disk: bool = False) -> Path:
    """A folder that only the server's user enters. A socket's name may have 107 bytes, so it is short."""
    there = not on_disk and SHARED_MEMORY.is_dir() and os.access(SHARED_MEMORY, os.W_OK)
    roomy = there and shutil.disk_usage(SHARED_MEMORY).free >= ROOM_BYTES_MIN
    folder = Path(tempfile.mkdtemp(prefix="plantstore-pg-", dir=SHARED_MEMORY if roomy else None))
    if identity:
        os.chown(folder, *identity)
    return folder


@contextmanager
def watched(folder: Path, identity: tuple[int, int] | None) -> Iterator[None]:
    """Remove the folder at the end of the block, or when this process is killed."""
    watching = _watch(folder, identity)
    try:
        yield
    finally:
        assert watching.stdin is not None
        watching.stdin.close()
        watching.wait(3 * watchdog.END_S_MAX)
        shutil.rmtree(folder, ignore_errors=True)


def _watch(folder: Path, identity: tuple[int, int] | None) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-I", "-S", watchdog.__file__, folder, *map(str, identity or ())],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        cwd="/",
        start_new_session=True,  # a signal to all of the tests' processes does not reach it
    )


def _free_port() -> int:
    while True:
        port = random.choice(PORTS)
        with socket.socket() as one:
            one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                one.bind(("127.0.0.1", port))
            except OSError:
                continue
        return port
