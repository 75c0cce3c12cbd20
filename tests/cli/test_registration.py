"""How `listen` keeps its receiver in a store that goes away, forgets it, or comes back with another past."""

import threading
from collections.abc import Callable
from typing import Any

import pytest

from plantstore.cli.listen import registration as registrations
from plantstore.cli.listen.handler import Keys
from plantstore.cli.listen.registration import Registration
from plantstore.cli.support.client import Client, parse_address
from plantstore.cli.support.exit_codes import Exit, Failure
from plantstore.domain.secret import Secret
from tests.cli.scripted_store import Answer, ScriptedStore

ID, NEW_ID = "rcv_01k8z3abcdefg", "rcv_01k8z4abcdefg"
URL = "http://127.0.0.1:9000/plant/webhook"


def made(id: str = ID, **changes: Any) -> Answer:
    body = {"id": id, "secret": f"whsec_of_{id}", "access_token": "rct_made", "cursor": 41, "state": "active"} | changes
    return Answer(status=201, body=body)


def seen(cursor: int = 41, *, state: str = "active", lag: int = 0) -> Answer:
    return Answer(body={"id": ID, "cursor": cursor, "state": state, "lag": lag})


def problem(status: int, **fields: Any) -> Answer:
    return Answer(status=status, body={"status": status, "title": "Refused", "detail": "Refused.", **fields})


class Kept:
    """A registration, what it said, and the keys that are in use."""

    def __init__(self, store: ScriptedStore, *, start: int | str = "now", oldest_refused: int | None = None) -> None:
        self.said: list[str] = []
        self.keys: list[Keys | None] = []
        self.written: list[Any] = []
        self.registration = Registration(
            Client(address=parse_address(store.url), token=Secret("t"), timeout_s=30),
            url=URL,
            name="laptop",
            start=start,
            use=self.keys.append,
            oldest_refused=lambda: oldest_refused,
            say=self.said.append,
            on_secret=self.written.append,
        )

    def keep_until(self, done: Callable[[], bool], *, store: ScriptedStore) -> None:
        """Let it look after its receiver until something has happened, in a thread of its own as `listen` does."""
        changed, say = threading.Event(), self.registration._say
        self.registration._say = lambda text: (say(text), changed.set())  # type: ignore[func-returns-value,assignment]
        keeping = threading.Thread(target=self.registration.keep)
        keeping.start()
        try:
            for _ in range(1_000):
                if done():
                    return
                changed.wait(0.02)
                changed.clear()
            raise AssertionError(f"it never came to that: {self.said}")
        finally:
            self.registration._ended.set()
            keeping.join(timeout=30)


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registrations, "LOOK_S", 0.001)
    monkeypatch.setattr(registrations, "PAUSE_S_MIN", 0.001)
    monkeypatch.setattr(registrations, "PAUSE_S_MAX", 0.004)
    monkeypatch.setattr(registrations, "SETTLE_S", 0.0)


def posted(store: ScriptedStore) -> list[dict[str, Any]]:
    return [one.body for one in store.asked if one.method == "POST"]


def test_it_registers_an_ephemeral_receiver_and_uses_what_it_is_given(store: ScriptedStore) -> None:
    store.on("POST /receivers", made())
    kept = Kept(store, start="2026-06-01T12:00:00.000Z")

    kept.registration.register()

    body = {"url": URL, "name": "laptop", "ephemeral": True, "start": "2026-06-01T12:00:00.000Z"}
    assert posted(store) == [body]
    assert kept.keys == [None, Keys(secrets=[Secret(f"whsec_of_{ID}")], access_token=Secret("rct_made"))]
    assert kept.written == [made().body]


def test_a_store_that_is_not_there_at_the_start_is_a_failure(store: ScriptedStore) -> None:
    store.on("POST /receivers", problem(503))

    with pytest.raises(Failure) as caught:
        Kept(store).registration.register()

    assert caught.value.exit_code == Exit.NOT_REACHABLE
    assert "idempotency" not in caught.value.line


@pytest.mark.parametrize("missing", ["id", "secret", "access_token"])
def test_an_answer_that_lacks_something_is_a_failure(store: ScriptedStore, missing: str) -> None:
    changes: dict[str, Any] = {missing: None}
    store.on("POST /receivers", made(**changes))

    with pytest.raises(Failure, match=missing):
        Kept(store).registration.register()


def test_a_store_that_goes_away_is_spoken_of_once(store: ScriptedStore) -> None:
    store.on("POST /receivers", made())
    store.on(f"GET /receivers/{ID}", seen(), problem(503), problem(503), problem(503), seen())
    kept = Kept(store)
    kept.registration.register()

    kept.keep_until(lambda: "The store answers again." in kept.said, store=store)

    assert kept.said == [
        "Refused. Still listening, and asking again until it answers; nothing is lost.",
        "The store answers again.",
    ]
    assert len(posted(store)) == 1


