"""What the program says: one JSON object an attempt for machines, short lines for people, and never a secret."""

import asyncio
import io
import json
import logging
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
import structlog
from hypothesis import given
from hypothesis import strategies as st

from plantstore import __version__
from plantstore.core.clock import SystemClock
from plantstore.core.logging.console import LINES_PER_S_MAX, TextLogger
from plantstore.core.logging.json_lines import JsonLogger
from plantstore.core.logging.messages import SentAttempt
from plantstore.core.logging.setup import NullLogger, bridge_stdlib_logging, log_loop_exception, make_logger
from plantstore.core.logging.streams import BestEffortStream
from plantstore.core.settings import Settings
from plantstore.domain.deliveries.breaker import HEALTHY, Breaker, BreakerState, DisabledReason
from plantstore.domain.deliveries.delivery import OutcomeKind, RetryState
from plantstore.domain.secret import Secret
from plantstore.domain.timestamps import after
from tests.makers import NOON, RECEIVER, a_retry, an_attempt, an_event, an_outcome
from tests.still_clock import StillClock

LINE_BYTES_MAX = 8_192  # trust: no event of the log is longer
BRUSSELS = ZoneInfo("Europe/Brussels")


def an_accepted(**changes: Any) -> SentAttempt:
    return SentAttempt(attempt=an_attempt(), retry=None, receiver_name="shop", verified=False)._replace(**changes)


def a_failed(*, detail: str = "The receiver answered 500.", **changes: Any) -> SentAttempt:
    attempt = an_attempt(status=500)._replace(outcome=an_outcome(500, detail=detail))
    retry = a_retry(next_attempt_at=after(NOON, seconds=5))
    return SentAttempt(attempt=attempt, retry=retry, receiver_name="shop", verified=False)._replace(**changes)


def as_json(*sent: SentAttempt) -> bytes:
    stream = io.BytesIO()
    JsonLogger(stream, StillClock()).attempts_recorded(sent)
    return stream.getvalue()


def as_text(*sent: SentAttempt) -> str:
    stream = io.StringIO()
    TextLogger(stream, BRUSSELS, StillClock()).attempts_recorded(sent)
    return stream.getvalue()


class Timer:
    """Calls what it was handed when a test says so."""

    def __init__(self) -> None:
        self.asked: list[tuple[float, Callable[[], None]]] = []

    def __call__(self, delay_s: float, call: Callable[[], None]) -> None:
        self.asked.append((delay_s, call))


def paced(clock: StillClock) -> tuple[TextLogger, io.StringIO, Timer]:
    stream, timer = io.StringIO(), Timer()
    return TextLogger(stream, BRUSSELS, clock, timer), stream, timer


def test_ten_deliveries_a_second_are_logged_and_the_rest_summed_up() -> None:
    clock = StillClock()
    event_logger, stream, timer = paced(clock)

    event_logger.attempts_recorded([an_accepted()] * 6)
    clock.move(0.4)
    event_logger.attempts_recorded([an_accepted()] * 1_240 + [a_failed()] * 2)
    before = stream.getvalue().splitlines()
    [(delay_s, flush)] = timer.asked
    clock.move(delay_s)
    flush()

    assert len(before) == LINES_PER_S_MAX == 10
    assert delay_s == pytest.approx(0.6)
    [last] = stream.getvalue().splitlines()[10:]
    assert last == "14:00:01  …          and 1,238 more deliveries: 1,236 accepted, 2 failed"


def test_each_second_starts_with_the_summary_of_the_last() -> None:
    clock = StillClock()
    event_logger, stream, _ = paced(clock)

    for _ in range(3):
        event_logger.attempts_recorded([an_accepted()] * 11)
        clock.move(1)
    event_logger.attempts_recorded([an_accepted()])

    lines = stream.getvalue().splitlines()
    sums = [place for place, line in enumerate(lines) if "1 more delivery: 1 accepted" in line]
    assert (len(lines), sums) == (34, [10, 21, 32])


def test_ten_lines_a_second_leave_nothing_out() -> None:
    clock = StillClock()
    event_logger, stream, timer = paced(clock)

    for _ in range(5):
        event_logger.attempts_recorded([an_accepted()] * 10)
        clock.move(1)
    event_logger.stopped(queued=0)

    assert len(stream.getvalue().splitlines()) == 51
    assert timer.asked == []


