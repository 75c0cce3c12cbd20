"""Messages for Microsoft Teams: an Adaptive Card, for a workflow that starts with a webhook request."""

import msgspec

from plantstore.domain.alerts.message import AlertMessage, Severity
from plantstore.operations.alerts.channels.plain_text import fit, footer, links, one_line

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
    """Return the body of the request. Text is in text runs, which have no markup; a text block would read Markdown."""
    title = one_line(message.title, chars_max=TITLE_CHARS_MAX) or "Alert"
    rows = fit(message.lines, size_max=LINES_BYTES_MAX, lines_max=LINES_MAX, form=str, size=_json_bytes).lines
    head: dict[str, object] = {"type": "TextRun", "text": title, "weight": "Bolder", "size": "Medium"}
    body: list[dict[str, object]] = [
        {"type": "Container", "style": _STYLES[message.severity], "bleed": True, "items": [_text(head)]}
    ]
    body += [_text({"type": "TextRun", "text": row}) for row in rows]
    body.append(_text({"type": "TextRun", "text": footer(message), "isSubtle": True, "size": "Small"}))
    card: dict[str, object] = {
        "$schema": "http://adaptivecards.io/schemas/adaptive-card.json",
        "type": "AdaptiveCard",
        "version": "1.4",
        "body": body,
    }
    actions = [{"type": "Action.OpenUrl", "title": text, "url": url} for text, url in links(message)]
    if actions:
        card["actions"] = actions
    attachment = {
        "contentType": "application/vnd.microsoft.card.adaptive",
        "contentUrl": None,
        "content": card,
    }
    return msgspec.json.encode({"type": "message", "attachments": [attachment]})


def _text(run: dict[str, object]) -> dict[str, object]:
    return {"type": "RichTextBlock", "inlines": [run]}


def _json_bytes(text: str) -> int:
    """Return what a line costs, with the block around it; non-ASCII text is counted as JSON escapes."""
    return sum(1 if " " <= letter <= "~" else 6 if letter <= "\uffff" else 12 for letter in text) + 70
