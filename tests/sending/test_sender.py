"""Each way a request can end has one named outcome; connections are reused only if that is safe."""

import asyncio
import gzip
import socket
import time
from dataclasses import replace

import pytest

from plantstore.domain.deliveries.delivery import Outcome, OutcomeKind
from plantstore.domain.public_ids import ReceiverId
from tests.sending.conftest import Run
from tests.sending.scripted_receiver import (
    ACCESS_TOKEN,
    BODY,
    NO_CONTENT,
    Peer,
    Script,
    a_template,
    an_event,
    attempt,
    receiver,
    sending,
    threaded_receiver,
)

LATE_S = 0.5  # how late a timeout may be noticed here: one sweep, and a busy machine


def test_the_receiver_gets_the_request_and_we_its_status(run: Run) -> None:
    async def main() -> None:
        async with receiver(NO_CONTENT) as standing, sending() as sender:
            outcome = await attempt(sender, a_template(standing.port), number=3)

            assert (outcome.kind, outcome.status, outcome.address) == (OutcomeKind.ACCEPTED, 204, "127.0.0.1")
            assert 0 < outcome.duration_us < 5_000_000
            [request] = standing.requests
            assert request.startswith(b"POST /plant/webhook HTTP/1.1\r\nhost: receiver.test:")
            assert request.endswith(b"\r\nwebhook-attempt: 3\r\n\r\n" + BODY)

    run(main())


def test_requests_that_follow_each_other_share_a_connection(run: Run) -> None:
    async def main() -> None:
        async with receiver(NO_CONTENT) as standing, sending() as sender:
            template = a_template(standing.port)
            for number in range(1, 6):
                assert (await attempt(sender, template, number=number)).accepted

            assert standing.connections == 1
            assert sender.stats == (1, 1)
            assert [request.split(b"webhook-attempt: ")[1][:1] for request in standing.requests] == [
                b"1",
                b"2",
                b"3",
                b"4",
                b"5",
            ]

    run(main())


def test_the_outcome_may_start_the_next_request_at_once(run: Run) -> None:
    async def main() -> None:
        async with receiver(NO_CONTENT) as standing, sending() as sender:
            template, finished = a_template(standing.port), asyncio.Event()

            def done(outcome: Outcome) -> None:
                if len(standing.requests) < 50:
                    sender.send(template, an_event(), 1, done)
                else:
                    finished.set()

            sender.send(template, an_event(), 1, done)
            await finished.wait()

            assert standing.connections == 1

    run(main())


def test_receivers_on_one_host_never_share_a_connection(run: Run) -> None:
    async def main() -> None:
        async with receiver(NO_CONTENT) as standing, sending() as sender:
            await attempt(sender, a_template(standing.port, receiver_id=ReceiverId(1)))
            await attempt(sender, a_template(standing.port, receiver_id=ReceiverId(2)))

            assert standing.connections == 2

    run(main())


def test_a_changed_receiver_gets_a_new_connection(run: Run) -> None:
    async def main() -> None:
        async with receiver(NO_CONTENT) as standing, sending() as sender:
            await attempt(sender, a_template(standing.port))
            sender.retire_connections(ReceiverId(7))
            await attempt(sender, a_template(standing.port))

            assert standing.connections == 2

    run(main())


def test_a_connection_in_use_when_its_receiver_changes_is_not_kept(run: Run) -> None:
    async def main() -> None:
        async with receiver(NO_CONTENT) as standing, sending() as sender:
            under_way = asyncio.create_task(attempt(sender, a_template(standing.port)))
            await asyncio.sleep(0)
            sender.retire_connections(ReceiverId(7))

            assert (await under_way).accepted
            assert sender.stats.idle == 0

    run(main())


