"""The states of receivers for status and metrics. Receivers with a problem come first, so short lists have them."""

from dataclasses import dataclass

from plantstore.domain.deliveries.breaker import BreakerState
from plantstore.domain.deliveries.delivery import RetryState
from plantstore.domain.public_ids import ReceiverId
from plantstore.domain.receivers.receiver import STATE_OF_BREAKER, ReceiverState
from plantstore.domain.timestamps import Instant
from plantstore.storage.database import Transaction
from plantstore.storage.tables import receivers

_SEVERITY = (
    "CASE WHEN breakers.state = 'disabled' THEN 0 WHEN breakers.state = 'open' AND paused = 0 THEN 1 "
    "WHEN paused = 1 THEN 2 ELSE 3 END"
)
# Ephemeral receivers are excluded, because their users see the failures.
_UNINTENDED = (
    "FROM breakers JOIN receivers ON receivers.id = breakers.receiver_id "
    "WHERE deleted_at IS NULL AND paused = 0 AND ephemeral = 0 "
)
DISABLED = f"{_UNINTENDED} AND breakers.state = 'disabled'"
"""The end of a query for disabled receivers, from FROM on."""
FAILING = f"{_UNINTENDED} AND breakers.state = 'open' AND opened_at <= ?"
"""The end of a query for receivers that have been failing since a time or longer."""
_RECENT = f"{_UNINTENDED} AND breakers.state = 'open' AND opened_at > ?"
_PAUSED = "FROM receivers WHERE deleted_at IS NULL AND paused = 1 AND ephemeral = 0"
_LONGEST_FIRST = "ORDER BY opened_at, receivers.id LIMIT ?"


@dataclass(frozen=True, slots=True, kw_only=True)
class ReceiverCounts:
    """The number of receivers, and the numbers of disabled and of failing receivers that are not paused."""

    receivers: int
    disabled: int
    failing: int


def count(tx: Transaction, *, failing_since: Instant) -> ReceiverCounts:
    """Return the numbers of receivers. Failing receivers count if they have failed since `failing_since` or longer."""
    disabled = tx.execute(f"SELECT count(*) {DISABLED}")[0][0]
    failing = tx.execute(f"SELECT count(*) {FAILING}", (failing_since,))[0][0]
    return ReceiverCounts(receivers=receivers.count(tx), disabled=int(disabled), failing=int(failing))


def disabled(tx: Transaction, *, limit: int) -> list[ReceiverId]:
    """Return the ids of at most `limit` disabled receivers, the longest disabled first."""
    rows = tx.execute(f"SELECT receivers.id {DISABLED} {_LONGEST_FIRST}", (limit,))
    return [row[0] for row in rows]


def failing(tx: Transaction, *, since: Instant, limit: int) -> list[ReceiverId]:
    """Return the ids of receivers that have been failing since the time `since` or longer, the longest first."""
    rows = tx.execute(f"SELECT receivers.id {FAILING} {_LONGEST_FIRST}", (since, limit))
    return [row[0] for row in rows]


def failing_since(tx: Transaction, *, after: Instant, limit: int) -> list[ReceiverId]:
    """Return the ids of receivers that began to fail after that time, the longest first."""
    rows = tx.execute(f"SELECT receivers.id {_RECENT} {_LONGEST_FIRST}", (after, limit))
    return [row[0] for row in rows]


def count_failing_since(tx: Transaction, *, after: Instant) -> int:
    return int(tx.execute(f"SELECT count(*) {_RECENT}", (after,))[0][0])


def paused(tx: Transaction, *, limit: int) -> list[ReceiverId]:
    """Return the ids of paused receivers, in the order in which they were registered."""
    return [row[0] for row in tx.execute(f"SELECT id {_PAUSED} ORDER BY id LIMIT ?", (limit,))]


def count_paused(tx: Transaction) -> int:
    return int(tx.execute(f"SELECT count(*) {_PAUSED}")[0][0])


def worst(tx: Transaction, *, limit: int) -> list[ReceiverId]:
    """Return receiver ids: disabled, failing, paused, then all others; within a group, the furthest behind first."""
    rows = tx.execute(
        "SELECT receivers.id FROM receivers LEFT JOIN breakers ON breakers.receiver_id = receivers.id "
        f"WHERE deleted_at IS NULL ORDER BY {_SEVERITY}, cursor, receivers.id LIMIT ?",
        (limit,),
    )
    return [row[0] for row in rows]


def states(tx: Transaction) -> dict[ReceiverState, int]:
    """Return the number of receivers in each state, without ephemeral ones."""
    counted = dict.fromkeys(ReceiverState, 0)
    sql = (
        "SELECT paused, coalesce(breakers.state, 'closed'), count(*) FROM receivers "
        "LEFT JOIN breakers ON breakers.receiver_id = receivers.id WHERE deleted_at IS NULL AND ephemeral = 0 "
        "GROUP BY paused, coalesce(breakers.state, 'closed')"
    )
    for paused, found, count in tx.execute(sql):
        counted[ReceiverState.PAUSED if paused else STATE_OF_BREAKER[BreakerState(found)]] += int(count)
    return counted


def retries_in(tx: Transaction, state: RetryState, *, count_max: int) -> int:
    """Return how many rows of `retries` are in a state, at most `count_max`, excluding deleted receivers."""
    sql = (
        "SELECT count(*) FROM (SELECT 1 FROM retries JOIN receivers ON receivers.id = retries.receiver_id "
        "WHERE retries.state = ? AND deleted_at IS NULL LIMIT ?) AS few"
    )
    return int(tx.execute(sql, (state, count_max))[0][0])


def exhausted(tx: Transaction, *, limit: int) -> list[tuple[int, ReceiverId, str]]:
    """Return the newest exhausted deliveries: sequence, receiver id, receiver name."""
    rows = tx.execute(
        "SELECT sequence, receiver_id, name FROM retries JOIN receivers ON receivers.id = retries.receiver_id "
        "WHERE retries.state = 'exhausted' AND deleted_at IS NULL ORDER BY sequence DESC, receiver_id LIMIT ?",
        (limit,),
    )
    return [(sequence, receiver_id, name) for sequence, receiver_id, name in rows]
