"""Messages about new plants have a form that the chats accept by their documentation, whatever a plant is called."""

import html
import json
import re
from collections.abc import Callable
from typing import Any

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plantstore.domain.event import TEST_RECORD
from plantstore.domain.receivers.bodies.chat_messages import MESSAGE_BYTES_MAX, MESSAGES, chat_message
from plantstore.domain.receivers.bodies.new_plant import (
    ALT_CHARS_MAX,
    BOTANICAL_NAME_CHARS_MAX,
    FACT_CHARS_MAX,
    LINK_CHARS_MAX,
    NAME_CHARS_MAX,
    PHOTO_URL_CHARS_MAX,
    TAGS_CHARS_MAX,
    Span,
    new_plant,
)
from tests import chat_schemas as schemas

SCHEMAS = {
    "slack/1": schemas.SLACK,
    "teams/1": schemas.TEAMS,
    "discord/1": schemas.DISCORD,
    "google_chat/1": schemas.GOOGLE_CHAT,
}
NASTY = (
    "@everyone @here <!channel> <@U024BE7LH> <users/all> @channel",
    "*bold* _it_ ~no~ `code` [link](http://evil.example) ![x](http://evil.example/x.png) ||spoiler||",
    "<b>bold</b> <a href='http://evil.example'>x</a> &lt; &amp; \"quoted\" \\ ${x} {{y}} @{z}",
    "1. one",
    "# three",
    "> four",
    "ورد الجوري \u202eevil\u202c",
    "🌱" * 900,
    "&" * 2_999,
    "*" * 2_999,
    "a b " * 999,
    '"' * 2_999,
    "\ud800 \x00 \x1b[1m",
    "\n\n",
    "",
)


def check(format_id: str, record: dict[str, Any]) -> Any:
    """Check the form and the size of a message, and return it parsed."""
    body = chat_message(format_id, record)
    value = json.loads(body)
    jsonschema.validate(value, SCHEMAS[format_id])
    assert schemas.too_long(SCHEMAS[format_id], value) == []
    assert len(body) <= MESSAGE_BYTES_MAX
    if format_id == "teams/1":
        assert len(json.dumps(value)) <= MESSAGE_BYTES_MAX  # with non-ASCII text as escapes, as Teams may measure it
    if format_id == "slack/1":
        assert sum(len(str(block)) for block in value["blocks"]) < 13_000
    assert chat_message(format_id, record) == body
    return value


def a_record(text: str = "Rosa", **changes: Any) -> dict[str, Any]:
    """Return a record with this text in each field that a message shows."""
    fields = dict.fromkeys(("name", "tag", "sku", "botanical_name", "price", "currency", "pot_size"), text)
    images = [{"url": "https://shop.example/1.jpg", "alt": text}]
    taxon = {"genus": text, "species": text, "infra_epithet": None}
    return {"id": 2, **fields, "taxon": taxon, "tags": [text, "x"], "images": images, "stock_quantity": 3} | changes


TEXTS = st.text(max_size=300) | st.sampled_from(NASTY)
ODD = st.none() | st.booleans() | st.integers() | TEXTS | st.lists(TEXTS, max_size=3)


@pytest.mark.parametrize("format_id", MESSAGES)
@settings(max_examples=60)
@given(
    record=st.fixed_dictionaries(
        {},
        optional={
            **{name: ODD for name in a_record() if name not in ("images", "taxon", "url")},
            "images": ODD | st.lists(st.fixed_dictionaries({"url": ODD, "alt": ODD}), max_size=3),
            "taxon": ODD | st.fixed_dictionaries({"genus": ODD, "species": ODD}),
            "url": ODD | TEXTS.map("https://shop.example/".__add__),
        },
    )
)
def test_every_record_makes_a_valid_message(format_id: str, record: dict[str, Any]) -> None:
    check(format_id, record)


@pytest.mark.parametrize("format_id", MESSAGES)
@pytest.mark.parametrize("text", NASTY)
def test_strange_text_in_every_field_makes_a_valid_message(format_id: str, text: str) -> None:
    images = [{"url": "https://shop.example/" + "x" * 2_000, "alt": text}]
    check(format_id, a_record(text, url="https://shop.example/" + "x" * 900, tags=[text] * 20, images=images))


