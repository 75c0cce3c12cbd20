"""The column `details` of the table `plants`: the fields that no query compares, as one JSON object.

Most plants have few of them, and a column for each would make every insert slower.
"""

from operator import attrgetter
from typing import Any

import msgspec

from plantstore.domain.plants.care import Care
from plantstore.domain.plants.external_ids import ExternalIds
from plantstore.domain.plants.fields import PlantFields
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


def write(fields: PlantFields) -> str | None:
    """Return the column for a plant; None if it has none of these fields."""
    values = _values_of(fields)
    return None if values == _ABSENT else _encode(_Details(**dict(zip(_NAMES, values, strict=True)))).decode()


def read(text: str | None) -> dict[str, Any]:
    """Return the fields that the column holds, by name."""
    return {} if text is None else msgspec.structs.asdict(_decode(text))
