"""How many receivers have accepted the events of plants, with a few queries for a whole list of plants."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from plantstore.domain.deliveries.delivery import RetryState
from plantstore.domain.deliveries.delivery_state import DeliveryState, state_of
from plantstore.domain.public_ids import ReceiverId
from plantstore.storage.database import Transaction
from plantstore.storage.engine.chunks import in_list
from plantstore.storage.tables import cancelled_ranges, receivers

RECEIVERS_MAX = 100  # max receivers, because each is examined; most stores have fewer


@dataclass(frozen=True, slots=True, kw_only=True)
class DeliveryProgress:
    """The delivery progress of one plant: how many `receivers` get its event, and how many have `accepted` it."""

    plant_id: int
    event_id: str
    receivers: int
    accepted: int


def of_plants(tx: Transaction, plant_ids: Sequence[int]) -> list[DeliveryProgress] | None:
    """Return the progress of those of the plants that have an event, in the order of their events.

    Return None if the store has more than RECEIVERS_MAX receivers.
    """
    live = receivers.page(tx, limit=RECEIVERS_MAX + 1)
    if len(live) > RECEIVERS_MAX:
        return None
    marks, values = in_list(plant_ids)
    sql = f"SELECT sequence, id, plant_id FROM events WHERE plant_id IN ({marks}) ORDER BY sequence"
    found = [(row[0], row[1], row[2]) for row in tx.execute(sql, values)]
    sequences = [sequence for sequence, _, _ in found]
    rows = _rows(tx, sequences)
    wanting, accepted = defaultdict[int, int](int), defaultdict[int, int](int)
    for receiver in live:
        wanted = [sequence for sequence in sequences if sequence >= receiver.start]
        cancelled = _skipped(tx, receiver.id, wanted)
        taken = _accepted(
            tx,
            receiver.id,
            [one for one in wanted if one > receiver.cursor or (receiver.id, one) in rows],
        )
        for sequence in wanted:
            state = state_of(
                rows.get((receiver.id, sequence)),
                skipped=sequence in cancelled,
                accepted=sequence in taken,
                beyond_cursor=sequence > receiver.cursor,
                held=receiver.held,
            )
            wanting[sequence] += 1
            accepted[sequence] += state is DeliveryState.DELIVERED
    return [
        DeliveryProgress(plant_id=plant_id, event_id=event_id, receivers=wanting[sequence], accepted=accepted[sequence])
        for sequence, event_id, plant_id in found
    ]


def _rows(tx: Transaction, sequences: Sequence[int]) -> dict[tuple[ReceiverId, int], RetryState]:
    """Return the states of these events' deliveries in `retries`, by receiver id and sequence number."""
    marks, values = in_list(sequences)
    named = ", ".join(f"'{state}'" for state in RetryState)  # so that the index on (state, …) is used
    sql = f"SELECT receiver_id, sequence, state FROM retries WHERE state IN ({named}) AND sequence IN ({marks})"
    return {(row[0], row[1]): RetryState(row[2]) for row in tx.execute(sql, values)}


def _skipped(tx: Transaction, receiver_id: ReceiverId, sequences: Sequence[int]) -> set[int]:
    """Return which sequence numbers are in a cancelled range, with a single query if the receiver has no ranges."""
    if not sequences or cancelled_ranges.last_starting_by(tx, receiver_id, until=max(sequences)) is None:
        return set()
    return {sequence for sequence in sequences if cancelled_ranges.contains(tx, receiver_id, sequence)}


def _accepted(tx: Transaction, receiver_id: ReceiverId, sequences: Sequence[int]) -> set[int]:
    """Return which of the sequence numbers have a recorded success at this receiver."""
    if not sequences:
        return set()
    marks, values = in_list(sequences)
    sql = (
        "SELECT DISTINCT sequence FROM attempts WHERE receiver_id = ? AND outcome = 'accepted' "
        f"AND sequence IN ({marks})"
    )
    return {row[0] for row in tx.execute(sql, [receiver_id, *values])}
