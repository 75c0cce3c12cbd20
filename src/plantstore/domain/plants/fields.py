"""The fields of a plant that clients write: one line for each field's type, check and JSON form.

To add a field, add a line to `PlantFields`; the checks, the public record and patches follow from it.
"""

import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from operator import attrgetter
from typing import Annotated, Any, get_type_hints

from plantstore.domain.errors import FieldError, Invalid
from plantstore.domain.plants import amounts, checks
from plantstore.domain.plants.care import Care, check_care, write_care
from plantstore.domain.plants.checks import Check
from plantstore.domain.plants.currency import EXPONENTS, check_currency
from plantstore.domain.plants.external_ids import ExternalIds, check_external_ids, write_external_ids
from plantstore.domain.plants.gtin import check_gtin
from plantstore.domain.plants.image import Image, check_images, write_images
from plantstore.domain.plants.names.repair import BOTANICAL_NAME_CHARS_MAX
from plantstore.domain.plants.objects import did_you_mean, pointer_to
from plantstore.domain.plants.pot_size import check_pot_size
from plantstore.domain.plants.price import check_price
from plantstore.domain.plants.supplier import Supplier, check_supplier, write_supplier
from plantstore.domain.plants.trade import Trade, check_trade, write_trade

NAME_CHARS_MAX, NAME_CHARS_ADVISED = 200, 150  # Shopify accepts 255; Google Merchant shows 150
TAG_CHARS_MAX = 50
COMMON_NAMES_MAX, COMMON_NAME_CHARS_MAX = 10, 100
DESCRIPTION_CHARS_MAX = 5_000  # same as Google Merchant's limit
TAGS_MAX, TAGS_CHARS_MAX = 20, 40
UNKNOWN_REPORTED_MAX = 20  # max unknown fields reported in one error; more would not help the client

