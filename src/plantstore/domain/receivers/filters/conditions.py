"""The parts of a filter, each of which a plant's record matches or not.

The work for one record is at most the number of comparisons times the items of its longest list: nothing here loops
over anything else. A receiver may be far behind, so parts are compiled into functions, which are faster.
"""

from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from enum import StrEnum
from functools import partial
from operator import eq, ge, gt, le, lt
from typing import Any, NamedTuple, Protocol

from plantstore.domain.receivers.filters.fields import FIELDS, FieldKind

Record = Mapping[str, object]
"""The full public record of a plant, decoded from the body of its event."""
Predicate = Callable[[Record], bool]
Value = str | int | bool
"""A value to compare with, as it is written in the pattern."""
_Test = Callable[[Any], bool]


class Operator(StrEnum):
    """How a field is compared with a value."""

    EQ = "eq"
    IN = "in"
    PREFIX = "prefix"
    GT = "gt"
    GTE = "gte"
    LT = "lt"
    LTE = "lte"


class Condition(Protocol):
    """A part of a filter."""

    def compiled(self) -> Predicate:
        """Return the function that returns whether a record matches."""
        ...


class Comparison(NamedTuple):
    """A field, or one item of a field that is a list, passes all the operators. Only `in` has several values."""

    name: str
    operators: tuple[tuple[Operator, tuple[Value, ...]], ...]

    def compiled(self) -> Predicate:
        field, read = FIELDS[self.name], _reader(self.name)
        convert = _CONVERSIONS[field.kind]
        tests = [_test(operator, [convert(one) for one in wanted]) for operator, wanted in self.operators]

        def passes(value: object) -> bool:
            converted = convert(value)
            return all(test(converted) for test in tests)

        if field.is_list:
            return lambda record: any(map(passes, _items(read(record))))
        if len(tests) == 1:  # the usual case, in half the time
            [test] = tests
            return lambda record: (value := read(record)) is not None and test(convert(value))
        return lambda record: (value := read(record)) is not None and passes(value)


class Exists(NamedTuple):
    """A field has a value; a list has at least one item."""

    name: str

    def compiled(self) -> Predicate:
        read = _reader(self.name)
        if FIELDS[self.name].is_list:
            return lambda record: bool(_items(read(record)))
        return lambda record: read(record) is not None


class AllOf(NamedTuple):
    """All parts match."""

    parts: tuple[Condition, ...]

    def compiled(self) -> Predicate:
        parts = [part.compiled() for part in self.parts]
        return lambda record: all(matches(record) for matches in parts)


class AnyOf(NamedTuple):
    """At least one part matches."""

    parts: tuple[Condition, ...]

    def compiled(self) -> Predicate:
        parts = [part.compiled() for part in self.parts]
        return lambda record: any(matches(record) for matches in parts)


class Not(NamedTuple):
    """The part does not match."""

    part: Condition

    def compiled(self) -> Predicate:
        matches = self.part.compiled()
        return lambda record: not matches(record)


def _reader(name: str) -> Callable[[Record], object]:
    """Return a function that reads a field; it returns None if the field is null, or missing as in older events."""
    *groups, last = name.split(".")
    if not groups:
        return lambda record: record.get(last)

    def read(record: Record) -> object:
        found: object = record
        for group in groups:
            found = found.get(group) if isinstance(found, dict) else None
        return found.get(last) if isinstance(found, Mapping) else None

    return read


def _items(value: object) -> Sequence[object]:
    return value if isinstance(value, list) else ()


def _casefolded(value: object) -> str:
    return str(value).casefold()


def _number(value: object) -> Decimal:
    return Decimal(str(value))


_CONVERSIONS: Mapping[FieldKind, Callable[[object], object]] = {
    FieldKind.TEXT: _casefolded,
    FieldKind.DECIMAL: _number,
    FieldKind.INTEGER: lambda value: int(str(value)),
    FieldKind.BOOLEAN: lambda value: value is True,
    FieldKind.DATE: str,  # ISO 8601, whose order is that of the text
}
_COMPARE: Mapping[Operator, Callable[[Any, Any], bool]] = {
    Operator.EQ: eq,
    Operator.PREFIX: lambda value, wanted: value.startswith(wanted),
    Operator.GT: gt,
    Operator.GTE: ge,
    Operator.LT: lt,
    Operator.LTE: le,
}


def _test(operator: Operator, wanted: Sequence[object]) -> _Test:
    if operator is Operator.IN:
        return frozenset(wanted).__contains__
    compare, [other] = _COMPARE[operator], wanted
    if operator is Operator.EQ:
        return partial(eq, other)
    return lambda value: compare(value, other)
