"""The file that receivers copy: what it accepts, what it refuses and how, and each way to plug it in."""

import ast
import asyncio
import io
import json
import shutil
import subprocess
import sys
import threading
from collections.abc import AsyncIterator, Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from wsgiref.util import setup_testing_defaults
from wsgiref.validate import validator

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.applications import Starlette

from plantstore import receiving
from plantstore.core.ed25519 import KeySigner, make_private_key, public_key_of
from plantstore.domain.deliveries.delivery import HORIZON_S, JITTER_MAX
from plantstore.domain.receivers.public_key import public_key_text
from plantstore.domain.receivers.signature import Signer, make_secret
from plantstore.receiving import (
    Event,
    MalformedBodyError,
    MalformedHeaderError,
    MissingHeaderError,
    NoMatchingSignatureError,
    Receiver,
    VerificationError,
    WrongTimeError,
    WrongTokenError,
)

SECRET, OLD_SECRET, OTHER_SECRET = (make_secret(letter * 32) for letter in (b"a", b"b", b"c"))
TOKEN = "token-of-this-receiver"
NOW_S = 1_790_000_000
BODY = '{"id":1042,"name":"Thaï Constellation ‘🌿’","tag":"houseplant"}'.encode()
DAY_S = 86_400

Headers = dict[str, str]


class MovingClock:
    def __init__(self) -> None:
        self.now_s = float(NOW_S)

    def __call__(self) -> float:
        return self.now_s


def a_receiver(**options: Any) -> Receiver:
    return Receiver(SECRET.reveal(), TOKEN, **({"clock": MovingClock()} | options))


def some_headers(
    *, body: bytes = BODY, id: str = "evt_1", at_s: int = NOW_S, signer: Signer | None = None, **changed: str | None
) -> Headers:
    """Headers of one delivery; `changed` replaces or (None) removes, with _ for -."""
    headers = {
        "authorization": f"Bearer {TOKEN}",
        "webhook-id": id,
        "webhook-timestamp": str(at_s),
        "webhook-signature": (signer or Signer((SECRET,))).sign(id, at_s, body),
        "ce-id": id,
        "ce-type": "plant.added",
        "ce-time": "2026-09-21T14:13:19.912Z",
        "ce-sequence": "0000000000001042",
        "webhook-attempt": "3",
    }
    headers |= {name.replace("_", "-"): text for name, text in changed.items() if text is not None}
    return {name: text for name, text in headers.items() if changed.get(name.replace("-", "_"), "") is not None}


def collecting(receiver: Receiver, kind: str = "plant.added") -> list[Event]:
    events: list[Event] = []
    receiver.on(kind)(events.append)
    return events


def deliver(receiver: Receiver, *, body: bytes = BODY, **changed: Any) -> int:
    return receiver.handle("POST", some_headers(body=body, **changed), body).status


# What is accepted


PRIVATE = make_private_key(b"p" * 32)
PUBLIC = public_key_text(public_key_of(PRIVATE))
KEY_SIGNER = KeySigner(Signer((SECRET,)), (make_private_key(b"n" * 32), PRIVATE))


@pytest.mark.parametrize("secrets", [PUBLIC, f"{PUBLIC} {SECRET.reveal()}", SECRET.reveal()])
def test_a_receiver_verifies_with_its_public_key_or_its_secret(secrets: str) -> None:
    receiver = Receiver(secrets, TOKEN, clock=MovingClock())

    signature = KEY_SIGNER.sign("evt_1", NOW_S, BODY)

    assert receiver.verify(some_headers(webhook_signature=signature), BODY).id == "evt_1"
    with pytest.raises(NoMatchingSignatureError):
        receiver.verify(some_headers(webhook_signature=signature), BODY + b" ")


def test_a_public_key_accepts_no_v1_and_no_key_of_another_receiver() -> None:
    receiver = Receiver(PUBLIC, TOKEN, clock=MovingClock())
    theirs = KeySigner(Signer((SECRET,)), (make_private_key(b"o" * 32),)).sign("evt_1", NOW_S, BODY)

    for signature in (some_headers()["webhook-signature"], theirs):
        with pytest.raises(NoMatchingSignatureError):
            receiver.verify(some_headers(webhook_signature=signature), BODY)


