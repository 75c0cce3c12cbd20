"""How plants look in JSON, as JSON Schemas (2020-12): one entry for each field, with the domain's own limits.

The domain checks plants itself and lists all that is wrong; these schemas are for the documents. Tests hold them
against real records.
"""

from datetime import date
from typing import Any

from plantstore.domain import plant_fields as limits
from plantstore.domain.image import ALT_CHARS_MAX, IMAGES_MAX, URL_CHARS_MAX
from plantstore.domain.plant import ID_MAX, Availability, Status, check_fields, new_plant, public_record
from plantstore.domain.plant_checks import FAMILY_CHARS_MAX, SKU_CHARS_MAX, STOCK_MAX
from plantstore.domain.timestamps import parse
from plantstore.web.openapi import patterns

Schema = dict[str, Any]


def _text(description: str, chars_max: int, **more: Any) -> Schema:
    return {"type": "string", "description": description, "maxLength": chars_max, **more}


def _list(description: str, items: Schema, items_max: int, **more: Any) -> Schema:
    return {"type": "array", "description": description, "items": items, "maxItems": items_max, **more}


def _time(description: str) -> Schema:
    return {"type": "string", "format": "date-time", "description": description}


def _or_null(schema: Schema) -> Schema:
    return {**schema, "type": [schema["type"], "null"]}


_IMAGE: Schema = {
    "type": "object",
    "properties": {
        "url": _text("https only.", URL_CHARS_MAX, format="uri"),
        "alt": _or_null(_text("What can be seen, in words.", ALT_CHARS_MAX)),
    },
    "required": ["url"],
}
_WRITTEN: dict[str, Schema] = {
    "name": _text("What the plant is sold as.", limits.NAME_CHARS_MAX, minLength=1),
    "tag": _text("The kind of plant, such as shrub or houseplant.", limits.TAG_CHARS_MAX),
    "sku": _text(
        "The shop's own article code; unique, whatever its capitals. Letters and digits of any script, spaces and "
        ". _ / # + -; a letter or digit comes first.",
        SKU_CHARS_MAX,
    ),
    "gtin": _text("The number under the barcode: 8, 12, 13 or 14 digits; unique.", 14, pattern="^[0-9]{8,14}$"),
    "botanical_name": _text("As the shop writes it.", limits.BOTANICAL_NAME_CHARS_MAX),
    "family": _text("The family's scientific name.", FAMILY_CHARS_MAX),
    "common_names": _list(
        "Other names people know it by.",
        _text("A name.", limits.COMMON_NAME_CHARS_MAX, minLength=1),
        limits.COMMON_NAMES_MAX,
    ),
    "description": _text("Plain text. It is never read as HTML.", limits.DESCRIPTION_CHARS_MAX),
    "tags": _list(
        "Words to find it by.", _text("Without a comma.", limits.TAGS_CHARS_MAX, minLength=1), limits.TAGS_MAX
    ),
    "images": _list("Addresses of pictures.", _IMAGE, IMAGES_MAX),
    "price": _text("A decimal number as a text.", 13, pattern=r"^[0-9]{1,9}(\.[0-9]{1,3})?$"),
    "currency": {"type": "string", "description": "ISO 4217, such as EUR.", "pattern": "^[A-Z]{3}$"},
    "stock_quantity": {
        "type": "integer",
        "description": "Pieces in stock; null when nobody counts.",
        "minimum": 0,
        "maximum": STOCK_MAX,
    },
    "available_from": {"type": "string", "format": "date", "description": "The first day on which it can be had."},
}
_NAMED: Schema = {"minLength": 1, "pattern": patterns.TEXT}
_OF_INPUT: dict[str, Schema] = {
    "name": _NAMED,
    "tag": _NAMED,
    "sku": {"minLength": 1, "pattern": patterns.SKU_CODE},
    "gtin": {"pattern": patterns.GTIN_DIGITS},
    "botanical_name": _NAMED,
    "family": {"pattern": patterns.FAMILY_NAME},
    "common_names": {"items": _WRITTEN["common_names"]["items"] | _NAMED, "uniqueItems": True},
    "description": {"pattern": patterns.TEXT},
    "tags": {"items": _WRITTEN["tags"]["items"] | {"pattern": patterns.TEXT_WITHOUT_COMMA}, "uniqueItems": True},
    "images": {
        "items": _IMAGE
        | {
            "properties": {
                "url": _IMAGE["properties"]["url"] | {"pattern": patterns.IMAGE_ADDRESS},
                "alt": _IMAGE["properties"]["alt"] | {"pattern": patterns.TEXT},
            },
            "additionalProperties": False,
        }
    },
}
"""What is asked of clients beyond what records promise to be."""
_LISTS = frozenset(name for name, schema in _WRITTEN.items() if schema["type"] == "array")
_KNOWN: dict[str, Schema] = {
    "id": {
        "type": "integer",
        "format": "int64",
        "minimum": 1,
        "maximum": ID_MAX,
        "description": "The store's own number of this plant, never given out twice.",
    },
    "status": {
        "type": "string",
        "enum": [status.value for status in Status],
        "description": "draft: never in the store yet. active: in the store. archived: taken out again.",
    },
    "availability": {
        "type": "string",
        "enum": [one.value for one in Availability],
        "description": "Whether it can be bought today. It follows from stock_quantity and available_from.",
    },
    "url": _text("The plant's public address, if the store has one.", URL_CHARS_MAX, format="uri"),
    "created_at": _time("When it was written down first."),
    "updated_at": _time("When it was changed last."),
    "added_at": _or_null(_time("When it was added to the store: set once, for ever. null for a draft.")),
}


