"""Acknowledge problems, with or without signing in: by the link in a message, which is good for its problems only."""

import base64
import hashlib
import hmac
from collections.abc import Sequence
from dataclasses import dataclass

from plantstore.domain.alerts.incident import Incident
from plantstore.domain.alerts.message import AlertMessage
from plantstore.domain.errors import NotFound
from plantstore.domain.timestamps import SECOND_US
from plantstore.storage.database import Transaction
from plantstore.storage.engine.encryption import SecretBox
from plantstore.storage.tables import alert_incidents, alert_messages

LINK_S_MAX = 7 * 86_400  # how long the link of a message is valid
KEY_CHARS_MAX = 100
PATH = "/alerts/acknowledge"
_TAG_BYTES = 20  # 160 bits, which cannot be guessed
_EXPIRED = "This link is not valid any more. Sign in to see the present problems."


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkMaker:
    """Makes and checks the links. Each key is the id of a message with a MAC of it, so no key is stored anywhere."""

    base_url: str
    mac_key: bytes

    def link(self, message: AlertMessage) -> str:
        """Return the address with which a person acknowledges the problems of a message; "" if it has none."""
        return f"{self.base_url}{PATH}/{self.key(message.id)}" if message.incident_ids else ""

    def key(self, message_id: str) -> str:
        tag = hmac.new(self.mac_key, message_id.encode(), hashlib.sha256).digest()[:_TAG_BYTES]
        return f"{message_id}.{base64.urlsafe_b64encode(tag).decode().rstrip('=')}"

    def message_id(self, key: str) -> str | None:
        """Return the id of the message whose key this is; None if the key is wrong."""
        message_id, dot, _ = key[:KEY_CHARS_MAX].partition(".")
        is_right = dot and hmac.compare_digest(self.key(message_id).encode(), key.encode())
        return message_id if is_right else None


def link_maker(secret_box: SecretBox, base_url: str) -> LinkMaker:
    return LinkMaker(base_url=base_url, mac_key=secret_box.derive("alert links"))


def problems_of(tx: Transaction, links: LinkMaker, key: str) -> Sequence[Incident]:
    """Return the problems of the message with this key. Raise NotFound if the key is wrong or too old."""
    return _incidents(tx, links, key)


def acknowledge_by_link(tx: Transaction, links: LinkMaker, key: str) -> int:
    """Acknowledge the problems of a message that are still open; return how many were not acknowledged before."""
    incidents = _incidents(tx, links, key)
    message = alert_messages.find(tx, links.message_id(key) or "")
    assert message is not None
    return alert_incidents.acknowledge(tx, [one.id for one in incidents], by=message.id, name="Link in a message")


def _incidents(tx: Transaction, links: LinkMaker, key: str) -> Sequence[Incident]:
    message_id = links.message_id(key)
    message = None if message_id is None else alert_messages.find(tx, message_id)
    if message is None or tx.now - message.created_at > LINK_S_MAX * SECOND_US:
        raise NotFound(_EXPIRED)
    return alert_incidents.find_many(tx, message.content.incident_ids)
