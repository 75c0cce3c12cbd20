"""Messages for Google Chat: a card, and a text for notifications."""

import msgspec

from plantstore.domain.alerts.message import AlertMessage
from plantstore.domain.chats import google_chat
from plantstore.domain.chats.plain_text import fit, one_line
from plantstore.operations.alerts.channels.message_parts import footer, links

LINES_BYTES_MAX = 12_000  # Google Chat accepts messages of 32,000 bytes
LINES_MAX = 100
TITLE_CHARS_MAX = 200


def render(message: AlertMessage) -> bytes:
    """Return the body of the request."""
    title = one_line(message.title, chars_max=TITLE_CHARS_MAX) or "Alert"
    rows = fit(
        message.lines, size_max=LINES_BYTES_MAX, lines_max=LINES_MAX, form=google_chat.escaped, size=_bytes
    ).lines
    widgets = [google_chat.paragraph(rows)] if rows else []
    header = {"title": title, "subtitle": footer(message)}
    return msgspec.json.encode(google_chat.message("alert", header, widgets, links(message)))


def _bytes(text: str) -> int:
    return len(text.encode()) + text.count('"') + text.count("\\") + 3  # <br> takes four bytes
