"""Lists of deliveries. No table stores deliveries: they are derived from other rows, beginning with the newest event.

Deliveries in rare states are found by an index, and those in common states by blocks of the log. A page takes at most
LOOKS_MAX steps. If that cuts the page short, it contains the position at which to continue. Deliveries of one event are
sorted by receiver, newest first.
"""

import heapq
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import assert_never

from plantstore.domain.deliveries.answer_filter import AnswerFilter
from plantstore.domain.deliveries.delivery import OutcomeKind, Retry, RetryState
from plantstore.domain.deliveries.delivery_state import Delivery, DeliveryState, state_of
from plantstore.domain.public_ids import RECEIVER_ID_BITS, ReceiverId
from plantstore.domain.receivers.receiver import Receiver
from plantstore.storage.database import Transaction
from plantstore.storage.queries.delivery_rows import DeliveryRows
from plantstore.storage.tables import attempts, events, filter_pages, receivers, retries

LOOKS_MAX = 500  # max steps per page; a step derives a block or a single delivery, or reads a row
BLOCK_EVENTS = 64  # max events of one receiver that are derived in one step
ANSWERED_EVENTS = 2  # max events in one step with a response filter: a query for each delivery
MISSES_A_LOOK = 8  # number of rows not matching the response filter that count as one step
MERGED_MAX = 100  # max receivers whose deliveries are merged; with more receivers, the list is built event by event
ALL_RECEIVERS = (1 << RECEIVER_ID_BITS) - 1  # higher than every receiver id: a list that begins here has all receivers
assert LOOKS_MAX > 2 * MERGED_MAX, "every page must make progress"

