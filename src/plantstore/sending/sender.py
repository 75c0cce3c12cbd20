"""Sends one event to one receiver and reports the outcome: the main path's fourth step.

Connections are kept and reused, each for one receiver only. In every case `done` is called with exactly one `Outcome`,
by the event loop and never from within `send()`.
"""

import asyncio
import ssl
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from plantstore.core.clock import Clock
from plantstore.domain.deliveries.delivery import Outcome, OutcomeKind
from plantstore.domain.event import Event
from plantstore.domain.public_ids import ReceiverId
from plantstore.domain.receivers.certificates import ReceiverTls
from plantstore.sending.connection import Connection, Done
from plantstore.sending.dialling import AddressChecker, Dial, Resolve
from plantstore.sending.grants import TokenSource
from plantstore.sending.http1 import Failure
from plantstore.sending.proxy import Proxy
from plantstore.sending.request import ConnectionKey, RequestTemplate
from plantstore.sending.tls import ReceiverContexts, tls_failure

SWEEP_S = 0.25  # interval between checks for timeouts; one timer for all requests, because a timer per request is slow
STOPPED = "The store stopped before the receiver answered."
HANDED_OVER = "Another process of the store sends to the receiver now."
CHANGED = "The receiver was changed, paused or removed before the request was sent."


class SenderStats(NamedTuple):
    """How many connections are open or being opened, and how many of them are idle."""

    open: int
    idle: int