@pytest.mark.parametrize("text", NASTY)
def test_no_mention_and_no_markup_of_a_plant_is_left(text: str) -> None:
    record = a_record(text, images=[], taxon=None)

    slack = json.dumps(check("slack/1", record), ensure_ascii=False)
    assert not re.search(r"[<>]|(?<![\w.])@\w|\]\(", slack)
    for block in check("slack/1", record)["blocks"]:
        assert block["text"]["type"] == "plain_text" or not re.search(r"[*_~`&<>@:|\[\]]", block["text"]["text"])

    discord = check("discord/1", record)
    assert discord["allowed_mentions"] == {"parse": []}
    everything = discord["content"].removeprefix("**").removesuffix("**") + discord["embeds"][0]["description"]
    assert not re.search(r"[*_~`|>#\[\]()<@]", re.sub(r"\\[^A-Za-z0-9\s]", "", everything))

    google = check("google_chat/1", record)
    assert "text" not in google  # the only text in which a mention counts
    paragraph = google["cardsV2"][0]["card"]["sections"][0]["widgets"][0]["textParagraph"]["text"]
    assert not re.search(r"[<>]|&(?!amp;|lt;|gt;)", paragraph.replace("<br>", ""))
    assert "Stock: 3" in html.unescape(paragraph).split("<br>")

    assert '"TextBlock"' not in json.dumps(check("teams/1", record))  # the element that reads Markdown


def test_a_message_says_only_what_is_known() -> None:
    shown = new_plant({"id": 3, "name": "Rosa", "price": None, "currency": "EUR", "stock_quantity": 0, "tags": []})

    assert (shown.title, shown.name, shown.lines) == ("New plant: Rosa", (), ("Stock: 0",))
    assert (shown.photo, shown.link, shown.alt) == ("", "", "Rosa")


def test_a_test_request_is_no_new_plant() -> None:
    assert new_plant(TEST_RECORD).title == "Test from Plant Store"
    for format_id in MESSAGES:
        assert "New plant" not in json.dumps(check(format_id, TEST_RECORD))


@pytest.mark.parametrize(
    ("name", "taxon", "spans"),
    [
        ("Rosa canina", {"genus": "Rosa", "species": "canina"}, (Span("Rosa canina", True),)),
        (
            "Acer palmatum var. dissectum 'palmatum'",
            {"genus": "Acer", "species": "palmatum", "infra_epithet": "dissectum"},
            (
                Span("Acer palmatum", True),
                Span("var.", False),
                Span("dissectum", True),
                Span("'palmatum'", False),
            ),
        ),
        ("× Cuprocyparis", {"genus": "Cuprocyparis"}, (Span("×", False), Span("Cuprocyparis", True))),
        ("Rosa 'Rosa Rosa'", {"genus": "Rosa"}, (Span("Rosa", True), Span("'Rosa Rosa'", False))),
        ("Snake Plant", None, (Span("Snake Plant", False),)),
    ],
)
def test_latin_is_in_italics(name: str, taxon: object, spans: tuple[Span, ...]) -> None:
    assert new_plant({"name": "x", "botanical_name": name, "taxon": taxon}).name == spans


def test_the_photo_is_the_first_image_with_https() -> None:
    images = [{"url": "/photos/a", "alt": "a"}, {"url": "HTTPS://shop.example/[1]", "alt": None}, {"url": "https://x"}]

    assert new_plant({"name": "Rosa", "images": images}).photo == "HTTPS://shop.example/%5B1%5D"


TEXT_LIMITS: tuple[tuple[int, Callable[[str], str]], ...] = (
    (NAME_CHARS_MAX, lambda text: new_plant({"name": text}).title.removeprefix("New plant: ")),
    (BOTANICAL_NAME_CHARS_MAX, lambda text: new_plant({"botanical_name": text}).plain_name),
    (FACT_CHARS_MAX, lambda text: new_plant({"sku": text}).lines[0].removeprefix("SKU: ")),
    (TAGS_CHARS_MAX, lambda text: new_plant({"tags": [text]}).lines[0].removeprefix("Tags: ")),
    (ALT_CHARS_MAX, lambda text: new_plant({"images": [{"url": "https://x", "alt": text}]}).alt),
)
URL_LIMITS: tuple[tuple[int, Callable[[str], str]], ...] = (
    (PHOTO_URL_CHARS_MAX, lambda url: new_plant({"images": [{"url": url}]}).photo),
    (LINK_CHARS_MAX, lambda url: new_plant({"url": url}).link),
)


def test_each_text_is_as_long_as_its_limit_and_not_longer() -> None:
    for limit, read in TEXT_LIMITS:
        assert read("x" * limit) == "x" * limit
        assert read("x" * (limit + 1)) == "x" * (limit - 1) + "…"
    for limit, read in URL_LIMITS:
        url = "https://".ljust(limit, "x")
        assert (read(url), read(url + "x")) == (url, "")
