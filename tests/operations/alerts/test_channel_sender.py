"""Messages to chats and webhooks: what each answer leads to, the pace, and answers that are hostile."""

import asyncio
import base64
from collections.abc import Sequence
from datetime import UTC, datetime

import pytest
import standardwebhooks

from plantstore.domain.alerts.channel import AlertChannel, ChannelConfig, ChannelKind
from plantstore.domain.alerts.message import Answer, AnswerResult
from plantstore.domain.receivers.signature import make_secret
from plantstore.domain.secret import Secret
from plantstore.operations.alerts.channels.channel_sender import ANSWER_BYTES_MAX, ChannelSender
from plantstore.sending.addresses import AddressPolicy
from tests.operations.alerts.messages import a_channel, a_message
from tests.sending.scripted_receiver import Peer, receiver
from tests.sending.test_http_client import a_client
from tests.still_clock import StillClock

PATH = "/services/T024BE7LH/B024BE7LJ/canaryXcanaryXcanaryXcan"
OK = b"HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: 2\r\n\r\nok"


class _Waits:
    """Moves the clock instead of waiting."""

    def __init__(self, clock: StillClock) -> None:
        self.clock = clock
        self.waited_s: list[float] = []

    async def __call__(self, seconds: float) -> None:
        self.waited_s.append(seconds)
        self.clock.move(seconds)


def a_sender(clock: StillClock, waits: _Waits | None = None) -> ChannelSender:
    return ChannelSender(client=a_client(), mail=None, clock=clock, version="0.9.0", wait=waits or _Waits(clock))


def a_response(status: str, body: bytes = b"", *headers: str) -> bytes:
    head = "".join(f"{header}\r\n" for header in headers)
    return f"HTTP/1.1 {status}\r\n{head}content-length: {len(body)}\r\n\r\n".encode() + body


async def send(
    response: bytes, kind: ChannelKind = ChannelKind.SLACK, *, clock: StillClock, path: str = PATH
) -> Answer:
    async with receiver(response) as standing:
        return await a_sender(clock).send(a_channel(kind, url=f"http://127.0.0.1:{standing.port}{path}"), a_message())


@pytest.mark.parametrize(
    ("kind", "response", "result", "words"),
    [
        (ChannelKind.SLACK, OK, AnswerResult.ACCEPTED, "127.0.0.1 answered 200"),
        (ChannelKind.SLACK, a_response("400 Bad", b"invalid_payload"), AnswerResult.REFUSED, "400: invalid_payload"),
        (ChannelKind.SLACK, a_response("404 Not", b"no_service"), AnswerResult.REFUSED, "no_service. The webhook may"),
        (ChannelKind.SLACK, a_response("429 Too", b"", "Retry-After: 30"), AnswerResult.RETRY, "answered 429"),
        (ChannelKind.SLACK, a_response("500 Oh"), AnswerResult.RETRY, "answered 500"),
        (ChannelKind.TEAMS, a_response("202 Accepted"), AnswerResult.ACCEPTED, "202. Teams posts it later"),
        (ChannelKind.DISCORD, a_response("204 No Content"), AnswerResult.ACCEPTED, "answered 204"),
        (
            ChannelKind.DISCORD,
            a_response("400 Bad", b'{"code": 50035, "message": "Invalid Form Body"}'),
            AnswerResult.REFUSED,
            "Invalid Form Body",
        ),
        (ChannelKind.GOOGLE_CHAT, a_response("200 OK", b'{"name": "spaces/AAA"}'), AnswerResult.ACCEPTED, "200"),
        (ChannelKind.WEBHOOK, a_response("410 Gone"), AnswerResult.REFUSED, "answered 410"),
        (
            ChannelKind.WEBHOOK,
            a_response("302 Found", b"", "Location: http://169.254.169.254/"),
            AnswerResult.REFUSED,
            "302. A redirect is not followed",
        ),
        (ChannelKind.SLACK, b"HTTP/1.1 200 OK\r\n\r\n", AnswerResult.ACCEPTED, "answered 200"),
        (ChannelKind.SLACK, b"220 mail.example ESMTP\r\n", AnswerResult.RETRY, "not HTTP/1.1"),
    ],
)  # fmt: skip
async def test_each_answer_leads_to_what_is_documented(
    kind: ChannelKind, response: bytes, result: AnswerResult, words: str, clock: StillClock
) -> None:
    answer = await send(response, kind, clock=clock)

    assert (answer.result, words in answer.words) == (result, True), answer.words
    assert answer.retry_after_s == (30.0 if "429" in words else None)


async def test_no_one_listens(clock: StillClock) -> None:
    async with receiver(OK) as standing:
        port = standing.port

    answer = await a_sender(clock).send(a_channel(url=f"http://127.0.0.1:{port}{PATH}"), a_message())

    assert answer.result is AnswerResult.RETRY
    assert "receiver" not in answer.words


