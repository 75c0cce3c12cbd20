"""The bytes that receivers get: exact, compact, and never above the cap."""

import json
from datetime import date

import pytest

from plantstore.core.event_body import basic_body, full_body, to_body
from plantstore.domain.event import BODY_BYTES_MAX
from plantstore.domain.plants.image import ALT_CHARS_MAX, IMAGES_MAX, URL_CHARS_MAX
from plantstore.domain.plants.plant import (
    ID_MAX,
    Plant,
    Status,
    changed,
    check_fields,
    new_plant,
    public_record,
)
from plantstore.domain.timestamps import parse

TODAY = date(2026, 5, 25)
THEN = parse("2026-03-02T09:15:00Z")
CACTUS = "🌵"  # four bytes in UTF-8
UNKNOWN = [
    "sku",
    "gtin",
    "botanical_name",
    "taxon",
    "family",
    "description",
    "price",
    "currency",
    "stock_quantity",
    "available_from",
    "pot_size",
    "minimum_order",
    "compare_at_price",
    "care",
    "external_ids",
    "trade",
]
ALWAYS_IN_FULL = ["status", "availability", "sku", "gtin", "botanical_name", "taxon", "family", "common_names"]
ALWAYS_IN_FULL += ["description", "tags", "images", "price", "currency", "stock_quantity", "available_from"]
ALWAYS_IN_FULL += ["pot_size", "minimum_order", "compare_at_price", "care", "external_ids", "trade"]
PAGE = "https://shop.example/" + "x" * (URL_CHARS_MAX - 21)


def a_plant(**raw: object) -> Plant:
    fields = check_fields({"name": "Monstera deliciosa", **raw}, currency_default="EUR")
    return new_plant(1042, fields, status=Status.ACTIVE, now=THEN)


def test_the_basic_body_is_exact_to_the_byte() -> None:
    assert basic_body(a_plant(tag="houseplant")) == b'{"id":1042,"name":"Monstera deliciosa","tag":"houseplant"}'
    assert basic_body(a_plant()) == b'{"id":1042,"name":"Monstera deliciosa"}'


def test_the_full_body_is_the_public_record() -> None:
    plant = a_plant(name='"Rosé"\\', description="One.\nTwo.", price="24.90", available_from="2026-06-01")

    body = full_body(plant, today=TODAY, url=PAGE)

    record = public_record(plant, today=TODAY, url=PAGE)
    assert (json.loads(body), record["tag"]) == ({name: record[name] for name in record if name != "tag"}, None)
    assert body.startswith('{"id":1042,"name":"\\"Rosé\\"\\\\","status":"active",'.encode())


def test_the_full_body_is_the_public_record_with_its_tag() -> None:
    plant = a_plant(tag="houseplant")

    assert json.loads(full_body(plant, today=TODAY, url=PAGE)) == public_record(plant, today=TODAY, url=PAGE)


@pytest.mark.parametrize("tag", [None, "houseplant"])
@pytest.mark.parametrize("page", [None, PAGE])
def test_the_keys_of_both_payloads_are_these(tag: str | None, page: str | None) -> None:
    """A change here is one of the public contract: receivers validate bodies strictly."""
    plant = a_plant(tag=tag)
    first = ["id", "name"] if tag is None else ["id", "name", "tag"]
    last = ["created_at", "updated_at", "added_at"] if page is None else ["url", "created_at", "updated_at", "added_at"]

    full = json.loads(full_body(plant, today=TODAY, url=page))
    basic = json.loads(basic_body(plant))

    assert list(full) == [*first, *ALWAYS_IN_FULL, *last]
    assert list(basic) == first
    assert all(full[name] is None for name in UNKNOWN), "what is not known is null, but for the tag"


def test_a_change_leaves_the_body_of_the_event_as_it_was() -> None:
    plant = a_plant()
    body = full_body(plant, today=TODAY, url=None)

    renamed = changed(plant, check_fields({"name": "Another"}, currency_default="EUR"), now=THEN)

    assert full_body(plant, today=TODAY, url=None) == body != full_body(renamed, today=TODAY, url=None)


def filled_to_every_limit(filler: str) -> Plant:
    fields = {
        "name": filler * 200,
        "tag": filler * 50,
        "sku": "A" * 64,
        "gtin": "10012345678902",
        "botanical_name": filler * 250,
        "family": "A" + "a" * 54 + "aceae",
        "common_names": [f"{number}" + filler * 99 for number in range(10)],
        "description": filler * 5_000,
        "tags": [f"{number:02d}" + filler * 38 for number in range(20)],
        "images": [{"url": PAGE, "alt": filler * ALT_CHARS_MAX}] * IMAGES_MAX,
        "price": "999999999.999",
        "currency": "KWD",
        "stock_quantity": 1_000_000,
        "available_from": "9999-12-31",
    }
    return new_plant(ID_MAX - 1, check_fields(fields, currency_default="EUR"), status=Status.ACTIVE, now=THEN)


def test_a_plant_filled_to_every_limit_fits_the_cap() -> None:
    sizes = [len(full_body(filled_to_every_limit(filler), today=TODAY, url=PAGE)) for filler in (CACTUS, '"', "\\")]

    assert 55_000 < max(sizes) <= BODY_BYTES_MAX
    assert sizes[0] == max(sizes), "escapes cost less than four bytes a character"


def test_line_ends_of_a_full_description_fit_the_cap() -> None:
    plant = a_plant(description="x" + "\n" * 4_998 + "x")

    assert len(full_body(plant, today=TODAY, url=None)) < 11_000


def test_every_character_is_written_as_the_standard_library_writes_it() -> None:
    """`json` wrote the bodies of 0.6.0 and before: the bytes of a plant must not depend on the version."""
    text = "".join(chr(code) for code in range(0x110000) if not 0xD800 <= code <= 0xDFFF)
    record: dict[str, object] = {"name": text, "stock_quantity": 12, "tags": ["a", ""], "care": {"height_cm": None}}

    assert to_body(record) == json.dumps(record, ensure_ascii=False, separators=(",", ":")).encode()
