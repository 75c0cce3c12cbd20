"""Operational events are written with their cause, in its transaction, if there is a subscriber."""

from dataclasses import replace
from typing import Any

import pytest

from plantstore.delivery.recorder import AttemptRecord, ReceiverUpdate, write_records
from plantstore.domain.deliveries.breaker import HEALTHY, Breaker, BreakerState, DisabledReason
from plantstore.domain.deliveries.delivery import OutcomeKind, RetryState
from plantstore.domain.operational_webhook import BACKLOG_EXCEEDED, DisabledBecause, OperationalType
from plantstore.domain.plants.plant_import import ImportState, PlantImport
from plantstore.domain.public_ids import receiver_text
from plantstore.domain.timestamps import after
from plantstore.storage import operational_causes
from plantstore.storage.database import Transaction
from plantstore.storage.tables import breakers, operational_events, operational_subscribers, people, receivers, retries
from tests.makers import NOON, RECEIVER, a_person, a_receiver, a_retry, an_attempt, an_outcome
from tests.operational import SECRET, SECRET_BOX, TOKEN, subscribe, waiting, written
from tests.recording import Listener, a_record

pytestmark = pytest.mark.usefixtures("engine_kind")

OPEN = Breaker(state=BreakerState.OPEN, opened_at=after(NOON, seconds=-90), open_until=NOON, pauses=1)
GONE = Breaker(state=BreakerState.DISABLED, reason=DisabledReason.GONE, opened_at=after(NOON, seconds=-90))
RECEIVER_DATA = {"id": receiver_text(RECEIVER), "name": "label printer"}


@pytest.fixture
def store(tx: Transaction) -> Transaction:
    receivers.insert(tx, a_receiver())
    return tx


def find(tx: Transaction, breaker: Breaker, record: AttemptRecord | None = None, **kwargs: Any) -> None:
    update = ReceiverUpdate(cursor=0, breaker=(breaker, 0))
    write_records(tx, batch=[record or a_record(1, following=a_retry(1))], updates={RECEIVER: update}, **kwargs)


def used_up(sequence: int, **outcome: Any) -> AttemptRecord:
    attempt = an_attempt(sequence, number=18, outcome=an_outcome(**{"status": 500, **outcome}))
    following = a_retry(sequence, attempts=17, state=RetryState.EXHAUSTED, tries=18)
    return AttemptRecord(Listener(), attempt, a_retry(sequence, attempts=16), following)


def test_a_disabled_receiver_is_one_event_even_if_the_commit_is_repeated(store: Transaction) -> None:
    subscribe(store)

    find(store, GONE)
    find(store, GONE, is_repeated=True)

    assert written(store) == [
        {
            "type": "receiver.disabled",
            "timestamp": "2026-06-01T12:00:00.000Z",
            "data": {
                "receiver": RECEIVER_DATA,
                "reason": "gone",
                "detail": "it answered 410, which asks us to stop",
                "failing_since": "2026-06-01T11:58:30.000Z",
                "queued": 1,
            },
        }
    ]
    assert waiting(store) == [("ops_1", "receiver.disabled")]


def test_a_receiver_that_accepts_again_has_recovered(store: Transaction) -> None:
    subscribe(store)
    breakers.put(store, RECEIVER, OPEN, resumes=0)
    retries.upsert(store, [a_retry(2), a_retry(3)])

    find(store, OPEN)
    find(store, HEALTHY, a_record(4))
    find(store, HEALTHY, a_record(5))

    [event] = written(store)
    assert event["type"] == "receiver.recovered"
    assert event["data"] == {
        "receiver": RECEIVER_DATA,
        "cause": "accepted",
        "failing_since": "2026-06-01T11:58:30.000Z",
        "down_s": 90.0,
        "queued": 3,
    }


def test_a_rest_that_ends_is_no_recovery(store: Transaction) -> None:
    subscribe(store)
    resting = replace(HEALTHY, rest_until=after(NOON, seconds=60))

    find(store, resting, a_record(1))
    find(store, HEALTHY, a_record(2))

    assert written(store) == []


def test_a_breaker_from_before_a_resume_is_no_event(store: Transaction) -> None:
    subscribe(store)
    receivers.update(store, a_receiver(resumes=1))

    find(store, GONE)

    assert written(store) == []


