"""A receiver on a raw socket that sends exactly what a test says, when the test says so."""

import asyncio
import socket
import ssl
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import ExitStack, asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

from plantstore.core.clock import SystemClock
from plantstore.domain.deliveries.delivery import Outcome
from plantstore.domain.event import Event
from plantstore.domain.public_ids import ReceiverId
from plantstore.domain.receivers.receiver import Credentials
from plantstore.domain.receivers.signature import make_secret
from plantstore.domain.secret import AccessToken
from plantstore.domain.timestamps import parse
from plantstore.sending.request import RequestTemplate, request_template
from plantstore.sending.sender import Sender
from plantstore.sending.tls import make_tls_context
from plantstore.sending.urls import ReceiverUrl

ACCESS_TOKEN = "canary-access-token-5d1f"
SIGNING_KEY = b"canary-signing-key-of-32-bytes!!"
NO_CONTENT = b"HTTP/1.1 204 No Content\r\n\r\n"
BODY = b'{"id":1042,"name":"Monstera deliciosa","tag":"houseplant","price":"24.50"}'
BODY_BASIC = b'{"id":1042,"name":"Monstera deliciosa","tag":"houseplant"}'


class Peer:
    """The receiver's end of one connection."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer

    async def request(self) -> bytes:
        """Read one request, whole."""
        head = await self.reader.readuntil(b"\r\n\r\n")
        length = int(head.lower().split(b"content-length: ")[1].split(b"\r\n")[0])
        return head + await self.reader.readexactly(length)

    async def say(self, data: bytes) -> None:
        self.writer.write(data)
        await self.writer.drain()

    async def hung_up(self) -> bool:
        """Wait until the other side closes."""
        try:
            return await self.reader.read() == b""
        except OSError:
            return True


Script = Callable[[Peer], Awaitable[None]]


@dataclass
class ScriptedReceiver:
    port: int
    connections: int = 0
    requests: list[bytes] = field(default_factory=list)
    """The requests that `answering` has read; other scripts read their own."""


@asynccontextmanager
async def receiver(script: Script | bytes, *, tls: ssl.SSLContext | None = None) -> AsyncIterator[ScriptedReceiver]:
    """Listen on loopback; each connection plays the script, then is closed. Bytes are the response to every request."""
    tasks: set[asyncio.Task[Any]] = set()

    async def play(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        tasks.add(task)
        standing.connections += 1
        peer = Peer(reader, writer)
        try:
            await (_answer(peer, script, standing) if isinstance(script, bytes) else script(peer))
        except (
            OSError,
            RuntimeError,
            asyncio.IncompleteReadError,
            asyncio.CancelledError,
        ):  # uvloop: a closed transport
            pass
        finally:
            tasks.discard(task)
            writer.transport.abort()

    server = await asyncio.start_server(play, "127.0.0.1", 0, ssl=tls, backlog=1_024)
    standing = ScriptedReceiver(port=server.sockets[0].getsockname()[1])
    try:
        yield standing
    finally:
        server.close()
        for task in list(tasks):
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.sleep(0)


async def _answer(peer: Peer, answer: bytes, standing: ScriptedReceiver) -> None:
    while True:
        standing.requests.append(await peer.request())
        await peer.say(answer)


class ThreadedReceiver:
    """Answers one request on each connection, from a thread of its own; closes the first on request."""

    def __init__(self, last_words: bytes) -> None:
        self.close_now, self.closed = threading.Event(), threading.Event()
        self.connections = 0
        self._last_words = last_words

    def serve(self, listener: socket.socket) -> None:
        for _ in range(2):
            peer, _address = listener.accept()
            with peer:
                self.connections += 1
                while not peer.recv(65_536).endswith(BODY):
                    pass
                peer.sendall(NO_CONTENT)
                self.close_now.wait(5)
                with suppress(OSError):  # the sender may have closed the second connection
                    peer.sendall(self._last_words)
                    peer.shutdown(socket.SHUT_WR)
                self.closed.set()


@contextmanager
def threaded_receiver(last_words: bytes) -> Iterator[tuple[int, ThreadedReceiver]]:
    standing = ThreadedReceiver(last_words)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        thread = threading.Thread(target=standing.serve, args=(listener,), daemon=True)
        thread.start()
        yield listener.getsockname()[1], standing
        thread.join(5)


@contextmanager
def full_listener(address: str, port: int = 0) -> Iterator[int]:
    """A port that neither accepts nor refuses connections, because its queue is full."""
    with socket.create_server((address, port), backlog=0) as listener, ExitStack() as waiting:
        for _ in range(4):
            client = waiting.enter_context(socket.socket())
            client.setblocking(False)
            client.connect_ex(listener.getsockname())
        yield listener.getsockname()[1]


class OpenPolicy:
    """Allows every address, and remembers the addresses checked."""

    def __init__(self) -> None:
        self.checked: list[str] = []

    def check_address(self, address: str, port: int, *, loopback: bool = False, local: str | None = None) -> str | None:
        self.checked.append(address)
        return None

    def check_host(self, host: str, addresses: Sequence[str], port: int, *, loopback: bool = False) -> str | None:
        self.checked.extend(addresses)
        return None


async def to_loopback(host: str) -> list[str]:
    return ["127.0.0.1"]


@asynccontextmanager
async def sending(**changes: Any) -> AsyncIterator[Sender]:
    """A sender with short limits that allows every address; at the end it must have no socket left."""
    parts: dict[str, Any] = {
        "clock": SystemClock(),
        "address_policy": OpenPolicy(),
        "resolve": to_loopback,
        "tls": make_tls_context(),
        "connect_s_max": 2.0,
        "keep_alive_s_max": 60.0,
        "connections_max": 64,
    }
    sender = Sender(**(parts | changes))
    try:
        yield sender
    finally:
        await sender.close()
        assert sender.stats == (0, 0)


async def attempt(sender: Sender, template: RequestTemplate, *, event: Event | None = None, number: int = 1) -> Outcome:
    outcome: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()
    sender.send(template, event or an_event(), number, outcome.set_result)  # a second outcome would raise
    assert not outcome.done()
    return await outcome


def a_template(port: int, **changes: Any) -> RequestTemplate:
    scheme, host = changes.pop("scheme", "http"), changes.pop("host", "receiver.test")
    parts: dict[str, Any] = {
        "receiver_id": ReceiverId(7),
        "url": ReceiverUrl(scheme=scheme, host=host, port=port, path=changes.pop("path", "/plant/webhook")),
        "credentials": Credentials(access_token=AccessToken(ACCESS_TOKEN), secrets=(make_secret(SIGNING_KEY),)),
        "base_url": "http://localhost:8000",
        "version": "1.2.3",
        "deadline_s": 5.0,
    }
    return request_template(**(parts | changes))


def an_event(sequence: int = 1042) -> Event:
    return Event(
        id="evt_01k8z4q7m2",
        sequence=sequence,
        plant_id=sequence,
        occurred_at=parse("2026-03-02T09:15:00.250Z"),
        body=BODY,
        body_basic=BODY_BASIC,
    )
