"""Messages for Slack, and for programs that accept its incoming webhooks, such as Mattermost and Rocket.Chat.

Slack shows `blocks` and uses `text` for notifications; the others show only `text`, so both contain everything. No
buttons: Slack reports a click on one to the app, and shows a warning if that cannot be reached. Links need no app.
"""

import msgspec

from plantstore.domain.alerts.message import AlertMessage
from plantstore.domain.chats import slack
from plantstore.domain.chats.plain_text import fit, joined, one_line, utf16_units
from plantstore.domain.chats.slack import SECTION_CHARS_MAX, escaped, plain
from plantstore.operations.alerts.channels.message_parts import footer, links

TEXT_LINES_CHARS_MAX = 1_500  # of the lines in `text`: Slack recommends at most 4,000 in all, with links
LINES_CHARS_MAX = 5_500  # of all sections: Slack refuses messages of about 13,000 characters (msg_blocks_too_long)
LINES_MAX = 100


def render(message: AlertMessage) -> bytes:
    """Return the body of the request."""
    title = one_line(message.title) or "Alert"
    rows = fit(message.lines, size_max=LINES_CHARS_MAX, lines_max=LINES_MAX, form=escaped, size=utf16_units).lines
    linked = " · ".join(slack.linked(text, url) for text, url in links(message))
    blocks = [slack.header(title), *(slack.section(plain(text)) for text in _sections(rows))]
    if linked:
        blocks.append(slack.section(slack.mrkdwn(linked)))
    blocks.append({"type": "context", "elements": [plain(footer(message))]})
    few = fit(message.lines, size_max=TEXT_LINES_CHARS_MAX, lines_max=LINES_MAX, form=escaped, size=utf16_units).lines
    text = joined([slack.escaped_within(title, 300), *few, linked])
    return msgspec.json.encode({"text": text, "blocks": blocks})


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
