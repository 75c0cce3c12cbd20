"""Checks of JSON objects within a plant, such as `care`, and of the kinds of values that they share."""

import difflib
from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Any, TypeVar

from plantstore.domain.errors import FieldError
from plantstore.domain.plants.checks import Check
from plantstore.domain.text import quoted

UNKNOWN_REPORTED_MAX = 20  # max unknown keys reported in one object; more would not help the client
_SHOWN_CHARS_MAX = 64

Choice = TypeVar("Choice", bound=StrEnum)
Item = TypeVar("Item")


def check_object(
    value: object, pointer: str, problems: list[FieldError], *, checks: Mapping[str, Check], example: str
) -> dict[str, Any]:
    """Check an object, key by key, and return its valid values. null means absent, also for the whole object.

    Append a problem for each wrong value and each unknown key. `example` is shown if the value is not an object.
    """
    if value is None:
        return {}
    if not isinstance(value, dict):
        problems.append(FieldError(pointer=pointer, code="type", detail=f"Use an object, such as {example}."))
        return {}
    values: dict[str, Any] = {}
    unknown = []
    for key, member in value.items():
        check = checks.get(key)
        if check is None:
            unknown.append(key)
        elif member is not None:
            clean = check(member, f"{pointer}/{key}", problems)
            if clean is not None:
                values[key] = clean
    if unknown:
        _report_unknown(unknown, pointer, problems, known=tuple(checks))
    return values


def did_you_mean(key: str, known: tuple[str, ...]) -> str:
    """Return the message for an unknown key, with the known key that is spelt like it."""
    close = difflib.get_close_matches(key[:_SHOWN_CHARS_MAX].lower(), known, n=1)
    return f"There is no such field. Did you mean {close[0]}?" if close else "There is no such field."


def pointer_to(key: str) -> str:
    """Return a JSON Pointer (RFC 6901) to a key that the client chose, shortened and without lone surrogates."""
    shown = key if len(key) <= _SHOWN_CHARS_MAX else key[:_SHOWN_CHARS_MAX] + "…"
    return "/" + shown.replace("~", "~0").replace("/", "~1").encode("utf-8", "replace").decode()


def choice(choices: type[Choice]) -> Callable[[object, str, list[FieldError]], Choice | None]:
    """Return a check for one of a few words. Other cases and spaces are refused, with the right word in the advice."""
    words = {word.value: word for word in choices}
    listed = _or(list(words))

    def check(value: object, pointer: str, problems: list[FieldError]) -> Choice | None:
        if not isinstance(value, str):
            problems.append(FieldError(pointer=pointer, code="type", detail=f"Use one of the strings {listed}."))
            return None
        word = words.get(value)
        if word is None:
            meant = value[:_SHOWN_CHARS_MAX].strip().lower().replace(" ", "_").replace("-", "_")
            detail = f"{quoted(value)}: use {meant}." if meant in words else f"{quoted(value)}: use {listed}."
            problems.append(FieldError(pointer=pointer, code="choice", detail=detail))
        return word

    return check


def choices(words: type[Choice]) -> Callable[[object, str, list[FieldError]], tuple[Choice, ...]]:
    """Return a check for a list of different words of an enum. The result is in the order of the enum."""
    check_word = choice(words)
    order = list(words)

    def check(value: object, pointer: str, problems: list[FieldError]) -> tuple[Choice, ...]:
        found = check_list(value, pointer, problems, check_item=check_word, items_max=len(order))
        return tuple(sorted(found, key=order.index))

    return check


def whole_number(low: int, high: int, *, unit: str = "") -> Callable[[object, str, list[FieldError]], int | None]:
    """Return a check for an int within limits. JSON true and false are refused, although bool is an int in Python."""
    wanted = f"Use a whole number{' of ' + unit if unit else ''} from {low:,} to {high:,}."

    def check(value: object, pointer: str, problems: list[FieldError]) -> int | None:
        if not isinstance(value, int) or isinstance(value, bool):
            problems.append(FieldError(pointer=pointer, code="type", detail=wanted))
            return None
        if low <= value <= high:
            return value
        problems.append(FieldError(pointer=pointer, code="range", detail=wanted))
        return None

    return check


def check_list(
    value: object,
    pointer: str,
    problems: list[FieldError],
    *,
    check_item: Callable[[object, str, list[FieldError]], Item | None],
    items_max: int,
) -> list[Item]:
    """Check a list of different items and return the valid ones. Duplicates are refused."""
    if not isinstance(value, list | tuple):
        problems.append(FieldError(pointer=pointer, code="type", detail="Use a list."))
        return []
    if len(value) > items_max:
        detail = f"Use at most {items_max}, not {len(value):,}."
        problems.append(FieldError(pointer=pointer, code="items", detail=detail))
        return []
    firsts: dict[Item, int] = {}
    for index, item in enumerate(value):
        clean = check_item(item, f"{pointer}/{index}", problems)
        if clean is None:
            continue
        first = firsts.setdefault(clean, index)
        if first != index:
            detail = f"{clean} is a duplicate of item {first + 1}."
            problems.append(FieldError(pointer=f"{pointer}/{index}", code="duplicate", detail=detail))
    return list(firsts)


def _report_unknown(unknown: list[str], pointer: str, problems: list[FieldError], *, known: tuple[str, ...]) -> None:
    problems += [
        FieldError(pointer=pointer + pointer_to(key), code="unknown", detail=did_you_mean(key, known))
        for key in unknown[:UNKNOWN_REPORTED_MAX]
    ]
    more = len(unknown) - UNKNOWN_REPORTED_MAX
    if more > 0:
        problems.append(FieldError(pointer=pointer, code="unknown", detail=f"There are {more:,} more unknown fields."))


def _or(words: list[str]) -> str:
    return " or ".join(filter(None, [", ".join(words[:-1]), words[-1]]))
