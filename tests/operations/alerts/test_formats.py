"""Every message has a form that the chats accept by their documentation, however long and strange its text is."""

import html
import json
import re
from collections.abc import Callable
from typing import Any, NamedTuple

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plantstore.domain.alerts.message import AlertMessage, MessageKind, Severity
from plantstore.domain.chats.plain_text import fit, one_line, shorten
from plantstore.operations.alerts.channels import discord, google_chat, signed_webhook, slack, teams
from tests import chat_schemas as schemas
from tests.operations.alerts.messages import a_message


class _Format(NamedTuple):
    render: Callable[[AlertMessage], bytes]
    schema: dict[str, Any]
    bytes_max: int


FORMATS = {
    "slack": _Format(slack.render, schemas.SLACK, 100_000),
    "teams": _Format(teams.render, schemas.TEAMS, schemas.TEAMS_BYTES_MAX),
    "discord": _Format(discord.render, schemas.DISCORD, 100_000),
    "google_chat": _Format(google_chat.render, schemas.GOOGLE_CHAT, schemas.GOOGLE_CHAT_BYTES_MAX),
    "webhook": _Format(signed_webhook.render, schemas.STANDARD_WEBHOOK, schemas.STANDARD_WEBHOOK_BYTES_MAX),
}
NASTY = (
    "@everyone @here <!channel> <@U024BE7LH> <users/all> @channel",
    "*bold* _it_ ~no~ `code` [link](http://evil.example) ![x](http://evil.example/x.png) ||spoiler||",
    "<b>bold</b> <a href='http://evil.example'>x</a> &lt; &amp; \"quoted\" \\ ${x} {{y}} @{z}",
    "1. one",
    "- two",
    "# three",
    "> four",
    "ورد الجوري \u202eevil\u202c",
    "🌱" * 900,
    "é" * 1_000,
    "x" * 5_000,
    "&" * 2_999,
    "*" * 2_999,
    '"' * 2_999,
    "\ud800 \x00 \x1b[1m",
    "",
)
TEXTS = st.text(max_size=200) | st.sampled_from([text for text in NASTY if len(text) < 1_000])
LINKS = st.sampled_from(["", "https://plants.example/alerts", "https://plants.example/<a|b>)\u202e\"' x"])


@st.composite
def messages(draw: st.DrawFn) -> AlertMessage:
    lines = tuple(draw(st.lists(TEXTS, max_size=20))) + ("One more.",) * draw(st.sampled_from([0, 0, 60, 600]))
    return a_message(
        title=draw(TEXTS),
        lines=lines,
        severity=draw(st.sampled_from(list(Severity))),
        kind=draw(st.sampled_from(list(MessageKind))),
        link=draw(LINKS),
        acknowledge_link=draw(LINKS),
        incident_ids=("inc_01kjxsnhx04t8gcvq1mz7b5e3d",) * draw(st.sampled_from([0, 1, 100])),
    )


