"""One connection to one receiver, which carries one request after another and is idle between them.

Everything happens in event-loop callbacks; a request creates no task or other object. A single deadline, `ends_at`,
covers all timeouts; the sender checks it four times a second.
"""

import asyncio
import math
import select
import socket
import ssl
from collections.abc import Callable
from typing import Protocol, cast

from plantstore.core.clock import Clock
from plantstore.core.faults import notify, report
from plantstore.domain.deliveries.delivery import Outcome, OutcomeKind
from plantstore.domain.deliveries.retry_after import retry_after_s
from plantstore.domain.event import Event
from plantstore.domain.timestamps import SECOND_US
from plantstore.sending.dialling import Dial
from plantstore.sending.http1 import EXCERPT_BYTES_MAX, Failure, ResponseReader, printable
from plantstore.sending.request import ConnectionKey, RequestTemplate
from plantstore.sending.tls import tls_failure

BODY_S_MAX = 1.0  # max time for the rest of a response whose status is known
CALLBACK_FAULT = "the callback of a request failed"
KEEP_ALIVE_MARGIN_S = 1.0  # stop using a connection this long before the receiver said it would close it

Done = Callable[[Outcome], None]


class Owner(Protocol):
    """The methods of the sender that a connection calls."""

    clock: Clock
    keep_alive_s_max: float

    def rest(self, connection: "Connection") -> None:
        """Keep an idle connection for the next request."""

    def gone(self, connection: "Connection") -> None:
        """Forget a connection whose socket is closed."""