@pytest.mark.parametrize(
    ("answer", "connections"),
    [
        (b"HTTP/1.1 204 x\r\nconnection: close\r\n\r\n", 2),
        (b"HTTP/1.0 200 x\r\ncontent-length: 0\r\n\r\n", 2),
        (b"HTTP/1.1 204 x\r\nkeep-alive: timeout=1\r\n\r\n", 2),
        (b"HTTP/1.1 204 x\r\nkeep-alive: timeout=5\r\n\r\n", 1),
        (b"HTTP/1.1 204 x\r\n\r\nHTTP/1.1 204 x\r\n\r\n", 2),
        (b"HTTP/1.1 500 x\r\ncontent-length: 2\r\n\r\nno", 1),
    ],
)
def test_a_connection_rests_only_when_the_answer_allows_it(run: Run, answer: bytes, connections: int) -> None:
    async def main() -> None:
        async with receiver(answer) as standing, sending() as sender:
            first = await attempt(sender, a_template(standing.port))
            second = await attempt(sender, a_template(standing.port))

            assert first.status == second.status
            assert standing.connections == connections

    run(main())


def test_a_rest_ends(run: Run) -> None:
    async def main() -> None:
        gone = asyncio.Event()

        async def script(peer: Peer) -> None:
            await peer.request()
            await peer.say(NO_CONTENT)
            await peer.hung_up()
            gone.set()

        async with receiver(script) as standing, sending(keep_alive_s_max=0.05) as sender:
            await attempt(sender, a_template(standing.port))
            assert sender.stats.idle == 1

            await asyncio.wait_for(gone.wait(), 2)
            await asyncio.sleep(0)
            assert sender.stats == (0, 0)

    run(main())


def test_a_connection_that_rested_too_long_is_not_used(run: Run) -> None:
    async def main() -> None:
        async with receiver(NO_CONTENT) as standing, sending(keep_alive_s_max=0.02) as sender:
            await attempt(sender, a_template(standing.port))
            await asyncio.sleep(0.03)  # shorter than a sweep
            await attempt(sender, a_template(standing.port))

            assert standing.connections == 2

    run(main())


@pytest.mark.parametrize("last_words", [b"", b"HTTP/1.1 204 x\r\n\r\n"], ids=["closed", "spoke unasked"])
def test_a_kept_connection_found_closed_costs_no_attempt(run: Run, last_words: bytes) -> None:
    """It is closed while our event loop is busy, so only a check of the socket can notice."""

    async def main() -> None:
        with threaded_receiver(last_words) as (port, standing):
            async with sending() as sender:
                assert (await attempt(sender, a_template(port))).accepted

                standing.close_now.set()
                assert standing.closed.wait(10)  # the event loop is blocked
                assert (await attempt(sender, a_template(port))).accepted

                assert standing.connections == 2

    run(main())


def test_a_connection_closed_after_the_request_is_a_counted_failure(run: Run) -> None:
    async def main() -> None:
        async def script(peer: Peer) -> None:
            await peer.request()
            await peer.say(NO_CONTENT)
            await peer.request()

        async with receiver(script) as standing, sending() as sender:
            assert (await attempt(sender, a_template(standing.port))).accepted
            outcome = await attempt(sender, a_template(standing.port))

            assert outcome.kind is OutcomeKind.CONNECTION_CLOSED
            assert standing.connections == 1

    run(main())


def test_words_on_a_resting_connection_end_it(run: Run) -> None:
    async def main() -> None:
        async def script(peer: Peer) -> None:
            await peer.request()
            await peer.say(NO_CONTENT)
            await asyncio.sleep(0.02)
            await peer.say(b"HTTP/1.1 204 x\r\n\r\n")
            assert await peer.hung_up()

        async with receiver(script) as standing, sending() as sender:
            await attempt(sender, a_template(standing.port))
            while sender.stats.open:
                await asyncio.sleep(0.01)

            assert (await attempt(sender, a_template(standing.port))).accepted
            assert standing.connections == 2

    run(main())


async def _reset(peer: Peer) -> None:
    await peer.request()
    peer.writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")


