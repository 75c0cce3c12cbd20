"""Subscribers to operational webhooks, and what they were sent, for tests."""

import json
import os
from dataclasses import replace
from typing import Any

from plantstore.domain.operational_webhook import OperationalType, Subscriber
from plantstore.domain.receivers.signature import make_secret
from plantstore.domain.secret import AccessToken, Secret
from plantstore.storage.database import Transaction
from plantstore.storage.engine.encryption import KEY_BYTES, SecretBox
from plantstore.storage.tables import operational_subscribers
from tests.makers import NOON

SECRET_BOX = SecretBox(b"k" * KEY_BYTES, os.urandom)
SECRET = make_secret(b"s" * 32)
TOKEN = AccessToken("t" * 24)


def a_subscriber(id: str = "ops_1", *types: OperationalType, **changes: Any) -> Subscriber:
    subscriber = Subscriber(
        id=id,
        name="on call",
        url="https://ops.example/hook",
        types=types or tuple(OperationalType),
        version=1,
        created_by="tok_1",
        created_at=NOON,
        updated_at=NOON,
    )
    return replace(subscriber, **changes)


def subscribe(
    tx: Transaction,
    id: str = "ops_1",
    *types: OperationalType,
    secret_box: SecretBox = SECRET_BOX,
    secret: Secret = SECRET,
    **changes: Any,
) -> Subscriber:
    subscriber = a_subscriber(id, *types, **changes)
    operational_subscribers.insert(tx, secret_box, subscriber, token=TOKEN, secret=secret)
    return subscriber


def written(tx: Transaction) -> list[dict[str, Any]]:
    """Return the bodies of all stored events, in the order of their ids."""
    return [json.loads(bytes(row[0])) for row in tx.execute("SELECT body FROM operational_events ORDER BY id")]


def waiting(tx: Transaction) -> list[tuple[str, str]]:
    """Return the subscribers and types of all events that wait."""
    sql = (
        "SELECT subscriber_id, type FROM operational_deliveries JOIN operational_events ON id = event_id "
        "WHERE state = 'waiting' ORDER BY subscriber_id, type, id"
    )
    return [(row[0], row[1]) for row in tx.execute(sql)]
