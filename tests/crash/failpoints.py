"""Named places of the product at which it can be made to die. They are wrapped from outside; the product knows none of
them.

A place is a function or a method, `module:Class.method`. A place that no longer exists is an error, never ignored.
"""

import asyncio
import importlib
import inspect
import os
import signal
import threading
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from functools import wraps
from pathlib import Path
from typing import Any

from plantstore.storage.engine.migrate import migrations
from plantstore.storage.sqlite import engine

COMMIT = "plantstore.storage.sqlite.engine:Connection.commit"
BEGIN = "plantstore.storage.sqlite.engine:Connection.begin_write"
ADD = "plantstore.catalogue.commands:Catalogue.add_plants"
RECORD = "plantstore.delivery.recorder:write_records"
CHECKPOINT = "plantstore.storage.sqlite.engine:Connection.checkpoint"
STATEMENTS_OF_A_MIGRATION = 2  # statements that have run when the process dies in the middle of a migration


class NoSuchPlace(Exception):
    """The product no longer has this place. Update it, or the test proves nothing."""


class When(StrEnum):
    """`later`: after the event loop has finished pending work such as writing to a socket."""

    BEFORE = "before"
    AFTER = "after"
    LATER = "later"


class Scene(StrEnum):
    """The activity that is needed to reach a place."""

    LOAD = "load"
    STOP = "stop"
    UPGRADE = "upgrade"
    IMPORT = "import"
    REPLAY = "replay"
    RETENTION = "retention"
    FIRST_START = "first start"
    FILTERS = "filters"


@dataclass(frozen=True, slots=True, kw_only=True)
class Failpoint:
    """`counts` returns whether a call is one of those meant; `holds` is what must have been called in the same
    transaction. `most` is how often the place is certainly reached.
    """

    place: str
    when: When
    scene: Scene = Scene.LOAD
    most: int = 20
    holds: str | None = None
    counts: Callable[..., bool] = lambda *_args, **_named: True


def _has_news(_database: Any, _batch: Any, changes: Any, _seconds: float, _wrote: bool) -> bool:
    return bool(changes.events)


def _was_accepted(connection: Any, _done: Any, _now: float) -> bool:
    return bool(200 <= connection._answer.status < 300)


def _is_large(connection: Any, *, idle: bool) -> bool:
    return bool(connection._wal_pages >= engine.CHECKPOINT_PAGES)


def _is_database(file: Any, _data: bytes, _offset: int) -> bool:
    return bool(file.is_database)


def _is_version(_connection: Any, table: str, *_: Any) -> bool:
    return table == "schema_version"


def _is_migration(_connection: Any, sql: str, **_: Any) -> bool:
    return sql.count(";") > STATEMENTS_OF_A_MIGRATION and sql in {text for _, _, text in migrations()}


def _was_recorded(_recorder: Any, _batch: Any, _by_source: Any, _failures: int, future: Any) -> bool:
    return future.exception() is None


def _some(_tx: Any, sequences: list[int]) -> bool:
    return bool(sequences)


