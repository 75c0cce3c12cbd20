"""Programs that get operational webhooks, with their sealed credentials: table `operational_subscribers`."""

from plantstore.domain.operational_webhook import (
    DisabledBecause,
    OperationalType,
    Subscriber,
    read_types,
    write_types,
)
from plantstore.domain.receivers.receiver import Credentials
from plantstore.domain.secret import AccessToken, Secret
from plantstore.domain.timestamps import Instant
from plantstore.storage.database import Transaction
from plantstore.storage.engine.encryption import SecretBox
from plantstore.storage.engine.protocols import Row

_COLUMNS = (
    "id",
    "name",
    "url",
    "types",
    "version",
    "created_by",
    "created_at",
    "updated_at",
    "disabled_at",
    "disabled_reason",
    "failing_since",
)
_SELECT = f"SELECT {', '.join(_COLUMNS)} FROM operational_subscribers"


def insert(
    tx: Transaction, secret_box: SecretBox, subscriber: Subscriber, *, token: AccessToken, secret: Secret
) -> None:
    sealed = (_seal(secret_box, subscriber.id, "token", token), _seal(secret_box, subscriber.id, "secret", secret))
    tx.insert("operational_subscribers", (*_COLUMNS, "token", "secret"), [(*_to_row(subscriber), *sealed)])


def update(tx: Transaction, subscriber: Subscriber) -> None:
    """Store all fields of a subscriber that can change."""
    sql = (
        "UPDATE operational_subscribers SET name = ?, url = ?, types = ?, version = ?, updated_at = ?, "
        "disabled_at = ?, disabled_reason = ?, failing_since = ? WHERE id = ?"
    )
    values = (subscriber.name, subscriber.url, write_types(subscriber.types), subscriber.version)
    since = (subscriber.updated_at, subscriber.disabled_at, subscriber.disabled_reason, subscriber.failing_since)
    tx.update(sql, (*values, *since, subscriber.id))


def remove(tx: Transaction, subscriber_id: str) -> None:
    """Delete a subscriber and what waits for it. Its events stay for the others, until they are too old."""
    tx.update("DELETE FROM operational_subscribers WHERE id = ?", (subscriber_id,))
    tx.update("DELETE FROM operational_deliveries WHERE subscriber_id = ?", (subscriber_id,))


def all_subscribers(tx: Transaction) -> list[Subscriber]:
    """Return all subscribers, the oldest first: at most SUBSCRIBERS_MAX."""
    return [_from_row(row) for row in tx.execute(f"{_SELECT} ORDER BY id")]


def find(tx: Transaction, subscriber_id: str) -> Subscriber | None:
    """Return a subscriber; None if there is none. A write transaction locks its row."""
    rows = tx.execute(f"{_SELECT} WHERE id = ?{tx.for_update}", (subscriber_id,))
    return _from_row(rows[0]) if rows else None


def subscribed_to(tx: Transaction, *kinds: OperationalType) -> dict[OperationalType, list[str]]:
    """Return the ids of the subscribers that are not disabled, for those of the types that have any.

    Called before an event is written, in the same transaction. There are at most SUBSCRIBERS_MAX rows.
    """
    found: dict[OperationalType, list[str]] = {}
    for subscriber_id, types in tx.execute(
        "SELECT id, types FROM operational_subscribers WHERE disabled_at IS NULL ORDER BY id"
    ):
        for kind in read_types(types):
            if kind in kinds:
                found.setdefault(kind, []).append(subscriber_id)
    return found


def set_token(tx: Transaction, secret_box: SecretBox, subscriber_id: str, token: AccessToken) -> None:
    sealed = _seal(secret_box, subscriber_id, "token", token)
    tx.update("UPDATE operational_subscribers SET token = ? WHERE id = ?", (sealed, subscriber_id))


def rotate_secret(
    tx: Transaction, secret_box: SecretBox, subscriber_id: str, secret: Secret, *, old_ends_at: Instant
) -> None:
    """Store a new signing secret. The previous one expires at `old_ends_at`, and any older one is deleted now."""
    sql = "UPDATE operational_subscribers SET old_secret = secret, old_secret_ends_at = ?, secret = ? WHERE id = ?"
    tx.update(sql, (old_ends_at, _seal(secret_box, subscriber_id, "secret", secret), subscriber_id))


def remove_expired_secrets(tx: Transaction) -> None:
    sql = (
        "UPDATE operational_subscribers SET old_secret = NULL, old_secret_ends_at = NULL WHERE old_secret_ends_at <= ?"
    )
    tx.update(sql, (tx.now,))


def old_secret_ends_at(tx: Transaction, subscriber_id: str) -> Instant | None:
    """Return until when the previous secret signs too; None if there is none."""
    sql = "SELECT old_secret_ends_at FROM operational_subscribers WHERE id = ? AND old_secret_ends_at > ?"
    rows = tx.execute(sql, (subscriber_id, tx.now))
    return rows[0][0] if rows else None


def credentials(tx: Transaction, secret_box: SecretBox, subscriber_id: str) -> Credentials | None:
    """Return a subscriber's decrypted token and its valid secrets, the newest first; None if it was removed."""
    sql = "SELECT token, secret, old_secret, old_secret_ends_at FROM operational_subscribers WHERE id = ?"
    rows = tx.execute(sql, (subscriber_id,))
    if not rows:
        return None
    token, newest, old, ends_at = rows[0]
    has_old = ends_at is not None and ends_at > tx.now
    secrets = [
        _open(secret_box, subscriber_id, "secret", sealed) for sealed in ((newest, old) if has_old else (newest,))
    ]
    return Credentials(
        access_token=AccessToken(_open(secret_box, subscriber_id, "token", token).reveal()),
        secrets=tuple(secrets),
        old_secrets_end_at=Instant(ends_at) if has_old else None,
    )


def _seal(secret_box: SecretBox, subscriber_id: str, kind: str, secret: Secret) -> bytes:
    return secret_box.seal(secret.reveal().encode(), purpose=f"{kind} of {subscriber_id}")


def _open(secret_box: SecretBox, subscriber_id: str, kind: str, sealed: bytes) -> Secret:
    return Secret(secret_box.open(sealed, purpose=f"{kind} of {subscriber_id}").decode())


def _to_row(subscriber: Subscriber) -> Row:
    return tuple(write_types(subscriber.types) if name == "types" else getattr(subscriber, name) for name in _COLUMNS)


def _from_row(row: Row) -> Subscriber:
    named = dict(zip(_COLUMNS, row, strict=True))
    named["types"] = read_types(named["types"])
    reason = named["disabled_reason"]
    named["disabled_reason"] = None if reason is None else DisabledBecause(reason)
    return Subscriber(**named)
