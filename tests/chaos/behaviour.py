"""The building blocks of the table of hostile receivers: what a receiver does, and the one outcome it must have.

The process of `hostile.py` runs the scripts; the tests read the expectations.
"""

import asyncio
import socket
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

import trustme

from plantstore.domain.deliveries.delivery import OutcomeKind
from tests.sending.scripted_receiver import NO_CONTENT, Peer, receiver

DEADLINE_S = 2.0  # of attempts that must time out; the product's deadline is 15 s
PATIENCE_S = 20.0  # of all other attempts, so that a busy machine does not turn their outcome into a timeout
CONNECT_S_MAX = 2.0
BODY_S = 1.0  # how long the rest of a response may take


class Expected(NamedTuple):
    """The expected outcome of one attempt."""

    kind: OutcomeKind
    status: int | None = None
    retry_after_s: float | None = None


class Claim(NamedTuple):
    """What the receiver saw: connections and requests so far, the bytes it could send, and connections open now.

    `taken` counts the different events that it answered 204 after it was mended. `late_s` is the longest delay of its
    event loop.
    """

    connections: int
    requests: int
    said_bytes: int
    open: int
    taken: int
    late_s: float = 0.0


@dataclass
class Stage:
    """One hostile receiver while it listens. `mended`: from now on it answers 204 to everything."""

    authority: trustme.CA
    elsewhere: str = ""
    """Address of a receiver to which no redirect may lead."""
    mended: bool = False
    connections: int = 0
    requests: int = 0
    said_bytes: int = 0
    acted: int = 0
    """The number of connections that are past the point where a script wants the test to continue."""
    seen: set[bytes] = field(default_factory=set)
    """The ids of events that a script remembers."""
    taken: set[bytes] = field(default_factory=set)
    open: int = 0

    @property
    def counts(self) -> Claim:
        return Claim(self.connections, self.requests, self.said_bytes, self.open, len(self.taken))

    def begin(self) -> None:
        """Start again with the original behaviour and counts of 0."""
        self.mended = False
        self.connections = self.requests = self.said_bytes = self.acted = 0
        self.seen.clear()
        self.taken.clear()


class HostilePeer(Peer):
    """The receiver's end of one connection, which counts requests and bytes."""

    def __init__(self, peer: Peer, stage: Stage) -> None:
        super().__init__(peer.reader, peer.writer)
        self.stage = stage
        self.event_id = b""

    async def request(self) -> bytes:
        request = await super().request()
        self.stage.requests += 1
        self.event_id = request.split(b"webhook-id: ")[1].split(b"\r\n")[0]
        return request

    async def take(self) -> None:
        """Answer as a healthy receiver does."""
        self.stage.taken.add(self.event_id)
        await self.say(NO_CONTENT)

    async def say(self, data: bytes) -> None:
        await super().say(data)
        self.stage.said_bytes += len(data)

    def reset(self) -> None:
        """End this connection with an RST instead of a FIN."""
        self.writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")


Script = Callable[[HostilePeer], Awaitable[None]]
Opens = Callable[[Stage], AbstractAsyncContextManager[int]]
"""Opens a receiver, and returns its port."""


@dataclass(frozen=True, kw_only=True)
class Behaviour:
    """One row of the table.

    `expects` has an entry for each consecutive attempt. `connections` is how many connections all of them use,
    including the delivery after the receiver was mended, which shows whether a connection was reused. With TLS, only
    connections with a completed handshake count. `mends` is false if nothing can answer at that port. `first` says when
    the test waits until the receiver has acted: before it writes the request, or before the next attempt.
    """

    opens: Opens
    expects: tuple[Expected, ...]
    connections: int
    within_s: float = PATIENCE_S
    tls: bool = False
    mends: bool = True
    body_bytes: int = 0
    first: Literal["", "before the request", "before the next attempt"] = ""

    @property
    def deadline_s(self) -> float:
        return DEADLINE_S if DEADLINE in self.expects else PATIENCE_S


def plays(script: Script, tls: Callable[[trustme.CA], Any] | None = None) -> Opens:
    """On each connection run the script, then close it; once mended, answer each request well."""

    @asynccontextmanager
    async def opens(stage: Stage) -> Any:
        async def play(peer: Peer) -> None:
            stage.connections += 1
            stage.open += 1
            try:
                await (well if stage.mended else script)(HostilePeer(peer, stage))
            finally:
                stage.open -= 1

        async with receiver(play, tls=tls(stage.authority) if tls else None) as standing:
            yield standing.port

    return opens


async def well(peer: HostilePeer) -> None:
    while True:
        await peer.request()
        await peer.take()


def behaves(script: Script | bytes, *expects: Expected, kept: bool = False, **changes: Any) -> Behaviour:
    """Return a row; bytes are the response to every request. `kept`: one connection serves everything."""
    changes.setdefault("connections", 1 if kept else len(expects) + 1)
    return Behaviour(opens=plays(answers(script) if isinstance(script, bytes) else script), expects=expects, **changes)


def answers(data: bytes) -> Script:
    async def script(peer: HostilePeer) -> None:
        while True:
            await peer.request()
            await (peer.take() if peer.stage.mended else peer.say(data))

    return script


def then_waits(data: bytes) -> Script:
    """Send this in response to the request, then wait."""

    async def script(peer: HostilePeer) -> None:
        await peer.request()
        await peer.say(data)
        await peer.hung_up()

    return script


def drips(data: bytes, *, after: bytes = b"", every_s: float = 1.0) -> Script:
    """Send this one byte at a time."""

    async def script(peer: HostilePeer) -> None:
        await peer.request()
        await peer.say(after)
        for byte in data:
            await peer.say(bytes([byte]))
            await asyncio.sleep(every_s)

    return script


def floods(start: bytes, piece: bytes, *, times: int | None = None) -> Script:
    """Send `start`, then `piece` repeatedly: `times` times, or until the client has closed the connection."""

    async def script(peer: HostilePeer) -> None:
        await peer.request()
        await peer.say(start)
        said = 0
        while times is None or said < times:
            await peer.say(piece)
            said += 1
        await peer.hung_up()

    return script


ACCEPTED, INVALID, TOO_LARGE = OutcomeKind.ACCEPTED, OutcomeKind.ANSWER_INVALID, OutcomeKind.ANSWER_TOO_LARGE
CLOSED, DEADLINE = Expected(OutcomeKind.CONNECTION_CLOSED), Expected(OutcomeKind.DEADLINE)


def accepted(status: int = 204) -> Expected:
    return Expected(ACCEPTED, status)


def refused(status: int, retry_after_s: float | None = None) -> Expected:
    return Expected(OutcomeKind.REFUSED, status, retry_after_s)
