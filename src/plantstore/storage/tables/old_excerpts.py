"""Answers that were recorded before credentials were taken out of them: table `unclean_excerpts` says how far down."""

from collections.abc import Sequence
from typing import NamedTuple

from plantstore.domain.public_ids import ReceiverId
from plantstore.domain.timestamps import Instant
from plantstore.storage.database import Transaction
from plantstore.storage.engine.chunks import chunks


class OldExcerpt(NamedTuple):
    """What was kept of a receiver's answer to an attempt."""

    id: int
    receiver_id: ReceiverId
    started_at: Instant
    excerpt: bytes
    detail: str


def until(tx: Transaction) -> int | None:
    """The newest attempt that was not looked at yet; None when all were."""
    rows = tx.execute("SELECT until FROM unclean_excerpts ORDER BY until DESC LIMIT 1")
    return rows[0][0] if rows else None


def page(tx: Transaction, *, until: int, limit: int) -> tuple[list[OldExcerpt], int | None]:
    """Of the next attempts down from this one, so many at most, those that kept something; and where to go on."""
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
    """Since when a receiver has the credentials that are known of it; None when it was removed."""
    sql = (
        "SELECT max(receiver_secrets.created_at) FROM receivers JOIN receiver_secrets "
        "ON receiver_secrets.receiver_id = receivers.id WHERE receivers.id = ? AND receivers.deleted_at IS NULL"
    )
    since: Instant | None = tx.execute(sql, (receiver_id,))[0][0]
    return since


def clear(tx: Transaction, ids: Sequence[int], *, until: int | None) -> None:
    """Forget what these receivers answered, and remember how far down all were looked at."""
    for some in chunks(ids):
        marks = ", ".join("?" * len(some))
        tx.update(f"UPDATE attempts SET excerpt = NULL, detail = NULL WHERE id IN ({marks})", some)
    tx.update("DELETE FROM unclean_excerpts")
    if until is not None:
        tx.insert("unclean_excerpts", ("until",), [(until,)])
