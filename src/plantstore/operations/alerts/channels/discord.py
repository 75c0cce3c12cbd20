"""Messages for Discord: the title as content, because notifications show it, and the rest as an embed."""

import msgspec

from plantstore.domain.alerts.message import AlertMessage, Severity
from plantstore.domain.chats import discord
from plantstore.domain.chats.plain_text import fit, joined, one_line, utf16_units
from plantstore.domain.timestamps import to_text
from plantstore.operations.alerts.channels.message_parts import footer, links

LINES_CHARS_MAX = 3_000  # of the description of an embed, which has at most 4,096; all texts of all embeds: 6,000
LINES_MAX = 50
TITLE_CHARS_MAX = 200  # before it is escaped
_COLOURS = {
    Severity.CRITICAL: 0xC14A2F,
    Severity.WARNING: 0xD0912B,
    Severity.RESOLVED: 0x1D6A45,
    Severity.INFO: 0x454B95,
}


def render(message: AlertMessage) -> bytes:
    """Return the body of the request. It notifies no one: mentions are escaped, and none is allowed."""
    title = one_line(message.title, chars_max=TITLE_CHARS_MAX) or "Alert"
    rows = fit(
        message.lines, size_max=LINES_CHARS_MAX, lines_max=LINES_MAX, form=discord.escaped, size=utf16_units
    ).lines
    last = " · ".join(discord.linked(text, url) for text, url in links(message) if len(url) <= 400)
    embed: dict[str, object] = {
        "color": _COLOURS[message.severity],
        "footer": {"text": footer(message)},
        "timestamp": to_text(message.created_at),
    }
    description = joined([*rows, last])
    if description:
        embed["description"] = description
    return msgspec.json.encode(discord.message(title, embed))
