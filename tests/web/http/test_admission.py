"""Which requests are refused while more arrive than can be served, and what a refusal costs and says."""

import asyncio
from collections import deque
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from starlette.types import ASGIApp

from plantstore.delivery.event_log import EventLog
from plantstore.web.auth.rate_limit import RateLimits
from plantstore.web.http.admission import (
    CHANGES_MAX,
    LIMIT_MIN,
    LISTS_MAX,
    OWNERS_MAX,
    PAGES_MAX,
    READS_MAX,
    REFUSED_S,
    SHARED,
    SLOW_S,
    Admission,
    Kind,
    Place,
    Reason,
    Refusal,
)
from plantstore.web.http.connection_limits import DROPPED_BYTES_MAX
from plantstore.web.http.middleware import Middleware
from plantstore.web.http.problems import Refused, TooMany
from plantstore.web.http.request_head import RequestHead, parse_head
from tests.still_clock import StillClock
from tests.web.served import PLANTS, Served, serving

WAIT_S_MAX = 10.0
LIMITS = [
    (Kind.CHANGES, "POST", PLANTS, CHANGES_MAX),
    (Kind.READS, "GET", PLANTS, READS_MAX),
    (Kind.PAGES, "GET", "/plants", PAGES_MAX),
    (Kind.LISTS, "POST", "/api/v1/imports?name=list", LISTS_MAX),
]


def a_head(method: str = "POST", address: str = PLANTS, *, by: str = "", cookie: str = "") -> RequestHead:
    lines = [f"{method} {address} HTTP/1.1", "host: store.example"]
    lines += [f"authorization: {by}"] * bool(by) + [f"cookie: {cookie}"] * bool(cookie)
    return parse_head("\r\n".join([*lines, "", ""]).encode())


def an_admission(clock: StillClock | None = None, *, known: tuple[str, ...] = ("ann", "bob")) -> Admission:
    admission = Admission(monotonic=(clock or StillClock()).monotonic)
    admission.laps = SimpleNamespace(average_s=0.0, note_work=lambda: None)  # type: ignore[assignment]
    for name in known:
        admission.know(name.encode(), f"tok_{name}")
    return admission


def admit(admission: Admission, head: RequestHead, times: int = 1) -> list[Place]:
    """Let requests begin, all of which must be admitted."""
    places = []
    for _ in range(times):
        place = admission.admit(head)
        assert isinstance(place, Place), place
        places.append(admission.enter(place))
    return places


@pytest.mark.parametrize(("kind", "method", "address", "most"), LIMITS)
def test_one_owner_is_refused_at_the_limit_of_each_kind(kind: Kind, method: str, address: str, most: int) -> None:
    admission = an_admission()
    places = admit(admission, a_head(method, address, by="ann"), most)

    refusal = admission.admit(a_head(method, address, by="ann"))
    admission.leave(places[0])

    assert isinstance(refusal, Refusal)
    assert (refusal.reason, refusal.error.error.code) == (Reason(kind), "unavailable")
    admit(admission, a_head(method, address, by="ann"))


def test_another_owner_is_admitted_until_it_has_its_share() -> None:
    admission = an_admission()
    admit(admission, a_head(by="ann"), CHANGES_MAX)

    admit(admission, a_head(by="bob"), CHANGES_MAX)

    assert isinstance(admission.admit(a_head(by="bob")), Refusal)
    assert isinstance(admission.admit(a_head(by="ann")), Refusal)


def test_every_owner_is_refused_when_there_are_far_too_many() -> None:
    names = tuple(f"token {number}" for number in range(SHARED * CHANGES_MAX + 1))
    admission = an_admission(known=names)
    for name in names[:-1]:
        admit(admission, a_head(by=name))

    assert isinstance(admission.admit(a_head(by=names[-1])), Refusal)


