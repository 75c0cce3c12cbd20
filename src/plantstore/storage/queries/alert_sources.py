"""What the rules of alerts read: receivers with problems, the oldest queued delivery, imports that ended, channels."""

from collections.abc import Collection
from typing import NamedTuple

from plantstore.domain.deliveries.delivery import RetryState
from plantstore.domain.plants.plant_import import ImportState
from plantstore.domain.public_ids import ReceiverId
from plantstore.domain.timestamps import Instant
from plantstore.storage.database import Transaction
from plantstore.storage.engine.chunks import in_list
from plantstore.storage.queries.backlog import first_untried_before
from plantstore.storage.queries.receiver_health import DISABLED, FAILING
from plantstore.storage.tables import events

RECEIVERS_MAX = 10_000  # max receivers of one rule
_ENDING = (  # the earliest certificate of a client's chain, and the last authority, of each receiver
    "SELECT receiver_id, min(ends_at) AS ends_at FROM receiver_certificates WHERE kind = 'client' "
    "GROUP BY receiver_id UNION ALL "
    "SELECT receiver_id, max(ends_at) AS ends_at FROM receiver_certificates WHERE kind = 'ca' "
    "GROUP BY receiver_id"
)
EXHAUSTED_COUNTED_MAX = 1_000  # max exhausted deliveries that are counted for a receiver
IMPORTS_MAX = 100  # max imports reported at a time


class FoundReceiver(NamedTuple):
    """A receiver for which a rule holds, and since when. `reason` is why it was disabled; None if it is not."""

    id: ReceiverId
    name: str
    since: Instant
    reason: str | None


class EndingCertificate(NamedTuple):
    """A receiver, and when its certificates end to be usable."""

    id: ReceiverId
    name: str
    ends_at: Instant


class QueuedDelivery(NamedTuple):
    """The oldest queued delivery: when its event occurred, and the name of a receiver that waits for it."""

    occurred_at: Instant
    receiver: str


class EndedImport(NamedTuple):
    """An import that ended. `person_id` is the person who began it, also with a token; None if it was a program."""

    id: str
    name: str
    state: ImportState
    ended_at: Instant
    person_id: str | None
    added: int
    updated: int
    skipped: int
    bad: int
    error: str


class AlertRecipient(NamedTuple):
    """A channel, as far as rules need it. `person_id` is None for a channel of the store."""

    id: str
    name: str
    person_id: str | None
    failing_since: Instant | None
    last_words: str | None
    is_disabled: bool


def failing(tx: Transaction, *, since: Instant) -> list[FoundReceiver]:
    """Return the receivers that have been failing since that time or longer, the longest first."""
    sql = f"SELECT receivers.id, name, opened_at, NULL {FAILING} ORDER BY opened_at, receivers.id LIMIT ?"
    return [FoundReceiver(*row) for row in tx.execute(sql, (since, RECEIVERS_MAX))]


def disabled(tx: Transaction) -> list[FoundReceiver]:
    """Return the disabled receivers, the longest disabled first."""
    sql = f"SELECT receivers.id, name, last_failed_at, reason {DISABLED} ORDER BY last_failed_at, receivers.id LIMIT ?"
    return [FoundReceiver(*row) for row in tx.execute(sql, (RECEIVERS_MAX,))]


def states(tx: Transaction, receiver_ids: Collection[ReceiverId]) -> dict[ReceiverId, str]:
    """Return for each receiver that is registered "paused", or the state of its breaker."""
    marks, ids = in_list(sorted(receiver_ids))
    sql = (
        "SELECT receivers.id, CASE WHEN paused = 1 THEN 'paused' ELSE coalesce(breakers.state, 'closed') END "
        "FROM receivers LEFT JOIN breakers ON breakers.receiver_id = receivers.id "
        f"WHERE deleted_at IS NULL AND receivers.id IN ({marks})"
    )
    return {ReceiverId(row[0]): row[1] for row in tx.execute(sql, ids)}


