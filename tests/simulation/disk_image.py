"""A model, in memory, of what a power cut may leave of files. It needs neither SQLite nor a disk.

It receives every operation in order, and keeps durable content apart from writes that are not synced yet.
"""

import os
import random
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from typing import Any

SECTOR_BYTES = 512  # what drives promise to write whole or not at all (SQLite, "Atomic Commit In SQLite", 2.0)
# in one of how many cases a file that grew has garbage where a write did not arrive (same source, 2.0)
GARBAGE_ONE_IN = 8

Operation = tuple[Any, ...]
"""The name of a method of DiskImage, and its arguments."""
_Write = tuple[int, bytes | None]
"""The offset and the bytes of a write; without bytes it is a truncation to that size."""


@dataclass(slots=True)
class Remainder:
    """The content of the files after a cut, by name, and the fate of the writes that were not synced."""

    files: dict[str, bytes] = field(default_factory=dict)
    kept: int = 0
    torn: int = 0
    dropped: int = 0


class Content:
    """The bytes of one file, independent of its name: the durable content, and the writes since then."""

    __slots__ = ("adrift", "durable", "pending")

    def __init__(self, durable: bytes = b"") -> None:
        self.durable = bytearray(durable)
        self.pending: list[_Write] = []
        self.adrift: dict[int, list[tuple[int, bytes]]] = {}
        """By sector: writes whose sync failed. A later sync does not write them (Linux drops them), unless the same
        sector is written again.
        """

    def sync(self) -> None:
        if self.adrift:
            self._land()
        for offset, data in self.pending:
            _apply(self.durable, offset, data)
        self.pending.clear()

    def fail_sync(self) -> None:
        for offset, data in self.pending:
            if data is None:
                continue
            for sector in _sectors(offset, data):
                start = max(offset, sector * SECTOR_BYTES)
                piece = data[start - offset : (sector + 1) * SECTOR_BYTES - offset]
                self.adrift.setdefault(sector, []).append((start, piece))
        self.pending[:] = [one for one in self.pending if one[1] is None]

    def _land(self) -> None:
        """Write a sector as programs see it, including earlier writes to it whose sync failed."""
        for offset, data in self.pending:
            gone = _sectors(offset, data) if data else [one for one in self.adrift if one * SECTOR_BYTES >= offset]
            for sector in gone:
                for start, piece in self.adrift.pop(sector, ()):
                    _apply(self.durable, start, piece)

    def cut(self, chance: random.Random, left: Remainder) -> bytes:
        """Return the bytes after a cut. Each sector contains some of its writes, each with all that preceded it."""
        seen, found = bytearray(self.durable), bytearray(self.durable)
        for sector, pieces in sorted(self.adrift.items()):
            for start, piece in pieces:
                _apply(seen, start, piece)
            if chance.random() < 0.5:
                _copy_sector(seen, found, sector)
        for (offset, data), kept in zip(self.pending, _choose(self.pending, chance), strict=True):
            _apply(seen, offset, data)
            if data is None:
                if kept:
                    _apply(found, offset, None)
                continue
            if not kept and chance.randrange(GARBAGE_ONE_IN) == 0:
                _grow(found, offset + len(data), chance)
            for sector in kept:
                _copy_sector(seen, found, sector)
            left.kept += len(kept) == len(_sectors(offset, data))
            left.torn += 0 < len(kept) < len(_sectors(offset, data))
            left.dropped += not kept
        return bytes(found)


