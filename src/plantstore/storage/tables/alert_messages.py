"""The outbox of alert messages: table `alert_messages`.

A message is stored with the commit that decides on it, and stays until a process has sent it. A process claims messages
before it sends them, so that two processes never send the same message at the same time.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum

import msgspec

from plantstore.domain.alerts.message import AlertMessage, Answer, AnswerResult
from plantstore.domain.timestamps import Instant
from plantstore.storage.database import Transaction
from plantstore.storage.engine.protocols import Row

_COLUMNS = (
    *("id", "channel_id", "content", "created_at", "state", "attempts", "next_attempt_at"),
    *("claimed_by", "ended_at", "answer"),
)
_SELECT = f"SELECT {', '.join(_COLUMNS)} FROM alert_messages"
_to_json = msgspec.json.Encoder().encode
_from_json = msgspec.json.Decoder(AlertMessage).decode


class MessageState(StrEnum):
    """`failed`: it was not accepted in time, or its channel is gone."""

    PENDING = "pending"
    SENT = "sent"
    FAILED = "failed"


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredMessage:
    """A message in the outbox. `answer` is what the other side said about the newest attempt."""

    id: str
    channel_id: str
    content: AlertMessage
    created_at: Instant
    state: MessageState = MessageState.PENDING
    attempts: int = 0
    next_attempt_at: Instant | None = None
    claimed_by: str | None = None
    ended_at: Instant | None = None
    answer: str | None = None


def insert(tx: Transaction, channel_id: str, messages: Sequence[AlertMessage]) -> None:
    """Store messages that are due now; if the channel has to wait with earlier ones, at the same time as they."""
    due_at = _waits_until(tx, channel_id) or tx.now
    columns = ("id", "channel_id", "kind", "content", "created_at", "state", "attempts", "next_attempt_at")
    rows = [
        (one.id, channel_id, one.kind, _to_json(one).decode(), tx.now, MessageState.PENDING, 0, due_at)
        for one in messages
    ]
    if rows:
        tx.insert("alert_messages", columns, rows)


def claim(tx: Transaction, *, by: str, limit: int, busy: Collection[str]) -> list[StoredMessage]:
    """Claim at most `limit` due messages, of each channel the oldest; return them. `busy` channels get none.

    Only the process with the lease of alerts claims messages, so it takes over the claims of earlier processes.
    """
    sql = f"{_SELECT} WHERE state = 'pending' AND next_attempt_at <= ? ORDER BY created_at, id"
    taken: list[StoredMessage] = []
    channels = set(busy)
    for message in map(_from_row, tx.execute(sql, (tx.now,))):
        if message.channel_id not in channels and len(taken) < limit:
            channels.add(message.channel_id)
            taken.append(message)
    for message in taken:
        tx.update("UPDATE alert_messages SET claimed_by = ? WHERE id = ?", (by, message.id))
    return taken


def next_due_at(tx: Transaction) -> Instant | None:
    """Return when the next message is due, which may be past; None if none is to be sent."""
    value = tx.execute("SELECT min(next_attempt_at) FROM alert_messages WHERE state = 'pending'")[0][0]
    return None if value is None else Instant(value)


def settle(
    tx: Transaction, message_id: str, *, by: str, state: MessageState, next_attempt_at: Instant | None, answer: str
) -> bool:
    """Record how an attempt ended, and end the claim; False if the message is not claimed by this process any more."""
    sql = (
        "UPDATE alert_messages SET state = ?, attempts = attempts + 1, next_attempt_at = ?, ended_at = ?, answer = ?, "
        "claimed_by = NULL WHERE id = ? AND claimed_by = ? AND state = 'pending'"
    )
    ended_at = None if state is MessageState.PENDING else tx.now
    return bool(tx.update(sql, (state, next_attempt_at, ended_at, answer, message_id, by)))


def count_pending(tx: Transaction, channel_id: str) -> int:
    sql = "SELECT count(*) FROM alert_messages WHERE channel_id = ? AND state = 'pending'"
    return int(tx.execute(sql, (channel_id,))[0][0])


def count_all_pending(tx: Transaction) -> int:
    return int(tx.execute("SELECT count(*) FROM alert_messages WHERE state = 'pending'")[0][0])


def reschedule(tx: Transaction, channel_id: str, answer: Answer, *, due_at: Instant | None = None) -> None:
    """Decide when the other messages of a channel are due, after one of them, or a test, was answered.

    After an accepted message they are due now. After one that is to be sent again at `due_at`, they wait that long too,
    so that messages keep their order.
    """
    pending = "UPDATE alert_messages SET next_attempt_at = ? WHERE channel_id = ? AND state = 'pending'"
    if answer.result is AnswerResult.ACCEPTED:
        tx.update(f"{pending} AND next_attempt_at > ?", (tx.now, channel_id, tx.now))
    elif answer.result is AnswerResult.RETRY and due_at is not None:
        tx.update(f"{pending} AND next_attempt_at < ?", (due_at, channel_id, due_at))


def drop_oldest(tx: Transaction, channel_id: str, *, kept: int) -> None:
    """Fail all but the newest `kept` messages of a channel that are still to be sent."""
    sql = "SELECT id FROM alert_messages WHERE channel_id = ? AND state = 'pending' ORDER BY id DESC"
    for (message_id,) in tx.execute(sql, (channel_id,))[kept:]:
        _fail(tx, message_id, "Too many messages were waiting for this channel.")


def fail_all(tx: Transaction, channel_id: str, *, why: str) -> None:
    """Fail every message of a channel that is still to be sent."""
    sql = "SELECT id FROM alert_messages WHERE channel_id = ? AND state = 'pending'"
    for (message_id,) in tx.execute(sql, (channel_id,)):
        _fail(tx, message_id, why)


def find(tx: Transaction, message_id: str) -> StoredMessage | None:
    rows = tx.execute(f"{_SELECT} WHERE id = ?", (message_id,))
    return _from_row(rows[0]) if rows else None


def newest(tx: Transaction, *, limit: int) -> list[StoredMessage]:
    """Return the newest messages of all channels."""
    rows = tx.execute(f"{_SELECT} ORDER BY created_at DESC, id DESC LIMIT ?", (limit,))
    return [_from_row(row) for row in rows]


def remove_old(tx: Transaction, *, before: Instant, limit: int) -> int:
    """Delete at most `limit` messages that were made before `before` and are not pending; return how many."""
    sql = "SELECT id FROM alert_messages WHERE created_at < ? AND state <> 'pending' ORDER BY created_at, id LIMIT ?"
    found = tx.execute(sql, (before, limit))
    for (message_id,) in found:
        tx.update("DELETE FROM alert_messages WHERE id = ?", (message_id,))
    return len(found)


def _waits_until(tx: Transaction, channel_id: str) -> Instant | None:
    """Return until when a channel's messages wait because the other side asked for it; None if they do not."""
    sql = (
        "SELECT min(next_attempt_at) FROM alert_messages JOIN alert_channels ON alert_channels.id = channel_id "
        "WHERE channel_id = ? AND state = 'pending' AND last_result = 'retry' AND next_attempt_at > ?"
    )
    value = tx.execute(sql, (channel_id, tx.now))[0][0]
    return None if value is None else Instant(value)


def _fail(tx: Transaction, message_id: str, why: str) -> None:
    sql = (
        "UPDATE alert_messages SET state = 'failed', next_attempt_at = NULL, ended_at = ?, answer = ?, "
        "claimed_by = NULL WHERE id = ?"
    )
    tx.update(sql, (tx.now, why, message_id))


def _from_row(row: Row) -> StoredMessage:
    named = dict(zip(_COLUMNS, row, strict=True))
    named["content"] = _from_json(named["content"])
    named["state"] = MessageState(named["state"])
    return StoredMessage(**named)