def test_a_public_key_without_cryptography_is_refused_when_the_receiver_is_made(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "cryptography.hazmat.primitives.asymmetric.ed25519", None)

    with pytest.raises(ValueError, match="install cryptography; whsec_ works without it"):
        Receiver(PUBLIC, TOKEN)
    assert deliver(a_receiver()) == 200


def test_a_good_request_is_answered_204_and_its_event_is_handed_over() -> None:
    receiver = a_receiver()
    events = collecting(receiver)

    answer = receiver.handle("POST", some_headers(), BODY)

    assert (answer.status, answer.body, answer.headers) == (204, b"", [])
    assert events == [
        Event(
            id="evt_1",
            sequence=1042,
            time=datetime(2026, 9, 21, 14, 13, 19, 912_000, UTC),
            type="plant.added",
            plant={"id": 1042, "name": "Thaï Constellation ‘🌿’", "tag": "houseplant"},
            raw=BODY,
            attempt=3,
        )
    ]


def test_the_official_vector_verifies() -> None:
    receiver = Receiver("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", TOKEN, clock=lambda: 1614265330)
    headers = {
        "authorization": f"Bearer {TOKEN}",
        "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
        "webhook-timestamp": "1614265330",
        "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
        "webhook-test": "true",
    }

    assert receiver.verify(headers, b'{"test": 2432232314}').plant == {"test": 2432232314}


def test_either_of_two_signatures_will_do() -> None:
    both = Signer((SECRET, OLD_SECRET))

    for secret in (SECRET, OLD_SECRET):
        receiver = Receiver(secret.reveal(), TOKEN, clock=MovingClock())
        collecting(receiver)
        assert deliver(receiver, signer=both) == 204


def test_either_of_two_secrets_will_do() -> None:
    for signer in (Signer((SECRET,)), Signer((OLD_SECRET,))):
        receiver = Receiver(f"{SECRET.reveal()} {OLD_SECRET.reveal()}", TOKEN, clock=MovingClock())
        collecting(receiver)
        assert deliver(receiver, signer=signer) == 204


def test_signatures_of_other_versions_are_passed_over() -> None:
    ours = some_headers()["webhook-signature"]
    receiver = a_receiver()
    collecting(receiver)

    assert deliver(receiver, webhook_signature=f"v1a,abc v2 {ours} v1,garbage") == 204


def test_header_names_are_read_in_any_case_and_as_bytes() -> None:
    pairs = [(name.title().encode(), text.encode()) for name, text in some_headers().items()]

    assert a_receiver().verify(pairs, BODY) == a_receiver().verify(some_headers(), BODY)


@pytest.mark.parametrize("seconds", [-300, 300])
def test_five_minutes_either_way_are_allowed(seconds: int) -> None:
    a_receiver().verify(some_headers(at_s=NOW_S + seconds), BODY)


def test_an_unknown_type_is_accepted_without_a_handler() -> None:
    receiver = a_receiver()
    events = collecting(receiver)

    assert deliver(receiver, ce_type="plant.archived") == 200
    assert events == []


TEST_BODY = b'{"id":9007199254740991,"name":"Test from Plant Store","tag":"test"}'
AS_SENT: dict[str, Any] = {"webhook_test": "true", "ce_type": "plant.test", "ce_sequence": None}
ANY_TEST_REQUEST = pytest.mark.parametrize(
    "changed",
    [
        AS_SENT,
        AS_SENT | {"webhook_test": None},
        {"webhook_test": "true", "ce_id": None, "ce_type": None, "ce_time": None, "ce_sequence": None},
    ],
    ids=["as it is sent", "a proxy has dropped webhook-test", "as stores before 0.5.1 send it"],
)


