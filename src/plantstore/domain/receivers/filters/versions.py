"""The filters of one receiver over time. A change applies from one event on, so each event has one filter for ever."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from plantstore.domain.receivers.filters.conditions import Record
from plantstore.domain.receivers.filters.pattern import Filter


class FilterVersion(NamedTuple):
    """A filter that is in force from the event with the sequence number `first`; None lets every event through."""

    first: int
    filter: Filter | None


class FilterVersions:
    """The versions in order. Before the first of them, every event matches."""

    __slots__ = ("_firsts", "_versions")

    def __init__(self, versions: Iterable[FilterVersion] = ()) -> None:
        self._versions = sorted(versions, key=lambda version: version.first)
        self._firsts = [version.first for version in self._versions]

    def __iter__(self) -> Iterator[FilterVersion]:
        return iter(self._versions)

    def __bool__(self) -> bool:
        """True if any version has a filter."""
        return any(version.filter is not None for version in self._versions)

    @property
    def first(self) -> int | None:
        """The first event for which a version is in force; None without any version."""
        return self._firsts[0] if self._firsts else None

    def in_force(self, sequence: int) -> Filter | None:
        """Return the filter for an event; None if it lets every event through."""
        place = bisect_right(self._firsts, sequence)
        return self._versions[place - 1].filter if place else None

    def matches(self, sequence: int, record: Record) -> bool:
        """True if the receiver gets the event with this sequence number, whose body is the record."""
        found = self.in_force(sequence)
        return found is None or found.matches(record)
