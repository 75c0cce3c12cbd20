"""The values that a field of the plant record can be compared with."""

import re
from datetime import date
from typing import Any

from plantstore.domain.receivers.filters.fields import FieldKind, FilterField
from plantstore.domain.text import check_text

TEXT_CHARS_MAX = 200  # of a text to compare with
INTEGER_MAX = 1_000_000_000
_DECIMAL = re.compile(r"[0-9]{1,9}(\.[0-9]{1,3})?")


def check_value(field: FilterField, value: Any) -> tuple[Any, str | None]:
    """Return a value as it is compared with the field, and what is wrong with it and how to correct it, if anything."""
    if field.kind is FieldKind.TEXT:
        return _check_text(field, value)
    return value, _problem(field, value)


def _problem(field: FilterField, value: object) -> str | None:
    match field.kind:
        case FieldKind.TEXT:
            raise AssertionError("texts are cleaned up")
        case FieldKind.DECIMAL:
            written = isinstance(value, (str, int)) and not isinstance(value, bool)
            is_decimal = written and _DECIMAL.fullmatch(str(value)[:20])
            return None if is_decimal else 'Use a number as a text, such as "19.90".'
        case FieldKind.INTEGER:
            is_number = isinstance(value, int) and not isinstance(value, bool) and abs(value) <= INTEGER_MAX
            return None if is_number else f"Use a whole number up to {INTEGER_MAX:,}."
        case FieldKind.BOOLEAN:
            return None if isinstance(value, bool) else "Use true or false."
        case FieldKind.DATE:
            return None if isinstance(value, str) and _is_date(value) else "Use a date such as 2026-03-01."


def _check_text(field: FilterField, value: object) -> tuple[object, str | None]:
    if not isinstance(value, str):
        return value, "Use a text."
    clean, problems = check_text(value, pointer="", chars_max=TEXT_CHARS_MAX)
    if not problems and field.values and clean.casefold() not in {one.casefold() for one in field.values}:
        return clean, f"Use one of {', '.join(field.values)}."
    return clean, problems[0].detail if problems else None


def _is_date(text: str) -> bool:
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False