@pytest.mark.parametrize(("oldest_refused", "start"), [(None, 58), (43, 43), (60, 58)])
def test_a_receiver_that_was_lost_is_registered_again_where_it_was(
    store: ScriptedStore, oldest_refused: int | None, start: int
) -> None:
    store.on("POST /receivers", made(), made(NEW_ID, cursor=start - 1))
    store.on(f"GET /receivers/{ID}", seen(57), problem(404))
    store.on(f"GET /receivers/{NEW_ID}", seen(57))
    kept = Kept(store, oldest_refused=oldest_refused)
    kept.registration.register()

    kept.keep_until(lambda: bool(kept.said), store=store)

    assert [body["start"] for body in posted(store)] == ["now", start]
    assert kept.said == [f"The store had lost the receiver; it is registered again ({NEW_ID})."]
    assert kept.keys[2:] == [None, Keys(secrets=[Secret(f"whsec_of_{NEW_ID}")], access_token=Secret("rct_made"))]
    assert len(kept.written) == 2


def test_one_that_is_lost_before_the_first_look_begins_where_it_was_registered(store: ScriptedStore) -> None:
    store.on("POST /receivers", made(cursor=41), made(NEW_ID))
    store.on(f"GET /receivers/{ID}", problem(404))
    store.on(f"GET /receivers/{NEW_ID}", seen())
    kept = Kept(store)
    kept.registration.register()

    kept.keep_until(lambda: bool(kept.said), store=store)

    assert posted(store)[1]["start"] == 42


def test_a_registration_whose_answer_was_lost_is_repeated_under_its_key(store: ScriptedStore) -> None:
    store.on("POST /receivers", made(), Answer(status=201, raw=b"", body=None), made(NEW_ID))
    store.on(f"GET /receivers/{ID}", problem(404))
    store.on(f"GET /receivers/{NEW_ID}", seen())
    kept = Kept(store)
    kept.registration.register()

    kept.keep_until(lambda: kept.registration.id == NEW_ID, store=store)

    keys = [one.headers["idempotency-key"] for one in store.asked if one.method == "POST"]
    assert len(keys) == 3
    assert keys[1] == keys[2] != keys[0]


def test_a_store_with_another_past_begins_now(store: ScriptedStore) -> None:
    refused = problem(422, errors=[{"pointer": "/start", "code": "start", "detail": "From 1 to 3."}])
    store.on("POST /receivers", made(), refused, made(NEW_ID))
    store.on(f"GET /receivers/{ID}", problem(404))
    store.on(f"GET /receivers/{NEW_ID}", seen())
    kept = Kept(store)
    kept.registration.register()

    kept.keep_until(lambda: kept.registration.id == NEW_ID, store=store)

    assert [body["start"] for body in posted(store)] == ["now", 42, "now"]
    assert len({one.headers["idempotency-key"] for one in store.asked if one.method == "POST"}) == 3


@pytest.mark.parametrize("state", ["paused", "disabled"])
def test_a_receiver_that_gets_nothing_any_more_is_spoken_of_once(store: ScriptedStore, state: str) -> None:
    store.on("POST /receivers", made())
    store.on(f"GET /receivers/{ID}", seen(state=state), seen(state=state), seen(state=state), problem(503))
    kept = Kept(store)
    kept.registration.register()

    kept.keep_until(lambda: len(kept.said) == 2, store=store)

    assert kept.said[0] == f"The receiver is {state}: nothing comes until `plantstore receivers resume {ID}`."
    assert "Still listening" in kept.said[1]


def test_at_the_end_the_receiver_is_removed_once_what_was_accepted_is_written_down(store: ScriptedStore) -> None:
    store.on("POST /receivers", made())
    store.on(f"GET /receivers/{ID}", seen(lag=2), seen(lag=1), seen(lag=0))
    store.gives(f"DELETE /receivers/{ID}", {"id": ID, "cancelled": 0})
    kept = Kept(store)
    kept.registration.register()

    assert kept.registration.remove() == 0

    assert [one.method for one in store.asked] == ["POST", "GET", "GET", "GET", "DELETE"]


@pytest.mark.parametrize(
    ("look", "gone", "waiting"),
    [
        (seen(lag=3), Answer(body={"id": ID, "cancelled": 3}), 3),
        (problem(404), problem(404), 0),
        (problem(403), Answer(body={"id": ID, "cancelled": 1}), 1),
        (problem(503), problem(503), None),
        (seen(), problem(503), None),
    ],
)
def test_at_the_end_it_is_known_what_was_still_owed(
    store: ScriptedStore, look: Answer, gone: Answer, waiting: int | None
) -> None:
    store.on("POST /receivers", made())
    store.on(f"GET /receivers/{ID}", look)
    store.on(f"DELETE /receivers/{ID}", gone)
    kept = Kept(store)
    kept.registration.register()

    assert kept.registration.remove() == waiting


def test_after_the_end_nothing_is_registered(store: ScriptedStore) -> None:
    store.on("POST /receivers", made())
    store.on(f"GET /receivers/{ID}", problem(404))
    kept = Kept(store)
    kept.registration.register()
    kept.registration.remove()

    kept.registration.register()
    kept.registration.keep()

    assert len(posted(store)) == 1
