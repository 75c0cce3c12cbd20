"""Regular expressions, of all modules: what some versions of Python read wrongly must not decide anything."""

import importlib
import pkgutil
import re
import time
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
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


UNITS: tuple[str, ...] = (
    "a",
    "A",
    "0",
    " ",
    "\t",
    "\n",
    "-",
    ".",
    ",",
    ";",
    ":",
    "'",
    '"',
    "(",
    "[",
    "<",
    "&",
    "%",
    "=",
    "/",
    "\\",
    "é",
    "×",
)
UNITS += ("a ", "a.", "a,", "0.", "'a", '"a', "a;", "a=", "x ", ", ", "\r\n")
ENDS = ("\x01", "")
SHORT, LONG = 800, 1_600
SHORT_S = 0.0004  # what takes less for the short text is not compared: by the square it takes longer
GROWTH_MAX = 2.5  # for twice the text; by the square it would be four


def seconds_of(search: Callable[[Any], object], text: Any) -> float:
    """Return the processor time of a search."""
    begun_s = time.thread_time()
    search(text)
    return time.thread_time() - begun_s


def methods_of(name: str) -> list[str]:
    """Return how the program uses a pattern, by the name of its variable."""
    return sorted({method for pattern, method in uses() if pattern == name})


@cache
def uses() -> frozenset[tuple[str, str]]:
    """Return the variables of patterns with the methods that are called, in the whole program."""
    sources = "\n".join(path.read_text(encoding="utf-8") for path in Path(plantstore.__path__[0]).rglob("*.py"))
    return frozenset(re.findall(r"\b(\w+)\.(match|fullmatch|search|sub|findall|finditer|split)\b", sources))


def is_slow(pattern: re.Pattern[Any], method: str, unit: str, end: str) -> bool:
    """True if a pattern takes more than 2.5 times as long for twice the text, in this use."""

    def text(length: int) -> Any:
        whole = (unit * length)[:length] + end
        return whole.encode() if isinstance(pattern.pattern, bytes) else whole

    search = getattr(pattern, method if method in ("match", "fullmatch") else "search")
    short, long = text(SHORT), text(LONG)
    if min(seconds_of(search, short) for _ in range(2)) <= SHORT_S:
        return False
    if seconds_of(search, short) > 100 * SHORT_S:
        return True

    def growth() -> float:
        """Compare the best of several: other work on the machine only ever makes one of them slower."""
        pairs = [(seconds_of(search, long), seconds_of(search, short)) for _ in range(3)]
        return min(one for one, _ in pairs) / min(one for _, one in pairs)

    return all(growth() > GROWTH_MAX for _ in range(2))


# Patterns whose time grows faster, and why no text of a stranger can be long.
BOUNDED = {
    "plantstore.catalogue.imports.values.botanical_cells._POT_AT_END": "texts of at most 250 characters",
    "plantstore.cli.commands.docs._LINK": "the documentation of the program itself",
    "plantstore.domain.plants.pot_size._PER_TRAY": "texts of at most 64 characters",
    "plantstore.domain.plants.pot_size._TRAY_OF": "texts of at most 64 characters",
    "plantstore.domain.receivers.pasted_request._HEADER": "whole lines are compared with it; another is searched",
    "plantstore.web.console.static._LINE_ENDS": "scripts and styles of the program itself",
}


def test_the_time_of_every_pattern_grows_with_the_text_and_not_faster() -> None:
    slow = {
        name: (method, unit + "…" + end)
        for name, pattern in patterns().items()
        if name not in BOUNDED
        for method in methods_of(name.rpartition(".")[2])
        for unit in UNITS
        for end in ENDS
        if is_slow(pattern, method, unit, end)
    }

    assert slow == {}
    assert is_slow(re.compile(r"\s+$"), "search", " ", "\x01"), "a pattern that is slow is found"
