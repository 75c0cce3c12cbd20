"""A disk that fails on request, below the real SQLite, on real files, and without a change to the store."""

import itertools
import os
import random
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from types import TracebackType
from typing import Self

import apsw

from tests.simulation.disk_image import DiskImage, Operation, Remainder

_NAMES = (f"disk-{number}" for number in itertools.count(1))
_LASTING = (
    apsw.SQLITE_OPEN_MAIN_DB | apsw.SQLITE_OPEN_MAIN_JOURNAL | apsw.SQLITE_OPEN_SUPER_JOURNAL | apsw.SQLITE_OPEN_WAL
)
"""The kinds of files that survive a power cut. Other files are temporary."""
_ENDS = ("", "-wal", "-journal")
_SYNCS_FOLDER = _LASTING & ~apsw.SQLITE_OPEN_MAIN_DB
"""SQLite syncs the folder of a file of these kinds when it first syncs the file (os_unix.c, UNIXFILE_DIRSYNC)."""


class Fault(StrEnum):
    """The kinds of faults, each with the error that a statement raises."""

    FULL = "full"
    """No space is left: a write raises apsw.FullError (SQLITE_FULL)."""
    WRITE = "write"
    """apsw.IOError (SQLITE_IOERR_WRITE, _TRUNCATE or _DELETE)."""
    SYNC = "sync"
    """apsw.IOError (SQLITE_IOERR_FSYNC). Unsynced writes may never reach the disk, not even with a later sync."""
    READ = "read"
    """apsw.IOError (SQLITE_IOERR_READ)."""


_WRITE_ERRORS = {Fault.FULL: apsw.SQLITE_FULL, Fault.WRITE: apsw.SQLITE_IOERR_WRITE}


