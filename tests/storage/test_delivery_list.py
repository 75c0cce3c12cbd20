"""Lists and counts of deliveries: states derived one by one agree with counts from ranges."""

import json
from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from plantstore.domain.deliveries.answer_filter import parse_answer_filter
from plantstore.domain.deliveries.breaker import Breaker, BreakerState, DisabledReason
from plantstore.domain.deliveries.delivery import RetryState
from plantstore.domain.deliveries.delivery_state import Delivery, DeliveryState, state_of
from plantstore.domain.public_ids import ReceiverId
from plantstore.storage.database import Transaction
from plantstore.storage.queries import delivery_counts, delivery_list
from plantstore.storage.queries.delivery_list import DeliveryQuery
from plantstore.storage.tables import (
    attempt_pages,
    attempts,
    breakers,
    cancelled_ranges,
    events,
    filter_pages,
    receiver_filters,
    receivers,
    retries,
)
from plantstore.storage.tables.attempt_pages import FeedPosition
from tests.examples import examples
from tests.makers import NOON, RECEIVER, a_receiver, a_retry, an_attempt, an_event
from tests.storage.plans import plans_of

HEAD = 12
Shown = tuple[int, int, DeliveryState]


@pytest.fixture(autouse=True)
def small_filter_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(filter_pages, "PAGE_EVENTS", 5)


@dataclass(frozen=True)
class World:
    """The recorded state of one receiver."""

    start: int
    cursor: int
    paused: bool
    disabled: bool
    rows: dict[int, RetryState]
    accepted: frozenset[int]
    ranges: tuple[tuple[int, int], ...]
    matching: frozenset[int] | None = None
    """The events that the receiver's filter lets through; None without a filter."""
    evaluated: int = 0
    """For so many events it is stored whether they match."""

    def state(self, sequence: int) -> DeliveryState:
        return state_of(
            self.rows.get(sequence),
            skipped=any(first <= sequence <= last for first, last in self.ranges),
            accepted=sequence in self.accepted,
            beyond_cursor=sequence > self.cursor,
            held=self.paused or self.disabled,
            matches=self.matching is None or sequence in self.matching,
        )


@st.composite
def worlds(draw: st.DrawFn) -> World:
    start = draw(st.integers(1, HEAD + 1))
    sequences = st.integers(start, HEAD)
    some = st.sets(sequences) if start <= HEAD else st.just(set[int]())
    ends = sorted(draw(some))
    matching = draw(st.none() | st.frozensets(st.integers(1, HEAD)))
    return World(
        start=start,
        cursor=draw(st.integers(start - 1, HEAD)),
        paused=draw(st.booleans()),
        disabled=draw(st.booleans()),
        rows={one: draw(st.sampled_from(RetryState)) for one in draw(some) if matching is None or one in matching},
        accepted=frozenset(draw(some)),
        ranges=tuple(zip(ends[::2], ends[1::2], strict=False)),
        matching=matching,
        evaluated=draw(st.integers(0, HEAD)),
    )


def filter_of(matching: Collection[int]) -> str:
    """Return a filter for events that `an_event` makes."""
    return json.dumps({"name": [f"Plant {sequence}" for sequence in sorted(matching)] or "no plant"})


def store(tx: Transaction, receiver_id: int, world: World) -> None:
    id = ReceiverId(receiver_id)
    receiver = a_receiver(
        id, start=world.start, cursor=world.cursor, paused=world.paused, filtered=world.matching is not None
    )
    receivers.insert(tx, receiver)
    if world.matching is not None:
        receiver_filters.add(tx, id, first=world.start, pattern=filter_of(world.matching))
        filter_pages.store(tx, filter_pages.evaluate(tx, [receiver], limit=world.evaluated))
    if world.disabled:
        silent = Breaker(state=BreakerState.DISABLED, reason=DisabledReason.SILENT, opened_at=NOON)
        breakers.put(tx, id, silent, resumes=0)
    retries.upsert(tx, [a_retry(one, receiver_id=id, state=state) for one, state in world.rows.items()])
    sent = [an_attempt(one, receiver_id=id, status=204 if one in world.accepted else 500) for one in range(1, HEAD)]
    attempts.add(tx, [one._replace(id=receiver_id * 1_000 + one.sequence) for one in sent if one.sequence % 3])
    more = [an_attempt(one, receiver_id=id, id=receiver_id * 1_000 + 500 + one) for one in world.accepted]
    attempts.add(tx, more)
    cancelled_ranges.add(tx, id, world.ranges, asked_by="tok_1")


