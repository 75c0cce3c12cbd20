"""Names of the files of a continuous backup.

A *chain* is a sequence of files without a gap. It begins with a copy of the database, its first *base*. *Segments* are
numbered from 1; the time in a segment's name is that of its last commit or later. A new base is made each day, so that
older segments can be deleted.

    20261127T081500000Z-9f3c21aa/
        0000000001-20261127T081501250Z.pages.age        a segment
        0000000002-20261127T081502250Z-more.pages.age   a segment that ends inside a commit; the next one continues it
        base-20261127T081500000Z/
            000001.pages.age                            the first pages of the database file, as they were then
            complete-0000000001-0000000009-000412.age   all 412 parts are there; with segments 1 to 9 they are a copy
"""

import re
from array import array
from collections.abc import Iterable, Iterator
from contextlib import suppress
from datetime import UTC, datetime
from itertools import pairwise
from typing import NamedTuple

from plantstore.domain.timestamps import Instant, from_datetime, to_datetime

TIME = r"\d{8}T\d{9}Z"
_CHAIN_NAME = re.compile(rf"{TIME}-[0-9a-f]{{8}}")
_CHAIN = re.compile(rf"({_CHAIN_NAME.pattern})/(.+)")
_SEGMENT = re.compile(rf"(\d{{10}})-({TIME})(-more)?\.pages\.age")
_BASE = re.compile(rf"base-({TIME})/(?:complete-(\d{{10}})-(\d{{10}})-(\d{{6}})|\d{{6}}\.pages)\.age")
AFTER_SLASH = "0"  # the character after "/": names of a folder are smaller than the folder's name with it


class Segment(NamedTuple):
    """A segment that is there. `is_whole` is False if it ends inside a commit."""

    number: int
    at: Instant
    is_whole: bool
    name: str


class Base(NamedTuple):
    """A complete base: with the segments from `first` to `last` or a later one, it is a copy of the database."""

    last: int
    first: int
    at: Instant
    parts: int
    name: str


class Segments:
    """The segments of a chain in the order of their numbers. A chain may have 600,000, so each takes few bytes."""

    def __init__(self, chain: str) -> None:
        self._chain = chain
        self._numbers = array("q")
        self._times = array("q")
        self._whole = bytearray()

    def __len__(self) -> int:
        return len(self._numbers)

    def __getitem__(self, index: int) -> Segment:
        number, at, is_whole = self._numbers[index], Instant(self._times[index]), bool(self._whole[index])
        return Segment(number, at, is_whole, segment_name(self._chain, number, at, is_whole=is_whole))

    def __iter__(self) -> Iterator[Segment]:
        return (self[index] for index in range(len(self)))

    @property
    def numbers(self) -> "array[int]":
        return self._numbers

    @property
    def times(self) -> "array[int]":
        return self._times

    def add(self, number: int, at: Instant, *, is_whole: bool) -> None:
        self._numbers.append(number)
        self._times.append(at)
        self._whole.append(is_whole)

    def sort(self) -> None:
        """Sort them by number. A place lists them so, and then nothing moves."""
        if all(one <= other for one, other in pairwise(self._numbers)):
            return
        order = sorted(range(len(self)), key=self._numbers.__getitem__)
        self._numbers = array("q", (self._numbers[index] for index in order))
        self._times = array("q", (self._times[index] for index in order))
        self._whole = bytearray(self._whole[index] for index in order)


class Chain:
    """The files of one chain that are there, by their names. `others` are parts of bases, of complete ones too."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.segments = Segments(name)
        self.bases: list[Base] = []
        self.others: list[str] = []


class ChainLists:
    """Sorts names into chains. Other names are left out: the place may have files of others."""

    def __init__(self) -> None:
        self._chains: dict[str, Chain] = {}

    def add(self, names: Iterable[str]) -> None:
        for name in names:
            if found := _CHAIN.fullmatch(name):
                with suppress(ValueError):  # a time that does not exist
                    _add(self._chains.setdefault(found[1], Chain(found[1])), name, found[2])

    def sorted(self) -> list[Chain]:
        """Return the chains, the oldest first."""
        for chain in self._chains.values():
            chain.segments.sort()
            chain.bases.sort()
        return sorted(self._chains.values(), key=lambda chain: chain.name)


def chain_name(at: Instant, store: str) -> str:
    """Return the name of a chain that begins at this time. All chains of a store have its 8 hexadecimal digits."""
    return f"{time_text(at)}-{store}"


def store_of(chain: str) -> str:
    """Return which store a chain is of."""
    return chain.rpartition("-")[2]


def time_of(chain: str) -> Instant:
    """Return when a chain was begun."""
    return parse_time(chain.rpartition("-")[0])


def is_chain(name: str) -> bool:
    return _CHAIN_NAME.fullmatch(name) is not None


def segment_name(chain: str, number: int, at: Instant, *, is_whole: bool) -> str:
    return f"{chain}/{number:010d}-{time_text(at)}{'' if is_whole else '-more'}.pages.age"


def base_folder(chain: str, at: Instant) -> str:
    return f"{chain}/base-{time_text(at)}"


def part_name(folder: str, part: int) -> str:
    return f"{folder}/{part:06d}.pages.age"


def complete_name(folder: str, *, first: int, last: int, parts: int) -> str:
    return f"{folder}/complete-{first:010d}-{last:010d}-{parts:06d}.age"


def chains_of(names: Iterable[str]) -> list[Chain]:
    """Sort names into chains, the oldest first."""
    lists = ChainLists()
    lists.add(names)
    return lists.sorted()


def segment_number(name: str, chain: str) -> int | None:
    """Return the number of a segment of this chain; None for any other name."""
    found = _CHAIN.fullmatch(name)
    segment = _SEGMENT.fullmatch(found[2]) if found and found[1] == chain else None
    return int(segment[1]) if segment else None


def _add(chain: Chain, name: str, rest: str) -> None:
    if segment := _SEGMENT.fullmatch(rest):
        chain.segments.add(int(segment[1]), parse_time(segment[2]), is_whole=segment[3] is None)
    elif base := _BASE.fullmatch(rest):
        if base[2]:
            first, last, parts = int(base[2]), int(base[3]), int(base[4])
            chain.bases.append(Base(last, first, parse_time(base[1]), parts, name))
        else:
            chain.others.append(name)


def time_text(at: Instant) -> str:
    """Format a time with milliseconds, cut off."""
    text = f"{to_datetime(at):%Y%m%dT%H%M%S%f}"
    return f"{text[:-3]}Z"


def parse_time(text: str) -> Instant:
    """Parse a time in a name. Raise ValueError if there is no such time."""
    year, month, day = int(text[:4]), int(text[4:6]), int(text[6:8])
    hour, minute, second, millisecond = int(text[9:11]), int(text[11:13]), int(text[13:15]), int(text[15:18])
    return from_datetime(datetime(year, month, day, hour, minute, second, 1_000 * millisecond, UTC))
