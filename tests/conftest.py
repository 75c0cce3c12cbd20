"""Resources that tests share: a clock that does not run, an open database, a running store."""

import gc
import signal
from collections.abc import Iterator
from pathlib import Path

import hypothesis
import pytest

from plantstore.storage.database import Transaction
from plantstore.storage.engine.migrate import migrate
from plantstore.storage.engine.protocols import Engine
from tests import engines
from tests.audited import audit
from tests.makers import NOON
from tests.openid import node
from tests.postgres import binaries
from tests.postgres.databases import Databases
from tests.still_clock import StillClock
from tests.web.http import proxies
from tests.web.monitoring import prometheus

HERE = Path(__file__).parent
ON_POSTGRESQL = {HERE / "postgres", HERE / "crash" / "shared"}  # tests that need PostgreSQL and do not run on SQLite

# Times are measured by `make bench`, never by a test: a busy machine takes 300 ms for what usually takes 1 ms.
hypothesis.settings.register_profile("untimed", deadline=None)
hypothesis.settings.load_profile("untimed")

# A shell that runs the tests in the background leaves Ctrl-C ignored, and every program they start would inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session")
def anyio_backend() -> tuple[str, dict[str, bool]]:
    """Run asynchronous tests on the event loop that the program uses."""
    return "asyncio", {"use_uvloop": True}


@pytest.fixture
def clock() -> StillClock:
    return StillClock()


@pytest.fixture
def audited(tmp_path: Path) -> Iterator[None]:
    """Audit in full what the test leaves behind."""
    yield
    audit(tmp_path)


@pytest.fixture(scope="session")
def databases() -> Iterator[Databases]:
    """PostgreSQL, started when the first test needs it."""
    if binaries.find() is None:
        pytest.fail(binaries.MISSING)
    with engines.databases() as databases:
        yield databases


@pytest.fixture
def engine_kind(request: pytest.FixtureRequest) -> Iterator[str]:
    """Run the test once on each engine. A file selects that with `pytestmark =
    pytest.mark.usefixtures("engine_kind")`.
    """
    kind: str = request.param
    with engines.on(request.getfixturevalue("databases") if kind == engines.POSTGRESQL else None):
        yield kind


@pytest.fixture
def engine(engine_kind: str, tmp_path: Path) -> Iterator[Engine]:
    """An empty store of each engine."""
    engine = engines.migrated_engine(tmp_path)
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


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "sqlite_only(reason): runs on SQLite although its file runs on both engines")
    config.addinivalue_line("markers", "postgresql_only(reason): runs on PostgreSQL only")
    config.addinivalue_line("markers", "both_engines: runs on both engines although its file runs on one")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    of_its_own = any("engine_kind" in mark.args[0] for mark in metafunc.definition.iter_markers("parametrize"))
    if "engine_kind" in metafunc.fixturenames and not of_its_own:
        find = metafunc.definition.get_closest_marker
        only = [] if find("both_engines") else [kind for kind in engines.KINDS if find(f"{kind}_only")]
        metafunc.parametrize("engine_kind", only or engines.KINDS, indirect=True)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """Exclude the collected tests from garbage collection: scanning them takes half a second."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Without PostgreSQL on this machine, skip the tests that need it, unless it is required: then the fixture
    fails.
    """
    if binaries.find() is None and not binaries.is_required():
        for item in items:
            if ON_POSTGRESQL.intersection(item.path.parents) or _kind_of(item) == engines.POSTGRESQL:
                item.add_marker(pytest.mark.skip(reason=binaries.MISSING))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Report clearly which tests were skipped."""
    skipped = terminalreporter.stats.get("skipped", [])
    for missing in (binaries.MISSING, proxies.MISSING, prometheus.MISSING, node.MISSING):
        if any(missing in str(report.longrepr) for report in skipped):
            terminalreporter.write_sep("!", missing, yellow=True, bold=True)


def _kind_of(item: pytest.Item) -> str | None:
    call = getattr(item, "callspec", None)
    return call.params.get("engine_kind") if call else None
