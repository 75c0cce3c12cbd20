"""Tables `sessions` and `sign_in_links`: known by a hash, and forgotten when they are over."""

from dataclasses import replace

import pytest

from plantstore.domain.session import (
    LINK_S_MAX,
    REMEMBERED_S_MAX,
    SESSION_IDLE_S_MAX,
    SESSION_S_MAX,
    LinkKind,
    Session,
    SignInWay,
)
from plantstore.domain.timestamps import after
from plantstore.storage.database import Transaction
from plantstore.storage.tables import sessions
from plantstore.storage.tables.sessions import Link
from tests.makers import NOON
from tests.storage.plans import plans_of

SESSION = Session(token_id="tok_1", opened_at=NOON, proved_at=NOON, seen_at=NOON)
LINK = Link(token_id="tok_1", expires_at=after(NOON, seconds=LINK_S_MAX), used_at=None)
PERSONS = Session(
    token_id=None,
    person_id="per_1",
    opened_at=NOON,
    proved_at=NOON,
    seen_at=NOON,
    way=SignInWay.PASSKEY,
    device="Firefox on Linux",
    remembered=True,
    created_by="per_2",
)
INVITATION = Link(
    token_id=None,
    person_id="per_1",
    kind=LinkKind.INVITATION,
    created_at=NOON,
    created_by="per_2",
    expires_at=after(NOON, seconds=60),
    used_at=None,
)
ONE, OTHER = b"1" * 32, b"2" * 32


def at(tx: Transaction, seconds: float) -> Transaction:
    """The same transaction, so much later."""
    return Transaction(tx.connection, after(NOON, seconds=seconds))


def test_a_session_is_found_by_its_hash_alone(tx: Transaction) -> None:
    sessions.insert(tx, SESSION, ONE)

    assert sessions.find(tx, ONE) == SESSION
    assert sessions.find(tx, OTHER) is None


def test_the_time_of_last_use_only_moves_forward(tx: Transaction) -> None:
    sessions.insert(tx, replace(SESSION, seen_at=after(NOON, seconds=60)), ONE)
    sessions.insert(tx, SESSION, OTHER)

    sessions.note_seen(at(tx, 30), ONE)
    sessions.note_seen(at(tx, 30), OTHER)

    assert [sessions.find(tx, one) for one in (ONE, OTHER)] == [
        replace(SESSION, seen_at=after(NOON, seconds=60)),
        replace(SESSION, seen_at=after(NOON, seconds=30)),
    ]


def test_one_session_is_deleted_and_no_other(tx: Transaction) -> None:
    sessions.insert(tx, SESSION, ONE)
    sessions.insert(tx, SESSION, OTHER)

    sessions.delete(tx, ONE)

    assert sessions.find(tx, ONE) is None
    assert sessions.find(tx, OTHER) == SESSION


def test_a_link_is_used_once_and_keeps_its_time(tx: Transaction) -> None:
    sessions.insert_link(tx, LINK, ONE)

    sessions.use_link(at(tx, 5), ONE)

    assert sessions.find_link(tx, ONE) == replace(LINK, used_at=after(NOON, seconds=5))
    assert sessions.find_link(tx, OTHER) is None


def test_only_expired_sessions_and_links_are_deleted(tx: Transaction) -> None:
    idle = after(NOON, seconds=SESSION_S_MAX - SESSION_IDLE_S_MAX)
    sessions.insert(tx, SESSION, b"old")
    sessions.insert(tx, replace(SESSION, opened_at=after(NOON, seconds=1), proved_at=idle, seen_at=idle), b"idle")
    awake = after(idle, seconds=1)
    sessions.insert(tx, replace(SESSION, opened_at=after(NOON, seconds=1), proved_at=awake, seen_at=awake), b"open")
    sessions.insert_link(tx, replace(LINK, expires_at=after(NOON, seconds=SESSION_S_MAX)), b"ended")
    sessions.insert_link(tx, replace(LINK, expires_at=after(NOON, seconds=SESSION_S_MAX + 1)), b"works")

    sessions.remove_ended(at(tx, SESSION_S_MAX))

    assert tx.execute("SELECT hash FROM sessions") == [(b"open",)]
    assert tx.execute("SELECT hash FROM sign_in_links") == [(b"works",)]


