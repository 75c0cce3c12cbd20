"""Reads a filter: a JSON pattern over the plant record, in the manner of EventBridge and Hookdeck.

A pattern is an object of fields, all of which must match: `{"tag": ["shrub", "tree"], "price": {"lt": "20"}}`. A field
has a value that it must equal, null if it must be empty, a list (one item must match), or operators that must all
match: `eq`, `in`, `prefix`, `gt`, `gte`, `lt`, `lte`, `exists` and `not`. Patterns are joined by `and` and `or`, with
lists of patterns, and `not`. Texts are compared without regard to case, and prices as numbers. If a field is a list,
one item has to match. There are no regular expressions, so the work is bounded by the size of the pattern.

>>> parse_filter({"tag": "shrub", "care": {"height_cm": {"lte": 150}}}).matches({"tag": "Shrub", "care": None})
False
"""

import json
from collections.abc import Mapping
from difflib import get_close_matches
from typing import Any

from plantstore.domain.errors import FieldError, Invalid
from plantstore.domain.receivers.filters.conditions import (
    AllOf,
    AnyOf,
    Comparison,
    Condition,
    Exists,
    Not,
    Operator,
    Value,
)
from plantstore.domain.receivers.filters.fields import FIELDS, FieldKind, FilterField
from plantstore.domain.receivers.filters.values import check_value
from plantstore.domain.receivers.filters.words import in_words

FILTER_BYTES_MAX = 4_096  # of the pattern as compact JSON; EventBridge's limit is the same
FILTER_VALUES_MAX = 200  # values to compare with, in the whole pattern
FILTER_DEPTH_MAX = 10  # objects and lists within each other
PROBLEMS_MAX = 20  # named in one refusal
_GROUPS = frozenset(name.rpartition(".")[0] for name in FIELDS if "." in name) | {"trade"}
_AND, _OR, _NOT, _EXISTS = "and", "or", "not", "exists"
_ORDERED = frozenset({Operator.GT, Operator.GTE, Operator.LT, Operator.LTE})
_NO_CONDITION = AllOf(())


class Filter:
    """A filter. `pattern` is its JSON text, as short as it can be written and with the fields as they were given.

    `summary` says it in words. `matches` returns whether a receiver with this filter gets the event of the plant with
    a record.
    """

    __slots__ = ("_summary", "condition", "matches", "pattern")

    def __init__(self, pattern: str, condition: Condition) -> None:
        self.pattern = pattern
        self.condition = condition
        self.matches = condition.compiled()
        self._summary = ""

    @property
    def summary(self) -> str:
        if not self._summary:
            self._summary = in_words(self.condition)
        return self._summary

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Filter) and self.pattern == other.pattern

    def __hash__(self) -> int:
        return hash(self.pattern)


def parse_filter(value: object, *, pointer: str = "/filter") -> Filter:
    """Return the filter that a decoded JSON pattern means; raise Invalid with each problem and where it is."""
    reader = _Reader()
    pattern = json.dumps(value, ensure_ascii=False, separators=(",", ":")) if _depth(value) else ""
    if not pattern:
        reader.add(pointer, "depth", f"Use at most {FILTER_DEPTH_MAX} objects and lists within each other.")
    elif len(pattern.encode(errors="surrogatepass")) > FILTER_BYTES_MAX:
        reader.add(pointer, "length", f"Use a pattern of at most {FILTER_BYTES_MAX:,} bytes of JSON.")
    else:
        condition = reader.pattern(value, pointer)
        if reader.values > FILTER_VALUES_MAX:
            reader.add(pointer, "count", f"Compare with at most {FILTER_VALUES_MAX} values.")
        if not reader.problems:
            return Filter(pattern, condition)
    raise Invalid("The filter is not a valid pattern.", fields=tuple(reader.problems))


def read_filter(pattern: str) -> Filter:
    """Return the filter of a stored pattern."""
    return parse_filter(json.loads(pattern))


def _depth(value: object, left: int = FILTER_DEPTH_MAX) -> bool:
    """True if a value is nested at most so deeply."""
    if not isinstance(value, (dict, list)):
        return True
    inner = value.values() if isinstance(value, dict) else value
    return left > 0 and all(_depth(one, left - 1) for one in inner)


