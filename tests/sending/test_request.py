"""The request of a delivery: exactly the documented lines and bytes."""

import base64
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from standardwebhooks import Webhook

from plantstore.core.clock import SystemClock
from plantstore.domain.receivers.bodies.formats import BASIC, BodyFormat
from plantstore.domain.receivers.receiver import Credentials, Payload
from plantstore.domain.receivers.signature import make_secret
from plantstore.domain.secret import AccessToken, Secret
from plantstore.domain.timestamps import Instant, to_text
from plantstore.sending.request import template_for
from plantstore.sending.urls import ReceiverUrl
from tests.makers import a_receiver
from tests.sending.scripted_receiver import ACCESS_TOKEN, BODY, BODY_BASIC, SIGNING_KEY, a_template, an_event

SIGNING_SECRET = make_secret(SIGNING_KEY).reveal()


def test_a_request_is_exactly_the_documented_lines_and_the_stored_bytes() -> None:
    request = a_template(8080).write(an_event(), number=3, timestamp_s=1_790_000_000)

    head, body = request.split(b"\r\n\r\n", 1)
    lines = head.decode("ascii").split("\r\n")
    signature = lines.pop(9)
    assert body == BODY
    assert lines == [
        "POST /plant/webhook HTTP/1.1",
        "host: receiver.test:8080",
        "content-type: application/json",
        f"content-length: {len(BODY)}",
        "user-agent: plantstore/1.2.3",
        "accept-encoding: identity",
        "authorization: Bearer canary-access-token-5d1f",
        "webhook-id: evt_01k8z4q7m2",
        "webhook-timestamp: 1790000000",
        "ce-specversion: 1.0",
        "ce-id: evt_01k8z4q7m2",
        "ce-source: http://localhost:8000",
        "ce-type: plant.added",
        "ce-time: 2026-03-02T09:15:00.250Z",
        "ce-sequence: 0000000000001042",
        "ce-dataschema: http://localhost:8000/openapi.json#/components/schemas/NewPlant",
        "webhook-attempt: 3",
    ]
    assert re.fullmatch(r"webhook-signature: v1,[A-Za-z0-9+/]{43}=", signature)


@pytest.mark.parametrize("test", [False, True])
def test_static_headers_are_the_last_lines_as_they_are(test: bool) -> None:
    headers = (("x-%s", Secret("100% {path} %d")), ("x-api-key", Secret("a b")))
    credentials = Credentials(
        access_token=AccessToken(ACCESS_TOKEN), secrets=(make_secret(SIGNING_KEY),), headers=headers
    )

    template = a_template(8080, credentials=credentials, test=test).within("00-1-2-01")
    request = template.write(an_event(), number=3, timestamp_s=1_790_000_000)

    head, body = request.split(b"\r\n\r\n", 1)
    plain = a_template(8080, test=test).within("00-1-2-01").write(an_event(), number=3, timestamp_s=1_790_000_000)
    assert body == BODY
    assert head == plain.split(b"\r\n\r\n", 1)[0] + b"\r\nx-%s: 100% {path} %d\r\nx-api-key: a b"


@pytest.mark.parametrize(
    ("name", "value"), [("x", "a\r\nb: c"), ("x", "\x7f"), ("x\r\ny", "a"), ("x y", "a"), ("host", "a"), ("x:y", "a")]
)
def test_a_static_header_cannot_break_out_of_its_line(name: str, value: str) -> None:
    credentials = Credentials(
        access_token=AccessToken(ACCESS_TOKEN), secrets=(make_secret(SIGNING_KEY),), headers=((name, Secret(value)),)
    )

    with pytest.raises(ValueError, match="header"):
        a_template(8080, credentials=credentials)


def test_the_official_library_accepts_the_signature() -> None:
    request = a_template(8080).write(an_event(), number=1, timestamp_s=_now_s())

    head, body = request.split(b"\r\n\r\n", 1)
    headers = dict(line.split(": ", 1) for line in head.decode().split("\r\n")[1:])
    Webhook(SIGNING_SECRET).verify(body.decode(), headers)


def test_while_secrets_rotate_a_request_carries_a_signature_for_each() -> None:
    both = Credentials(
        access_token=AccessToken(ACCESS_TOKEN), secrets=(make_secret(b"n" * 32), make_secret(SIGNING_KEY))
    )

    request = a_template(8080, credentials=both).write(an_event(), number=1, timestamp_s=1_790_000_000)

    alone = a_template(8080).write(an_event(), number=1, timestamp_s=1_790_000_000)
    first, second = _signatures(request)
    assert [second] == _signatures(alone)
    assert first != second


def test_when_the_overlap_ends_the_same_template_signs_with_the_newest_secret_only() -> None:
    both = Credentials(
        access_token=AccessToken(ACCESS_TOKEN),
        secrets=(make_secret(b"n" * 32), make_secret(SIGNING_KEY)),
        old_secrets_end_at=Instant(1_790_000_000 * 1_000_000),
    )
    template = a_template(8080, credentials=both)

    before = _signatures(template.write(an_event(), number=1, timestamp_s=1_789_999_999))
    then = _signatures(template.write(an_event(), number=1, timestamp_s=1_790_000_000))

    assert (len(before), len(then)) == (2, 1)
    assert template.key == a_template(8080).key