def test_plants_have_their_own_ten_lines_and_stopping_sums_up_the_rest() -> None:
    event_logger, stream, _ = paced(StillClock())

    event_logger.plants_added([an_event()] * 3_553)
    event_logger.attempts_recorded([a_failed(retry=a_retry(state=RetryState.EXHAUSTED))] * 11)
    event_logger.stopped(queued=0)

    lines = stream.getvalue().splitlines()
    assert len(lines) == 10 + 10 + 3
    assert lines[-3].endswith("and 3,543 more plants added")
    assert lines[-2].endswith("and 1 more delivery: 1 given up")


def test_on_an_event_loop_the_summary_is_written_after_a_second() -> None:
    stream = io.StringIO()

    async def flood() -> None:
        event_logger = TextLogger(stream, BRUSSELS, SystemClock())
        event_logger.attempts_recorded([an_accepted()] * 30)
        while "more deliveries" not in stream.getvalue():
            await asyncio.sleep(0.01)

    asyncio.run(asyncio.wait_for(flood(), 30))

    assert len(stream.getvalue().splitlines()) == 11


def test_the_json_log_has_a_line_for_every_attempt() -> None:
    assert len(as_json(*[an_accepted()] * 1_000).splitlines()) == 1_000


# For machines


def test_a_delivered_attempt_is_one_object() -> None:
    assert json.loads(as_json(an_accepted())) == {
        "time": "2026-06-01T12:00:00.000Z",
        "level": "info",
        "event": "attempt",
        "event_id": "evt_00000000000000000000000001",
        "sequence": 1,
        "receiver": "rcv_0000000000007",
        "number": 1,
        "outcome": "accepted",
        "status": 204,
        "duration_ms": 1.0,
        "address": "192.0.2.1",
    }


def test_a_failed_attempt_says_why_and_what_follows() -> None:
    line = json.loads(as_json(a_failed()))

    assert line.items() >= json.loads(as_json(an_accepted())).items() - {
        ("level", "info"),
        ("outcome", "accepted"),
        ("status", 204),
    }
    assert (line["level"], line["outcome"], line["status"]) == ("warning", "refused", 500)
    assert line["detail"] == "The receiver answered 500."
    assert line["state"] == "waiting"
    assert line["next_attempt_at"] == "2026-06-01T12:00:05.000Z"


def test_an_attempt_without_an_answer_has_no_status() -> None:
    outcome = an_outcome(None, kind=OutcomeKind.DNS_NOT_FOUND, address=None)

    line = json.loads(as_json(a_failed(attempt=an_attempt()._replace(outcome=outcome))))

    assert (line["outcome"], line["status"], line["address"]) == ("dns_not_found", None, None)


def test_a_batch_has_one_line_for_each_attempt() -> None:
    lines = as_json(*(an_accepted(attempt=an_attempt(sequence)) for sequence in range(1, 501))).splitlines()

    assert [json.loads(line)["sequence"] for line in lines] == list(range(1, 501))


@given(detail=st.text(), name=st.text())
def test_any_detail_stays_on_one_line(detail: str, name: str) -> None:
    line = as_json(a_failed(detail=detail, receiver_name=name))

    assert line.endswith(b"\n")
    assert not any(byte < 0x20 for byte in line[:-1]), "controls are escaped: no line is forged, no terminal obeys"
    assert json.loads(line)["detail"] == detail


@pytest.mark.parametrize("detail", ["a\nb", 'a"}\n{"event":"attempt"', "\x1b[2Jgone", "a\r\nb", "\x00", "é\u2028b"])
def test_a_forged_line_stays_inside_its_own(detail: str) -> None:
    (line,) = as_json(a_failed(detail=detail)).rstrip(b"\n").split(b"\n")

    assert json.loads(line)["detail"] == detail
    assert b"\x1b" not in line


def test_the_longest_line_keeps_its_limit() -> None:
    longest = "The receiver answered 308: a redirect to " + "\U0001f335" * 200 + ", which is not followed."

    assert len(as_json(a_failed(detail=longest))) <= LINE_BYTES_MAX


def test_start_and_stop_are_logged(tmp_path: Path) -> None:
    stream = io.BytesIO()
    event_logger = JsonLogger(stream, StillClock())

    event_logger.started(Settings(data=tmp_path), is_new=True)
    event_logger.ready("http://127.0.0.1:8000")
    event_logger.plants_added([an_event()])
    event_logger.stopped(queued=2)

    always = {"time": "2026-06-01T12:00:00.000Z", "level": "info"}
    assert [json.loads(line) for line in stream.getvalue().splitlines()] == [
        always
        | {"event": "started", "version": __version__, "data": str(tmp_path), "new": True}
        | {"role": "all", "pid": os.getpid()},
        always | {"event": "ready", "url": "http://127.0.0.1:8000"},
        always | {"event": "stopped", "owed": 2},
    ]


# For people


