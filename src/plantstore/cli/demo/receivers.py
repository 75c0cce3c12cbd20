"""The demo's receivers: real servers on loopback that verify with `plantstore.receiving` and record every request."""

import functools
import hashlib
import socket
import threading
import time
from collections import Counter
from dataclasses import dataclass
from http import HTTPStatus

from plantstore import receiving
from plantstore.cli.demo.report import Received, Verdict
from plantstore.cli.listen.server import BACKLOG, HOST, LocalServer, Request, Response, text_response

REFUSALS_MAX = 3  # max refusals of one event, so that every event is accepted within seconds


@dataclass(frozen=True, slots=True, kw_only=True)
class Behaviour:
    """How a receiver behaves: the share of requests it refuses with 503, and its min and max response time (s)."""

    name: str
    refusals: float = 0.0
    response_s: tuple[float, float] = (0.0, 0.0)
    breaks_down: bool = False  # the demo takes it off the network for a while


class DemoReceiver:
    """A receiver that verifies and records each request, and delays or refuses some of them.

    It serves on its own port until `close`, except between `go_down` and `come_up`.
    """

    def __init__(self, behaviour: Behaviour, *, seed: int) -> None:
        self.behaviour = behaviour
        self._seed = seed
        # This socket never listens. It keeps the port while the receiver is down, so that connections are refused.
        self._placeholder = _bind(0)
        self._verifier: receiving.Receiver | None = None
        self._record: list[Received] = []
        self._attempts: Counter[str] = Counter()
        self._refusals: Counter[str] = Counter()
        self._lock = threading.Lock()
        self._port: int = self._placeholder.getsockname()[1]
        self.url = f"http://{HOST}:{self._port}"
        self._server: LocalServer | None = None
        self.come_up()

    @property
    def is_up(self) -> bool:
        return self._server is not None

    @property
    def record(self) -> list[Received]:
        """All requests received so far, in the order in which they were accepted or refused."""
        with self._lock:
            return list(self._record)

    def expect(self, *, secret: str, access_token: str) -> None:
        """Set the credentials that the store issued when it registered this receiver."""
        self._verifier = receiving.Receiver(secret, access_token, remember=None)

    def come_up(self) -> None:
        listener = _bind(self._port)
        listener.listen(BACKLOG)
        self._down = threading.Event()
        self._server = LocalServer(listener, functools.partial(self._handle, self._down))
        self._server.start()

    def go_down(self) -> None:
        """Close all connections, even in the middle of a request, and refuse new ones."""
        server, self._server = self._server, None
        if server is not None:
            with self._lock:
                self._down.set()
            server.stop(wait_s=0)

    def close(self) -> None:
        self.go_down()
        self._placeholder.close()

    def _handle(self, down: threading.Event, request: Request) -> Response:
        if self._verifier is None:
            return text_response(HTTPStatus.SERVICE_UNAVAILABLE)
        try:
            event = self._verifier.verify(request.headers, request.body)
        except receiving.VerificationError as error:
            return self._finish(down, Received(verdict=Verdict.UNVERIFIED, at_s=time.monotonic()), error.status)
        with self._lock:
            self._attempts[event.id] += 1
            attempt = self._attempts[event.id]
        shortest_s, longest_s = self.behaviour.response_s
        down.wait(shortest_s + (longest_s - shortest_s) * self._roll("wait", event.sequence, attempt))
        refuses = self._refuses(event, attempt)
        verdict = Verdict.REFUSED if refuses else Verdict.ACCEPTED
        received = Received(verdict=verdict, at_s=time.monotonic(), event_id=event.id, sequence=event.sequence)
        return self._finish(down, received, HTTPStatus.SERVICE_UNAVAILABLE if refuses else HTTPStatus.NO_CONTENT)

    def _refuses(self, event: receiving.Event, attempt: int) -> bool:
        if self._roll("refuse", event.sequence, attempt) >= self.behaviour.refusals:
            return False
        with self._lock:
            self._refusals[event.id] += 1
            return self._refusals[event.id] <= REFUSALS_MAX

    def _roll(self, purpose: str, sequence: int, attempt: int) -> float:
        """Return a pseudo-random number in [0, 1) that depends on the arguments and the seed, not on earlier calls."""
        digest = hashlib.sha256(f"{self._seed} {purpose} {sequence} {attempt}".encode()).digest()
        return int.from_bytes(digest[:8]) / 2**64

    def _finish(self, down: threading.Event, received: Received, status: int) -> Response:
        """Record the request and return the response; if the receiver has gone down, return 503 and record nothing."""
        with self._lock:
            if down.is_set():
                return text_response(HTTPStatus.SERVICE_UNAVAILABLE)
            self._record.append(received)
        return text_response(status)


def _bind(port: int) -> socket.socket:
    """Return a socket that shares its port only with other sockets of this process's user (SO_REUSEPORT)."""
    bound = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
    bound.bind((HOST, port))
    return bound
