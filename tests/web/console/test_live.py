"""The stream of what is sent: rows as they come, going on where one was, and its ends. No socket, but for the last."""

import asyncio
import html
import json
import socket
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

import pytest

from plantstore.domain.deliveries.delivery import OutcomeKind
from plantstore.domain.errors import Unavailable
from plantstore.domain.person import Role
from plantstore.domain.public_ids import parse_receiver
from plantstore.domain.token import Scope, hash_of
from plantstore.storage.tables import attempts, sessions
from plantstore.storage.tables import people as people_table
from plantstore.web.auth import people
from plantstore.web.auth.people import PersonPatch
from plantstore.web.console import sse as stream_module
from plantstore.web.console.views import live
from plantstore.web.http import broadcast as hub
from plantstore.web.http import server as server_module
from plantstore.web.http.broadcast import Broadcast
from plantstore.web.http.connection_limits import ClientConnections
from plantstore.web.http.server import Server
from plantstore.web.routes import create_app
from tests.makers import an_attempt, an_outcome
from tests.web.console.browsing import Browser
from tests.web.console.test_deliveries_pages import bound_browser
from tests.web.harness import Site
from tests.web.owing import change, failed, owing

pytestmark = pytest.mark.sqlite_only("the pages do not depend on the engine, only the queries behind them")

WAITED_S_MAX = 20.0
PATH = "/live/deliveries"


@dataclass
class Event:
    """One event of a stream."""

    kind: str
    data: str
    id: str


@dataclass
class Reading:
    """A browser that reads a stream, as far as ASGI can tell."""

    site: Site
    scope: dict[str, Any]
    status: int = 0
    raw: bytes = b""
    ended: bool = False
    _moved: asyncio.Event = field(default_factory=asyncio.Event)
    _gone: asyncio.Event = field(default_factory=asyncio.Event)
    _task: asyncio.Task[None] | None = None

    async def start(self) -> "Reading":
        self._task = asyncio.get_running_loop().create_task(self._run())
        await self.until(lambda: self.status != 0)
        return self

    async def hang_up(self) -> None:
        self._gone.set()
        await self.until(lambda: self.ended)

    async def until(self, condition: Callable[[], object]) -> None:
        async with asyncio.timeout(WAITED_S_MAX):
            while not condition():
                self._moved.clear()
                await self._moved.wait()

    async def look(self) -> None:
        """Look now, not only when the second is over."""
        await self.site.dependencies.broadcast.poll()

    @property
    def events(self) -> list[Event]:
        found = []
        for block in self.raw.decode().split("\n\n")[:-1]:
            pairs = [line.split(": ", 1) for line in block.split("\n") if ": " in line]
            data = "\n".join(value for name, value in pairs if name == "data")
            named = {name: value for name, value in pairs if name != "data"}
            if "event" in named:
                found.append(Event(named["event"], data, named.get("id", "")))
        return found

    def of(self, kind: str) -> list[str]:
        return [event.data for event in self.events if event.kind == kind]

    @property
    def last_id(self) -> str:
        return next((event.id for event in reversed(self.events) if event.id), "")

    async def _run(self) -> None:
        asked = False

        async def receive() -> dict[str, Any]:
            nonlocal asked
            if asked:
                await self._gone.wait()
                return {"type": "http.disconnect"}
            asked = True
            return {"type": "http.request", "body": b"", "more_body": False}

        async def send(part: Any) -> None:
            if part["type"] == "http.response.start":
                self.status = part["status"]
            self.raw += part.get("body", b"")
            self._moved.set()

        try:
            await self.site.app(self.scope, receive, send)
        finally:
            self.ended = True
            self._moved.set()


def reading(browser: Browser, query: str = "", **headers: str) -> Reading:
    cookie = "; ".join(f"{name}={value}" for name, value in browser.cookies.items())
    given = {"cookie": cookie, **{name.replace("_", "-"): value for name, value in headers.items()}}
    scope = {
        "type": "http",
        "method": "GET",
        "path": PATH,
        "raw_path": PATH.encode(),
        "query_string": query.encode(),
        "headers": [(name.encode(), value.encode()) for name, value in given.items()],
        "client": ("127.0.0.1", 1),
    }
    return Reading(browser.site, scope)


async def sent(site: Site, *made: Any) -> None:
    """Attempts end, as the recorder writes them down."""
    await site.database.write(lambda tx: attempts.add(tx, list(made)))