READ_ONLY = {
    "id": "The store assigns ids.",
    "status": "Use the plant's addition or archival to change it.",
    "taxon": "It is derived from botanical_name.",
    "availability": "It is derived from stock_quantity and available_from.",
    "url": "The store builds it from its settings.",
    "created_at": "The store sets its timestamps.",
    "updated_at": "The store sets its timestamps.",
    "added_at": "The store sets its timestamps.",
    "merged_into": "Merge the plants to set it.",
    "thumbnails": "The store makes them of the images.",
}
"""The other fields of the public record, and why clients cannot write them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlantFields:
    """The checked fields of a plant, in the order of the public record. An absent field is None or ().

    Each type is annotated with its check and, where needed, with the function that converts the value for JSON.
    """

    name: Annotated[str, checks.text(NAME_CHARS_MAX)]
    tag: Annotated[str | None, checks.text(TAG_CHARS_MAX)] = None
    sku: Annotated[str | None, checks.sku] = None
    gtin: Annotated[str | None, check_gtin] = None
    botanical_name: Annotated[str | None, checks.text(BOTANICAL_NAME_CHARS_MAX)] = None
    family: Annotated[str | None, checks.family] = None
    common_names: Annotated[tuple[str, ...], checks.texts(COMMON_NAMES_MAX, COMMON_NAME_CHARS_MAX), list] = ()
    description: Annotated[str | None, checks.text(DESCRIPTION_CHARS_MAX, chars_min=0, keep_lines=True)] = None
    tags: Annotated[tuple[str, ...], checks.texts(TAGS_MAX, TAGS_CHARS_MAX, comma=False), list] = ()
    images: Annotated[tuple[Image, ...], check_images, write_images] = ()
    price: Annotated[str | None, check_price] = None
    currency: Annotated[str | None, check_currency] = None
    stock_quantity: Annotated[int | None, checks.stock_quantity] = None
    available_from: Annotated[date | None, checks.iso_date, checks.write_date] = None
    pot_size: Annotated[str | None, check_pot_size] = None
    minimum_order: Annotated[int | None, amounts.check_minimum_order] = None
    compare_at_price: Annotated[str | None, amounts.check_compare_at_price] = None
    care: Annotated[Care | None, check_care, write_care] = None
    external_ids: Annotated[ExternalIds | None, check_external_ids, write_external_ids] = None
    trade: Annotated[Trade | None, check_trade, write_trade] = None
    supplier: Annotated[Supplier | None, check_supplier, write_supplier] = None
    cost: Annotated[str | None, amounts.check_cost] = None

    def __post_init__(self) -> None:
        assert self.name, "every plant has a name"
        has_amount = not (self.price is self.compare_at_price is self.cost is None)
        assert not has_amount or self.currency is not None, "a price needs a currency"


_NOTES = {name: hint.__metadata__ for name, hint in get_type_hints(PlantFields, include_extras=True).items()}
_NAMES = tuple(_NOTES)
_CHECKS: dict[str, Check] = {name: notes[0] for name, notes in _NOTES.items()}
_WRITERS: list[tuple[str, Callable[[Any], object]]] = [(name, notes[1]) for name, notes in _NOTES.items() if notes[1:]]
_values_of = attrgetter(*_NAMES)
NEWER = ("pot_size", "minimum_order", "compare_at_price", "care", "external_ids", "trade", "supplier", "cost")
"""The fields that came after version 0.5.1. A replacement that leaves them out does not clear them."""
COSTS = ("supplier", "cost")
"""The fields that only people with the scope `costs:read` may see. No event has them."""


def check_fields(raw: Mapping[str, object], *, currency_default: str) -> PlantFields:
    """Check a client's input and return the fields. Raise Invalid with all problems, not only the first.

    null means absent, as in a merge patch (RFC 7396). An amount without a currency gets `currency_default`.
    """
    assert currency_default in EXPONENTS
    problems: list[FieldError] = []
    values: dict[str, Any] = {}
    unknown: list[str] = []
    for name, value in raw.items():
        check = _CHECKS.get(name)
        if check is None:
            unknown.append(name)
        elif value is not None:
            values[name] = check(value, "/" + name, problems)
    if unknown:
        _report_unknown(unknown, problems)
    if "name" not in values:
        problems.append(FieldError(pointer="/name", code="required", detail="Give the plant a name."))
    if not values.keys().isdisjoint(amounts.AMOUNTS):
        _complete_currency(values, problems, currency_default=currency_default)
    if problems:
        raise Invalid(fields=tuple(problems))
    return PlantFields(**values)


def as_input(written: PlantFields) -> dict[str, object]:
    """Return the fields as a client would write them, so that a merge patch can be applied to them.

    >>> as_input(PlantFields(name="Rosa"))["tags"]
    []
    """
    values: dict[str, object] = dict(zip(_NAMES, _values_of(written), strict=True))
    for name, write in _WRITERS:
        if values[name] is not None:
            values[name] = write(values[name])
    return values


def warnings(written: PlantFields) -> list[FieldError]:
    """Return a warning for each value that is allowed, but probably a mistake."""
    from plantstore.domain.plants.names.advice import advice_on  # late: see `taxon.read_name`

    found = amounts.amount_warnings(price=written.price, compare_at_price=written.compare_at_price)
    if len(written.name) > NAME_CHARS_ADVISED:
        detail = f"Marketplaces truncate names to {NAME_CHARS_ADVISED} characters; this one has {len(written.name)}."
        found.insert(0, FieldError(pointer="/name", code="long", detail=detail))
    advice = advice_on(written.botanical_name)
    return found + [FieldError(pointer="/botanical_name", code=one.code, detail=one.detail) for one in advice]


def sku_key(sku: str) -> str:
    """Return the key under which a SKU is unique. It ignores case, character width, repeated spaces and Unicode form.

    The key is Unicode's compatibility caseless form (Unicode 3.13, D146); folding it again changes nothing.

    >>> sku_key(" Hyd-End-5L ") == sku_key("HYD-END-5L"), sku_key("GRÜN-1") == sku_key("gru\u0308n-1")
    (True, True)
    """
    if sku.isascii():
        return " ".join(sku.lower().split())
    folded = unicodedata.normalize("NFKD", unicodedata.normalize("NFD", sku).casefold()).casefold()
    return " ".join(unicodedata.normalize("NFKC", folded).split())


def _complete_currency(values: dict[str, Any], problems: list[FieldError], *, currency_default: str) -> None:
    currency = values.setdefault("currency", currency_default)
    if currency is not None:  # if None, the wrong currency has already been reported
        amounts.check_amounts(values, problems, currency=currency)


def _report_unknown(unknown: list[str], problems: list[FieldError]) -> None:
    for name in unknown[:UNKNOWN_REPORTED_MAX]:
        if name in READ_ONLY:
            problems.append(FieldError(pointer="/" + name, code="read_only", detail=READ_ONLY[name]))
        else:
            problems.append(FieldError(pointer=pointer_to(name), code="unknown", detail=did_you_mean(name, _NAMES)))
    more = len(unknown) - UNKNOWN_REPORTED_MAX
    if more > 0:
        problems.append(FieldError(pointer="", code="unknown", detail=f"There are {more:,} more unknown fields."))
