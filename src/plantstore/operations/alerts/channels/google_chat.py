"""Messages for Google Chat: a card, and a text for notifications."""

import html

import msgspec

from plantstore.domain.alerts.message import AlertMessage
from plantstore.operations.alerts.channels.plain_text import fit, footer, links, one_line

LINES_BYTES_MAX = 12_000  # Google Chat accepts messages of 32,000 bytes
LINES_MAX = 100
TITLE_CHARS_MAX = 200


def render(message: AlertMessage) -> bytes:
    """Return the body of the request. A header has no markup; a paragraph reads HTML, and no mentions.

    There is no `text`, in which <users/all> would notify all people of a space.
    """
    title = one_line(message.title, chars_max=TITLE_CHARS_MAX) or "Alert"
    rows = fit(message.lines, size_max=LINES_BYTES_MAX, lines_max=LINES_MAX, form=_escaped, size=_bytes).lines
    widgets: list[dict[str, object]] = []
    if rows:
        widgets.append({"textParagraph": {"text": "<br>".join(rows)}})
    buttons = [{"text": text, "onClick": {"openLink": {"url": url}}} for text, url in links(message)]
    if buttons:
        widgets.append({"buttonList": {"buttons": buttons}})
    if not widgets:
        widgets.append({"textParagraph": {"text": _escaped(title)}})
    card = {"header": {"title": title, "subtitle": footer(message)}, "sections": [{"widgets": widgets}]}
    return msgspec.json.encode({"fallbackText": title, "cardsV2": [{"cardId": "alert", "card": card}]})


def _escaped(text: str) -> str:
    return html.escape(text, quote=False)


def _bytes(text: str) -> int:
    return len(text.encode()) + text.count('"') + text.count("\\") + 3  # <br> takes four bytes
