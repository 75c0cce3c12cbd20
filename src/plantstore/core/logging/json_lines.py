"""The log for machines: one JSON object per line, on standard error.

Attempts are frequent, so their lines are encoded from a struct and written in batches, without structlog.
"""

import os
from collections.abc import Iterable

import msgspec

from plantstore import __version__
from plantstore.core.clock import Clock
from plantstore.core.logging.messages import GONE, SentAttempt, breaker_message
from plantstore.core.logging.streams import Stream
from plantstore.core.settings import Settings
from plantstore.domain.deliveries.breaker import Breaker, BreakerState
from plantstore.domain.deliveries.delivery import OutcomeKind, RetryState
from plantstore.domain.deliveries.delivery_state import DeliveryState
from plantstore.domain.event import Event
from plantstore.domain.public_ids import ReceiverId, receiver_text
from plantstore.domain.receivers.receiver import STATE_OF_BREAKER
from plantstore.domain.timestamps import to_text

_encode, _encode_lines = msgspec.json.Encoder().encode, msgspec.json.Encoder().encode_lines


class _AttemptLine(msgspec.Struct, kw_only=True, gc=False):
    """The log line of an attempt. The last three fields are present only if it failed and has a row in `retries`."""

    time: str
    level: str
    event: str = "attempt"
    event_id: str
    sequence: int
    receiver: str
    number: int
    outcome: OutcomeKind
    status: int | None
    duration_ms: float
    address: str | None
    detail: str | msgspec.UnsetType = msgspec.UNSET
    state: RetryState | DeliveryState | msgspec.UnsetType = msgspec.UNSET
    next_attempt_at: str | msgspec.UnsetType = msgspec.UNSET


class JsonLogger:
    """Writes a JSON line for each attempt, each change of a receiver's breaker, and each start and stop."""

    def __init__(self, stream: Stream[bytes], clock: Clock) -> None:
        self._stream = stream
        self._clock = clock

    def started(self, settings: Settings, *, is_new: bool, sign_in: str = "") -> None:
        del sign_in  # people who can read the log must not be able to sign in with the link
        about = {"version": __version__, "data": str(settings.data), "new": is_new}
        self._log("started", **about, role=settings.role, pid=os.getpid())

    def ready(self, url: str) -> None:
        self._log("ready", url=url)

    def stopped(self, *, queued: int | None) -> None:
        self._log("stopped", owed=queued)

    def plants_added(self, events: Iterable[Event]) -> None:
        """Write nothing: the event log already records the plants."""

    def attempts_recorded(self, attempts: Iterable[SentAttempt]) -> None:
        self._write(_encode_lines([_attempt_line(sent) for sent in attempts]))

    def breaker_changed(self, receiver_id: ReceiverId, name: str, breaker: Breaker) -> None:
        about = {"receiver": receiver_text(receiver_id), "name": name, "state": STATE_OF_BREAKER[breaker.state]}
        level = "info" if breaker.state is BreakerState.CLOSED else "warning"
        self._log("receiver", level=level, **about, detail=breaker_message(breaker))

    def _log(self, event: str, **about: object) -> None:
        line = {"time": to_text(self._clock.now()), "level": "info", "event": event, **about}
        self._write(_encode(line) + b"\n")

    def _write(self, lines: bytes) -> None:
        self._stream.write(lines)
        self._stream.flush()


def _attempt_line(sent: SentAttempt) -> _AttemptLine:
    attempt, outcome, retry = sent.attempt, sent.attempt.outcome, sent.retry
    line = _AttemptLine(
        time=to_text(attempt.started_at),
        level="info" if outcome.accepted else "warning",
        event_id=attempt.event_id,
        sequence=attempt.sequence,
        receiver=receiver_text(attempt.receiver_id),
        number=attempt.number,
        outcome=outcome.kind,
        status=outcome.status,
        duration_ms=outcome.duration_us / 1000,
        address=outcome.address,
    )
    if retry is not None:
        line.detail = outcome.detail
        line.state = retry.state
        line.next_attempt_at = to_text(retry.next_attempt_at)
        if outcome.status == GONE and retry.state is RetryState.WAITING:
            line.state, line.next_attempt_at = DeliveryState.HELD, msgspec.UNSET
    return line