def _record_properties() -> dict[str, Schema]:
    """The fields of `public_record`, in its order."""
    written = {
        name: schema if name == "name" or name in _LISTS else _or_null(schema) for name, schema in _WRITTEN.items()
    }
    first = ("id", "name", "tag", "status", "availability")
    fields = written | _KNOWN
    last = ("url", "created_at", "updated_at", "added_at")
    middle = [name for name in written if name not in first]
    return {name: fields[name] for name in (*first, *middle, *last)}


def _input_properties() -> dict[str, Schema]:
    written = {name: schema | _OF_INPUT.get(name, {}) for name, schema in _WRITTEN.items()}
    return {name: schema if name == "name" else _or_null(schema) for name, schema in written.items()}


RECORD = _record_properties()
"""Every field of the public record, in its order."""

EXAMPLE_INPUT: dict[str, Any] = {
    "name": "Hydrangea ENDLESS SUMMER 5 L",
    "tag": "shrub",
    "sku": "HYD-END-5L",
    "botanical_name": "Hydrangea macrophylla 'Bailmer'",
    "family": "Hydrangeaceae",
    "common_names": ["Mophead hydrangea"],
    "price": "24.90",
    "currency": "EUR",
    "stock_quantity": 24,
}
_AT = parse("2026-03-02T09:15:00Z")
EXAMPLE_RECORD = public_record(
    new_plant(1042, check_fields(EXAMPLE_INPUT, currency_default="EUR"), status=Status.ACTIVE, now=_AT),
    today=date(2026, 3, 2),
    url=None,
)
EXAMPLE_EVENT_ID = "evt_01kjxsnhx04t8gcvq1mz7b5e3d"
EXAMPLE_ANSWER = {**EXAMPLE_RECORD, "event_id": EXAMPLE_EVENT_ID, "warnings": []}

_WARNINGS: Schema = {
    "type": "array",
    "description": "What is allowed, but may not be what you want.",
    "items": {"$ref": "#/components/schemas/FieldProblem"},
}
_EVENT_ID: Schema = {
    "type": ["string", "null"],
    "description": "The event that told of its addition; null for a draft.",
}
_REQUIRED = [name for name in RECORD if name != "url"]

SCHEMAS: dict[str, Schema] = {
    "PlantInput": {
        "type": "object",
        "description": "A plant as clients write it. null means absent.",
        "properties": _input_properties()
        | {
            "status": {
                "type": ["string", "null"],
                "enum": ["draft", "active", None],
                "description": "active, as when it is left out: it is in the store, and its event follows.",
            }
        },
        "required": ["name"],
        "additionalProperties": False,
    },
    "PlantPatch": {
        "type": "object",
        "description": "A merge patch (RFC 7396): what is not named stays, null clears, a list is replaced whole.",
        "properties": _input_properties(),
        "additionalProperties": False,
    },
    "Plant": {
        "type": "object",
        "description": "The public record of a plant. What is not known is null. Fields may be added later. Of a "
        "deleted plant, which only `changed_after` shows, there are `id` and `deleted_at` alone.",
        "properties": RECORD | {"deleted_at": _time("When it was deleted. Any other plant has no such field.")},
        "required": ["id"],
    },
    "PlantAnswer": {
        "type": "object",
        "description": "The public record of a plant, its event, and advice.",
        "properties": RECORD | {"event_id": _EVENT_ID, "warnings": _WARNINGS},
        "required": [*_REQUIRED, "event_id", "warnings"],
    },
    "PlantPage": {
        "type": "object",
        "description": "One page of a list.",
        "properties": {
            "items": {"type": "array", "items": {"$ref": "#/components/schemas/Plant"}},
            "next": {"type": ["string", "null"], "description": "The address of the next page; null on the last."},
            "prev": {"type": ["string", "null"], "description": "The address of the page before; null on the first."},
            "after": {
                "type": "integer",
                "minimum": 0,
                "maximum": ID_MAX,
                "description": "With `changed_after` only: what to give as `changed_after` next time.",
            },
        },
        "required": ["items", "next", "prev"],
    },
}
"""The schemas of the management API that are about plants."""

NEW_PLANT: Schema = {
    "type": "object",
    "title": "NewPlant",
    "description": "A plant as it was when it was added to the store. A receiver with the payload `basic` is sent id, "
    "name and tag only. A plant without a tag has no `tag`, in either payload. Fields may be added later: ignore those "
    "you do not know.",
    "properties": RECORD | {"tag": _WRITTEN["tag"]},  # as in the public sample: left out, never null
    "required": ["id", "name"],
    "additionalProperties": True,
}
"""The body of the webhook."""
