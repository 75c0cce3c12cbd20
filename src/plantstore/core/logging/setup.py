"""What the program says while it runs: one JSON object a line for machines, or short lines for people at a terminal.

Attempts are many, so their lines are made by hand and written once a batch; everything else goes through structlog.
"""

import contextlib
import json
import logging
import os
import shlex
import sys
from collections import Counter
from collections.abc import Iterable
from functools import partial
from pathlib import Path
from typing import IO, Any, Generic, NamedTuple, Protocol, TypeVar
from zoneinfo import ZoneInfo

import msgspec
import structlog

from plantstore import __version__
from plantstore.core.clock import Clock
from plantstore.core.logging.pacing import Later, PacedLines, on_the_loop
from plantstore.core.settings import PREFIX, Settings
from plantstore.domain.audit import SENTENCES, AuditNumber, Example, Finding
from plantstore.domain.breaker import Breaker, BreakerState, DisabledReason
from plantstore.domain.delivery import Attempt, OutcomeKind, Retry, RetryState
from plantstore.domain.delivery_state import DeliveryState
from plantstore.domain.event import Event
from plantstore.domain.public_ids import ReceiverId, receiver_text
from plantstore.domain.receiver import FOUND
from plantstore.domain.session import LINK_S_MAX
from plantstore.domain.timestamps import SECOND_US, Instant, to_datetime, to_text

COMMAND, DATA = ".venv/bin/plantstore", Path("data")  # as `make run` has them
GONE = 410  # the receiver asks us to stop, and is disabled by that very answer
MINUTE_S, HOUR_S = 60, 3_600
_KINDS = ("accepted", "failed", "given up")
Line = TypeVar("Line", str, bytes)
Written = TypeVar("Written", str, bytes, contravariant=True)
_encode, _encode_lines = msgspec.json.Encoder().encode, msgspec.json.Encoder().encode_lines


class Sent(NamedTuple):
    """One attempt as it is told: what was sent to whom, and what follows."""

    attempt: Attempt
    following: Retry | None
    receiver_name: str
    verified: bool


class _AttemptLine(msgspec.Struct, kw_only=True, gc=False):
    """An attempt's line of JSON; the last three stand there when it failed and something follows."""

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


class Stream(Protocol[Written]):
    """What a voice needs of a stream."""

    def write(self, line: Written, /) -> object: ...

    def flush(self) -> None: ...


class BestEffortStream(Generic[Line]):
    """A stream whose faults stay its own: a full disk or a reader that went away must not stop a delivery."""

    def __init__(self, stream: IO[Line]) -> None:
        self._stream: IO[Line] = stream

    def write(self, line: Line) -> None:
        with contextlib.suppress(OSError, ValueError):
            self._stream.write(line)

    def flush(self) -> None:
        with contextlib.suppress(OSError, ValueError):
            self._stream.flush()


class EventLogger(Protocol):
    """How the program speaks about its life, plants and attempts."""

    def started(self, settings: Settings, *, is_new: bool, sign_in: str = "") -> None: ...

    def ready(self, url: str) -> None: ...

    def stopped(self, *, owed: int | None) -> None: ...

    def added(self, events: Iterable[Event]) -> None: ...

    def sent(self, attempts: Iterable[Sent]) -> None: ...

    def judged(self, receiver_id: ReceiverId, name: str, breaker: Breaker) -> None: ...


class JsonLogger:
    """One line of JSON an attempt, on standard error. Field names carry their units."""

    def __init__(self, stream: Stream[bytes], clock: Clock) -> None:
        self._stream = stream
        self._clock = clock

    def started(self, settings: Settings, *, is_new: bool, sign_in: str = "") -> None:
        del sign_in  # whoever reads the log must not get in by it
        about = {"version": __version__, "data": str(settings.data), "new": is_new}
        self._say("started", **about, role=settings.role, pid=os.getpid())

    def ready(self, url: str) -> None:
        self._say("ready", url=url)

    def stopped(self, *, owed: int | None) -> None:
        self._say("stopped", owed=owed)

    def added(self, events: Iterable[Event]) -> None:
        """Plants are in the log already; a second record of them would only cost."""

    def sent(self, attempts: Iterable[Sent]) -> None:
        self._write(_encode_lines([_attempt_line(one) for one in attempts]))

    def judged(self, receiver_id: ReceiverId, name: str, breaker: Breaker) -> None:
        about = {"receiver": receiver_text(receiver_id), "name": name, "state": FOUND[breaker.state]}
        level = "info" if breaker.state is BreakerState.CLOSED else "warning"
        self._say("receiver", level=level, **about, detail=_finding_words(breaker))

    def _say(self, event: str, **about: object) -> None:
        line = {"time": to_text(self._clock.now()), "level": "info", "event": event, **about}
        self._write(_encode(line) + b"\n")

    def _write(self, lines: bytes) -> None:
        self._stream.write(lines)
        self._stream.flush()