def rows(stream: Reading) -> list[str]:
    """The names of the plants whose rows came."""
    return [html.unescape(one.split("</a>")[0].rsplit(">", 1)[1]) for one in stream.of("row")]


def play(site: Site, story: Callable[[], Awaitable[None]]) -> None:
    """Run a story, and let nobody listen afterwards."""

    async def whole() -> None:
        try:
            await story()
        finally:
            site.dependencies.broadcast.stop()
            async with asyncio.timeout(WAITED_S_MAX):
                while len(site.dependencies.broadcast):
                    await asyncio.sleep(0)

    site.run(whole())


def test_what_is_sent_comes_as_a_row_of_the_list_with_the_counts(site: Site) -> None:
    text, receiver_id = owing(site)
    browser = Browser(site)

    async def story() -> None:
        stream = await reading(browser).start()
        await sent(site, an_attempt(2, number=3, receiver_id=receiver_id))
        await stream.look()
        await stream.until(lambda: stream.of("counts"))

        assert stream.status == 200 and rows(stream) == ["Rosa 2"]
        [row] = stream.of("row")
        assert row.startswith(f'<tr role="row" id="d-2-{text}">') and row.endswith("</tr>")
        assert "Delivered" in row and "204" in row and ">3</td>" in row
        assert json.loads(stream.of("counts")[0])["all"] == "3"
        assert stream.last_id == str(an_attempt(2, number=3).id)

    play(site, story)


def test_an_attempt_that_is_recorded_after_a_later_one_comes_too(site: Site) -> None:
    """Another process was quicker to record what ended later."""
    _, receiver_id = owing(site)
    browser = Browser(site)

    async def story() -> None:
        stream = await reading(browser).start()
        for sequence in (3, 1):
            await sent(site, an_attempt(sequence, receiver_id=receiver_id))
            await stream.look()
        await stream.until(lambda: len(stream.of("row")) == 2)

        assert rows(stream) == ["Rosa 3", "Rosa 1"]

    play(site, story)


def test_a_reader_that_comes_again_gets_what_it_missed_and_nothing_twice(site: Site) -> None:
    _, receiver_id = owing(site)
    change(site, lambda tx: attempts.add(tx, [an_attempt(one, receiver_id=receiver_id) for one in (1, 2, 3)]))
    browser = Browser(site)
    first = str(an_attempt(1).id)

    async def story() -> None:
        by_header = await reading(browser, "after=0", last_event_id=first).start()
        by_address = await reading(browser, f"after={first}").start()
        from_now = await reading(browser).start()
        await by_header.until(lambda: by_header.of("at"))
        await by_address.until(lambda: by_address.of("at"))
        await sent(site, an_attempt(3, number=2, receiver_id=receiver_id))
        await from_now.look()
        for stream in (by_header, by_address, from_now):
            await stream.until(lambda: stream.last_id == str(an_attempt(3, number=2).id))  # noqa: B023

        assert rows(by_header) == rows(by_address) == ["Rosa 2", "Rosa 3", "Rosa 3"]
        assert rows(from_now) == ["Rosa 3"]

    play(site, story)


def test_of_a_delivery_that_was_tried_twice_in_a_look_one_row_comes(site: Site) -> None:
    _, receiver_id = owing(site)
    change(site, lambda tx: attempts.add(tx, [an_attempt(1, number=n, receiver_id=receiver_id) for n in (1, 2)]))

    answer = once(Browser(site), "after=0")

    assert len(answer["rows"]) == 1 and ">2</td>" in answer["rows"][0]


def once(browser: Browser, query: str) -> Any:
    page = browser.get(f"{PATH}?once=1&{query}")
    assert page.status == 200, page.text
    return page.answer.json()


def names(found: list[str]) -> list[str]:
    return [html.unescape(one.split("</a>")[0].rsplit(">", 1)[1]) for one in found]


