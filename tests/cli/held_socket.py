"""What systemd does for a service with a socket: it listens, and passes that socket and a notify socket to a start."""

import os
import select
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from tests.polling import PATIENCE_S

_PASS = """
import os, sys
for number, handle in enumerate(map(int, sys.argv[1].split(",")), 3):
    os.dup2(handle, number)
os.environ.update(LISTEN_PID=str(os.getpid()), LISTEN_FDS=str(sys.argv[1].count(",") + 1))
os.execv(sys.executable, [sys.executable, "-m", "plantstore.cli.main", *sys.argv[2:]])
"""
PLAIN = {name: value for name, value in os.environ.items() if not name.startswith("PLANTSTORE_")}


class NotifySocket:
    """The socket to which a service reports its state."""

    def __init__(self, path: Path) -> None:
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(str(path))
        self.path = path
        self.received: list[str] = []

    def poll(self) -> list[str]:
        """Return the messages so far."""
        while select.select([self._socket], [], [], 0)[0]:
            self.received.append(self._socket.recv(4_096).decode())
        return self.received

    def wait_for(self, start: str, count: int = 1) -> None:
        """Wait until there are `count` messages that begin with `start`."""
        deadline_s = time.monotonic() + PATIENCE_S
        while sum(message.startswith(start) for message in self.poll()) < count:
            assert select.select([self._socket], [], [], deadline_s - time.monotonic())[0], self.received

    def close(self) -> None:
        self._socket.close()


@contextmanager
def notified(folder: Path) -> Iterator[NotifySocket]:
    notify = NotifySocket(folder / "notify")
    try:
        yield notify
    finally:
        notify.close()


@contextmanager
def listening(kind: socket.SocketKind = socket.SOCK_STREAM) -> Iterator[socket.socket]:
    """Hold a socket on a free port, as long as the block lasts."""
    with socket.socket(socket.AF_INET, kind) as held:
        held.bind(("127.0.0.1", 0))
        if kind == socket.SOCK_STREAM:
            held.listen(4_096)
        yield held


def start(sockets: Sequence[socket.socket], arguments: Sequence[str], **environment: str) -> subprocess.Popen[str]:
    """Start the program with these sockets as descriptors 3, 4, …"""
    handles = [os.dup(one.fileno()) for one in sockets]
    try:
        return subprocess.Popen(
            [sys.executable, "-c", _PASS, ",".join(map(str, handles)), *arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env=PLAIN | environment,
            pass_fds=handles,
        )
    finally:
        for handle in handles:
            os.close(handle)


def end(process: subprocess.Popen[str]) -> str:
    """Stop a process gracefully, if it runs; return its output. Fail unless it ends with 0."""
    process.terminate()
    output, _ = process.communicate(timeout=40)
    assert process.returncode == 0, output
    return output
