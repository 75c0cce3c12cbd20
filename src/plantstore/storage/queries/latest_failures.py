"""The latest failed attempt of failing or disabled receivers: why the receiver is in this state."""

from collections.abc import Sequence

from plantstore.domain.deliveries.delivery import Attempt, RetryState
from plantstore.domain.public_ids import ReceiverId
from plantstore.domain.receivers.receiver import Receiver
from plantstore.storage.database import Transaction
from plantstore.storage.tables import attempts, events, retries

LOOKED_AT_MAX = 6  # max deliveries of a receiver, in each state, among which the latest failure is looked for
_STATES = (RetryState.WAITING, RetryState.EXHAUSTED)


def latest_failures(tx: Transaction, receivers: Sequence[Receiver]) -> dict[ReceiverId, Attempt]:
    """Return the latest failed attempt of each receiver for which one is recorded.

    It is looked for among the newest deliveries in retry, the newest exhausted ones, and the events next to the cursor,
    of which a probe sends one.
    """
    head = events.head(tx) if receivers else 0
    rows = retries.newest_of_each(tx, _STATES, [one.id for one in receivers], limit=LOOKED_AT_MAX)
    candidates = sorted(rows | {(one.id, sequence) for one in receivers for sequence in _next_to_cursor(one, head)})
    newest: dict[ReceiverId, tuple[int, int]] = {}
    for (receiver_id, sequence), made in attempts.summarize(tx, candidates).items():
        if made.last is not None and made.last != made.last_accepted:
            newest[receiver_id] = max(newest.get(receiver_id, (0, 0)), (made.last, sequence))
    labels = events.summaries(tx, sorted({sequence for _, sequence in newest.values()}))
    event_ids = {sequence: label.id for sequence, label in labels.items()}
    found = attempts.find(tx, [id for id, _ in newest.values()], event_ids=event_ids)
    return {one.receiver_id: one for one in found.values()}


def _next_to_cursor(receiver: Receiver, head: int) -> list[int]:
    return [one for one in (receiver.cursor, receiver.cursor + 1) if receiver.start <= one <= head]
