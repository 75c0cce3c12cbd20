"""Verbs on a store from outside: back up, restore, look through, make smaller, bring up to date.

For a database on a server its own tools do most of that. None of these needs a running store. Only `back_up` and the
ones that look may be used while one runs.
"""

import os
import shutil
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from plantstore.core.clock import Clock
from plantstore.core.settings import Settings
from plantstore.domain.secret import Secret
from plantstore.domain.token import hash_of
from plantstore.storage.database import Transaction
from plantstore.storage.engine import durable_files, factory
from plantstore.storage.engine.encryption import SecretBox, check_key, read_key
from plantstore.storage.engine.migrate import migrate, preparing, steps, version_of
from plantstore.storage.engine.protocols import Sizes, StorageRefused
from plantstore.storage.sqlite import files, log_head
from plantstore.storage.sqlite.engine import SqliteEngine, check_place
from plantstore.storage.sqlite.files import Described, Report
from plantstore.storage.tables import tokens


@dataclass(frozen=True, slots=True, kw_only=True)
class Home:
    """Where a store lives: its database, and the files beside it. `key` is that of the settings, if they give one."""

    database: Path
    key_file: Path
    token_file: Path
    key: Secret | None

    @property
    def own_files(self) -> set[Path]:
        beside = [
            self.database.with_name(self.database.name + end) for end in ("", "-wal", "-shm", ".lock", log_head.ENDING)
        ]
        return {one.resolve() for one in (*beside, self.key_file, self.token_file)}


