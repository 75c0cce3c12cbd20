"""Response excerpts recorded before credentials were removed from them: `unclean_excerpts` has the progress."""

from collections.abc import Sequence
from typing import NamedTuple

from plantstore.domain.public_ids import ReceiverId
from plantstore.domain.timestamps import Instant
from plantstore.storage.database import Transaction
from plantstore.storage.engine.chunks import chunks


class OldExcerpt(NamedTuple):
    """The recorded excerpt of a receiver's response to an attempt."""

    id: int
    receiver_id: ReceiverId
    started_at: Instant
    excerpt: bytes
    detail: str


def until(tx: Transaction) -> int | None:
    """Return the newest attempt that was not yet checked; None if all were."""
    rows = tx.execute("SELECT until FROM unclean_excerpts ORDER BY until DESC LIMIT 1")
    return rows[0][0] if rows else None


def page(tx: Transaction, *, until: int, limit: int) -> tuple[list[OldExcerpt], int | None]:
    """Check the next `limit` attempts down from `until`: return those with an excerpt, and where to continue."""
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
    """Return since when a receiver's credentials are unchanged; None if it was deleted."""
    sql = (
        "SELECT max(receiver_secrets.created_at) FROM receivers JOIN receiver_secrets "
        "ON receiver_secrets.receiver_id = receivers.id WHERE receivers.id = ? AND receivers.deleted_at IS NULL"
    )
    since: Instant | None = tx.execute(sql, (receiver_id,))[0][0]
    return since


def clear(tx: Transaction, ids: Sequence[int], *, until: int | None) -> None:
    """Clear the excerpts of these attempts, and record how far down all were checked."""
    for chunk in chunks(ids):
        marks = ", ".join("?" * len(chunk))
        tx.update(f"UPDATE attempts SET excerpt = NULL, detail = NULL WHERE id IN ({marks})", chunk)
    tx.update("DELETE FROM unclean_excerpts")
    if until is not None:
        tx.insert("unclean_excerpts", ("until",), [(until,)])