class Sender:
    """Owns all outgoing connections of a process. `tls` and `ca_bundle` hold the certificate authorities of the store.

    `may_send` re-checks shard ownership after dialling, which may have taken seconds. The caller limits the requests in
    flight; `connections_max` limits all connections: beyond it, a new connection replaces the idle one that would
    expire first.
    """

    def __init__(
        self,
        *,
        clock: Clock,
        address_policy: AddressChecker,
        resolve: Resolve,
        tls: ssl.SSLContext,
        ca_bundle: Path | None = None,
        proxy: Proxy | None = None,
        connect_s_max: float,
        keep_alive_s_max: float,
        connections_max: int,
        may_send: Callable[[ReceiverId], bool] = lambda _receiver_id: True,
    ) -> None:
        self.clock = clock
        self.may_send = may_send
        self.keep_alive_s_max = keep_alive_s_max
        self._address_policy = address_policy
        self._resolve = resolve
        self._contexts = ReceiverContexts(tls, ca_bundle)
        self._proxy = proxy
        self._connect_s_max = connect_s_max
        self._tokens = TokenSource(
            clock=clock,
            address_policy=address_policy,
            resolve=resolve,
            tls=tls,
            connect_s_max=connect_s_max,
            proxy=proxy,
        )
        self._connections_max = connections_max
        self._connections: set[Connection] = set()
        self._idle: dict[ConnectionKey, list[Connection]] = {}
        self._sweep_timer: asyncio.TimerHandle | None = None
        self._closed: asyncio.Future[None] | None = None

    @property
    def stats(self) -> SenderStats:
        return SenderStats(open=len(self._connections), idle=sum(map(len, self._idle.values())))

    def send(self, template: RequestTemplate, event: Event, number: int, done: Done) -> None:
        """Make one attempt to deliver an event; `number` is sent as `webhook-attempt`.

        It reuses an idle connection if there is one. If the receiver has closed that connection, which is detected
        before a byte is written, the attempt uses another idle connection or opens a new one.
        """
        if template.grant is not None:
            self._tokens.send(template, event, number, done, send=self._send_authorized)
            return
        if self._closed is not None:
            asyncio.get_running_loop().call_soon(done, _stopped())
            return
        now = self.clock.monotonic()
        connection = self._take(template.key, now)
        if connection is not None:
            connection.begin(template, event, number, done, now)
            connection.write()
            return
        self._make_room()
        connection = Connection(self, template.key)
        connection.begin(template, event, number, done, now)
        self._open(connection, template)

    def _send_authorized(self, template: RequestTemplate, event: Event, number: int, done: Done) -> None:
        """Send a request that has waited for its token, unless another process sends to the receiver now."""
        if not template.test and not self.may_send(template.key.receiver_id):
            asyncio.get_running_loop().call_soon(done, _stopped(HANDED_OVER))
        else:
            self.send(template, event, number, done)

    def retire_connections(self, receiver_id: ReceiverId, *, is_gone: bool = False) -> None:
        """Reuse no connection of a receiver that was changed or removed. Requests in flight continue.

        If the receiver `is_gone`, because it was removed or another process sends to it now, forget its token too.
        """
        self._contexts.forget(receiver_id)
        if is_gone:
            self._tokens.forget(receiver_id)
        for connection in list(self._connections):
            if connection.key.receiver_id == receiver_id:
                connection.keep = False
                if connection.resting:
                    connection.abort()

    def abort_requests(self, receiver_id: ReceiverId) -> None:
        """Close every connection to this receiver now, because another process may begin to send to it."""
        for connection in list(self._connections):
            if connection.key.receiver_id == receiver_id:
                connection.fail(Failure(OutcomeKind.STOPPED, HANDED_OVER))

    def abort_dials(self, receiver_id: ReceiverId, *, detail: str = HANDED_OVER) -> None:
        """Abort the deliveries to this receiver that still wait for a connection. Those already sent continue.

        `detail` says why, in the attempts.
        """
        for connection in list(self._connections):
            if connection.key.receiver_id == receiver_id and connection.dial is not None and connection.is_event:
                connection.fail(Failure(OutcomeKind.STOPPED, detail))

    async def close(self) -> None:
        """Close all connections; requests in flight end as `stopped`."""
        if self._closed is None:
            self._closed = asyncio.get_running_loop().create_future()
        await self._tokens.close()
        for connection in list(self._connections):
            connection.fail(Failure(OutcomeKind.STOPPED, STOPPED))
        if self._connections:
            await self._closed
        if self._sweep_timer is not None:
            self._sweep_timer.cancel()

    # Called by connections

    def rest(self, connection: Connection) -> None:
        idle = self._idle.get(connection.key)
        if idle is None:
            self._idle[connection.key] = [connection]
        else:
            idle.append(connection)

    def gone(self, connection: Connection) -> None:
        self._connections.discard(connection)
        idle = self._idle.get(connection.key)
        if idle is not None:
            if connection in idle:
                idle.remove(connection)
            if not idle:
                del self._idle[connection.key]
        if self._closed is not None and not self._connections and not self._closed.done():
            self._closed.set_result(None)

    # Connections

    def _take(self, key: ConnectionKey, now: float) -> Connection | None:
        """Return the most recently idle connection, which is the likeliest to be open; None if there is none."""
        idle = self._idle.get(key)
        while idle:
            connection = idle.pop()
            if connection.usable(now):
                return connection
            connection.abort()
        return None

    def _make_room(self) -> None:
        if len(self._connections) >= self._connections_max:
            resting = (connection for connection in self._connections if connection.resting)
            oldest = min(resting, key=lambda connection: connection.ends_at, default=None)
            if oldest is not None:
                oldest.abort()

    def _open(self, connection: Connection, template: RequestTemplate) -> None:
        self._connections.add(connection)
        connection.dial = Dial(
            address_policy=self._address_policy,
            resolve=self._resolve,
            connect_s_max=self._connect_s_max,
            host=template.key.host,
            port=template.key.port,
            loopback=template.loopback,
            proxy=self._proxy,
        )
        loop = asyncio.get_running_loop()
        connection.opening = loop.create_task(self._connect(connection, connection.dial, template.tls))
        connection.opening.add_done_callback(lambda _: self._opened(connection))
        if self._sweep_timer is None:
            self._sweep_timer = loop.call_later(SWEEP_S, self._sweep)

    async def _connect(self, connection: Connection, dial: Dial, tls: ReceiverTls | None) -> None:
        key = connection.key
        result = await dial.connect()
        if isinstance(result, Failure):
            if key.tls and result.kind is OutcomeKind.CONNECTION_CLOSED:  # before TLS began
                result = result._replace(kind=OutcomeKind.TLS_FAILED)
            connection.fail(result)
            return
        if key.tls:
            dial.doing = "agreeing on TLS"
        try:
            await asyncio.get_running_loop().create_connection(
                lambda: connection,
                sock=result,
                ssl=await self._contexts.of(key.receiver_id, tls) if key.tls else None,
                server_hostname=key.host if key.tls else None,
            )
        except ssl.SSLError as error:
            connection.fail(tls_failure(error))
        except OSError:
            kind = OutcomeKind.TLS_FAILED if key.tls else OutcomeKind.CONNECTION_CLOSED
            connection.fail(Failure(kind, f"The receiver closed the connection while {dial.doing}."))
        else:
            connection.address, connection.dial = dial.address, None
            if connection.is_event and not self.may_send(key.receiver_id):
                connection.fail(Failure(OutcomeKind.STOPPED, HANDED_OVER))
            else:
                connection.write_first()

    def _opened(self, connection: Connection) -> None:
        """Fail the request if the connection could not be opened, even because of a bug of ours."""
        connection.opening = None
        if not connection.connected:
            connection.fail(Failure(OutcomeKind.CONNECTION_FAILED, "The connection could not be opened."))
            self.gone(connection)

    def _sweep(self) -> None:
        """End the connections that have timed out. It runs only while there are connections."""
        self._sweep_timer = None
        if self._connections:
            self._sweep_timer = asyncio.get_running_loop().call_later(SWEEP_S, self._sweep)
        now = self.clock.monotonic()
        for connection in [connection for connection in self._connections if connection.ends_at <= now]:
            connection.expire(now)


def _stopped(detail: str = STOPPED) -> Outcome:
    return Outcome(kind=OutcomeKind.STOPPED, duration_us=0, detail=detail)