_ROWS_OF = {
    DeliveryState.RETRYING: RetryState.WAITING,
    DeliveryState.HELD: RetryState.WAITING,
    DeliveryState.EXHAUSTED: RetryState.EXHAUSTED,
    DeliveryState.CANCELLED: RetryState.CANCELLED,
}
_HELD = "(receivers.paused = 1 OR coalesce(breakers.state, 'closed') = 'disabled')"
_WITH_ROW = "EXISTS (SELECT 1 FROM retries WHERE retries.receiver_id = receivers.id AND retries.state = '{state}')"
_HAS_ANY = {
    DeliveryState.QUEUED: f"(cursor < :sequence AND NOT {_HELD})",
    DeliveryState.HELD: _HELD,
    DeliveryState.RETRYING: f"(NOT {_HELD} AND {_WITH_ROW.format(state='waiting')})",
    DeliveryState.EXHAUSTED: _WITH_ROW.format(state="exhausted"),
    DeliveryState.CANCELLED: (
        f"({_WITH_ROW.format(state='cancelled')} "
        "OR EXISTS (SELECT 1 FROM skips WHERE skips.receiver_id = receivers.id))"
    ),
    DeliveryState.DELIVERED: "1 = 1",
    DeliveryState.FILTERED: "receivers.filtered = 1",
}
"""SQL conditions, by state, for the receivers that can have a delivery in that state."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DeliveryQuery:
    """The filter of a list: receivers (None is all), states, response, and events from `first` to `last`."""

    receiver_ids: frozenset[ReceiverId] | None = None
    states: frozenset[DeliveryState] = frozenset(DeliveryState)
    answer: AnswerFilter | None = None
    first: int = 1
    last: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DeliveryPosition:
    """The position at which a list continues.

    First come the deliveries of event number `sequence` to receivers with lower ids, then those of all earlier events.
    """

    sequence: int
    receiver_id: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DeliveryPage:
    """Deliveries, newest event first, and the position at which to continue; None at the end of the list."""

    deliveries: list[Delivery]
    following: DeliveryPosition | None


@dataclass(frozen=True, slots=True, kw_only=True)
class _Stop:
    """The delivery at which the steps of a page were used up: it and all deliveries that follow are unexamined."""

    receiver_id: int
    sequence: int


_Found = Iterator[Delivery | _Stop]


class _Budget:
    """Limits the steps of a page to LOOKS_MAX. `take` returns False when they are used up."""

    def __init__(self) -> None:
        self._left = LOOKS_MAX

    def take(self) -> bool:
        self._left -= 1
        return self._left >= 0


def find(tx: Transaction, receiver: Receiver, sequence: int) -> Delivery | None:
    """Return one delivery; None if the receiver does not get the event."""
    if not receiver.start <= sequence <= events.head(tx):
        return None
    return next(_block(tx, receiver, DeliveryRows(tx), first=sequence, last=sequence))


def page(tx: Transaction, query: DeliveryQuery, *, position: DeliveryPosition | None, limit: int) -> DeliveryPage:
    """Return the next page of deliveries. A page that was cut short may be empty but have a `following` position."""
    query = _narrowed(query)
    head = events.head(tx) if query.last is None else min(events.head(tx), query.last)
    position = position or DeliveryPosition(sequence=head, receiver_id=ALL_RECEIVERS)
    budget, found = _Budget(), list[Delivery]()
    for one in _derive(tx, query, position, budget):
        if isinstance(one, _Stop) or len(found) == limit:
            return DeliveryPage(
                deliveries=found, following=DeliveryPosition(sequence=one.sequence, receiver_id=one.receiver_id + 1)
            )
        found.append(one)
    return DeliveryPage(deliveries=found, following=None)


def _narrowed(query: DeliveryQuery) -> DeliveryQuery:
    """Remove the states that no delivery with the filter's response can have.

    Failed deliveries have a row in `retries`, and accepted ones are delivered.
    """
    if query.answer is None:
        return query
    possible = frozenset(_ROWS_OF) if query.answer.only_failures else frozenset({DeliveryState.DELIVERED})
    return replace(query, states=query.states & possible)


def _derive(tx: Transaction, query: DeliveryQuery, position: DeliveryPosition, budget: _Budget) -> _Found:
    if not query.states:
        return iter(())
    if _only_rows(query):
        return _by_rows(tx, query, position)
    if query.receiver_ids is not None:
        chosen = receivers.find_many(tx, query.receiver_ids).values()
        return _merged(tx, chosen, query, position, budget)
    return _of_all(tx, query, position, budget)


# By the rows of `retries`


def _only_rows(query: DeliveryQuery) -> bool:
    failed = query.answer is not None and query.answer.only_failures
    return failed or query.states <= {DeliveryState.RETRYING, DeliveryState.EXHAUSTED}


def _by_rows(tx: Transaction, query: DeliveryQuery, position: DeliveryPosition) -> _Found:
    # A row in any state may be in a cancelled range. Each state has its own budget, or one could use up all of it.
    rows = set(RetryState) if DeliveryState.CANCELLED in query.states else {_ROWS_OF[one] for one in query.states}
    of_each = [None] if query.receiver_ids is None else sorted(query.receiver_ids)
    budgets = {state: _Budget() for state in sorted(rows)}
    ahead = DeliveryRows(tx)
    streams = [_rows(tx, state, one, ahead, query, position, budgets[state]) for state in budgets for one in of_each]
    for one in heapq.merge(*streams, key=_order, reverse=True):
        if isinstance(one, _Stop):
            yield one
            return
        receiver = ahead.known.get(one.receiver_id)
        if receiver is not None:
            row = {} if one.retry is None else {one.sequence: one.retry}
            block = _block(tx, receiver, ahead, first=one.sequence, last=one.sequence, known=row)
            yield from _matching(tx, block, query)


def _rows(
    tx: Transaction,
    state: RetryState,
    receiver_id: ReceiverId | None,
    ahead: DeliveryRows,
    query: DeliveryQuery,
    position: DeliveryPosition,
    budget: _Budget,
) -> _Found:
    before, misses = (position.sequence, position.receiver_id), 0
    while True:
        chunk = retries.newest(tx, state, receiver_id=receiver_id, first=query.first, before=before, limit=BLOCK_EVENTS)
        ahead.read_of(chunk)
        for retry in chunk:
            fits = query.answer is None or query.answer.matches(retry.last_outcome, retry.last_status)
            misses += not fits
            if (fits or misses % MISSES_A_LOOK == 0) and not budget.take():
                yield _Stop(receiver_id=retry.receiver_id, sequence=retry.sequence)
                return
            if fits:
                yield Delivery(
                    receiver_id=retry.receiver_id, sequence=retry.sequence, state=DeliveryState.RETRYING, retry=retry
                )
        if len(chunk) < BLOCK_EVENTS:
            return
        before = (chunk[-1].sequence, chunk[-1].receiver_id)


# By the log


def _of_all(tx: Transaction, query: DeliveryQuery, position: DeliveryPosition, budget: _Budget) -> _Found:
    """Yield all receivers' deliveries: event by event until at most MERGED_MAX receivers are left, then merged."""
    sequence, before, rows = position.sequence, position.receiver_id, DeliveryRows(tx)
    while sequence >= query.first:
        candidates = _candidates(tx, query.states, sequence=sequence, before=ALL_RECEIVERS)
        if len(candidates) <= MERGED_MAX:
            start = DeliveryPosition(sequence=sequence, receiver_id=before)
            yield from _merged(tx, candidates, query, start, budget)
            return
        while candidates:
            candidates = _candidates(tx, query.states, sequence=sequence, before=before)
            rows.read_block(candidates, first=sequence, last=sequence)
            for receiver in candidates:
                before = receiver.id
                if not budget.take():
                    yield _Stop(receiver_id=receiver.id, sequence=sequence)
                    return
                yield from _matching(tx, _block(tx, receiver, rows, first=sequence, last=sequence), query)
        sequence, before = sequence - 1, ALL_RECEIVERS