def test_exhausted_deliveries_are_events_with_their_last_attempt(store: Transaction) -> None:
    subscribe(store)
    late = used_up(2, kind=OutcomeKind.DEADLINE, status=None, detail="There was no response.", excerpt=b"secret")

    write_records(
        store,
        batch=[used_up(1), late, a_record(3, following=a_retry(3))],
        updates={RECEIVER: ReceiverUpdate(cursor=0)},
    )

    by_sequence = {event["data"]["event"]["sequence"]: event for event in written(store)}
    assert by_sequence.keys() == {1, 2}
    assert by_sequence[2] == {
        "type": "delivery.exhausted",
        "timestamp": "2026-06-01T12:00:00.000Z",
        "data": {
            "receiver": RECEIVER_DATA,
            "event": {"id": f"evt_{2:026d}", "sequence": 2},
            "attempts": 17,
            "requests": 18,
            "first_failed_at": "2026-06-01T12:00:00.000Z",
            "last_attempt": {
                "at": "2026-06-01T12:00:00.000Z",
                "outcome": "deadline",
                "status": None,
                "detail": "There was no response.",
            },
        },
    }
    assert len(waiting(store)) == 2


def test_a_delivery_that_was_cancelled_is_not_exhausted(store: Transaction) -> None:
    subscribe(store)
    retries.upsert(store, [a_retry(1, state=RetryState.CANCELLED)])

    write_records(store, batch=[used_up(1)], updates={RECEIVER: ReceiverUpdate(cursor=0)})

    row = retries.find(store, RECEIVER, 1)
    assert row is not None and row.state is RetryState.CANCELLED
    assert written(store) == []


@pytest.mark.parametrize("disabled", [False, True])
def test_without_a_subscriber_of_the_type_nothing_is_written(store: Transaction, disabled: bool) -> None:
    subscribe(store, "ops_1", OperationalType.IMPORT_COMPLETED)
    if disabled:
        subscribe(store, "ops_2", disabled_at=NOON, disabled_reason=DisabledBecause.GONE)

    find(store, GONE)
    write_records(store, batch=[used_up(2)], updates={RECEIVER: ReceiverUpdate(cursor=0)})

    assert (written(store), waiting(store)) == ([], [])


def test_each_subscriber_of_a_type_gets_its_event(store: Transaction) -> None:
    subscribe(store, "ops_1", OperationalType.DELIVERY_EXHAUSTED)
    subscribe(store, "ops_2", OperationalType.DELIVERY_EXHAUSTED, OperationalType.RECEIVER_DISABLED)

    write_records(store, batch=[used_up(1)], updates={RECEIVER: ReceiverUpdate(cursor=0)})
    find(store, GONE, a_record(2, following=a_retry(2)))

    assert waiting(store) == [
        ("ops_1", "delivery.exhausted"),
        ("ops_2", "delivery.exhausted"),
        ("ops_2", "receiver.disabled"),
    ]


def test_an_event_ends_with_the_transaction_of_its_cause(store: Transaction) -> None:
    subscribe(store)
    store.connection.script("SAVEPOINT before")
    find(store, GONE)
    assert len(written(store)) == 1

    store.connection.script("ROLLBACK TO SAVEPOINT before")

    assert (written(store), waiting(store)) == ([], [])


def test_subscribers_are_stored_changed_and_removed(tx: Transaction) -> None:
    first = subscribe(tx)
    changed = replace(
        first,
        name="b",
        url="https://b.example/",
        types=(OperationalType.IMPORT_COMPLETED,),
        version=2,
        failing_since=NOON,
        disabled_at=NOON,
        disabled_reason=DisabledBecause.FAILING,
    )

    operational_subscribers.update(tx, changed)

    assert operational_subscribers.all_subscribers(tx) == [changed] == [operational_subscribers.find(tx, "ops_1")]
    operational_subscribers.remove(tx, "ops_1")
    assert operational_subscribers.find(tx, "ops_1") is None
    assert operational_subscribers.credentials(tx, SECRET_BOX, "ops_1") is None


