"""Says in words which plants a filter lets through."""

from collections.abc import Sequence

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
from plantstore.domain.receivers.filters.fields import FIELDS, FieldKind

VALUES_NAMED_MAX = 20  # of more values, the rest is a number
_COMPARED = {
    Operator.PREFIX: "begins with",
    Operator.GT: "is more than",
    Operator.GTE: "is at least",
    Operator.LT: "is less than",
    Operator.LTE: "is at most",
}
_DATES = {
    Operator.GT: "is after",
    Operator.GTE: "is on or after",
    Operator.LT: "is before",
    Operator.LTE: "is on or before",
}


def in_words(condition: Condition) -> str:
    """Return a condition in words, without a full stop.

    >>> from plantstore.domain.receivers.filters.pattern import parse_filter
    >>> in_words(parse_filter({"tag": ["shrub", "tree"], "price": {"lt": "20"}}).condition)
    'type is shrub or tree, and price is less than 20'
    >>> in_words(parse_filter({"or": [{"tags": {"not": "toxic"}}, {"care": {"water": None}}]}).condition)
    'not (a tag is toxic), or water is not set'
    """
    match condition:
        case Comparison(name=name, operators=operators):
            return " and ".join(_compared(name, operator, values) for operator, values in operators)
        case Exists(name=name):
            return f"{_label(name)} is set"
        case Not(part=Exists(name=name)):
            return f"{_label(name)} is not set"
        case Not(part=part):
            return f"not ({in_words(part)})"
        case AllOf(parts=parts):
            return ", and ".join(_within(part, AnyOf) for part in parts)
        case AnyOf(parts=parts):
            return ", or ".join(_within(part, AllOf) for part in parts)
        case _:
            raise TypeError(f"not a condition: {condition!r}")


def _within(part: Condition, other: type[AllOf] | type[AnyOf]) -> str:
    """Return a part in words, with parentheses if it is joined in the other way."""
    return f"({in_words(part)})" if isinstance(part, other) else in_words(part)


def _compared(name: str, operator: Operator, values: Sequence[Value]) -> str:
    words = (_DATES if FIELDS[name].kind is FieldKind.DATE else {}).get(operator) or _COMPARED.get(operator, "is")
    return f"{_label(name)} {words} {_listed(values)}"


def _listed(values: Sequence[Value]) -> str:
    named = [{True: "yes", False: "no"}[one] if isinstance(one, bool) else str(one) for one in values]
    if len(named) > VALUES_NAMED_MAX:
        more = len(named) - VALUES_NAMED_MAX
        return f"{', '.join(named[:VALUES_NAMED_MAX])} or one of {more} more"
    return named[0] if len(named) == 1 else f"{', '.join(named[:-1])} or {named[-1]}"


def _label(name: str) -> str:
    field = FIELDS[name]
    article = "an" if field.label[0] in "aeiou" else "a"
    return f"{article} {field.label}" if field.is_list else field.label
