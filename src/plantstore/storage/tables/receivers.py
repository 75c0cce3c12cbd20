"""Receivers and their encrypted secrets: tables `receivers` and `receiver_secrets`."""

from collections.abc import Callable, Collection, Mapping
from functools import cache
from itertools import chain
from typing import TypeVar

from plantstore.domain.deliveries.breaker import HEALTHY
from plantstore.domain.public_ids import ReceiverId, receiver_text
from plantstore.domain.receivers.receiver import Credentials, Payload, Receiver
from plantstore.domain.secret import AccessToken, Secret
from plantstore.domain.timestamps import Instant
from plantstore.storage.database import Transaction
from plantstore.storage.engine.chunks import chunks, in_list
from plantstore.storage.engine.encryption import SecretBox
from plantstore.storage.engine.keyset import FIRST_PAGE, KeysetPage, join_conditions
from plantstore.storage.engine.protocols import Row
from plantstore.storage.tables import (
    breakers,
    receiver_addresses,
    receiver_certificates,
    receiver_formats,
    receiver_grants,
    receiver_headers,
    receiver_keys,
)

_COLUMNS = (
    "id",
    "name",
    "url",
    "payload",
    "start",
    "cursor",
    "max_concurrency",
    "deadline_us",
    "built_in",
    "created_at",
    "updated_at",
    "version",
    "paused",
    "resumes",
    "ordered",
    "max_rate",
    "ephemeral",
    "filter",
    "filtered",
    "payload_format",
    "payload_expression",
)
_SELECT = (
    f"SELECT {', '.join('receivers.' + name for name in _COLUMNS)}, "
    f"{', '.join('breakers.' + name for name in breakers.COLUMNS)} "
    "FROM receivers LEFT JOIN breakers ON breakers.receiver_id = receivers.id WHERE deleted_at IS NULL"
)
_ACCESS_TOKEN, _SIGNING = "access_token", "signing"  # values of column `kind`, not secrets
Result = TypeVar("Result")


def insert(tx: Transaction, receiver: Receiver) -> None:
    tx.insert("receivers", _COLUMNS, [_to_row(receiver)])
    tx.changes.receivers.add(receiver.id)


def update(tx: Transaction, receiver: Receiver) -> None:
    """Store a user's changes to a receiver. The cursor is not written, because only the recorder moves it."""
    tx.update(
        "UPDATE receivers SET name = ?, url = ?, payload = ?, max_concurrency = ?, deadline_us = ?, updated_at = ?, "
        "version = ?, paused = ?, resumes = ?, ordered = ?, max_rate = ?, filter = ?, filtered = ?, "
        "payload_format = ?, payload_expression = ? WHERE id = ? AND deleted_at IS NULL",
        (
            receiver.name,
            receiver.url,
            receiver_formats.stored_payload(receiver),
            receiver.max_concurrency,
            _microseconds(receiver.deadline_s),
            receiver.updated_at,
            receiver.version,
            int(receiver.paused),
            receiver.resumes,
            int(receiver.ordered),
            receiver.max_rate,
            receiver.filter,
            int(receiver.filtered),
            receiver_formats.stored_format(receiver),
            receiver.expression,
            receiver.id,
        ),
    )
    tx.changes.receivers.add(receiver.id)


def mark_deleted(tx: Transaction, receiver_id: ReceiverId) -> None:
    """Mark a receiver as deleted and delete its secrets and keys. Its row stays, because attempts refer to it."""
    tx.update("UPDATE receivers SET deleted_at = ? WHERE id = ?", (tx.now, receiver_id))
    tx.update("DELETE FROM receiver_secrets WHERE receiver_id = ?", (receiver_id,))
    for table in (receiver_addresses, receiver_certificates, receiver_headers, receiver_keys, receiver_grants):
        table.delete(tx, receiver_id)
    breakers.clear(tx, receiver_id)
    tx.changes.receivers.add(receiver_id)


def lock(tx: Transaction, receiver_ids: Collection[ReceiverId]) -> None:
    """Lock receivers' rows until this transaction ends, so that no other transaction records or changes their data.

    Rows are locked in id order to avoid deadlock; later reads see the previous holder's commit.
    """
    if tx.for_update and receiver_ids:
        marks, ids = in_list(sorted(receiver_ids))
        tx.execute(f"SELECT id FROM receivers WHERE id IN ({marks}) ORDER BY id{tx.for_update}", ids)


