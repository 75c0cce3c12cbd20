"""What was sent, and how it went: table `attempts`, the truth by which a restart knows what it need not send."""

from collections.abc import Sequence

from plantstore.domain.delivery import Attempt, Outcome, OutcomeKind
from plantstore.domain.identity import ReceiverId
from plantstore.storage.database import Transaction
from plantstore.storage.engine import Row

_COLUMNS = (
    "id",
    "receiver_id",
    "sequence",
    "number",
    "started_at",
    "duration_us",
    "outcome",
    "status",
    "address",
    "excerpt",
    "detail",
    "replay_id",
)


def add(tx: Transaction, attempts: Sequence[Attempt]) -> None:
    tx.insert("attempts", _COLUMNS, [_to_row(attempt) for attempt in attempts])


def newest(tx: Transaction) -> int:
    """The highest id, 0 when nothing was sent yet: what is made next must lie above it, whatever the clock says."""
    return int(tx.execute("SELECT coalesce(max(id), 0) FROM attempts")[0][0])


def is_delivered(tx: Transaction, receiver_id: ReceiverId, sequence: int) -> bool:
    """Tell whether a success of this delivery is recorded."""
    return bool(
        tx.execute(
            "SELECT 1 FROM attempts WHERE receiver_id = ? AND sequence = ? AND outcome = 'accepted' LIMIT 1",
            (receiver_id, sequence),
        )
    )


def delivered_after(tx: Transaction, receiver_id: ReceiverId, cursor: int) -> list[int]:
    """The successes beyond a cursor: what a restart skips instead of sending it again."""
    rows = tx.execute(
        "SELECT DISTINCT sequence FROM attempts WHERE receiver_id = ? AND sequence > ? AND outcome = 'accepted'",
        (receiver_id, cursor),
    )
    return [row[0] for row in rows]


def replayed(tx: Transaction, replay_id: str, position: int) -> list[int]:
    """What a replay has sent beyond its position: a restart does not send it again."""
    rows = tx.execute(
        "SELECT DISTINCT sequence FROM attempts WHERE replay_id = ? AND sequence > ?", (replay_id, position)
    )
    return [row[0] for row in rows]


def of_delivery(tx: Transaction, receiver_id: ReceiverId, sequence: int, *, event_id: str) -> list[Attempt]:
    """The attempts of one delivery, in the order in which they ended."""
    rows = tx.execute(
        f"SELECT {', '.join(_COLUMNS)} FROM attempts WHERE receiver_id = ? AND sequence = ? ORDER BY id",
        (receiver_id, sequence),
    )
    return [_from_row(row, event_id) for row in rows]


def _to_row(attempt: Attempt) -> Row:
    outcome = attempt.outcome
    return (
        attempt.id,
        attempt.receiver_id,
        attempt.sequence,
        attempt.number,
        attempt.started_at,
        outcome.duration_us,
        outcome.kind,
        outcome.status,
        outcome.address,
        outcome.excerpt or None,
        outcome.detail or None,
        attempt.replay_id,
    )


def _from_row(row: Row, event_id: str) -> Attempt:
    named = dict(zip(_COLUMNS, row, strict=True))
    outcome = Outcome(
        kind=OutcomeKind(named["outcome"]),
        duration_us=named["duration_us"],
        status=named["status"],
        address=named["address"],
        detail=named["detail"] or "",
        excerpt=named["excerpt"] or b"",
    )
    of_attempt = {name: named[name] for name in ("id", "receiver_id", "sequence", "number", "started_at", "replay_id")}
    return Attempt(**of_attempt, event_id=event_id, outcome=outcome)
