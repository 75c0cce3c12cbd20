"""What systemd does for a service with a socket: it listens, and passes that socket and a notify socket to a start."""

import os
import select
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryFile

from tests.polling import PATIENCE_S

_PASS = """
import os, sys
for number, handle in enumerate(map(int, sys.argv[1].split(",")), 3):
    os.dup2(handle, number)
os.environ.update(LISTEN_PID=str(os.getpid()), LISTEN_FDS=str(sys.argv[1].count(",") + 1))
os.execv(sys.executable, [sys.executable, "-m", "plantstore.cli.main", *sys.argv[2:]])
"""
END_S_MAX = 60.0
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


class Service:
    """A started program, and its output so far: in a file, because a full pipe would stop the program."""

    def __init__(self, command: Sequence[str], handles: Sequence[int], environment: Mapping[str, str]) -> None:
        self._output = TemporaryFile("w+")  # noqa: SIM115  `kill` closes it
        self.process = subprocess.Popen(
            command,
            stdout=self._output,
            stderr=self._output,
            text=True,
            env=PLAIN | dict(environment),
            pass_fds=handles,
        )

    @property
    def output(self) -> str:
        self._output.seek(0)
        return self._output.read()

    def ended(self) -> int:
        """Wait until the program ends, and return its exit code."""
        return self.process.wait(timeout=END_S_MAX)

    def stop(self) -> str:
        """Stop the program gracefully, and return its output. Fail unless it ends with 0."""
        self.process.terminate()
        assert self.ended() == 0, self.output
        return self.output

    def kill(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        self._output.close()


class Services:
    """Starts the program with the sockets of a service, and kills what still runs when the block ends."""

    def __init__(self) -> None:
        self._started: list[Service] = []

    def __enter__(self) -> "Services":
        return self

    def __exit__(self, *_: object) -> None:
        for service in self._started:
            service.kill()

    def start(self, sockets: Sequence[socket.socket], arguments: Sequence[str], **environment: str) -> Service:
        """Start the program with these sockets as descriptors 3, 4, …"""
        handles = [os.dup(one.fileno()) for one in sockets]
        try:
            return self.run(
                [sys.executable, "-c", _PASS, ",".join(map(str, handles)), *arguments], handles, environment
            )
        finally:
            for handle in handles:
                os.close(handle)

    def run(
        self, command: Sequence[str], handles: Sequence[int] = (), environment: Mapping[str, str] | None = None
    ) -> Service:
        """Start a command with these descriptors open."""
        service = Service(command, handles, environment or {})
        self._started.append(service)
        return service