class _Reader:
    """Reads the parts of one pattern, and collects its problems and the number of its values."""

    def __init__(self) -> None:
        self.problems: list[FieldError] = []
        self.values = 0

    def add(self, pointer: str, code: str, detail: str) -> Condition:
        if len(self.problems) < PROBLEMS_MAX:
            self.problems.append(FieldError(pointer=pointer, code=code, detail=detail))
        return _NO_CONDITION

    def pattern(self, value: object, pointer: str, group: str = "") -> Condition:
        """Read an object of fields; `group` is the nested object of the record whose fields these are."""
        if not isinstance(value, Mapping) or not value:
            return self.add(pointer, "type", 'Use an object with at least one field, such as {"tag": "shrub"}.')
        parts = tuple(self._part(key, one, f"{pointer}/{_escaped(key)}", group) for key, one in value.items())
        return parts[0] if len(parts) == 1 else AllOf(parts)

    def _part(self, key: str, value: object, pointer: str, group: str) -> Condition:
        name = f"{group}.{key}" if group else key
        if name in FIELDS:
            return self._field(name, value, pointer)
        if name in _GROUPS:
            return self.pattern(value, pointer, group=name)
        if key in (_AND, _OR, _NOT) and group:
            return self.add(pointer, "place", f'Put "{key}" around the whole pattern, not into "{group}".')
        if key == _NOT:
            return Not(self.pattern(value, pointer))
        if key in (_AND, _OR):
            if not isinstance(value, list) or not value:
                return self.add(pointer, "type", "Use a list with at least one pattern.")
            parts = tuple(self.pattern(one, f"{pointer}/{number}") for number, one in enumerate(value))
            return AllOf(parts) if key == _AND else AnyOf(parts)
        meant = "" if self.problems else _similar(name)  # one search takes a millisecond
        return self.add(pointer, "unknown", f"A filter cannot use this field; see the documentation of filters.{meant}")

    def _field(self, name: str, value: object, pointer: str) -> Condition:
        if isinstance(value, list):
            return self._alternatives(name, value, pointer)
        if isinstance(value, Mapping):
            return self._operators(name, value, pointer)
        if value is None:
            return Not(Exists(name))
        return Comparison(name, ((Operator.EQ, self._values(name, [value], [pointer])),))

    def _alternatives(self, name: str, value: list[Any], pointer: str) -> Condition:
        """Read a list of values, null and operators: one item must match."""
        if not value:
            return self.add(pointer, "type", "Use a list with at least one value.")
        plain, pointers, parts = list[Any](), list[str](), list[Condition]()
        for number, one in enumerate(value):
            here = f"{pointer}/{number}"
            if isinstance(one, list):
                self.add(here, "type", "Use values and operators here, not a list within a list.")
            elif isinstance(one, Mapping) or one is None:
                parts.append(self._field(name, one, here))
            else:
                plain.append(one)
                pointers.append(here)
        if plain:
            parts.insert(0, Comparison(name, ((Operator.IN, self._values(name, plain, pointers)),)))
        return parts[0] if len(parts) == 1 else AnyOf(tuple(parts))

    def _operators(self, name: str, value: Mapping[str, Any], pointer: str) -> Condition:
        if not value:
            return self.add(pointer, "type", f"Use at least one operator: {_OPERATORS}.")
        comparisons, others = [], list[Condition]()
        for key, wanted in value.items():
            here = f"{pointer}/{_escaped(key)}"
            if key == _NOT:
                others.append(Not(self._field(name, wanted, here)))
            elif key == _EXISTS:
                others.append(self._exists(name, wanted, here))
            elif key in _COMPARED:
                comparisons.append((Operator(key), self._compared(name, Operator(key), wanted, here)))
            else:
                self.add(here, "unknown", f"Use one of these operators: {_OPERATORS}.")
        parts = (*([Comparison(name, tuple(comparisons))] if comparisons else []), *others)
        return parts[0] if len(parts) == 1 else AllOf(parts)

    def _exists(self, name: str, wanted: object, pointer: str) -> Condition:
        if not isinstance(wanted, bool):
            return self.add(pointer, "type", "Use true or false.")
        return Exists(name) if wanted else Not(Exists(name))

    def _compared(self, name: str, operator: Operator, wanted: object, pointer: str) -> tuple[Value, ...]:
        field = FIELDS[name]
        if operator is Operator.IN:
            if not isinstance(wanted, list) or not wanted:
                self.add(pointer, "type", "Use a list with at least one value.")
                return ()
            return self._values(name, wanted, [f"{pointer}/{number}" for number in range(len(wanted))])
        if operator in _ORDERED and (field.kind in (FieldKind.TEXT, FieldKind.BOOLEAN)):
            self.add(pointer, "operator", f'"{name}" has no order. Use eq, in, prefix, exists or not.')
            return ()
        if operator is Operator.PREFIX and (field.kind is not FieldKind.TEXT or not isinstance(wanted, str)):
            self.add(pointer, "operator", "Only texts have a prefix, which is a text itself.")
            return ()
        if operator is Operator.PREFIX:
            field = field._replace(values=())  # the beginning of a value need not be one itself
        return self._values(name, [wanted], [pointer], field)

    def _values(
        self, name: str, wanted: list[Any], pointers: list[str], field: FilterField | None = None
    ) -> tuple[Value, ...]:
        found = list[Value]()
        for value, pointer in zip(wanted, pointers, strict=True):
            self.values += 1
            clean, problem = check_value(field or FIELDS[name], value)
            if problem is None:
                found.append(clean)
            else:
                self.add(pointer, "value", problem)
        return tuple(found)


_NAMED_CHARS = 40
_COMPARED = frozenset(map(str, Operator))
_OPERATORS = ", ".join([*Operator, _EXISTS, _NOT])


def _similar(name: str) -> str:
    close = get_close_matches(name[:_NAMED_CHARS], [*FIELDS, *_GROUPS, _AND, _OR, _NOT], n=1)
    return f' Did you mean "{close[0]}"?' if close else ""


def _escaped(key: str) -> str:
    """Return a key as a token of a JSON Pointer (RFC 6901 §3)."""
    return key.replace("~", "~0").replace("/", "~1")[:100]
