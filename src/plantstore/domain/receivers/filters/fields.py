"""The fields of the plant record that a filter may name.

The fields of a nested object are named with dots here, `care.water`, and are nested objects in a pattern. Left out are
fields that are the same for every new plant, such as `status`, that are different for every plant, such as `id`, or
that no event has, such as `cost`.
"""

from collections.abc import Collection, Mapping
from enum import StrEnum
from typing import NamedTuple

from plantstore.domain.plants.care import Foliage, LifeCycle, Light, Toxicity, Water
from plantstore.domain.plants.plant import Availability
from plantstore.domain.plants.trade import Cites


class FieldKind(StrEnum):
    """What a field holds: `text` is compared without regard to case, `decimal` is a number written as text."""

    TEXT = "text"
    DECIMAL = "decimal"
    INTEGER = "integer"
    BOOLEAN = "boolean"
    DATE = "date"


class FilterField(NamedTuple):
    """A field: its name on pages, its kind, whether it is a list, and its values if they are few."""

    label: str
    kind: FieldKind = FieldKind.TEXT
    is_list: bool = False
    values: Collection[str] = ()


FIELDS: Mapping[str, FilterField] = {
    "name": FilterField("name"),
    "tag": FilterField("type"),
    "tags": FilterField("tag", is_list=True),
    "availability": FilterField("availability", values=list(Availability)),
    "sku": FilterField("SKU"),
    "gtin": FilterField("GTIN"),
    "botanical_name": FilterField("botanical name"),
    "taxon.rank": FilterField("rank"),
    "taxon.genus": FilterField("genus"),
    "taxon.species": FilterField("species"),
    "taxon.hybrid": FilterField("kind of hybrid"),
    "taxon.infra_rank": FilterField("rank below the species"),
    "taxon.infra_epithet": FilterField("epithet below the species"),
    "taxon.cultivar": FilterField("cultivar"),
    "taxon.group": FilterField("group"),
    "taxon.trade_designation": FilterField("trade designation"),
    "taxon.authorship": FilterField("authorship"),
    "family": FilterField("family"),
    "common_names": FilterField("common name", is_list=True),
    "description": FilterField("description"),
    "price": FilterField("price", FieldKind.DECIMAL),
    "compare_at_price": FilterField("compare-at price", FieldKind.DECIMAL),
    "currency": FilterField("currency"),
    "stock_quantity": FilterField("stock", FieldKind.INTEGER),
    "minimum_order": FilterField("minimum order", FieldKind.INTEGER),
    "available_from": FilterField("available from", FieldKind.DATE),
    "pot_size": FilterField("pot size"),
    "care.light": FilterField("light", is_list=True, values=list(Light)),
    "care.water": FilterField("water", values=list(Water)),
    "care.hardiness_rhs": FilterField("RHS hardiness"),
    "care.hardiness_usda": FilterField("USDA hardiness"),
    "care.height_cm": FilterField("height in cm", FieldKind.INTEGER),
    "care.spread_cm": FilterField("spread in cm", FieldKind.INTEGER),
    "care.life_cycle": FilterField("life cycle", values=list(LifeCycle)),
    "care.foliage": FilterField("foliage", values=list(Foliage)),
    "care.flowering_months": FilterField("flowering month", FieldKind.INTEGER, is_list=True),
    "care.toxicity_pets": FilterField("toxicity for pets", values=list(Toxicity)),
    "care.toxicity_people": FilterField("toxicity for people", values=list(Toxicity)),
    "care.pollinator_friendly": FilterField("pollinator friendly", FieldKind.BOOLEAN),
    "external_ids.wfo": FilterField("WFO id"),
    "external_ids.ipni": FilterField("IPNI id"),
    "external_ids.gbif": FilterField("GBIF id"),
    "external_ids.eppo": FilterField("EPPO code"),
    "external_ids.vbn": FilterField("VBN code"),
    "trade.cites": FilterField("CITES appendix", values=list(Cites)),
    "trade.plant_passport.a": FilterField("plant passport A"),
    "trade.plant_passport.b": FilterField("plant passport B"),
    "trade.plant_passport.c": FilterField("plant passport C"),
    "trade.plant_passport.d": FilterField("plant passport D"),
}
"""The fields by their names, nested ones with dots."""

LEFT_OUT = frozenset(
    {"id", "status", "images", "url", "created_at", "updated_at", "added_at", "cost", "supplier.name", "supplier.code"}
)
"""The fields of the record that a filter may not name."""
