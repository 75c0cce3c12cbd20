"""Messages for programs: JSON as Standard Webhooks advises, signed, with a bearer token if one is set."""

from typing import Any

import msgspec

from plantstore.domain.alerts.message import AlertMessage
from plantstore.domain.chats.plain_text import fit, one_line
from plantstore.domain.timestamps import to_text
from plantstore.operations.alerts.channels.message_parts import links

LINES_BYTES_MAX = 12_000  # Standard Webhooks recommends payloads of less than 20 kB
LINES_MAX = 200
INCIDENTS_MAX = 50


def render(message: AlertMessage) -> bytes:
    """Return the body of the request."""
    fitted = fit(message.lines, size_max=LINES_BYTES_MAX, lines_max=LINES_MAX, form=str, size=_json_bytes)
    urls = dict(links(message))
    link, acknowledge = (urls.get(text) for text in ("Open in Plant Store", "Acknowledge"))
    data: dict[str, Any] = {
        "severity": message.severity,
        "title": one_line(message.title, chars_max=500) or "Alert",
        "lines": fitted.lines,
        "lines_left_out": fitted.left_out,
        "link": link,
        "acknowledge_link": acknowledge,
        "incident_ids": list(message.incident_ids[:INCIDENTS_MAX]),
        "incidents": len(message.incident_ids),
    }
    return msgspec.json.encode({"type": message.kind, "timestamp": to_text(message.created_at), "data": data})


def _json_bytes(text: str) -> int:
    return len(msgspec.json.encode(text)) + 1