def test_a_delivered_line_has_the_local_time() -> None:
    assert as_text(an_accepted()) == "14:00:00  delivered  event 1 to “shop” in 1 ms\n"
    assert as_text(an_accepted(verified=True)) == "14:00:00  delivered  event 1 to “shop” in 1 ms, signature verified\n"


def test_a_failed_line_has_the_reason_and_the_wait() -> None:
    line = as_text(a_failed())

    assert line == "14:00:00  failed     event 1 to “shop”, attempt 1: The receiver answered 500; next in 5 s\n"


def test_a_long_wait_is_shown_in_hours() -> None:
    tomorrow = a_retry(next_attempt_at=after(an_attempt().started_at, seconds=24 * 3600))

    assert as_text(a_failed(retry=tomorrow)).endswith("; next in 24 h\n")


def test_a_410_is_logged_as_held() -> None:
    gone = an_attempt()._replace(outcome=an_outcome(410, detail="The receiver answered 410."))

    assert as_text(a_failed(attempt=gone)).endswith("The receiver answered 410; it is held\n")
    line = json.loads(as_json(a_failed(attempt=gone)))
    assert line["state"] == "held"
    assert "next_attempt_at" not in line


def test_a_failure_without_detail_shows_its_status_or_kind() -> None:
    nameless = an_attempt()._replace(outcome=an_outcome(None, kind=OutcomeKind.TLS_FAILED))

    assert "attempt 1: status 500; next" in as_text(a_failed(detail=""))
    assert "attempt 1: tls failed; next" in as_text(a_failed(attempt=nameless))


def test_an_exhausted_delivery_is_logged_as_given_up() -> None:
    spent = a_retry(attempts=17, state=RetryState.EXHAUSTED)

    line = as_text(a_failed(retry=spent))

    assert line == "14:00:00  gave up    event 1 to “shop”: The receiver answered 500\n"


@pytest.mark.parametrize(
    ("data", "command"),
    [
        (Path("data"), ".venv/bin/plantstore plants add"),
        (Path("/srv/a b"), "PLANTSTORE_DATA='/srv/a b' .venv/bin/plantstore plants add"),
    ],
)
def test_the_suggested_commands_use_this_store(data: Path, command: str) -> None:
    stream = io.StringIO()
    event_logger = TextLogger(stream, BRUSSELS, StillClock())

    event_logger.started(Settings(data=data), is_new=True)
    event_logger.ready("http://127.0.0.1:8000")

    assert f"Next:  {command}" in stream.getvalue()


def test_added_plants_and_the_queue_at_stop_are_shown(tmp_path: Path) -> None:
    stream = io.StringIO()
    event_logger = TextLogger(stream, BRUSSELS, StillClock())

    event_logger.plants_added([an_event()])
    for owed in (0, 1, 2, None):
        event_logger.stopped(queued=owed)

    assert stream.getvalue().splitlines() == [
        "14:00:00  added      Plant 1                       plant 1",
        "Stopped. Nothing is queued.",
        "Stopped. 1 delivery is queued and will continue at the next start.",
        "Stopped. 2 deliveries are queued and will continue at the next start.",
        "Stopped. The database is unavailable, so the number of queued deliveries is not known. "
        "They will continue at the next start.",
    ]


def test_the_start_shows_where_everything_is(tmp_path: Path) -> None:
    stream = io.StringIO()
    event_logger = TextLogger(stream, BRUSSELS, StillClock())

    event_logger.started(Settings(data=tmp_path), is_new=True)
    event_logger.ready("http://127.0.0.1:8000")

    first, *_, last = stream.getvalue().splitlines()
    assert first.split() == ["Plant", "Store", __version__, "data:", str(tmp_path), "(new)"]
    assert f"token: {tmp_path}/operator.token" in stream.getvalue()
    assert "Ready on http://127.0.0.1:8000" in stream.getvalue()
    assert last == "Ctrl-C stops. Nothing is lost when you do."


# For both


@pytest.fixture
def standard_error(capsysbinary: pytest.CaptureFixture[bytes]) -> Iterator[Callable[[], bytes]]:
    """Gives what was written to standard error; afterwards structlog is as it was before."""
    yield lambda: capsysbinary.readouterr().err
    structlog.reset_defaults()


@pytest.mark.parametrize(("log_format", "kind"), [("json", JsonLogger), ("text", TextLogger), ("off", NullLogger)])
@pytest.mark.usefixtures("standard_error")
def test_the_setting_chooses_the_logger(log_format: str, kind: type) -> None:
    assert type(make_logger(log_format, zone=BRUSSELS, clock=StillClock())) is kind


