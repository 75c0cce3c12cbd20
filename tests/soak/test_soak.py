"""A soak of two days, with every temper; and that a soak notices what would be wrong after a year."""

import asyncio
import base64
import hmac
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from bench.figures import MISSED, Figure
from bench.homes import ENGINES, why_not
from tests.soak.clock import COMPILER, MISSING, MovedClock
from tests.soak.outcome import missing
from tests.soak.people import Member
from tests.soak.receivers import ACCEPTED, CHECK_EVERY, Inbox
from tests.soak.running import soak
from tests.soak.samples import WARM_UP, Sample, figures, grown
from tests.soak.tempers import PRECIOUS_EVERY, TEMPERS
from tests.soak.year import Plan

NOW_S = 1_790_000_000.0
KEY = b"k" * 32
TOKEN = "access-token-0123456789"
A_DAY = 1_000
A_YEAR_S = 366 * 86_400
needs_compiler = pytest.mark.skipif(
    not COMPILER and "REQUIRE_COMPILER" not in os.environ,
    reason=f"{MISSING} (REQUIRE_COMPILER=1 makes this a failure)",
)
READS_WHEN_ASKED = """
import sys, time
for _ in sys.stdin:
    print(time.time(), time.monotonic(), time.process_time(), flush=True)
"""
WAITS = """
import select, threading, time
began_s = time.monotonic()
threading.Event().wait(0.01)
threading.Semaphore(0).acquire(timeout=0.01)
time.sleep(0.01)
select.select([], [], [], 0.01)
print(time.monotonic() - began_s)
"""


@needs_compiler
@pytest.mark.timeout(240)
@pytest.mark.parametrize("engine", ENGINES)
def test_two_days_lose_nothing_and_repeat_no_more_than_promised(engine: str, tmp_path: Path) -> None:
    if lacking := why_not(engine):
        pytest.skip(lacking)
    samples: list[Sample] = []

    outcome = soak(Plan(plants=120, days=2, timed_plants=2), engine=engine, say=samples.append, within=tmp_path)

    assert [one.day for one in samples] == [0, 1]
    assert [one.life for one in samples] == [1, 2]
    assert outcome.events >= 120
    assert outcome.lost == outcome.wrong == 0
    assert samples[-1].rows["events"] == 120
    assert samples[-1].accepted >= 120 * sum("filter" not in one.options for one in TEMPERS if not one.dead)