BEFORE, AFTER, LATER = When.BEFORE, When.AFTER, When.LATER
_SENDING = "plantstore.sending.connection:Connection."
_RECORDER = "plantstore.delivery.recorder:Recorder."
_CONNECTION = "plantstore.storage.sqlite.engine:Connection."
_TABLES = "plantstore.storage.tables."
_IN_FORCE = "plantstore.storage.queries.version_changes:put_in_force"
FAILPOINTS = {
    "after-key-is-made": Failpoint(
        place="plantstore.storage.sqlite.engine:SqliteEngine.connect_writer",
        when=BEFORE,
        scene=Scene.FIRST_START,
        most=1,
    ),
    "after-database-is-made": Failpoint(
        place="plantstore.storage.sqlite.engine:SqliteEngine.connect_writer",
        when=AFTER,
        scene=Scene.FIRST_START,
        most=2,
    ),
    "before-operator-token-is-made": Failpoint(
        place="plantstore.web.auth.tokens:make_operator_token",
        when=BEFORE,
        scene=Scene.FIRST_START,
        most=1,
    ),
    "before-commit-of-add": Failpoint(place=COMMIT, when=BEFORE, holds=ADD),
    "after-commit-of-add": Failpoint(place=COMMIT, when=AFTER, holds=ADD),
    "before-answers-are-released": Failpoint(
        place="plantstore.storage.database:Database._release", when=BEFORE, counts=_has_news
    ),
    "after-connect": Failpoint(place=f"{_SENDING}connection_made", when=AFTER, most=3),
    "after-request-written": Failpoint(place=f"{_SENDING}write", when=LATER),
    "after-2xx-head": Failpoint(place=f"{_SENDING}_finish", when=BEFORE, counts=_was_accepted),
    "before-record-is-gathered": Failpoint(place=f"{_RECORDER}flush", when=BEFORE),
    "in-the-midst-of-record": Failpoint(place=f"{_TABLES}attempts:add", when=AFTER),
    "in-cursor-flush": Failpoint(place=f"{_TABLES}receivers:move_cursors", when=AFTER),
    "before-record-commit": Failpoint(place=COMMIT, when=BEFORE, holds=RECORD),
    "after-record-commit": Failpoint(place=COMMIT, when=AFTER, holds=RECORD),
    "before-record-is-told": Failpoint(place=f"{_RECORDER}_committed", when=BEFORE, counts=_was_recorded),
    "before-checkpoint": Failpoint(place=CHECKPOINT, when=BEFORE, counts=_is_large, most=5),
    "in-checkpoint": Failpoint(place="tests.crash.full_disk:File.xWrite", when=AFTER, counts=_is_database),
    "after-checkpoint": Failpoint(place=CHECKPOINT, when=AFTER, counts=_is_large, most=5),
    "before-dispatcher-starts": Failpoint(place="plantstore.delivery.dispatcher:Dispatcher.start", when=BEFORE, most=1),
    "after-dispatcher-starts": Failpoint(place="plantstore.delivery.dispatcher:Dispatcher.start", when=AFTER, most=1),
    "before-dispatcher-stops": Failpoint(
        place="plantstore.delivery.dispatcher:Dispatcher.stop", when=BEFORE, scene=Scene.STOP, most=1
    ),
    "before-database-closes": Failpoint(
        place="plantstore.storage.database:Database.close", when=BEFORE, scene=Scene.STOP, most=1
    ),
    "before-lock-is-released": Failpoint(
        place="plantstore.storage.sqlite.engine:SqliteEngine.close", when=BEFORE, scene=Scene.STOP, most=1
    ),
    "before-head-is-noted": Failpoint(place="plantstore.storage.sqlite.log_head:_write", when=BEFORE, most=3),
    "after-head-is-noted": Failpoint(place="plantstore.storage.sqlite.log_head:_write", when=AFTER, most=3),
    "between-migrations": Failpoint(
        place=f"{_CONNECTION}insert", when=AFTER, scene=Scene.UPGRADE, most=3, counts=_is_version
    ),
    "in-the-midst-of-migration": Failpoint(
        place=f"{_CONNECTION}define", when=AFTER, scene=Scene.UPGRADE, most=2, counts=_is_migration
    ),
    "before-migrations-commit": Failpoint(place=COMMIT, when=BEFORE, scene=Scene.UPGRADE, most=1),
    "in-import-batch": Failpoint(
        place="plantstore.catalogue.imports.commands:add_batch", when=AFTER, scene=Scene.IMPORT, most=3
    ),
    "after-commit-of-import-batch": Failpoint(
        place=COMMIT, when=AFTER, scene=Scene.IMPORT, most=3, holds="plantstore.catalogue.imports.commands:add_batch"
    ),
    "in-replay": Failpoint(place=f"{_TABLES}replays:advance", when=AFTER, scene=Scene.REPLAY, most=2),
    "after-commit-of-replay": Failpoint(
        place=COMMIT, when=AFTER, scene=Scene.REPLAY, most=2, holds="plantstore.storage.tables.replays:advance"
    ),
    "in-retention-of-attempts": Failpoint(
        place="plantstore.storage.queries.retention:remove_attempts", when=AFTER, scene=Scene.RETENTION, most=1
    ),
    "in-erasing-of-events": Failpoint(
        place=f"{_TABLES}events:erase", when=AFTER, scene=Scene.RETENTION, most=1, counts=_some
    ),
    "in-storing-of-filter-pages": Failpoint(
        place=f"{_TABLES}filter_pages:store", when=AFTER, scene=Scene.FILTERS, most=3
    ),
    "after-commit-of-filter-pages": Failpoint(
        place=COMMIT, when=AFTER, scene=Scene.FILTERS, most=3, holds=f"{_TABLES}filter_pages:store"
    ),
    "before-filter-comes-into-force": Failpoint(place=_IN_FORCE, when=BEFORE, scene=Scene.FILTERS, most=5),
    "in-filter-change": Failpoint(place=f"{_TABLES}filter_pages:forget", when=AFTER, scene=Scene.FILTERS, most=5),
    "after-commit-of-filter-change": Failpoint(place=COMMIT, when=AFTER, scene=Scene.FILTERS, most=5, holds=_IN_FORCE),
    "before-passed-cursor-is-stored": Failpoint(
        place=f"{_RECORDER}_store_cursors", when=BEFORE, scene=Scene.FILTERS, most=2
    ),
    "after-commit-of-passed-cursor": Failpoint(place=COMMIT, when=AFTER, scene=Scene.FILTERS, most=2, holds=RECORD),
}


