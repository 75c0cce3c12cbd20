"""Channels of alert messages: table `alert_channels`. Where a channel sends is encrypted."""

import msgspec

from plantstore.domain.alerts.channel import AlertChannel, ChannelConfig, ChannelKind
from plantstore.domain.alerts.message import Answer, AnswerResult
from plantstore.domain.secret import Secret
from plantstore.domain.timestamps import Instant
from plantstore.storage.database import Transaction
from plantstore.storage.engine.encryption import SecretBox
from plantstore.storage.engine.protocols import Row

_COLUMNS = (
    *("id", "name", "kind", "config", "shown", "person_id", "version", "created_by", "created_at", "updated_at"),
    *("disabled_at", "last_sent_at", "last_result", "last_words", "last_took_us", "failing_since"),
)
_SELECT = f"SELECT {', '.join(_COLUMNS)} FROM alert_channels"
_OF_CHANNELS = ("alert_routes", "alert_announcements", "alert_pacing")
"""Tables with rows of a channel, which are deleted with it."""


class _Config(msgspec.Struct, omit_defaults=True):
    """A ChannelConfig as it is encrypted."""

    addresses: list[str] = []
    url: str | None = None
    secret: str | None = None
    old_secret: str | None = None
    old_secret_ends_at: int | None = None
    access_token: str | None = None


_to_json = msgspec.json.Encoder().encode
_from_json = msgspec.json.Decoder(_Config).decode


def all_channels(tx: Transaction, secret_box: SecretBox) -> list[AlertChannel]:
    """Return all channels, the oldest first: at most CHANNELS_MAX."""
    return [_from_row(row, secret_box) for row in tx.execute(f"{_SELECT} ORDER BY id")]


def find(tx: Transaction, secret_box: SecretBox, channel_id: str) -> AlertChannel | None:
    rows = tx.execute(f"{_SELECT} WHERE id = ?", (channel_id,))
    return _from_row(rows[0], secret_box) if rows else None


def count(tx: Transaction) -> int:
    return int(tx.execute("SELECT count(*) FROM alert_channels")[0][0])


def insert(tx: Transaction, secret_box: SecretBox, channel: AlertChannel) -> None:
    """Store a new channel, to which nothing was sent yet."""
    values = (channel.id, channel.name, channel.kind, _seal(secret_box, channel), channel.shown, channel.person_id)
    about = (channel.version, channel.created_by, channel.created_at, channel.updated_at, channel.disabled_at)
    tx.insert("alert_channels", _COLUMNS, [(*values, *about, None, None, None, None, None)])


def update(tx: Transaction, secret_box: SecretBox, channel: AlertChannel) -> None:
    """Store what a person changed in a channel."""
    sql = (
        "UPDATE alert_channels SET name = ?, config = ?, shown = ?, version = ?, updated_at = ?, disabled_at = ? "
        "WHERE id = ?"
    )
    about = (channel.version, channel.updated_at, channel.disabled_at, channel.id)
    tx.update(sql, (channel.name, _seal(secret_box, channel), channel.shown, *about))


def note_answer(tx: Transaction, channel_id: str, answer: Answer) -> None:
    """Note how the other side answered the latest message, a test included, and since when the channel fails."""
    sql = (
        "UPDATE alert_channels SET last_sent_at = ?, last_result = ?, last_words = ?, last_took_us = ?, "
        "failing_since = CASE WHEN ? = 1 THEN NULL ELSE coalesce(failing_since, ?) END WHERE id = ?"
    )
    is_accepted = answer.result is AnswerResult.ACCEPTED
    tx.update(sql, (tx.now, answer.result, answer.words, answer.took_us, int(is_accepted), tx.now, channel_id))


def remove(tx: Transaction, channel_id: str) -> None:
    """Delete a channel with what it was to get. The outbox gives up its messages when it finds no channel."""
    for table in _OF_CHANNELS:
        tx.update(f"DELETE FROM {table} WHERE channel_id = ?", (channel_id,))
    tx.update("DELETE FROM alert_quiet_hours WHERE scope = ?", (channel_id,))
    tx.update("DELETE FROM alert_channels WHERE id = ?", (channel_id,))


def disable_of_person(tx: Transaction, person_id: str) -> None:
    """Disable the channels of a person: nothing more is sent to them."""
    sql = "UPDATE alert_channels SET disabled_at = ?, version = version + 1 WHERE person_id = ? AND disabled_at IS NULL"
    tx.update(sql, (tx.now, person_id))


def _purpose(channel_id: str) -> str:
    return f"alert channel {channel_id}"


def _seal(secret_box: SecretBox, channel: AlertChannel) -> bytes:
    config = channel.config
    clear = _Config(
        addresses=list(config.addresses),
        url=_text(config.url),
        secret=_text(config.secret),
        old_secret=_text(config.old_secret),
        old_secret_ends_at=config.old_secret_ends_at,
        access_token=_text(config.access_token),
    )
    return secret_box.seal(_to_json(clear), purpose=_purpose(channel.id))


def _from_row(row: Row, secret_box: SecretBox) -> AlertChannel:
    named = dict(zip(_COLUMNS, row, strict=True))
    clear = _from_json(secret_box.open(bytes(named["config"]), purpose=_purpose(named["id"])))
    config = ChannelConfig(
        addresses=tuple(clear.addresses),
        url=_secret(clear.url),
        secret=_secret(clear.secret),
        old_secret=_secret(clear.old_secret),
        old_secret_ends_at=None if clear.old_secret_ends_at is None else Instant(clear.old_secret_ends_at),
        access_token=_secret(clear.access_token),
    )
    result = named["last_result"]
    parsed = {"kind": ChannelKind(named["kind"]), "last_result": None if result is None else AnswerResult(result)}
    return AlertChannel(**(named | parsed | {"config": config}))


def _text(secret: Secret | None) -> str | None:
    return None if secret is None else secret.reveal()


def _secret(text: str | None) -> Secret | None:
    return None if text is None else Secret(text)
