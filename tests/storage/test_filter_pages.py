"""Which events match a receiver's filter: stored pages, what is evaluated after them, and both together."""

import json
from collections.abc import Sequence

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from plantstore.domain.public_ids import ReceiverId
from plantstore.domain.receivers.receiver import Receiver
from plantstore.storage.database import Transaction
from plantstore.storage.tables import events, filter_pages, receiver_filters
from plantstore.storage.tables.filter_pages import Matches
from tests.examples import examples
from tests.makers import a_receiver, an_event

PATTERNS: dict[str, frozenset[str]] = {
    '{"tag":"shrub"}': frozenset({"shrub"}),
    '{"tag":{"not":"shrub"}}': frozenset({"tree", "herb"}),
    '{"tag":["tree","herb"]}': frozenset({"tree", "herb"}),
    '{"tag":"fern"}': frozenset(),
}
SHARED = (HealthCheck.function_scoped_fixture,)
Versions = dict[int, str | None]
"""Patterns by the event from which on each is in force."""


@pytest.fixture
def small_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(filter_pages, "PAGE_EVENTS", 4)


def add_events(tx: Transaction, tags: Sequence[str]) -> None:
    bodies = [b"" if tag == "erased" else json.dumps({"id": 1, "name": "Acer", "tag": tag}).encode() for tag in tags]
    events.add(tx, [an_event(number, body=body) for number, body in enumerate(bodies, 1)])


def add_filters(tx: Transaction, receiver: Receiver, versions: Versions) -> None:
    for first, pattern in versions.items():
        receiver_filters.add(tx, receiver.id, first=first, pattern=pattern)


def extend(tx: Transaction, receiver: Receiver, *, limit: int) -> None:
    """Store the results of the next events."""
    filter_pages.store(tx, filter_pages.evaluate(tx, [receiver], limit=limit))


def expected(tags: Sequence[str], receiver: Receiver, versions: Versions) -> list[int]:
    found = []
    for sequence, tag in enumerate(tags, 1):
        firsts = [first for first in versions if first <= sequence]
        pattern = versions[max(firsts)] if firsts else None
        if sequence >= receiver.start and (pattern is None or tag in PATTERNS[pattern]):
            found.append(sequence)
    return found


def assert_finds(tx: Transaction, receiver: Receiver, wanted: Sequence[int], *, head: int) -> None:
    found = Matches(tx, receiver, head=head)
    assert found.known_to >= head
    for first in range(1, head + 1):
        assert found.last(until=first) == max((one for one in wanted if one <= first), default=0)
        for last in range(first - 1, head + 1):
            inside = {one for one in wanted if first <= one <= last}
            assert found.count(first=first, last=last) == len(inside)
            assert found.between(first=first, last=last) == inside


@pytest.mark.usefixtures("small_pages")
@given(
    tags=st.lists(st.sampled_from(["shrub", "tree", "herb", "erased"]), max_size=15),
    start=st.integers(1, 8),
    later=st.dictionaries(st.integers(2, 14), st.none() | st.sampled_from(sorted(PATTERNS)), max_size=2),
    pattern=st.none() | st.sampled_from(sorted(PATTERNS)),
    delay=st.integers(0, 9),
    steps=st.lists(st.integers(1, 7), max_size=4),
)
@settings(max_examples=examples(60), deadline=None, suppress_health_check=SHARED)
def test_stored_and_evaluated_matches_are_those_of_the_filter_in_force(
    tx: Transaction, tags: list[str], start: int, later: Versions, pattern: str | None, delay: int, steps: list[int]
) -> None:
    for table in ("events", "receiver_filters", "filter_pages"):
        tx.update(f"DELETE FROM {table}")
    tx.memo.clear()
    receiver = a_receiver(start=start, cursor=start - 1, filtered=True)
    versions = {first: one for first, one in ({start + delay: pattern} | later).items() if first >= start}
    add_events(tx, tags)
    add_filters(tx, receiver, versions)
    wanted = expected(tags, receiver, versions)

    assert_finds(tx, receiver, [one for one in wanted if one <= len(tags)], head=len(tags))
    for limit in steps:
        before = filter_pages.known_to(tx, receiver)
        extend(tx, receiver, limit=limit)
        known_to = filter_pages.known_to(tx, receiver)
        assert known_to == max(before, min(len(tags), before + limit))
        assert_finds(tx, receiver, wanted, head=len(tags))


@pytest.mark.usefixtures("small_pages")
def test_a_result_stays_when_the_body_is_erased(tx: Transaction) -> None:
    receiver = a_receiver(filtered=True)
    add_events(tx, ["shrub", "tree"] * 5)
    add_filters(tx, receiver, {1: '{"tag":"shrub"}'})
    extend(tx, receiver, limit=10)

    events.erase(tx, [1, 2, 9])

    assert_finds(tx, receiver, [1, 3, 5, 7, 9], head=10)


@pytest.mark.usefixtures("small_pages")
def test_receivers_have_pages_of_their_own(tx: Transaction) -> None:
    shrubs, others = a_receiver(filtered=True), a_receiver(ReceiverId(9), filtered=True)
    add_events(tx, ["shrub", "tree", "herb"])
    add_filters(tx, shrubs, {1: '{"tag":"shrub"}'})
    add_filters(tx, others, {1: '{"tag":{"not":"shrub"}}'})
    extend(tx, shrubs, limit=3)

    assert Matches(tx, shrubs, head=3).between(first=1, last=3) == {1}
    assert Matches(tx, others, head=3).between(first=1, last=3) == {2, 3}
    assert filter_pages.known_to(tx, others) == 0


def test_events_that_would_take_too_long_to_evaluate_count_as_matching(
    tx: Transaction, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(filter_pages, "UNINDEXED_MAX", 4)
    receiver = a_receiver(filtered=True)
    add_events(tx, ["tree"] * 10)
    add_filters(tx, receiver, {1: '{"tag":"shrub"}'})

    found = Matches(tx, receiver, head=10)

    assert found.known_to == 4
    assert found.count(first=1, last=10) == 6
    assert found.between(first=3, last=7) == {5, 6, 7}
    assert (found.last(until=4), found.last(until=9)) == (0, 9)


def test_a_pattern_is_read_back_and_none_lets_every_event_through(tx: Transaction) -> None:
    add_filters(tx, a_receiver(), {5: '{"tag":"shrub"}', 8: None, 1: '{"tag":"tree"}'})

    versions = receiver_filters.versions(tx, a_receiver().id)

    assert [(one.first, one.filter and one.filter.pattern) for one in versions] == [
        (1, '{"tag":"tree"}'),
        (5, '{"tag":"shrub"}'),
        (8, None),
    ]
    assert [filter_pages.is_match(versions, sequence, b'{"tag":"shrub"}') for sequence in (1, 4, 5, 7, 8)] == [
        False,
        False,
        True,
        True,
        True,
    ]
    assert versions.newest is not None and versions.newest.first == 8
    assert receiver_filters.versions(tx, ReceiverId(99)).newest is None