class Connection(asyncio.Protocol):
    """Carries one request at a time: `begin()`, then `write()` once connected; `done` is called exactly once."""

    __slots__ = (
        "_answer",
        "_done",
        "_ending",
        "_event",
        "_number",
        "_owner",
        "_readable",
        "_signed_s",
        "_started",
        "_template",
        "_transport",
        "_written",
        "address",
        "dial",
        "ends_at",
        "keep",
        "key",
        "opening",
    )

    _template: RequestTemplate
    _event: Event
    _readable: select.poll

    def __init__(self, owner: Owner, key: ConnectionKey) -> None:
        self._owner = owner
        self._answer = ResponseReader()
        self._transport: asyncio.Transport | None = None
        self._done: Done | None = None
        self._written = False
        self._ending = False
        self._number = 0
        self._signed_s: int | None = None
        self._started = 0.0
        self.key = key
        self.keep = True
        self.ends_at = math.inf
        self.address: str | None = None
        self.dial: Dial | None = None
        self.opening: asyncio.Task[None] | None = None

    @property
    def resting(self) -> bool:
        return self._done is None and not self._ending

    @property
    def is_event(self) -> bool:
        """True if the request carries an event; False if it is a test request."""
        return not self._template.test

    @property
    def connected(self) -> bool:
        return self._transport is not None

    def begin(self, template: RequestTemplate, event: Event, number: int, done: Done, now: float) -> None:
        """Accept a request, whose deadline counts from `now`."""
        self._template = template
        self._event = event
        self._number = number
        self._done = done
        self._signed_s = None
        self._started = now
        self.ends_at = now + template.deadline_s

    def write_first(self) -> None:
        """Write on a new connection, unless the receiver has already sent something or closed it.

        In that case nothing is written, and the event loop reports the data or the end next. Under TLS, readable data
        may belong to the TLS protocol, so the check is skipped.
        """
        if self.key.tls or self._transport is None or not self._readable.poll(0):
            self.write()

    def write(self) -> None:
        """Sign and send the request. It is signed only now because connecting may have taken seconds."""
        if self._transport is None or self._done is None:
            return
        self._written = True
        second = self._signed_s = self._owner.clock.now() // SECOND_US
        try:
            self._transport.write(self._template.write(self._event, number=self._number, timestamp_s=second))
        except Exception as error:  # our own fault: it ends this request, not the worker that sent it
            loop = asyncio.get_running_loop()
            loop.call_exception_handler({"message": "a request could not be written", "exception": error})
            loop.call_soon(self.fail, Failure(OutcomeKind.CONNECTION_FAILED, "The request could not be written."))

    def usable(self, now: float) -> bool:
        """True if an idle connection can be reused: not expired, not closed, and no data received while idle."""
        if self._ending or self._transport is None or self._transport.is_closing():
            return False
        return now < self.ends_at and not self._readable.poll(0)

    def expire(self, now: float) -> None:
        """Handle a timeout: close an idle connection, report a response without its full body, or fail the attempt."""
        if self._done is None:
            self.abort()
        elif self._answer.status:
            self._answer.end()
            self._finish(self._done, now)
        else:
            detail = f"There was no response within {self._template.deadline_s:g} s; it ended while {self._doing()}."
            self.fail(Failure(OutcomeKind.DEADLINE, detail))

    def fail(self, failure: Failure) -> None:
        """End the request without a status, and close the connection."""
        self.abort()
        done = self._done
        if done is None:
            return
        self._done = None
        duration_us = round((self._owner.clock.monotonic() - self._started) * SECOND_US)
        outcome = Outcome(
            kind=failure.kind,
            duration_us=duration_us,
            address=self._dialled(),
            detail=self._without_credentials(failure),
            signed_s=self._signed_s,
        )
        notify(CALLBACK_FAULT, done, outcome)

    def abort(self) -> None:
        """Close immediately; `gone` is called when the socket is closed."""
        if self._ending:
            return
        self._ending = True
        self.ends_at = math.inf
        if self._transport is not None:
            self._transport.abort()
        elif self.opening is not None:
            self.opening.cancel()  # only without a transport: otherwise uvloop would not report its loss
        self._answer.discard()

    # Called by the event loop

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        if self._ending:
            transport.close()
            return
        self._readable = select.poll()
        self._readable.register(cast(socket.socket, transport.get_extra_info("socket")).fileno(), select.POLLIN)

    def data_received(self, data: bytes) -> None:
        done = self._done
        if done is None:
            self.abort()  # unrequested data could be taken for the response to the next request
            return
        if not self._written:
            self.fail(Failure(OutcomeKind.ANSWER_INVALID, "The receiver sent data before the request."))
            return
        answer = self._answer
        answer.feed(data)
        if answer.complete:
            self._finish(done, self._owner.clock.monotonic())
        elif answer.failure is not None:
            self.fail(answer.failure)
        elif answer.status:
            self.ends_at = min(self.ends_at, self._owner.clock.monotonic() + BODY_S_MAX)

    def connection_lost(self, error: Exception | None) -> None:
        self._transport = None
        if self._done is not None and self._answer.status:
            self._answer.end()
            self._finish(self._done, self._owner.clock.monotonic())
        elif self._done is not None:
            self.fail(tls_failure(error) if isinstance(error, ssl.SSLError) else _closed(error))
        self.abort()
        self._owner.gone(self)

    # Used by several of these

    def _finish(self, done: Done, now: float) -> None:
        """Report the status, after making the connection ready for the next request, which `done` may send."""
        answer = self._answer
        duration_us = round((now - self._started) * SECOND_US)
        if answer.status < 300:
            outcome = Outcome(  # positional: keyword arguments would take twice as long
                OutcomeKind.ACCEPTED, duration_us, answer.status, self.address, "", b"", None, self._signed_s
            )
        else:
            outcome = self._refused(duration_us)
        self._done = None
        if answer.reusable and self.keep and not self._ending:
            self._rest(now)
        else:
            self.abort()
        try:  # inlines `notify` to save a call
            done(outcome)
        except Exception as error:
            report(CALLBACK_FAULT, error)

    def _refused(self, duration_us: int) -> Outcome:
        answer = self._answer
        return Outcome(
            kind=OutcomeKind.REFUSED,
            duration_us=duration_us,
            status=answer.status,
            address=self.address,
            detail=_refusal(answer.status, self._redacted(answer.location), answer.excerpt),
            excerpt=self._redacted(answer.excerpt)[:EXCERPT_BYTES_MAX],
            retry_after_s=retry_after_s(answer.retry_after, date=answer.date, now=self._owner.clock.now()),
            signed_s=self._signed_s,
        )

    def _without_credentials(self, failure: Failure) -> str:
        """Return the failure message with our credentials redacted.

        Only an ANSWER_INVALID message quotes the receiver's response, at the end of the message.
        """
        if failure.kind is not OutcomeKind.ANSWER_INVALID:
            return failure.detail
        quoted = failure.detail.rstrip(".'\"").encode()
        cleaned = self._redacted(quoted)
        return failure.detail if cleaned == quoted else cleaned.decode("utf-8", "replace") + "."

    def _redacted(self, text: bytes) -> bytes:
        """Return text from the response with our credentials redacted: some receivers echo them."""
        if not text or self._signed_s is None:
            return text
        return self._template.without_credentials(text, self._event, timestamp_s=self._signed_s)

    def _rest(self, now: float) -> None:
        answer, transport = self._answer, self._transport
        rest_s = self._owner.keep_alive_s_max
        if answer.keep_s is not None:
            rest_s = min(rest_s, answer.keep_s - KEEP_ALIVE_MARGIN_S)
        if rest_s <= 0 or transport is None or transport.get_write_buffer_size():
            self.abort()
            return
        self.ends_at = now + rest_s
        self._written = False
        answer.begin()
        self._owner.rest(self)

    def _dialled(self) -> str | None:
        return self.dial.address if self.dial is not None else self.address

    def _doing(self) -> str:
        return self.dial.doing if self.dial is not None else "waiting for the response"


def _refusal(status: int, location: bytes, body: bytes) -> str:
    if status < 400 and location:
        return f"The receiver answered {status}: a redirect to {printable(location)}, which is not followed."
    if status < 400 and status != 304:
        return f"The receiver answered {status}: a redirect, which is not followed."
    if status == 400 and (reason := next((words for text, words in _NGINX_REASONS.items() if text in body), "")):
        return f"The receiver answered 400: it {reason}."
    return f"The receiver answered {status}."


_NGINX_REASONS = {  # nginx reports this only after the TLS handshake, with status 400
    b"No required SSL certificate was sent": "demands a client certificate",
    b"The SSL certificate error": "did not accept our client certificate",
}


def _closed(error: Exception | None) -> Failure:
    how = "closed" if error is None else "reset"
    return Failure(OutcomeKind.CONNECTION_CLOSED, f"The receiver {how} the connection before it answered.")
