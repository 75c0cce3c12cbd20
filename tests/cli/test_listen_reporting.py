"""What `plantstore listen` reports to the store while it follows the feed."""

import threading
from collections.abc import Iterator
from typing import Any

import pytest

from plantstore.cli.listen.delivery_lines import Delivery
from plantstore.cli.listen.reporting import WAITING_MAX, Reporter, ReportTiming
from plantstore.cli.listen.server import Request, text_response
from plantstore.cli.support.client import Client, parse_address
from plantstore.domain.receivers.listener import DETAIL_CHARS_MAX, OUTCOMES_MAX
from plantstore.domain.receivers.verification import Verdict
from plantstore.domain.secret import Secret
from tests.cli.scripted_store import ScriptedResponse, ScriptedStore
from tests.makers import NOON
from tests.polling import wait_until

FAST = ReportTiming(interval_s=0.01, retry_s=0.01)
ID = "lsn_01kjxsnhx04t8gcvq1mz7b5e3d"
REGISTER, REPORT = "POST /listeners", f"POST /listeners/{ID}/outcomes"


def delivery(sequence: int, status: int = 204, **changes: Any) -> Delivery:
    headers = [("ce-sequence", f"{sequence:016}"), ("webhook-id", f"evt_{sequence}")]
    whole: dict[str, Any] = {
        "at": NOON,
        "request": Request(path="/", headers=headers, body=b"{}"),
        "verdict": Verdict(),
        "response": text_response(status),
        "duration_s": 0.0123,
        "forwarded": True,
    }
    return Delivery(**(whole | changes))


class Notes:
    """A reporter, and what it told the person."""

    def __init__(self, store: ScriptedStore) -> None:
        self.texts: list[str] = []
        client = Client(address=parse_address(store.url), token=Secret("pst_x"), timeout_s=5)
        self.reporter = Reporter(client, name="listen on laptop", note=self.texts.append, timing=FAST)


@pytest.fixture
def notes(store: ScriptedStore) -> Iterator[Notes]:
    made = Notes(store)
    yield made
    made.reporter.stop()


def reported(store: ScriptedStore) -> list[dict[str, Any]]:
    return [one for request in store.requests if request.path.endswith("/outcomes") for one in request.body["outcomes"]]


def test_outcomes_are_reported_with_status_time_and_problem(store: ScriptedStore, notes: Notes) -> None:
    store.responds(REGISTER, {"id": ID}, status=201)
    store.responds(REPORT, {"id": ID})
    notes.reporter.start(7)

    notes.reporter.add(delivery(7))
    notes.reporter.add(delivery(8, 503))
    notes.reporter.add(delivery(9, 502, problem="x" * 999))
    notes.reporter.stop()

    assert store.requests[0].body == {"name": "listen on laptop", "start": 7}
    assert reported(store) == [
        {"sequence": 7, "status": 204, "duration_ms": 12, "detail": ""},
        {"sequence": 8, "status": 503, "duration_ms": 12, "detail": ""},
        {"sequence": 9, "status": None, "duration_ms": 12, "detail": "x" * DETAIL_CHARS_MAX},
    ]
    assert notes.texts == []


def test_several_outcomes_share_a_request_and_the_last_of_an_event_counts(store: ScriptedStore, notes: Notes) -> None:
    gate = threading.Event()
    store.responds(REGISTER, {"id": ID}, status=201)
    store.on(REPORT, ScriptedResponse(body={"id": ID}, gate=gate), ScriptedResponse(body={"id": ID}))
    notes.reporter.start(1)
    notes.reporter.add(delivery(1))
    wait_until(lambda: len(store.requests) == 2)

    for sequence in range(2, OUTCOMES_MAX + 3):
        notes.reporter.add(delivery(sequence))
    notes.reporter.add(delivery(OUTCOMES_MAX + 2, 500))
    gate.set()
    notes.reporter.stop()

    sizes = [len(request.body["outcomes"]) for request in store.requests[1:]]
    assert sizes == [1, OUTCOMES_MAX, 1]
    assert reported(store)[-1] == {"sequence": OUTCOMES_MAX + 2, "status": 500, "duration_ms": 12, "detail": ""}


