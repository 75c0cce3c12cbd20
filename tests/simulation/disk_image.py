"""What a power cut may leave of files: a model in memory, without SQLite and without a disk.

It is told of every operation in order, and keeps what is durable apart from what is only on its way.
"""

import os
import random
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from typing import Any

SECTOR_BYTES = 512  # what drives promise to write whole or not at all (SQLite, "Atomic Commit In SQLite", 2.0)
GARBAGE_ONE_IN = 8  # how often a file that grew holds anything where a write did not arrive (same source, 2.0)

Operation = tuple[Any, ...]
"""The name of one of Platter's verbs, and its arguments."""
_Write = tuple[int, bytes | None]
"""Where, and what; without bytes it is a truncation to that size."""


@dataclass(slots=True)
class Remainder:
    """What stands in the files after a cut, by their names, and what became of the writes that were on their way."""

    files: dict[str, bytes] = field(default_factory=dict)
    kept: int = 0
    torn: int = 0
    dropped: int = 0


class Content:
    """One file's bytes, whatever it is called: what is durable, and the writes since then."""

    __slots__ = ("adrift", "durable", "pending")

    def __init__(self, durable: bytes = b"") -> None:
        self.durable = bytearray(durable)
        self.pending: list[_Write] = []
        self.adrift: dict[int, list[tuple[int, bytes]]] = {}
        """By sector: writes whose sync failed. A later sync does not bring them (Linux forgets them), unless the same
        sector is written again."""

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
        """A sector that is written again goes to the disk as it is seen, with what was adrift in it."""
        for offset, data in self.pending:
            gone = _sectors(offset, data) if data else [one for one in self.adrift if one * SECTOR_BYTES >= offset]
            for sector in gone:
                for start, piece in self.adrift.pop(sector, ()):
                    _apply(self.durable, start, piece)

    def cut(self, chance: random.Random, left: Remainder) -> bytes:
        """Give the bytes after a cut. A sector is as some of its writes left it, each with all that came before it."""
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
    """Files, their names in folders, and what of both is durable. Verbs are named as in the operations of a journal."""

    def __init__(self) -> None:
        self.contents: list[Content] = []
        self.names: dict[str, int] = {}
        """As programs see them now: the number of each file's content."""
        self.called: list[str] = []
        """How each content was called at first."""
        self._durable_names: dict[str, int] = {}
        self._pending_names: list[tuple[str, int | None]] = []

    @classmethod
    def after(cls, operations: list[Operation], count: int) -> "DiskImage":
        """The state after so many operations of a journal."""
        platter = cls()
        for verb, *arguments in operations[:count]:
            getattr(platter, verb)(*arguments)
        return platter

    def found(self, files: dict[str, bytes]) -> None:
        """Learn of files that were there before: they are durable."""
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
        """Make a file's content durable. Its name is another matter."""
        self.contents[number].sync()

    def fail_sync(self, number: int) -> None:
        self.contents[number].fail_sync()

    def sync_folder(self, folder: str) -> None:
        """Make durable which names there are in a folder."""
        for name, number in self._pending_names:
            if os.path.dirname(name) == folder:
                _rename(self._durable_names, name, number)
        self._pending_names = [one for one in self._pending_names if os.path.dirname(one[0]) != folder]

    def restart(self, files: dict[str, bytes]) -> None:
        """The power is back, and this is what is there."""
        self.names.clear()
        self._durable_names.clear()
        self._pending_names.clear()
        self.found(files)

    def pending(self, end: str) -> int:
        """How many writes are on their way to files whose names end so."""
        return sum(len(self.contents[number].pending) for name, number in self.names.items() if name.endswith(end))

    def cut(self, chance: random.Random) -> Remainder:
        """Choose what a power cut leaves. Each name is as one of its changes left it, the first or the last or none."""
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
    """For each write the sectors that arrive: of none, of all, of the first ones, or of any; some of these are torn."""
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
    """The sectors that a write touches; for a truncation one, which stands for all of it."""
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
    """Let a file have its new size without its new content: sectors beyond its old end hold anything."""
    start = -(-len(image) // SECTOR_BYTES) * SECTOR_BYTES
    if size > start:
        _apply(image, start, chance.randbytes(size - start))


def _rename(names: dict[str, int], name: str, number: int | None) -> None:
    if number is None:
        names.pop(name, None)
    else:
        names[name] = number
