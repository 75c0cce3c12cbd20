"""Resources that tests share: a clock that stands still, an open database, a running store."""

import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from plantstore.domain.instant import Instant, after
from plantstore.storage.database import Transaction
from plantstore.storage.engine import Engine
from plantstore.storage.migrations import migrate
from plantstore.storage.sqlite import SqliteEngine
from tests.audited import audit
from tests.makers import NOON

# A shell that runs the tests in the background leaves Ctrl-C ignored, and every program they start would inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)


class StillClock:
    """A clock that moves only when a test moves it."""

    def __init__(self, start: Instant = NOON) -> None:
        self._now = start
        self._monotonic = 0.0

    def now(self) -> Instant:
        return self._now

    def monotonic(self) -> float:
        return self._monotonic

    def move(self, seconds: float) -> None:
        self._now = after(self._now, seconds=seconds)
        self._monotonic += seconds


@pytest.fixture
def clock() -> StillClock:
    return StillClock()


@pytest.fixture
def audited(tmp_path: Path) -> Iterator[None]:
    """Audit in full what the test leaves behind."""
    yield
    audit(tmp_path)


@pytest.fixture(params=["sqlite"])
def engine(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Engine]:
    """An empty store of each engine."""
    engine = SqliteEngine(tmp_path / "plantstore.db")
    yield engine
    engine.close()


@pytest.fixture
def tx(engine: Engine) -> Iterator[Transaction]:
    """An open write transaction on a migrated database."""
    connection = engine.connect_writer()
    migrate(connection, now=NOON)
    connection.begin_write()
    yield Transaction(connection, NOON)
    connection.rollback()
    connection.close()
