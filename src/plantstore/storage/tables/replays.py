"""Replays of past events to a receiver: table `replays`."""

from collections.abc import Collection
from dataclasses import fields

from plantstore.domain.deliveries.replay import Replay, ReplayOnly, ReplayState
from plantstore.domain.public_ids import ReceiverId
from plantstore.storage.database import Transaction
from plantstore.storage.engine.chunks import in_list
from plantstore.storage.engine.keyset import FIRST_PAGE, KeysetPage, join_conditions
from plantstore.storage.engine.protocols import Row

_COLUMNS = tuple(field.name for field in fields(Replay))
# `only` is quoted, because it is a keyword of PostgreSQL
_IN_SQL = tuple('"only"' if name == "only" else name for name in _COLUMNS)
_SELECT = f"SELECT {', '.join(_IN_SQL)} FROM replays"


def insert(tx: Transaction, replay: Replay) -> None:
    tx.insert("replays", _IN_SQL, [tuple(getattr(replay, name) for name in _COLUMNS)])
    tx.changes.receivers.add(replay.receiver_id)


def find(tx: Transaction, receiver_id: ReceiverId, replay_id: str) -> Replay | None:
    rows = tx.execute(f"{_SELECT} WHERE id = ? AND receiver_id = ?", (replay_id, receiver_id))
    return _from_row(rows[0]) if rows else None


def running(tx: Transaction, receiver_id: ReceiverId) -> list[Replay]:
    """Return the receiver's running replays, oldest first."""
    sql = f"{_SELECT} WHERE receiver_id = ? AND state = 'running' ORDER BY asked_at, id"
    return [_from_row(row) for row in tx.execute(sql, (receiver_id,))]


def running_of(tx: Transaction, receiver_ids: Collection[ReceiverId]) -> list[Replay]:
    """Return the running replays of some receivers, oldest first."""
    marks, values = in_list(receiver_ids)
    sql = f"{_SELECT} WHERE receiver_id IN ({marks}) AND state = 'running' ORDER BY asked_at, id"
    return [_from_row(row) for row in tx.execute(sql, values)]


def page(tx: Transaction, receiver_id: ReceiverId, *, limit: int, keyset: KeysetPage = FIRST_PAGE) -> list[Replay]:
    """Return at most `limit` of a receiver's replays, newest first."""
    where, values = join_conditions(
        [("receiver_id = ?", (receiver_id,)), *keyset.conditions("id", list_descending=True)]
    )
    sql = f"{_SELECT} WHERE {where} ORDER BY {keyset.order('id', list_descending=True)} LIMIT ?"
    return [_from_row(row) for row in tx.execute(sql, (*values, limit))]


def advance(tx: Transaction, *, replay_id: str, position: int, accepted: int, failed: int) -> None:
    """Add to a replay's counts, and record that all its events up to `position` were sent.

    A running replay is done when its position reaches the end. A cancelled replay stays cancelled.
    """
    sql = (
        "UPDATE replays SET accepted = accepted + ?, failed = failed + ?, "
        "position = CASE WHEN position < ? THEN ? ELSE position END, "
        "state = CASE WHEN state = 'running' AND ? >= last THEN 'done' ELSE state END, "
        "ended_at = CASE WHEN state = 'running' AND ? >= last THEN ? ELSE ended_at END WHERE id = ?"
    )
    tx.update(sql, (accepted, failed, position, position, position, position, tx.now, replay_id))


def cancel(tx: Transaction, replay: Replay) -> None:
    """Cancel a replay if it is still running."""
    sql = "UPDATE replays SET state = 'cancelled', ended_at = ? WHERE id = ? AND state = 'running'"
    tx.update(sql, (tx.now, replay.id))
    tx.changes.receivers.add(replay.receiver_id)


def cancel_of_receiver(tx: Transaction, receiver_id: ReceiverId) -> None:
    """Cancel the running replays of a receiver that is being deleted."""
    sql = "UPDATE replays SET state = 'cancelled', ended_at = ? WHERE receiver_id = ? AND state = 'running'"
    tx.update(sql, (tx.now, receiver_id))


def _from_row(row: Row) -> Replay:
    named = dict(zip(_COLUMNS, row, strict=True))
    named["only"] = ReplayOnly(named["only"])
    named["state"] = ReplayState(named["state"])
    return Replay(**named)
