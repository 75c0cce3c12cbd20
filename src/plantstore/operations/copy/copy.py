"""Copy a whole store (log, cursors, retries, tokens and all else) into another database, of either engine.

The source is only read, in one snapshot, while no process uses it. The copy is filled table by table in key order, one
transaction per page, so that after a kill the last key in the copy says where to continue. Then every row is read
again on both sides and compared. A store can start on the copy only after that.
"""

import base64
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from itertools import zip_longest
from pathlib import Path

from plantstore.core.settings import Settings
from plantstore.domain.plants.plant_import import OPEN
from plantstore.operations.backup import no_random_bytes
from plantstore.operations.copy.photos import PhotoMove
from plantstore.operations.copy.preconditions import (
    IdleWatch,
    check_still_idle,
    facts_of,
    mark_of,
    open_engine_for_copy,
    read_source,
    resumable_copy,
    with_explained_faults,
)
from plantstore.operations.partitions import Partitions
from plantstore.operations.photo_copies import CopiedPhotos, run_apart
from plantstore.storage.database import Transaction
from plantstore.storage.engine import durable_files
from plantstore.storage.engine.encryption import SecretBox, check_key, read_key
from plantstore.storage.engine.migrate import migrate, version_of
from plantstore.storage.engine.protocols import Connection, Engine, Row, StorageRefused
from plantstore.storage.queries import bulk_rows, photo_names
from plantstore.storage.queries.bulk_rows import PLANTS, TABLES, WORDS, Table
from plantstore.storage.sqlite import files, log_head
from plantstore.storage.tables import attempts, imports, plants, receivers, search_index, unfinished_copy
from plantstore.storage.tables.plant_filters import PlantFilter
from plantstore.storage.tables.unfinished_copy import UnfinishedCopy

COPYING, COMPARING = "Copying", "Comparing"
COPYING_PICTURES = "Copying pictures"  # reported without a table