def _candidates(tx: Transaction, states: Collection[DeliveryState], *, sequence: int, before: int) -> list[Receiver]:
    """Return at most MERGED_MAX + 1 receivers that can have a delivery in `states` at or before event `sequence`."""
    any_of_them = " OR ".join(_HAS_ANY[state] for state in sorted(states))
    sql = (
        "SELECT receivers.id FROM receivers LEFT JOIN breakers ON breakers.receiver_id = receivers.id "
        f"WHERE deleted_at IS NULL AND start <= ? AND receivers.id < ? AND ({any_of_them}) "
        "ORDER BY receivers.id DESC LIMIT ?"
    )
    values = [sequence, before, *[sequence] * any_of_them.count(":sequence"), MERGED_MAX + 1]
    ids = [receiver_id for (receiver_id,) in tx.execute(sql.replace(":sequence", "?"), values)]
    found = receivers.find_many(tx, ids)
    return [found[one] for one in ids if one in found]


def _merged(
    tx: Transaction, chosen: Collection[Receiver], query: DeliveryQuery, position: DeliveryPosition, budget: _Budget
) -> _Found:
    """Yield the deliveries of at most MERGED_MAX receivers; the first block of all is read together."""
    size, rows = _block_size(query), DeliveryRows(tx)
    rows.read_block(chosen, first=max(query.first, position.sequence - size), last=position.sequence)
    found = (_of_receiver(tx, receiver, rows, query, position, budget) for receiver in chosen)
    return heapq.merge(*found, key=_order, reverse=True)


def _block_size(query: DeliveryQuery) -> int:
    return BLOCK_EVENTS if query.answer is None else ANSWERED_EVENTS


def _of_receiver(
    tx: Transaction,
    receiver: Receiver,
    rows: DeliveryRows,
    query: DeliveryQuery,
    position: DeliveryPosition,
    budget: _Budget,
) -> _Found:
    first = max(query.first, receiver.start)
    last = position.sequence if receiver.id < position.receiver_id else position.sequence - 1
    size = _block_size(query)
    looked = False
    while (last := _next(tx, receiver, rows, query.states, last)) >= first:
        if (
            not budget.take() and looked
        ):  # a receiver's first step is free, so that a page makes progress even if other receivers used up the budget
            yield _Stop(receiver_id=receiver.id, sequence=last)
            return
        looked = True
        yield from _matching(tx, _block(tx, receiver, rows, first=max(first, last - size + 1), last=last), query)
        last -= size


def _next(tx: Transaction, receiver: Receiver, rows: DeliveryRows, states: Collection[DeliveryState], last: int) -> int:
    """Return the newest event up to `last` whose delivery can be in one of the states; 0 if there is none.

    This finds deliveries in rare states without reading all events in between.
    """
    if len(states) == len(DeliveryState) and last >= receiver.start:
        return last  # every delivery is in one of them
    return max(_next_in(tx, receiver, rows, state, last) for state in states) if last >= receiver.start else 0