def test_a_leak_of_memory_files_or_time_is_a_missed_goal() -> None:
    steady = [a_sample(day) for day in range(200)]
    leaking = [replace(one, rss_mib=one.rss_mib + 2 * one.events / 100_000) for one in steady]
    opening = [replace(one, files=one.files + one.day // 100) for one in steady]
    slowing = [replace(one, latencies_ms=[10 + one.day / 50]) for one in steady]

    assert missed(steady) == []
    assert missed(leaking) == ["memory, process 1, in 100,000 events"]
    assert missed(opening) == ["open files, process 1, last of first"]
    assert missed(slowing) == ["p99 from POST to arrival, last tenth of first"]


def test_what_a_process_needs_to_warm_up_is_no_leak() -> None:
    days = 200
    warming = [
        replace(a_sample(day), rss_mib=100 + min(day, days * WARM_UP), files=30 + min(day // 10, 5))
        for day in range(days)
    ]

    assert missed(warming) == []


def test_an_older_version_may_grow_and_this_one_not() -> None:
    leaking = [
        replace(
            a_sample(day),
            life=1 + day // 100,
            version="0.9.0" if day < 100 else "1.0.0",
            rss_mib=100 + day,
            files=30 + day,
            sockets=5 + day,
        )
        for day in range(200)
    ]

    assert missed(leaking) == [
        "memory, process 2, in 100,000 events",
        "open files, process 2, last of first",
        "open sockets, process 2, last tenth of first",
    ]


def test_a_table_that_grows_is_named() -> None:
    samples = [replace(a_sample(day), rows={"events": day, "attempts": 30}) for day in range(1, 11)]

    assert grown(samples) == {"events": (6, 10)}


def test_an_event_that_a_receiver_was_owed_and_did_not_accept_is_missing() -> None:
    every, few = (Member(temper=one, inbox=an_inbox()) for one in TEMPERS if one.name in ("good-1", "ordered"))
    for sequence in range(1, 101):
        every.inbox.got(sequence, a_request(sequence))
        if sequence % PRECIOUS_EVERY == 1:
            few.inbox.got(sequence, a_request(sequence))

    assert missing(every, 100) == missing(few, 100) == 0
    assert missing(every, 101) == 1
    few.inbox.got(2, a_request(2))
    assert missing(few, 100) == 1, "it was sent what its filter does not let through"


def test_a_second_request_for_an_event_is_a_duplicate_and_a_refused_one_is_not() -> None:
    inbox = an_inbox()
    refused = iter([b"HTTP/1.1 500 \r\n\r\n", ACCEPTED, ACCEPTED])
    inbox.answer = lambda _sequence, _request: next(refused)

    for _ in range(3):
        inbox.got(7, a_request(7))

    assert (inbox.requests, inbox.distinct, inbox.duplicates) == (3, 1, 1)


@pytest.mark.parametrize(
    ("key", "token", "late_s", "wrong"),
    [
        (KEY, TOKEN, 0, []),
        (b"x" * 32, TOKEN, 0, ["no signature verifies"]),
        (KEY, "another", 0, ["the bearer token is wrong"]),
        (KEY, TOKEN, 3_600, ["it was signed 3600 s ago"]),
    ],
)
def test_a_receiver_notes_what_does_not_verify(key: bytes, token: str, late_s: int, wrong: list[str]) -> None:
    inbox = an_inbox()

    inbox.got(CHECK_EVERY, a_request(CHECK_EVERY, key=key, token=token, at_s=int(NOW_S) - late_s))

    assert inbox.wrong == [f"event {CHECK_EVERY}: {one}" for one in wrong]


@needs_compiler
def test_a_process_sees_a_move_of_the_clock_at_once_and_as_time_that_passed(tmp_path: Path) -> None:
    clock = MovedClock(tmp_path)
    command = [sys.executable, "-c", READS_WHEN_ASKED]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=clock.environment
    ) as process:
        assert process.stdin is not None and process.stdout is not None
        read = []
        for seconds in (0, A_YEAR_S, 3_600):
            clock.move(seconds)
            process.stdin.write("\n")
            process.stdin.flush()
            read.append([float(one) for one in process.stdout.readline().split()])
        process.stdin.close()

    (wall, monotonic, used), *moved = read
    assert [round(one[0] - wall, -1) for one in moved] == [A_YEAR_S, A_YEAR_S + 3_600]
    assert [round(one[1] - monotonic, -1) for one in moved] == [A_YEAR_S, A_YEAR_S + 3_600]
    assert moved[-1][2] - used < 10, "the time of the processor is not moved"
    assert abs(clock.now_s() - moved[-1][0]) < 10


@needs_compiler
def test_waits_of_a_process_take_as_long_as_they_should_after_a_move(tmp_path: Path) -> None:
    clock = MovedClock(tmp_path)
    clock.move(A_YEAR_S)

    done = subprocess.run(
        [sys.executable, "-c", WAITS], env=clock.environment, capture_output=True, text=True, timeout=30, check=True
    )

    assert 0.04 <= float(done.stdout) < 10


def test_a_receiver_answers_over_a_connection_and_closes_it_when_it_goes_down() -> None:
    async def call() -> tuple[bytes, bytes]:
        inbox = an_inbox()
        await inbox.listen()
        reader, writer = await asyncio.open_connection("127.0.0.1", int(inbox.url.rpartition(":")[2]))
        request = a_request(3)
        writer.write(request[:40])
        await writer.drain()
        writer.write(request[40:])
        answer = await reader.readuntil(b"\r\n\r\n")
        await inbox.close()
        try:
            rest = await reader.read()
        except ConnectionResetError:
            rest = b""
        writer.close()
        assert inbox.distinct == 1
        return answer, rest

    assert asyncio.run(call()) == (ACCEPTED, b"")


def an_inbox() -> Inbox:
    inbox = Inbox("receiver", events_max=1_000, time_s=lambda: NOW_S)
    inbox.give(secret=f"whsec_{base64.b64encode(KEY).decode()}", token=TOKEN)
    return inbox


def a_request(sequence: int, *, key: bytes = KEY, token: str = TOKEN, at_s: int = int(NOW_S)) -> bytes:
    body = b'{"id": "evt_1"}'
    signed = b"evt_1.%d.%s" % (at_s, body)
    signature = base64.b64encode(hmac.digest(key, signed, "sha256")).decode()
    lines = (
        "POST / HTTP/1.1",
        f"content-length: {len(body)}",
        f"authorization: Bearer {token}",
        "webhook-id: evt_1",
        f"webhook-timestamp: {at_s}",
        f"webhook-signature: v1,{signature}",
        f"ce-sequence: {sequence:016d}",
    )
    return "\r\n".join([*lines, "", ""]).encode() + body


def a_sample(day: int) -> Sample:
    return Sample(
        day=day,
        life=1,
        version="1.0.0",
        events=(day + 1) * A_DAY,
        accepted=(day + 1) * A_DAY * 20,
        attempts=(day + 1) * A_DAY * 20,
        added_s=1.0,
        night_s=1.0,
        processor_s=float(day),
        server_s=None,
        rss_mib=100.0,
        files=30,
        sockets=5,
        threads=14,
        database_mib=100.0,
        wal_mib=16.0,
        latencies_ms=[10.0],
        after_ack_ms=[1.0],
        rows={},
    )


def missed(samples: list[Sample]) -> list[str]:
    found: list[Figure] = figures(samples)
    return [one.name for one in found if one.verdict == MISSED]
