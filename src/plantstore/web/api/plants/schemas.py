"""The JSON Schemas (2020-12) of plants, with the limits of the domain.

They are for the OpenAPI documents only: the domain validates plants and reports all problems together. Tests compare
the schemas with real records.
"""

from datetime import date
from typing import Any

from plantstore.domain.plants import fields as limits
from plantstore.domain.plants.amounts import MINIMUM_ORDER_MAX
from plantstore.domain.plants.checks import FAMILY_CHARS_MAX, SKU_CHARS_MAX, STOCK_MAX
from plantstore.domain.plants.image import ALT_CHARS_MAX, IMAGES_MAX, URL_CHARS_MAX
from plantstore.domain.plants.names.repair import BOTANICAL_NAME_CHARS_MAX
from plantstore.domain.plants.plant import (
    COSTS,
    ID_MAX,
    Availability,
    Status,
    check_fields,
    new_plant,
    public_record,
)
from plantstore.domain.plants.pot_size import CHARS_MAX as POT_SIZE_CHARS_MAX
from plantstore.domain.plants.pot_size import RAW_CHARS_MAX as POT_SIZE_RAW_CHARS_MAX
from plantstore.domain.timestamps import parse
from plantstore.storage.queries.spelling import SUGGESTIONS_MAX
from plantstore.web.api.plants.detail_schemas import OBJECTS, TAXON, input_object
from plantstore.web.openapi import patterns

Schema = dict[str, Any]


def _text(description: str, chars_max: int, **more: Any) -> Schema:
    return {"type": "string", "description": description, "maxLength": chars_max, **more}


def _list(description: str, items: Schema, items_max: int, **more: Any) -> Schema:
    return {"type": "array", "description": description, "items": items, "maxItems": items_max, **more}


def _amount(description: str) -> Schema:
    return _text(description, 13, pattern=patterns.AMOUNT)


def _time(description: str) -> Schema:
    return {"type": "string", "format": "date-time", "description": description}


def _or_null(schema: Schema) -> Schema:
    return {**schema, "type": [schema["type"], "null"]}


