"""Messages for Microsoft Teams: an Adaptive Card, for a workflow that starts with a webhook request."""

import msgspec

from plantstore.domain.alerts.message import AlertMessage, Severity
from plantstore.domain.chats import teams
from plantstore.domain.chats.plain_text import fit, one_line
from plantstore.operations.alerts.channels.message_parts import footer, links

LINES_BYTES_MAX = 8_000  # Teams refuses 28 KB, measured after it has wrapped the card itself
LINES_MAX = 60
TITLE_CHARS_MAX = 200
_STYLES = {
    Severity.CRITICAL: "attention",
    Severity.WARNING: "warning",
    Severity.RESOLVED: "good",
    Severity.INFO: "accent",
}


def render(message: AlertMessage) -> bytes:
    """Return the body of the request."""
    title = one_line(message.title, chars_max=TITLE_CHARS_MAX) or "Alert"
    rows = fit(message.lines, size_max=LINES_BYTES_MAX, lines_max=LINES_MAX, form=str, size=_json_bytes).lines
    body = [teams.title(title, _STYLES[message.severity]), *(teams.line(teams.run(row)) for row in rows)]
    body.append(teams.line(teams.run(footer(message), isSubtle=True, size="Small")))
    return msgspec.json.encode(teams.message(body, links(message)))


def _json_bytes(text: str) -> int:
    """Return what a line costs, with the block around it; non-ASCII text is counted as JSON escapes."""
    return sum(1 if " " <= letter <= "~" else 6 if letter <= "\uffff" else 12 for letter in text) + 70