def lock_all(tx: Transaction) -> None:
    """Lock the rows of all receivers until this transaction ends."""
    if tx.for_update:
        tx.execute(f"SELECT id FROM receivers ORDER BY id{tx.for_update}")


def find(tx: Transaction, receiver_id: ReceiverId) -> Receiver | None:
    """Return a receiver; None if it does not exist or was deleted. A write transaction locks its row (see `lock`)."""
    lock(tx, [receiver_id])
    rows = tx.execute(f"{_SELECT} AND id = ?", (receiver_id,))
    return _from_row(rows[0]) if rows else None


def find_many(tx: Transaction, receiver_ids: Collection[ReceiverId]) -> dict[ReceiverId, Receiver]:
    """Return those of the given receivers that exist and are not deleted, in no particular order."""
    lock(tx, receiver_ids)
    marks, ids = in_list(sorted(receiver_ids))
    return {receiver.id: receiver for receiver in map(_from_row, tx.execute(f"{_SELECT} AND id IN ({marks})", ids))}


def find_built_in(tx: Transaction) -> Receiver | None:
    rows = tx.execute(f"{_SELECT} AND built_in = 1 ORDER BY id LIMIT 1")
    return _from_row(rows[0]) if rows else None


def page(
    tx: Transaction,
    *,
    ids: Collection[ReceiverId] | None = None,
    limit: int,
    keyset: KeysetPage = FIRST_PAGE,
) -> list[Receiver]:
    """Return at most `limit` receivers of a page, in order of registration; only those of `ids`, if it is not None."""
    asked = keyset.conditions("id")
    if ids is not None:
        marks, wanted = in_list(sorted(ids))
        asked.append((f"id IN ({marks})", wanted))
    where, values = join_conditions(asked)
    sql = f"{_SELECT} AND {where} ORDER BY {keyset.order('id')} LIMIT ?"
    return [_from_row(row) for row in tx.execute(sql, (*values, limit))]


def filtered(tx: Transaction) -> list[Receiver]:
    """Return the receivers that have, or once had, a filter."""
    return [_from_row(row) for row in tx.execute(f"{_SELECT} AND filtered = 1 ORDER BY id")]


def count(tx: Transaction) -> int:
    return int(tx.execute("SELECT count(*) FROM receivers WHERE deleted_at IS NULL")[0][0])


def registered(tx: Transaction, receiver_ids: Collection[ReceiverId]) -> set[ReceiverId]:
    """Return which of the given receivers exist and are not deleted."""
    marks, ids = in_list(sorted(receiver_ids))
    sql = f"SELECT id FROM receivers WHERE deleted_at IS NULL AND id IN ({marks}) ORDER BY id"
    return {row[0] for row in tx.execute(sql, ids)}


def touch(tx: Transaction, receiver_ids: Collection[ReceiverId]) -> None:
    """Increment the receivers' touch counts, which the processes that send to these receivers poll for changes."""
    for receiver_id in sorted(receiver_ids):
        tx.update("UPDATE receivers SET touches = touches + 1 WHERE id = ?", (receiver_id,))


def touching(command: Callable[[Transaction], Result]) -> Callable[[Transaction], Result]:
    """Middleware for a shared database: touch the receivers that a command changes, in the command's transaction.

    Other processes poll the touch counts, because they do not receive this process's post-commit changes.
    """

    def run(tx: Transaction) -> Result:
        result = command(tx)
        touch(tx, tx.changes.receivers)
        return result

    return run


def touch_counts(tx: Transaction) -> dict[ReceiverId, int]:
    """Return the touch counts of all receivers that are not deleted, by id."""
    return {row[0]: row[1] for row in tx.execute("SELECT id, touches FROM receivers WHERE deleted_at IS NULL")}


def touch_count(tx: Transaction, receiver_id: ReceiverId) -> int:
    """Return a receiver's touch count; 0 if there is no such receiver."""
    rows = tx.execute("SELECT touches FROM receivers WHERE id = ?", (receiver_id,))
    return rows[0][0] if rows else 0


