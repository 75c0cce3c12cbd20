"""Text and blocks of messages for Slack, and for programs that accept its incoming webhooks, such as Mattermost."""

import re

from plantstore.domain.chats.plain_text import shorten, utf16_units

TITLE_CHARS_MAX = 150  # text of a header block
SECTION_CHARS_MAX = 3_000  # text of a section block

# Mattermost notifies people for @channel and the like in plain text, and reads [text](url) as a link.
_MENTION = re.compile(r"(?<![\w.])@(?=\w)")
_LINK = re.compile(r"\](?=[(:\[])")
_GAP = "\u200b"  # invisible; it separates characters that together would be markup


def escaped(text: str) -> str:
    """Return a text without markup and without mentions."""
    text = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return _LINK.sub(f"]{_GAP}", _MENTION.sub(f"@{_GAP}", text))


def escaped_within(text: str, size_max: int) -> str:
    """Return an escaped text of at most `size_max` UTF-16 units. It is cut before it is escaped: no escape is cut."""
    size = size_max
    while utf16_units(formed := escaped(shorten(text, size, utf16_units))) > size_max:
        size -= max(1, (utf16_units(formed) - size_max) // 5)
    return formed


def linked(text: str, url: str) -> str:
    """Return a link for a `mrkdwn` text."""
    return f"<{escaped(url)}|{text}>"


def plain(text: str) -> dict[str, object]:
    return {"type": "plain_text", "text": text, "emoji": False}


def mrkdwn(text: str) -> dict[str, object]:
    return {"type": "mrkdwn", "text": text}


def section(text: dict[str, object]) -> dict[str, object]:
    return {"type": "section", "text": text}


def header(text: str) -> dict[str, object]:
    """Return a title, which is cut at TITLE_CHARS_MAX."""
    return {"type": "header", "text": plain(escaped_within(text, TITLE_CHARS_MAX))}
