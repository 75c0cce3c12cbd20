"""Every function of storage/tables/listeners.py."""

from typing import Any

from plantstore.domain.receivers.listener import KEPT_MAX, Listener, ReportedOutcome
from plantstore.domain.timestamps import Instant, after
from plantstore.storage.database import Transaction
from plantstore.storage.tables import listeners
from tests.makers import NOON

END = after(NOON, seconds=60)


def a_listener(id: str, **changes: Any) -> Listener:
    whole: dict[str, Any] = {"token_id": "tok_1", "name": "ü", "start": 1, "created_at": NOON, "expires_at": END}
    return Listener(id=id, **(whole | {"reported_at": None} | changes))


def an_outcome(sequence: int, status: int | None = 200, detail: str = "") -> ReportedOutcome:
    return ReportedOutcome(sequence=sequence, status=status, duration_ms=3, detail=detail, reported_at=NOON)


def at(tx: Transaction, now: Instant) -> Transaction:
    return Transaction(tx.connection, now)


def test_listeners_are_stored_listed_and_removed(tx: Transaction) -> None:
    tx = at(tx, NOON)
    first, second = a_listener("lsn_1"), a_listener("lsn_2", token_id="tok_2", created_at=after(NOON, seconds=1))
    listeners.insert(tx, first)
    listeners.insert(tx, second)

    assert listeners.all_listeners(tx) == [second, first]
    assert (listeners.find(tx, "lsn_1"), listeners.find(tx, "lsn_9")) == (first, None)
    listeners.report(tx, "lsn_1", [an_outcome(1)], expires_at=END)
    listeners.remove(tx, "lsn_1")
    assert listeners.all_listeners(tx) == [second]
    assert listeners.outcomes(tx, "lsn_1", limit=9) == []


def test_outcomes_are_stored_once_for_each_event_and_counted(tx: Transaction) -> None:
    tx = at(tx, NOON)
    listeners.insert(tx, a_listener("lsn_1"))
    listeners.insert(tx, a_listener("lsn_2"))
    later = after(END, seconds=60)

    listeners.report(tx, "lsn_1", [an_outcome(1, 500), an_outcome(2, None, "ü")], expires_at=END)
    listeners.report(tx, "lsn_1", [an_outcome(1, 204), an_outcome(3, 300)], expires_at=later)
    listeners.report(tx, "lsn_2", [an_outcome(1, 299)], expires_at=END)

    kept = [an_outcome(3, 300), an_outcome(2, None, "ü"), an_outcome(1, 204)]
    assert listeners.outcomes(tx, "lsn_1", limit=3) == kept
    assert listeners.outcomes(tx, "lsn_1", limit=2) == kept[:2]
    assert listeners.find(tx, "lsn_1") == a_listener("lsn_1", reported_at=NOON, expires_at=later, accepted=1, failed=2)
    assert [(one.accepted, one.failed) for one in listeners.all_listeners(tx)] == [(1, 0), (1, 2)]


def test_outcomes_of_the_oldest_events_are_dropped(tx: Transaction) -> None:
    tx = at(tx, NOON)
    listeners.insert(tx, a_listener("lsn_1"))
    listeners.insert(tx, a_listener("lsn_2"))
    listeners.report(tx, "lsn_2", [an_outcome(1)], expires_at=END)

    listeners.report(tx, "lsn_1", [an_outcome(one) for one in range(1, KEPT_MAX + 1)], expires_at=END)
    assert len(listeners.outcomes(tx, "lsn_1", limit=2 * KEPT_MAX)) == KEPT_MAX
    listeners.report(tx, "lsn_1", [an_outcome(KEPT_MAX + 1), an_outcome(KEPT_MAX + 2)], expires_at=END)

    kept = listeners.outcomes(tx, "lsn_1", limit=2 * KEPT_MAX)
    assert (len(kept), kept[-1].sequence) == (KEPT_MAX, 3)
    assert len(listeners.outcomes(tx, "lsn_2", limit=9)) == 1


def test_expired_listeners_are_not_found_and_are_removed(tx: Transaction) -> None:
    tx = at(tx, NOON)
    for id, end in (("lsn_1", END), ("lsn_2", after(END, seconds=1))):
        listeners.insert(tx, a_listener(id, expires_at=end))
        listeners.report(tx, id, [an_outcome(1)], expires_at=end)
    tx = at(tx, END)

    assert listeners.find(tx, "lsn_1") is None
    assert [one.id for one in listeners.all_listeners(tx)] == ["lsn_2"]
    assert listeners.remove_expired(tx) == 1
    assert listeners.outcomes(tx, "lsn_1", limit=9) == []
    assert len(listeners.outcomes(tx, "lsn_2", limit=9)) == 1
