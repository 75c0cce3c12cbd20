"""Messages for Slack, and for programs that accept its incoming webhooks, such as Mattermost and Rocket.Chat.

Slack shows `blocks` and uses `text` for notifications; the others show only `text`, so both contain everything. No
buttons: Slack reports a click on one to the app, and shows a warning if that cannot be reached. Links need no app.
"""

import re

import msgspec

from plantstore.domain.alerts.message import AlertMessage
from plantstore.operations.alerts.channels.plain_text import fit, footer, joined, links, one_line, shorten, utf16_units

TITLE_CHARS_MAX = 150  # text of a header block
SECTION_CHARS_MAX = 3_000  # text of a section block
TEXT_LINES_CHARS_MAX = 1_500  # of the lines in `text`: Slack recommends at most 4,000 in all, with links
LINES_CHARS_MAX = 5_500  # of all sections: Slack refuses messages of about 13,000 characters (msg_blocks_too_long)
LINES_MAX = 100

# Mattermost notifies people for @channel and the like in plain text, and reads [text](url) as a link.
_MENTION = re.compile(r"(?<![\w.])@(?=\w)")
_LINK = re.compile(r"\](?=[(:\[])")
_GAP = "\u200b"  # invisible; it separates characters that together would be markup


def render(message: AlertMessage) -> bytes:
    """Return the body of the request."""
    title = one_line(message.title) or "Alert"
    rows = fit(message.lines, size_max=LINES_CHARS_MAX, lines_max=LINES_MAX, form=escaped, size=utf16_units).lines
    linked = " · ".join(f"<{escaped(url)}|{text}>" for text, url in links(message))
    head = _shortened(title, TITLE_CHARS_MAX)
    blocks: list[dict[str, object]] = [{"type": "header", "text": _plain(head)}]
    blocks += [{"type": "section", "text": _plain(text)} for text in _sections(rows)]
    if linked:
        blocks.append({"type": "section", "text": {"type": "mrkdwn", "text": linked}})
    blocks.append({"type": "context", "elements": [_plain(footer(message))]})
    few = fit(message.lines, size_max=TEXT_LINES_CHARS_MAX, lines_max=LINES_MAX, form=escaped, size=utf16_units).lines
    text = joined([_shortened(title, 300), *few, linked])
    return msgspec.json.encode({"text": text, "blocks": blocks})


def escaped(text: str) -> str:
    """Return a text without markup and without mentions."""
    text = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return _LINK.sub(f"]{_GAP}", _MENTION.sub(f"@{_GAP}", text))


def _shortened(text: str, size_max: int) -> str:
    """Escape a text after cutting it, so that no escape is cut."""
    size = size_max
    while utf16_units(formed := escaped(shorten(text, size, utf16_units))) > size_max:
        size -= max(1, (utf16_units(formed) - size_max) // 5)
    return formed


def _sections(rows: list[str]) -> list[str]:
    """Join lines to texts of at most SECTION_CHARS_MAX. A line is shorter than that."""
    sections = list[str]()
    for row in rows:
        if sections and utf16_units(sections[-1]) + 1 + utf16_units(row) <= SECTION_CHARS_MAX:
            sections[-1] += f"\n{row}"
        elif row:
            sections.append(_fitting(row))
    return sections


def _fitting(row: str) -> str:
    return row if utf16_units(row) <= SECTION_CHARS_MAX else "… (a line that is too long)"


def _plain(text: str) -> dict[str, object]:
    return {"type": "plain_text", "text": text, "emoji": False}
