"""`listen` keeps its receiver registered in a store that is unreachable, loses it, or is replaced."""

import threading
from collections.abc import Callable
from typing import Any

import pytest

from plantstore.cli.listen.handler import Credentials
from plantstore.cli.listen.registration import Registration, Timing
from plantstore.cli.support.client import Client, parse_address
from plantstore.cli.support.exit_codes import Exit, Failure
from plantstore.domain.secret import Secret
from tests.cli.scripted_store import ScriptedResponse, ScriptedStore

ID, NEW_ID = "rcv_01k8z3abcdefg", "rcv_01k8z4abcdefg"
URL = "http://127.0.0.1:9000/plant/webhook"
QUICK = Timing(poll_s=0.001, backoff_s_min=0.001, backoff_s_max=0.004, settle_s=0.0)


def created(id: str = ID, **changes: Any) -> ScriptedResponse:
    body = {"id": id, "secret": f"whsec_of_{id}", "access_token": "rct_made", "cursor": 41, "state": "active"} | changes
    return ScriptedResponse(status=201, body=body)


def a_receiver(cursor: int = 41, *, state: str = "active", lag: int = 0) -> ScriptedResponse:
    return ScriptedResponse(body={"id": ID, "cursor": cursor, "state": state, "lag": lag})


def problem(status: int, **fields: Any) -> ScriptedResponse:
    return ScriptedResponse(status=status, body={"status": status, "title": "Refused", "detail": "Refused.", **fields})


class Registered:
    """A registration with recorded callbacks."""

    def __init__(self, store: ScriptedStore, *, start: int | str = "now", oldest_refused: int | None = None) -> None:
        self.notes: list[str] = []
        self.credentials: list[Credentials | None] = []
        self.written: list[Any] = []
        self.registration = Registration(
            Client(address=parse_address(store.url), token=Secret("t"), timeout_s=30),
            url=URL,
            name="laptop",
            start=start,
            set_credentials=self.credentials.append,
            oldest_refused=lambda: oldest_refused,
            note=self.notes.append,
            on_secret=self.written.append,
            timing=QUICK,
        )

    def keep_until(self, done: Callable[[], bool]) -> None:
        """Run `keep_registered` in a thread, as `listen` does, until a condition is true."""
        changed, note = threading.Event(), self.registration._note
        self.registration._note = lambda text: (note(text), changed.set())  # type: ignore[func-returns-value,assignment]
        keeping = threading.Thread(target=self.registration.keep_registered)
        keeping.start()
        try:
            for _ in range(1_000):
                if done():
                    return
                changed.wait(0.02)
                changed.clear()
            raise AssertionError(f"the condition never became true: {self.notes}")
        finally:
            self.registration._ended.set()
            keeping.join(timeout=30)


def posted(store: ScriptedStore) -> list[dict[str, Any]]:
    return [request.body for request in store.requests if request.method == "POST"]


def test_it_registers_an_ephemeral_receiver_and_uses_its_credentials(store: ScriptedStore) -> None:
    store.on("POST /receivers", created())
    registered = Registered(store, start="2026-06-01T12:00:00.000Z")

    registered.registration.register()

    body = {"url": URL, "name": "laptop", "ephemeral": True, "start": "2026-06-01T12:00:00.000Z"}
    assert posted(store) == [body]
    assert registered.credentials == [
        None,
        Credentials(secrets=[Secret(f"whsec_of_{ID}")], access_token=Secret("rct_made")),
    ]
    assert registered.written == [created().body]


def test_a_store_that_is_unreachable_at_the_start_is_a_failure(store: ScriptedStore) -> None:
    store.on("POST /receivers", problem(503))

    with pytest.raises(Failure) as caught:
        Registered(store).registration.register()

    assert caught.value.exit_code == Exit.NOT_REACHABLE
    assert "idempotency" not in caught.value.line


@pytest.mark.parametrize("missing", ["id", "secret", "access_token"])
def test_a_response_without_a_required_field_is_a_failure(store: ScriptedStore, missing: str) -> None:
    changes: dict[str, Any] = {missing: None}
    store.on("POST /receivers", created(**changes))

    with pytest.raises(Failure, match=missing):
        Registered(store).registration.register()


def test_a_store_that_becomes_unreachable_is_reported_once(store: ScriptedStore) -> None:
    store.on("POST /receivers", created())
    store.on(f"GET /receivers/{ID}", a_receiver(), problem(503), problem(503), problem(503), a_receiver())
    registered = Registered(store)
    registered.registration.register()

    registered.keep_until(lambda: "The store is back." in registered.notes)

    assert registered.notes == [
        "Refused. Still listening, and retrying until it responds; nothing is lost.",
        "The store is back.",
    ]
    assert len(posted(store)) == 1


