"""Text and messages for Discord: the title as content, because notifications show it, and the rest as an embed."""

import re

from plantstore.domain.chats.plain_text import shorten, utf16_units

TITLE_UNITS_MAX = 1_900  # UTF-16 units of a title after it is escaped; Discord accepts a content of 2,000
_MARKUP = re.compile(r"([\\*_~`|>#\[\]()<@:])")
_LIST = re.compile(r"^(\d*)([-+.])")  # a list, if it begins a line


def escaped(text: str) -> str:
    """Return a line with its markup escaped.

    >>> escaped("1. @everyone *now*")
    '1\\\\. \\\\@everyone \\\\*now\\\\*'
    """
    return _LIST.sub(r"\1\\\2", _MARKUP.sub(r"\\\1", text))


def linked(text: str, url: str) -> str:
    """Return a link without a preview of its page."""
    return f"[{text}](<{url}>)"


def message(title: str, embed: dict[str, object]) -> dict[str, object]:
    """Return a message, which notifies no one: mentions are escaped, and none is allowed."""
    content = shorten(escaped(title), TITLE_UNITS_MAX, utf16_units)
    return {"content": f"**{content}**", "embeds": [embed], "allowed_mentions": {"parse": []}}