async def _close_at_once(peer: Peer) -> None:
    pass


async def _close_after_the_request(peer: Peer) -> None:
    await peer.request()


async def _close_within_the_head(peer: Peer) -> None:
    await peer.request()
    await peer.say(b"HTTP/1.1 204 No Cont")


async def _silent(peer: Peer) -> None:
    await peer.request()
    await peer.hung_up()


async def _never_reads(peer: Peer) -> None:
    await asyncio.sleep(60)


async def _drips_its_head(peer: Peer) -> None:
    await peer.request()
    for letter in b"HTTP/1.1 204 No Content and a long reason, which never comes to its end at all":
        await peer.say(bytes([letter]))
        await asyncio.sleep(0.05)


async def _interim_without_end(peer: Peer) -> None:
    await peer.request()
    while True:
        await peer.say(b"HTTP/1.1 100 Continue\r\n\r\n")
        await asyncio.sleep(0)


async def _head_without_end(peer: Peer) -> None:
    await peer.request()
    await peer.say(b"HTTP/1.1 200 OK\r\n")
    while True:
        await peer.say(b"a: " + b"b" * 1_000 + b"\r\n")


FAILURES: dict[str, tuple[Script | bytes, OutcomeKind]] = {
    "resets": (_reset, OutcomeKind.CONNECTION_CLOSED),
    "closes at once": (_close_at_once, OutcomeKind.CONNECTION_CLOSED),
    "closes after the request": (_close_after_the_request, OutcomeKind.CONNECTION_CLOSED),
    "closes within its head": (_close_within_the_head, OutcomeKind.CONNECTION_CLOSED),
    "is silent": (_silent, OutcomeKind.DEADLINE),
    "never reads": (_never_reads, OutcomeKind.DEADLINE),
    "drips its head": (_drips_its_head, OutcomeKind.DEADLINE),
    "sends 1xx without end": (_interim_without_end, OutcomeKind.ANSWER_INVALID),
    "sends a head without end": (_head_without_end, OutcomeKind.ANSWER_TOO_LARGE),
    "is no HTTP": (b"220 mail.test ESMTP\r\n", OutcomeKind.ANSWER_INVALID),
    "changes protocols": (b"HTTP/1.1 101 x\r\n\r\n", OutcomeKind.ANSWER_INVALID),
    "has 10,000 headers": (b"HTTP/1.1 200 x\r\n" + b"a: b\r\n" * 10_000 + b"\r\n", OutcomeKind.ANSWER_TOO_LARGE),
}


@pytest.mark.parametrize("name", FAILURES)
def test_a_receiver_that_misbehaves_gives_one_outcome_in_time(run: Run, name: str) -> None:
    script, expected = FAILURES[name]

    async def main() -> None:
        async with receiver(script) as standing, sending() as sender, receiver(NO_CONTENT) as healthy:
            start = time.monotonic()
            outcome = await attempt(sender, a_template(standing.port, deadline_s=0.3))

            assert time.monotonic() - start < 0.3 + LATE_S
            assert (outcome.kind, outcome.status) == (expected, None)
            assert outcome.address == "127.0.0.1"
            assert outcome.detail.endswith(".")
            assert ACCESS_TOKEN not in repr(outcome)
            assert (await attempt(sender, a_template(healthy.port))).accepted

    run(main())


def test_a_receiver_that_never_reads_a_large_body_ends_at_the_deadline(run: Run) -> None:
    async def main() -> None:
        async with receiver(_never_reads) as standing, sending() as sender:
            large = an_event()._replace(body=b"x" * 65_536)
            outcome = await attempt(sender, a_template(standing.port, deadline_s=0.1), event=large)

            assert outcome.kind is OutcomeKind.DEADLINE

    run(main())


