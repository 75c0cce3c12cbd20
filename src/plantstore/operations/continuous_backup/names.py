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
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import NamedTuple

from plantstore.domain.timestamps import Instant, from_datetime, to_datetime

TIME = r"\d{8}T\d{9}Z"
_CHAIN = re.compile(rf"({TIME}-[0-9a-f]{{8}})/(.+)")
_SEGMENT = re.compile(rf"(\d{{10}})-({TIME})(-more)?\.pages\.age")
_BASE = re.compile(rf"base-({TIME})/(?:complete-(\d{{10}})-(\d{{10}})-(\d{{6}})|\d{{6}}\.pages)\.age")


class Segment(NamedTuple):
    """A segment that is there. `is_whole` is False if it ends inside a commit."""

    number: int
    at: Instant
    is_whole: bool
    name: str


class Base(NamedTuple):
    """A complete base: with the segments from `first` to `last` or a later one, it is a copy of the database."""

    at: Instant
    first: int
    last: int
    parts: int
    name: str


class Chain:
    """The files of one chain that are there, by their names. `others` are parts of bases, of complete ones too."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.segments: list[Segment] = []
        self.bases: list[Base] = []
        self.others: list[str] = []


def chain_name(at: Instant, store: str) -> str:
    """Return the name of a chain that begins at this time. All chains of a store have its 8 hexadecimal digits."""
    return f"{time_text(at)}-{store}"


def store_of(chain: str) -> str:
    """Return which store a chain is of."""
    return chain.rpartition("-")[2]


def segment_name(chain: str, number: int, at: Instant, *, is_whole: bool) -> str:
    return f"{chain}/{number:010d}-{time_text(at)}{'' if is_whole else '-more'}.pages.age"


def base_folder(chain: str, at: Instant) -> str:
    return f"{chain}/base-{time_text(at)}"


def part_name(folder: str, part: int) -> str:
    return f"{folder}/{part:06d}.pages.age"


def complete_name(folder: str, *, first: int, last: int, parts: int) -> str:
    return f"{folder}/complete-{first:010d}-{last:010d}-{parts:06d}.age"


def chains_of(names: Iterable[str]) -> list[Chain]:
    """Sort names into chains, the oldest first. Other names are left out: the place may have files of others."""
    chains: dict[str, Chain] = {}
    for name in names:
        if found := _CHAIN.fullmatch(name):
            _add(chains.setdefault(found[1], Chain(found[1])), name, found[2])
    for chain in chains.values():
        chain.segments.sort()
        chain.bases.sort()
    return sorted(chains.values(), key=lambda chain: chain.name)


def _add(chain: Chain, name: str, rest: str) -> None:
    if segment := _SEGMENT.fullmatch(rest):
        chain.segments.append(Segment(int(segment[1]), parse_time(segment[2]), segment[3] is None, name))
    elif base := _BASE.fullmatch(rest):
        if base[2]:
            first, last, parts = int(base[2]), int(base[3]), int(base[4])
            chain.bases.append(Base(parse_time(base[1]), first, last, parts, name))
        else:
            chain.others.append(name)


def time_text(at: Instant) -> str:
    """Format a time with milliseconds, cut off."""
    text = f"{to_datetime(at):%Y%m%dT%H%M%S%f}"
    return f"{text[:-3]}Z"


def parse_time(text: str) -> Instant:
    """Parse a time in a name."""
    return from_datetime(datetime.strptime(f"{text[:-1]}000", "%Y%m%dT%H%M%S%f").replace(tzinfo=UTC))
