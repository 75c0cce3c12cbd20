"""Messages for Google Chat: a card, and a text for notifications.

A header has no markup; a paragraph reads HTML, and no mentions. There is no `text`, in which <users/all> would notify
all people of a space.
"""

import html
from collections.abc import Sequence


def escaped(text: str) -> str:
    return html.escape(text, quote=False)


def paragraph(rows: Sequence[str]) -> dict[str, object]:
    """Return a paragraph of these lines, which are escaped."""
    return {"textParagraph": {"text": "<br>".join(rows)}}


def message(
    card_id: str, header: dict[str, str], widgets: list[dict[str, object]], links: Sequence[tuple[str, str]]
) -> dict[str, object]:
    """Return a message with these widgets, and a button for each text and URL of `links`.

    The `title` of the header is what notifications show.
    """
    buttons = [{"text": text, "onClick": {"openLink": {"url": url}}} for text, url in links]
    shown = [*widgets, {"buttonList": {"buttons": buttons}}] if buttons else widgets
    card = {"header": header, "sections": [{"widgets": shown or [paragraph([escaped(header["title"])])]}]}
    return {"fallbackText": header["title"], "cardsV2": [{"cardId": card_id, "card": card}]}
