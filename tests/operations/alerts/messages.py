"""Makers of alert messages and channels."""

from typing import Any

from plantstore.domain.alerts.channel import AlertChannel, ChannelConfig, ChannelKind
from plantstore.domain.alerts.message import AlertMessage, MessageKind, Severity
from plantstore.domain.secret import Secret
from tests.makers import NOON


def a_message(**changes: Any) -> AlertMessage:
    given: dict[str, Any] = {
        "id": "msg_01kjxsnhx04t8gcvq1mz7b5e3d",
        "kind": MessageKind.OPENED,
        "severity": Severity.WARNING,
        "title": "ERP is failing",
        "lines": ("Rejected our access token (401) since 09:10.", "347 deliveries are queued; none are lost."),
        "created_at": NOON,
        "link": "https://plants.example/receivers/rcv_0000000000007",
        "acknowledge_link": "https://plants.example/alerts/inc_01kjxsnhx04t8gcvq1mz7b5e3d",
        "incident_ids": ("inc_01kjxsnhx04t8gcvq1mz7b5e3d",),
    }
    return AlertMessage(**(given | changes))


def a_channel(kind: ChannelKind = ChannelKind.SLACK, *, url: str = "", **changes: Any) -> AlertChannel:
    given: dict[str, Any] = {
        "id": "chn_01kjxsnhx04t8gcvq1mz7b5e3d",
        "name": "Shop",
        "kind": kind,
        "config": ChannelConfig(url=Secret(url) if url else None),
        "shown": "https://hooks.example/…",
        "person_id": None,
        "version": 1,
        "created_by": "tok_1",
        "created_at": NOON,
        "updated_at": NOON,
    }
    return AlertChannel(**(given | changes))
