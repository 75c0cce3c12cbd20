"""The filters of one receiver over time. A change applies from one event on, so each event has one filter for ever."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from typing import NamedTuple

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

    @property
    def first(self) -> int | None:
        """The first event for which a version is in force; None without any version."""
        return self._firsts[0] if self._firsts else None

    @property
    def newest(self) -> FilterVersion | None:
        """The version that is in force for new events; None without any version."""
        return self._versions[-1] if self._versions else None

    def in_force(self, sequence: int) -> Filter | None:
        """Return the filter for an event; None if it lets every event through."""
        place = bisect_right(self._firsts, sequence)
        return self._versions[place - 1].filter if place else None