@pytest.mark.parametrize(("oldest_refused", "start"), [(None, 58), (43, 43), (60, 58)])
def test_a_lost_receiver_is_registered_again_from_the_first_event_not_accepted(
    store: ScriptedStore, oldest_refused: int | None, start: int
) -> None:
    store.on("POST /receivers", created(), created(NEW_ID, cursor=start - 1))
    store.on(f"GET /receivers/{ID}", a_receiver(57), problem(404))
    store.on(f"GET /receivers/{NEW_ID}", a_receiver(57))
    registered = Registered(store, oldest_refused=oldest_refused)
    registered.registration.register()

    registered.keep_until(lambda: bool(registered.notes))

    assert [body["start"] for body in posted(store)] == ["now", start]
    assert registered.notes == [f"The store lost the receiver; registered it again ({NEW_ID})."]
    assert registered.credentials[2:] == [
        None,
        Credentials(secrets=[Secret(f"whsec_of_{NEW_ID}")], access_token=Secret("rct_made")),
    ]
    assert len(registered.written) == 2


def test_a_receiver_lost_before_the_first_poll_is_registered_from_its_original_start(store: ScriptedStore) -> None:
    store.on("POST /receivers", created(cursor=41), created(NEW_ID))
    store.on(f"GET /receivers/{ID}", problem(404))
    store.on(f"GET /receivers/{NEW_ID}", a_receiver())
    registered = Registered(store)
    registered.registration.register()

    registered.keep_until(lambda: bool(registered.notes))

    assert posted(store)[1]["start"] == 42


def test_a_registration_whose_response_was_lost_is_repeated_with_the_same_key(store: ScriptedStore) -> None:
    store.on("POST /receivers", created(), ScriptedResponse(status=201, raw=b"", body=None), created(NEW_ID))
    store.on(f"GET /receivers/{ID}", problem(404))
    store.on(f"GET /receivers/{NEW_ID}", a_receiver())
    registered = Registered(store)
    registered.registration.register()

    registered.keep_until(lambda: registered.registration.id == NEW_ID)

    keys = [request.headers["idempotency-key"] for request in store.requests if request.method == "POST"]
    assert len(keys) == 3
    assert keys[1] == keys[2] != keys[0]


def test_a_replaced_store_registers_the_receiver_from_now(store: ScriptedStore) -> None:
    refused = problem(422, errors=[{"pointer": "/start", "code": "start", "detail": "From 1 to 3."}])
    store.on("POST /receivers", created(), refused, created(NEW_ID))
    store.on(f"GET /receivers/{ID}", problem(404))
    store.on(f"GET /receivers/{NEW_ID}", a_receiver())
    registered = Registered(store)
    registered.registration.register()

    registered.keep_until(lambda: registered.registration.id == NEW_ID)

    assert [body["start"] for body in posted(store)] == ["now", 42, "now"]
    assert len({request.headers["idempotency-key"] for request in store.requests if request.method == "POST"}) == 3


@pytest.mark.parametrize("state", ["paused", "disabled"])
def test_a_paused_or_disabled_receiver_is_reported_once(store: ScriptedStore, state: str) -> None:
    store.on("POST /receivers", created())
    store.on(
        f"GET /receivers/{ID}", a_receiver(state=state), a_receiver(state=state), a_receiver(state=state), problem(503)
    )
    registered = Registered(store)
    registered.registration.register()

    registered.keep_until(lambda: len(registered.notes) == 2)

    assert registered.notes[0] == f"The receiver is {state}. To get events again: plantstore receivers resume {ID}"
    assert "Still listening" in registered.notes[1]


def test_the_receiver_is_removed_after_accepted_events_are_recorded(store: ScriptedStore) -> None:
    store.on("POST /receivers", created())
    store.on(f"GET /receivers/{ID}", a_receiver(lag=2), a_receiver(lag=1), a_receiver(lag=0))
    store.responds(f"DELETE /receivers/{ID}", {"id": ID, "cancelled": 0})
    registered = Registered(store)
    registered.registration.register()

    assert registered.registration.remove() == 0

    assert [request.method for request in store.requests] == ["POST", "GET", "GET", "GET", "DELETE"]


@pytest.mark.parametrize(
    ("look", "gone", "waiting"),
    [
        (a_receiver(lag=3), ScriptedResponse(body={"id": ID, "cancelled": 3}), 3),
        (problem(404), problem(404), 0),
        (problem(403), ScriptedResponse(body={"id": ID, "cancelled": 1}), 1),
        (problem(503), problem(503), None),
        (a_receiver(), problem(503), None),
    ],
)
def test_removing_returns_the_number_of_queued_events(
    store: ScriptedStore, look: ScriptedResponse, gone: ScriptedResponse, waiting: int | None
) -> None:
    store.on("POST /receivers", created())
    store.on(f"GET /receivers/{ID}", look)
    store.on(f"DELETE /receivers/{ID}", gone)
    registered = Registered(store)
    registered.registration.register()

    assert registered.registration.remove() == waiting


def test_nothing_is_registered_after_the_removal(store: ScriptedStore) -> None:
    store.on("POST /receivers", created())
    store.on(f"GET /receivers/{ID}", problem(404))
    registered = Registered(store)
    registered.registration.register()
    registered.registration.remove()

    registered.registration.register()
    registered.registration.keep_registered()

    assert len(posted(store)) == 1