def install(name: str, number: int, file: Path) -> None:
    """Let this process die when it reaches a place for the n-th time; raise NoSuchPlace if there is none."""
    if name not in FAILPOINTS:
        raise NoSuchPlace(f"There is no failpoint {name!r}. There are: {', '.join(FAILPOINTS)}.")
    point, reached = FAILPOINTS[name], _Reached(f"{name}:{number}", number, file)
    find(point.place)
    if point.holds is not None:
        reached.held = False
        _wrap(BEGIN, lambda original: _saying(original, reached, held=False))
        _wrap(point.holds, lambda original: _saying(original, reached, held=True))
    if name == "in-the-midst-of-migration":
        _wrap(point.place, lambda original: _traced(original, point, reached))
    else:
        _wrap(point.place, lambda original: _dying(original, point, reached))


def find(place: str) -> tuple[Any, str, Any]:
    """Return the owner of a place, its name there, and its value; raise NoSuchPlace if there is none."""
    module, _, path = place.partition(":")
    *parents, name = path.split(".")
    try:
        owner = importlib.import_module(module)
        for parent in parents:
            owner = vars(owner)[parent]
        found = vars(owner)[name]
    except (ImportError, KeyError) as error:
        raise NoSuchPlace(f"The product has no {place} any more.") from error
    if not callable(found):
        raise NoSuchPlace(f"{place} cannot be called.")
    return owner, name, found


class _Reached:
    """Counts how often a place was reached, in any thread, and kills the process at the right time."""

    def __init__(self, text: str, number: int, file: Path) -> None:
        self.held = True
        self._text = text
        self._left = number
        self._file = file
        self._lock = threading.Lock()

    def once_more(self) -> bool:
        """Count a visit to the place; return True if it is time to die."""
        with self._lock:
            self._left -= 1
            return self._left == 0

    def die(self) -> None:
        handle = os.open(self._file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        os.write(handle, self._text.encode())
        os.fsync(handle)
        os.kill(os.getpid(), signal.SIGKILL)


def _wrap(place: str, wrapped: Callable[[Callable[..., Any]], Callable[..., Any]]) -> None:
    owner, name, original = find(place)
    setattr(owner, name, wrapped(original))


def _saying(original: Callable[..., Any], reached: _Reached, *, held: bool) -> Callable[..., Any]:
    """Note whether the transaction being written contains the call that is meant. There is only one writer."""

    @wraps(original)
    def wrapper(*args: Any, **named: Any) -> Any:
        reached.held = held
        return original(*args, **named)

    return wrapper


def _dying(original: Callable[..., Any], point: Failpoint, reached: _Reached) -> Callable[..., Any]:
    def is_time(*args: Any, **named: Any) -> bool:
        return reached.held and point.counts(*args, **named) and reached.once_more()

    @wraps(original)
    def wrapper(*args: Any, **named: Any) -> Any:
        now = is_time(*args, **named)
        if now and point.when is When.BEFORE:
            reached.die()
        result = original(*args, **named)
        if now and point.when is When.LATER:
            loop = asyncio.get_running_loop()
            loop.call_soon(loop.call_soon, reached.die)
        elif now:
            reached.die()
        return result

    @wraps(original)
    async def waiting(*args: Any, **named: Any) -> Any:
        now = is_time(*args, **named)
        if now and point.when is When.BEFORE:
            reached.die()
        result = await original(*args, **named)
        if now:
            reached.die()
        return result

    return waiting if inspect.iscoroutinefunction(original) else wrapper


def _traced(original: Callable[..., Any], point: Failpoint, reached: _Reached) -> Callable[..., Any]:
    """Die between two statements of a script of many."""

    def wrapper(connection: Any, sql: str, **named: Any) -> None:
        if not point.counts(connection, sql) or not reached.once_more():
            original(connection, sql, **named)
            return
        left = iter(range(STATEMENTS_OF_A_MIGRATION, -1, -1))

        def trace(*_: Any) -> bool:
            if not next(left):
                reached.die()
            return True

        connection.raw.exec_trace = trace
        original(connection, sql, **named)
        raise AssertionError("this migration has too few statements")

    return wrapper