def listed(tx: Transaction, wanted: DeliveryQuery, *, limit: int = 5) -> list[Delivery]:
    """Every page of a list, put together; each page must come further than the one before."""
    found: list[Delivery] = []
    place = None
    while True:
        page = delivery_list.page(tx, wanted, position=place, limit=limit)
        assert len(page.deliveries) <= limit
        found += page.deliveries
        if page.following is None:
            return found
        assert place is None or (page.following.sequence, page.following.receiver_id) < (
            place.sequence,
            place.receiver_id,
        )
        place = page.following


def shown(found: list[Delivery]) -> list[Shown]:
    return [(one.sequence, one.receiver_id, one.state) for one in found]


def expected(made: dict[int, World], states: set[DeliveryState]) -> list[Shown]:
    every = [
        (sequence, id, world.state(sequence))
        for sequence in range(HEAD, 0, -1)
        for id, world in sorted(made.items(), reverse=True)
        if sequence >= world.start
    ]
    return [one for one in every if one[2] in states]


@given(st.lists(worlds(), min_size=1, max_size=4), st.sets(st.sampled_from(DeliveryState), min_size=1), st.data())
@settings(max_examples=examples(100), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_counts_and_lists_agree_with_each_deliverys_state(
    tx: Transaction, made: list[World], states: set[DeliveryState], data: st.DataObject
) -> None:
    tx.connection.rollback()  # of the example before
    tx.memo.clear()
    tx.connection.begin_write()
    events.add(tx, [an_event(sequence) for sequence in range(1, HEAD + 1)])
    by_id = dict(enumerate(made, 1))
    for id, world in by_id.items():
        store(tx, id, world)

    total = Counter[DeliveryState]()
    for id, world in by_id.items():
        receiver = receivers.find(tx, ReceiverId(id))
        assert receiver is not None
        counts = delivery_counts.of_receiver(tx, receiver)
        derived = Counter(world.state(sequence) for sequence in range(world.start, HEAD + 1))
        assert counts.by_state == {state: derived[state] for state in DeliveryState}
        assert sum(counts.by_state.values()) == max(0, HEAD - world.start + 1)
        total.update(counts.by_state)
    assert delivery_counts.of_all(tx, receivers_max=10).by_state == total

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(delivery_list, "MERGED_MAX", data.draw(st.integers(0, 5)))
        patch.setattr(delivery_list, "BLOCK_EVENTS", data.draw(st.integers(1, 20)))
        patch.setattr(delivery_list, "LOOKS_MAX", data.draw(st.integers(12, 60)))
        wanted = DeliveryQuery(states=frozenset(states))
        assert shown(listed(tx, wanted)) == expected(by_id, states)
        own = replace(wanted, receiver_ids=frozenset({ReceiverId(1)}), first=3, last=9)
        assert shown(listed(tx, own)) == [one for one in expected({1: made[0]}, states) if 3 <= one[0] <= 9]
        some = data.draw(st.sets(st.sampled_from(sorted(by_id))))
        chosen = replace(wanted, receiver_ids=frozenset(map(ReceiverId, some)))
        assert shown(listed(tx, chosen)) == expected({id: by_id[id] for id in some}, states)
        registered = receivers.find_many(tx, frozenset(map(ReceiverId, some))).values()
        by_state = delivery_counts.of_receivers(tx, registered).by_state
        derived = Counter(state for _, _, state in expected({id: by_id[id] for id in some}, set(DeliveryState)))
        assert by_state == {state: derived[state] for state in DeliveryState}


# Filters, limits and bounds


def test_a_page_makes_progress_even_if_other_receivers_use_up_its_steps(
    tx: Transaction, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(delivery_list, "BLOCK_EVENTS", 1)
    monkeypatch.setattr(delivery_list, "LOOKS_MAX", HEAD)
    events.add(tx, [an_event(sequence) for sequence in range(1, HEAD + 1)])
    nothing = World(start=1, cursor=0, paused=False, disabled=False, rows={}, accepted=frozenset(), ranges=())
    ahead = replace(nothing, accepted=frozenset(range(1, HEAD + 1)))
    by_id = {1: nothing, 2: nothing, 3: ahead, 4: ahead}
    for id, world in by_id.items():
        store(tx, id, world)

    found = listed(tx, DeliveryQuery(states=frozenset({DeliveryState.QUEUED})))

    assert shown(found) == expected(by_id, {DeliveryState.QUEUED})


def a_log(tx: Transaction, head: int, **receiver: Any) -> None:
    """Insert events, and one receiver of all of them."""
    events.add(tx, [an_event(sequence) for sequence in range(1, head + 1)])
    receivers.insert(tx, a_receiver(**receiver))


def sequences(tx: Transaction, wanted: DeliveryQuery) -> list[int]:
    return [one.sequence for one in listed(tx, wanted)]


def test_the_response_is_the_last_one_or_the_accepted_one(tx: Transaction) -> None:
    a_log(tx, 6, cursor=5)
    attempts.add(tx, [an_attempt(1, status=500), an_attempt(1, number=2, status=204), an_attempt(2, status=200)])
    attempts.add(tx, [an_attempt(2, number=2, status=503, replay_id="rpl_1")])
    retries.upsert(tx, [a_retry(3, last_status=503), a_retry(4, last_status=404, state=RetryState.EXHAUSTED)])
    cancelled_ranges.add(tx, RECEIVER, [(4, 5)], asked_by="tok_1")

    found = {
        text: sequences(tx, DeliveryQuery(answer=parse_answer_filter(text)))
        for text in ("2xx", "204", "5xx", "404", "refused")
    }

    assert found == {"2xx": [2, 1], "204": [1], "5xx": [3], "404": [4], "refused": [4, 3]}
    delivered, cancelled = (frozenset({state}) for state in (DeliveryState.DELIVERED, DeliveryState.CANCELLED))
    assert sequences(tx, DeliveryQuery(answer=parse_answer_filter("5xx"), states=delivered)) == []
    assert sequences(tx, DeliveryQuery(answer=parse_answer_filter("404"), states=cancelled)) == [4]


def test_a_removed_receiver_has_no_deliveries(tx: Transaction) -> None:
    a_log(tx, 3, cursor=3)
    retries.upsert(tx, [a_retry(2, state=RetryState.EXHAUSTED)])
    receivers.mark_deleted(tx, RECEIVER)

    assert sequences(tx, DeliveryQuery()) == []
    assert sequences(tx, DeliveryQuery(states=frozenset({DeliveryState.EXHAUSTED}))) == []
    assert sum(delivery_counts.of_all(tx, receivers_max=10).by_state.values()) == 0


def test_a_delivery_is_found_if_its_receiver_gets_the_event(tx: Transaction) -> None:
    a_log(tx, 3, start=2, cursor=2)
    receiver = receivers.find(tx, RECEIVER)
    assert receiver is not None

    found = [delivery_list.find(tx, receiver, sequence) for sequence in (1, 2, 3, 4)]

    assert [one and one.state for one in found] == [None, DeliveryState.DELIVERED, DeliveryState.QUEUED, None]


def test_rare_states_are_found_without_a_scan_of_the_log(tx: Transaction, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(delivery_list, "LOOKS_MAX", 3)
    a_log(tx, 2_000, cursor=1_990)
    cancelled_ranges.add(tx, RECEIVER, [(5, 5), (100, 1_900)], asked_by="tok_1")
    retries.upsert(tx, [a_retry(7, state=RetryState.CANCELLED), a_retry(1_950, state=RetryState.EXHAUSTED)])

    def one_page(*states: DeliveryState, last: int | None = None) -> list[int]:
        page = delivery_list.page(
            tx,
            DeliveryQuery(receiver_ids=frozenset({RECEIVER}), states=frozenset(states), last=last),
            position=None,
            limit=3,
        )
        return [one.sequence for one in page.deliveries]

    assert one_page(DeliveryState.CANCELLED, last=99) == [7, 5]
    assert one_page(DeliveryState.DELIVERED, last=1_899) == [99, 98, 97]
    assert one_page(DeliveryState.EXHAUSTED, DeliveryState.QUEUED, last=1_990) == [1_950]
    assert one_page(DeliveryState.QUEUED) == [2_000, 1_999, 1_998]


def test_a_page_that_was_cut_short_says_where_to_continue(tx: Transaction, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(delivery_list, "LOOKS_MAX", 10)
    a_log(tx, 500, cursor=500)
    attempts.add(tx, [an_attempt(sequence, status=203 if sequence == 3 else 200) for sequence in range(1, 501)])
    wanted = DeliveryQuery(answer=parse_answer_filter("203"))

    page = delivery_list.page(tx, wanted, position=None, limit=5)

    assert page.deliveries == []
    assert page.following is not None
    assert page.following.sequence == 500 - 10 * delivery_list.ANSWERED_EVENTS
    assert sequences(tx, wanted) == [3]


def test_a_success_beyond_the_cursor_is_found_before_the_block_that_was_read_ahead(
    tx: Transaction, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(delivery_list, "BLOCK_EVENTS", 2)
    a_log(tx, 9, cursor=0)
    attempts.add(tx, [an_attempt(3)])

    assert sequences(tx, DeliveryQuery(states=frozenset({DeliveryState.DELIVERED}))) == [3]


def test_rows_with_another_response_cost_few_steps(tx: Transaction, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(delivery_list, "LOOKS_MAX", 5)
    a_log(tx, 100, cursor=100)
    retries.upsert(tx, [a_retry(sequence, last_status=404 if sequence > 1 else 500) for sequence in range(1, 101)])

    page = delivery_list.page(tx, DeliveryQuery(answer=parse_answer_filter("500")), position=None, limit=5)

    assert page.following is not None
    assert page.following.sequence == 101 - 6 * delivery_list.MISSES_A_LOOK
    assert sequences(tx, DeliveryQuery(answer=parse_answer_filter("500"))) == [1]


def test_counts_over_all_receivers_are_capped_if_too_many_deliveries_failed(
    tx: Transaction, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(delivery_counts, "CAPPED_AT", 4)
    a_log(tx, 9, cursor=9)
    retries.upsert(tx, [a_retry(one, state=RetryState.EXHAUSTED) for one in (1, 2, 3, 4, 5)])
    monkeypatch.setattr(delivery_counts, "COUNTED_ROWS_MAX", 5)
    exact = delivery_counts.of_all(tx, receivers_max=10)
    monkeypatch.setattr(delivery_counts, "COUNTED_ROWS_MAX", 4)
    capped = delivery_counts.of_all(tx, receivers_max=10)

    assert (exact.exact, exact.by_state[DeliveryState.EXHAUSTED]) == (True, 5)
    assert (capped.exact, capped.by_state[DeliveryState.EXHAUSTED]) == (False, 4)
    assert max(capped.by_state.values()) == 4


def test_lagging_receivers_are_counted_one_by_one_up_to_a_limit(
    tx: Transaction, monkeypatch: pytest.MonkeyPatch
) -> None:
    a_log(tx, 2, cursor=1)
    attempts.add(tx, [an_attempt(2)])
    monkeypatch.setattr(delivery_counts, "COUNTED_RECEIVERS_MAX", 1)
    exact = delivery_counts.of_all(tx, receivers_max=10)
    monkeypatch.setattr(delivery_counts, "COUNTED_RECEIVERS_MAX", 0)
    capped = delivery_counts.of_all(tx, receivers_max=10)

    assert (exact.exact, exact.by_state[DeliveryState.DELIVERED]) == (True, 2)
    assert not capped.exact


def test_the_feed_of_attempts_is_of_all_receivers_or_of_some(tx: Transaction) -> None:
    a_log(tx, 4)
    attempts.add(tx, [an_attempt(1), an_attempt(2, receiver_id=ReceiverId(8)), an_attempt(3)])
    tx.run_pre_commit_hooks()

    def sequences(receiver_ids: set[ReceiverId] | None, *, after: int, limit: int = 5) -> list[int]:
        places = attempt_pages.next_positions(tx, after=after, limit=limit)
        return [one.sequence for _, one in attempts.at_positions(tx, places, receiver_ids=receiver_ids)]

    assert sequences(None, after=101) == [2, 3]
    assert sequences({RECEIVER}, after=0) == [1, 3]
    assert sequences({RECEIVER}, after=0, limit=2) == [1]
    assert sequences({RECEIVER, ReceiverId(8)}, after=0) == [1, 2, 3]
    assert sequences(set(), after=0) == []


@pytest.mark.sqlite_only("it looks at how SQLite finds the rows")
@pytest.mark.parametrize("ids", [None, {RECEIVER}, {RECEIVER, ReceiverId(8)}], ids=["all", "one", "two"])
@pytest.mark.parametrize("states", [*[(state,) for state in DeliveryState], tuple(DeliveryState)], ids="-".join)
@pytest.mark.parametrize("answer", [None, "5xx", "2xx"])
def test_no_list_or_count_of_one_receiver_scans_a_table(
    tx: Transaction, ids: set[ReceiverId] | None, states: tuple[DeliveryState, ...], answer: str | None
) -> None:
    a_log(tx, 30, cursor=25)
    retries.upsert(tx, [a_retry(2), a_retry(3, state=RetryState.EXHAUSTED), a_retry(27, state=RetryState.CANCELLED)])
    cancelled_ranges.add(tx, RECEIVER, [(5, 6), (28, 28)], asked_by="tok_1")
    wanted = DeliveryQuery(
        receiver_ids=None if ids is None else frozenset(ids),
        states=frozenset(states),
        answer=None if answer is None else parse_answer_filter(answer),
    )

    def look(tx: Transaction) -> None:
        listed(tx, wanted)
        receiver = receivers.find(tx, RECEIVER)
        assert receiver is not None
        delivery_counts.of_receiver(tx, receiver)
        places = attempt_pages.next_positions(tx, after=0, limit=10)
        attempts.at_positions(tx, places or [FeedPosition(101, 101)], receiver_ids=ids)

    plans = plans_of(tx, look)

    assert len(plans) >= 5
    for plan in plans:
        assert not any(f"SCAN {table}" in plan for table in ("attempts", "events", "retries", "skips")), plan
        assert "TEMP B-TREE" not in plan, plan
        assert ids is None or "retries_newest" not in plan, "that would scan the rows of all receivers"
