"""What `listen` does with a request: verify it, forward or answer it as wished, print it, count it."""

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from http import HTTPStatus

from plantstore.cli.listen.delivery_lines import Delivery
from plantstore.cli.listen.forwarding import Forwarder, NoAnswer
from plantstore.cli.listen.server import Answer, Request, in_words
from plantstore.core.clock import Clock
from plantstore.domain.secret import Secret
from plantstore.domain.timestamps import SECOND_US
from plantstore.domain.verification import Reason, Verdict, check_bearer, verify

CREDENTIALS_S_MAX = 10.0  # how long a request waits while the receiver is being registered; the store waits 15 s
NOT_AWAITED = "The store did not wait so long, and sends it again."
REFUSED_MAX = 100_000  # sequences remembered, to begin at when the store has lost the receiver


@dataclass(frozen=True, slots=True, kw_only=True)
class Keys:
    """What the store gave us when it registered the receiver."""

    secrets: Sequence[Secret]
    access_token: Secret


@dataclass(frozen=True, slots=True, kw_only=True)
class ListenOptions:
    """How requests are answered. `fail` is a share from 0 to 1; with `count`, listening ends after so many events."""

    answer: int = HTTPStatus.OK
    answer_after_s: float = 0.0
    fail: float = 0.0
    forwarder: Forwarder | None = None
    insecure: bool = False
    count: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts:
    """Requests, tests not among them."""

    received: int = 0
    accepted: int = 0


class Listener:
    """Takes requests from any thread. `on_enough` is called when `count` events were accepted."""

    def __init__(
        self,
        wishes: ListenOptions,
        *,
        clock: Clock,
        chance: Callable[[], float],
        stopping: threading.Event,
        show: Callable[[Delivery], None],
        on_enough: Callable[[], None],
    ) -> None:
        self._wishes = wishes
        self._clock = clock
        self._chance = chance
        self._stopping = stopping
        self._show = show
        self._on_enough = on_enough
        self._keys: Keys | None = None
        self._known = threading.Condition()
        self._lock = threading.Lock()
        self._counts = Counts()
        self._accepted_ids: set[str] = set()
        self._refused: set[int] = set()

    @property
    def counts(self) -> Counts:
        return self._counts

    @property
    def enough(self) -> bool:
        return self._wishes.count is not None and len(self._accepted_ids) >= self._wishes.count

    @property
    def oldest_refused(self) -> int | None:
        """The first sequence that came and was not accepted since."""
        with self._lock:
            return min(self._refused, default=None)

    def use(self, keys: Keys | None) -> None:
        """Verify with these from now on; with None, requests wait for the next ones."""
        with self._known:
            self._keys = keys
            self._known.notify_all()

    def take(self, request: Request) -> Answer:
        """Answer a request."""
        at, started = self._clock.now(), self._clock.monotonic()
        with self._known:
            self._known.wait_for(lambda: self._keys is not None, CREDENTIALS_S_MAX)
            keys = self._keys
        if keys is None:
            return in_words(HTTPStatus.SERVICE_UNAVAILABLE, "This listener is not registered just now.")
        verdict = judge(request, keys, now_s=at // SECOND_US)
        answer, problem, forwarded = self._answer(request, verdict)
        awaited = request.is_awaited()
        delivery = Delivery(
            at=at,
            request=request,
            verdict=verdict,
            answer=answer,
            duration_s=self._clock.monotonic() - started,
            forwarded=forwarded,
            awaited=awaited,
            problem=problem if awaited else NOT_AWAITED,
        )
        return self._settle(delivery)

    def _answer(self, request: Request, verdict: Verdict) -> tuple[Answer, str, bool]:
        """Give the answer, what kept the program from giving one, and whether it was asked."""
        wishes = self._wishes
        if not verdict.verified and not (wishes.insecure and wishes.forwarder):
            status = HTTPStatus.UNAUTHORIZED if verdict.reason is Reason.WRONG_TOKEN else HTTPStatus.BAD_REQUEST
            return in_words(status, verdict.detail), "", False
        if wishes.answer_after_s:
            self._stopping.wait(wishes.answer_after_s)
        if self._chance() < wishes.fail:
            return in_words(HTTPStatus.SERVICE_UNAVAILABLE, "Failed on purpose (--fail)."), "", False
        if wishes.forwarder is None:
            return in_words(wishes.answer), "", False
        try:
            return wishes.forwarder.forward(request), "", True
        except NoAnswer as why:
            return in_words(HTTPStatus.BAD_GATEWAY, str(why)), str(why), True

    def _settle(self, delivery: Delivery) -> Answer:
        """Count and print, in one step: with `count`, no line follows the last."""
        with self._lock:
            if self.enough and not delivery.forwarded:
                return in_words(HTTPStatus.SERVICE_UNAVAILABLE, "This listener has what it waited for (--count).")
            self._show(delivery)
            if not delivery.is_test:
                self._count(delivery)
            done = self.enough
        if done:
            self._on_enough()
        return delivery.answer

    def _count(self, delivery: Delivery) -> None:
        accepted = delivery.accepted
        self._counts = Counts(received=self._counts.received + 1, accepted=self._counts.accepted + accepted)
        if accepted and self._wishes.count is not None:
            self._accepted_ids.add(delivery.event_id)
        sequence = delivery.sequence
        if sequence is None or not delivery.verdict.verified:
            return
        if accepted:
            self._refused.discard(sequence)
        elif len(self._refused) < REFUSED_MAX:
            self._refused.add(sequence)


def judge(request: Request, keys: Keys, *, now_s: int) -> Verdict:
    """Check the bearer token, then the signature."""
    verdict = verify(keys.secrets, request.headers, request.body, now_s=now_s)
    bearer = check_bearer(request.headers, keys.access_token)
    return verdict if bearer.verified else bearer
