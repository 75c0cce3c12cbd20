"""A filter of the list of plants in a JSON body: an object with the query parameters of the list, as they are written.

Bulk edits select plants by such an object, and saved views keep one.
"""

from collections.abc import Sequence
from typing import Any

from plantstore.core.settings import Settings
from plantstore.domain.errors import FieldError, Invalid, Malformed
from plantstore.domain.plants.objects import UNKNOWN_REPORTED_MAX, did_you_mean, pointer_to
from plantstore.domain.timestamps import Instant
from plantstore.web.api.plants.filters import FILTERS, Q, read_filter
from plantstore.web.http.endpoint import Parameter

VALUE_CHARS_MAX = 500  # max characters of a value as it is written; most parameters allow fewer

SELECTING = (Q, *FILTERS)
"""The parameters that select plants."""


def check_query(
    raw: object, pointer: str, settings: Settings, *, now: Instant, parameters: Sequence[Parameter] = SELECTING
) -> tuple[dict[str, str], dict[str, Any]]:
    """Return the parameters as they are written, and their parsed values. Raise Invalid with all problems."""
    known = {parameter.name: parameter for parameter in parameters}
    if not isinstance(raw, dict):
        detail = 'Use an object with parameters of the list of plants, such as {"status": "active", "q": "rosa"}.'
        raise Invalid(fields=(FieldError(pointer=pointer, code="type", detail=detail),))
    problems: list[FieldError] = []
    texts: dict[str, str] = {}
    values: dict[str, Any] = {}
    for name, text in raw.items():
        place = pointer + pointer_to(name)
        if name not in known:
            problems.append(FieldError(pointer=place, code="unknown", detail=did_you_mean(name, tuple(known))))
        elif not isinstance(text, str) or len(text) > VALUE_CHARS_MAX:
            detail = f"Use a string of at most {VALUE_CHARS_MAX} characters."
            problems.append(FieldError(pointer=place, code="type", detail=detail))
        else:
            try:
                values[name] = known[name].parse(text, settings)
                texts[name] = text
            except ValueError as error:
                wrong = str(error)
                problems.append(FieldError(pointer=place, code="filter", detail=wrong[:1].upper() + wrong[1:]))
    if problems:
        raise Invalid(fields=tuple(problems[:UNKNOWN_REPORTED_MAX]))
    _check_together(values, pointer, settings, now)
    return texts, values


def _check_together(values: dict[str, Any], pointer: str, settings: Settings, now: Instant) -> None:
    """Raise Invalid if the parameters contradict each other."""
    try:
        read_filter(values, settings, now=now)
    except Malformed as error:
        raise Invalid(fields=(FieldError(pointer=pointer, code="filter", detail=error.detail),)) from error
