"""The JSON Schemas (2020-12) of the objects within a plant: care, external ids, trade facts and supplier."""

from enum import StrEnum
from typing import Any

from plantstore.domain.plants import supplier, trade
from plantstore.domain.plants.care import LENGTH_CM_MAX, MONTHS, Foliage, LifeCycle, Light, Toxicity, Water
from plantstore.domain.plants.external_ids import RAW_CHARS_MAX
from plantstore.domain.plants.names.botanical_name import Hybrid, Rank
from plantstore.domain.plants.names.repair import BOTANICAL_NAME_CHARS_MAX
from plantstore.domain.plants.trade import Cites
from plantstore.web.openapi import patterns

Schema = dict[str, Any]


def _object(description: str, properties: dict[str, Schema]) -> Schema:
    return {"type": "object", "description": description, "properties": properties}


def _words(description: str, words: type[StrEnum]) -> Schema:
    return {"type": ["string", "null"], "description": description, "enum": [*(word.value for word in words), None]}


def _toxicity(whom: str) -> Schema:
    words = [word.value for word in Toxicity]
    return {
        "type": "string",
        "description": f"How harmful the plant is to {whom}; unknown if not stated.",
        "enum": words,
    }


def _text(description: str, chars_max: int) -> Schema:
    return {"type": ["string", "null"], "description": description, "maxLength": chars_max}


def _length(description: str) -> Schema:
    return {"type": ["integer", "null"], "description": description, "minimum": 1, "maximum": LENGTH_CM_MAX}


_CARE = _object(
    "What the plant needs, and how it grows. Nothing is ever inferred: null means that the shop does not say.",
    {
        "light": {
            "type": "array",
            "description": "The light it grows in. The last two words are for houseplants.",
            "items": {"type": "string", "enum": [light.value for light in Light]},
            "maxItems": len(Light),
        },
        "water": _words("How much water it needs.", Water),
        "hardiness_rhs": _text("The hardiness rating of the Royal Horticultural Society, from H1a to H7.", 20),
        "hardiness_usda": _text("The USDA hardiness zone, or a range of zones, such as 4a-9b.", 20),
        "height_cm": _length("The height when it is full-grown, in centimetres."),
        "spread_cm": _length("The spread when it is full-grown, in centimetres."),
        "life_cycle": _words("How long it lives.", LifeCycle),
        "foliage": _words("Whether it keeps its leaves in winter.", Foliage),
        "flowering_months": {
            "type": "array",
            "description": "The months in which it flowers, 1 to 12.",
            "items": {"type": "integer", "minimum": 1, "maximum": MONTHS},
            "maxItems": MONTHS,
        },
        "toxicity_pets": _toxicity("pets"),
        "toxicity_people": _toxicity("people"),
        "pollinator_friendly": {
            "type": ["boolean", "null"],
            "description": "Whether it feeds pollinators; null if not stated.",
        },
    },
)
_EXTERNAL_IDS = _object(
    "The ids of the plant in other systems. Web addresses of these systems are reduced to the id.",
    {
        "wfo": _text("World Flora Online, such as wfo-0000605616.", RAW_CHARS_MAX),
        "ipni": _text(
            "International Plant Names Index and Plants of the World Online, such as 173972-1.", RAW_CHARS_MAX
        ),
        "gbif": _text("Global Biodiversity Information Facility.", RAW_CHARS_MAX),
        "eppo": _text("EPPO Global Database, such as ZEAMA.", RAW_CHARS_MAX),
        "vbn": _text("Product code of Floricode, used by the Dutch flower auctions.", RAW_CHARS_MAX),
    },
)
_PASSPORT = _object(
    "The plant passport of the latest batch (Regulation (EU) 2016/2031, Annex VII). It is not the document itself.",
    {
        "a": _text("The botanical name.", trade.PASSPORT_NAMES_CHARS_MAX),
        "b": _text("The country and registration number of the operator, such as GB-00001.", 33),
        "c": _text("The traceability code.", trade.PASSPORT_TRACE_CHARS_MAX),
        "d": _text("The origin: codes of countries, or the name of one.", trade.PASSPORT_ORIGIN_CHARS_MAX),
    },
)
_TRADE = _object(
    "Facts of trade law, as the shop states them.",
    {
        "plant_passport": {**_PASSPORT, "type": ["object", "null"]},
        "cites": _words("The appendix of the CITES convention.", Cites),
    },
)
_SUPPLIER = _object(
    "Who supplies the plant. Only tokens with the scope costs:read see it; no webhook contains it.",
    {
        "name": _text("The name of the supplier.", supplier.NAME_CHARS_MAX),
        "code": _text("The supplier's own code for the plant.", supplier.CODE_CHARS_MAX),
    },
)
TAXON: Schema = {
    **_object(
        "The parts of botanical_name, derived from it; null if it is not recognised as a botanical name.",
        {
            "rank": {
                "type": "string",
                "description": "The rank of the whole name; `infraspecific` if it has no written rank.",
                "enum": [rank.value for rank in Rank],
            },
            "genus": {
                "type": "string",
                "description": "The genus, without ×. Of a hybrid formula, that of the first parent.",
                "maxLength": BOTANICAL_NAME_CHARS_MAX,
            },
            "species": _text("The epithet of the species.", BOTANICAL_NAME_CHARS_MAX),
            "hybrid": _words("Where the name says that the plant is a hybrid or a graft-chimaera.", Hybrid),
            "infra_rank": _text("The rank below the species, such as subsp. or var.", BOTANICAL_NAME_CHARS_MAX),
            "infra_epithet": _text("The epithet below the species.", BOTANICAL_NAME_CHARS_MAX),
            "cultivar": _text("The cultivar, without quotes.", BOTANICAL_NAME_CHARS_MAX),
            "group": _text("The Group or grex, without that word.", BOTANICAL_NAME_CHARS_MAX),
            "trade_designation": _text("The name under which a cultivar is sold.", BOTANICAL_NAME_CHARS_MAX),
            "authorship": _text("The author of the name.", BOTANICAL_NAME_CHARS_MAX),
        },
    ),
    "required": ["rank", "genus"],
    "readOnly": True,
}
"""The schema of the taxon in records and webhook bodies."""
OBJECTS: dict[str, Schema] = {"care": _CARE, "external_ids": _EXTERNAL_IDS, "trade": _TRADE, "supplier": _SUPPLIER}
"""The schemas of the objects in the records that the API returns."""


def input_object(schema: Schema) -> Schema:
    """Return the stricter schema of an object in a request: no unknown keys, no control characters, no repetition."""
    properties = {name: _input_value(value) for name, value in schema["properties"].items()}
    return {**schema, "properties": properties, "additionalProperties": False}


def _input_value(schema: Schema) -> Schema:
    kinds = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    if "object" in kinds:
        return input_object(schema)
    if "array" in kinds:
        return {**schema, "type": ["array", "null"], "uniqueItems": True}
    if "enum" in schema:
        return {**schema, "type": ["string", "null"], "enum": [*(word for word in schema["enum"] if word), None]}
    if "string" in kinds:
        return {**schema, "minLength": 1, "pattern": patterns.TEXT}
    return schema
