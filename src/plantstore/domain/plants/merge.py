"""Merges of two plants that are the same: how they differ, and what the plant that is kept takes from the other."""

from collections.abc import Mapping, Sequence
from typing import Any

from plantstore.domain.errors import FieldError, Invalid
from plantstore.domain.plants.amounts import AMOUNTS
from plantstore.domain.plants.fields import PlantFields, as_input, check_fields

KEYS = ("sku", "gtin")
"""The codes of the other plant stay reserved for it, so the kept plant cannot take them."""
_CURRENCY = "currency"
_NOTHING: tuple[Any, ...] = (None, [], "")
_UNUSED = "EUR"  # the check requires a default currency; amounts here always have their own


def differing(kept: PlantFields, other: PlantFields) -> list[str]:
    """Return the names of the fields in which two plants differ, in the order of the record."""
    ours, theirs = as_input(kept), as_input(other)
    return [name for name, value in ours.items() if value != theirs[name]]


def takeable(kept: PlantFields, other: PlantFields) -> list[str]:
    """Return the names of the fields that the other plant has and the kept plant lacks, in the order of the record.

    Amounts are among them only if they are in the kept plant's currency, or if it has none; the currency itself is not,
    because it is taken with an amount.
    """
    ours, theirs = as_input(kept), as_input(other)
    foreign = () if kept.currency in (None, other.currency) else AMOUNTS
    return [
        name
        for name, value in ours.items()
        if value in _NOTHING and theirs[name] not in _NOTHING and name not in (*KEYS, *foreign, _CURRENCY)
    ]


def taken_values(kept: PlantFields, other: PlantFields, names: Sequence[str]) -> dict[str, Any]:
    """Return the values that the kept plant takes, by field. Raise Invalid for names that are not `takeable`."""
    possible = set(takeable(kept, other))
    problems = [
        FieldError(pointer=f"/take/{at}", code="take", detail=_why_not(kept, other, name))
        for at, name in enumerate(names)
        if name not in possible
    ]
    if problems:
        raise Invalid(fields=tuple(problems))
    theirs = as_input(other)
    if kept.currency is None and any(name in AMOUNTS for name in names):
        names = [*names, _CURRENCY]
    return {name: theirs[name] for name in dict.fromkeys(names)}


def with_taken(kept: PlantFields, values: Mapping[str, Any]) -> PlantFields:
    """Return the kept plant's fields together with the values that it takes."""
    return _checked({**as_input(kept), **values})


def without_taken(kept: PlantFields, values: Mapping[str, Any]) -> PlantFields:
    """Return the kept plant's fields without the values that it took, except those that were edited since."""
    now = as_input(kept)
    cleared = {name for name, value in values.items() if now[name] == value}
    if any(now[name] is not None and name not in cleared for name in AMOUNTS):
        cleared.discard(_CURRENCY)  # an amount that stays needs it
    return _checked({name: None if name in cleared else value for name, value in now.items()})


def _checked(raw: Mapping[str, Any]) -> PlantFields:
    return check_fields(raw, currency_default=str(raw[_CURRENCY] or _UNUSED))


def _why_not(kept: PlantFields, other: PlantFields, name: str) -> str:
    ours, theirs = as_input(kept), as_input(other)
    if name in KEYS:
        return f"The {name.upper()} stays reserved for the other plant."
    if name not in ours or name == _CURRENCY:
        return "This is not a field that can be taken."
    if theirs[name] in _NOTHING:
        return "The other plant has no value for it."
    if ours[name] not in _NOTHING:
        return "The kept plant has its own value."
    return f"The other plant's amounts are in {other.currency}, those of the kept plant in {kept.currency}."