def test_the_filters_of_the_page_hold_for_what_comes(site: Site) -> None:
    text, receiver_id = owing(site)
    other = parse_receiver(site.register(start="beginning", name="other")["id"])
    assert other is not None
    failed(site, receiver_id, 2)
    change(site, lambda tx: attempts.add(tx, [an_attempt(1, receiver_id=receiver_id)]))
    change(site, lambda tx: attempts.add(tx, [an_attempt(3, receiver_id=other)]))
    site.clock.move(3_600)
    browser = Browser(site)

    def shown(query: str) -> tuple[list[str], list[str]]:
        answer = once(browser, f"after=0&{query}")
        return sorted(names(answer["rows"])), sorted(names(answer["changes"]))

    assert shown("") == (["Rosa 1", "Rosa 2", "Rosa 3"], [])
    assert shown(f"receiver={text}") == (["Rosa 1", "Rosa 2"], [])
    assert shown("state=retrying") == (["Rosa 2"], ["Rosa 1", "Rosa 3"])
    assert shown("answer=5xx") == (["Rosa 2"], ["Rosa 1", "Rosa 3"])
    assert shown("answer=deadline") == ([], ["Rosa 1", "Rosa 2", "Rosa 3"])
    assert shown("event=3") == (["Rosa 3"], [])
    assert shown("q=rosa") == ([], ["Rosa 1", "Rosa 2", "Rosa 3"]), "rows that were found are kept up to date"
    assert shown("since=1h")[0] == ["Rosa 1", "Rosa 2", "Rosa 3"]
    assert shown("since=2026-06-01T12:00:01Z") == ([], [])


@pytest.mark.parametrize(
    "query",
    ["state=lost", "answer=9xx", "since=yesterday", "since=9999-12-31T23:59:59-12:00", "after=now", "receiver=web"],
)
def test_a_filter_that_makes_no_sense_is_refused(site: Site, query: str) -> None:
    owing(site)
    browser = Browser(site)

    assert browser.get(f"{PATH}?once=1&{query}").status == 400


def test_more_than_a_reader_can_take_in_is_only_counted(site: Site) -> None:
    _, receiver_id = owing(site, plants=live.ROWS_AT_ONCE_MAX + 1)
    made = [an_attempt(one, receiver_id=receiver_id) for one in range(1, live.ROWS_AT_ONCE_MAX + 2)]
    change(site, lambda tx: attempts.add(tx, made))
    browser = Browser(site)

    over, at_limit = once(browser, "after=0"), once(browser, f"after={made[0].id}")

    assert (over["rows"], over["many"], over["more"]) == ([], live.ROWS_AT_ONCE_MAX + 1, False)
    assert (len(at_limit["rows"]), at_limit["many"]) == (live.ROWS_AT_ONCE_MAX, 0)


def test_who_was_away_for_long_is_brought_to_the_present_at_once(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "READ_MAX", 2)
    _, receiver_id = owing(site, plants=5)
    change(site, lambda tx: attempts.add(tx, [an_attempt(one, receiver_id=receiver_id) for one in range(1, 6)]))

    answer = once(Browser(site), "after=0")

    assert (answer["rows"], answer["many"], answer["more"]) == ([], 2, True)
    assert answer["after"] == str(an_attempt(5).id)


