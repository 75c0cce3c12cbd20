"""Two processes that change people at the same time: one operator remains, and each link is used once."""

import threading
from collections.abc import Callable
from contextlib import closing
from random import Random

import pytest

from plantstore.core.ids import Ids
from plantstore.domain.errors import Conflict, StoreError, Unauthorized
from plantstore.domain.person import Role
from plantstore.domain.session import LinkKind
from plantstore.storage.database import Transaction
from plantstore.storage.engine.protocols import Engine
from plantstore.storage.tables import people as stored
from plantstore.web.auth import people, sessions
from plantstore.web.auth.people import PersonPatch
from tests.makers import NOON, a_person
from tests.still_clock import StillClock

pytestmark = pytest.mark.postgresql_only("a file has one writer")

Command = Callable[[Transaction], object]


def at_the_same_time(engine: Engine, *commands: Command) -> list[StoreError | None]:
    """Run each command in a process's own transaction: the second begins before the first has committed.

    Return what became of each, in their order.
    """
    outcomes: dict[int, StoreError | None] = {}

    def run(place: int, command: Command, *, begun: threading.Event, may_commit: threading.Event) -> None:
        with closing(engine.connect_writer()) as connection:
            connection.begin_write(exclusive=False)  # an exclusive one would wait for the other anyway
            tx = Transaction(connection, NOON)
            try:
                command(tx)
                begun.set()
                may_commit.wait(0.3)
                tx.run_pre_commit_hooks()
                connection.commit()
                outcomes[place] = None
            except StoreError as error:
                connection.rollback()
                outcomes[place] = error

    first_has_run, second_has_run = threading.Event(), threading.Event()
    one, other = commands
    first = threading.Thread(target=run, args=(0, one), kwargs={"begun": first_has_run, "may_commit": second_has_run})
    second = threading.Thread(
        target=run, args=(1, other), kwargs={"begun": second_has_run, "may_commit": first_has_run}
    )
    first.start()
    assert first_has_run.wait(5)
    second.start()
    for thread in (first, second):
        thread.join(10)
        assert not thread.is_alive()
    return [outcomes[place] for place in range(len(commands))]


def written(engine: Engine, command: Callable[[Transaction], object]) -> object:
    with closing(engine.connect_writer()) as connection:
        connection.begin_write()
        tx = Transaction(connection, NOON)
        found = command(tx)
        tx.run_pre_commit_hooks()
        connection.commit()
        return found


def test_of_two_operators_who_end_each_others_access_one_remains(engine: Engine) -> None:
    for id in ("per_1", "per_2"):
        written(engine, lambda tx, id=id: stored.insert(tx, a_person(id)))  # type: ignore[misc]

    outcomes = at_the_same_time(
        engine,
        lambda tx: people.deactivate(tx, "per_1", by=None),
        lambda tx: people.change(tx, "per_2", PersonPatch(role=Role.STAFF), by=None),
    )

    assert [type(one) for one in outcomes] == [type(None), Conflict]
    remaining = written(engine, lambda tx: [one.id for one in stored.active_operators(tx, limit=5)])
    assert remaining == ["per_2"]


def test_a_store_gets_one_first_person(engine: Engine) -> None:
    ids = Ids(StillClock(), Random(1).randbytes)

    outcomes = at_the_same_time(
        engine,
        lambda tx: people.make_first(tx, ids=ids, name="one"),
        lambda tx: people.make_first(tx, ids=ids, name="other"),
    )

    assert [type(one) for one in outcomes] == [type(None), Unauthorized]
    assert written(engine, stored.count) == 1


def test_a_link_signs_in_once(engine: Engine) -> None:
    random_bytes = Random(1).randbytes
    written(engine, lambda tx: stored.insert(tx, a_person()))
    link = written(
        engine,
        lambda tx: people.make_link(tx, "per_1", kind=LinkKind.RECOVERY, random_bytes=random_bytes, by=None),
    )
    key = link.key.reveal()  # type: ignore[attr-defined]

    def sign_in(tx: Transaction) -> object:
        return sessions.sign_in_by_link(tx, key, random_bytes=random_bytes)

    outcomes = at_the_same_time(engine, sign_in, sign_in)

    assert sorted(type(one).__name__ for one in outcomes) == ["NoneType", "Unauthorized"]
    assert written(engine, lambda tx: len(people.open_sessions(tx, "per_1"))) == 1