class TextLogger:
    """Lines for a person, in the store's time zone, on standard output; of a flood, a few and their sum."""

    def __init__(self, stream: Stream[str], zone: ZoneInfo, clock: Clock, later: Later = on_the_loop) -> None:
        self._stream = stream
        self._zone = zone
        self._clock = clock
        self._command = COMMAND
        self._takes_plants = True
        self._plants = PacedLines(clock, later, self._sum_up_plants)
        self._deliveries = PacedLines(clock, later, self._sum_up_deliveries)

    def started(self, settings: Settings, *, is_new: bool, sign_in: str = "") -> None:
        if settings.data != DATA:
            self._command = f"{PREFIX}DATA={shlex.quote(str(settings.data))} {COMMAND}"
        self._write(f"Plant Store {__version__:<39}data: {settings.data}{'   (new)' if is_new else ''}")
        self._takes_plants = settings.role != "dispatcher"
        if not self._takes_plants:
            self._write(f"  Delivers; watch it at {settings.public_url}/readyz, /metrics and /api/v1/status")
            return
        if sign_in:
            self._write(f"  Console   {sign_in}")
            self._write(
                f"            signs you in once, within {LINK_S_MAX // 60} minutes; later: {self._command} console"
            )
        else:
            self._write(f"  Console   {settings.public_url + '/':<39}sign in: {self._command} console")
        self._write(f"  API       {settings.public_url + '/api/docs':<39}token: {settings.operator_token_file}")

    def ready(self, url: str) -> None:
        self._write(f"Ready on {url}")
        if self._takes_plants:
            self._write(f"Next:  {self._command} plants add 'Aloe vera'       add a plant and watch it go out here")
            self._write(
                f"       {self._command} receivers add --help         tell another system about every new plant"
            )
        self._write("Ctrl-C stops. Nothing is lost when you do.")

    def stopped(self, *, owed: int | None) -> None:
        self._plants.flush()
        self._deliveries.flush()
        if owed is None:
            self._write("Stopped. The database is away: how much is owed is not known. The next start goes on with it.")
            return
        more = "1 delivery is" if owed == 1 else f"{owed} deliveries are"
        self._write(
            "Stopped. Nothing is owed." if not owed else f"Stopped. {more} owed: the next start goes on with them."
        )

    def added(self, events: Iterable[Event]) -> None:
        for event in events:
            self._plants.add("added", partial(self._say_added, event))

    def sent(self, attempts: Iterable[Sent]) -> None:
        for one in attempts:
            self._deliveries.add(_kind(one), partial(self._say_sent, one))

    def _say_added(self, event: Event) -> None:
        name = json.loads(event.body_basic)["name"]
        self._say(event.occurred_at, "added", f"{name:<30}plant {event.plant_id}")

    def _say_sent(self, one: Sent) -> None:
        self._say(self._clock.now(), *_words(one))

    def _sum_up_plants(self, left_out: Counter[str]) -> None:
        count = left_out.total()
        self._say(self._clock.now(), "…", f"and {count:,} more {'plant' if count == 1 else 'plants'} added")

    def _sum_up_deliveries(self, left_out: Counter[str]) -> None:
        count = left_out.total()
        each = ", ".join(f"{left_out[kind]:,} {kind}" for kind in _KINDS if left_out[kind])
        about = f"and {count:,} more {'delivery' if count == 1 else 'deliveries'}: {each}"
        self._say(self._clock.now(), "…", about)

    def judged(self, receiver_id: ReceiverId, name: str, breaker: Breaker) -> None:  # noqa: ARG002  # people read names
        self._say(self._clock.now(), FOUND[breaker.state], f"“{name}”: {_finding_words(breaker)}")

    def _say(self, at: Instant, what: str, about: str) -> None:
        clock_time = to_datetime(at).astimezone(self._zone).strftime("%H:%M:%S")
        self._write(f"{clock_time}  {what:<10} {about}")

    def _write(self, line: str) -> None:
        self._stream.write(line + "\n")
        self._stream.flush()


class NullLogger:
    """Say nothing."""

    def started(self, settings: Settings, *, is_new: bool, sign_in: str = "") -> None: ...

    def ready(self, url: str) -> None: ...

    def stopped(self, *, owed: int | None) -> None: ...

    def added(self, events: Iterable[Event]) -> None: ...

    def sent(self, attempts: Iterable[Sent]) -> None: ...

    def judged(self, receiver_id: ReceiverId, name: str, breaker: Breaker) -> None: ...


def make_logger(log_format: str, *, zone: ZoneInfo, clock: Clock) -> EventLogger:
    """Choose how to speak, and set structlog up for everything else."""
    errors = BestEffortStream(sys.stderr.buffer)
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", key="time"),
            structlog.processors.format_exc_info,
            _render,
        ],
        wrapper_class=structlog.make_filtering_bound_logger("critical" if log_format == "off" else "info"),
        logger_factory=structlog.BytesLoggerFactory(errors),  # type: ignore[arg-type]  # it writes and flushes
    )
    if log_format == "json":
        return JsonLogger(errors, clock)
    return TextLogger(BestEffortStream(sys.stdout), zone, clock) if log_format == "text" else NullLogger()