@ANY_TEST_REQUEST
def test_a_test_request_verifies_without_being_an_event(changed: dict[str, Any]) -> None:
    receiver = a_receiver()
    events = collecting(receiver)
    headers, body = some_headers(body=TEST_BODY, id="evt_test_1", **changed), TEST_BODY

    assert receiver.handle("POST", headers, body).status == 200
    assert events == []


@ANY_TEST_REQUEST
def test_a_test_request_reaches_only_handlers_of_tests(changed: dict[str, Any]) -> None:
    receiver = a_receiver()
    events = collecting(receiver, "test")
    headers, body = some_headers(body=TEST_BODY, id="evt_test_1", **changed), TEST_BODY

    assert receiver.handle("POST", headers, body).status == 204
    assert [(event.type, event.sequence, event.time) for event in events] == [
        ("test", 0, datetime.fromtimestamp(NOW_S, UTC))
    ]


# What is refused, and how

REFUSED: list[tuple[str, dict[str, Any], type[VerificationError], str]] = [
    ("no token", {"authorization": None}, WrongTokenError, "missing"),
    ("another token", {"authorization": "Bearer token-of-that-receiver"}, WrongTokenError, "not the one"),
    ("a token beyond ASCII", {"authorization": "Bearer ü\udc80"}, WrongTokenError, "not the one"),
    ("another scheme", {"authorization": f"Basic {TOKEN}"}, WrongTokenError, "Bearer"),
    ("no id", {"webhook_id": None}, MissingHeaderError, "webhook-id"),
    ("a dot in the id", {"id": "evt_1.2"}, MalformedHeaderError, "webhook-id"),
    ("no timestamp", {"webhook_timestamp": None}, MissingHeaderError, "webhook-timestamp"),
    ("a timestamp in words", {"webhook_timestamp": "now"}, MalformedHeaderError, "webhook-timestamp"),
    ("a huge timestamp", {"webhook_timestamp": "9" * 5_000}, MalformedHeaderError, "webhook-timestamp"),
    ("digits beyond ASCII", {"webhook_timestamp": "١٧٩"}, MalformedHeaderError, "webhook-timestamp"),
    ("no signature", {"webhook_signature": None}, MissingHeaderError, "webhook-signature"),
    ("a bare version", {"webhook_signature": "v1"}, MalformedHeaderError, "webhook-signature"),
    ("garbage", {"webhook_signature": "garbage"}, MalformedHeaderError, "webhook-signature"),
    ("a signature beyond ASCII", {"webhook_signature": "v1,ü"}, MalformedHeaderError, "webhook-signature"),
    ("a short signature", {"webhook_signature": "v1,QUJD"}, MalformedHeaderError, "webhook-signature"),
    ("a signature with a tail", {"webhook_signature": f"v1,{'A' * 43}=x"}, MalformedHeaderError, "webhook-signature"),
    ("another version only", {"webhook_signature": "v1a,QUJD"}, MalformedHeaderError, "webhook-signature"),
    ("another secret", {"signer": Signer((OTHER_SECRET,))}, NoMatchingSignatureError, "another secret"),
    ("ten minutes old", {"at_s": NOW_S - 600}, WrongTimeError, "too old, by 600 s"),
    ("ten minutes ahead", {"at_s": NOW_S + 600}, WrongTimeError, "too far ahead, by 600 s"),
    ("a second too old", {"at_s": NOW_S - 301}, WrongTimeError, "too old, by 301 s"),
    ("a second too far ahead", {"at_s": NOW_S + 301}, WrongTimeError, "too far ahead, by 301 s"),
    ("a changed body", {"body": BODY + b"\n"}, NoMatchingSignatureError, "raw bytes"),
    ("no type", {"ce_type": None}, MissingHeaderError, "ce-type"),
    ("no sequence", {"ce_sequence": None}, MissingHeaderError, "ce-sequence"),
    ("a sequence in words", {"ce_sequence": "first"}, MalformedHeaderError, "ce-sequence"),
    ("no time", {"ce_time": None}, MissingHeaderError, "ce-time"),
    ("a time without offset", {"ce_time": "2026-09-21T14:13:19"}, MalformedHeaderError, "ce-time"),
    ("a thirteenth month", {"ce_time": "2026-13-21T14:13:19Z"}, MalformedHeaderError, "ce-time"),
    ("two ids", {"ce_id": "evt_2"}, MalformedHeaderError, "ce-id"),
    ("an attempt in words", {"webhook_attempt": "third"}, MalformedHeaderError, "webhook-attempt"),
]