def _next_in(tx: Transaction, receiver: Receiver, rows: DeliveryRows, state: DeliveryState, last: int) -> int:
    beyond = last > receiver.cursor
    match state:
        case DeliveryState.QUEUED:
            return _unfiltered_beyond(tx, receiver, until=last) if beyond and not receiver.held else 0
        case DeliveryState.HELD:
            if not receiver.held:
                return 0
            row = retries.last_in_state(tx, receiver.id, RetryState.WAITING, until=last)
            return max(row, _unfiltered_beyond(tx, receiver, until=last)) if beyond else row
        case DeliveryState.RETRYING:
            return 0 if receiver.held else retries.last_in_state(tx, receiver.id, RetryState.WAITING, until=last)
        case DeliveryState.EXHAUSTED:
            return retries.last_in_state(tx, receiver.id, RetryState.EXHAUSTED, until=last)
        case DeliveryState.CANCELLED:
            row = retries.last_in_state(tx, receiver.id, RetryState.CANCELLED, until=last)
            skipped = rows.last_range(receiver.id, until=last)
            return row if skipped is None else max(row, _unfiltered(tx, receiver, until=min(skipped[1], last)))
        case DeliveryState.DELIVERED:
            return _next_delivered(tx, receiver, rows, last)
        case DeliveryState.FILTERED:
            return filter_pages.matches_of(tx, receiver).last_filtered(until=last) if receiver.filtered else 0
        case _:
            assert_never(state)


def _unfiltered(tx: Transaction, receiver: Receiver, *, until: int) -> int:
    """Return the newest event up to `until` that the receiver's filter lets through; 0 if there is none."""
    return filter_pages.matches_of(tx, receiver).last(until=until) if receiver.filtered else until


def _unfiltered_beyond(tx: Transaction, receiver: Receiver, *, until: int) -> int:
    found = _unfiltered(tx, receiver, until=until)
    return found if found > receiver.cursor else 0


def _next_delivered(tx: Transaction, receiver: Receiver, rows: DeliveryRows, last: int) -> int:
    if last > receiver.cursor:
        accepted = rows.last_accepted(receiver, until=last)
        if accepted:
            return accepted
    last = _unfiltered(tx, receiver, until=min(last, receiver.cursor))
    skipped = rows.last_range(receiver.id, until=last)
    return last if skipped is None or skipped[1] < last else skipped[0] - 1


def _block(
    tx: Transaction,
    receiver: Receiver,
    rows: DeliveryRows,
    *,
    first: int,
    last: int,
    known: Mapping[int, Retry] | None = None,
) -> Iterator[Delivery]:
    """Yield a receiver's deliveries from `last` down to `first`; `known` are their rows in `retries`, if known."""
    if known is None:
        known = rows.retries(receiver.id, first=first, last=last)
    skipped = rows.ranges(receiver.id, first=first, last=last)
    accepted = rows.accepted(receiver, first=first, last=last)
    for sequence in range(last, first - 1, -1):
        row = known.get(sequence)
        if row is not None and row.state is RetryState.WAITING and rows.is_accepted(receiver.id, sequence):
            accepted.add(sequence)
        state = state_of(
            None if row is None else row.state,
            skipped=any(low <= sequence <= high for low, high in skipped),
            accepted=sequence in accepted,
            beyond_cursor=sequence > receiver.cursor,
            held=receiver.held,
            matches=not filter_pages.is_filtered(tx, receiver, sequence),
        )
        yield Delivery(receiver_id=receiver.id, sequence=sequence, state=state, retry=row)


def _matching(tx: Transaction, deliveries: Iterator[Delivery], query: DeliveryQuery) -> Iterator[Delivery]:
    for delivery in deliveries:
        if delivery.state in query.states and (query.answer is None or _answered(tx, delivery, query.answer)):
            yield delivery


def _answered(tx: Transaction, delivery: Delivery, answer: AnswerFilter) -> bool:
    if delivery.state is not DeliveryState.DELIVERED:
        return delivery.retry is not None and answer.matches(delivery.retry.last_outcome, delivery.retry.last_status)
    status = attempts.status_of_success(tx, delivery.receiver_id, delivery.sequence)
    return status is not None and answer.matches(OutcomeKind.ACCEPTED, status)


def _order(one: Delivery | _Stop) -> tuple[int, int]:
    return one.sequence, one.receiver_id