_IMAGE: Schema = {
    "type": "object",
    "properties": {
        "url": _text("An https:// URL, or the address of a photo that the store keeps.", URL_CHARS_MAX, format="uri"),
        "alt": _or_null(_text("A text alternative that describes the picture.", ALT_CHARS_MAX)),
    },
    "required": ["url"],
}
_WRITTEN: dict[str, Schema] = {
    "name": _text("The name under which the plant is sold.", limits.NAME_CHARS_MAX, minLength=1),
    "tag": _text("The kind of plant, such as shrub or houseplant.", limits.TAG_CHARS_MAX),
    "sku": _text(
        "The shop's own product code; unique, ignoring case. Letters and digits of any script, spaces and . _ / # + -; "
        "it starts with a letter or digit.",
        SKU_CHARS_MAX,
    ),
    "gtin": _text("The barcode number: 8, 12, 13 or 14 digits; unique.", 14, pattern="^[0-9]{8,14}$"),
    "botanical_name": _text("The botanical name, as the shop writes it.", BOTANICAL_NAME_CHARS_MAX),
    "family": _text("The scientific name of the plant family.", FAMILY_CHARS_MAX),
    "common_names": _list(
        "Other names of the plant.",
        _text("A name.", limits.COMMON_NAME_CHARS_MAX, minLength=1),
        limits.COMMON_NAMES_MAX,
    ),
    "description": _text("Plain text; HTML is not interpreted.", limits.DESCRIPTION_CHARS_MAX),
    "tags": _list(
        "Search terms.", _text("A term without commas.", limits.TAGS_CHARS_MAX, minLength=1), limits.TAGS_MAX
    ),
    "images": _list("Pictures of the plant.", _IMAGE, IMAGES_MAX),
    "price": _amount("A decimal number as a string, such as 24.90."),
    "currency": {
        "type": "string",
        "description": "The currency of the price: an ISO 4217 code such as EUR.",
        "pattern": "^[A-Z]{3}$",
    },
    "stock_quantity": {
        "type": "integer",
        "description": "The number of items in stock; null if stock is not tracked.",
        "minimum": 0,
        "maximum": STOCK_MAX,
    },
    "available_from": {
        "type": "string",
        "format": "date",
        "description": "The first day on which the plant is available.",
    },
    "pot_size": _text(
        "The size of the pot or of the plant, written in one way: 9 cm, 5 L, 1 gal, bare root, plug, root ball, seed.",
        POT_SIZE_CHARS_MAX,
    ),
    "minimum_order": {
        "type": "integer",
        "description": "The smallest number that can be ordered.",
        "minimum": 1,
        "maximum": MINIMUM_ORDER_MAX,
    },
    "compare_at_price": _amount("The former price, if the plant is reduced: a decimal number as a string."),
    "care": OBJECTS["care"],
    "external_ids": OBJECTS["external_ids"],
    "trade": OBJECTS["trade"],
    "supplier": OBJECTS["supplier"],
    "cost": _amount(
        "What the plant costs the shop. Only tokens with the scope costs:read see it; no webhook contains it."
    ),
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
    "pot_size": _NAMED | {"maxLength": POT_SIZE_RAW_CHARS_MAX},
    **{name: input_object(schema) for name, schema in OBJECTS.items()},
}
"""Schemas of fields in requests, which are stricter than those of the records that the API returns."""
_LISTS = frozenset(name for name, schema in _WRITTEN.items() if schema["type"] == "array")
_KNOWN: dict[str, Schema] = {
    "id": {
        "type": "integer",
        "format": "int64",
        "minimum": 1,
        "maximum": ID_MAX,
        "description": "The id of the plant. Ids are never reused.",
    },
    "status": {
        "type": "string",
        "enum": [status.value for status in Status],
        "description": "draft: not added to the store yet. active: in the store. archived: taken out of the store.",
    },
    "availability": {
        "type": "string",
        "enum": [availability.value for availability in Availability],
        "description": "Whether the plant can be bought today, derived from stock_quantity and available_from.",
    },
    "taxon": _or_null(TAXON),
    "url": _text("The public URL of the plant's page, if the store has one.", URL_CHARS_MAX, format="uri"),
    "created_at": _time("When the plant was created."),
    "updated_at": _time("When the plant was last changed."),
    "added_at": _or_null(
        _time("When the plant was first added to the store; it never changes after that. null for a draft.")
    ),
}


def _record_properties() -> dict[str, Schema]:
    """Return the schemas of the fields of `public_record` with costs, in the same order."""
    written = {
        name: schema if name == "name" or name in _LISTS else _or_null(schema) for name, schema in _WRITTEN.items()
    }
    first = ("id", "name", "tag", "status", "availability", "sku", "gtin", "botanical_name", "taxon")
    fields = written | _KNOWN
    last = ("url", "created_at", "updated_at", "added_at")
    middle = [name for name in written if name not in first]
    return {name: fields[name] for name in (*first, *middle, *last)}


def _input_properties() -> dict[str, Schema]:
    written = {name: schema | _OF_INPUT.get(name, {}) for name, schema in _WRITTEN.items()}
    return {name: schema if name == "name" else _or_null(schema) for name, schema in written.items()}


RECORD = _record_properties()
"""Every field of the public record, in its order."""

THUMBNAILS = (
    "For each of the plant's `images`, the address of a square picture of at most 96 pixels; null if the store has "
    "none, for example because the image was not fetched from its server yet."
)

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
    "pot_size": "5 L",
    "care": {"light": ["partial_shade"], "hardiness_rhs": "H5", "height_cm": 150},
}
_AT = parse("2026-03-02T09:15:00Z")
EXAMPLE_RECORD = public_record(
    new_plant(1042, check_fields(EXAMPLE_INPUT, currency_default="EUR"), status=Status.ACTIVE, now=_AT),
    today=date(2026, 3, 2),
    url=None,
)
EXAMPLE_EVENT_ID = "evt_01kjxsnhx04t8gcvq1mz7b5e3d"
EXAMPLE_PLANT = {**EXAMPLE_RECORD, "merged_into": None, "thumbnails": []}
EXAMPLE_ANSWER = {**EXAMPLE_PLANT, "event_id": EXAMPLE_EVENT_ID, "warnings": []}

