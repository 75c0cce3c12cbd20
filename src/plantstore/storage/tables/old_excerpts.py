"""Response excerpts that were recorded before Plant Store removed credentials from excerpts.

A job searches them for credentials, from the newest to the oldest; table `unclean_excerpts` stores its progress.
"""

from collections.abc import Sequence
from typing import NamedTuple

from plantstore.domain.public_ids import ReceiverId
from plantstore.domain.timestamps import Instant
from plantstore.storage.database import Transaction
from plantstore.storage.engine.chunks import chunks


class OldExcerpt(NamedTuple):
    """The recorded excerpt of a receiver's response to one attempt."""

    id: int
    receiver_id: ReceiverId
    started_at: Instant
    excerpt: bytes
    detail: str


def until(tx: Transaction) -> int | None:
    """Return the id from which the job continues downward to check attempts' excerpts; None if all are checked.

    Attempts with higher ids are already checked, or were recorded after Plant Store began to remove credentials.
    """
    rows = tx.execute("SELECT until FROM unclean_excerpts ORDER BY until DESC LIMIT 1")
    return rows[0][0] if rows else None


def page(tx: Transaction, *, until: int, limit: int) -> tuple[list[OldExcerpt], int | None]:
    """Return the excerpts of the next `limit` attempts down from id `until`, and the id at which to continue.

    Attempts without an excerpt are left out. The id is None if there are no attempts up to `until`.
    """
    sql = "SELECT id FROM attempts WHERE id <= ? ORDER BY id DESC LIMIT ?"
    ids = [row[0] for row in tx.execute(sql, (until, limit))]
    if not ids:
        return [], None
    sql = (
        "SELECT id, receiver_id, started_at, coalesce(excerpt, ?), coalesce(detail, '') FROM attempts "
        "WHERE id BETWEEN ? AND ? AND (excerpt IS NOT NULL OR detail IS NOT NULL) ORDER BY id DESC"
    )
    return [OldExcerpt(*row) for row in tx.execute(sql, (b"", ids[-1], ids[0]))], ids[-1] - 1


def credentials_unchanged_since(tx: Transaction, receiver_id: ReceiverId) -> Instant | None:
    """Return when a receiver's credentials last changed; None if the receiver was deleted."""
    sql = (
        "SELECT max(receiver_secrets.created_at) FROM receivers JOIN receiver_secrets "
        "ON receiver_secrets.receiver_id = receivers.id WHERE receivers.id = ? AND receivers.deleted_at IS NULL"
    )
    since: Instant | None = tx.execute(sql, (receiver_id,))[0][0]
    return since


def clear(tx: Transaction, ids: Sequence[int], *, until: int | None) -> None:
    """Delete the excerpts of these attempts, and record the id from which the job continues downward.

    `until` None records that all excerpts are checked.
    """
    for chunk in chunks(ids):
        marks = ", ".join("?" * len(chunk))
        tx.update(f"UPDATE attempts SET excerpt = NULL, detail = NULL WHERE id IN ({marks})", chunk)
    tx.update("DELETE FROM unclean_excerpts")
    if until is not None:
        tx.insert("unclean_excerpts", ("until",), [(until,)])
