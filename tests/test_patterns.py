"""Regular expressions, of all modules: what some versions of Python read wrongly must not decide anything."""

import importlib
import pkgutil
import re
from collections.abc import Iterator
from re import _constants, _parser  # type: ignore[attr-defined]  # there is no public way to look into a pattern
from typing import Any

import plantstore

WRONG_IN_3_11_2 = {_constants.POSSESSIVE_REPEAT, _constants.ATOMIC_GROUP}


def operators(parsed: Any) -> Iterator[object]:
    for operator, argument in parsed:
        yield operator
        yield from inner(argument)


def inner(argument: Any) -> Iterator[object]:
    if isinstance(argument, _parser.SubPattern):
        yield from operators(argument)
    elif isinstance(argument, (tuple, list)):
        for one in argument:
            yield from inner(one)


def patterns() -> dict[str, re.Pattern[Any]]:
    found = {}
    for module in pkgutil.walk_packages(plantstore.__path__, "plantstore."):
        if module.name.endswith("__main__"):
            continue
        for name, value in vars(importlib.import_module(module.name)).items():
            if isinstance(value, re.Pattern):
                found[f"{module.name}.{name}"] = value
    return found


def test_no_pattern_is_possessive() -> None:
    """A possessive repetition of a group matches what it should not in Python 3.11.2, which Debian 12 has."""
    found = patterns()

    wrong = [
        name
        for name, pattern in found.items()
        if WRONG_IN_3_11_2.intersection(
            operators(_parser.parse(pattern.pattern, pattern.flags & ~re.UNICODE & ~re.DEBUG))
        )
    ]

    assert len(found) > 50
    assert wrong == []


def test_possessive_patterns_are_found() -> None:
    for pattern in (rb"a++", rb"(?:ab)*+", rb"(x(?:y|(?>z)))"):
        assert WRONG_IN_3_11_2.intersection(operators(_parser.parse(pattern)))