def test_sessions_and_links_of_people_come_back_as_stored(tx: Transaction) -> None:
    sessions.insert(tx, PERSONS, ONE)
    sessions.insert_link(tx, INVITATION, OTHER)

    assert sessions.find(tx, ONE) == PERSONS
    assert sessions.of_person(tx, "per_1") == [(ONE, PERSONS)]
    assert sessions.of_person(tx, "per_2") == []
    assert sessions.find_link(tx, OTHER) == INVITATION


def test_a_remembered_session_ends_by_its_age_alone(tx: Transaction) -> None:
    sessions.insert(tx, PERSONS, ONE)

    sessions.remove_ended(at(tx, REMEMBERED_S_MAX - 1))

    assert sessions.find(tx, ONE) == PERSONS
    sessions.remove_ended(at(tx, REMEMBERED_S_MAX))
    assert sessions.find(tx, ONE) is None


def test_only_the_most_recently_used_sessions_of_a_person_are_kept(tx: Transaction) -> None:
    for number in range(4):
        seen_at = after(NOON, seconds=number)
        sessions.insert(tx, replace(PERSONS, seen_at=seen_at), bytes([number]))
    sessions.insert(tx, SESSION, ONE)

    sessions.keep_newest(tx, PERSONS, count=2)

    assert [hash for hash, _ in sessions.of_person(tx, "per_1")] == [b"\3", b"\2"]
    assert sessions.find(tx, ONE) == SESSION


def test_the_newest_unused_link_of_each_person_is_found(tx: Transaction) -> None:
    newest = replace(INVITATION, created_at=after(NOON, seconds=1))
    sessions.insert_link(tx, newest, b"newest")
    sessions.insert_link(tx, INVITATION, b"older")
    sessions.insert_link(tx, replace(INVITATION, person_id="per_2", used_at=NOON), b"used")
    sessions.insert_link(tx, replace(INVITATION, person_id="per_3", expires_at=NOON), b"ended")

    assert sessions.links_of_people(tx, ["per_1", "per_2", "per_3"]) == {"per_1": newest}
    assert sessions.links_of_people(tx, []) == {}


def test_links_and_sessions_end_with_who_made_the_link(tx: Transaction) -> None:
    sessions.insert(tx, PERSONS, ONE)
    sessions.insert(tx, replace(PERSONS, created_by=None), OTHER)
    sessions.insert_link(tx, INVITATION, ONE)

    sessions.delete_made_by(tx, "per_3")
    assert sessions.find(tx, ONE) and sessions.find_link(tx, ONE)
    sessions.delete_made_by(tx, "per_2")
    assert sessions.find(tx, ONE) is None and sessions.find_link(tx, ONE) is None
    assert sessions.find(tx, OTHER) is not None


@pytest.mark.parametrize("columns", ["person_id = NULL", "token_id = 'tok_1'"])
@pytest.mark.parametrize("table", ["sessions", "sign_in_links"])
def test_each_row_is_of_one_token_or_one_person(tx: Transaction, table: str, columns: str) -> None:
    sessions.insert(tx, PERSONS, ONE)
    sessions.insert_link(tx, INVITATION, ONE)

    with pytest.raises(Exception, match=r"(?i)check"):
        tx.update(f"UPDATE {table} SET {columns}")


def test_a_link_that_was_used_is_not_used_again(tx: Transaction) -> None:
    sessions.insert_link(tx, INVITATION, ONE)

    assert [sessions.use_link(tx, ONE) for _ in range(2)] == [True, False]


@pytest.mark.sqlite_only("it looks at how SQLite finds the rows")
def test_no_session_query_scans_the_table(tx: Transaction) -> None:
    plans = plans_of(tx, lambda one: sessions.find(one, ONE)) + plans_of(tx, lambda one: sessions.find_link(one, ONE))

    assert len(plans) == 2
    assert not [plan for plan in plans if "SCAN" in plan]
