"""Small tables that change all the time stay small: HOT updates, and vacuum in time."""

from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from typing import NamedTuple

import pytest

from plantstore.delivery.recorder import AttemptRecord, ReceiverUpdate, write_records
from plantstore.domain.deliveries.breaker import Breaker, BreakerState
from plantstore.domain.deliveries.delivery import RetryState
from plantstore.domain.public_ids import ReceiverId
from plantstore.domain.timestamps import after
from plantstore.storage.database import Transaction
from plantstore.storage.engine.migrate import migrate
from plantstore.storage.engine.protocols import Connection
from plantstore.storage.postgres.engine import PostgresEngine
from plantstore.storage.tables import breakers, facts, receivers, retries, sessions
from tests.makers import NOON, a_receiver, a_retry, an_attempt
from tests.postgres import cluster as clusters
from tests.postgres import watchdog
from tests.postgres.cluster import Cluster
from tests.recording import Listener

RECEIVERS = 400
DELIVERIES = 20_000
BATCH = 200  # receivers in one commit of the recorder
ROUNDS = 2_000  # of routine changes, one commit each
HOT = ("receivers", "tallies", "breakers", "shards", "facts")
HOT_SHARE_MIN = 0.9
SLACK = 1_000  # dead rows that a small table may have on top of its live ones: a few pages
VACUUMED_S = 60.0
_STATS = (
    "SELECT relname, n_tup_upd, n_tup_hot_upd, n_live_tup, n_dead_tup FROM pg_stat_user_tables WHERE relname = ANY(%s)"
)


class Stats(NamedTuple):
    """What the server has counted for a table."""

    updates: int
    hot: int
    live: int
    dead: int


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    with clusters.running(autovacuum_naptime="1s") as cluster:
        yield cluster


@pytest.fixture(scope="module")
def worked(cluster: Cluster) -> str:
    """A store that has recorded many deliveries: the name of its database."""
    cluster.sql(f"CREATE DATABASE worked TEMPLATE template0 OWNER {clusters.OWNER}")
    engine = PostgresEngine(cluster.url("worked"))
    with closing(engine), closing(engine.connect_writer()) as connection:  # closing sends its statistics
        migrate(connection, now=NOON)
        _record_deliveries(connection)
        _go_on(connection)
    return "worked"


def stats(cluster: Cluster, database: str, *tables: str) -> dict[str, Stats]:
    rows = cluster.sql(_STATS, [list(tables)], database=database)
    return {name: Stats(*counted) for name, *counted in rows}


def test_changes_of_hot_tables_touch_no_index(cluster: Cluster, worked: str) -> None:
    counted = stats(cluster, worked, *HOT)

    assert counted.keys() == {*HOT}
    shares = {name: one.hot / one.updates for name, one in counted.items()}
    assert min(shares.values()) >= HOT_SHARE_MIN, shares
    assert counted["receivers"].updates >= DELIVERIES * 0.9


def test_vacuum_runs_before_dead_rows_outnumber_live_ones(cluster: Cluster, worked: str) -> None:
    tables = (*HOT, "retries", "sessions")

    def outgrown() -> dict[str, Stats]:
        return {name: one for name, one in stats(cluster, worked, *tables).items() if one.dead > 2 * one.live + SLACK}

    watchdog.until(lambda: not outgrown(), seconds=VACUUMED_S)
    assert outgrown() == {}


def _record_deliveries(connection: Connection) -> None:
    """Let a recorder write: one delivery in fifty fails, and some breakers open."""
    _commit(connection, _register_receivers)
    for first in range(0, DELIVERIES, BATCH):
        batch = [_record(number) for number in range(first, first + BATCH)]
        standings = {
            record.attempt.receiver_id: ReceiverUpdate(
                cursor=record.attempt.sequence, breaker=(_breaker(first), 0) if record.new_retry is not None else None
            )
            for record in batch
        }
        _commit(connection, partial(write_records, batch=batch, updates=standings))


def _go_on(connection: Connection) -> None:
    """What else changes all the time: sessions are seen, shards change hands, retries come and go."""
    failing = [ReceiverId(one) for one in range(1, RECEIVERS + 1)]
    _commit(connection, lambda tx: [breakers.put(tx, one, _breaker(0), resumes=0) for one in failing])
    _commit(connection, _open_sessions)
    for number in range(ROUNDS):
        _commit(connection, partial(_change, number=number, failing=failing))


def _register_receivers(tx: Transaction) -> None:
    for one in range(1, RECEIVERS + 1):
        receivers.insert(tx, a_receiver(one, cursor=0))


def _open_sessions(tx: Transaction) -> None:
    columns = ("token_id", "opened_at", "proved_at", "seen_at", "hash", "way", "device", "remembered", "makers")
    tx.insert("sessions", columns, [("tok_1", 0, 0, 0, bytes([one]), "token", "", 0, "") for one in range(20)])


def _change(tx: Transaction, *, number: int, failing: list[ReceiverId]) -> None:
    receiver_id = failing[number % len(failing)]
    breakers.put(tx, receiver_id, _breaker(number), resumes=0)
    sessions.note_seen(Transaction(tx.connection, after(NOON, seconds=number)), bytes([number % 20]))
    tx.update("UPDATE shards SET epoch = epoch + 1 WHERE shard = ?", (number % 64,))
    facts.probe_write(tx)
    retries.upsert(tx, [a_retry(1_000 + number, receiver_id=receiver_id)])
    retries.upsert(tx, [a_retry(1_000 + number, attempts=2, receiver_id=receiver_id, state=RetryState.WAITING)])
    retries.remove_delivered(tx, [(receiver_id, 1_000 + number)])


def _record(number: int) -> AttemptRecord:
    receiver_id, sequence = ReceiverId(1 + number % RECEIVERS), 1 + number // RECEIVERS
    failed = number % 50 == 0
    attempt = an_attempt(
        sequence,
        id=number + 1,
        receiver_id=receiver_id,
        status=500 if failed else 204,
        started_at=after(NOON, seconds=number / 50),
    )
    return AttemptRecord(Listener(), attempt, None, a_retry(sequence, receiver_id=receiver_id) if failed else None)


def _breaker(number: int) -> Breaker:
    return Breaker(state=BreakerState.OPEN, opened_at=NOON, open_until=after(NOON, seconds=number), pauses=1)


def _commit(connection: Connection, command: Callable[[Transaction], object]) -> None:
    connection.begin_write(exclusive=False)
    command(Transaction(connection, NOON))
    connection.commit()