def with_exhausted(tx: Transaction) -> list[tuple[ReceiverId, str, int]]:
    """Return the receivers with deliveries that were given up, and how many, at most EXHAUSTED_COUNTED_MAX each."""
    exhausted = f"FROM retries WHERE retries.receiver_id = receivers.id AND retries.state = '{RetryState.EXHAUSTED}'"
    sql = (
        f"SELECT id, name, (SELECT count(*) FROM (SELECT 1 {exhausted} LIMIT {EXHAUSTED_COUNTED_MAX}) AS few) "
        f"FROM receivers WHERE deleted_at IS NULL AND ephemeral = 0 AND EXISTS (SELECT 1 {exhausted}) "
        "ORDER BY id LIMIT ?"
    )
    return [(ReceiverId(row[0]), row[1], int(row[2])) for row in tx.execute(sql, (RECEIVERS_MAX,))]


def with_old_certificates(tx: Transaction, *, ending_by: Instant) -> list[EndingCertificate]:
    """Return the receivers whose client certificate or last authority expires by that time, the earliest first."""
    sql = (
        f"SELECT receivers.id, name, min(ends_at) FROM receivers JOIN ({_ENDING}) AS ending "
        "ON ending.receiver_id = receivers.id "
        "WHERE deleted_at IS NULL AND ephemeral = 0 GROUP BY receivers.id, name "
        "HAVING min(ends_at) <= ? ORDER BY min(ends_at), receivers.id LIMIT ?"
    )
    return [EndingCertificate(*row) for row in tx.execute(sql, (ending_by, RECEIVERS_MAX))]


def certificate_ends(tx: Transaction, receiver_ids: Collection[ReceiverId]) -> dict[ReceiverId, Instant]:
    """Return when the client certificate or the last authority of each receiver that has one expires."""
    marks, ids = in_list(sorted(receiver_ids))
    sql = f"SELECT receiver_id, min(ends_at) FROM ({_ENDING}) AS ending WHERE receiver_id IN ({marks}) "
    return {ReceiverId(row[0]): Instant(row[1]) for row in tx.execute(f"{sql} GROUP BY receiver_id", ids)}


def oldest_queued(tx: Transaction) -> QueuedDelivery | None:
    """Return the oldest delivery that is queued for a receiver that is neither paused, failing nor disabled."""
    head = events.head(tx)
    well = (
        "deleted_at IS NULL AND paused = 0 AND ephemeral = 0 AND NOT EXISTS (SELECT 1 FROM breakers "
        "WHERE breakers.receiver_id = receivers.id AND breakers.state <> 'closed')"
    )
    waiting = tx.execute(
        "SELECT sequence, name FROM retries JOIN receivers ON receivers.id = retries.receiver_id "
        f"WHERE retries.state = 'waiting' AND {well} ORDER BY sequence LIMIT 1"
    )
    oldest, whose = waiting[0] if waiting else (head + 1, "")
    for receiver_id, cursor, name, filtered in tx.execute(
        f"SELECT id, cursor, name, filtered FROM receivers WHERE {well} AND cursor < ? ORDER BY cursor", (head,)
    ):
        if cursor + 1 >= oldest:
            break
        found = first_untried_before(tx, receiver_id, cursor + 1, last=oldest - 1, filtered=bool(filtered))
        if found < oldest:
            oldest, whose = found, name
    return QueuedDelivery(events.summary(tx, oldest).occurred_at, whose) if oldest <= head else None


def ended_imports(tx: Transaction, *, since: Instant) -> list[EndedImport]:
    """Return the imports that were done or failed at or after that time, the oldest first."""
    sql = (
        "SELECT id, name, state, ended_at, coalesce((SELECT people.id FROM people WHERE people.id = "
        "coalesce(run_by, asked_by)), (SELECT person_id FROM tokens WHERE tokens.id = coalesce(run_by, asked_by))), "
        "added, updated, skipped, bad, error "
        "FROM imports WHERE ended_at IS NOT NULL AND ended_at >= ? AND state IN ('done', 'failed') "
        "ORDER BY ended_at, id LIMIT ?"
    )
    found = [EndedImport(*row) for row in tx.execute(sql, (since, IMPORTS_MAX))]
    return [one._replace(state=ImportState(one.state)) for one in found]


def recipients(tx: Transaction) -> list[AlertRecipient]:
    """Return all channels, in the order in which they were added."""
    sql = "SELECT id, name, person_id, failing_since, last_words, disabled_at FROM alert_channels ORDER BY id"
    return [
        AlertRecipient(id, name, person_id, failing_since, last_words, disabled_at is not None)
        for id, name, person_id, failing_since, last_words, disabled_at in tx.execute(sql)
    ]