def test_a_report_is_repeated_while_the_store_is_busy(store: ScriptedStore, notes: Notes) -> None:
    store.responds(REGISTER, {"id": ID}, status=201)
    for status in (429, 503):
        store.refuses(REPORT, status, title="Wait", detail="Wait.")
    store.responds(REPORT, {"id": ID})
    notes.reporter.start(1)

    notes.reporter.add(delivery(1))
    wait_until(lambda: len(store.requests) >= 4)

    assert [one["sequence"] for one in reported(store)] == [1, 1, 1]
    assert notes.texts == []


def test_a_listener_that_has_expired_is_registered_again(store: ScriptedStore, notes: Notes) -> None:
    store.responds(REGISTER, {"id": ID}, status=201)
    store.refuses(REPORT, 404, title="Not found", detail="There is no such listener.")
    store.responds(REPORT, {"id": ID})
    notes.reporter.start(1)

    notes.reporter.add(delivery(5))
    notes.reporter.stop()

    assert [one.body.get("start") for one in store.requests if one.path.endswith("/listeners")] == [1, 5]
    assert [one["sequence"] for one in reported(store)] == [5, 5]


@pytest.mark.parametrize("status", [403, 404, 409])
def test_a_store_that_takes_no_reports_is_followed_all_the_same(
    store: ScriptedStore, notes: Notes, status: int
) -> None:
    store.refuses(REGISTER, status, title="No", detail="This is not possible.")

    notes.reporter.start(1)
    notes.reporter.add(delivery(1))
    notes.reporter.stop()

    assert notes.texts == ["What your program answers is not reported to the store: This is not possible."]
    assert reported(store) == []


def test_a_refused_report_ends_the_reports(store: ScriptedStore, notes: Notes) -> None:
    store.responds(REGISTER, {"id": ID}, status=201)
    store.refuses(REPORT, 422, title="Invalid", detail="A field is wrong.")
    notes.reporter.start(1)

    notes.reporter.add(delivery(1))
    wait_until(lambda: bool(notes.texts))
    notes.reporter.add(delivery(2))
    notes.reporter.stop()

    assert notes.texts == ["What your program answers is not reported to the store: A field is wrong."]
    assert [one["sequence"] for one in reported(store)] == [1]


def test_the_oldest_outcomes_are_dropped_while_the_store_is_away(store: ScriptedStore, notes: Notes) -> None:
    gate = threading.Event()
    store.responds(REGISTER, {"id": ID}, status=201)
    store.on(REPORT, ScriptedResponse(body={"id": ID}, gate=gate), ScriptedResponse(body={"id": ID}))
    notes.reporter.start(1)
    notes.reporter.add(delivery(1))
    wait_until(lambda: len(store.requests) == 2)

    for sequence in range(2, WAITING_MAX + 4):
        notes.reporter.add(delivery(sequence))
    gate.set()
    notes.reporter.stop()

    assert [one["sequence"] for one in reported(store)] == [1, *range(4, WAITING_MAX + 4)]


def test_a_store_that_stays_away_does_not_hold_up_the_end(store: ScriptedStore, notes: Notes) -> None:
    store.responds(REGISTER, {"id": ID}, status=201)
    store.refuses(REPORT, 500, title="Broken", detail="Broken.")
    notes.reporter.start(1)
    notes.reporter.add(delivery(1))

    notes.reporter.stop()

    assert len(reported(store)) >= 3
    assert not notes.reporter.is_running


def test_test_requests_are_not_reported(store: ScriptedStore, notes: Notes) -> None:
    store.responds(REGISTER, {"id": ID}, status=201)
    notes.reporter.start(1)
    request = Request(path="/", headers=[("webhook-test", "true"), ("ce-sequence", "1")], body=b"{}")

    notes.reporter.add(delivery(1, request=request))
    notes.reporter.add(delivery(1, request=Request(path="/", headers=[], body=b"{}")))
    notes.reporter.stop()

    assert store.requests == []