def test_an_answer_that_comes_before_the_request_is_none(run: Run) -> None:
    """The policy delays the connection until the receiver has sent something, before a byte is written."""

    async def main() -> None:
        listener = socket.create_server(("127.0.0.1", 0))
        accepted: list[socket.socket] = []

        class SlowPolicy:
            def check_host(self, *_: object, **__: object) -> None:
                return None

            def check_address(self, *_: object, **__: object) -> None:
                peer, _address = listener.accept()
                accepted.append(peer)
                peer.sendall(b"HTTP/1.1 204 x\r\n\r\n")

        with listener:
            async with sending(address_policy=SlowPolicy()) as sender:
                outcome = await attempt(sender, a_template(listener.getsockname()[1]))
            with accepted[0] as peer:
                assert outcome.kind is OutcomeKind.ANSWER_INVALID
                assert peer.recv(1_000) == b""

    run(main())


async def _body_stalls(peer: Peer) -> None:
    await peer.request()
    await peer.say(b"HTTP/1.1 500 x\r\ncontent-length: 100\r\n\r\nwhy")
    await peer.hung_up()


async def _body_drips(peer: Peer) -> None:
    await peer.request()
    await peer.say(b"HTTP/1.1 500 x\r\ncontent-length: 1000\r\n\r\nwhy")
    while True:
        await peer.say(b".")
        await asyncio.sleep(0.05)


async def _body_without_end(peer: Peer) -> None:
    await peer.request()
    await peer.say(b"HTTP/1.1 500 x\r\ntransfer-encoding: chunked\r\n\r\n")
    while True:
        await peer.say(b"1000\r\nwhy" + b"." * 4_093 + b"\r\n")


async def _body_too_short(peer: Peer) -> None:
    await peer.request()
    await peer.say(b"HTTP/1.1 500 x\r\ncontent-length: 100\r\n\r\nwhy")


@pytest.mark.parametrize("script", [_body_stalls, _body_drips, _body_without_end, _body_too_short])
def test_the_status_line_decides_whatever_the_body_does(run: Run, script: Script) -> None:
    async def main() -> None:
        async with receiver(script) as standing, sending() as sender:
            start = time.monotonic()
            outcome = await attempt(sender, a_template(standing.port))

            assert time.monotonic() - start < 1.0 + LATE_S
            assert (outcome.kind, outcome.status) == (OutcomeKind.REFUSED, 500)
            assert outcome.excerpt.startswith(b"why")
            assert sender.stats.idle == 0

    run(main())


def test_the_rest_of_an_answer_does_not_outlast_the_deadline(run: Run) -> None:
    async def main() -> None:
        async with receiver(_body_stalls) as standing, sending() as sender:
            outcome = await attempt(sender, a_template(standing.port, deadline_s=0.1))

            assert outcome.status == 500
            assert outcome.duration_us < (0.1 + LATE_S) * 1_000_000

    run(main())


@pytest.mark.parametrize(("status", "expected_s"), [(204, None), (302, 30), (429, 30), (500, 30)])
def test_when_to_come_again_is_read_from_an_answer_that_failed(run: Run, status: int, expected_s: float | None) -> None:
    async def main() -> None:
        when = "date: Sat, 01 Jan 2000 00:00:00 GMT\r\nretry-after: Sat, 01 Jan 2000 00:00:30 GMT\r\n"
        length = "" if status == 204 else "content-length: 0\r\n"
        async with receiver(f"HTTP/1.1 {status} x\r\n{when}{length}\r\n".encode()) as standing, sending() as sender:
            outcome = await attempt(sender, a_template(standing.port))

            assert (outcome.status, outcome.retry_after_s) == (status, expected_s)

    run(main())