class DiskImage:
    """Files, their names in folders, and which of both is durable. Methods have the names of journal operations."""

    def __init__(self) -> None:
        self.contents: list[Content] = []
        self.names: dict[str, int] = {}
        """The number of each file's content, by its current name."""
        self.called: list[str] = []
        """The first name of each content."""
        self._durable_names: dict[str, int] = {}
        self._pending_names: list[tuple[str, int | None]] = []

    @classmethod
    def after(cls, operations: list[Operation], count: int) -> "DiskImage":
        """Return the state after this many operations of a journal."""
        platter = cls()
        for verb, *arguments in operations[:count]:
            getattr(platter, verb)(*arguments)
        return platter

    def found(self, files: dict[str, bytes]) -> None:
        """Add files that existed before; they are durable."""
        for name, content in files.items():
            self._durable_names[name] = self._add(name, Content(content))
        self._pending_names = [one for one in self._pending_names if one[0] not in files]

    def create(self, name: str) -> None:
        self._pending_names.append((name, self._add(name, Content())))

    def delete(self, name: str) -> None:
        self.names.pop(name, None)
        self._pending_names.append((name, None))

    def write(self, number: int, offset: int, data: bytes) -> None:
        self.contents[number].pending.append((offset, data))

    def truncate(self, number: int, size: int) -> None:
        self.contents[number].pending.append((size, None))

    def sync(self, number: int) -> None:
        """Make a file's content durable, but not its name."""
        self.contents[number].sync()

    def fail_sync(self, number: int) -> None:
        self.contents[number].fail_sync()

    def sync_folder(self, folder: str) -> None:
        """Make the names in a folder durable."""
        for name, number in self._pending_names:
            if os.path.dirname(name) == folder:
                _rename(self._durable_names, name, number)
        self._pending_names = [one for one in self._pending_names if os.path.dirname(one[0]) != folder]

    def restart(self, files: dict[str, bytes]) -> None:
        """Start again after the power cut with these files."""
        self.names.clear()
        self._durable_names.clear()
        self._pending_names.clear()
        self.found(files)

    def pending(self, end: str) -> int:
        """Return the number of unsynced writes to files whose names have this ending."""
        return sum(len(self.contents[number].pending) for name, number in self.names.items() if name.endswith(end))

    def cut(self, chance: random.Random) -> Remainder:
        """Choose what a power cut leaves. Each name is as one of its changes left it: the first, the last, or none."""
        left, names = Remainder(), dict(self._durable_names)
        changes: dict[str, list[int | None]] = {}
        for name, number in self._pending_names:
            changes.setdefault(name, []).append(number)
        for name, numbers in changes.items():
            kept = chance.randint(0, len(numbers))
            if kept:
                _rename(names, name, numbers[kept - 1])
        left.files = {name: self.contents[number].cut(chance, left) for name, number in sorted(names.items())}
        return left

    def _add(self, name: str, content: Content) -> int:
        self.contents.append(content)
        self.called.append(name)
        self.names[name] = len(self.contents) - 1
        return self.names[name]


def _choose(pending: list[_Write], chance: random.Random) -> Iterator[Collection[int]]:
    """Yield for each write the sectors that arrive: none, all, the first ones, or any; some of them are torn."""
    how = chance.choice(("none", "all", "first", "first", "any", "any"))
    until = {"none": 0, "all": len(pending)}.get(how, chance.randint(0, len(pending)))
    tearing = 0.0 if how in ("none", "all") else chance.choice((0.0, 0.1, 0.5))
    for place, (offset, data) in enumerate(pending):
        arrives = chance.random() < 0.5 if how == "any" else place < until
        sectors = _sectors(offset, data)
        is_last = how == "first" and place == until - 1
        if not arrives:
            yield ()
        elif len(sectors) > 1 and (chance.random() < tearing or (is_last and chance.random() < 0.5)):
            yield _torn(sectors, chance)
        else:
            yield sectors


def _torn(sectors: range, chance: random.Random) -> Collection[int]:
    if chance.random() < 0.5:
        return sectors[: chance.randrange(1, len(sectors))]
    return [sector for sector in sectors if chance.random() < 0.5]


def _sectors(offset: int, data: bytes | None) -> range:
    """Return the sectors that a write touches. A truncation counts as one sector."""
    if data is None:
        return range(1)
    return range(offset // SECTOR_BYTES, (offset + len(data) - 1) // SECTOR_BYTES + 1) if data else range(0)


def _apply(image: bytearray, offset: int, data: bytes | None) -> None:
    if offset > len(image):
        image.extend(bytes(offset - len(image)))
    if data is None:
        del image[offset:]
    else:
        image[offset : offset + len(data)] = data


def _copy_sector(source: bytearray, image: bytearray, sector: int) -> None:
    start = sector * SECTOR_BYTES
    _apply(image, start, bytes(source[start : start + SECTOR_BYTES]))


def _grow(image: bytearray, size: int, chance: random.Random) -> None:
    """Grow a file to its new size without its new content: sectors beyond its old end may contain garbage."""
    start = -(-len(image) // SECTOR_BYTES) * SECTOR_BYTES
    if size > start:
        _apply(image, start, chance.randbytes(size - start))


def _rename(names: dict[str, int], name: str, number: int | None) -> None:
    if number is None:
        names.pop(name, None)
    else:
        names[name] = number
