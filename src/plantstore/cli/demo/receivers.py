"""The demo's own receivers: real servers on loopback that verify as any receiver should, and write down what they get.

Standard library and `plantstore.receiving` only, a thread for each connection, so that none holds up another.
"""

import hashlib
import socket
import threading
from collections import Counter
from dataclasses import dataclass
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from plantstore import receiving
from plantstore.cli.demo.report import Received, Verdict
from plantstore.core.clock import Clock

LOOPBACK = "127.0.0.1"
REFUSALS_MAX = 3  # of one event: whatever the seed, its last wait is over within seconds
LOOK_S = 0.02  # how soon a server notices that it is to go down
_ROLLS_MAX = 2**64


@dataclass(frozen=True, slots=True, kw_only=True)
class Behaviour:
    """How a receiver behaves: it refuses this share of requests with 503, and takes so long for each, least and most.

    One that `breaks_down` is taken off the network for a while by whoever runs the demo.
    """

    name: str
    refusals: float = 0.0
    answer_s: tuple[float, float] = (0.0, 0.0)
    breaks_down: bool = False


class DemoReceiver:
    """Serves on a port of its own until `close`, when it is not down."""

    def __init__(self, behaviour: Behaviour, *, seed: int, clock: Clock) -> None:
        self.behaviour = behaviour
        self._seed = seed
        self._clock = clock
        # A second socket on the same port never listens. While the receiver is down it keeps the port: whoever connects
        # is refused, and nobody else can take the port meanwhile.
        self._place = _bound(0)
        self._port: int = self._place.getsockname()[1]
        self.url = f"http://{LOOPBACK}:{self._port}"
        self._verifier: receiving.Receiver | None = None
        self._recorded: list[Received] = []
        self._times: Counter[str] = Counter()
        self._refusals: Counter[str] = Counter()
        self._lock = threading.Lock()
        self._server: _Server | None = None
        self.come_up()

    @property
    def is_up(self) -> bool:
        return self._server is not None

    @property
    def recorded(self) -> list[Received]:
        """Every request so far, in the order of its verdict."""
        with self._lock:
            return list(self._recorded)

    def expect(self, *, secret: str, access_token: str) -> None:
        """Say what requests must be signed with and bear: what the store gave when it registered this receiver."""
        self._verifier = receiving.Receiver(secret, access_token, remember=None)

    def come_up(self) -> None:
        assert self._server is None
        self._server = _Server(self, _bound(self._port))

    def go_down(self) -> None:
        """Refuse connections and cut those that are open, in the middle of whatever they do."""
        server, self._server = self._server, None
        if server is not None:
            server.end()

    def close(self) -> None:
        self.go_down()
        self._place.close()

    def take(self, headers: Any, body: bytes, server: "_Server") -> int | None:
        """Verify, take its time, decide and record; give the status to answer, None when it went down meanwhile."""
        if self._verifier is None:
            return HTTPStatus.SERVICE_UNAVAILABLE
        try:
            event = self._verifier.verify(headers, body)
        except receiving.VerificationError as why:
            return self._record(server, Verdict.UNVERIFIED, status=why.status)
        with self._lock:
            self._times[event.id] += 1
            time = self._times[event.id]
        shortest_s, longest_s = self.behaviour.answer_s
        server.ended.wait(shortest_s + (longest_s - shortest_s) * self._roll("wait", event.sequence, time))
        if self._refuses(event, time):
            return self._record(server, Verdict.REFUSED, event, status=HTTPStatus.SERVICE_UNAVAILABLE)
        return self._record(server, Verdict.ACCEPTED, event, status=HTTPStatus.NO_CONTENT)

    def _refuses(self, event: receiving.Event, time: int) -> bool:
        if self._roll("refuse", event.sequence, time) >= self.behaviour.refusals:
            return False
        with self._lock:
            self._refusals[event.id] += 1
            return self._refusals[event.id] <= REFUSALS_MAX

    def _roll(self, what: str, sequence: int, time: int) -> float:
        """Chance in 0…1 that hangs on the seed and the delivery alone: not on which request was there first."""
        rolled = hashlib.sha256(f"{self._seed} {what} {sequence} {time}".encode()).digest()
        return int.from_bytes(rolled[:8]) / _ROLLS_MAX

    def _record(
        self, server: "_Server", verdict: Verdict, event: receiving.Event | None = None, *, status: int
    ) -> int | None:
        with self._lock:
            if server.ended.is_set():
                return None
            at_s = self._clock.monotonic()
            known = {} if event is None else {"event_id": event.id, "sequence": event.sequence}
            self._recorded.append(Received(verdict=verdict, at_s=at_s, **known))  # type: ignore[arg-type]
        return status


class _Server(ThreadingHTTPServer):
    """One spell of being up."""

    daemon_threads = True
    block_on_close = False
    request_queue_size = 128

    def __init__(self, receiver: DemoReceiver, bound: socket.socket) -> None:
        super().__init__(bound.getsockname(), _Handler, bind_and_activate=False)
        self.socket.close()
        self.socket = bound
        self.receiver = receiver
        self.ended = threading.Event()
        self._connections: set[socket.socket] = set()
        self._guard = threading.Lock()
        self.server_activate()
        threading.Thread(target=self.serve_forever, args=(LOOK_S,), name=receiver.behaviour.name, daemon=True).start()

    def end(self) -> None:
        self.ended.set()
        self.shutdown()
        self.server_close()
        with self._guard:
            for connection in self._connections:
                _cut(connection)

    def process_request(self, request: Any, client_address: Any) -> None:
        with self._guard:
            self._connections.add(request)
        super().process_request(request, client_address)

    def shutdown_request(self, request: Any) -> None:
        with self._guard:
            self._connections.discard(request)
        super().shutdown_request(request)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A connection that was cut is no news."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    server: _Server

    def do_POST(self) -> None:
        body = self.rfile.read(min(int(self.headers.get("content-length") or 0), receiving.BODY_BYTES_MAX))
        status = self.server.receiver.take(self.headers.items(), body, self.server)
        if status is None or self.server.ended.is_set():
            self.close_connection = True
            return
        self.send_response_only(status)
        self.send_header("content-length", "0")
        self.end_headers()

    def log_request(self, *about: Any) -> None:
        """The list that the receiver keeps is its log."""

    def log_error(self, *about: Any) -> None:
        """Nor is what is no POST worth a line in the middle of the table."""


def _bound(port: int) -> socket.socket:
    """A socket that shares its port with others of this program, and with nobody else: so without SO_REUSEADDR."""
    found = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
    found.bind((LOOPBACK, port))
    return found


def _cut(connection: socket.socket) -> None:
    try:
        connection.shutdown(socket.SHUT_RDWR)
    except OSError:
        return  # it had ended already
