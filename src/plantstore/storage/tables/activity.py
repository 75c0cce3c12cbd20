"""The activity log (who did what): table `activity`. Rows are appended, and deleted only by age.

The rows form a hash chain: each row contains a hash of its values and of the previous row's hash. Changing or deleting
a row breaks the chain, which the audit detects. A row without a person is hashed as earlier versions did.
"""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass

from plantstore.domain.timestamps import Instant, after
from plantstore.domain.token import Token
from plantstore.storage.database import Transaction
from plantstore.storage.engine.keyset import FIRST_PAGE, KeysetPage, join_conditions
from plantstore.storage.transaction import ACTIVITY_CHAIN_LOCK, COMMIT_S_MAX

STORE, STORE_NAME = "store", "Plant Store"  # the actor of automatic actions
_COLUMNS = ("at", "actor", "actor_name", "action", "subject", "detail", "person_id")


@dataclass(frozen=True, slots=True, kw_only=True)
class Activity:
    """A row of the log: `action` is an operation, and `subject` the id of what it changed.

    `actor` is the id of a person or token, or STORE. `person_id` is the person who acted, also with a token that
    belonged to them; None for a program, and for rows of versions without people.
    """

    id: int
    at: Instant
    actor: str
    actor_name: str
    action: str
    subject: str
    detail: str
    person_id: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ActivityFilter:
    """Which rows of the log to return; a field that is None matches all rows.

    `person` matches what a person did, in a session or with a token that belonged to them. `until` is excluded.
    """

    actor: str | None = None
    person: str | None = None
    action: str | None = None
    subject: str | None = None
    since: Instant | None = None
    until: Instant | None = None


def add(
    tx: Transaction,
    *,
    actor: str,
    actor_name: str,
    action: str,
    subject: str,
    detail: str = "",
    person_id: str | None = None,
) -> None:
    """Append a row to the activity log, just before the commit.

    A pre-commit hook adds the row and its hash under a lock, so that concurrent processes extend one hash chain.
    """
    tx.add_pre_commit_hook(
        _append, (tx.now, actor, actor_name, action, subject, detail, person_id), lock_order=ACTIVITY_CHAIN_LOCK
    )


def add_by(tx: Transaction, token: Token, *, action: str, subject: str, detail: str = "") -> None:
    """Append a row to the activity log for what was done as a token: a program's, a person's, or a session's."""
    add(
        tx,
        actor=token.id,
        actor_name=token.name,
        person_id=token.person_id,
        action=action,
        subject=subject,
        detail=detail,
    )


def _append(tx: Transaction, rows: Sequence[tuple[object, ...]]) -> None:
    tx.connection.advisory_lock("activity")
    newest = tx.execute("SELECT id, chain FROM activity ORDER BY id DESC LIMIT 1")
    row_id, chain = newest[0] if newest else (0, None)
    chained = []
    for row in rows:
        row_id, chain = row_id + 1, _link(chain, row)
        chained.append((row_id, *row, chain))
    tx.insert("activity", ("id", *_COLUMNS, "chain"), chained)


def add_by_store(tx: Transaction, *, action: str, subject: str, detail: str) -> None:
    """Append a row to the activity log for an automatic action, whose actor is STORE."""
    add(tx, actor=STORE, actor_name=STORE_NAME, action=action, subject=subject, detail=detail)


def newest_id(tx: Transaction) -> int:
    return int(tx.execute("SELECT coalesce(max(id), 0) FROM activity")[0][0])


def broken_links(tx: Transaction, *, first: int, last: int) -> list[int]:
    """Return the ids of rows from `first` to `last` whose hash does not match their values and the previous row's hash.

    The oldest row is not checked, because earlier rows were deleted by age. Rows written before the chain was
    introduced have no hash, and are accepted.
    """
    sql = f"SELECT id, {', '.join(_COLUMNS)}, chain FROM activity WHERE id <= ? AND id >= ? ORDER BY id"
    before = tx.execute("SELECT chain FROM activity WHERE id < ? ORDER BY id DESC LIMIT 1", (first,))
    previous, is_first, wrong = (before[0][0] if before else None), not before, []
    for row_id, *row, chain in tx.execute(sql, (last, first)):
        is_linked = chain is None if previous is None and chain is None else chain == _link(previous, row)
        if not is_linked and not is_first:
            wrong.append(int(row_id))
        previous, is_first = chain, False
    return wrong


def _link(before: bytes | None, row: Sequence[object]) -> bytes:
    *values, person_id = row
    hashed = values if person_id is None else row
    return hashlib.sha256((before or b"") + json.dumps(hashed, ensure_ascii=False).encode()).digest()


def page(tx: Transaction, filters: ActivityFilter, *, limit: int, keyset: KeysetPage = FIRST_PAGE) -> list[Activity]:
    """Return matching rows, newest first."""
    asked = keyset.conditions("id", list_descending=True)
    if filters.actor is not None:
        asked.append(("actor = ?", (filters.actor,)))
    if filters.person is not None:
        asked.append(("person_id = ?", (filters.person,)))
    if filters.subject is not None:
        asked.append(("subject = ?", (filters.subject,)))
    if filters.until is not None:
        asked.append(("at < ?", (filters.until,)))
    if filters.action is not None:
        asked.append(("action = ?", (filters.action,)))
    if filters.since is not None:
        asked += [("id >= ?", (_first_since(tx, filters.since),)), ("at >= ?", (filters.since,))]
    where, values = join_conditions(asked)
    order = keyset.order("id", list_descending=True)
    sql = f"SELECT id, {', '.join(_COLUMNS)} FROM activity WHERE {where} ORDER BY {order} LIMIT ?"
    rows = tx.execute(sql, (*values, limit))
    return [Activity(**dict(zip(("id", *_COLUMNS), row, strict=True))) for row in rows]


def _first_since(tx: Transaction, since: Instant) -> int:
    """Return an id below which all rows are older than `since`, to bound the scan.

    Ids are in commit order and not in order of time, so the earliest row since then may not have the lowest id.
    """
    # `id + 0` keeps the planner from scanning the primary key instead of the index on `at`.
    soon = "SELECT min(id + 0) FROM activity WHERE at >= ? AND at <= ?"
    first = tx.execute(soon, (since, after(since, seconds=COMMIT_S_MAX)))[0][0]
    if first is not None:
        return int(first)
    rows = tx.execute("SELECT id FROM activity WHERE at >= ? ORDER BY at, id LIMIT 1", (since,))
    return int(rows[0][0]) if rows else 1 << 62