def check(name: str, message: AlertMessage) -> Any:
    """Check the form of a message, and return it parsed."""
    one = FORMATS[name]
    body = one.render(message)
    value = json.loads(body)
    jsonschema.validate(value, one.schema)
    assert schemas.too_long(one.schema, value) == []
    assert len(body) <= one.bytes_max
    if name == "discord":
        texts = [text for embed in value["embeds"] for text in (embed.get("description", ""), embed["footer"]["text"])]
        assert sum(len(text.encode("utf-16-le")) // 2 for text in texts) <= schemas.DISCORD_EMBED_CHARS_MAX
    if name == "teams":
        assert len(json.dumps(value)) < schemas.TEAMS_BYTES_MAX  # with non-ASCII text as escapes
    if name == "slack":
        assert sum(len(str(block)) for block in value["blocks"]) < 13_000
    return value


@pytest.mark.parametrize("name", FORMATS)
@settings(max_examples=60)
@given(message=messages())
def test_every_message_is_valid(name: str, message: AlertMessage) -> None:
    check(name, message)


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("text", NASTY)
def test_a_message_of_one_strange_text_is_valid(name: str, text: str) -> None:
    check(
        name, a_message(title=text, lines=(text,) * 10_000, incident_ids=("inc_01kjxsnhx04t8gcvq1mz7b5e3d",) * 10_000)
    )


@pytest.mark.parametrize("name", FORMATS)
def test_ten_thousand_lines_are_cut_and_their_number_is_said(name: str) -> None:
    lines = [f"Receiver {number} is failing." for number in range(10_000)]

    value = check(name, a_message(lines=tuple(lines)))

    if name == "slack":
        value = value["blocks"]  # `text` has fewer lines
    shown = json.dumps(value, ensure_ascii=False)
    said = re.findall(r"… and ([\d,]+) more lines", shown)
    assert [int(count.replace(",", "")) for count in said] == [10_000 - sum(line in shown for line in lines)]


@pytest.mark.parametrize("text", NASTY)
def test_no_mention_and_no_markup_is_left(text: str) -> None:
    message = a_message(title=text, lines=(text,), link="", acknowledge_link="")

    for_slack = check("slack", message)
    everything = json.dumps(for_slack, ensure_ascii=False)
    assert not re.search(r"[<>]|(?<![\w.])@\w|\]\(|mrkdwn", everything)

    for_discord = check("discord", message)
    assert for_discord["allowed_mentions"] == {"parse": []}
    plain = re.sub(r"\\[^A-Za-z0-9\s]", "", for_discord["content"].removeprefix("**").removesuffix("**"))
    assert not re.search(r"[*_~`|>#\[\]()<@]", plain)

    for_google = check("google_chat", message)
    assert "text" not in for_google  # the only text in which a mention counts
    paragraph = for_google["cardsV2"][0]["card"]["sections"][0]["widgets"][0]["textParagraph"]["text"]
    assert not re.search(r"[<>]", paragraph)
    assert html.unescape(paragraph) in (one_line(text), "Alert")

    assert '"TextBlock"' not in json.dumps(check("teams", message))  # the element that reads Markdown


def test_the_webhook_has_all_facts() -> None:
    value = check("webhook", a_message())

    assert value == {
        "type": "alert.opened",
        "timestamp": "2026-06-01T12:00:00.000Z",
        "data": {
            "severity": "warning",
            "title": "ERP is failing",
            "lines": ["Rejected our access token (401) since 09:10.", "347 deliveries are queued; none are lost."],
            "lines_left_out": 0,
            "link": "https://plants.example/receivers/rcv_0000000000007",
            "acknowledge_link": "https://plants.example/alerts/inc_01kjxsnhx04t8gcvq1mz7b5e3d",
            "incident_ids": ["inc_01kjxsnhx04t8gcvq1mz7b5e3d"],
            "incidents": 1,
        },
    }


def test_lines_fit_exactly_and_one_more_does_not() -> None:
    assert fit(("abc", "def"), size_max=8, lines_max=2, form=str) == (["abc", "def"], 0)
    assert fit(("abc", "def"), size_max=7, lines_max=2, form=str) == (["… and 2 more lines"], 2)
    assert fit(("abc",) * 9, size_max=25, lines_max=9, form=str) == (["abc", "… and 8 more lines"], 8)
    assert fit(("abc",) * 4, size_max=100, lines_max=3, form=str) == (["abc", "abc", "… and 2 more lines"], 2)
    assert fit(("abc", "x" * 100), size_max=50, lines_max=3, form=str) == (["abc", "… and 1 more line"], 1)


@given(text=st.text(max_size=50), most=st.integers(1, 40))
def test_a_shortened_text_is_a_beginning_of_it(text: str, most: int) -> None:
    cut = shorten(text, most)

    assert len(cut) <= most
    assert cut == text or text.startswith(cut.removesuffix("…"))