@pytest.mark.parametrize(
    ("changed", "error", "words"), [case[1:] for case in REFUSED], ids=[case[0] for case in REFUSED]
)
def test_each_invalid_request_has_its_own_reason_and_no_handler_runs(
    changed: dict[str, Any], error: type[VerificationError], words: str
) -> None:
    receiver = a_receiver()
    events = collecting(receiver)
    headers = some_headers(**changed)

    with pytest.raises(error, match=words):
        receiver.verify(headers, BODY)
    answer = receiver.handle("POST", headers, BODY)

    assert answer.status == (401 if error is WrongTokenError else 400)
    assert words.encode() in answer.body
    assert events == []


@pytest.mark.parametrize("body", [b"\xff\xfe", b"", b"{", b"[]", b'"x"', b"[" * 100_000, "{}".encode("utf-16")])
def test_a_signed_body_that_is_no_plant_is_refused(body: bytes) -> None:
    receiver = a_receiver()
    collecting(receiver)

    with pytest.raises(MalformedBodyError):
        receiver.verify(some_headers(body=body), body)
    assert deliver(receiver, body=body) == 400


def test_a_header_that_came_twice_is_refused() -> None:
    pairs = [*some_headers().items(), ("Webhook-Id", "evt_2")]

    with pytest.raises(MalformedHeaderError, match=r"two .* headers"):
        a_receiver().verify(pairs, BODY)


def test_a_stranger_learns_only_that_the_token_is_wrong() -> None:
    answer = a_receiver().handle("POST", {"webhook-id": "evt_1"}, b"\xff")

    assert answer.status == 401
    assert ("www-authenticate", "Bearer") in answer.headers


def test_other_methods_get_405() -> None:
    answer = a_receiver().handle("GET", {}, b"")

    assert answer.status == 405
    assert ("allow", "POST") in answer.headers


@pytest.mark.parametrize(("spare_bytes", "status"), [(0, 204), (-1, 413)])
def test_the_body_has_a_limit(spare_bytes: int, status: int) -> None:
    receiver = a_receiver(body_bytes_max=len(BODY) + spare_bytes)
    collecting(receiver)

    assert deliver(receiver) == status


@given(
    changed=st.dictionaries(st.sampled_from(sorted(some_headers())), st.text(max_size=60), min_size=1),
    body=st.sampled_from([BODY, b"", b"\xff"]),
)
def test_no_input_makes_it_fail(changed: Headers, body: bytes) -> None:
    receiver = a_receiver()
    collecting(receiver)

    status = receiver.handle("POST", some_headers() | changed, body).status

    assert status in (200, 204, 400, 401)


def test_a_refusal_is_logged_without_contents_of_the_request(caplog: pytest.LogCaptureFixture) -> None:
    deliver(a_receiver(), authorization="Bearer guessed-token")

    assert "Refused a request with 401" in caplog.text
    assert "guessed-token" not in caplog.text


# Duplicates and failing handlers

KEPT: list[str | None] = ["memory", "file"]


def where(kept: str | None, folder: Path) -> str | Path | None:
    return folder / "seen.db" if kept == "file" else kept


@pytest.mark.parametrize("kept", KEPT)
def test_a_duplicate_is_accepted_and_skipped(kept: str, tmp_path: Path) -> None:
    receiver = a_receiver(remember=where(kept, tmp_path))
    events = collecting(receiver)

    statuses = [deliver(receiver), deliver(receiver, at_s=NOW_S + 5), deliver(receiver, id="evt_2")]

    assert statuses == [204, 204, 204]
    assert [event.id for event in events] == ["evt_1", "evt_2"]


