"""JSON Schemas of the messages that chats accept, written from their documentation, with every documented limit.

Slack: Block Kit (header, section, context and actions blocks) and incoming webhooks. Teams: Adaptive Cards 1.4, in the
envelope of a workflow. Discord: Execute Webhook and the limits of embeds. Google Chat: Message and Card v2. Standard
Webhooks: the recommended body. JSON Schema counts code points; `too_long` counts UTF-16 units, as JavaScript does.
"""

from typing import Any

TEAMS_BYTES_MAX = 28_672  # measured after Teams has wrapped the message
DISCORD_EMBED_CHARS_MAX = 6_000  # title, description, field names and values, footer and author of all embeds
GOOGLE_CHAT_BYTES_MAX = 32_000
STANDARD_WEBHOOK_BYTES_MAX = 20_480

_URL = {"type": "string", "pattern": "^https?://[!-~]+$"}
_BOOLEAN = {"type": "boolean"}


def _object(properties: dict[str, Any], *required: str) -> dict[str, Any]:
    """Return the schema of an object without other properties. Without `required`, all are required."""
    return {
        "type": "object",
        "properties": properties,
        "required": list(required or properties),
        "additionalProperties": False,
    }


def _array(items: dict[str, Any], most: int, least: int = 1) -> dict[str, Any]:
    return {"type": "array", "minItems": least, "maxItems": most, "items": items}


def _text(most: int) -> dict[str, Any]:
    return {"type": "string", "minLength": 1, "maxLength": most}


def _plain(most: int) -> dict[str, Any]:
    return _object({"type": {"const": "plain_text"}, "text": _text(most), "emoji": _BOOLEAN}, "type", "text")


def _slack_text(most: int) -> dict[str, Any]:
    mrkdwn = _object({"type": {"const": "mrkdwn"}, "text": _text(most), "verbatim": _BOOLEAN}, "type", "text")
    return {"oneOf": [_plain(most), mrkdwn]}


_BUTTON = _object(
    {
        "type": {"const": "button"},
        "text": _plain(75),
        "action_id": _text(255),
        "url": {**_URL, "maxLength": 3_000},
        "style": {"enum": ["primary", "danger"]},
    },
    "type",
    "text",
)
_BLOCKS = [
    _object({"type": {"const": "header"}, "text": _plain(150)}),
    _object({"type": {"const": "section"}, "text": _slack_text(3_000)}),
    _object({"type": {"const": "context"}, "elements": _array(_slack_text(2_000), 10)}),
    _object({"type": {"const": "actions"}, "elements": _array(_BUTTON, 25)}),
]
_OLD_ATTACHMENT = _object({"fallback": _text(3_000), "image_url": {**_URL, "maxLength": 3_000}})
SLACK = _object(
    {
        "text": _text(40_000),
        "blocks": _array({"oneOf": _BLOCKS}, 50),
        "attachments": _array(_OLD_ATTACHMENT, 20),
    },
    "text",
    "blocks",
)