def touch_totals(tx: Transaction) -> tuple[int, int]:
    """Return the number of receivers, including deleted ones, and the sum of their touch counts.

    If both numbers are the same as before, no receiver has changed.
    """
    count, touches = tx.execute("SELECT count(*), coalesce(sum(touches), 0) FROM receivers")[0]
    return count, int(touches)


def ephemeral_failing_since(tx: Transaction, at: Instant, *, limit: int) -> list[ReceiverId]:
    """Return the ids of ephemeral receivers whose breaker has been open since the time `at` or longer."""
    sql = (
        "SELECT id FROM receivers JOIN breakers ON breakers.receiver_id = receivers.id "
        "WHERE deleted_at IS NULL AND ephemeral = 1 AND breakers.state <> 'closed' AND opened_at <= ? "
        "ORDER BY id LIMIT ?"
    )
    return [row[0] for row in tx.execute(sql, (at, limit))]


def move_cursor(tx: Transaction, receiver_id: ReceiverId, cursor: int) -> None:
    """Move a receiver's cursor forward; never backward."""
    move_cursors(tx, {receiver_id: cursor})


def move_cursors(tx: Transaction, cursors: Mapping[ReceiverId, int]) -> None:
    """Move receivers' cursors forward; never backward."""
    for chunk in chunks(sorted(cursors.items())):
        tx.update(_move_sql(len(chunk)), list(chain.from_iterable(chunk)))


def set_access_token(tx: Transaction, secret_box: SecretBox, receiver_id: ReceiverId, token: AccessToken) -> None:
    """Replace the access token that we send to a receiver; raise TypeError for any other kind of secret."""
    if not isinstance(token, AccessToken):
        raise TypeError("only an access token is sent to a receiver")
    tx.update("DELETE FROM receiver_secrets WHERE receiver_id = ? AND kind = ?", (receiver_id, _ACCESS_TOKEN))
    _insert_secret(tx, secret_box, receiver_id, _ACCESS_TOKEN, token)
    tx.changes.receivers.add(receiver_id)


def add_signing_secret(tx: Transaction, secret_box: SecretBox, receiver_id: ReceiverId, secret: Secret) -> None:
    _insert_secret(tx, secret_box, receiver_id, _SIGNING, secret)
    tx.changes.receivers.add(receiver_id)


def rotate_signing_secret(
    tx: Transaction, secret_box: SecretBox, receiver_id: ReceiverId, secret: Secret, *, old_ends_at: Instant
) -> None:
    """Store a new signing secret. The previous secret expires at `old_ends_at`, and any older one is deleted now."""
    of_receiver = (receiver_id, _SIGNING)
    tx.update("DELETE FROM receiver_secrets WHERE receiver_id = ? AND kind = ? AND expires_at IS NOT NULL", of_receiver)
    tx.update(
        "UPDATE receiver_secrets SET expires_at = ? WHERE receiver_id = ? AND kind = ?", (old_ends_at, *of_receiver)
    )
    add_signing_secret(tx, secret_box, receiver_id, secret)


def old_secrets_end_at(tx: Transaction, receiver_ids: Collection[ReceiverId]) -> dict[ReceiverId, Instant]:
    """Return until when the previous signing secret of each receiver is also valid, for those that have one."""
    marks, ids = in_list(sorted(receiver_ids))
    sql = (
        f"SELECT receiver_id, max(expires_at) FROM receiver_secrets WHERE receiver_id IN ({marks}) AND kind = ? "
        "AND expires_at > ? GROUP BY receiver_id"
    )
    return {row[0]: Instant(row[1]) for row in tx.execute(sql, (*ids, _SIGNING, tx.now))}


def remove_expired_secrets(tx: Transaction) -> None:
    """Delete the expired secrets and key pairs of all receivers."""
    receiver_keys.delete_expired(tx)
    expired = tx.execute("SELECT DISTINCT receiver_id FROM receiver_secrets WHERE expires_at <= ?", (tx.now,))
    if expired:
        tx.update("DELETE FROM receiver_secrets WHERE expires_at <= ?", (tx.now,))
        tx.changes.receivers.update(row[0] for row in expired)