@pytest.mark.parametrize("where", ["/elsewhere", "http://169.254.169.254/latest"])
@pytest.mark.parametrize("status", [300, 301, 302, 303, 305, 307, 308])
def test_a_redirect_is_never_followed(run: Run, status: int, where: str) -> None:
    async def main() -> None:
        answer = f"HTTP/1.1 {status} x\r\nlocation: {where}\r\ncontent-length: 0\r\n\r\n".encode()
        async with receiver(answer) as standing, sending() as sender:
            outcome = await attempt(sender, a_template(standing.port))

            assert (outcome.kind, outcome.status) == (OutcomeKind.REFUSED, status)
            assert where in outcome.detail
            assert "not followed" in outcome.detail
            assert len(standing.requests) == 1

    run(main())


def test_a_location_is_shown_without_what_could_harm(run: Run) -> None:
    async def main() -> None:
        answer = b"HTTP/1.1 302 x\r\nlocation: /\xe2\x80\xae\x1b[31m" + b"a" * 5_000 + b"\r\ncontent-length: 0\r\n\r\n"
        async with receiver(answer.replace(b"\x1b", b"\xff")) as standing, sending() as sender:
            outcome = await attempt(sender, a_template(standing.port))

            assert outcome.detail.isprintable()
            assert len(outcome.detail) < 300

    run(main())


def test_a_compressed_answer_is_never_unpacked(run: Run) -> None:
    async def main() -> None:
        bomb = gzip.compress(b"0" * 10_000_000)
        head = f"HTTP/1.1 500 x\r\ncontent-encoding: gzip\r\ncontent-length: {len(bomb)}\r\n\r\n".encode()
        async with receiver(head + bomb) as standing, sending() as sender:
            outcome = await attempt(sender, a_template(standing.port))

            assert outcome.excerpt == bomb[:4096]
            assert b"accept-encoding: identity\r\n" in standing.requests[0]

    run(main())


def test_a_closed_sender_answers_what_was_under_way_and_what_comes_later(run: Run) -> None:
    async def main() -> None:
        async with receiver(_silent) as standing, sending() as sender:
            under_way = asyncio.create_task(attempt(sender, a_template(standing.port)))
            await asyncio.sleep(0.02)
            await sender.close()

            assert (await under_way).kind is OutcomeKind.STOPPED
            assert (await attempt(sender, a_template(standing.port))).kind is OutcomeKind.STOPPED

    run(main())


def test_resting_connections_make_room_for_new_ones(run: Run) -> None:
    async def main() -> None:
        async with receiver(NO_CONTENT) as standing, sending(connections_max=3) as sender:
            for number in range(6):
                assert (await attempt(sender, a_template(standing.port, receiver_id=ReceiverId(number)))).accepted
                await asyncio.sleep(0)

            assert sender.stats.open <= 3
            for number in (3, 4, 5):
                await attempt(sender, a_template(standing.port, receiver_id=ReceiverId(number)))
            assert standing.connections == 6  # the newest ones were kept

    run(main())


def test_many_requests_at_once_each_get_their_own_outcome(run: Run) -> None:
    async def main() -> None:
        async with receiver(NO_CONTENT) as standing, sending() as sender:
            template = a_template(standing.port)
            outcomes = await asyncio.gather(*(attempt(sender, template, number=one) for one in range(90)))

            assert all(outcome.accepted for outcome in outcomes)
            assert len(standing.requests) == 90

    run(main())


def test_a_request_that_cannot_be_written_has_an_outcome_and_the_sender_goes_on(run: Run) -> None:
    async def main() -> None:
        faults: list[object] = []
        asyncio.get_running_loop().set_exception_handler(lambda _, about: faults.append(about["exception"]))
        async with receiver(NO_CONTENT) as standing, sending() as sender:
            template = a_template(standing.port)
            await attempt(sender, template)
            for _ in range(2):  # on a kept connection, then on a new one
                outcome = await attempt(sender, replace(template, _form="%d"))
                assert outcome.kind is OutcomeKind.CONNECTION_FAILED

            assert (await attempt(sender, template)).accepted
            assert [type(fault) for fault in faults] == [TypeError, TypeError]

    run(main())