async def test_a_server_that_never_answers_ends_the_attempt(clock: StillClock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("plantstore.operations.alerts.channels.channel_sender.DEADLINE_S", 0.2)

    async def silent(peer: Peer) -> None:
        await peer.hung_up()

    async with receiver(silent) as standing:
        answer = await a_sender(clock).send(a_channel(url=f"http://127.0.0.1:{standing.port}{PATH}"), a_message())

    assert (answer.result, "no whole response within 0.2 s" in answer.words) == (AnswerResult.RETRY, True)


async def test_a_private_address_is_refused(clock: StillClock) -> None:
    sender = ChannelSender(client=a_client(AddressPolicy()), mail=None, clock=clock, version="0.9.0")
    async with receiver(OK) as standing:
        for host in ("127.0.0.1", "localhost"):
            url = f"http://{host}:{standing.port}{PATH}"
            answer = await sender.send(a_channel(ChannelKind.WEBHOOK, url=url, id=f"chn_{host}"), a_message())

            assert (answer.result, "PLANTSTORE_ALLOW_NETWORKS" in answer.words) == (AnswerResult.REFUSED, True)
        assert standing.connections == 0


async def test_a_response_of_100_mb_is_not_read(clock: StillClock) -> None:
    sent = [0]

    async def endless(peer: Peer) -> None:
        await peer.request()
        await peer.say(b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n")
        for _ in range(1_600):
            await peer.say(b"10000\r\n" + b"x" * 65_536 + b"\r\n")
            sent[0] += 65_536

    async with receiver(endless) as standing:
        answer = await a_sender(clock).send(a_channel(url=f"http://127.0.0.1:{standing.port}{PATH}"), a_message())

    assert answer.result is AnswerResult.ACCEPTED
    assert sent[0] < 16_000_000  # what fits into the buffers of two sockets
    assert len(answer.words) < ANSWER_BYTES_MAX


async def test_a_body_that_never_ends_does_not_hide_the_status(clock: StillClock) -> None:
    async def drip(peer: Peer) -> None:
        await peer.request()
        await peer.say(b"HTTP/1.1 200 OK\r\ncontent-length: 50\r\n\r\nx")
        await peer.hung_up()

    async with receiver(drip) as standing:
        sending = a_sender(clock).send(a_channel(url=f"http://127.0.0.1:{standing.port}{PATH}"), a_message())
        answer = await asyncio.wait_for(sending, 10)

    assert answer.result is AnswerResult.ACCEPTED


@pytest.mark.parametrize("body", [PATH.encode(), b"canaryXcanaryXcanaryXcan", b"\x1b[1mwrong\r\nline\x00"])
async def test_words_contain_no_secret_and_no_control_character(body: bytes, clock: StillClock) -> None:
    answer = await send(a_response("400 Bad", body * 50), clock=clock)

    assert "canary" not in answer.words
    assert answer.words.isprintable() and len(answer.words) < 500


async def test_a_teams_url_goes_out_verbatim(clock: StillClock) -> None:
    path = (
        "/powerautomate/automations/direct/workflows/0a1b2c3d4e5f/triggers/manual/paths/invoke"
        f"?api-version=1&sp=%2Ftriggers%2Fmanual%2Frun&sv=1.0&sig={'a-Z0_9' * 40}%3D"
    )
    async with receiver(a_response("202 Accepted")) as standing:
        channel = a_channel(ChannelKind.TEAMS, url=f"http://127.0.0.1:{standing.port}{path}")
        await a_sender(clock).send(channel, a_message())

        assert len(path) > 255
        assert standing.requests[0].startswith(f"POST {path} HTTP/1.1\r\n".encode())


async def test_a_webhook_is_signed_and_authorised(clock: StillClock) -> None:
    secret = make_secret(b"canary-signing-key-of-32-bytes!!")
    async with receiver(a_response("204 No Content")) as standing:
        url = Secret(f"http://127.0.0.1:{standing.port}/alerts")
        config = ChannelConfig(url=url, secret=secret, access_token=Secret("canary-token"))
        await a_sender(clock).send(a_channel(ChannelKind.WEBHOOK, config=config), a_message())
        head, body = standing.requests[0].split(b"\r\n\r\n", 1)

    headers = dict(line.split(": ", 1) for line in head.decode().split("\r\n")[1:])
    assert headers["authorization"] == "Bearer canary-token"
    assert headers["webhook-id"] == "msg_01kjxsnhx04t8gcvq1mz7b5e3d"
    webhook = standardwebhooks.Webhook(base64.b64encode(b"canary-signing-key-of-32-bytes!!").decode())
    at = datetime.fromtimestamp(int(headers["webhook-timestamp"]), tz=UTC)
    assert webhook.sign(headers["webhook-id"], at, body.decode()) == headers["webhook-signature"]


async def test_a_channel_gets_one_request_a_second(clock: StillClock) -> None:
    waits = _Waits(clock)
    async with receiver(OK) as standing:
        channel, other = (a_channel(url=f"http://127.0.0.1:{standing.port}{PATH}", id=f"chn_{one}") for one in "ab")
        sender = a_sender(clock, waits)
        for one in (channel, channel, other, channel):
            await sender.send(one, a_message())

    assert waits.waited_s == [1.0, 1.0]


async def test_a_channel_rests_for_as_long_as_429_asks(clock: StillClock) -> None:
    async with receiver(a_response("429 Too", b"", "Retry-After: 30")) as standing:
        channel = a_channel(url=f"http://127.0.0.1:{standing.port}{PATH}")
        sender = a_sender(clock)
        results: Sequence[Answer] = [await sender.send(channel, a_message()) for _ in range(3)]

        assert [answer.retry_after_s for answer in results] == [30.0, 30.0, 30.0]
        assert len(standing.requests) == 1
        clock.move(31)
        await sender.send(channel, a_message())
        assert len(standing.requests) == 2


async def test_without_a_mail_server_the_words_say_so(clock: StillClock) -> None:
    channel: AlertChannel = a_channel(ChannelKind.EMAIL, config=ChannelConfig(addresses=("owner@shop.example",)))

    answer = await a_sender(clock).send(channel, a_message())

    assert answer.result is AnswerResult.REFUSED
    assert "PLANTSTORE_MAIL_SERVER" in answer.words