def test_the_body_is_that_of_the_event_in_the_format_of_the_receiver() -> None:
    event = BodyFormat(BASIC).applied(an_event())
    request = a_template(8080).write(event, number=1, timestamp_s=1)

    head, body = request.split(b"\r\n\r\n", 1)
    assert body == BODY_BASIC
    assert f"content-length: {len(BODY_BASIC)}\r\n".encode() in head


def test_a_test_is_signed_but_is_no_event() -> None:
    head = a_template(8080, test=True).write(an_event(), number=1, timestamp_s=1).split(b"\r\n\r\n")[0]

    assert b"webhook-test: true\r\n" in head
    assert b"webhook-signature: v1," in head
    assert b"ce-type: plant.test\r\n" in head
    assert b"ce-sequence" not in head


def test_a_path_and_query_reach_the_wire_as_they_were_written() -> None:
    request = a_template(80, path="/a%20b/{x}%d?c=%25").write(an_event(), number=1, timestamp_s=1)

    assert request.startswith(b"POST /a%20b/{x}%d?c=%25 HTTP/1.1\r\nhost: receiver.test\r\n")


@given(st.text(min_size=1))
def test_no_token_breaks_out_of_its_header(token: str) -> None:
    credentials = Credentials(access_token=AccessToken(token), secrets=(make_secret(SIGNING_KEY),))
    lines = a_template(8080).write(an_event(), number=1, timestamp_s=1).count(b"\r\n")

    try:
        request = a_template(8080, credentials=credentials).write(an_event(), number=1, timestamp_s=1)
    except ValueError:
        return

    assert request.count(b"\r\n") == lines
    assert f"authorization: Bearer {token}\r\n".encode("ascii") in request


@pytest.mark.parametrize("spot", ["path", "version", "base_url"])
def test_nothing_else_breaks_out_of_its_header_either(spot: str) -> None:
    with pytest.raises(ValueError):
        a_template(8080, **{spot: "/x\r\nevil: yes"})


def test_a_host_does_not_break_out_of_its_header() -> None:
    url = ReceiverUrl(scheme="http", host="a\r\nb", port=80, path="/")

    with pytest.raises(ValueError):
        a_template(80, url=url)


def test_only_a_chat_gets_no_token() -> None:
    address = Secret("https://hooks.slack.com/services/T024BE7LH/B024BE7LJ/canary0123456789ABCDEF")
    in_chat = Credentials(access_token=None, secrets=(make_secret(SIGNING_KEY),), address=address)
    usual = Credentials(access_token=AccessToken("t" * 16), secrets=(make_secret(SIGNING_KEY),))
    chat, program = a_receiver(payload=Payload.SLACK, url="https://hooks.slack.com/…CDEF"), a_receiver()

    template = template_for(chat, in_chat, base_url="http://s.example", version="1")
    assert b"authorization" not in template.write(an_event(), number=1, timestamp_s=1)
    assert template.without_credentials(b"no canary0123456789ABCDEF", an_event(), timestamp_s=1) == b"no [removed]"
    assert b"authorization: Bearer t" in template_for(program, usual, base_url="http://s.example", version="1").write(
        an_event(), number=1, timestamp_s=1
    )
    for receiver, credentials in ((program, in_chat), (chat, usual)):
        with pytest.raises(ValueError, match="in a chat has a secret URL"):
            template_for(receiver, credentials, base_url="http://s.example", version="1")
    with pytest.raises(AssertionError, match="only a chat"):
        Credentials(access_token=None, secrets=(make_secret(SIGNING_KEY),))


def test_nothing_is_sent_without_a_token() -> None:
    without = Credentials(access_token=AccessToken(""), secrets=(make_secret(SIGNING_KEY),))

    with pytest.raises(ValueError):
        a_template(80, credentials=without)


def test_a_template_shows_no_secret() -> None:
    shown = f"{a_template(8080)!r} {a_template(8080)}"

    assert ACCESS_TOKEN not in shown
    assert SIGNING_SECRET not in shown
    assert base64.b64encode(SIGNING_KEY).decode() not in shown


@given(st.integers(min_value=0, max_value=4_102_444_800_000_000))
def test_the_time_of_an_event_is_written_as_everywhere_else(occurred_at_us: int) -> None:
    event = an_event()._replace(occurred_at=Instant(occurred_at_us))

    request = a_template(8080).write(event, number=1, timestamp_s=0)

    assert b"\r\nce-time: " + to_text(event.occurred_at).encode() + b"\r\n" in request


def _signatures(request: bytes) -> list[str]:
    line = request.split(b"webhook-signature: ")[1].split(b"\r\n")[0]
    return line.decode().split(" ")


def _now_s() -> int:
    return SystemClock().now() // 1_000_000
