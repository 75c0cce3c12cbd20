"""The filter in the form of a receiver: conditions on lines, or a pattern as JSON, and how many plants match."""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from plantstore.domain.errors import FieldError, Invalid, StoreError
from plantstore.domain.receivers.filters.conditions import AllOf, Comparison, Condition, Exists, Not, Operator
from plantstore.domain.receivers.filters.fields import FIELDS, FieldKind, FilterField
from plantstore.domain.receivers.filters.pattern import parse_filter
from plantstore.web.console.forms import Form
from plantstore.web.console.page_request import PageRequest

FilterPreview = Mapping[str, Any]
"""The preview of a filter by the API; `summary` is None for every plant."""

EVERY, CONDITIONS, PATTERN = "every", "conditions", "pattern"
LINES_MAX = 6  # conditions of the form; a pattern as JSON may have more
ONE_OF, NONE_OF, SET, NOT_SET = "one_of", "none_of", "set", "not_set"
OPERATORS = (
    (ONE_OF, "is one of"),
    (NONE_OF, "is none of"),
    (Operator.PREFIX.value, "begins with"),
    (Operator.LT.value, "is less than"),
    (Operator.LTE.value, "is at most"),
    (Operator.GT.value, "is more than"),
    (Operator.GTE.value, "is at least"),
    (SET, "is set"),
    (NOT_SET, "is not set"),
)
"""What a line can say of a field. The values of the first two are separated by commas."""
FIELD_NAMES = (
    ("", "Choose a field"),
    *((name, field.label[0].upper() + field.label[1:]) for name, field in FIELDS.items()),
)
_LISTED = frozenset({ONE_OF, NONE_OF})
_WITHOUT_VALUE = frozenset({SET, NOT_SET})


class Line(NamedTuple):
    """A condition on a line of the form, as it was written."""

    field: str = ""
    operator: str = ONE_OF
    value: str = ""


class FilterForm(NamedTuple):
    """What the form shows: which plants, the conditions on LINES_MAX lines, and the pattern as JSON."""

    kind: str = EVERY
    lines: tuple[Line, ...] = (Line(),) * LINES_MAX
    pattern: str = ""

    @property
    def used(self) -> int:
        """How many lines are shown at first: those that are filled in, and one more."""
        return min(
            LINES_MAX, 1 + max((number for number, one in enumerate(self.lines, start=1) if one.field), default=0)
        )


def submitted(form: Form) -> FilterForm:
    """Return what was submitted."""
    lines = tuple(
        Line(
            form.get(f"filter_field_{number}"),
            form.get(f"filter_is_{number}", ONE_OF),
            form.get(f"filter_value_{number}"),
        )
        for number in range(1, LINES_MAX + 1)
    )
    return FilterForm(form.get("filter_kind", EVERY), lines, form.get("filter_pattern"))


def present(pattern: Mapping[str, Any] | None) -> FilterForm:
    """Return the form of a filter: as conditions on lines if it can be written so."""
    if pattern is None:
        return FilterForm()
    written = json.dumps(pattern, ensure_ascii=False, indent=1)
    lines = _lines(parse_filter(pattern).condition)
    if lines is None or len(lines) > LINES_MAX:
        return FilterForm(PATTERN, pattern=written)
    return FilterForm(CONDITIONS, (*lines, *(Line(),) * (LINES_MAX - len(lines))), written)


def read_filter(form: Form, problems: list[FieldError]) -> dict[str, Any] | None:
    """Return the pattern that the form asks for; None for every plant. Add an error to `problems` if there is one."""
    wanted = submitted(form)
    if wanted.kind == PATTERN:
        return _decoded(wanted.pattern, problems)
    if wanted.kind != CONDITIONS:
        return None
    lines = [one for one in wanted.lines if one.field or one.value]
    if not lines:
        detail = "Choose a field of at least one condition, or “Every plant”."
        problems.append(FieldError(pointer="/filter_field_1", code="required", detail=detail))
        return None
    patterns = [_pattern(one) for one in lines]
    return patterns[0] if len(patterns) == 1 else {"and": patterns}


def in_words_of_the_form(refused: StoreError, form: Form) -> StoreError:
    """Return the error with the places of the filter named as in the form."""
    wanted = submitted(form)
    numbers = [number for number, one in enumerate(wanted.lines, start=1) if one.field or one.value]
    if not any(one.pointer.startswith("/filter") for one in refused.fields):
        return refused
    fields = (_named(one, numbers if wanted.kind == CONDITIONS else []) for one in refused.fields)
    return type(refused)(refused.detail, fields=tuple(fields))


def _named(one: FieldError, numbers: Sequence[int]) -> FieldError:
    """Return a problem at its field of the form; `numbers` are the lines that are filled in, if lines are used."""
    root, _, place = one.pointer.removeprefix("/").partition("/")
    if root != "filter":
        return one
    if not numbers:
        detail = f"/{place}: {one.detail}" if place else one.detail
        return replace(one, pointer="/filter_pattern", detail=detail)
    parts = place.split("/")
    line = numbers[int(parts[1])] if parts[0] == "and" and len(numbers) > 1 else numbers[0]
    return replace(one, pointer=f"/filter_{'field' if one.code == 'unknown' else 'value'}_{line}")


