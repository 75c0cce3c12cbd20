"""The links and the last line of a message, the same in all channels."""

from plantstore.domain.alerts.message import AlertMessage, MessageKind, Severity
from plantstore.domain.chats.plain_text import safe_url
from plantstore.domain.timestamps import to_text

OPEN_TEXT, ACKNOWLEDGE_TEXT = "Open in Plant Store", "Acknowledge"
SEVERITY_WORDS = {
    Severity.CRITICAL: "Critical",
    Severity.WARNING: "Warning",
    Severity.RESOLVED: "Resolved",
    Severity.INFO: "Information",
}


def links(message: AlertMessage) -> list[tuple[str, str]]:
    """Return the text and the URL of each link of a message. The URLs have no character that ends one in any format."""
    named = ((OPEN_TEXT, message.link), (ACKNOWLEDGE_TEXT, message.acknowledge_link))
    return [(text, safe_url(url)) for text, url in named if url]


def footer(message: AlertMessage) -> str:
    """Return the severity and the time of a message, for its last line."""
    words = "Test" if message.kind is MessageKind.TEST else SEVERITY_WORDS[message.severity]
    return f"{words} · {to_text(message.created_at)[:16].replace('T', ' ')} UTC"