_WARNINGS: Schema = {
    "type": "array",
    "description": "Values that are valid but may be mistakes, and another plant that may be the same.",
    "items": {
        "$ref": "#/components/schemas/FieldProblem",
        "properties": {
            "plant": {
                "type": "integer",
                "format": "int64",
                "minimum": 1,
                "maximum": ID_MAX,
                "description": "Only with the code duplicate: the id of the plant that may be the same.",
            },
        },
    },
}
_EVENT_ID: Schema = {
    "type": ["string", "null"],
    "description": "The id of the event that was created when the plant was added to the store; null for a draft.",
}
_MERGED_INTO: Schema = {
    "type": ["integer", "null"],
    "format": "int64",
    "minimum": 1,
    "maximum": ID_MAX,
    "description": "The id of the plant that this archived plant was merged into; null for all others.",
}
_THUMBNAILS: Schema = {
    "type": "array",
    "description": THUMBNAILS,
    "items": {"type": ["string", "null"], "format": "uri"},
    "maxItems": IMAGES_MAX,
}
_ONLY_HERE = {"merged_into": _MERGED_INTO, "thumbnails": _THUMBNAILS}  # in responses, and never in webhooks
_REQUIRED = [name for name in RECORD if name not in ("url", *COSTS)]

SCHEMAS: dict[str, Schema] = {
    "PlantInput": {
        "type": "object",
        "description": "A plant as you send it. null is the same as leaving a field out.",
        "properties": _input_properties()
        | {
            "status": {
                "type": ["string", "null"],
                "enum": ["draft", "active", None],
                "description": "active (the default): added to the store, with an event. draft: not added yet.",
            }
        },
        "required": ["name"],
        "additionalProperties": False,
    },
    "PlantPatch": {
        "type": "object",
        "description": "A merge patch (RFC 7396): fields that are left out keep their values, null clears a field, and "
        "lists are replaced as a whole.",
        "properties": _input_properties(),
        "additionalProperties": False,
    },
    "Plant": {
        "type": "object",
        "description": "The public record of a plant. Unknown values are null. Fields may be added later. A deleted "
        "plant, which only `changed_after` returns, has only `id` and `deleted_at`.",
        "properties": RECORD
        | _ONLY_HERE
        | {"deleted_at": _time("When the plant was deleted. Other plants do not have this field.")},
        "required": ["id"],
    },
    "PlantAnswer": {
        "type": "object",
        "description": "The public record of a plant, its event and warnings.",
        "properties": RECORD | _ONLY_HERE | {"event_id": _EVENT_ID, "warnings": _WARNINGS},
        "required": [*_REQUIRED, *_ONLY_HERE, "event_id", "warnings"],
    },
    "PlantPage": {
        "type": "object",
        "description": "A page of plants.",
        "properties": {
            "items": {"type": "array", "items": {"$ref": "#/components/schemas/Plant"}},
            "next": {
                "type": ["string", "null"],
                "description": "Relative URL of the next page; null on the last page.",
            },
            "prev": {
                "type": ["string", "null"],
                "description": "Relative URL of the previous page; null on the first page.",
            },
            "after": {
                "type": "integer",
                "minimum": 0,
                "maximum": ID_MAX,
                "description": "Only with `changed_after`: its value for your next request.",
            },
            "did_you_mean": {
                "type": "array",
                "items": {"type": "string"},
                "minItems": 1,
                "maxItems": SUGGESTIONS_MAX,
                "description": "Only with `q`, if no or few plants match and words may be misspelt: the nearest "
                "searches that find plants with the same filters, best first, each a value for `q`.",
            },
        },
        "required": ["items", "next", "prev"],
    },
}
"""The schemas of plants in the management API, by name."""

NEW_PLANT: Schema = {
    "type": "object",
    "title": "NewPlant",
    "description": "A plant as it was when it was added to the store. With the payload `basic`, it has only id, name "
    "and tag. A plant without a tag has no `tag`, with either payload. Fields may be added later: ignore fields that "
    "you do not know.",
    "properties": {name: schema for name, schema in RECORD.items() if name not in COSTS}
    | {"tag": _WRITTEN["tag"]},  # omitted if empty and never null, as in the public sample
    "required": ["id", "name"],
    "additionalProperties": True,
}
"""The schema of the webhook's body."""
