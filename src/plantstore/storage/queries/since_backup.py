"""What a store has, and a backup of it has not."""

from plantstore.domain.public_ids import ReceiverId
from plantstore.storage.transaction import Transaction

_LATER_PLANTS = (
    "SELECT plants.id, plants.name FROM events JOIN plants ON plants.id = events.plant_id "
    "WHERE events.sequence > ? ORDER BY events.sequence LIMIT ?"
)
_ACCEPTED_SINCE = (
    "SELECT receiver_id, count(DISTINCT sequence) FROM attempts "
    "WHERE id > ? AND sequence <= ? AND outcome = 'accepted' GROUP BY receiver_id"
)


def later_plants(tx: Transaction, *, head: int, limit: int) -> list[tuple[int, str]]:
    """Return id and name of the first plants whose events come after `head`. Deleted plants are left out."""
    return [(int(id), str(name)) for id, name in tx.execute(_LATER_PLANTS, (head, limit))]


def accepted_since(tx: Transaction, *, attempt_id: int, head: int) -> dict[ReceiverId, int]:
    """Return how many events up to `head` each receiver accepted after this attempt, for receivers that did.

    It reads every attempt after `attempt_id`.
    """
    rows = tx.execute(_ACCEPTED_SINCE, (attempt_id, head))
    return {ReceiverId(id): int(count) for id, count in rows}