class Disk(apsw.VFS):
    """An SQLite VFS that wraps the default one. Connections opened inside `with` use it.

        with Disk(random.Random(seed)) as disk:
            engine = SqliteEngine(folder / "plantstore.db")     # the unchanged store
            disk.set_rate(Fault.SYNC, 0.1)                      # one in ten syncs fails, until `heal`
            disk.fail_next(Fault.FULL, 3)                       # the next three writes find no space
            disk.fail_after(10)                                 # soon every operation fails
            with disk.calm(): ...                               # no faults inside this block
            with disk.busy(engine.path): ...                    # another connection holds the write lock
            left = disk.cut_power(random.Random(seed))          # now the files are what a power cut left of them

    *Cuts.* After `cut_power` every open connection is dead: it raises apsw.IOError, changes nothing more, and must be
    closed. A connection opened later finds the files that the cut left. Synced writes survive. Of the others, none,
    all, the first ones or any survive, whole or by sectors of 512 bytes; the same applies to truncations, new names
    and deletions. The -shm file, which is memory, is gone. Syncs do not reach the real disk, which makes tests fast.

    *Offline.* With `records`, `journal` contains every operation, and `rebuild` returns the files as a cut after the
    given number of operations would have left them. The journal holds all bytes written: use it for runs of seconds.
    Files that existed before enter it, as durable, with the first operation: when the database is opened.

    *Limits.* WAL locks and shared memory are those of the default VFS. So no lock can be made to fail in WAL mode:
    `busy` uses a real second connection. Temporary files have no faults. A renamed file counts as a new, durable file.
    Faults depend only on `chance`: the same generator and the same statements cause the same faults.
    """

    def __init__(self, chance: random.Random | None = None, *, records: bool = False) -> None:
        self.base = apsw.vfs_names()[0]
        self.name = next(_NAMES)
        super().__init__(self.name, base=self.base)
        self.platter = DiskImage()
        self.journal: list[Operation] | None = [] if records else None
        self.faults = dict.fromkeys(Fault, 0)
        """The number of faults of each kind so far."""
        self.troubled = False
        self._chance = chance or random.Random(0)
        self._rates: dict[Fault, float] = {}
        self._next: dict[Fault, int] = {}
        self._left: int | None = None
        self._busy = False
        self._open: set[_File] = set()
        self._inodes: dict[str, int] = {}

    def __enter__(self) -> Self:
        apsw.set_default_vfs(self.name)
        return self

    def __exit__(self, *_: object) -> None:
        apsw.set_default_vfs(self.base)
        self.unregister()

    # Controls for tests

    def set_rate(self, fault: Fault, rate: float) -> None:
        """Let this share, in 0…1, of the operations concerned fail from now on."""
        assert 0 <= rate <= 1
        self._rates[fault] = rate
        self._note_trouble()

    def fail_next(self, fault: Fault, count: int = 1) -> None:
        """Let the next `count` operations concerned fail."""
        self._next[fault] = count
        self._note_trouble()

    def fail_after(self, operations: int) -> None:
        """Let every operation fail after about this many reads, writes and syncs."""
        self._left = operations
        self._note_trouble()

    def heal(self) -> None:
        """End all faults."""
        self._rates.clear()
        self._next.clear()
        self._left = None
        self._note_trouble()

    @contextmanager
    def calm(self) -> Iterator[None]:
        """Suspend all faults inside the block."""
        before = dict(self._rates), dict(self._next), self._left
        self.heal()
        try:
            yield
        finally:
            self._rates, self._next, self._left = before
            self._note_trouble()

    @contextmanager
    def busy(self, path: Path) -> Iterator[None]:
        """Hold the write lock of a database: other writers get apsw.BusyError without waiting in real time."""
        rival = apsw.Connection(str(path), vfs=self.name)
        try:
            rival.execute("BEGIN IMMEDIATE")
            self._busy = True
            yield
        finally:
            self._busy = False
            rival.close()

    def cut_power(self, chance: random.Random) -> Remainder:
        """Leave in the files what a power cut at this moment may leave. Files can be opened again afterwards."""
        for file in self._open:
            file.dead = True
        self._open.clear()
        left = self.platter.cut(chance)
        for name in {*self.platter.names, *left.files}:
            Path(name).unlink(missing_ok=True)  # connections from before the cut keep the old file and its locks
            Path(name + "-shm").unlink(missing_ok=True)
        _write_files(left.files)
        self._inodes = {name: os.stat(name).st_ino for name in left.files}
        self.note("restart", left.files)
        return left

    def rebuild(self, folder: Path, operations: int, chance: random.Random) -> Remainder:
        """Write into a folder what a cut after this many operations may leave, each file under its own name."""
        assert self.journal is not None, "rebuild needs a Disk with records=True"
        left = DiskImage.after(self.journal, operations).cut(chance)
        _write_files({str(folder / os.path.basename(name)): content for name, content in left.files.items()})
        return left

    # Called by the files and by SQLite

    def note(self, verb: str, *arguments: object) -> None:
        """Apply an operation to the disk image, and write it into the journal."""
        if self.journal is not None:
            self.journal.append((verb, *arguments))
        getattr(self.platter, verb)(*arguments)

    def strikes(self, fault: Fault) -> bool:
        """True if this operation is to fail."""
        if self._left is not None:
            self._left -= 1
        if self._left is not None and self._left < 0:
            pass
        elif self._next.get(fault, 0) > 0:
            self._next[fault] -= 1
            self._note_trouble()
        elif self._chance.random() >= self._rates.get(fault, 0.0):
            return False
        self.faults[fault] += 1
        return True

    def part(self, size_bytes: int) -> int:
        """Return how many bytes of a failing write reach the disk: none in half of the cases."""
        return self._chance.choice((0, self._chance.randint(0, size_bytes)))

    def closed(self, file: "_File") -> None:
        self._open.discard(file)

    def xOpen(self, name: str | apsw.URIFilename | None, flags: list[int]) -> apsw.VFSFile:
        path = name.filename() if isinstance(name, apsw.URIFilename) else name
        if path is None or not flags[0] & _LASTING:
            return apsw.VFSFile(self.base, name, flags)
        existed = os.path.exists(path)
        file = _File(self, self.base, name, flags)
        file.at(path, self._number(path, existed=existed), syncs_folder=_is_new(flags[0]))
        self._open.add(file)
        return file

    def xDelete(self, filename: str, syncdir: bool) -> None:
        if self.troubled and self.strikes(Fault.WRITE):
            raise apsw.exception_for(apsw.SQLITE_IOERR_DELETE)
        super().xDelete(filename, False)
        self.note("delete", filename)
        if syncdir:
            self.note("sync_folder", os.path.dirname(filename))

    def xSleep(self, microseconds: int) -> int:
        return microseconds if self._busy else super().xSleep(microseconds)

    def excepthook(
        self, etype: type[BaseException] | None, evalue: BaseException | None, etraceback: TracebackType | None
    ) -> bool:
        return isinstance(evalue, apsw.Error) or super().excepthook(etype, evalue, etraceback)

    def _number(self, path: str, *, existed: bool) -> int:
        """Return the number of a file's content in the disk image. An unknown file is durable as it is."""
        known = self._inodes.get(path)
        inode = self._inodes[path] = os.stat(path).st_ino
        if not existed:
            self.note("create", path)
        elif path not in self.platter.names or known != inode:
            self._find(path)
        return self.platter.names[path]

    def _find(self, path: str) -> None:
        """Add a file to the disk image, together with its journals."""
        unknown = [path + end for end in _ENDS if path + end not in self.platter.names]
        files = {name: Path(name).read_bytes() for name in [path, *unknown] if os.path.exists(name)}
        self._inodes |= {name: os.stat(name).st_ino for name in files}
        self.note("found", files)

    def _note_trouble(self) -> None:
        self.troubled = any(self._rates.values()) or any(self._next.values()) or self._left is not None