def credentials(tx: Transaction, secret_box: SecretBox, receiver_id: ReceiverId) -> Credentials:
    """Return a receiver's decrypted token, unexpired secrets and keys, newest first, headers and certificates."""
    rows = tx.execute(
        "SELECT kind, sealed, expires_at FROM receiver_secrets WHERE receiver_id = ? "
        "AND (expires_at IS NULL OR expires_at > ?) ORDER BY created_at DESC",
        (receiver_id, tx.now),
    )
    opened = [(kind, _open(secret_box, receiver_id, kind, sealed)) for kind, sealed, _ in rows]
    tokens = [AccessToken(secret.reveal()) for kind, secret in opened if kind == _ACCESS_TOKEN]
    secrets = tuple(secret for kind, secret in opened if kind == _SIGNING)
    address = receiver_addresses.read(tx, secret_box, receiver_id)
    assert secrets and len(tokens) == (address is None), "all are stored in the transaction that registers a receiver"
    ends_at = next((ends_at for *_, ends_at in rows if ends_at is not None), None)
    private_keys, old_keys_end_at = receiver_keys.private_keys(tx, secret_box, receiver_id)
    return Credentials(
        access_token=tokens[0] if tokens else None,
        secrets=secrets,
        old_secrets_end_at=ends_at,
        private_keys=private_keys,
        old_keys_end_at=old_keys_end_at,
        tls=receiver_certificates.find(tx, secret_box, receiver_id),
        headers=tuple(receiver_headers.read(tx, secret_box, receiver_id).items()),
        grant=receiver_grants.read(tx, secret_box, receiver_id),
        address=address,
    )


def _insert_secret(tx: Transaction, secret_box: SecretBox, receiver_id: ReceiverId, kind: str, secret: Secret) -> None:
    """Store a secret as the newest of its kind, even if the clock has not advanced since the last secret was stored."""
    sql = "SELECT coalesce(max(created_at), -1) FROM receiver_secrets WHERE receiver_id = ? AND kind = ?"
    newest: int = tx.execute(sql, (receiver_id, kind))[0][0]
    sealed = secret_box.seal(secret.reveal().encode(), purpose=_purpose(receiver_id, kind))
    columns = ("receiver_id", "kind", "created_at", "sealed")
    tx.insert("receiver_secrets", columns, [(receiver_id, kind, max(tx.now, newest + 1), sealed)])


def _open(secret_box: SecretBox, receiver_id: ReceiverId, kind: str, sealed: bytes) -> Secret:
    return Secret(secret_box.open(sealed, purpose=_purpose(receiver_id, kind)).decode())


def _purpose(receiver_id: ReceiverId, kind: str) -> str:
    return f"{kind} of {receiver_text(receiver_id)}"


def _microseconds(seconds: float) -> int:
    return round(seconds * 1_000_000)


@cache
def _move_sql(receivers: int) -> str:
    return (
        f"WITH moved (id, cursor) AS (VALUES {', '.join(['(?, ?)'] * receivers)}) UPDATE receivers "
        "SET cursor = moved.cursor FROM moved WHERE receivers.id = moved.id AND receivers.cursor < moved.cursor"
    )


def _to_row(receiver: Receiver) -> Row:
    return (
        receiver.id,
        receiver.name,
        receiver.url,
        receiver_formats.stored_payload(receiver),
        receiver.start,
        receiver.cursor,
        receiver.max_concurrency,
        _microseconds(receiver.deadline_s),
        int(receiver.built_in),
        receiver.created_at,
        receiver.updated_at,
        receiver.version,
        int(receiver.paused),
        receiver.resumes,
        int(receiver.ordered),
        receiver.max_rate,
        int(receiver.ephemeral),
        receiver.filter,
        int(receiver.filtered),
        receiver_formats.stored_format(receiver),
        receiver.expression,
    )


def _from_row(row: Row) -> Receiver:
    named = dict(zip(_COLUMNS, row[: len(_COLUMNS)], strict=True))
    found = row[len(_COLUMNS) :]
    deadline_us = named.pop("deadline_us")
    named["payload"] = Payload(named.pop("payload_format") or named["payload"])
    named["expression"] = named.pop("payload_expression")
    for name in ("built_in", "paused", "ordered", "ephemeral", "filtered"):
        named[name] = bool(named[name])
    breaker = HEALTHY if found[0] is None else breakers.from_row(found)
    return Receiver(**named, deadline_s=deadline_us / 1_000_000, breaker=breaker)
