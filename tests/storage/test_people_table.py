"""Tables `people` and `people_receivers`: who may sign in, and to which receivers an integrator is limited."""

from dataclasses import replace

import pytest

from plantstore.domain.person import Person, Role
from plantstore.domain.public_ids import ReceiverId
from plantstore.domain.timestamps import Instant, after
from plantstore.storage.database import Transaction
from plantstore.storage.engine.keyset import KeysetPage
from plantstore.storage.tables import people
from plantstore.storage.tables.people import PersonFilter
from tests.makers import NOON, RECEIVER, a_person
from tests.storage.plans import plans_of

OTHER = ReceiverId(8)


def listed(tx: Transaction, **filters: object) -> list[str]:
    return [one.id for one in people.page(tx, PersonFilter(**filters), limit=10)]  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "person",
    [
        a_person(),
        a_person(email="Owner@shop.example", last_seen_at=after(NOON, seconds=5)),
        a_person(role=Role.INTEGRATOR),
        a_person(role=Role.INTEGRATOR, receiver_ids=frozenset()),
        a_person(role=Role.INTEGRATOR, receiver_ids=frozenset({RECEIVER, OTHER}), deactivated_at=NOON),
    ],
    ids=["operator", "with an address", "integrator", "limited to none", "limited to two"],
)
def test_a_person_comes_back_as_stored(tx: Transaction, person: Person) -> None:
    people.insert(tx, person)

    assert people.find(tx, person.id) == person
    assert people.find(tx, "per_2") is None


def test_a_change_replaces_the_receivers(tx: Transaction) -> None:
    before = a_person(role=Role.INTEGRATOR, receiver_ids=frozenset({RECEIVER}))
    people.insert(tx, before)
    people.insert(tx, replace(before, id="per_2"))

    changed = replace(before, name="agency", email="web@agency.example", receiver_ids=frozenset({OTHER}))
    people.update(tx, changed)

    assert people.find(tx, "per_1") == changed
    assert people.find(tx, "per_2") == replace(before, id="per_2")
    people.update(tx, replace(changed, role=Role.STAFF, receiver_ids=None, email=None, deactivated_at=NOON))
    assert people.find(tx, "per_1") == replace(
        changed, role=Role.STAFF, receiver_ids=None, email=None, deactivated_at=NOON
    )
    assert tx.execute("SELECT person_id FROM people_receivers") == [("per_2",)]


def test_an_address_is_found_in_any_case_and_belongs_to_one_person(tx: Transaction) -> None:
    people.insert(tx, a_person(email="Owner@Shop.example"))
    people.insert(tx, a_person("per_2"))
    people.insert(tx, a_person("per_3"))

    found = people.find_by_email(tx, "owner@shop.EXAMPLE")

    assert found is not None and found.id == "per_1"
    assert people.find_by_email(tx, "owner@shop.example.com") is None
    with pytest.raises(Exception, match=r"(?i)unique"):
        people.update(tx, a_person("per_2", email="OWNER@shop.example"))


def test_people_are_listed_by_page_role_and_activity(tx: Transaction) -> None:
    people.insert(tx, a_person("per_1"))
    people.insert(tx, a_person("per_2", role=Role.STAFF))
    people.insert(tx, a_person("per_3", deactivated_at=NOON))

    assert listed(tx) == ["per_1", "per_2", "per_3"]
    assert listed(tx, role=Role.OPERATOR) == ["per_1", "per_3"]
    assert listed(tx, is_active=True) == ["per_1", "per_2"]
    assert listed(tx, is_active=False) == ["per_3"]
    assert [one.id for one in people.active_operators(tx, limit=2)] == ["per_1"]
    second = people.page(tx, PersonFilter(), limit=1, keyset=KeysetPage(position="per_1"))
    assert [one.id for one in second] == ["per_2"]
    assert (people.count(tx), people.is_empty(tx)) == (3, False)


def test_people_are_found_by_their_exact_name(tx: Transaction) -> None:
    for number in (1, 2, 3):
        people.insert(tx, a_person(f"per_{number}", name="owner" if number < 3 else "Owner"))

    assert [one.id for one in people.named(tx, "owner", limit=5)] == ["per_1", "per_2"]


def test_the_time_last_seen_only_moves_forward(tx: Transaction) -> None:
    people.insert(tx, a_person())

    for seen_at in (after(NOON, seconds=9), after(NOON, seconds=3)):
        people.note_seen(tx, "per_1", seen_at)

    assert people.find(tx, "per_1") == a_person(last_seen_at=after(NOON, seconds=9))


def test_a_removed_receiver_leaves_its_integrators_limited_to_the_others(tx: Transaction) -> None:
    people.insert(tx, a_person("per_1", role=Role.INTEGRATOR, receiver_ids=frozenset({RECEIVER, OTHER})))
    people.insert(tx, a_person("per_2", role=Role.INTEGRATOR, receiver_ids=frozenset({RECEIVER})))

    people.delete_receiver(tx, RECEIVER)

    allowed = [one.receiver_ids for one in people.page(tx, PersonFilter(), limit=5)]
    assert allowed == [frozenset({OTHER}), frozenset()]


@pytest.mark.parametrize(
    ("column", "value"), [("role", "'owner'"), ("limited", "1"), ("limited", "2"), ("email_key", "'x'")]
)
def test_the_table_refuses_what_no_person_can_be(tx: Transaction, column: str, value: str) -> None:
    people.insert(tx, a_person())

    with pytest.raises(Exception, match=r"(?i)check"):
        tx.update(f"UPDATE people SET {column} = {value}")


@pytest.mark.sqlite_only("it looks at how SQLite finds the rows")
def test_no_search_for_a_person_scans_the_table(tx: Transaction) -> None:
    people.insert(tx, a_person(role=Role.INTEGRATOR, receiver_ids=frozenset({RECEIVER})))

    def search(tx: Transaction) -> None:
        people.find(tx, "per_1")
        people.find_by_email(tx, "owner@shop.example")
        people.active_operators(tx, limit=2)
        people.note_seen(tx, "per_1", Instant(1))
        people.delete_receiver(tx, RECEIVER)

    plans = plans_of(tx, search)

    assert len(plans) == 6
    assert not [plan for plan in plans if "SCAN" in plan]
