"""The rows from which the deliveries of several receivers are derived, read ahead for all of them in a few statements.

Reading them receiver by receiver costs a round trip each on PostgreSQL. The other rows are read when they are needed.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence

from plantstore.domain.deliveries.delivery import Retry, RetryState
from plantstore.domain.public_ids import ReceiverId
from plantstore.domain.receivers.receiver import Receiver
from plantstore.storage.database import Transaction
from plantstore.storage.tables import attempts, cancelled_ranges, retries
from plantstore.storage.tables.receivers import find_many as find_receivers


class DeliveryRows:
    """Retries, successes and cancelled ranges, as one transaction sees them."""

    def __init__(self, tx: Transaction) -> None:
        self._tx = tx
        self._block = range(0)  # the sequence numbers that were read ahead for these receivers:
        self._receivers = frozenset[ReceiverId]()
        self._retries = defaultdict[ReceiverId, dict[int, Retry]](dict)
        self._accepted = defaultdict[ReceiverId, set[int]](set)
        self._checked: dict[tuple[ReceiverId, int], bool] = {}  # whether single deliveries were accepted
        self._have_ranges: dict[ReceiverId, bool] = {}
        self.known: dict[ReceiverId, Receiver] = {}
        """The receivers of `read_of` that exist."""

    def read_block(self, receivers: Collection[Receiver], *, first: int, last: int) -> None:
        """Read ahead what the deliveries of these receivers are derived from, for the events from `first` to `last`."""
        ids = [one.id for one in receivers]
        self._block, self._receivers = range(first, last + 1), frozenset(ids)
        self._retries.clear()
        self._accepted.clear()
        self._read_have_ranges(ids)
        for retry in retries.of_receivers(self._tx, ids, first=first, last=last):
            self._retries[retry.receiver_id][retry.sequence] = retry
        doubtful = [one.id for one in receivers if one.cursor < last or self._is_any_waiting(one.id)]
        for receiver_id, sequence in attempts.accepted_by(self._tx, doubtful, first=first, last=last):
            self._accepted[receiver_id].add(sequence)

    def read_of(self, rows: Sequence[Retry]) -> None:
        """Read ahead what single deliveries are derived from, whose rows in `retries` are known."""
        self._check(rows)
        new = {row.receiver_id for row in rows} - self._have_ranges.keys()
        self._read_have_ranges(new)
        self.known.update(find_receivers(self._tx, new))

    def retries(self, receiver_id: ReceiverId, *, first: int, last: int) -> dict[int, Retry]:
        """Return the receiver's rows in `retries` from `first` to `last`, by sequence number."""
        if self._is_read(receiver_id, first, last):
            return {sequence: row for sequence, row in self._retries[receiver_id].items() if first <= sequence <= last}
        found = retries.between(self._tx, receiver_id, first=first, last=last)
        self._check(found.values())
        return found

    def ranges(self, receiver_id: ReceiverId, *, first: int, last: int) -> list[tuple[int, int]]:
        """Return the cancelled ranges that contain any event from `first` to `last`, newest first."""
        if not self._have_ranges.get(receiver_id, True):
            return []
        return cancelled_ranges.overlapping(self._tx, receiver_id, first=first, last=last)

    def last_range(self, receiver_id: ReceiverId, *, until: int) -> tuple[int, int] | None:
        """Return the last cancelled range that begins at or before the sequence `until`; None if there is none."""
        if not self._have_ranges.get(receiver_id, True):
            return None
        return cancelled_ranges.last_starting_by(self._tx, receiver_id, until=until)

    def accepted(self, receiver: Receiver, *, first: int, last: int) -> set[int]:
        """Return the sequence numbers beyond the receiver's cursor, from `first` to `last`, with a recorded success."""
        first = max(first, receiver.cursor + 1)
        if first > last:
            return set()
        if first == last and (receiver.id, first) in self._checked:
            return {first} if self._checked[receiver.id, first] else set()
        if self._is_read(receiver.id, first, last):
            return {sequence for sequence in self._accepted[receiver.id] if first <= sequence <= last}
        return attempts.accepted_between(self._tx, receiver.id, first=first, last=last)

    def last_accepted(self, receiver: Receiver, *, until: int) -> int:
        """Return the newest event beyond the receiver's cursor, up to `until`, with a recorded success; 0 if none."""
        first = max(receiver.cursor + 1, self._block.start)
        if self._is_read(receiver.id, first, until):
            found = self.accepted(receiver, first=first, last=until)
            if found or first == receiver.cursor + 1:
                return max(found, default=0)
        return attempts.last_accepted(self._tx, receiver.id, first=receiver.cursor + 1, last=until)

    def is_accepted(self, receiver_id: ReceiverId, sequence: int) -> bool:
        """True if a successful attempt of a waiting delivery is recorded, whose row in `retries` was read before."""
        if self._is_read(receiver_id, sequence, sequence):
            return sequence in self._accepted[receiver_id]
        return self._checked[receiver_id, sequence]

    def _check(self, rows: Iterable[Retry]) -> None:
        """Find out which waiting deliveries were accepted."""
        waiting = [(row.receiver_id, row.sequence) for row in rows if row.state is RetryState.WAITING]
        accepted = attempts.accepted_among(self._tx, waiting)
        self._checked.update({delivery: delivery in accepted for delivery in waiting})

    def _is_read(self, receiver_id: ReceiverId, first: int, last: int) -> bool:
        return receiver_id in self._receivers and first in self._block and last in self._block

    def _is_any_waiting(self, receiver_id: ReceiverId) -> bool:
        return any(row.state is RetryState.WAITING for row in self._retries[receiver_id].values())

    def _read_have_ranges(self, receiver_ids: Collection[ReceiverId]) -> None:
        having = cancelled_ranges.receivers_with_ranges(self._tx, receiver_ids)
        self._have_ranges.update({one: one in having for one in receiver_ids})
