"""A large store that is made at once is like one that has grown: the audit finds nothing, and its figures are true."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from bench import big_store
from plantstore.core.clock import SystemClock
from plantstore.domain.deliveries.delivery import RetryState
from plantstore.domain.receivers.receiver import ReceiverState
from plantstore.domain.timestamps import Instant, after
from plantstore.storage.database import Transaction
from plantstore.storage.queries import backlog, dashboard, receiver_health
from plantstore.storage.sqlite.engine import Connection
from plantstore.storage.tables import events, receivers
from tests.audited import audit
from tests.simulation.receiver_invariants import wrong_with_tallies

ATTEMPTS = 3_000


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("large") / "store"
    big_store.main([str(folder), "--plants", "1200", "--attempts", str(ATTEMPTS), "--receivers", "5", "--days", "7"])
    return folder


@pytest.fixture
def tx(folder: Path) -> Iterator[Transaction]:
    connection = Connection(folder / "plantstore.db", writes=False)
    yield Transaction(connection, SystemClock().now())
    connection.close()


def test_the_audit_finds_nothing(folder: Path) -> None:
    audit(folder)


def test_there_is_as_much_as_was_asked_for(tx: Transaction) -> None:
    made = tx.execute("SELECT count(*) FROM attempts")[0][0]

    assert events.head(tx) == 1_200
    assert ATTEMPTS * 0.9 < made < ATTEMPTS * 1.5, "and retries and probes"


def test_there_are_receivers_of_every_kind_with_what_they_leave(tx: Transaction) -> None:
    states = receiver_health.states(tx)
    rows = [
        receiver_health.retries_in(tx, state, count_max=100) for state in (RetryState.WAITING, RetryState.EXHAUSTED)
    ]

    assert states == dict.fromkeys(ReceiverState, 1) | {ReceiverState.ACTIVE: 2}
    assert rows == [big_store.WAITING, big_store.GIVEN_UP]


def test_tallies_and_levels_say_what_was_sent_and_what_is_owed(tx: Transaction) -> None:
    ids = [receiver.id for receiver in receivers.page(tx, limit=10)]
    found = dashboard.receiver_stats(tx, ids)
    last_level = dashboard.backlog_history(tx)[-1]
    week_ago = Instant(after(tx.now, seconds=-7 * 86_400))

    assert list(wrong_with_tallies(tx, since=week_ago)) == []
    assert all(one.week.accepted for one in found.values())
    assert abs(last_level.waiting - backlog.count(tx).count) <= len(ids) * big_store.BATCH_TOLD


def test_a_store_that_is_there_is_left_alone(folder: Path) -> None:
    with pytest.raises(SystemExit, match="there already"):
        big_store.main([str(folder)])