def is_unchanged(form: Form, receiver: Mapping[str, Any]) -> bool:
    """True if the form asks for the filter that the receiver has, or does not say."""
    if "filter_kind" not in form:
        return True
    wanted, had = submitted(form), present(receiver["filter"])
    if wanted.kind == PATTERN:
        return bool(_decoded(wanted.pattern, []) == receiver["filter"])
    return wanted.kind == had.kind and (wanted.kind == EVERY or wanted.lines == had.lines)


def is_preview(request: PageRequest) -> bool:
    """True if the person asks how many plants match, and saves nothing yet."""
    return request.form.get("do") == "preview"


async def preview(request: PageRequest) -> FilterPreview:
    """Return how many plants match the filter of the form. Raise Invalid if it is not valid."""
    problems: list[FieldError] = []
    pattern = read_filter(request.form, problems)
    if problems:
        raise Invalid(fields=tuple(problems))
    return {"summary": None} if pattern is None else await request.api.call("previewFilter", body={"filter": pattern})


def fields(shown: FilterForm) -> dict[str, Any]:
    """Return what the templates need for the fields of a filter."""
    labels = {
        f"filter_{which}_{number}": f"{label} of condition {number}"
        for number in range(1, LINES_MAX + 1)
        for which, label in (("field", "Field"), ("value", "Value"))
    }
    return {
        "filter": shown,
        "filter_fields": FIELD_NAMES,
        "filter_operators": OPERATORS,
        "filter_labels": labels | {"filter_pattern": "Filter as JSON"},
    }


def _decoded(text: str, problems: list[FieldError]) -> dict[str, Any] | None:
    try:
        pattern: dict[str, Any] = json.loads(text)
    except (ValueError, RecursionError) as error:
        detail = f"This is not JSON: {error}." if isinstance(error, ValueError) else "This is nested too deeply."
        problems.append(FieldError(pointer="/filter_pattern", code="json", detail=detail))
        return None
    return pattern


def _pattern(line: Line) -> dict[str, Any]:
    """Return the pattern of one line."""
    wanted: Any
    if line.operator in _WITHOUT_VALUE:
        wanted = {"exists": line.operator == SET}
    elif line.operator in _LISTED:
        values = [_value(line.field, one.strip()) for one in line.value.split(",") if one.strip()]
        wanted = values if line.operator == ONE_OF else {"not": values}
    else:
        wanted = {line.operator: _value(line.field, line.value)}
    *groups, last = line.field.split(".")
    pattern = {last: wanted}
    for group in reversed(groups):
        pattern = {group: pattern}
    return pattern


def _value(name: str, text: str) -> Any:
    """Return a value as the pattern has it; the text itself if it is not of the field's kind, which is refused."""
    kind = FIELDS.get(name, FilterField("")).kind
    if kind is FieldKind.INTEGER:
        return int(text) if re.fullmatch(r"-?[0-9]{1,12}", text) else text
    if kind is FieldKind.BOOLEAN:
        return {"yes": True, "true": True, "no": False, "false": False}.get(text.casefold(), text)
    return text


def _lines(condition: Condition) -> list[Line] | None:
    """Return a condition as lines; None if it cannot be written so."""
    found: list[Line] = []
    for part in _parts(condition):
        lines = _lines_of(part)
        if lines is None:
            return None
        found += lines
    return found


def _parts(condition: Condition) -> Iterable[Condition]:
    if isinstance(condition, AllOf):
        for part in condition.parts:
            yield from _parts(part)
    else:
        yield condition


def _lines_of(part: Condition) -> list[Line] | None:
    match part:
        case Exists(name=name):
            return [Line(name, SET)]
        case Not(part=Exists(name=name)):
            return [Line(name, NOT_SET)]
        case Not(part=Comparison(name=name, operators=((Operator.EQ | Operator.IN, values),))):
            return _line(name, NONE_OF, values)
        case Comparison(name=name, operators=operators) if len(operators) == 1 or not FIELDS[name].is_list:
            lines = [_line(name, _OPERATOR.get(operator, operator.value), values) for operator, values in operators]
            return None if None in lines else [one for each in lines for one in each or ()]
        case _:
            return None


_OPERATOR = {Operator.EQ: ONE_OF, Operator.IN: ONE_OF}


def _line(name: str, operator: str, values: Iterable[object]) -> list[Line] | None:
    """Return a line with these values; None if a comma is in one, because commas separate them."""
    texts = [{True: "yes", False: "no"}.get(one, "") if isinstance(one, bool) else str(one) for one in values]
    if operator in _LISTED and any("," in text for text in texts):
        return None
    return [Line(name, operator, ", ".join(texts))]
