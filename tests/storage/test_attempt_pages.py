"""The attempt feed: positions are assigned just before a commit, and never overtake uncommitted ones."""

from collections.abc import Sequence
from contextlib import closing

import pytest
from psycopg.errors import LockNotAvailable

from plantstore.core.ids import Ids
from plantstore.storage.database import Transaction
from plantstore.storage.engine.protocols import Engine
from plantstore.storage.tables import attempt_pages, attempts, events
from plantstore.storage.tables.attempt_pages import PAGES_READ
from tests.makers import NOON, an_attempt, an_event

EARLY = Ids.first_attempt_of(NOON)


def record(tx: Transaction, ids: Sequence[int]) -> None:
    """As one commit of the recorder does."""
    attempts.add(tx, [an_attempt(1 + one % 50, id=one) for one in ids])
    tx.run_pre_commit_hooks()


def read_on(tx: Transaction, after: int = 0, *, limit: int = 2) -> list[int]:
    """The ids of everything in the feed beyond a position, page by page."""
    found: list[int] = []
    while places := attempt_pages.next_positions(tx, after=after, limit=limit):
        assert len(places) <= limit
        assert [place.position for place in places] == sorted({place.position for place in places})
        found += [place.attempt_id for place in places]
        after = places[-1].position
    return found


def test_the_feed_has_attempts_in_commit_order(tx: Transaction) -> None:
    record(tx, [500, 100, 300])
    record(tx, [200])
    record(tx, [400, 900])

    assert read_on(tx) == [100, 300, 500, 200, 400, 900]
    assert read_on(tx, limit=100) == [100, 300, 500, 200, 400, 900]
    assert attempt_pages.head(tx) == 900


def test_a_position_is_the_attempts_id_unless_the_feed_has_passed_it(tx: Transaction) -> None:
    record(tx, [100, 300, 500])
    record(tx, [200, 400, 502])

    places = attempt_pages.next_positions(tx, after=0, limit=10)

    assert [tuple(place) for place in places] == [
        (100, 100),
        (300, 300),
        (500, 500),
        (501, 200),
        (502, 400),
        (503, 502),
    ]
    assert all(read_on(tx, place.position) == [one.attempt_id for one in places if one > place] for place in places)


def test_many_small_pages_are_read_one_after_another(tx: Transaction) -> None:
    for number in range(1, 2 * PAGES_READ + 3):
        record(tx, [number * 1_024])

    assert read_on(tx, limit=1_000) == [number * 1_024 for number in range(1, 2 * PAGES_READ + 3)]


def test_attempts_of_a_time_or_later_have_positions_from_its_lowest_id_on(tx: Transaction) -> None:
    """However late it is recorded: another process may have committed younger attempts before it."""
    record(tx, [EARLY - 5_000, EARLY + 9_000])
    record(tx, [EARLY - 1, EARLY, EARLY + 1])

    assert read_on(tx, EARLY - 1) == [EARLY + 9_000, EARLY - 1, EARLY, EARLY + 1]


def test_attempts_recorded_before_pages_existed_are_read_by_id(tx: Transaction) -> None:
    _as_before(tx, [100, 200, 300])
    record(tx, [400, 350])

    assert read_on(tx) == [100, 200, 300, 350, 400]
    assert read_on(tx, 200) == [300, 350, 400]
    assert attempt_pages.head(tx) == 400


def test_new_positions_follow_attempts_recorded_before_pages_existed(tx: Transaction) -> None:
    _as_before(tx, [100, 300])

    assert attempt_pages.head(tx) == 300
    assert read_on(tx, 100) == [300]

    record(tx, [200])

    assert read_on(tx, 300) == [200]


def test_removed_attempts_are_left_out_of_the_feed(tx: Transaction) -> None:
    events.add(tx, [an_event(one) for one in range(1, 51)])
    record(tx, [100, 200, 300])
    tx.update("DELETE FROM attempts WHERE id = ?", (200,))

    places = attempt_pages.next_positions(tx, after=0, limit=10)
    found = attempts.at_positions(tx, places, receiver_ids=None)

    assert [(position, one.id) for position, one in found] == [(100, 100), (300, 300)]


def test_old_pages_are_removed_in_steps_and_the_last_one_stays(tx: Transaction) -> None:
    for first in (100, 200, 300, 400):
        record(tx, [first, first + 50])

    assert [attempt_pages.remove_old(tx, before=251, limit=1) for _ in range(3)] == [1, 1, 0]
    assert read_on(tx, 120) == [300, 350, 400, 450]
    assert [attempt_pages.remove_old(tx, before=9_999, limit=10) for _ in range(2)] == [1, 0]
    assert attempt_pages.head(tx) == 450


@pytest.mark.postgresql_only("a file has one writer")
def test_a_reader_never_skips_what_another_process_commits_later(engine: Engine) -> None:
    """Process one makes its attempts first and commits last. By their ids a reader would never see them."""
    with (
        closing(engine.connect_writer()) as one,
        closing(engine.connect_writer()) as other,
        closing(engine.connect_reader()) as reader,
    ):

        def read(after: int) -> list[int]:
            reader.begin_read()
            try:
                return read_on(Transaction(reader, NOON), after)
            finally:
                reader.rollback()

        one.begin_write(exclusive=False)
        first = Transaction(one, NOON)
        attempts.add(first, [an_attempt(1, id=100), an_attempt(2, id=200)])
        other.begin_write(exclusive=False)
        record(Transaction(other, NOON), [300, 400])
        other.commit()
        seen = read(0)
        reader.begin_read()
        head = attempt_pages.head(Transaction(reader, NOON))
        reader.rollback()
        first.run_pre_commit_hooks()
        before_the_commit = read(head)
        one.commit()

        assert seen == [300, 400]
        assert before_the_commit == []
        assert read(head) == [100, 200]


@pytest.mark.postgresql_only("a file has one writer")
def test_positions_are_assigned_by_one_process_at_a_time_until_its_commit(engine: Engine) -> None:
    with closing(engine.connect_writer()) as one, closing(engine.connect_writer()) as other:
        one.begin_write(exclusive=False)
        record(Transaction(one, NOON), [100])
        other.begin_write(exclusive=False)
        other.script("SET LOCAL lock_timeout = '1ms'")
        with pytest.raises(LockNotAvailable):
            record(Transaction(other, NOON), [200])


def _as_before(tx: Transaction, ids: Sequence[int]) -> None:
    """As the migration finds it and leaves it."""
    attempts.add(tx, [an_attempt(1, id=one) for one in ids])
    tx.pending_hooks.clear()
    sql = "INSERT INTO attempt_pages (last, previous, ids) VALUES (?, 0, ?)"
    tx.update(sql, (ids[-1], b""))