class _File(apsw.VFSFile):
    """One open file. Its methods run thousands of times in each world, so they are short."""

    dead = False

    def __init__(self, disk: Disk, base: str, name: str | apsw.URIFilename | None, flags: list[int]) -> None:
        super().__init__(base, name, flags)
        self._disk = disk
        self._journal = disk.journal

    def at(self, path: str, number: int, *, syncs_folder: bool) -> None:
        self._path = path
        self._syncs_folder = syncs_folder
        self._number = number
        self._pending = self._disk.platter.contents[number].pending

    def xRead(self, amount: int, offset: int) -> bytes:
        if self.dead or (self._disk.troubled and self._disk.strikes(Fault.READ)):
            raise apsw.exception_for(apsw.SQLITE_IOERR_READ)
        return super().xRead(amount, offset)

    def xWrite(self, data: bytes, offset: int) -> None:
        if self.dead or self._disk.troubled:
            self._hinder(data, offset)
        super().xWrite(data, offset)
        self._pending.append((offset, data))
        if self._journal is not None:
            self._journal.append(("write", self._number, offset, data))

    def xTruncate(self, newsize: int) -> None:
        if self.dead or (self._disk.troubled and self._disk.strikes(Fault.WRITE)):
            raise apsw.exception_for(apsw.SQLITE_IOERR_TRUNCATE)
        super().xTruncate(newsize)
        self._disk.note("truncate", self._number, newsize)

    def xSync(self, flags: int) -> None:
        if self.dead:
            raise apsw.exception_for(apsw.SQLITE_IOERR_FSYNC)
        if self._disk.troubled and self._disk.strikes(Fault.SYNC):
            self._disk.note("fail_sync", self._number)
            raise apsw.exception_for(apsw.SQLITE_IOERR_FSYNC)
        self._disk.note("sync", self._number)
        if self._syncs_folder:
            self._disk.note("sync_folder", os.path.dirname(self._path))
            self._syncs_folder = False

    def xClose(self) -> None:
        self._disk.closed(self)
        super().xClose()

    def excepthook(
        self, etype: type[BaseException] | None, evalue: BaseException | None, etraceback: TracebackType | None
    ) -> bool:
        return isinstance(evalue, apsw.Error) or super().excepthook(etype, evalue, etraceback)

    def _hinder(self, data: bytes, offset: int) -> None:
        """Raise if this write is to fail. Half of the failing writes have reached the disk in part."""
        if self.dead:
            raise apsw.exception_for(apsw.SQLITE_IOERR_WRITE)
        for fault, code in _WRITE_ERRORS.items():
            if self._disk.strikes(fault):
                part = data[: self._disk.part(len(data))]
                if part:
                    super().xWrite(part, offset)
                    self._disk.note("write", self._number, offset, part)
                raise apsw.exception_for(code)


def _is_new(flags: int) -> bool:
    return bool(flags & _SYNCS_FOLDER and flags & apsw.SQLITE_OPEN_CREATE)


def _write_files(files: dict[str, bytes]) -> None:
    for name, content in files.items():
        Path(name).write_bytes(content)