_RUN = _object(
    {
        "type": {"const": "TextRun"},
        "text": _text(4_000),
        "weight": {"enum": ["Lighter", "Default", "Bolder"]},
        "size": {"enum": ["Default", "Small", "Medium", "Large", "ExtraLarge"]},
        "color": {"enum": ["Default", "Dark", "Light", "Accent", "Good", "Warning", "Attention"]},
        "isSubtle": _BOOLEAN,
        "italic": _BOOLEAN,
    },
    "type",
    "text",
)
_IMAGE = _object(
    {
        "type": {"const": "Image"},
        "url": _URL,
        "altText": _text(4_000),
        "size": {"enum": ["Auto", "Stretch", "Small", "Medium", "Large"]},
    }
)
_RICH_TEXT = _object({"type": {"const": "RichTextBlock"}, "inlines": _array(_RUN, 100)})
_CONTAINER = _object(
    {
        "type": {"const": "Container"},
        "items": _array(_RICH_TEXT, 100),
        "style": {"enum": ["default", "emphasis", "good", "attention", "warning", "accent"]},
        "bleed": _BOOLEAN,
    },
    "type",
    "items",
)
_CARD = _object(
    {
        "$schema": {"const": "http://adaptivecards.io/schemas/adaptive-card.json"},
        "type": {"const": "AdaptiveCard"},
        "version": {"const": "1.4"},
        "body": _array({"oneOf": [_RICH_TEXT, _CONTAINER, _IMAGE]}, 200),
        "actions": _array(_object({"type": {"const": "Action.OpenUrl"}, "title": _text(200), "url": _URL}), 6),
    },
    "$schema",
    "type",
    "version",
    "body",
)
_ATTACHMENT = _object(
    {
        "contentType": {"const": "application/vnd.microsoft.card.adaptive"},
        "contentUrl": {"type": "null"},
        "content": _CARD,
    }
)
TEAMS = _object({"type": {"const": "message"}, "attachments": _array(_ATTACHMENT, 1)})

_FIELD = _object({"name": _text(256), "value": _text(1_024), "inline": _BOOLEAN})
_EMBED = _object(
    {
        "title": _text(256),
        "description": _text(4_096),
        "url": _URL,
        "color": {"type": "integer", "minimum": 0, "maximum": 0xFFFFFF},
        "timestamp": {"type": "string", "pattern": r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$"},
        "footer": _object({"text": _text(2_048)}),
        "fields": _array(_FIELD, 25),
        "image": _object({"url": {**_URL, "maxLength": 2_048}}),
    },
    "color",
)
DISCORD = _object(
    {
        "content": _text(2_000),
        "embeds": _array(_EMBED, 10),
        "allowed_mentions": _object({"parse": {"type": "array", "maxItems": 0}}),
    }
)

_GOOGLE_BUTTON = _object({"text": _text(200), "onClick": _object({"openLink": _object({"url": _URL})})})
_WIDGETS = [
    _object({"textParagraph": _object({"text": _text(32_000)})}),
    _object({"image": _object({"imageUrl": _URL, "altText": _text(4_096)})}),
    _object({"buttonList": _object({"buttons": _array(_GOOGLE_BUTTON, 10)})}),
]
_GOOGLE_CARD = _object(
    {
        "header": _object({"title": _text(4_096), "subtitle": _text(4_096)}, "title"),
        "sections": _array(_object({"widgets": _array({"oneOf": _WIDGETS}, 100)}), 100),
    }
)
GOOGLE_CHAT = _object(
    {"fallbackText": _text(4_096), "cardsV2": _array(_object({"cardId": _text(64), "card": _GOOGLE_CARD}), 100)}
)

STANDARD_WEBHOOK = _object(
    {
        "type": {"type": "string", "pattern": r"^[a-z0-9_]+(\.[a-z0-9_]+)*$"},
        "timestamp": {"type": "string", "pattern": r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$"},
        "data": {"type": "object"},
    }
)


def too_long(schema: Any, value: Any) -> list[str]:
    """Return the texts that exceed a `maxLength` of the schema when UTF-16 units are counted."""
    found = list[str]()
    for option in schema.get("oneOf", [schema]):
        if isinstance(value, str):
            found += [value[:40]] if len(value.encode("utf-16-le")) // 2 > option.get("maxLength", 10**9) else []
        elif isinstance(value, list):
            found += [text for one in value for text in too_long(option.get("items", {}), one)]
        elif isinstance(value, dict) and _is_of(option, value):
            found += [text for name, one in value.items() for text in too_long(option["properties"][name], one)]
    return found


def _is_of(schema: Any, value: dict[str, Any]) -> bool:
    properties = schema.get("properties", {})
    kind = properties.get("type", {}).get("const")
    return value.keys() <= properties.keys() and (kind is None or kind == value.get("type"))
