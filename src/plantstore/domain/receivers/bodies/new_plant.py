"""What a chat message says about a new plant: each text on one printable line, and bounded.

It is read from the stored body of the event, and nothing else. The code of a version of a format uses it, so what it
returns for an event never changes (see `formats.py`).
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from plantstore.domain.chats.plain_text import one_line, safe_url
from plantstore.domain.plants.plant import TEST_PLANT_ID

NAME_CHARS_MAX = 200  # as much as a name may have
BOTANICAL_NAME_CHARS_MAX = 200
FACT_CHARS_MAX = 64  # of a pot size, a price, a currency or an SKU
TAGS_CHARS_MAX = 200  # of all tags together
ALT_CHARS_MAX = 150
LINK_CHARS_MAX = 1_000  # a longer URL of a plant's page is left out
PHOTO_URL_CHARS_MAX = 2_048  # Discord refuses a longer one; it is left out
_LATIN = ("genus", "species", "infra_epithet")
_CLOSES_LATIN = ("'", '"', "(", "[", "\u2018", "\u201c")  # what begins a cultivar or a remark


class Span(NamedTuple):
    """Words of a botanical name, in italics or upright."""

    text: str
    italic: bool


class NewPlant(NamedTuple):
    """The contents of a message, not escaped yet.

    `name` is the botanical name as spans with spaces between them; () if there is none. `lines` are facts such as
    "Price: 24.90 EUR". `photo` and `link` are URLs without a character that ends one in any format; "" if there is
    none. `alt` describes the photo.
    """

    title: str
    name: tuple[Span, ...]
    lines: tuple[str, ...]
    photo: str
    alt: str
    link: str

    @property
    def plain_name(self) -> str:
        return " ".join(span.text for span in self.name)


def new_plant(record: Mapping[str, Any]) -> NewPlant:
    """Return what a message says about the plant of a `full` body. A field that is not as expected is left out."""
    name = _text(record.get("name"), NAME_CHARS_MAX) or "?"
    photo, alt = _photo(record.get("images"))
    return NewPlant(
        title=name if record.get("id") == TEST_PLANT_ID else f"New plant: {name}",
        name=_botanical_name(record),
        lines=tuple(f"{label}: {text}" for label, text in _facts(record) if text),
        photo=photo,
        alt=alt or name,
        link=_link(record.get("url")),
    )


def _facts(record: Mapping[str, Any]) -> list[tuple[str, str]]:
    price = " ".join(filter(None, (_text(record.get(name), FACT_CHARS_MAX) for name in ("price", "currency"))))
    stock, tags = record.get("stock_quantity"), record.get("tags")
    every_tag = [record.get("tag"), *(tags if isinstance(tags, list) else [])]
    texts = dict.fromkeys(_text(tag, TAGS_CHARS_MAX) for tag in every_tag)
    return [
        ("Size", _text(record.get("pot_size"), FACT_CHARS_MAX)),
        ("Price", price if record.get("price") else ""),
        ("SKU", _text(record.get("sku"), FACT_CHARS_MAX)),
        ("Stock", str(stock) if type(stock) is int else ""),
        ("Tags", one_line(", ".join(filter(None, texts)), chars_max=TAGS_CHARS_MAX)),
    ]


def _botanical_name(record: Mapping[str, Any]) -> tuple[Span, ...]:
    """Return the name with genus and epithets in italics, as the event's own taxon has them.

    The name is not read again: the rules for that improve from version to version.
    """
    taxon = record.get("taxon")
    latin = set[str]()
    if isinstance(taxon, dict):
        latin = {word for part in _LATIN if isinstance(taxon.get(part), str) for word in taxon[part].split()}
    spans = list[Span]()
    is_over = False
    for word in _text(record.get("botanical_name"), BOTANICAL_NAME_CHARS_MAX).split():
        is_over = is_over or word.startswith(_CLOSES_LATIN)
        span = Span(word, word in latin and not is_over)
        if spans and spans[-1].italic == span.italic:
            span = Span(f"{spans.pop().text} {word}", span.italic)
        spans.append(span)
    return tuple(spans)


def _photo(images: object) -> tuple[str, str]:
    """Return the URL of the first image with https that is not too long, and its description; "" for none."""
    for image in images if isinstance(images, list) else []:
        url = image.get("url") if isinstance(image, dict) else None
        if isinstance(url, str) and url.lower().startswith("https://"):
            url = safe_url(url)
            if len(url) <= PHOTO_URL_CHARS_MAX:
                return url, _text(image.get("alt"), ALT_CHARS_MAX)
    return "", ""


def _link(url: object) -> str:
    if not isinstance(url, str) or not url.lower().startswith(("https://", "http://")):
        return ""
    url = safe_url(url)
    return url if len(url) <= LINK_CHARS_MAX else ""


def _text(value: object, chars_max: int) -> str:
    return one_line(value, chars_max=chars_max) if isinstance(value, str) else ""
