"""Handles each request that `listen` receives: verifies it, forwards or answers it, prints it and counts it."""

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from http import HTTPStatus

from plantstore.cli.listen.delivery_lines import Delivery
from plantstore.cli.listen.forwarding import Forwarder, NoResponse
from plantstore.cli.listen.server import Request, Response, text_response
from plantstore.core.clock import Clock
from plantstore.domain.receivers.verification import Reason, Verdict, check_bearer, verify
from plantstore.domain.secret import Secret
from plantstore.domain.timestamps import SECOND_US

CREDENTIALS_S_MAX = 10.0  # max wait of a request during registration; the store waits 15 s for the response
TIMED_OUT = "The store stopped waiting for the response and will retry."
REFUSED_MAX = 100_000  # max refused events remembered; a receiver registered again starts at the oldest of them


@dataclass(frozen=True, slots=True, kw_only=True)
class Credentials:
    """The secrets and the access token that the store issued when it registered the receiver."""

    secrets: Sequence[Secret]
    access_token: Secret


@dataclass(frozen=True, slots=True, kw_only=True)
class ListenOptions:
    """How to respond to requests. `fail` is the share of requests to fail on purpose, from 0 to 1.

    `insecure` also forwards requests that fail verification. `count` is the number of accepted events after which
    `listen` stops; None for no limit.
    """

    answer: int = HTTPStatus.OK
    answer_after_s: float = 0.0
    fail: float = 0.0
    forwarder: Forwarder | None = None
    insecure: bool = False
    count: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts:
    """The numbers of received and accepted requests, without test requests."""

    received: int = 0
    accepted: int = 0


class Listener:
    """Verifies each request, forwards or answers it, and prints and counts the delivery. Thread-safe.

    `random` returns numbers in [0, 1), which decide which requests fail on purpose. `show` prints a delivery.
    `on_complete` is called when `count` events have been accepted.
    """

    def __init__(
        self,
        options: ListenOptions,
        *,
        clock: Clock,
        random: Callable[[], float],
        stopping: threading.Event,
        show: Callable[[Delivery], None],
        on_complete: Callable[[], None],
    ) -> None:
        self._options = options
        self._clock = clock
        self._random = random
        self._stopping = stopping
        self._show = show
        self._on_complete = on_complete
        self._credentials: Credentials | None = None
        self._credentials_changed = threading.Condition()
        self._lock = threading.Lock()
        self._counts = Counts()
        self._accepted_ids: set[str] = set()
        self._refused: set[int] = set()

    @property
    def counts(self) -> Counts:
        return self._counts

    @property
    def is_complete(self) -> bool:
        return self._options.count is not None and len(self._accepted_ids) >= self._options.count

    @property
    def oldest_refused(self) -> int | None:
        """The sequence number of the oldest event that was refused and not accepted later; None if there is none."""
        with self._lock:
            return min(self._refused, default=None)

    def set_credentials(self, credentials: Credentials | None) -> None:
        """Verify requests with the given credentials from now on. None makes requests wait for new credentials."""
        with self._credentials_changed:
            self._credentials = credentials
            self._credentials_changed.notify_all()

    def handle(self, request: Request) -> Response:
        """Verify a request, forward or answer it, print and count it, and return the response to send."""
        at, started_s = self._clock.now(), self._clock.monotonic()
        with self._credentials_changed:
            self._credentials_changed.wait_for(lambda: self._credentials is not None, CREDENTIALS_S_MAX)
            credentials = self._credentials
        if credentials is None:
            return text_response(HTTPStatus.SERVICE_UNAVAILABLE, "This listener is not registered yet.")
        verdict = check_request(request, credentials, now_s=at // SECOND_US)
        response, problem, forwarded = self._respond(request, verdict)
        is_connected = request.is_connected()
        delivery = Delivery(
            at=at,
            request=request,
            verdict=verdict,
            response=response,
            duration_s=self._clock.monotonic() - started_s,
            forwarded=forwarded,
            timed_out=not is_connected,
            problem=problem if is_connected else TIMED_OUT,
        )
        return self._record(delivery)

    def _respond(self, request: Request, verdict: Verdict) -> tuple[Response, str, bool]:
        """Return the response, why forwarding failed (empty if it did not), and whether the request was forwarded."""
        options = self._options
        if not verdict.verified and not (options.insecure and options.forwarder):
            status = HTTPStatus.UNAUTHORIZED if verdict.reason is Reason.WRONG_TOKEN else HTTPStatus.BAD_REQUEST
            return text_response(status, verdict.detail), "", False
        if options.answer_after_s:
            self._stopping.wait(options.answer_after_s)
        if self._random() < options.fail:
            return text_response(HTTPStatus.SERVICE_UNAVAILABLE, "Failed on purpose (--fail)."), "", False
        if options.forwarder is None:
            return text_response(options.answer), "", False
        try:
            return options.forwarder.forward(request), "", True
        except NoResponse as error:
            return text_response(HTTPStatus.BAD_GATEWAY, str(error)), str(error), True

    def _record(self, delivery: Delivery) -> Response:
        """Print and count a delivery, and return the response to send.

        Once `count` events have been accepted, a further request is refused and not printed, unless it has already
        been forwarded. One lock covers the check, the line and the count.
        """
        with self._lock:
            if self.is_complete and not delivery.forwarded:
                return text_response(HTTPStatus.SERVICE_UNAVAILABLE, "This listener is complete (--count).")
            self._show(delivery)
            if not delivery.is_test:
                self._count(delivery)
            is_complete = self.is_complete
        if is_complete:
            self._on_complete()
        return delivery.response

    def _count(self, delivery: Delivery) -> None:
        accepted = delivery.accepted
        self._counts = Counts(received=self._counts.received + 1, accepted=self._counts.accepted + accepted)
        if accepted and self._options.count is not None:
            self._accepted_ids.add(delivery.event_id)
        sequence = delivery.sequence
        if sequence is None or not delivery.verdict.verified:
            return
        if accepted:
            self._refused.discard(sequence)
        elif len(self._refused) < REFUSED_MAX:
            self._refused.add(sequence)


def check_request(request: Request, credentials: Credentials, *, now_s: int) -> Verdict:
    """Return the verdict on the bearer token if the token is wrong, otherwise the verdict on the signature."""
    verdict = verify(credentials.secrets, request.headers, request.body, now_s=now_s)
    bearer = check_bearer(request.headers, credentials.access_token)
    return verdict if bearer.verified else bearer