@pytest.mark.parametrize("kept", KEPT)
@pytest.mark.parametrize(("days", "times"), [(6.9, 1), (7.1, 2)])
def test_an_id_is_remembered_for_seven_days(kept: str, days: float, times: int, tmp_path: Path) -> None:
    clock = MovingClock()
    receiver = a_receiver(remember=where(kept, tmp_path), clock=clock)
    events = collecting(receiver)
    deliver(receiver)

    clock.now_s += days * DAY_S
    deliver(receiver, at_s=int(clock.now_s))

    assert len(events) == times


def test_without_memory_every_duplicate_is_handled() -> None:
    receiver = a_receiver(remember=None)
    events = collecting(receiver)

    deliver(receiver)
    deliver(receiver)

    assert len(events) == 2


def test_a_file_is_shared_and_outlives_the_process(tmp_path: Path) -> None:
    first, second = (a_receiver(remember=tmp_path / "seen.db") for _ in range(2))
    events = collecting(first) + collecting(second)

    deliver(first)
    assert deliver(second) == 204

    assert events == []


def test_the_memory_is_bounded_and_drops_the_oldest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(receiving, "REMEMBER_IDS_MAX", 2)
    receiver = a_receiver()
    events = collecting(receiver)

    for id in ("evt_1", "evt_2", "evt_3", "evt_3", "evt_2", "evt_1"):
        deliver(receiver, id=id)

    assert [event.id for event in events] == ["evt_1", "evt_2", "evt_3", "evt_1"]