Report = Callable[[str, str, int, int], None]
"""Called with the phase, the table, the rows done so far, and the total number of rows in all tables."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CopyTools:
    """What the caller provides; `page_rows_max` bounds the rows that one transaction writes.

    `photos` says from where to where pictures are copied; None if both stores have them in the same place.
    """

    watch: IdleWatch
    report: Report
    page_rows_max: int = bulk_rows.PAGE_ROWS_MAX
    photos: PhotoMove | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CompletedCopy:
    """A complete copy. `resumed`: an earlier run began it. `open_imports` still need their uploaded files.

    `has_sample`: one of the receivers is the sample receiver of a store on SQLite.
    """

    schema: int
    head: int
    rows: dict[str, int]
    resumed: bool
    open_imports: int
    has_sample: bool
    photos: CopiedPhotos


def copy(source: Settings, to: Settings, *, key: bytes, tools: CopyTools) -> CompletedCopy:
    """Copy the store of one database into another. Raise StorageRefused with the reason if that is not possible.

    A copy refused at the beginning has changed nothing. If it is interrupted later, the same call continues it.
    """
    if source.database_shown == to.database_shown:
        raise StorageRefused(f"{source.database_shown} cannot be copied onto itself.")
    with read_source(source, tools.watch) as tx, open_engine_for_copy(to) as engine:
        check_key(tx, SecretBox(key, no_random_bytes))
        counts = {table.name: bulk_rows.count(tx.connection, table) for table in TABLES}
        wanted = UnfinishedCopy(mark=mark_of(tx), address=source.database_shown, counts=counts, rows=0)
        begun = resumable_copy(engine, to, wanted)
        with closing(engine.connect_writer()) as writer, with_explained_faults(engine):
            job = _CopyJob(tx, engine, writer, begun or wanted, tools)
            if begun is None:
                if not to.is_postgresql:
                    log_head.forget(to.database_path)  # the note of a database that was there before
                job.begin(Partitions(engine, tools.watch.clock, attempts_days=to.attempts_days))
            job.fill()
            job.compare()
            photos = job.copy_photos()
            check_still_idle(source, tx, tools.watch)
            job.finish(key)
            if not to.is_postgresql:
                log_head.note(to.database_path)
        sample = receivers.find_built_in(tx)
        return CompletedCopy(
            schema=version_of(tx.connection),
            head=files.describe(tx.connection).head,
            rows=counts,
            resumed=begun is not None,
            open_imports=len(imports.in_states(tx, OPEN)),
            has_sample=sample is not None,
            photos=photos,
        )


class _CopyJob:
    """Runs one copy; `copy` holds its progress."""

    def __init__(
        self, source: Transaction, engine: Engine, writer: Connection, copy: UnfinishedCopy, tools: CopyTools
    ) -> None:
        self._source = source
        self._engine = engine
        self._writer = writer
        self._copy = copy
        self._tools = tools

    def begin(self, partitions: Partitions) -> None:
        """Create the tables, and mark the copy as unfinished."""
        migrate(self._writer, now=self._tools.watch.clock.now())
        with self._transaction():
            unfinished_copy.begin(self._writer, self._copy)
        partitions.make_since(attempts.oldest_id(self._source))

    def fill(self) -> None:
        """Fill each table, continuing behind the last row that is already there."""
        for table in TABLES:
            columns = self._columns(table)
            after = bulk_rows.newest_key(self._writer, table)
            rows_max = self._tools.page_rows_max
            for rows in bulk_rows.pages(self._source.connection, table, columns, after=after, rows_max=rows_max):
                self._put(table, columns, rows)
                self._report(COPYING, table, self._copy.rows)
            if table is PLANTS:
                self._merge_words()

    def compare(self) -> None:
        """Compare every row with its source. Raise StorageRefused that names the first difference."""
        done = 0
        with closing(self._engine.connect_reader()) as reader:
            reader.begin_read()
            for table in TABLES:
                for count in self._compared(table, reader):
                    done += count
                    self._report(COMPARING, table, done)
            for _ in self._compared(WORDS, reader):
                pass
            reader.rollback()

    def copy_photos(self) -> CopiedPhotos:
        """Copy the pictures that the destination lacks. A copy that was interrupted continues."""
        move, report = self._tools.photos, self._tools.report
        if move is None:
            return CopiedPhotos()
        return run_apart(
            move.run(photo_names.read(self._source), lambda done, total: report(COPYING_PICTURES, "", done, total))
        )

    def finish(self, key: bytes) -> None:
        """Copy the table `facts`, and mark the copy as finished, in one commit; a store can then start on it."""
        with self._transaction() as tx:
            unfinished_copy.end(self._writer, self._copy)
            tx.insert("facts", ("name", "value"), facts_of(self._source))
            check_key(tx, SecretBox(key, no_random_bytes))
            self._writer.reset_sequence("plant", plants.newest_id(tx))

    def _put(self, table: Table, columns: list[str], rows: list[Row]) -> None:
        """Write one page and the new progress in one transaction."""
        words = self._words(rows[0][0], len(rows)) if table is PLANTS else {}
        copy = replace(self._copy, rows=self._copy.rows + len(rows))
        with self._transaction() as tx:
            unfinished_copy.advance(self._writer, self._copy, copy)
            bulk_rows.insert(self._writer, table, columns, bulk_rows.without_nul(table, columns, rows))
            search_index.fill(tx, words)
        self._copy = copy
        self._writer.checkpoint(idle=True)

    def _words(self, first: int, count: int) -> dict[int, Sequence[str]]:
        """Compute the search words of plants, because each engine stores its search index in its own way."""
        page = plants.page(self._source, PlantFilter(), after=first - 1, limit=count)
        return {plant.id: search_index.terms_of_plant(plant) for plant in page}

    def _merge_words(self) -> None:
        is_left = True
        while is_left:
            with self._transaction() as tx:
                is_left = search_index.merge(tx)

    def _compared(self, table: Table, reader: Connection) -> Iterator[int]:
        """Compare a table page by page; yield the number of rows of each page."""
        columns = ["rowid"] if table is WORDS else self._columns(table)
        rows_max = self._tools.page_rows_max
        ours = bulk_rows.pages(self._source.connection, table, columns, rows_max=rows_max)
        copied = bulk_rows.pages(reader, table, columns, rows_max=rows_max)
        nothing: list[Row] = []
        for rows, others in zip_longest(ours, copied, fillvalue=nothing):
            difference = bulk_rows.first_difference(table, columns, bulk_rows.without_nul(table, columns, rows), others)
            if difference:
                raise _different(difference)
            yield len(rows)

    def _columns(self, table: Table) -> list[str]:
        columns = self._source.connection.columns(table.name)
        assert sorted(columns) == sorted(self._writer.columns(table.name)), table.name
        return columns

    def _report(self, what: str, table: Table, done: int) -> None:
        self._tools.report(what, table.name, done, self._copy.rows_in_all)

    @contextmanager
    def _transaction(self) -> Iterator[Transaction]:
        self._writer.begin_write()
        try:
            tx = Transaction(self._writer, self._tools.watch.clock.now())
            yield tx
            self._writer.commit()
        except BaseException:
            self._writer.rollback()
            raise


def _different(what: str) -> StorageRefused:
    return StorageRefused(
        f"The copy differs from its source: {what}. One of them was changed. Empty the copy and start again."
    )


def read_key_of(source: Settings, key_file: Path | None, write_key: Path | None) -> bytes:
    """Return the source's encryption key, from `key_file`, the settings, or the data folder."""
    if key_file is None and source.is_postgresql and source.key is None:
        raise StorageRefused("The key is missing: set PLANTSTORE_KEY, or name its file with --key-file.")
    given = source.key if key_file is None else None
    key = read_key(given, key_file or source.key_file, no_random_bytes, new_store=False)
    if (
        write_key is not None
        and write_key.exists()
        and read_key(None, write_key, no_random_bytes, new_store=False) != key
    ):
        raise StorageRefused(f"{write_key} already exists. Name another file.")
    return key


def keep_key(key: bytes, file: Path) -> None:
    """Write a key into a new file that only its owner may read."""
    try:
        durable_files.make_private(file.parent)
        durable_files.write_private(file, base64.b64encode(key) + b"\n")
    except OSError as error:
        raise StorageRefused(f"{file} cannot be written: {error.strerror}.") from error
