"""The columns of the table `plants` that hold JSON objects which no query compares: `details` and `taxon`.

Most plants have few of the fields in `details`, and a column for each would make every insert slower. `taxon` is the
parsed botanical name.
"""

from dataclasses import fields as dataclass_fields
from operator import attrgetter
from typing import Any

import msgspec

from plantstore.domain.plants.care import Care
from plantstore.domain.plants.external_ids import ExternalIds
from plantstore.domain.plants.fields import PlantFields
from plantstore.domain.plants.names.botanical_name import Taxon
from plantstore.domain.plants.names.taxon import taxon_of
from plantstore.domain.plants.plant import Plant
from plantstore.domain.plants.supplier import Supplier
from plantstore.domain.plants.trade import Trade


class _Details(msgspec.Struct, omit_defaults=True, kw_only=True):
    minimum_order: int | None = None
    compare_at_price: str | None = None
    care: Care | None = None
    external_ids: ExternalIds | None = None
    trade: Trade | None = None
    supplier: Supplier | None = None
    cost: str | None = None


_NAMES = _Details.__struct_fields__
_ABSENT = (None,) * len(_NAMES)
_values_of = attrgetter(*_NAMES)
_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(_Details).decode
_TAXON_NAMES = tuple(field.name for field in dataclass_fields(Taxon))
_taxon_values_of = attrgetter(*_TAXON_NAMES)
_decode_taxon = msgspec.json.Decoder(Taxon | None).decode


def write(fields: PlantFields) -> str | None:
    """Return the column for a plant; None if it has none of these fields."""
    values = _values_of(fields)
    return None if values == _ABSENT else _encode(_Details(**dict(zip(_NAMES, values, strict=True)))).decode()


def read(text: str | None) -> dict[str, Any]:
    """Return the fields that the column holds, by name."""
    return {} if text is None else msgspec.structs.asdict(_decode(text))


def write_taxon(plant: Plant) -> str | None:
    """Return the column `taxon`: the JSON null if the name is not recognised; None if there is no botanical name."""
    if plant.fields.botanical_name is None:
        return None
    if plant.taxon is None:
        return "null"
    values = zip(_TAXON_NAMES, _taxon_values_of(plant.taxon), strict=True)
    return _encode({name: value for name, value in values if value}).decode()


def read_taxon(text: str | None, botanical_name: str | None) -> Taxon | None:
    """Return the taxon in the column; None if it is not recognised.

    Plants from before version 0.7.0 have no column until `old_plants` has filled it: their taxon is derived here.
    """
    return taxon_of(botanical_name) if text is None else _decode_taxon(text)
