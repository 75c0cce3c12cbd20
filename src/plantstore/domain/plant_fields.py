"""What a client may write about a plant: the fields, their checks and their wire form, one line per field.

A new field is one line in `PlantFields`; the checks, the record and the patch follow from it.
"""

import difflib
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from operator import attrgetter
from typing import Annotated, Any, get_type_hints

from plantstore.domain import plant_checks as checks
from plantstore.domain.currency import EXPONENTS, check_currency
from plantstore.domain.errors import FieldError, Invalid
from plantstore.domain.gtin import check_gtin
from plantstore.domain.image import Image, check_images, write_images
from plantstore.domain.plant_checks import Check
from plantstore.domain.price import check_decimals, check_price

NAME_CHARS_MAX, NAME_CHARS_ADVISED = 200, 150  # Shopify takes 255; Google Merchant shows 150
TAG_CHARS_MAX = 50
BOTANICAL_NAME_CHARS_MAX = 250
COMMON_NAMES_MAX, COMMON_NAME_CHARS_MAX = 10, 100
DESCRIPTION_CHARS_MAX = 5_000  # Google Merchant takes as many
TAGS_MAX, TAGS_CHARS_MAX = 20, 40
UNKNOWN_REPORTED_MAX = 20  # a client that sends a thousand unknown fields learns as much from the first twenty
_KEY_SHOWN_CHARS_MAX = 64

READ_ONLY = {
    "id": "The store numbers its plants itself.",
    "status": "Use the plant's addition or archival to change it.",
    "availability": "It follows from stock_quantity and available_from.",
    "url": "The store makes it from its own settings.",
    "created_at": "The store writes its times itself.",
    "updated_at": "The store writes its times itself.",
    "added_at": "The store writes its times itself.",
}
"""What the public record holds beside these fields, and why a client does not write it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlantFields:
    """The written part of a plant, cleaned up and checked, in the order of the public record. Absent: None or ().

    Beside its type stands how a client's value is checked and, where that differs, how it is written to JSON.
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

    def __post_init__(self) -> None:
        assert self.name, "every plant has a name"
        assert self.price is None or self.currency is not None, "a price without its currency is no price"


_NOTES = {name: hint.__metadata__ for name, hint in get_type_hints(PlantFields, include_extras=True).items()}
_NAMES = tuple(_NOTES)
_CHECKS: dict[str, Check] = {name: notes[0] for name, notes in _NOTES.items()}
_WRITERS: list[tuple[str, Callable[[Any], object]]] = [(name, notes[1]) for name, notes in _NOTES.items() if notes[1:]]
_values_of = attrgetter(*_NAMES)


def check_fields(raw: Mapping[str, object], *, currency_default: str) -> PlantFields:
    """Check what a client wrote; Invalid lists everything that is wrong, not the first thing only.

    null means absent, as in a merge patch (RFC 7396). A price without a currency gets the store's own.
    """
    assert currency_default in EXPONENTS
    problems: list[FieldError] = []
    values: dict[str, Any] = {}
    strangers: list[str] = []
    for name, value in raw.items():
        check = _CHECKS.get(name)
        if check is None:
            strangers.append(name)
        elif value is not None:
            values[name] = check(value, "/" + name, problems)
    if strangers:
        _refuse_strangers(strangers, problems)
    if "name" not in values:
        problems.append(FieldError(pointer="/name", code="required", detail="Give the plant a name."))
    if values.get("price") is not None:
        _settle_currency(values, problems, currency_default=currency_default)
    if problems:
        raise Invalid(fields=tuple(problems))
    return PlantFields(**values)


def as_input(written: PlantFields) -> dict[str, object]:
    """Write the fields as a client would: overlay a merge patch on this and check it again.

    >>> as_input(PlantFields(name="Rosa"))["tags"]
    []
    """
    values: dict[str, object] = dict(zip(_NAMES, _values_of(written), strict=True))
    for name, write in _WRITERS:
        values[name] = write(values[name])
    return values


def warnings(written: PlantFields) -> list[FieldError]:
    """List what is allowed, but may not be what somebody wants."""
    if len(written.name) <= NAME_CHARS_ADVISED:
        return []
    detail = f"Marketplaces cut a name off after {NAME_CHARS_ADVISED} characters; this one has {len(written.name)}."
    return [FieldError(pointer="/name", code="long", detail=detail)]


def sku_key(sku: str) -> str:
    """Return the key under which a SKU is unique: the same for any capitals, widths, accents' encoding and spaces.

    It is Unicode's compatibility caseless form (Unicode 3.13, D146), which folding it again does not change.

    >>> sku_key(" Hyd-End-5L ") == sku_key("HYD-END-5L"), sku_key("GRÜN-1") == sku_key("gru\u0308n-1")
    (True, True)
    """
    if sku.isascii():
        return " ".join(sku.lower().split())
    folded = unicodedata.normalize("NFKD", unicodedata.normalize("NFD", sku).casefold()).casefold()
    return " ".join(unicodedata.normalize("NFKC", folded).split())


def _settle_currency(values: dict[str, Any], problems: list[FieldError], *, currency_default: str) -> None:
    currency = values.setdefault("currency", currency_default)
    if currency is not None:  # a wrong currency is reported already
        check_decimals(values["price"], currency=currency, pointer="/price", problems=problems)


def _refuse_strangers(strangers: list[str], problems: list[FieldError]) -> None:
    for name in strangers[:UNKNOWN_REPORTED_MAX]:
        if name in READ_ONLY:
            problems.append(FieldError(pointer="/" + name, code="read_only", detail=READ_ONLY[name]))
        else:
            problems.append(FieldError(pointer=_pointer_to(name), code="unknown", detail=_unknown(name)))
    more = len(strangers) - UNKNOWN_REPORTED_MAX
    if more > 0:
        problems.append(FieldError(pointer="", code="unknown", detail=f"There are {more:,} more unknown fields."))


def _unknown(name: str) -> str:
    close = difflib.get_close_matches(name[:_KEY_SHOWN_CHARS_MAX].lower(), _NAMES, n=1)
    return f"There is no such field. Did you mean {close[0]}?" if close else "There is no such field."


def _pointer_to(name: str) -> str:
    """A key may hold anything; the pointer to it must be short and encode to UTF-8."""
    shown = name if len(name) <= _KEY_SHOWN_CHARS_MAX else name[:_KEY_SHOWN_CHARS_MAX] + "…"
    return "/" + shown.replace("~", "~0").replace("/", "~1").encode("utf-8", "replace").decode()