def test_made_up_tokens_have_one_share_together() -> None:
    admission = an_admission()
    admit(admission, a_head(by="ann"), CHANGES_MAX // 2)
    for number in range(CHANGES_MAX // 2):
        admit(admission, a_head(by=f"guess {number}"))

    assert isinstance(admission.admit(a_head(by="one more guess")), Refusal)
    admit(admission, a_head(by="bob"))


def test_sessions_of_one_person_are_one_owner() -> None:
    admission = an_admission(known=())
    for cookie in (b"laptop", b"phone"):
        admission.know(cookie, "per_ann")
    admit(admission, a_head("GET", "/plants", cookie="laptop"), PAGES_MAX)

    assert isinstance(admission.admit(a_head("GET", "/plants", cookie="phone")), Refusal)


def test_kinds_do_not_take_each_others_places() -> None:
    admission = an_admission()
    admit(admission, a_head(by="ann"), CHANGES_MAX)

    admit(admission, a_head("GET", by="ann"))
    admit(admission, a_head("GET", "/plants", by="ann"))


@pytest.mark.parametrize(("kind", "method", "address", "most"), LIMITS)
def test_a_limit_shrinks_while_requests_are_slow_and_grows_again(
    kind: Kind, method: str, address: str, most: int
) -> None:
    clock = StillClock()
    admission, head = an_admission(clock), a_head(method, address, by="ann")

    waiting: deque[Place] = deque()

    def serve(each_s: float, *, seconds: float) -> int:
        """Serve one request after another, each as soon as another is admitted; return how many are in progress."""
        for _ in range(round(seconds / each_s)):
            while isinstance(place := admission.admit(head), Place):
                waiting.append(admission.enter(place))
            clock.move(each_s)
            if waiting:
                admission.leave(waiting.popleft())
        return len(waiting)

    assert serve(0.99 * SLOW_S[kind] / most, seconds=20) == most - 1
    assert serve(SLOW_S[kind], seconds=(most + 100) * SLOW_S[kind]) <= max(1, round(LIMIT_MIN * most))
    assert serve(0.5 * SLOW_S[kind] / most, seconds=20 * SLOW_S[kind] + 20) == most - 1
    if most > LISTS_MAX:  # it settles where a tenth are slow
        assert 0.15 * most < serve(4 * SLOW_S[kind] / most, seconds=20) < 0.3 * most


def test_files_say_nothing_about_pages() -> None:
    clock = StillClock()
    admission = an_admission(clock)
    for _ in range(200):
        pages = admit(admission, a_head("GET", "/plants"), admission._limits[Kind.PAGES].requests)
        clock.move(1.0)
        for page in pages:
            admission.leave(page)
            for file in admit(admission, a_head("GET", "/static/base.css"), 20):
                admission.leave(file)

    assert admission._limits[Kind.PAGES].requests < PAGES_MAX / 2


def test_a_request_is_in_progress_from_its_last_byte_on() -> None:
    clock = StillClock()
    admission = an_admission(clock)
    place = admission.admit(a_head())
    assert isinstance(place, Place)

    clock.move(60.0)  # a slow upload

    assert admission.enter(place).since_s == clock.monotonic()


@pytest.mark.parametrize("address", ["/healthz", "/readyz", "/static/base.css", "/photos/a/large.webp"])
def test_health_and_files_are_never_refused(address: str) -> None:
    admission = an_admission()
    admit(admission, a_head("GET", "/plants"), PAGES_MAX)
    assert isinstance(admission.admit(a_head("GET", "/plants")), Refusal)

    admit(admission, a_head("GET", address))


def test_a_token_over_its_rate_limit_is_refused_at_the_door_for_a_moment() -> None:
    clock = StillClock()
    admission = an_admission(clock)
    error = Refused(TooMany("Wait 7 s."), (b"retry-after", b"7"))

    admission.refuse_for_now(b"ann", error)
    admission.refuse_for_now(b"a guess", error)

    refusal = admission.admit(a_head(by="ann"))
    assert isinstance(refusal, Refusal)
    assert (refusal.reason, refusal.error) == (Reason.RATE_LIMIT, error)
    admit(admission, a_head(by="bob"))
    admit(admission, a_head(by="a guess"))
    clock.move(REFUSED_S)
    admit(admission, a_head(by="ann"))


def test_the_number_of_known_owners_is_limited() -> None:
    admission = an_admission(known=())
    for number in range(OWNERS_MAX + 1):
        admission.know(b"%d" % number, str(number))

    assert len(admission._owners) == OWNERS_MAX
    assert [owner(admission, "0"), owner(admission, str(OWNERS_MAX))] == ["", str(OWNERS_MAX)]


def owner(admission: Admission, credential: str) -> str:
    place = admission.admit(a_head(by=credential))
    assert isinstance(place, Place)
    return place.owner


# On a real socket


def overloaded(served: Served) -> Callable[[], None]:
    """Take all places for changes with requests of a stranger; return a function that gives them back."""
    admission = served.site.dependencies.admission
    places = [Place(Kind.CHANGES, f"stranger {number}") for number in range(SHARED * CHANGES_MAX)]
    for place in places:
        admission.enter(place)

    def end() -> None:
        for place in places:
            admission.leave(place)

    return end


async def read_response(reader: asyncio.StreamReader, *, has_body: bool = True) -> tuple[int, bytes, bytes]:
    head = await reader.readuntil(b"\r\n\r\n")
    fields = dict(line.lower().split(b": ", 1) for line in head.split(b"\r\n")[1:-2])
    body = await reader.readexactly(int(fields[b"content-length"])) if has_body else b""
    return int(head[9:12]), head.lower(), body


def test_a_refused_request_does_nothing_says_when_to_repeat_it_and_keeps_the_connection(
    tmp_path: Path, clock: StillClock
) -> None:
    async def refuse(served: Served) -> None:
        end = overloaded(served)
        reader, writer = await served.connect(served.post())
        status, head, body = await read_response(reader)
        end()
        writer.write(served.post())
        accepted, _, plant = await read_response(reader)

        assert (status, accepted) == (503, 201)
        assert b"\r\nretry-after: 1\r\n" in head and b"\r\ndate: " in head and b"connection: close" not in head
        assert b'"code"' not in plant and b'"id":1,' in plant  # the first plant: the refused one was not added
        identifier = head.partition(b"x-request-id: ")[2].partition(b"\r\n")[0]
        assert b'"request_id":"%s"' % identifier in body
        assert served.site.dependencies.metrics.snapshot().refused == {"changes": 1}
        assert served.site.dependencies.metrics.snapshot().requests.keys() == {"addPlant"}

    serving(tmp_path, clock, refuse)


def test_two_refusals_have_ids_of_their_own(tmp_path: Path, clock: StillClock) -> None:
    async def refuse(served: Served) -> None:
        overloaded(served)
        reader, _ = await served.connect(2 * served.post())
        first, second = [(await read_response(reader))[1] for _ in range(2)]
        assert first.partition(b"x-request-id: ")[2] != second.partition(b"x-request-id: ")[2]

    serving(tmp_path, clock, refuse)


def test_the_rest_of_a_refused_body_is_dropped(tmp_path: Path, clock: StillClock) -> None:
    body = b'{"name":"Rosa"}' + b" " * (DROPPED_BYTES_MAX - 15)

    async def refuse(served: Served) -> None:
        end = overloaded(served)
        reader, writer = await served.connect(served.post(body)[:-100])
        status, _, _ = await read_response(reader)
        assert served.clients.bodies.held_bytes == 0
        end()
        writer.write(body[-100:] + served.post())
        accepted, _, _ = await read_response(reader)
        assert (status, accepted) == (503, 201)

    serving(tmp_path, clock, refuse)


def test_a_refused_body_that_does_not_end_gets_no_second_response(tmp_path: Path, clock: StillClock) -> None:
    async def refuse(served: Served) -> None:
        overloaded(served)
        reader, _ = await served.connect(served.post(length=1_000))
        status, _, _ = await read_response(reader)
        await served.pass_by(1.0)
        await served.pass_by(31.0)
        assert (status, await reader.read()) == (503, b"")

    serving(tmp_path, clock, refuse)


def test_a_refused_body_that_is_longer_ends_the_connection(tmp_path: Path, clock: StillClock) -> None:
    async def refuse(served: Served) -> None:
        overloaded(served)
        reader, _ = await served.connect(served.post(b"{", length=DROPPED_BYTES_MAX + 1))
        status, head, _ = await read_response(reader)
        assert (status, await reader.read()) == (503, b"")
        assert b"\r\nconnection: close\r\n" in head

    serving(tmp_path, clock, refuse)


def test_a_refused_head_request_has_no_body(tmp_path: Path, clock: StillClock) -> None:
    async def refuse(served: Served) -> None:
        for number in range(SHARED * READS_MAX):
            served.site.dependencies.admission.enter(Place(Kind.READS, str(number)))
        reader, writer = await served.connect(served.head("HEAD"))
        status, _, _ = await read_response(reader, has_body=False)
        writer.write(served.head("GET", "/healthz"))
        assert (status, (await read_response(reader))[0]) == (503, 200)

    serving(tmp_path, clock, refuse)


def test_a_browser_gets_a_page_that_loads_again(tmp_path: Path, clock: StillClock) -> None:
    async def refuse(served: Served) -> None:
        for number in range(SHARED * PAGES_MAX):
            served.site.dependencies.admission.enter(Place(Kind.PAGES, str(number)))
        browser, _ = await served.connect(served.head(path="/plants", accept="text/html,*/*"))
        script, _ = await served.connect(served.head(path="/plants", accept="*/*"))
        (status, head, body), (_, other, _) = await read_response(browser), await read_response(script)
        assert status == 503
        assert b"\r\ncontent-type: text/html; charset=utf-8\r\n" in head and b"\r\nretry-after: 1\r\n" in head
        assert b'<meta http-equiv="refresh" content="2">' in body
        assert head.partition(b"x-request-id: ")[2].partition(b"\r\n")[0] in body
        assert b"\r\ncontent-type: application/problem+json\r\n" in other

    serving(tmp_path, clock, refuse)


def test_what_only_waits_is_not_in_progress(tmp_path: Path, clock: StillClock, monkeypatch: pytest.MonkeyPatch) -> None:
    async def wait(served: Served) -> None:
        admission = served.site.dependencies.admission
        await served.connect(served.post(length=1_000))  # a body that has not arrived
        await served.connect(served.head(path="/api/v1/events?wait=20"))
        async with asyncio.timeout(WAIT_S_MAX):
            await waiting.wait()
        assert admission.in_progress == 0

    waiting = asyncio.Event()
    wait_beyond = EventLog.wait_beyond

    async def note(log: EventLog, sequence: int, *, wait_s: float) -> None:
        waiting.set()
        await wait_beyond(log, sequence, wait_s=wait_s)

    monkeypatch.setattr(EventLog, "wait_beyond", note)
    serving(tmp_path, clock, wait)


def test_every_request_leaves(tmp_path: Path, clock: StillClock) -> None:
    async def leave(served: Served) -> None:
        admission = served.site.dependencies.admission
        for request in (served.post(connection="close"), served.post(b"{", connection="close"), served.head("PUT")):
            reader, writer = await served.connect(request)
            await reader.readuntil(b"\r\n\r\n")
            writer.close()
        async with asyncio.timeout(WAIT_S_MAX):
            await served.until(lambda: admission.in_progress == 0)
        assert not any(admission._in_progress.values())

    serving(tmp_path, clock, leave)


def test_a_client_that_goes_leaves_although_its_request_goes_on(tmp_path: Path, clock: StillClock) -> None:
    async def endless(_scope: Any, _receive: Any, _send: Any) -> None:
        await asyncio.Event().wait()

    async def leave(served: Served) -> None:
        admission = served.site.dependencies.admission
        _, writer = await served.connect(served.post())
        async with asyncio.timeout(WAIT_S_MAX):
            await served.until(lambda: admission.in_progress == 1)
            writer.close()
            await served.until(lambda: admission.in_progress == 0)

    serving(tmp_path, clock, leave, around=lambda _: endless)


def test_a_response_that_has_begun_is_not_in_progress(tmp_path: Path, clock: StillClock) -> None:
    async def stream(_scope: Any, _receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"first", "more_body": True})
        await asyncio.Event().wait()

    async def read(served: Served) -> None:
        reader, _ = await served.connect(served.head())
        await reader.readuntil(b"first")
        assert served.site.dependencies.admission.in_progress == 0

    def around(_: ASGIApp) -> ASGIApp:
        return Middleware(stream, lambda: "req_1", monotonic=clock.monotonic, on_response=lambda *_: None)

    serving(tmp_path, clock, read, around=around)


def test_nothing_is_answered_after_a_refusal_that_closes_the_connection(tmp_path: Path, clock: StillClock) -> None:
    async def refuse(served: Served) -> None:
        overloaded(served)
        received = await served.ask(2 * served.post(connection="close"))
        assert received.count(b"HTTP/1.1 503 ") == 1
        assert served.site.dependencies.metrics.snapshot().refused == {"changes": 1}

    serving(tmp_path, clock, refuse)


def test_tokens_and_sessions_are_known_after_they_were_accepted(tmp_path: Path, clock: StillClock) -> None:
    async def sign_in(served: Served) -> None:
        admission, operator = served.site.dependencies.admission, served.site.operator
        form = b"token=" + operator.text.encode()
        origin = {"origin": "http://store.example", "content_type": "application/x-www-form-urlencoded"}
        signed_in = await served.ask(
            served.head("POST", "/sign-in", content_length=str(len(form)), connection="close", **origin) + form
        )
        cookie = signed_in.partition(b"set-cookie: ")[2].partition(b";")[0].decode()
        wrong = served.head().replace(operator.text.encode(), b"pst_wrong")
        assert (await served.ask(wrong.replace(b"\r\n\r\n", b"\r\nconnection: close\r\n\r\n"))).startswith(
            b"HTTP/1.1 401 "
        )
        await served.ask(served.head(connection="close"))
        page = f"GET /receivers HTTP/1.1\r\nhost: store.example\r\ncookie: {cookie}\r\nconnection: close\r\n\r\n"
        assert (await served.ask(page.encode())).startswith(b"HTTP/1.1 200 ")

        known = [admission.admit(a_head(by=f"Bearer {text}")) for text in (operator.text, "pst_wrong")]
        known.append(admission.admit(a_head("GET", "/", cookie=cookie)))
        assert [place.owner for place in known if isinstance(place, Place)] == [operator.id, "", operator.id]

    serving(tmp_path, clock, sign_in)


def test_a_token_over_its_rate_limit_is_not_looked_at_again_for_a_moment(
    tmp_path: Path, clock: StillClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    counted = []
    count = RateLimits.count

    def note(limits: RateLimits, *arguments: Any) -> None:
        counted.append(1)
        count(limits, *arguments)

    async def exceed(served: Served) -> None:
        monkeypatch.setattr(RateLimits, "count", note)
        served.site.dependencies.rate_limits._tokens.requests_max = 1
        served.site.dependencies.rate_limits._tokens._each_s = 60.0
        reader, writer = await served.connect()
        answers = []
        for _ in range(4):
            writer.write(served.post())
            answers.append(await read_response(reader))
        assert [status for status, _, _ in answers] == [201, 429, 429, 429]
        assert [b"\r\nretry-after: 60\r\n" in head for _, head, _ in answers] == [False, True, True, True]
        assert len(counted) == 2

    serving(tmp_path, clock, exceed)