@pytest.mark.parametrize("kept", KEPT)
def test_an_event_whose_handler_failed_is_handled_when_sent_again(
    kept: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    receiver = a_receiver(remember=where(kept, tmp_path))
    attempts: list[int] = []

    @receiver.on("plant.added")
    def fail_once(event: Event) -> None:
        attempts.append(event.attempt)
        if len(attempts) == 1:
            raise RuntimeError("the search index is away")

    statuses = [deliver(receiver), deliver(receiver, webhook_attempt="4"), deliver(receiver, webhook_attempt="5")]

    assert statuses == [500, 204, 204]
    assert attempts == [3, 4]
    assert "the search index is away" in caplog.text


def test_a_memory_that_cannot_be_read_asks_for_the_event_again(tmp_path: Path) -> None:
    receiver = a_receiver(remember=tmp_path / "seen.db")
    events = collecting(receiver)
    (tmp_path / "seen.db").write_bytes(b"not a database" * 100)

    assert deliver(receiver) == 500
    assert events == []


def test_a_second_request_for_an_event_in_work_gets_503() -> None:
    receiver = a_receiver()
    started, finish = threading.Event(), threading.Event()
    statuses: list[int] = []

    @receiver.on("plant.added")
    def slow(event: Event) -> None:
        started.set()
        assert finish.wait(10)

    first = threading.Thread(None, lambda: statuses.append(deliver(receiver)))
    first.start()
    assert started.wait(10)

    statuses.append(deliver(receiver))
    finish.set()
    first.join()

    assert statuses == [503, 204]
    assert deliver(receiver) == 204


def test_events_at_work_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(receiving, "WORKING_EVENTS_MAX", 1)
    receiver = a_receiver()
    inner: list[int] = []

    @receiver.on("plant.added")
    def meanwhile(event: Event) -> None:
        if event.id == "evt_1":
            inner.append(deliver(receiver, id="evt_2"))

    assert deliver(receiver) == 204
    assert inner == [503]
    assert deliver(receiver, id="evt_2") == 204


def test_with_answer_first_a_slow_handler_delays_no_response() -> None:
    receiver = a_receiver(answer_first=True)
    finish, finished = threading.Event(), threading.Event()

    @receiver.on("plant.added")
    def slow(event: Event) -> None:
        assert finish.wait(10)
        finished.set()

    assert deliver(receiver) == 204
    assert not finished.is_set()
    finish.set()
    assert finished.wait(10)


# Settings


def test_settings_come_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLANTSTORE_SECRET", f" {OLD_SECRET.reveal()} {SECRET.reveal()}\n")
    monkeypatch.setenv("PLANTSTORE_ACCESS_TOKEN", f"{TOKEN}\n")

    Receiver.from_env(clock=MovingClock()).verify(some_headers(), BODY)


@pytest.mark.parametrize(
    ("secret", "token", "words"),
    [
        ("", TOKEN, "PLANTSTORE_SECRET is not set"),
        (SECRET.reveal(), " ", "PLANTSTORE_ACCESS_TOKEN is not set"),
        (f"v1,{SECRET.reveal()}", TOKEN, "begins with whsec_ .a signature begins"),
        (SECRET.reveal()[:-3], TOKEN, "cut off"),
        ("whsec_QUJD", TOKEN, "24 to 64 bytes; this one has 3"),
        ("whpk_QUJD", TOKEN, "32 bytes"),
        (PUBLIC[:-3], TOKEN, "cut off"),
        (PRIVATE.reveal(), TOKEN, "begins with whsec_"),
        (f"{SECRET.reveal()},{SECRET.reveal()}", TOKEN, "mistyped"),
        (SECRET.reveal(), f"Bearer {TOKEN}", "without Bearer"),
    ],
)
def test_a_wrong_setting_is_named_and_never_shown(secret: str, token: str, words: str) -> None:
    environ = {"PLANTSTORE_SECRET": secret, "PLANTSTORE_ACCESS_TOKEN": token}

    with pytest.raises(ValueError, match=words) as caught:
        Receiver.from_env(environ)

    assert SECRET.reveal()[10:30] not in str(caught.value)
    assert TOKEN not in str(caught.value)


def test_a_receiver_without_any_secret_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one signing secret"):
        Receiver([], TOKEN)


# ASGI


def asgi_post(app: Any, headers: Headers, body: bytes | AsyncIterator[bytes] = BODY) -> httpx.Response:
    async def post() -> httpx.Response:
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://shop.test") as client:
            return await client.post("/plant/webhook", content=body, headers=headers)

    return asyncio.run(post())


def a_starlette(receiver: Receiver) -> Starlette:
    app = Starlette()
    app.add_route("/plant/webhook", receiver.asgi())
    return app


def test_asgi_answers_on_the_exact_path_and_runs_coroutines_on_the_loop() -> None:
    receiver = a_receiver()
    seen: list[tuple[int, bool]] = []
    events = collecting(receiver)

    @receiver.on("plant.added")
    async def on_the_loop(event: Event) -> None:
        await asyncio.sleep(0)
        seen.append((event.sequence, threading.current_thread() is threading.main_thread()))

    answer = asgi_post(a_starlette(receiver), some_headers())

    assert (answer.status_code, answer.content, "content-type" in answer.headers) == (204, b"", False)
    assert seen == [(1042, True)]
    assert len(events) == 1


@pytest.mark.parametrize(
    ("changed", "status"),
    [({}, 500), ({"webhook_signature": "v1"}, 400), ({"authorization": None}, 401), ({"ce_type": "other"}, 200)],
)
def test_asgi_responds_with_every_outcome(changed: dict[str, Any], status: int) -> None:
    receiver = a_receiver()

    @receiver.on("plant.added")
    async def fail(event: Event) -> None:
        raise RuntimeError("the search index is away")

    assert asgi_post(a_starlette(receiver), some_headers(**changed)).status_code == status


def test_asgi_stops_reading_beyond_the_limit() -> None:
    receiver = a_receiver(body_bytes_max=1_000)
    parts: list[int] = []

    async def endless() -> Any:
        parts.append(len(parts))
        return {"type": "http.request", "body": bytes(400), "more_body": True}

    sent = asgi_call(receiver, endless)

    assert sent[0]["status"] == 413
    assert len(parts) == 3


def test_asgi_survives_a_disconnected_sender() -> None:
    async def gone() -> Any:
        return {"type": "http.disconnect"}

    assert asgi_call(a_receiver(), gone)[0]["status"] == 400


def asgi_call(receiver: Receiver, receive: Callable[[], Any]) -> list[Any]:
    sent: list[Any] = []
    headers = [(name.encode(), text.encode()) for name, text in some_headers().items()]

    async def send(part: Any) -> None:
        sent.append(part)

    asyncio.run(receiver.asgi()({"type": "http", "method": "POST", "headers": headers}, receive, send))
    return sent


def test_asgi_leaves_lifespan_to_others() -> None:
    async def never(*_: Any) -> Any:
        raise AssertionError("nothing is read")

    with pytest.raises(NotImplementedError):
        asyncio.run(a_receiver().asgi()({"type": "lifespan"}, never, never))


def test_asgi_answers_first_when_asked() -> None:
    receiver = a_receiver(answer_first=True)
    finish, finished = threading.Event(), threading.Event()

    @receiver.on("plant.added")
    def slow(event: Event) -> None:
        assert finish.wait(10)
        finished.set()

    assert asgi_post(a_starlette(receiver), some_headers()).status_code == 204
    assert not finished.is_set()
    finish.set()
    assert finished.wait(10)


# WSGI


def wsgi_call(
    app: Any, headers: Headers, body: bytes = BODY, *, method: str = "POST", path: str = "/plant/webhook", **more: Any
) -> tuple[str, Headers, bytes]:
    environ: dict[str, Any] = {"REQUEST_METHOD": method, "SCRIPT_NAME": "", "PATH_INFO": path, "QUERY_STRING": ""}
    environ |= {f"HTTP_{name.upper().replace('-', '_')}": text for name, text in headers.items()}
    environ |= {"wsgi.input": io.BytesIO(body), "CONTENT_LENGTH": str(len(body))} | more
    setup_testing_defaults(environ)
    started: list[Any] = []

    def start_response(status: str, headers: list[tuple[str, str]], *_: Any) -> Callable[[bytes], Any]:
        started.extend((status, dict(headers)))
        return started.append

    parts = app(environ, start_response)
    content = b"".join(parts)
    if hasattr(parts, "close"):
        parts.close()
    return started[0], started[1], content


def test_wsgi_responses_conform_to_the_standard() -> None:
    receiver = a_receiver()
    collecting(receiver)
    app = validator(receiver.wsgi())

    assert wsgi_call(app, some_headers()) == ("204 No Content", {}, b"")
    assert wsgi_call(app, some_headers(webhook_signature="garbage"))[0] == "400 Bad Request"
    assert wsgi_call(app, {})[0] == "401 Unauthorized"
    assert wsgi_call(app, some_headers(), method="PUT")[0] == "405 Method Not Allowed"


@pytest.mark.parametrize("length", ["", "-1", "many", "9" * 5_000, "١"])
def test_wsgi_takes_a_body_without_a_length_for_empty(length: str) -> None:
    receiver = a_receiver()
    collecting(receiver)

    assert wsgi_call(receiver.wsgi(), some_headers(), CONTENT_LENGTH=length)[0] == "400 Bad Request"


def test_wsgi_reads_a_chunked_body_where_the_server_ends_it() -> None:
    receiver = a_receiver()
    collecting(receiver)
    chunked: dict[str, Any] = {"CONTENT_LENGTH": "", "wsgi.input_terminated": True}

    assert wsgi_call(receiver.wsgi(), some_headers(), **chunked)[0] == "204 No Content"


def test_wsgi_stops_reading_beyond_the_limit() -> None:
    body = io.BytesIO(bytes(5_000))
    given: dict[str, Any] = {"wsgi.input": body, "CONTENT_LENGTH": "5000"}

    status = wsgi_call(a_receiver(body_bytes_max=1_000).wsgi(), some_headers(), **given)[0]

    assert status.startswith("413 ")
    assert body.tell() == 1_001


def test_wsgi_runs_coroutine_functions_too() -> None:
    receiver = a_receiver()
    seen: list[int] = []

    @receiver.on("plant.added")
    async def handler(event: Event) -> None:
        await asyncio.sleep(0)
        seen.append(event.sequence)

    assert wsgi_call(receiver.wsgi(), some_headers())[0] == "204 No Content"
    assert seen == [1042]


# Flask and Django: with themselves where they are installed


class FlaskLike:
    """What the adapter uses of a Flask application: its `wsgi_app`."""

    def wsgi_app(self, environ: Any, start_response: Any) -> list[bytes]:
        start_response("418 I'm a Teapot", [])
        return [b"the shop itself"]


def test_flask_keeps_its_other_pages() -> None:
    receiver, app = a_receiver(), FlaskLike()
    collecting(receiver)
    receiver.flask(app)

    assert wsgi_call(app.wsgi_app, some_headers())[0] == "204 No Content"
    assert wsgi_call(app.wsgi_app, some_headers(), path="/")[0] == "418 I'm a Teapot"


def test_flask_itself_answers_rightly() -> None:
    flask = pytest.importorskip("flask")
    receiver, app = a_receiver(), flask.Flask("shop")
    collecting(receiver)
    receiver.flask(app)
    client = app.test_client()

    answers = [
        client.post("/plant/webhook", data=BODY, headers=headers, content_type="application/json").status_code
        for headers in (some_headers(), some_headers(webhook_signature="v1"), {})
    ]

    assert answers == [204, 400, 401]
    assert client.get("/").status_code == 404


def test_django_itself_answers_rightly() -> None:
    django_conf, factory = pytest.importorskip("django.conf"), pytest.importorskip("django.test").RequestFactory()
    if not django_conf.settings.configured:
        django_conf.settings.configure()
    receiver = a_receiver()
    collecting(receiver)

    answers = [
        receiver.django(factory.post("/plant/webhook", BODY, "application/json", headers=headers))
        for headers in (some_headers(), some_headers(webhook_signature="v1"), {})
    ]

    assert [answer.status_code for answer in answers] == [204, 400, 401]
    assert answers[1].headers["content-type"] == "text/plain; charset=utf-8"


def test_django_asks_for_no_csrf_token() -> None:
    assert getattr(a_receiver().django, "csrf_exempt", False) is True


# One file


def test_it_imports_only_the_standard_library() -> None:
    source = Path(receiving.__file__).read_text(encoding="utf-8")
    names: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0
            names.add(str(node.module).partition(".")[0])

    assert names
    assert names <= sys.stdlib_module_names


def test_a_copy_of_the_file_works_alone(tmp_path: Path) -> None:
    shutil.copy(receiving.__file__, tmp_path / "receiving.py")
    program = """
import json, sys
sys.path.insert(0, sys.argv[1])
import receiving
headers, body, environ, now_s = json.load(sys.stdin)
plants = receiving.Receiver.from_env(environ, clock=lambda: now_s)
names = []
plants.on("plant.added")(lambda event: names.append(event.plant["name"]))
answers = [plants.handle("POST", headers, body.encode()).status for _ in range(2)]
print(json.dumps([answers, names, "plantstore" in sys.modules]))
"""
    environ = {"PLANTSTORE_SECRET": SECRET.reveal(), "PLANTSTORE_ACCESS_TOKEN": TOKEN}
    request = json.dumps([some_headers(), BODY.decode(), environ, NOW_S])

    command = [sys.executable, "-I", "-W", "error", "-c", program, str(tmp_path)]
    ran = subprocess.run(command, input=request, capture_output=True, text=True, timeout=60, check=True)

    assert json.loads(ran.stdout) == [[204, 204], ["Thaï Constellation ‘🌿’"], False]


def test_ids_are_kept_longer_than_events_are_sent_again() -> None:
    assert timedelta(days=receiving.REMEMBER_DAYS) > timedelta(seconds=HORIZON_S * (1 + JITTER_MAX))
