"""A take-over of a shard waits for outcomes that its owner is recording, so that only one process decides."""

from collections.abc import Iterator
from contextlib import closing

import pytest
from psycopg import errors

from plantstore.domain.deliveries.lease import Role
from plantstore.storage.database import Transaction
from plantstore.storage.postgres.engine import PostgresEngine
from plantstore.storage.tables import processes, shards
from plantstore.storage.tables.processes import Process
from tests.engines import prepare
from tests.makers import NOON
from tests.postgres.databases import Databases

OWNER = Process("prc_1", 0, Role.ALL, "shop", 1, "1", "", started_at=NOON, lease_us=15_000_000)


@pytest.fixture
def engine(databases: Databases) -> Iterator[PostgresEngine]:
    lent = databases.take()
    prepare(lent.url)
    engine = PostgresEngine(lent.url)
    yield engine
    engine.close()
    databases.give_back(lent)


def own_everything(engine: PostgresEngine) -> None:
    with closing(engine.connect_writer()) as connection:
        connection.begin_write()
        tx = Transaction(connection, NOON)
        processes.register(tx, OWNER)
        shards.acquire(tx, OWNER.id, shards.find_all(tx))
        connection.commit()


def is_taken_over_meanwhile(engine: PostgresEngine) -> bool:
    """Let the owner look at an epoch, as every record transaction does, and another take the shard before it ends."""
    with closing(engine.connect_writer()) as recording, closing(engine.connect_writer()) as taking:
        recording.begin_write(exclusive=False)
        shards.lock_epochs(Transaction(recording, NOON), [0])
        taking.begin_write(exclusive=False)
        taking.execute("SET LOCAL lock_timeout = '200ms'")
        tx = Transaction(taking, NOON)
        processes.remove(tx, OWNER.id)
        try:
            shards.release_orphaned(tx, OWNER.id)
        except errors.LockNotAvailable:
            return False
        finally:
            taking.rollback()
            recording.rollback()
        return True


def test_a_take_over_waits_for_outcomes_that_are_being_recorded(engine: PostgresEngine) -> None:
    own_everything(engine)

    assert not is_taken_over_meanwhile(engine)


def test_without_the_lock_it_would_not_wait(engine: PostgresEngine, monkeypatch: pytest.MonkeyPatch) -> None:
    own_everything(engine)
    monkeypatch.setattr(Transaction, "for_share", "")

    assert is_taken_over_meanwhile(engine)
