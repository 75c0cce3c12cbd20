"""Bodies for chat services: a short message about a new plant.

The code of a version never changes what it returns: see `formats.py`.
"""

import json
import re
from collections.abc import Callable, Mapping
from typing import Any

from plantstore.domain.chats import discord, google_chat, slack, teams
from plantstore.domain.chats.plain_text import joined
from plantstore.domain.receivers.bodies.new_plant import NewPlant, Span, new_plant

MESSAGE_BYTES_MAX = 20_000  # of any message: Teams refuses 28,672 after it has wrapped it, Google Chat 32,000
OPEN_TEXT = "Open in the shop"
_GREEN = 0x1D6A45
_SLACK_MARKUP = re.compile(r"[*_~`&<>@:|\\\[\]]")


def chat_message(format_id: str, record: Mapping[str, Any]) -> bytes:
    """Return the message of a format for the record of a `full` body: at most MESSAGE_BYTES_MAX bytes of JSON."""
    value = MESSAGES[format_id](new_plant(record))
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


def _slack_1(plant: NewPlant) -> dict[str, object]:
    """`text` contains everything too, because Mattermost and Rocket.Chat show only that.

    The photo is an attachment: Slack refuses a whole message if it cannot fetch the image of a block.
    """
    lines = [slack.escaped(line) for line in plant.lines]
    link = slack.linked(OPEN_TEXT, plant.link) if plant.link else ""
    blocks = [slack.header(plant.title)]
    if plant.name:
        blocks.append(slack.section(_slack_name(plant)))
    if lines:
        blocks.append(slack.section(slack.plain(joined(lines))))
    if link:
        blocks.append(slack.section(slack.mrkdwn(link)))
    text = joined([slack.escaped(plant.title), slack.escaped(plant.plain_name), *lines, link])
    message: dict[str, object] = {"text": text, "blocks": blocks}
    if plant.photo:
        message["attachments"] = [{"fallback": slack.escaped(plant.alt), "image_url": plant.photo}]
    return message


def _slack_name(plant: NewPlant) -> dict[str, object]:
    """Return the botanical name in italics, or as plain text if it has characters that Slack could read as markup."""
    if _SLACK_MARKUP.search(plant.plain_name):
        return slack.plain(slack.escaped(plant.plain_name))
    return slack.mrkdwn(_marked(plant.name, str, "_", "_")) | {"verbatim": True}


def _teams_1(plant: NewPlant) -> dict[str, object]:
    body = [teams.title(plant.title, "good")]
    if plant.name:
        runs = [_run(span, is_last=span is plant.name[-1]) for span in plant.name]
        body.append(teams.line(*runs))
    body += [teams.line(teams.run(line)) for line in plant.lines]
    if plant.photo:
        body.append({"type": "Image", "url": plant.photo, "altText": plant.alt, "size": "Large"})
    return teams.message(body, [(OPEN_TEXT, plant.link)] if plant.link else [])


def _run(span: Span, *, is_last: bool) -> dict[str, object]:
    text = span.text if is_last else f"{span.text} "
    return teams.run(text, italic=True) if span.italic else teams.run(text)


def _discord_1(plant: NewPlant) -> dict[str, object]:
    rows = [_marked(plant.name, discord.escaped, "*", "*"), *map(discord.escaped, plant.lines)]
    if plant.link:
        rows.append(discord.linked(OPEN_TEXT, plant.link))
    embed: dict[str, object] = {"color": _GREEN, "description": joined(rows) or discord.escaped(plant.alt)}
    if plant.photo:
        embed["image"] = {"url": plant.photo}
    return discord.message(plant.title, embed)


def _google_chat_1(plant: NewPlant) -> dict[str, object]:
    name = _marked(plant.name, google_chat.escaped, "<i>", "</i>")
    rows = [row for row in (name, *map(google_chat.escaped, plant.lines)) if row]
    widgets = [google_chat.paragraph(rows)] if rows else []
    if plant.photo:
        widgets.append({"image": {"imageUrl": plant.photo, "altText": plant.alt}})
    links = [(OPEN_TEXT, plant.link)] if plant.link else []
    return google_chat.message("plant", {"title": plant.title}, widgets, links)


def _marked(name: tuple[Span, ...], form: Callable[[str], str], before: str, after: str) -> str:
    """Return a name with marks around what is in italics."""
    return " ".join(f"{before}{form(span.text)}{after}" if span.italic else form(span.text) for span in name)


MESSAGES: dict[str, Callable[[NewPlant], dict[str, object]]] = {
    "slack/1": _slack_1,
    "teams/1": _teams_1,
    "discord/1": _discord_1,
    "google_chat/1": _google_chat_1,
}
"""By the id of a format."""
