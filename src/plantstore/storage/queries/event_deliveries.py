"""Deliveries of given events to all receivers, derived together: for lists of found events, and grouped by event.

A few queries read what decides about the states of all deliveries of a block of events.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from plantstore.domain.deliveries.delivery import OutcomeKind, Retry, RetryState
from plantstore.domain.deliveries.delivery_state import Delivery, DeliveryState, state_of
from plantstore.domain.public_ids import ReceiverId
from plantstore.domain.receivers.receiver import Receiver
from plantstore.storage.database import Transaction
from plantstore.storage.queries import delivery_list
from plantstore.storage.queries.delivery_list import ALL_RECEIVERS, DeliveryPage, DeliveryPosition, DeliveryQuery
from plantstore.storage.tables import attempts, cancelled_ranges, events, filter_pages, receivers, retries

DERIVED_MAX = 2_000  # max deliveries derived for one page, unless a single event has more
FIRST_BLOCK_EVENTS = 8  # a page that fills up early derives few deliveries
MATCHES_A_GROUP = 4  # matching deliveries that are looked for per event; if events have more, the page is short

Key = tuple[ReceiverId, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class EventGroup:
    """An event with all its deliveries, the receiver that was registered last first."""

    sequence: int
    deliveries: Sequence[Delivery]

    @property
    def counts(self) -> Mapping[DeliveryState, int]:
        return Counter(delivery.state for delivery in self.deliveries)


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupPage:
    """Events with their deliveries, newest first, and the position at which to continue; None at the end."""

    groups: list[EventGroup]
    following: DeliveryPosition | None


def found_page(
    tx: Transaction,
    query: DeliveryQuery,
    sequences: Sequence[int],
    *,
    position: DeliveryPosition | None,
    limit: int,
    receivers_max: int,
) -> DeliveryPage:
    """Return the next page of the deliveries of given events (newest first) that match the filters."""
    live = _receivers(tx, query, receivers_max)
    position = position or DeliveryPosition(sequence=max(sequences, default=0), receiver_id=ALL_RECEIVERS)
    left = [one for one in sequences if _is_ahead(one, position)]
    found: list[Delivery] = []
    examined = 0
    for block in _blocks(left, live):
        examined += len(block)
        for delivery in _matching(tx, query, _derive(tx, block, live)):
            if (delivery.sequence, delivery.receiver_id) >= (position.sequence, position.receiver_id):
                continue
            if len(found) == limit:
                last = found[-1]
                return DeliveryPage(
                    deliveries=found,
                    following=DeliveryPosition(sequence=last.sequence, receiver_id=last.receiver_id),
                )
            found.append(delivery)
    return DeliveryPage(deliveries=found, following=_after_examined(left, examined))


def group_page(
    tx: Transaction,
    query: DeliveryQuery,
    sequences: Sequence[int] | None,
    *,
    position: DeliveryPosition | None,
    limit: int,
    receivers_max: int,
) -> GroupPage:
    """Return the next page of events that have a delivery that matches the filters, each with all its deliveries.

    `sequences` are the events to choose from, newest first; None means all. With receivers in the query, a group has
    only the deliveries to these receivers.
    """
    live = _receivers(tx, query, receivers_max)
    limit = max(1, min(limit, DERIVED_MAX // max(1, len(live))))
    if sequences is None:
        chosen, following = _choose(tx, query, position, limit)
        return GroupPage(groups=list(_groups(tx, chosen, live)), following=following)
    left = [one for one in sequences if position is None or _is_ahead(one, position)]
    groups: list[EventGroup] = []
    examined = 0
    for block in _blocks(left, live):
        examined += len(block)
        for group in _groups(tx, block, live):
            if not any(True for _ in _matching(tx, query, group.deliveries)):
                continue
            if len(groups) == limit:
                return GroupPage(groups=groups, following=_beyond(groups[-1].sequence))
            groups.append(group)
    return GroupPage(groups=groups, following=_after_examined(left, examined))


def _choose(
    tx: Transaction, query: DeliveryQuery, position: DeliveryPosition | None, limit: int
) -> tuple[list[int], DeliveryPosition | None]:
    """Return the next events of an unsearched list, and the position at which to continue."""
    if query.receiver_ids is None and query.answer is None and query.states == frozenset(DeliveryState):
        head = events.head(tx) if query.last is None else min(events.head(tx), query.last)
        newest = head if position is None else min(head, position.sequence - (position.receiver_id == 0))
        oldest = max(query.first, newest - limit + 1)
        following = _beyond(oldest) if oldest > query.first and oldest <= newest else None
        return list(range(newest, oldest - 1, -1)), following
    page = delivery_list.page(tx, query, position=position, limit=limit * MATCHES_A_GROUP)
    found = list(dict.fromkeys(delivery.sequence for delivery in page.deliveries))
    if len(found) > limit:
        return found[:limit], _beyond(found[limit - 1])
    if page.following is None or not found or page.following.sequence != found[-1]:
        return found, page.following
    return found, _beyond(found[-1])


def _beyond(sequence: int) -> DeliveryPosition:
    """Return the position after all deliveries of an event."""
    return DeliveryPosition(sequence=sequence, receiver_id=0)


def _is_ahead(sequence: int, position: DeliveryPosition) -> bool:
    return sequence < position.sequence or (sequence == position.sequence and position.receiver_id > 0)


def _receivers(tx: Transaction, query: DeliveryQuery, receivers_max: int) -> list[Receiver]:
    """Return the receivers of the query, the one that was registered last first."""
    if query.receiver_ids is None:
        chosen = receivers.page(tx, limit=receivers_max)
    else:
        chosen = list(receivers.find_many(tx, query.receiver_ids).values())
    return sorted(chosen, key=lambda one: one.id, reverse=True)


def _blocks(sequences: Sequence[int], live: Sequence[Receiver]) -> Iterator[Sequence[int]]:
    """Yield the events in blocks, each twice as large as the one before, until DERIVED_MAX deliveries are derived."""
    start, size = 0, FIRST_BLOCK_EVENTS
    while start < len(sequences) and start * len(live) < DERIVED_MAX and live:
        yield sequences[start : start + size]
        start, size = start + size, size * 2


def _after_examined(sequences: Sequence[int], examined: int) -> DeliveryPosition | None:
    return _beyond(sequences[examined - 1]) if 0 < examined < len(sequences) else None


def _groups(tx: Transaction, sequences: Sequence[int], live: Sequence[Receiver]) -> Iterator[EventGroup]:
    by_event: dict[int, list[Delivery]] = {sequence: [] for sequence in sequences}
    for delivery in _derive(tx, sequences, live):
        by_event[delivery.sequence].append(delivery)
    for sequence, deliveries in by_event.items():
        yield EventGroup(sequence=sequence, deliveries=deliveries)


def find(tx: Transaction, wanted: Sequence[tuple[Receiver, int]]) -> dict[Key, Delivery]:
    """Return the delivery of each event, given by its sequence number, to its receiver.

    Events that do not exist or are from before the receiver's start are left out. A few statements read all of them.
    """
    head = events.head(tx)
    asked = [(receiver, sequence) for receiver, sequence in wanted if receiver.start <= sequence <= head]
    rows = retries.of_deliveries(tx, sorted({(receiver.id, sequence) for receiver, sequence in asked}))
    return {(one.receiver_id, one.sequence): one for one in _states(tx, asked, rows)}


def _derive(tx: Transaction, sequences: Sequence[int], live: Sequence[Receiver]) -> Iterator[Delivery]:
    """Yield the deliveries of events to receivers, event by event in the order given."""
    if not sequences or not live:
        return
    rows = retries.of_events(tx, sequences, receiver_id=live[0].id if len(live) == 1 else None)
    asked = [(receiver, one) for one in sequences for receiver in live if one >= receiver.start]
    yield from _states(tx, asked, rows)


def _states(tx: Transaction, asked: Sequence[tuple[Receiver, int]], rows: Mapping[Key, Retry]) -> Iterator[Delivery]:
    """Yield these deliveries, with the states that follow from their rows in `retries`, if any."""
    accepted, skipped = _accepted(tx, asked, rows), _skipped(tx, asked)
    for receiver, sequence in asked:
        key = receiver.id, sequence
        row = rows.get(key)
        state = state_of(
            None if row is None else row.state,
            skipped=key in skipped,
            accepted=key in accepted,
            beyond_cursor=sequence > receiver.cursor,
            held=receiver.held,
            matches=not filter_pages.is_filtered(tx, receiver, sequence),
        )
        yield Delivery(receiver_id=receiver.id, sequence=sequence, state=state, retry=row)


def _accepted(tx: Transaction, asked: Sequence[tuple[Receiver, int]], rows: Mapping[Key, Retry]) -> set[Key]:
    """Return the accepted ones of the deliveries whose state a success decides."""
    unclear = [(receiver.id, one) for receiver, one in asked if one > receiver.cursor]
    unclear += [key for key, row in rows.items() if row.state is RetryState.WAITING]
    made = attempts.summarize(tx, list(dict.fromkeys(unclear)))
    return {key for key, summary in made.items() if summary.last_accepted is not None}


def _skipped(tx: Transaction, asked: Sequence[tuple[Receiver, int]]) -> set[Key]:
    """Return which of the deliveries are in a cancelled range; most receivers have none."""
    found: set[Key] = set()
    with_ranges = cancelled_ranges.receivers_with_ranges(tx, {receiver.id for receiver, _ in asked})
    for receiver, sequence in asked:
        if receiver.id in with_ranges and cancelled_ranges.contains(tx, receiver.id, sequence):
            found.add((receiver.id, sequence))
    return found


def _matching(
    tx: Transaction, query: DeliveryQuery, deliveries: Sequence[Delivery] | Iterator[Delivery]
) -> Iterator[Delivery]:
    chosen = [delivery for delivery in deliveries if delivery.state in query.states]
    if query.answer is None:
        yield from chosen
        return
    delivered = [(one.receiver_id, one.sequence) for one in chosen if one.state is DeliveryState.DELIVERED]
    statuses = {} if query.answer.only_failures else attempts.statuses_of_success(tx, delivered)
    for one in chosen:
        if one.state is DeliveryState.DELIVERED:
            status = statuses.get((one.receiver_id, one.sequence))
            if status is not None and query.answer.matches(OutcomeKind.ACCEPTED, status):
                yield one
        elif one.retry is not None and query.answer.matches(one.retry.last_outcome, one.retry.last_status):
            yield one