def home_of(settings: Settings) -> Home:
    """Where these settings say that the store lives."""
    return Home(
        database=settings.database_path,
        key_file=settings.key_file,
        token_file=settings.operator_token_file,
        key=settings.key,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Saved:
    """A backup that was made and looked through."""

    described: Described
    size_bytes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Restored:
    """A store that is in its place again. `token_removed`: the operator's token was of another store."""

    described: Described
    outdated: bool
    token_removed: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Looked:
    """What was found in the file itself, and whether the key is the right one: `key_fault` says why not.

    `lost` says in words how much less it holds than was noted while the store ran; empty if nothing is missing.
    """

    described: Described
    faults: tuple[str, ...]
    key_fault: str
    lost: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Migrated:
    """What was brought up to date: the shape before and after, and the steps between."""

    before: int
    after: int
    steps: tuple[str, ...]


def back_up(home: Home, file: Path, *, force: bool, report: Report) -> Saved:
    """Write a backup, of one moment, into one file. It holds every secret sealed, and never the key."""
    _there(home)
    if file.resolve() in home.own_files:
        raise StorageRefused(f"{file} belongs to the store itself. Name another file.")
    if file.is_dir() or (file.exists() and not force):
        raise StorageRefused(f"{file} is there already. Name another file, or say --force.")
    partial = file.with_name(file.name + ".partial")
    described = files.copy(home.database, partial, report=report)
    files.replace_file(partial, file)
    return Saved(described=described, size_bytes=file.stat().st_size)


def restore(home: Home, file: Path, *, key_file: Path | None, force: bool, clock: Clock, report: Report) -> Restored:
    """Put a backup in the place of a store that does not run. Whatever is wrong is found before anything is changed."""
    if not file.is_file():
        raise StorageRefused(f"There is no file {file}.")
    if file.resolve() in home.own_files:
        raise StorageRefused(f"{file} is the store itself, no backup of it.")
    if key_file is None and home.key is None and not home.key_file.exists():
        raise StorageRefused("The key is needed: name the file that was kept with --key-file, or give PLANTSTORE_KEY.")
    key = _key(home, key_file)
    engine = SqliteEngine(home.database)
    try:
        if home.database.exists() and not force:
            raise StorageRefused(
                f"{home.database} is there already. Name another folder, or say --force to replace it."
            )
        new = unfinished_restore(home.database)
        described = files.copy(file, new, report=report)
        try:
            _check_key(new, key, clock)
            if key_file is not None and not home.key_file.exists():
                _copy_key(key_file, home.key_file)
        except BaseException:
            new.unlink()
            raise
        log_head.forget(home.database)  # a kill from here on must not have the new one compared with the old one
        files.put_in_place(new, home.database)
        log_head.note(home.database)
        with files.reading(home.database) as connection:
            token_removed = remove_stray_token(home.token_file, Transaction(connection, clock.now()))
    finally:
        engine.close()
    return Restored(described=described, outdated=described.schema < steps()[-1][0], token_removed=token_removed)


def unfinished_restore(database: Path) -> Path:
    """The file that a restore fills, and then puts in the place of the database."""
    return database.with_name(database.name + ".restoring")


def look_through(home: Home, *, clock: Clock) -> Looked:
    """Let the engine check the file, and try the key. The audit of what is in it is `operations/audit/offline.py`."""
    _there(home)
    lost = log_head.lost(home.database)
    with files.reading(home.database) as connection:
        described, faults = files.describe(connection), tuple(files.faults(connection))
        try:
            check_key(Transaction(connection, clock.now()), SecretBox(_key(home, None), no_chance))
            key_fault = ""
        except StorageRefused as error:
            key_fault = str(error)
    return Looked(described=described, faults=faults, key_fault=key_fault, lost=lost)


def compact(home: Home) -> tuple[Sizes, Sizes]:
    """Give room back to the disk; gives the sizes before and after.

    The store must not run: its writer would have to wait for as long as the whole database takes to be written.
    """
    _there(home)
    engine = SqliteEngine(home.database)
    try:
        log_head.refuse_lost(home.database)
        before = engine.sizes()
        new = home.database.with_name(home.database.name + ".compacting")
        files.write_anew(home.database, new)
        files.put_in_place(new, home.database)
        log_head.note(home.database)
        return before, engine.sizes()
    finally:
        engine.close()


def bring_up_to_date(home: Home, *, clock: Clock) -> Migrated:
    """Bring the database of a store that does not run into the shape that this version needs, all or nothing."""
    _there(home)
    with files.reading(home.database) as connection:
        before = version_of(connection)
    engine = SqliteEngine(home.database)
    try:
        log_head.refuse_lost(home.database)
        writer = engine.connect_writer()
        try:
            with preparing(engine):
                done = migrate(writer, now=clock.now())
            return Migrated(before=before, after=version_of(writer), steps=tuple(done))
        finally:
            writer.close()
    finally:
        engine.close()


def look_through_server(settings: Settings, *, clock: Clock) -> Looked:
    """Try the key of a store on a server. Whether its files are whole, the server's own tools say."""
    engine = factory.open_engine(settings)
    with closing(engine), closing(engine.connect_reader()) as connection, preparing(engine):
        factory.check_made(connection, settings)
        connection.begin_read()
        try:
            check_key(Transaction(connection, clock.now()), SecretBox(_given_key(settings), no_chance))
            key_fault = ""
        except StorageRefused as error:
            key_fault = str(error)
        described = files.describe(connection)
        connection.rollback()
    return Looked(described=described, faults=(), key_fault=key_fault)


def bring_server_up_to_date(settings: Settings, *, clock: Clock) -> Migrated:
    """Bring a database on a server into the shape that this version needs, all or nothing."""
    engine = factory.open_engine(settings)
    with closing(engine), closing(engine.connect_writer()) as connection, preparing(engine):
        factory.check_made(connection, settings)
        connection.begin_read()
        before = version_of(connection)
        connection.rollback()
        done = migrate(connection, now=clock.now())
        connection.begin_read()
        after = version_of(connection)
        connection.rollback()
    return Migrated(before=before, after=after, steps=tuple(done))


def _given_key(settings: Settings) -> bytes:
    if settings.key is None:
        raise StorageRefused("PLANTSTORE_KEY is not set, so no key was tried.")
    return read_key(settings.key, settings.key_file, no_chance, new_store=False)


def _there(home: Home) -> None:
    check_place(home.database)
    if not home.database.exists():
        raise StorageRefused(f"There is no store at {home.database}. Name its folder with --data.")


def _key(home: Home, key_file: Path | None) -> bytes:
    """The key that the store will be opened with."""
    if home.key is None and key_file is not None:
        given = read_key(None, key_file, no_chance, new_store=False)
        if home.key_file.exists() and read_key(None, home.key_file, no_chance, new_store=False) != given:
            raise StorageRefused(f"{home.key_file} holds another key. Move it away first, if nothing needs it.")
        return given
    return read_key(home.key, home.key_file, no_chance, new_store=False)


def no_chance(_count: int) -> bytes:
    """Where a key is read and tried, nothing is made and nothing sealed."""
    raise StorageRefused("This database does not say which key it was made with: no start has made it.")


def _check_key(database: Path, key: bytes, clock: Clock) -> None:
    with files.reading(database) as connection:
        check_key(Transaction(connection, clock.now()), SecretBox(key, no_chance))


def _copy_key(source: Path, to: Path) -> None:
    handle = os.open(to, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "wb") as stream, source.open("rb") as given:
        os.fchmod(handle, durable_files.OWNER_ONLY)
        shutil.copyfileobj(given, stream)
        stream.flush()
        os.fsync(stream.fileno())


def remove_stray_token(file: Path, tx: Transaction) -> bool:
    """Remove the file of an operator's token that a store does not know: its next start makes a new one."""
    if not file.exists():
        return False
    text = file.read_text(errors="replace").strip()
    if tokens.find_by_hash(tx, hash_of(text)) is not None:
        return False
    file.unlink()
    return True
