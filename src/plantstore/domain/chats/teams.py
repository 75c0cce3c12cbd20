"""Messages for Microsoft Teams: an Adaptive Card, for a workflow that starts with a webhook request.

Text is in text runs, which have no markup; a text block would read Markdown.
"""

from collections.abc import Sequence


def run(text: str, **style: object) -> dict[str, object]:
    return {"type": "TextRun", "text": text, **style}


def line(*runs: dict[str, object]) -> dict[str, object]:
    return {"type": "RichTextBlock", "inlines": list(runs)}


def title(text: str, style: str) -> dict[str, object]:
    """Return a title on a bar, whose colour is a `style` of a container: good, warning, attention or accent."""
    items = [line(run(text, weight="Bolder", size="Medium"))]
    return {"type": "Container", "style": style, "bleed": True, "items": items}


def message(body: list[dict[str, object]], links: Sequence[tuple[str, str]]) -> dict[str, object]:
    """Return a message of these elements, and a button for each text and URL of `links`."""
    card: dict[str, object] = {
        "$schema": "http://adaptivecards.io/schemas/adaptive-card.json",
        "type": "AdaptiveCard",
        "version": "1.4",
        "body": body,
    }
    actions = [{"type": "Action.OpenUrl", "title": text, "url": url} for text, url in links]
    if actions:
        card["actions"] = actions
    attachment = {
        "contentType": "application/vnd.microsoft.card.adaptive",
        "contentUrl": None,
        "content": card,
    }
    return {"type": "message", "attachments": [attachment]}