def test_an_unhandled_exception_is_one_json_object(standard_error: Callable[[], bytes]) -> None:
    make_logger("json", zone=BRUSSELS, clock=StillClock())

    log_loop_exception(None, {"message": "a callback\nfailed", "exception": ValueError("why\x1b[2J")})

    (line,) = standard_error().splitlines()
    told = json.loads(line)
    assert (told["event"], told["level"]) == ("a callback\nfailed", "error")
    assert "ValueError: why" in told["exception"]
    assert b"\x1b" not in line


def test_a_library_log_record_is_one_json_object(standard_error: Callable[[], bytes]) -> None:
    make_logger("json", zone=BRUSSELS, clock=StillClock())
    root, library = logging.getLogger(), logging.getLogger("some.library")
    before = root.handlers[:]
    bridge_stdlib_logging()
    try:
        library.warning("Invalid %s\nrequest", "HTTP")
        try:
            raise ValueError("why")
        except ValueError:
            library.exception("it failed")
        library.info("nothing to worry about")
        library.log(35, "a level of its own")
        logging.raiseExceptions, raises = False, logging.raiseExceptions
        library.warning("%d things", "many")
        logging.raiseExceptions = raises
    finally:
        root.handlers[:] = before

    first, second, third = map(json.loads, standard_error().splitlines())
    assert (first["event"], first["level"], first["logger"]) == ("Invalid HTTP\nrequest", "warning", "some.library")
    assert (second["event"], second["level"]) == ("it failed", "error")
    assert "ValueError: why" in second["exception"]
    assert (third["event"], third["level"]) == ("a level of its own", "warning")


def test_no_line_holds_a_secret(standard_error: Callable[[], bytes], tmp_path: Path) -> None:
    canary = "whsec_Y2FuYXJ5"
    stream = io.StringIO()
    settings = Settings(data=tmp_path, key=Secret(canary))

    TextLogger(stream, BRUSSELS, StillClock()).started(settings, is_new=True)
    make_logger("json", zone=BRUSSELS, clock=StillClock()).started(settings, is_new=True)
    structlog.get_logger("plantstore").error(f"it failed: {settings.key}", settings=settings, secret=Secret(canary))

    told = stream.getvalue() + standard_error().decode()
    assert "it failed" in told
    assert "***" in told
    assert canary not in told


class Broken:
    """A pipe whose reader has gone."""

    def write(self, line: str) -> int:
        raise BrokenPipeError

    def flush(self) -> None:
        raise BrokenPipeError


def test_a_log_that_cannot_be_written_raises_nothing() -> None:
    stream: Any = Broken()
    event_logger = TextLogger(BestEffortStream(stream), BRUSSELS, StillClock())

    event_logger.plants_added([an_event()])
    event_logger.attempts_recorded([an_accepted()])

    with pytest.raises(BrokenPipeError):
        TextLogger(stream, BRUSSELS, StillClock()).attempts_recorded([an_accepted()])


OPENED = Breaker(state=BreakerState.OPEN, opened_at=NOON)
GONE = Breaker(state=BreakerState.DISABLED, reason=DisabledReason.GONE, opened_at=NOON)


@pytest.mark.parametrize(
    ("breaker", "state", "level"),
    [(OPENED, "failing", "warning"), (GONE, "disabled", "warning"), (HEALTHY, "active", "info")],
)
def test_a_breaker_change_is_logged(breaker: Breaker, state: str, level: str) -> None:
    stream = io.BytesIO()

    JsonLogger(stream, StillClock()).breaker_changed(RECEIVER, "web shop", breaker)

    line = json.loads(stream.getvalue())
    assert (line["event"], line["name"], line["state"], line["level"]) == ("receiver", "web shop", state, level)
    assert line["detail"]


def test_the_console_shows_why_a_receiver_is_disabled() -> None:
    stream = io.StringIO()

    TextLogger(stream, BRUSSELS, StillClock()).breaker_changed(RECEIVER, "web shop", GONE)

    assert stream.getvalue() == (
        "14:00:00  disabled   “web shop”: it asked us to stop (410); its deliveries are held until you resume it\n"
    )


@pytest.mark.parametrize(("replay_id", "words"), [(None, "it stays queued"), ("rpl_1", "its replay continues")])
def test_a_failure_without_a_retry_says_how_it_continues(replay_id: str | None, words: str) -> None:
    stream = io.StringIO()
    failed = an_attempt(1, status=500, replay_id=replay_id)

    TextLogger(stream, BRUSSELS, StillClock()).attempts_recorded([an_accepted(attempt=failed)])

    assert "failed" in stream.getvalue()
    assert words in stream.getvalue()