def test_of_very_many_attempts_those_of_one_receiver_are_looked_for_further(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("plantstore.web.api.attempts.LOOKED_AT_MAX", 1)
    monkeypatch.setattr(live, "HEARTBEAT_S", 3_600)
    text, receiver_id = owing(site)
    other = parse_receiver(site.register(start="beginning", name="other")["id"])
    assert other is not None
    made = [an_attempt(1, receiver_id=other), an_attempt(2, receiver_id=other), an_attempt(3, receiver_id=receiver_id)]
    change(site, lambda tx: attempts.add(tx, made))
    browser = Browser(site)

    async def story() -> None:
        stream = await reading(browser, f"receiver={text}&after=0").start()
        await stream.until(lambda: stream.of("row"))

        assert rows(stream) == ["Rosa 3"]

    play(site, story)


def test_the_fifth_stream_of_a_session_is_told_to_come_no_more(site: Site) -> None:
    browser, other = Browser(site), Browser(site)

    async def story() -> None:
        streams = [await reading(browser).start() for _ in range(hub.STREAMS_OF_SESSION_MAX)]
        fifth = await reading(browser).start()
        elsewhere = await reading(other).start()
        await streams[0].hang_up()
        after_one_left = await reading(browser).start()

        assert [one.status for one in streams] == [200] * 4
        assert (fifth.status, fifth.raw) == (204, b"")
        assert (elsewhere.status, after_one_left.status) == (200, 200)

    play(site, story)


def test_all_together_have_a_limit_too(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub, "STREAMS_MAX", 2)
    browsers = [Browser(site) for _ in range(3)]

    async def story() -> None:
        assert [(await reading(one).start()).status for one in browsers] == [200, 200, 204]

    play(site, story)


def test_nobody_looks_while_nobody_listens(site: Site) -> None:
    browser = Browser(site)

    async def story() -> None:
        service = site.dependencies.broadcast
        assert service._poller is None
        stream = await reading(browser).start()
        looking = service._poller
        assert looking is not None and len(service) == 1
        await stream.hang_up()

        assert len(service) == 0 and service._poller is None
        async with asyncio.timeout(WAITED_S_MAX):
            await asyncio.wait([looking])

    play(site, story)


def test_a_look_that_fails_ends_no_stream_that_can_go_on(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub, "POLL_S", 0.001)
    asked = asyncio.Event()

    class Busy:
        async def read(self, command: Any) -> int:
            asked.set()
            raise Unavailable

    async def story() -> None:
        service = Broadcast(Busy())  # type: ignore[arg-type]
        listener = service.join("somebody")
        assert listener is not None
        for _ in range(2):
            async with asyncio.timeout(WAITED_S_MAX):
                await asked.wait()
            asked.clear()
        assert not listener.ended
        service.leave(listener)

    site.run(story())


def test_those_who_want_the_same_share_one_answer_until_there_is_news(site: Site) -> None:
    _, receiver_id = owing(site)
    asked = list[int]()

    async def ask() -> int:
        asked.append(len(asked))
        await asyncio.sleep(0)
        return asked[-1]

    async def story() -> None:
        service = site.dependencies.broadcast
        listener = service.join("somebody")
        await service.poll()
        both = await asyncio.gather(service.share(("a",), ask), service.share(("a",), ask))
        await service.poll()
        same = await service.share(("a",), ask)
        other = await service.share(("b",), ask)
        await sent(site, an_attempt(1, receiver_id=receiver_id))
        await service.poll()
        later = await service.share(("a",), ask)

        assert listener is not None
        service.leave(listener)
        assert [*both, same, other, later] == [0, 0, 0, 1, 2]

    site.run(story())


def test_who_asks_now_and_then_gets_what_is_new_though_nobody_has_a_stream(site: Site) -> None:
    _, receiver_id = owing(site)
    browser = Browser(site)
    before = once(browser, "after=0")

    site.run(sent(site, an_attempt(1, receiver_id=receiver_id)))
    later = once(browser, "after=0")

    assert (len(before["rows"]), len(later["rows"])) == (0, 1)
    assert (before["counts"]["delivered"], later["counts"]["delivered"]) == ("0", "1")


@pytest.mark.parametrize("listens", [True, False])
def test_only_so_many_answers_are_kept(site: Site, monkeypatch: pytest.MonkeyPatch, listens: bool) -> None:
    monkeypatch.setattr(hub, "SHARED_MAX", 3)

    async def ask() -> int:
        return 1

    async def story() -> int:
        service = site.dependencies.broadcast
        listener = service.join("somebody") if listens else None
        for place in range(8):
            await service.share((str(place),), ask)
        kept = len(service._shared)
        if listener is not None:
            service.leave(listener)
        return kept

    assert site.run(story()) == (2 if listens else 0)


def test_a_stream_ends_with_its_session(site: Site) -> None:
    _, receiver_id = owing(site)
    browser = Browser(site)
    [key] = browser.cookies.values()

    async def story() -> None:
        stream = await reading(browser).start()
        await sent(site, an_attempt(1, receiver_id=receiver_id))
        await stream.look()
        await stream.until(lambda: stream.of("row"))
        await site.database.write(lambda tx: sessions.delete(tx, hash_of(key)))
        await sent(site, an_attempt(1, number=2, receiver_id=receiver_id))
        await stream.look()
        await stream.until(lambda: stream.ended)

        assert len(rows(stream)) == 1

    play(site, story)


def test_what_is_read_while_the_session_ends_is_not_sent(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    _, receiver_id = owing(site)
    browser = Browser(site)
    [key] = browser.cookies.values()
    read = live._read

    async def read_and_sign_out(*given: Any) -> live.News:
        news = await read(*given)
        await site.database.write(lambda tx: sessions.delete(tx, hash_of(key)))
        return news

    monkeypatch.setattr(live, "_read", read_and_sign_out)

    async def story() -> None:
        await sent(site, an_attempt(1, receiver_id=receiver_id))
        stream = await reading(browser, last_event_id="0").start()
        await stream.until(lambda: stream.ended)

        assert stream.status == 200 and rows(stream) == []

    play(site, story)


def test_a_stream_ends_with_its_token(site: Site) -> None:
    browser = Browser(site)

    async def story() -> None:
        stream = await reading(browser).start()
        await site.revoke_elsewhere(browser.token.id)
        site.dependencies.broadcast._head = -1
        await stream.look()
        await stream.until(lambda: stream.ended)

    play(site, story)


@pytest.mark.parametrize("lost", ["role", "limit"])
def test_a_stream_ends_when_its_person_may_see_less(site: Site, lost: str) -> None:
    receiver_id = parse_receiver(site.register()["id"])
    assert receiver_id is not None
    browser = Browser.of_person(site, Role.INTEGRATOR, name="Web agency", receiver_ids=frozenset({receiver_id}))
    [person] = site.run(site.database.read(lambda tx: people_table.named(tx, "Web agency", limit=1)))
    patch = PersonPatch(role=Role.STAFF) if lost == "role" else PersonPatch(receiver_ids=frozenset())

    async def story() -> None:
        stream = await reading(browser).start()
        await site.database.write(lambda tx: people.change(tx, person.id, patch, by=None))
        site.dependencies.broadcast._head = -1
        await stream.look()
        await stream.until(lambda: stream.ended)

    play(site, story)


def test_a_stream_that_has_nothing_to_say_shows_that_it_is_there(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "HEARTBEAT_S", 0.001)
    browser = Browser(site)

    async def story() -> None:
        stream = await reading(browser).start()
        await stream.until(lambda: stream.raw.count(stream_module.HEARTBEAT) >= 2)

        assert stream.raw.startswith(b"retry: 3000\n\n")

    play(site, story)


def test_who_takes_nothing_does_not_listen(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream_module, "SEND_S_MAX", 0.001)

    async def story() -> None:
        service = site.dependencies.broadcast
        listener = service.join("somebody")
        assert listener is not None
        never = asyncio.Event()

        async def frames() -> Any:
            yield b"data: x\n\n"

        async def send(part: Any) -> None:
            if part["type"] == "http.response.body":
                await never.wait()

        async def receive() -> Any:
            await never.wait()

        stream = stream_module.Stream(broadcast=service, listener=listener, frames=frames(), receive=receive)
        with pytest.raises(TimeoutError):
            await stream.send({"type": "http", "method": "GET"}, send)

        assert len(service) == 0

    site.run(story())


def test_what_a_script_asks_for_does_not_keep_a_session_open(site: Site) -> None:
    browser = Browser(site)
    for _ in range(29):
        site.clock.move(60)
        assert browser.get(f"{PATH}?once=1").path.startswith(PATH)
    site.clock.move(60)

    assert browser.get(f"{PATH}?once=1").path.startswith("/sign-in")


def test_looking_at_a_page_does_keep_it_open(site: Site) -> None:
    browser = Browser(site)
    for _ in range(3):
        site.clock.move(1_200)
        assert browser.get("/deliveries").path == "/deliveries"


@pytest.mark.both_engines
def test_names_cannot_break_out_of_a_row_or_an_event(site: Site) -> None:
    receiver = site.register(start="beginning", name="<img src=x onerror=alert(1)>")["id"]
    site.add(name="<script>alert(1)</script> event: row")
    receiver_id = parse_receiver(receiver)
    assert receiver_id is not None
    outcome = an_outcome(None, kind=OutcomeKind.TLS_FAILED, detail="\r\ndata: <b>")
    change(site, lambda tx: attempts.add(tx, [an_attempt(1, receiver_id=receiver_id, outcome=outcome)]))
    browser = Browser(site)

    async def story() -> None:
        stream = await reading(browser, "after=0").start()
        await stream.until(lambda: stream.of("at"))

        [row] = stream.of("row")
        assert "&lt;script&gt;alert(1)&lt;/script&gt; event: row" in row and "&lt;img src=x" in row
        assert "<script" not in row and "<img" not in row and "<b>" not in row
        assert stream_module.frame("row", "a\rb\n\nevent: many\u2028c").count(b"\nevent: many") == 0

    play(site, story)


@pytest.mark.both_engines
def test_a_person_of_one_receiver_sees_only_what_is_sent_there(site: Site) -> None:
    mine, receiver_id = owing(site, name="mine")
    other_text = site.register(start="beginning", name="other")["id"]
    other = parse_receiver(other_text)
    assert other is not None
    made = [an_attempt(1, receiver_id=receiver_id), an_attempt(2, receiver_id=other)]
    change(site, lambda tx: attempts.add(tx, made))
    everybody, browser = Browser(site), bound_browser(site, mine)

    async def story() -> None:
        first = await reading(everybody, "after=0").start()
        await first.until(lambda: first.of("at"))
        second = await reading(browser, "after=0").start()
        await second.until(lambda: second.of("counts"))

        assert rows(first) == ["Rosa 1", "Rosa 2"]
        assert rows(second) == ["Rosa 1"], "an answer is shared only among those who may see the same"
        assert json.loads(second.of("counts")[0])["all"] == "3"

    play(site, story)
    assert browser.get(f"{PATH}?once=1&receiver={other_text}").status == 404


def test_only_who_may_read_deliveries_listens(site: Site) -> None:
    assert Browser(site, Scope.PLANTS_READ).get(PATH).status == 403
    assert Browser(site, sign_in=False).get(PATH).path.startswith("/sign-in")


def test_the_page_begins_where_its_list_ended(site: Site) -> None:
    _, receiver_id = owing(site)
    change(site, lambda tx: attempts.add(tx, [an_attempt(1, receiver_id=receiver_id)]))

    page = Browser(site).get("/deliveries?state=queued")

    [table] = page.root.all("table")
    assert table.attributes["data-live"] == "/live/deliveries?state=queued"
    assert table.attributes["data-after"] == str(an_attempt(1).id)
    assert page.by_id("live").attributes["type"] == "button" and "hidden" in page.by_id("live").attributes


def test_a_server_that_stops_does_not_wait_for_streams_and_slow_callers_limits_leave_them(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server_module, "STOP_S_MAX", 3_600)
    _, receiver_id = owing(site)
    browser = Browser(site)
    [(name, value)] = browser.cookies.items()

    async def story() -> None:
        listener = socket.create_server(("127.0.0.1", 0))
        new_request_id, admission = site.dependencies.ids.request, site.dependencies.admission
        clients = ClientConnections(site.settings, site.clock, new_request_id, admission)
        server = Server(create_app(site.dependencies), clients, on_stop=site.dependencies.broadcast.stop)
        serving = asyncio.get_running_loop().create_task(server.serve([listener]))
        async with asyncio.timeout(WAITED_S_MAX):
            reader, writer = await asyncio.open_connection("127.0.0.1", listener.getsockname()[1])
            writer.write(f"GET {PATH} HTTP/1.1\r\nhost: a\r\ncookie: {name}={value}\r\n\r\n".encode())
            head = await reader.readuntil(b"\r\n\r\n")
            await reader.readuntil(b"retry: 3000\n\n")
            site.clock.move(1_500)
            clients.sweep()
            await sent(site, an_attempt(1, receiver_id=receiver_id))
            await site.dependencies.broadcast.poll()
            await reader.readuntil(b"event: row")
            server.should_exit = True
            await serving
            rest = await reader.read()
            writer.close()

        assert b"content-type: text/event-stream" in head and b"cache-control: no-store" in head
        assert rest.endswith(b"0\r\n\r\n"), "it was ended, not cut off"

    site.run(story())


def test_skus_are_shared_only_among_those_who_may_read_plants(site: Site) -> None:
    _, receiver_id = owing(site, plants=0)
    site.add(name="Rosa", sku="ROS-1")
    change(site, lambda tx: attempts.add(tx, [an_attempt(1, receiver_id=receiver_id)]))
    reader, other = Browser(site), Browser(site, Scope.DELIVERIES_READ, Scope.RECEIVERS_READ)

    async def story() -> None:
        first = await reading(reader, "after=0").start()
        await first.until(lambda: first.of("at"))
        second = await reading(other, "after=0").start()
        await second.until(lambda: second.of("at"))

        assert ["ROS-1" in row for row in first.of("row") + second.of("row")] == [True, False]

    play(site, story)
