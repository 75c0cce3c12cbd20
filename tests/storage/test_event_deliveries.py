"""Deliveries of given events, and events with their deliveries, agree with each delivery's state."""

from collections import Counter
from itertools import groupby

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from plantstore.domain.deliveries.answer_filter import parse_answer_filter
from plantstore.domain.deliveries.delivery_state import DeliveryState
from plantstore.domain.public_ids import ReceiverId
from plantstore.storage.database import Transaction
from plantstore.storage.queries import delivery_list, event_deliveries, event_search
from plantstore.storage.queries.delivery_list import DeliveryPosition, DeliveryQuery
from plantstore.storage.queries.event_deliveries import EventGroup
from plantstore.storage.queries.event_search import EventSearch
from plantstore.storage.tables import events, receivers
from tests.examples import examples
from tests.makers import an_event
from tests.storage.test_delivery_list import HEAD, World, expected, listed, shown, store, worlds

ALL = frozenset(DeliveryState)


def grouped(tx: Transaction, query: DeliveryQuery, sequences: list[int] | None, *, limit: int) -> list[EventGroup]:
    """Every page of the list, put together; each page must come further than the one before."""
    found: list[EventGroup] = []
    place: DeliveryPosition | None = None
    while True:
        page = event_deliveries.group_page(tx, query, sequences, position=place, limit=limit, receivers_max=10)
        assert len(page.groups) <= limit
        found += page.groups
        if page.following is None:
            return found
        assert place is None or (page.following.sequence, page.following.receiver_id) < (
            place.sequence,
            place.receiver_id,
        )
        place = page.following


def found_deliveries(tx: Transaction, query: DeliveryQuery, sequences: list[int], *, limit: int) -> list[object]:
    found: list[object] = []
    place: DeliveryPosition | None = None
    while True:
        page = event_deliveries.found_page(tx, query, sequences, position=place, limit=limit, receivers_max=10)
        assert len(page.deliveries) <= limit
        found += shown(page.deliveries)
        if page.following is None:
            return found
        assert place is None or page.following != place
        place = page.following


@given(st.lists(worlds(), min_size=1, max_size=4), st.sets(st.sampled_from(DeliveryState), min_size=1), st.data())
@settings(max_examples=examples(60), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_groups_and_found_events_have_each_deliverys_state(
    tx: Transaction, made: list[World], states: set[DeliveryState], data: st.DataObject
) -> None:
    tx.connection.rollback()  # of the example before
    tx.memo.clear()
    tx.connection.begin_write()
    events.add(tx, [an_event(sequence) for sequence in range(1, HEAD + 1)])
    by_id = dict(enumerate(made, 1))
    for id, world in by_id.items():
        store(tx, id, world)
    chosen = sorted(data.draw(st.sets(st.integers(1, HEAD))), reverse=True)
    limit = data.draw(st.integers(1, 6))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(event_deliveries, "DERIVED_MAX", data.draw(st.integers(1, 60)))
        patch.setattr(event_deliveries, "FIRST_BLOCK_EVENTS", data.draw(st.integers(1, 5)))
        patch.setattr(event_deliveries, "MATCHES_A_GROUP", data.draw(st.integers(1, 5)))
        patch.setattr(delivery_list, "LOOKS_MAX", data.draw(st.integers(12, 60)))
        query = DeliveryQuery(states=frozenset(states))
        every = expected(by_id, set(ALL))
        matching = expected(by_id, states)

        live = receivers.find_many(tx, list(map(ReceiverId, by_id))).values()
        found = event_deliveries.find(tx, [(one, sequence) for one in live for sequence in range(HEAD + 3)])
        assert sorted(shown(list(found.values()))) == sorted(every)
        assert found_deliveries(tx, query, chosen, limit=limit) == [one for one in matching if one[0] in chosen]
        for sequences in (None, chosen):
            groups = grouped(tx, query, sequences, limit=limit)
            wanted = {one[0] for one in matching if sequences is None or one[0] in chosen}
            if sequences is None and states == ALL:
                wanted = set(range(1, HEAD + 1))  # also events that no receiver gets
            assert [group.sequence for group in groups] == sorted(wanted, reverse=True)
            assert [one for group in groups for one in shown(list(group.deliveries))] == [
                one for one in every if one[0] in wanted
            ]
            for sequence, ones in groupby([one for one in every if one[0] in wanted], key=lambda one: one[0]):
                counts = next(group.counts for group in groups if group.sequence == sequence)
                assert counts == Counter(one[2] for one in ones)
        answered = DeliveryQuery(answer=parse_answer_filter("2xx"))
        accepted = found_deliveries(tx, answered, list(range(HEAD, 0, -1)), limit=limit)
        assert accepted == shown(listed(tx, answered)), "the same as the list without a search"


def test_a_text_is_found_in_names_ids_and_bodies_and_is_never_a_pattern(tx: Transaction) -> None:
    bodies = [
        rb'{"id":1,"name":"Rosa \"Peace\"","sku":"RO-5%"}',
        rb'{"id":2,"name":"Ilex","sku":"il_7","description":"back\\slash .* [a-z]+ \u00e9"}',
        '{"id":3,"name":"Écorce","sku":"x"}'.encode(),
        b"",
    ]
    basics = [
        b'{"id":1,"name":"Rosa \\"Peace\\""}',
        b'{"id":2,"name":"Ilex"}',
        '{"id":3,"name":"Écorce"}'.encode(),
        b"",
    ]
    made = [
        an_event(number, plant_id=number + 70, body=body, body_basic=basic)
        for number, (body, basic) in enumerate(zip(bodies, basics, strict=True), 1)
    ]
    events.add(tx, made)

    def found(text: str, *, bodies: bool = True, floor: int | None = None) -> list[int]:
        search = EventSearch(text=text, plants=True, bodies=bodies, floor=floor)
        return list(event_search.find(tx, search, first=1, last=4).sequences)

    for text, sequences in {
        'rosa "peace"': [1],
        "ro-5%": [1],
        "RO-5%": [1],
        "écorce": [3],
        "il_7": [2],
        "il%7": [],
        ".*": [2],
        "[A-Z]+": [2],
        "back\\slash": [2],
        "%": [1],
        "_": [2],
        "'; DROP TABLE events; --": [],
        made[2].id: [3],
        "72": [2],
        "3": [3],
        "4": [4],
        "9" * 40: [],
    }.items():
        assert found(text) == sequences, text
    assert found("il_7", bodies=False) == []
    assert found("ilex", bodies=False) == [2]
    assert found("ro-5%", floor=2) == [], "the oldest body is not read"