def test_an_old_secret_signs_until_it_expires_and_credentials_are_sealed(tx: Transaction) -> None:
    subscribe(tx)
    other = type(SECRET)("whsec_" + "A" * 43 + "=")
    end = after(NOON, seconds=60)
    operational_subscribers.rotate_secret(tx, SECRET_BOX, "ops_1", other, old_ends_at=end)

    both = operational_subscribers.credentials(tx, SECRET_BOX, "ops_1")
    tx.now = end
    one = operational_subscribers.credentials(tx, SECRET_BOX, "ops_1")
    operational_subscribers.remove_expired_secrets(tx)

    assert both is not None and one is not None
    assert [secret.reveal() for secret in both.secrets] == [other.reveal(), SECRET.reveal()]
    assert (both.bearer.reveal(), both.old_secrets_end_at) == (TOKEN.reveal(), end)
    assert [secret.reveal() for secret in one.secrets] == [other.reveal()]
    [row] = tx.execute("SELECT token, secret, old_secret FROM operational_subscribers")
    assert row[2] is None
    assert not any(clear.reveal().encode() in bytes(sealed) for clear in (TOKEN, other) for sealed in row[:2])


def test_the_oldest_are_given_up_and_old_events_are_removed(store: Transaction) -> None:
    subscribe(store)
    subscribe(store, "ops_2", OperationalType.RECEIVER_DISABLED)
    write_records(store, batch=[used_up(n) for n in range(1, 6)], updates={RECEIVER: ReceiverUpdate(cursor=0)})

    assert operational_events.end_oldest(store, "ops_1", keep=2, limit=2) == 2
    assert operational_events.end_oldest(store, "ops_1", keep=2, limit=2) == 1
    assert operational_events.end_oldest(store, "ops_1", keep=2, limit=2) == 0

    page = operational_events.page(store, "ops_1", state=None, limit=10)
    assert [(one.delivery.state, one.delivery.last_detail) for one in page] == [
        *[("waiting", "")] * 2,
        *[("given_up", BACKLOG_EXCEEDED)] * 3,
    ]
    assert operational_events.count_waiting(store) == {"ops_1": 2}
    assert operational_events.remove_old(store, before=NOON, limit=10) == 0
    assert operational_events.remove_old(store, before=after(NOON, seconds=1), limit=10) == 5
    assert store.execute("SELECT count(*) FROM operational_deliveries") == [(0,)]


def test_only_the_newest_events_are_kept_unless_they_wait(store: Transaction) -> None:
    subscribe(store)
    for number in range(1, 7):
        store.now = after(NOON, seconds=number)
        write_records(store, batch=[used_up(number)], updates={RECEIVER: ReceiverUpdate(cursor=0)})
    ids = [row[0] for row in store.execute("SELECT id FROM operational_events ORDER BY id")]
    store.update("UPDATE operational_deliveries SET state = 'delivered', ended_at = 1 WHERE event_id <> ?", (ids[1],))

    assert operational_events.remove_surplus(store, keep=6, limit=10) == 0
    assert operational_events.remove_surplus(store, keep=2, limit=2) == 2
    assert operational_events.remove_surplus(store, keep=2, limit=2) == 1
    assert operational_events.remove_surplus(store, keep=2, limit=2) == 0

    left = [row[0] for row in store.execute("SELECT event_id FROM operational_deliveries ORDER BY event_id")]
    assert (
        left == [ids[1], *ids[4:]] == [row[0] for row in store.execute("SELECT id FROM operational_events ORDER BY id")]
    )


def test_an_import_names_the_person_who_began_it(store: Transaction) -> None:
    subscribe(store)
    people.insert(store, a_person("per_1", name="The buyer"))
    ended = PlantImport(
        id="imp_1",
        state=ImportState.FAILED,
        name="spring.csv",
        options="{}",
        content_hash="",
        size_bytes=1,
        asked_by="per_1",
        asked_at=NOON,
        error="It is empty.",
        ended_at=NOON,
    )

    operational_causes.import_completed(store, ended)

    [event] = written(store)
    assert event["data"]["began_by"] == {"id": "per_1", "name": "The buyer"}
    assert (event["data"]["state"], event["data"]["error"]) == ("failed", "It is empty.")


def test_deliveries_that_succeed_or_wait_run_no_statement_more(
    store: Transaction, monkeypatch: pytest.MonkeyPatch
) -> None:
    subscribe(store)
    asked: list[str] = []
    execute = Transaction.execute

    def note(self: Transaction, sql: str, values: Any = ()) -> Any:
        asked.append(sql)
        return execute(self, sql, values)

    monkeypatch.setattr(Transaction, "execute", note)
    write_records(
        store,
        batch=[a_record(1), a_record(2, following=a_retry(2))],
        updates={RECEIVER: ReceiverUpdate(cursor=0, breaker=(OPEN, 0))},
    )

    assert asked and not [sql for sql in asked if "operational" in sql or "FROM breakers" in sql]
