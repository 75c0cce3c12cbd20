"""How many receivers have accepted the events of plants, with a few queries for a whole list of plants."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from plantstore.domain.deliveries.delivery import RetryState
from plantstore.domain.deliveries.delivery_state import DeliveryState, state_of
from plantstore.domain.public_ids import ReceiverId
from plantstore.storage.database import Transaction
from plantstore.storage.engine.chunks import in_list
from plantstore.storage.tables import attempts, cancelled_ranges, filter_pages, receivers

Delivery = tuple[ReceiverId, int]
"""A receiver, and the sequence number of an event."""
RECEIVERS_MAX = 100  # max receivers, because each is examined; most stores have fewer


@dataclass(frozen=True, slots=True, kw_only=True)
class DeliveryProgress:
    """The delivery progress of one plant: how many receivers get its event, and how many deliveries have each state.

    Receivers whose filter leaves the event out do not get it.
    """

    plant_id: int
    event_id: str
    states: Counter[DeliveryState]

    @property
    def receivers(self) -> int:
        return self.states.total() - self.states[DeliveryState.FILTERED]


def of_plants(tx: Transaction, plant_ids: Sequence[int]) -> list[DeliveryProgress] | None:
    """Return the progress of those of the plants that have an event, in the order of their events.

    Return None if the store has more than RECEIVERS_MAX receivers. The number of queries depends neither on the number
    of plants nor, but for those with cancelled ranges, on that of receivers.
    """
    live = receivers.page(tx, limit=RECEIVERS_MAX + 1)
    if len(live) > RECEIVERS_MAX:
        return None
    marks, values = in_list(plant_ids)
    sql = f"SELECT sequence, id, plant_id FROM events WHERE plant_id IN ({marks}) ORDER BY sequence"
    found = [(row[0], row[1], row[2]) for row in tx.execute(sql, values)]
    sequences = [sequence for sequence, _, _ in found]
    rows = _rows(tx, sequences)
    wanted = {one.id: [sequence for sequence in sequences if sequence >= one.start] for one in live}
    of_doubt = [
        one.id for one in live if any(it > one.cursor or (one.id, it) in rows for it in wanted[one.id])
    ]  # other deliveries need no proof that they were accepted
    accepted, skipped = attempts.accepted_of_events(tx, of_doubt, sequences), _skipped(tx, wanted)
    states = defaultdict[int, Counter[DeliveryState]](Counter)
    for one in live:
        for sequence in wanted[one.id]:
            delivery = (one.id, sequence)
            state = state_of(
                rows.get(delivery),
                skipped=delivery in skipped,
                accepted=delivery in accepted,
                beyond_cursor=sequence > one.cursor,
                held=one.held,
                matches=not filter_pages.is_filtered(tx, one, sequence),
            )
            states[sequence][state] += 1
    return [
        DeliveryProgress(plant_id=plant_id, event_id=event_id, states=states[sequence])
        for sequence, event_id, plant_id in found
    ]


def _rows(tx: Transaction, sequences: Sequence[int]) -> dict[tuple[ReceiverId, int], RetryState]:
    """Return the states of these events' deliveries in `retries`, by receiver id and sequence number."""
    marks, values = in_list(sequences)
    named = ", ".join(f"'{state}'" for state in RetryState)  # so that the index on (state, …) is used
    sql = f"SELECT receiver_id, sequence, state FROM retries WHERE state IN ({named}) AND sequence IN ({marks})"
    return {(row[0], row[1]): RetryState(row[2]) for row in tx.execute(sql, values)}


def _skipped(tx: Transaction, wanted: Mapping[ReceiverId, Sequence[int]]) -> set[Delivery]:
    """Return which deliveries are in a cancelled range. Few receivers have any."""
    return {
        (receiver_id, sequence)
        for receiver_id in cancelled_ranges.receivers_with_ranges(tx, wanted)
        for sequence in wanted[receiver_id]
        if cancelled_ranges.contains(tx, receiver_id, sequence)
    }
