"""The next events that match a filter: each comes once, in order, with the match before it."""

import json
from itertools import pairwise

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from plantstore.storage.database import Transaction
from plantstore.storage.queries import filtered_events
from plantstore.storage.tables import events, filter_pages, receiver_filters
from tests.examples import examples
from tests.makers import a_receiver, an_event
from tests.storage.test_delivery_list import filter_of

HEAD = 20


@pytest.fixture(autouse=True)
def small_filter_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(filter_pages, "PAGE_EVENTS", 4)


@given(
    matching=st.frozensets(st.integers(1, HEAD)),
    start=st.integers(1, HEAD + 1),
    cursor=st.integers(0, HEAD),
    first=st.integers(1, HEAD + 2),
    evaluated=st.integers(0, HEAD),
    limits=st.tuples(st.integers(1, 6), st.integers(1, 6), st.integers(1, 6)),
)
@settings(max_examples=examples(100), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_each_matching_event_comes_once_with_the_match_before_it(
    tx: Transaction,
    matching: frozenset[int],
    start: int,
    cursor: int,
    first: int,
    evaluated: int,
    limits: tuple[int, int, int],
) -> None:
    tx.connection.rollback()  # of the example before
    tx.memo.clear()
    tx.connection.begin_write()
    events.add(tx, [an_event(sequence) for sequence in range(1, HEAD + 1)])
    first, cursor = max(first, start), max(cursor, start - 1)
    receiver = a_receiver(start=start, cursor=cursor, filtered=True)
    receiver_filters.add(tx, receiver.id, first=first, pattern=filter_of(matching))
    filter_pages.store(tx, filter_pages.evaluate(tx, [receiver], limit=evaluated))
    wanted = [one for one in range(start, HEAD + 1) if one in matching or one < first]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(filtered_events, "MATCHES_MAX", limits[0])
        patch.setattr(filtered_events, "SCANNED_MAX", limits[1])
        patch.setattr(filtered_events, "EVALUATED_MAX", limits[2])
        previous = filtered_events.last_match(tx, receiver, until=cursor)
        assert previous == max((one for one in wanted if one <= cursor), default=0)
        chained = [previous]
        read_to = cursor
        while read_to < HEAD:
            page = filtered_events.page(tx, receiver, after=read_to, last=HEAD, previous=previous)
            assert page.read_to > read_to, "every page makes progress"
            assert all(read_to < one.event.sequence <= page.read_to for one in page.events)
            for one in page.events:
                assert one.previous == chained[-1]
                assert one.event.body == an_event(one.event.sequence).body
                chained.append(one.event.sequence)
            read_to, previous = page.read_to, page.last_match
            assert previous == chained[-1]
    assert chained[1:] == [one for one in wanted if one > cursor]


def test_a_page_ends_at_the_last_event_that_may_be_read(tx: Transaction) -> None:
    events.add(tx, [an_event(sequence, body=json.dumps({"tag": "shrub"}).encode()) for sequence in range(1, 10)])
    receiver = a_receiver(filtered=True)
    receiver_filters.add(tx, receiver.id, first=1, pattern='{"tag":"shrub"}')
    ends = []
    for evaluated in (0, 5, 9):
        filter_pages.store(tx, filter_pages.evaluate(tx, [receiver], limit=evaluated))
        page = filtered_events.page(tx, receiver, after=2, last=7, previous=2)
        ends.append(page.read_to)
        assert [one.event.sequence for one in page.events] == list(range(3, page.read_to + 1))
        assert all(later.previous == earlier.event.sequence for earlier, later in pairwise(page.events))

    assert ends == [7, 5, 7]