class StdlibBridge(logging.Handler):
    """Says what libraries say by Python's own logging as everything else is said."""

    def emit(self, record: logging.LogRecord) -> None:
        about = {} if record.exc_info is None else {"exc_info": record.exc_info}
        level = max(logging.DEBUG, min(record.levelno // 10 * 10, logging.CRITICAL))  # others have no name
        try:
            structlog.get_logger().log(level, record.getMessage(), logger=record.name, **about)
        except Exception:  # such as words that do not fit their form: whoever logs must not be hurt by it
            self.handleError(record)


def relay_libraries() -> None:
    """Let nothing that a library has to say be a line of another form. For a process that is ours alone."""
    logging.getLogger().addHandler(StdlibBridge())


def report_fault(_loop: Any, context: dict[str, Any]) -> None:
    """Write down what went wrong where nobody was waiting for it: an asyncio exception handler."""
    structlog.get_logger("plantstore").error(context["message"], exc_info=context.get("exception"))


def say_audited(number: AuditNumber, finding: Finding) -> None:
    """Say loudly that a number of the audit was not 0 twice in a row, and later that it is 0 again."""
    say = structlog.get_logger("plantstore").error if finding.count else structlog.get_logger("plantstore").info
    examples = [example_words(example) for example in finding.examples]
    say("audit", number=number, count=finding.count, detail=SENTENCES[number], examples=examples)


def example_words(example: Example) -> str:
    """Name a thing that the audit found: `receiver rcv_…, event 7`."""
    words = {
        "receiver": None if example.receiver_id is None else receiver_text(example.receiver_id),
        "event": example.sequence,
        "plant": example.plant_id,
        "activity": example.activity_id,
    }
    return ", ".join(f"{noun} {value}" for noun, value in words.items() if value is not None)


def _render(_logger: Any, _name: str, event: structlog.typing.EventDict) -> bytes:
    return msgspec.json.encode(event, enc_hook=repr)


def _attempt_line(one: Sent) -> _AttemptLine:
    attempt, outcome, following = one.attempt, one.attempt.outcome, one.following
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
    if following is not None:
        line.detail = outcome.detail
        line.state = following.state
        line.next_attempt_at = to_text(following.next_attempt_at)
        if outcome.status == GONE and following.state is RetryState.WAITING:
            line.state, line.next_attempt_at = DeliveryState.HELD, msgspec.UNSET
    return line


def _finding_words(breaker: Breaker) -> str:
    if breaker.state is BreakerState.CLOSED:
        return "it answers again; what it is owed is sent now, the oldest first"
    if breaker.state is BreakerState.OPEN:
        return "it fails again and again; from now on one request at a time tries whether it is back"
    why = "asks us to stop (410)" if breaker.reason is DisabledReason.GONE else "gave no answer but 503 for five days"
    return f"it {why}; what it is owed is held until somebody resumes it"


def _kind(one: Sent) -> str:
    """What became of an attempt, as the line counts it that sums up many."""
    if one.attempt.outcome.accepted:
        return "accepted"
    return "failed" if one.following is None or one.following.state is RetryState.WAITING else "given up"


def _words(one: Sent) -> tuple[str, str]:
    attempt, outcome, to = one.attempt, one.attempt.outcome, f"“{one.receiver_name}”"
    if outcome.accepted:
        verified = ", signature verified" if one.verified else ""
        return (
            "delivered",
            f"event {attempt.sequence} to {to} in {max(1, round(outcome.duration_us / 1000))} ms{verified}",
        )
    what = f"event {attempt.sequence} to {to}"
    why = outcome.detail or (f"answer {outcome.status}" if outcome.status else outcome.kind.replace("_", " "))
    why = why.removesuffix(".")
    if one.following is None:
        return "failed", f"{what}: {why}; {'its replay goes on' if attempt.replay_id else 'it stays queued'}"
    if one.following.state is not RetryState.WAITING:
        return "gave up", f"{what}: {why}"
    if outcome.status == GONE:
        return "failed", f"{what}, try {attempt.number}: {why}; it is held"
    wait_s = (one.following.next_attempt_at - attempt.started_at) / SECOND_US
    return "failed", f"{what}, try {attempt.number}: {why}; again in {_wait_words(wait_s)}"


def _wait_words(seconds: float) -> str:
    """Say a wait in its largest unit.

    >>> _wait_words(5.4), _wait_words(125), _wait_words(13 * 3600)
    ('5 s', '2 min', '13 h')
    """
    if seconds < 2 * MINUTE_S:
        return f"{seconds:.0f} s"
    return f"{seconds / MINUTE_S:.0f} min" if seconds < 2 * HOUR_S else f"{seconds / HOUR_S:.0f} h"
